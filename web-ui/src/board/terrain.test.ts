import { describe, expect, it } from "vitest";
import { family, rivers } from "./terrain";

describe("families", () => {
  it("knows every key of both editions", () => {
    const keys = {
      clear: "plain", "broken-ground": "broken", forest: "forest", hill: "hill", river: "river", "fordable-river": "ford", sea: "sea", lake: "lake",
      "impassable-hill": "peak", marsh: "marsh", bridge: "bridge", camp: "camp", "camp top": "camp", "scalable-wall": "wall", "fortified-wall": "fort",
      gate: "gate", "shallow-river": "shallow", town: "town", palisade: "fort",
    }; // prettier-ignore
    for (const [key, want] of Object.entries(keys)) expect([key, family(key)]).toEqual([key, want]);
    expect(family("volcano")).toBe("unknown");
    expect(family(undefined)).toBe("plain");
  });
});

describe("rivers", () => {
  const arms = (terrain: Record<string, string>) =>
    Object.fromEntries(rivers(terrain, 9).map((reach) => [reach.hex, reach.arms.length]));
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
    const [reach] = rivers({ ...course("F11"), F12: "sea" }, 9).filter(({ hex }) => hex === "F11");
    expect(reach?.arms).toContainEqual({ row: 0, half: 2 });
    expect(reach?.arms).toHaveLength(2);
  });
  it("keeps a lone hex of water whole", () => {
    expect(arms(course("E6"))).toEqual({ E6: 2 });
  });
});
