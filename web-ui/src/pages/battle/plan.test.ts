import { describe, expect, it } from "vitest";
import type { BattlePage, Catalogue } from "../../lib/types";
import { levelsOf, planFor, wishOf, type Plan } from "./plan";

const battle = { id: "cannae", edition: "ancients", switches: ["camp", "retreat"] } as unknown as BattlePage;
const catalogue = {
  players: [{ name: "greedy", words: "", for_people: false, own: false }],
  editions: [{ key: "ancients", switches: { camp: { on: true }, retreat: { on: false } } }],
} as unknown as Catalogue;
const wish = (more: Partial<Plan>) => wishOf(battle, catalogue, { ...planFor(battle, catalogue), ...more });

describe("the computer players", () => {
  const players = [
    { name: "tribune", words: "", for_people: true, own: false },
    { name: "mine", words: "", for_people: true, own: true },
    { name: "greedy", words: "", for_people: false, own: false },
  ];
  it("are the levels for people, and all only where that is asked for", () => {
    expect(levelsOf({ players }, false).map((one) => one.name)).toEqual(["tribune", "mine"]);
    expect(levelsOf({ players }, true)).toHaveLength(3);
  });
});

describe("a new table", () => {
  it("is asked for as the form stands: the computer leads the other army", () => {
    expect(wish({})).toEqual({ battle: "cannae", top: "greedy", bottom: "person", dice: "server" });
    expect(wish({ army: "top" })).toMatchObject({ top: "person", bottom: "greedy" });
  });
  it("turns the seats with the map where armies are swapped", () => {
    expect(wish({ swapped: true })).toMatchObject({ top: "person", bottom: "greedy", swapped: true });
    const watched = { top: "one", bottom: "two" };
    expect(wish({ against: "watch", swapped: true, watched })).toMatchObject({ top: "two", bottom: "one" });
  });
  it("is watched with the dice of the server", () => {
    expect(wish({ against: "both", dice: "typed" })).toMatchObject({ dice: "typed" });
    expect(wish({ against: "watch", dice: "typed" })).toMatchObject({ dice: "server" });
  });
  it("is rated only between friends whose dice the server rolls, and where somebody wants it", () => {
    expect(wish({ against: "friend", rated: true })).toMatchObject({ rated: true });
    expect(wish({ against: "friend" })).not.toHaveProperty("rated");
    expect(wish({ against: "friend", dice: "typed", rated: true })).not.toHaveProperty("rated");
    expect(wish({ against: "computer", rated: true })).not.toHaveProperty("rated");
  });
  it("has a clock only between friends whose dice the server rolls", () => {
    expect(wish({ against: "friend", pace: "1d+3d" })).toMatchObject({ pace: "1d+3d" });
    expect(wish({ against: "friend" })).not.toHaveProperty("pace");
    expect(wish({ against: "friend", dice: "typed", pace: "1d+3d" })).not.toHaveProperty("pace");
    expect(wish({ against: "computer", pace: "1d+3d" })).not.toHaveProperty("pace");
  });
  it("names switches only where they do not stand as usual", () => {
    expect(wish({ switches: { camp: true, retreat: true } })).toMatchObject({ switches: { retreat: true } });
  });
  it("takes a whole number for a seed and nothing else", () => {
    expect(wish({ seed: " 7 " })).toMatchObject({ seed: 7 });
    expect(wish({ seed: "seven" })).toMatch(/whole number/);
  });
  it("has no seed where a friend plays, or where the dice are real", () => {
    expect(wish({ seed: "7", against: "friend" })).not.toHaveProperty("seed");
    expect(wish({ seed: "7", against: "both", dice: "typed" })).not.toHaveProperty("seed");
  });
  it("lets either type real dice only where that is wanted", () => {
    expect(wish({ against: "both", dice: "typed", typedByEither: true })).toMatchObject({ typed_by: "either" });
    expect(wish({ against: "both", dice: "typed" })).not.toHaveProperty("typed_by");
    expect(wish({ against: "both", typedByEither: true })).not.toHaveProperty("typed_by");
  });
});
