import { describe, expect, it } from "vitest";
import type { Terrain } from "../lib/types";
import { family, rivers, type Grounds } from "./terrain";

const ground = (key: string, family: Terrain["family"]): Terrain => ({
  key,
  name: key,
  family,
  owner: null,
  rule: "",
  words: [],
  provisional: false,
});
const grounds: Grounds = { river: ground("river", "river"), sea: ground("sea", "sea") };

it("draws what the catalogue says of a kind of ground", () => {
  expect(family(grounds, "river")).toBe("river");
  expect(family(grounds, "volcano")).toBe("unknown");
  expect(family(grounds, undefined)).toBe("plain");
});

describe("rivers", () => {
  const arms = (terrain: Record<string, string>) =>
    Object.fromEntries(rivers(terrain, 9, grounds).map((reach) => [reach.hex, reach.arms.length]));
  const course = (list: string) => Object.fromEntries(list.split(" ").map((hex) => [hex, "river"]));

  it("joins a straight course and lets it run off the board", () => {
    expect(arms(course("E1 E2 E3 E4 E5 E6 E7 E8 E9 E10 E11 E12 E13"))).toEqual(
      Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`E${i + 1}`, 2])),
    );
  });
  it("passes every hex of a zigzag once", () => {
    const found = arms(course("E1 E2 D2 D3 E4 D4 D5"));
    expect(Object.values(found).every((n) => n <= 2)).toBe(true);
    expect(Object.values(found).filter((n) => n === 1)).toHaveLength(1);
  });
  it("ends in the sea where there is one", () => {
    const [reach] = rivers({ ...course("F11"), F12: "sea" }, 9, grounds).filter(({ hex }) => hex === "F11");
    expect(reach?.arms).toContainEqual({ row: 0, half: 2 });
    expect(reach?.arms).toHaveLength(2);
  });
  it("keeps a lone hex of water whole", () => {
    expect(arms(course("E6"))).toEqual({ E6: 2 });
  });
});
