import { describe, expect, it } from "vitest";
import type { Happening, Hinted, View } from "../lib/types";
import { mayBeHelped, planArrows, planMarks, planWords, wentOn } from "./hint.svelte";

const person = { player: "person", name: "", present: true } as const;
const computer = { player: "computer", name: "tribune", present: false } as const;
const view = (more: Partial<View>): View =>
  ({ kind: "battle", yours: ["bottom"], outcome: null, seats: { top: computer, bottom: person }, ...more }) as View;
const happened = (kind: string, hex: string, to = ""): Happening => ({ kind, hex, to, side: "bottom" }) as Happening;

describe("who may be helped", () => {
  it("is who plays against the computer, or alone", () => {
    expect(mayBeHelped(view({}))).toBe(true);
    expect(mayBeHelped(view({ kind: "analysis", seats: { top: person, bottom: person } }))).toBe(true);
  });
  it("is nobody between people, nor an onlooker, nor after the end", () => {
    expect(mayBeHelped(view({ seats: { top: person, bottom: person } }))).toBe(false);
    expect(mayBeHelped(view({ seats: { top: { ...person, player: "open" }, bottom: person } }))).toBe(false);
    expect(mayBeHelped(view({ yours: [] }))).toBe(false);
    expect(mayBeHelped(view({ outcome: "top" }))).toBe(false);
  });
});

describe("what is held in hand", () => {
  it("stays when help is noted, and goes when the battle goes on", () => {
    const before = wentOn({ version: 12, help: { top: 0, bottom: 0 }, eyes: "bottom" });
    expect(wentOn({ version: 13, help: { top: 0, bottom: 1 }, eyes: "bottom" })).toBe(before);
    expect(wentOn({ version: 14, help: { top: 0, bottom: 1 }, eyes: "bottom" })).not.toBe(before);
  });
});

describe("a plan on the board", () => {
  const hint = {
    steps: [
      { words: "a card", happened: [happened("card", "")] },
      { words: "order E6", happened: [happened("ordered", "E6")] },
      { words: "E6 moves to F7", happened: [happened("moved", "E6", "F7")] },
      { words: "attack G7", happened: [happened("close", "F7", "G7")] },
    ],
  } as unknown as Hinted;
  it("marks who is ordered, and has arrows for moves and attacks", () => {
    expect(Object.keys(planMarks(hint))).toEqual(["E6"]);
    expect(planArrows(hint).map((one) => one.kind)).toEqual(["move", "attack"]);
  });
  it("is told with all orders in one line", () => {
    const words = (kind: string, hex: string, said: string): Happening => ({ ...happened(kind, hex), words: said });
    const steps = [
      { happened: [words("card", "", "a card is played")] },
      { happened: [words("ordered", "E6", "E6 is ordered")] },
      { happened: [words("ordered", "G7", "G7 is ordered")] },
      { happened: [] },
      { happened: [words("moved", "E6", "E6 moves")] },
    ];
    expect(planWords({ ...hint, steps } as unknown as Hinted)).toEqual([
      "a card is played",
      "Orders E6, G7",
      "E6 moves",
    ]);
  });
});
