import { describe, expect, it } from "vitest";
import { coded, decoded } from "./passkeys";

describe("bytes for addresses", () => {
  it("come back as they were, without signs that an address cannot have", () => {
    for (const length of [0, 1, 2, 3, 32, 255]) {
      const bytes = Uint8Array.from({ length }, (_, n) => (n * 37 + 251) % 256);
      const text = coded(bytes.buffer);
      expect(text).toMatch(/^[A-Za-z0-9_-]*$/);
      expect(decoded(text)).toEqual(bytes);
    }
    expect(coded(Uint8Array.of(251, 255).buffer)).toBe("-_8");
  });
});
