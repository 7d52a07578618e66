import { describe, expect, it } from "vitest";
import { drawn } from "./arrows";

describe("an arrow of a phase", () => {
  it("begins and ends a little inside its points, and points along its last stretch", () => {
    const one = drawn(
      [
        [0, 0],
        [100, 0],
      ],
      20,
    )!;
    expect(one.shaft).toBe("M24 0L71 0");
    expect(one.head).toBe("M91 0L71 12.4L71 -12.4Z");
  });
  it("bends round the hexes on its way", () => {
    const one = drawn(
      [
        [0, 0],
        [100, 0],
        [100, 100],
      ],
      20,
    )!;
    expect(one.shaft).toBe("M24 0L80 0Q100 0 100 20L100 71");
    expect(one.head.startsWith("M100 91")).toBe(true);
  });
  it("is none without a way", () => {
    expect(drawn([], 20)).toBeNull();
    expect(drawn([[5, 5]], 20)).toBeNull();
  });
});
