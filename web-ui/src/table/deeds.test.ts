import { describe, expect, it } from "vitest";
import { deedsOf, split } from "./deeds";
import type { Button } from "./picks";

const view = {
  decision: { actor: "bottom", may: true, word: "move", dice: 0 },
  yours: ["bottom"],
  outcome: null,
  undo: { can: false, why: "Nothing to undo." },
  dice: "server",
  kind: "battle",
} as unknown as Parameters<typeof deedsOf>[0]["view"];
const button = (label: string, primary = false): Button => ({
  label,
  words: "",
  key: "E",
  primary,
  doing: null,
  option: null,
});
const labels = (deeds: { label: string }[]): string[] => deeds.map((one) => one.label);

describe("the buttons of the prompt", () => {
  const usual = { view, buttons: [], holds: false, playing: false, lost: false };

  it("has what Enter does first and what takes back last", () => {
    const deeds = deedsOf({ ...usual, buttons: [button("Finish moves"), button("Attack F6", true)], holds: true });
    expect(labels(deeds)).toEqual(["Attack F6", "Finish moves", "Back", "Undo"]);
    expect(deeds[0]!.key).toBe("↵");
    expect(deeds.at(-1)!.off).toBe("Nothing to undo.");
  });

  it("shows three at most, the rest under More", () => {
    const three = deedsOf({ ...usual, buttons: [button("a"), button("b")] });
    expect(split(three).map(labels)).toEqual([["a", "b", "Undo"], []]);
    const four = deedsOf({ ...usual, buttons: [button("a"), button("b"), button("c")] });
    expect(split(four).map(labels)).toEqual([
      ["a", "b"],
      ["c", "Undo"],
    ]);
  });

  it("offers the roll by Enter, unless the dice are typed", () => {
    const rolls = { ...view, decision: { ...view.decision, actor: "chance", word: "roll", dice: 2 } } as typeof view;
    expect(deedsOf({ ...usual, view: rolls })[0]).toMatchObject({ label: "Roll 2 dice", primary: true });
    expect(deedsOf({ ...usual, view: { ...rolls, dice: "typed" } })[0]).toMatchObject({ primary: false });
  });

  it("only skips while something is played", () => {
    expect(labels(deedsOf({ ...usual, buttons: [button("a")], playing: true }))).toEqual(["Skip"]);
  });
});
