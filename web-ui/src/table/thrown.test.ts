import { describe, expect, it } from "vitest";
import { resultWords, tilt } from "./thrown";

const roll = (faces: string, hits: string, lines = ["told"]) => ({ faces, hits, lines });

describe("what dice came to", () => {
  it("says it in five words at most", () => {
    expect(resultWords(roll("BFSGR", "BR"))).toBe("2 hits, 1 flag");
    expect(resultWords(roll("G", ""))).toBe("no hit");
    expect(resultWords(roll("FFG", "G"))).toBe("1 hit, 2 flags");
    for (const words of [roll("BFSGR", "BFS"), roll("FFFFF", "")].map(resultWords))
      expect(words.split(" ").length).toBeLessThanOrEqual(5);
  });

  it("tells nothing before it is known", () => {
    expect(resultWords(roll("", ""))).toBe("");
    expect(resultWords(roll("GG", "", []))).toBe("");
  });

  it("lays dice down the same way each time", () => {
    expect(tilt(12, 3)).toBe(tilt(12, 3));
    expect(Math.abs(tilt(7, 2))).toBeLessThan(30);
  });
});
