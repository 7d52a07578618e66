import { describe, expect, it } from "vitest";
import type { Happening, Position } from "../lib/types";
import { beatsOf } from "./beats";
import { lastRoll } from "./rolls";

const position: Position = {
  rows: 9,
  units: [
    {
      id: 0,
      hex: "H8",
      kind: "heavy-infantry",
      side: "bottom",
      blocks: 4,
      full: 4,
      leader: true,
      special: [],
      moved: 0,
      ordered: true,
      fought: false,
    },
    {
      id: 1,
      hex: "F7",
      kind: "warriors",
      side: "top",
      blocks: 3,
      full: 3,
      leader: false,
      special: [],
      moved: 0,
      ordered: false,
      fought: false,
    },
  ],
  leaders: [{ id: 0, name: "", side: "bottom", hex: "H8", attached: true, ordered: false }],
  terrain: {},
  ramparts: [],
  rampart_sides: [],
  camps: { top: [], bottom: [] },
  exits: { top: [], bottom: [] },
  ground: [],
};

let no = 0;
const happens = (kind: Happening["kind"], more: Partial<Happening> = {}): Happening => ({
  no: no++,
  moment: no,
  kind,
  hex: "",
  to: "",
  side: null,
  faces: "",
  count: 0,
  left: 0,
  effect: "",
  card: "",
  leader: false,
  text: kind,
  words: kind,
  rules: [],
  ...more,
});

describe("beatsOf", () => {
  it("moves a unit with its leader, and a leader alone", () => {
    const beats = beatsOf(position, [
      happens("moved", { hex: "H8", to: "G8" }),
      happens("moved", { hex: "G8", to: "F8", leader: true }),
    ]);
    expect(beats).toHaveLength(2);
    expect(beats[0]!.position.units[0]).toMatchObject({ hex: "G8", leader: true });
    expect(beats[0]!.position.leaders[0]).toMatchObject({ hex: "G8", attached: true });
    expect(beats[0]!.arrow).toEqual({ from: "H8", to: "G8", kind: "move" });
    expect(beats[1]!.position.units[0]).toMatchObject({ hex: "G8", leader: false });
    expect(beats[1]!.position.leaders[0]).toMatchObject({ hex: "F8", attached: false });
    expect(position.units[0]!.hex).toBe("H8");
  });

  it("shows a roll with what its faces did, then the losses", () => {
    const events = [
      happens("close", { hex: "G7", to: "F7" }),
      happens("dice", { hex: "G7", to: "F7", faces: "BBF", words: "rolls 3 dice" }),
      happens("face", { faces: "B", count: 2, effect: "hits", words: "2 x blue triangle: hit" }),
      happens("face", { faces: "F", count: 1, effect: "flag", words: "1 x flag" }),
      happens("lost", { hex: "F7", count: 2, left: 1 }),
      happens("retreated", { hex: "F7", to: "E7", side: "top" }),
    ];
    const beats = beatsOf(position, events);
    expect(beats.map((beat) => beat.kind)).toEqual(["close", "dice", "lost", "retreated"]);
    expect(beats[1]!.roll).toMatchObject({ faces: "BBF", hits: "B", lines: ["2 x blue triangle: hit", "1 x flag"] });
    expect(beats[2]!.position.units[1]).toMatchObject({ hex: "F7", blocks: 1 });
    expect(beats[3]!.position.units[1]).toMatchObject({ hex: "E7" });
    expect(lastRoll(events)?.faces).toBe("BBF");
  });

  it("reads the faces from their entries where the dice tell none", () => {
    const roll = lastRoll([
      happens("dice", { words: "rolls 3 dice" }),
      happens("face", { faces: "S", count: 2, effect: "spared", words: "2 x swords: ignored by the target" }),
      happens("face", { faces: "G", count: 1, effect: "hits", words: "1 x green circle: hit" }),
    ]);
    expect(roll).toMatchObject({ faces: "SSG", hits: "G" });
  });

  it("takes away what is eliminated: the unit, then its leader", () => {
    const beats = beatsOf(position, [
      happens("eliminated", { hex: "H8", side: "bottom" }),
      happens("fled", { hex: "H8", to: "I8", side: "bottom", leader: true }),
      happens("eliminated", { hex: "I8", side: "bottom", leader: true }),
    ]);
    expect(beats[0]!.position.units.map((unit) => unit.hex)).toEqual(["F7"]);
    expect(beats[0]!.position.leaders[0]).toMatchObject({ hex: "H8", attached: false });
    expect(beats[1]!.position.leaders[0]).toMatchObject({ hex: "I8" });
    expect(beats[2]!.position.leaders).toEqual([]);
  });

  it("forgets orders when a turn begins, and passes over silent events", () => {
    const beats = beatsOf(position, [happens("drew", { side: "top" }), happens("turn", { side: "top" })]);
    expect(beats).toHaveLength(1);
    expect(beats[0]!.position.units[0]!.ordered).toBe(false);
  });
});
