import { describe, expect, it } from "vitest";
import type { OddsWay } from "../lib/types";
import { exactly, facts, fates, killing, percent, value } from "./chances";

const way = (
  fates: Partial<OddsWay["fates"]>,
  chances: Partial<OddsWay["chances"]> = {},
  means: Partial<OddsWay["means"]> = {},
): OddsWay => ({
  way: "stands",
  words: "",
  simulated: null,
  fates: { eliminated: 0, forced_back: 0, evaded: 0, crew_gone: 0, stands: 0, ...fates },
  chances: {
    eliminated: 0,
    forced_back: 0,
    evaded: 0,
    crew_gone: 0,
    own_eliminated: 0,
    own_forced_back: 0,
    battle_back: 0,
    momentum: 0,
    advanced: 0,
    bonus: 0,
    wins: 0,
    loses: 0,
    draws: 0,
    ...chances,
  },
  means: {
    hits: 0,
    flags: 0,
    lost: 0,
    own_lost: 0,
    leaders: 0,
    own_leaders: 0,
    banners: 0,
    enemy_banners: 0,
    others: 0,
    own_others: 0,
    ...means,
  },
  distributions: { hits: {}, flags: {}, lost: {}, own_lost: {} },
});

describe("chances", () => {
  it("reads fractions, however long", () => {
    expect(value("11/36")).toBeCloseTo(11 / 36, 12);
    expect(value("0")).toBe(0);
    expect(value(`1${"0".repeat(400)}/4${"0".repeat(400)}`)).toBeCloseTo(0.25, 12);
  });

  it("never says 0% of what can happen, nor 100% of what can fail", () => {
    expect([percent(0), percent(1e-9), percent(0.25), percent(0.99999), percent(1)]).toEqual([
      "–",
      "<0.1%",
      "25.0%",
      ">99.9%",
      "sure",
    ]);
  });

  it("writes exact chances as counts", () => {
    expect(exactly("1823/7776")).toBe("1,823 of 7,776");
    expect(exactly(0.5)).toBe("");
  });

  it("leaves out what cannot become of the target", () => {
    const rows = fates([
      way({ eliminated: 0.2, forced_back: 0.3, stands: 0.5 }),
      way({ eliminated: 0.1, evaded: 0.9 }),
    ]);
    expect(rows.map((row) => row.words)).toEqual(["Eliminated", "Forced back", "Evades", "Stands"]);
    expect(rows[0]!.chances).toEqual([0.2, 0.1]);
  });

  it("tells facts only where they can be", () => {
    const told = facts([way({}, { battle_back: 0.5 }, { hits: 1.5 })], false);
    expect(told.map((fact) => fact.words)).toEqual([
      "Hits, on average",
      "Target loses, blocks",
      "Attacker loses, blocks",
      "Battles back",
    ]);
    expect(told[0]!.values).toEqual(["1.50"]);
  });

  it("names the range for a target that may evade", () => {
    expect(killing([way({})])).toBe("");
    expect(killing([way({ eliminated: 0.45 })])).toBe("45%");
    expect(killing([way({ eliminated: "9/20" }), way({ eliminated: 0.12 })])).toBe("12–45%");
  });
});
