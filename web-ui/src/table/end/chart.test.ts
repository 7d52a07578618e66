import { describe, expect, it } from "vitest";
import type { BannerStep, Catalogue, Seat, Side } from "../../lib/types";
import { harder, named, overTurns, signed, verdict } from "./chart";

const step = (turn: number, side: Side, banners: number): BannerStep => ({ turn, moment: turn * 10, side, banners });

describe("the banners over time", () => {
  it("stand as each turn ends, also where one was lost again", () => {
    const steps = [step(2, "top", 1), step(3, "bottom", 1), step(3, "top", 2), step(4, "top", 1)];
    expect(overTurns(steps, 5, "top").map((one) => one.banners)).toEqual([0, 1, 2, 1, 1]);
    expect(overTurns(steps, 5, "bottom").map((one) => one.banners)).toEqual([0, 0, 1, 1, 1]);
  });
  it("have a turn at least", () => {
    expect(overTurns([], 0, "top")).toEqual([{ turn: 1, banners: 0 }]);
  });
  it("name no more turns than there is room for, with the last one", () => {
    expect(named(4)).toEqual([1, 2, 3, 4]);
    for (const turns of [1, 9, 10, 11, 23, 40, 97]) {
      const found = named(turns);
      expect(found[0]).toBe(1);
      expect(found.at(-1)).toBe(turns);
      expect(found.length).toBeLessThanOrEqual(11);
      expect(new Set(found).size).toBe(found.length);
    }
  });
});

describe("a harder opponent", () => {
  const players: Catalogue["players"] = ["recruit", "tribune", "consul", "random"].map((name) => ({
    name,
    words: "",
    for_people: name !== "random",
    own: false,
  }));
  const seat = (name: string, player: Seat["player"] = "computer"): Seat => ({ name, player, present: true });
  it("is the next level, as long as there is one", () => {
    expect(harder(seat("recruit"), players)).toBe("tribune");
    expect(harder(seat("tribune"), players)).toBe("consul");
    expect(harder(seat("consul"), players)).toBeNull();
  });
  it("is nobody above a person, a player that is no level, or where the server has none", () => {
    expect(harder(seat("Anna", "person"), players)).toBeNull();
    expect(harder(seat("random"), players)).toBeNull();
    expect(harder(seat("recruit"), [])).toBeNull();
  });
});

it("calls luck by what is usual", () => {
  expect([0.4, 1.2, -2.5, 3.4].map(verdict)).toEqual(["as expected", "lucky", "very unlucky", "extremely lucky"]);
  expect([signed(0.62), signed(-1.25)]).toEqual(["+0.6", "−1.3"]);
});
