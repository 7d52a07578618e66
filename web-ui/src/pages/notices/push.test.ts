import { describe, expect, it } from "vitest";
import { bytesOf, clockOf, labelOf, minuteOf } from "./push";

describe("notices", () => {
  it("reads a key as browsers want it", () => {
    expect([...bytesOf("_-8")]).toEqual([255, 239]);
    expect(bytesOf("B".repeat(87))).toHaveLength(65);
  });
  it("names a browser", () => {
    expect(labelOf("Mozilla/5.0 (X11; Linux x86_64) Chrome/140 Safari/537")).toBe("Chrome on Linux");
    expect(labelOf("Mozilla/5.0 (Windows) Chrome/140 Edg/140")).toBe("Edge on Windows");
    expect(labelOf("")).toBe("Browser");
  });
  it("tells minutes as clocks and back", () => {
    for (const minute of [0, 61, 1439]) expect(minuteOf(clockOf(minute))).toBe(minute);
    expect(minuteOf("")).toBeNull();
  });
});
