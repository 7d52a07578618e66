import { describe, expect, it } from "vitest";
import type { Happening, View } from "../lib/types";
import { lastRoll } from "./rolls";
import { scenesOf } from "./scenes";

const shown = {
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
  turn: 1,
  active: "bottom",
  yours: ["bottom"],
  eyes: "bottom",
  banners: { top: 0, bottom: 0 },
  hand: { charge: 1 },
  hand_sizes: { top: 5, bottom: 5 },
  deck_size: 40,
  tokens_spent: { top: 0, bottom: 0 },
  decision: { phase: "battle" },
} as unknown as View;

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
  placed: null,
  path: [],
  says: null,
  leader: false,
  text: kind,
  words: kind,
  rules: [],
  ...more,
});

describe("scenesOf", () => {
  it("moves a unit with its leader, and a leader alone", () => {
    const scenes = scenesOf(shown, [
      happens("moved", { hex: "H8", to: "G8" }),
      happens("moved", { hex: "G8", to: "F8", leader: true }),
    ]);
    expect(scenes).toHaveLength(2);
    expect(scenes[0]!.state.units[0]).toMatchObject({ hex: "G8", leader: true });
    expect(scenes[0]!.state.leaders[0]).toMatchObject({ hex: "G8", attached: true });
    expect(scenes[0]!.arrow).toEqual({ from: "H8", to: "G8", kind: "move" });
    expect(scenes[1]!.state.units[0]).toMatchObject({ hex: "G8", leader: false });
    expect(scenes[1]!.state.leaders[0]).toMatchObject({ hex: "F8", attached: false });
    expect(scenes[0]!.walk).toMatchObject({ unit: 0, leader: 0, hexes: ["H8", "G8"], gait: "march" });
    expect(scenes[1]!.walk).toMatchObject({ unit: null, leader: 0, gait: "canter" });
    expect(shown.units[0]!.hex).toBe("H8");
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
    const scenes = scenesOf(shown, events);
    expect(scenes.map((scene) => scene.kind)).toEqual(["approach", "dice", "faces", "hits", "loss", "retreat"]);
    expect(scenes[1]).toMatchObject({
      no: events[0]!.no,
      tumbling: true,
      roll: { count: 3, faces: "", hits: "", lines: [] },
    });
    expect(scenes[2]).toMatchObject({
      no: events[0]!.no,
      tumbling: false,
      roll: { faces: "BBF", hits: "", lines: [] },
    });
    expect(scenes[3]!.roll).toMatchObject({ faces: "BBF", hits: "B", lines: ["2 x blue triangle: hit", "1 x flag"] });
    expect(scenes[3]).toMatchObject({ no: events[3]!.no });
    expect(scenes[3]!.state.units[1]).toMatchObject({ blocks: 3 });
    expect(scenes[4]!.state.units[1]).toMatchObject({ hex: "F7", blocks: 1 });
    expect(scenes[4]!.fall).toEqual({ unit: 1, hex: "F7", blocks: 2, last: false });
    expect(scenes[5]!.walk).toMatchObject({ unit: 1, hexes: ["F7", "E7"], gait: "flee" });
    expect(scenes[5]!.state.units[1]).toMatchObject({ hex: "E7" });
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
    const scenes = scenesOf(shown, [
      happens("eliminated", { hex: "H8", side: "bottom" }),
      happens("fled", { hex: "H8", to: "I8", side: "bottom", leader: true }),
      happens("eliminated", { hex: "I8", side: "bottom", leader: true }),
    ]);
    expect(scenes[0]!.state.units.map((unit) => unit.hex)).toEqual(["F7"]);
    expect(scenes[0]!.state.leaders[0]).toMatchObject({ hex: "H8", attached: false });
    expect(scenes[1]!.state.leaders[0]).toMatchObject({ hex: "I8" });
    expect(scenes[2]!.state.leaders).toEqual([]);
  });

  it("lets a banner fly from where the piece fell, and counts it when it has come", () => {
    const scenes = scenesOf(shown, [
      happens("eliminated", { hex: "F7", side: "top" }),
      happens("banner", { side: "bottom", count: 1 }),
    ]);
    expect(scenes.map((scene) => scene.kind)).toEqual(["loss", "banner", "banner"]);
    const [, flies, lands] = scenes;
    expect(flies!.flight).toEqual({ side: "bottom", hex: "F7", pole: 0, time: 600 });
    expect(flies!.state.banners).toEqual({ top: 0, bottom: 0 });
    expect(flies!.no).toBe(lands!.no - 1);
    expect(lands!.flight).toBeNull();
    expect(lands!.state.banners).toEqual({ top: 0, bottom: 1 });
  });

  it("has a banner for each piece that fell, each from its own place; one for held ground flies from nowhere", () => {
    const scenes = scenesOf(shown, [
      happens("eliminated", { hex: "F7", side: "top" }),
      happens("eliminated", { hex: "H8", side: "top", leader: true }),
      happens("banner", { side: "bottom", count: 1 }),
      happens("banner", { side: "bottom", count: 2 }),
      happens("turn", { side: "bottom", count: 2 }),
      happens("banner", { side: "bottom", count: 3 }),
    ]);
    expect(scenes.flatMap((scene) => (scene.flight ? [`${scene.flight.hex} ${scene.flight.pole}`] : []))).toEqual([
      "F7 0",
      "H8 1",
    ]);
    expect(scenes.at(-1)!.state.banners.bottom).toBe(3);
  });

  it("forgets orders when a turn begins, and passes over silent events", () => {
    const scenes = scenesOf(shown, [
      happens("drew", { side: "top" }),
      happens("turn", { side: "top", count: 1 }),
      happens("drew", { side: "bottom", card: "charge" }),
    ]);
    expect(scenes.map((scene) => scene.time > 0)).toEqual([false, true]);
    expect(scenes[0]!.state.hand_sizes).toEqual({ top: 6, bottom: 5 });
    expect(scenes[1]!.state).toMatchObject({ turn: 2, active: "top", card: null, hand: { charge: 2 } });
    expect(scenes[1]!.state.units[0]!.ordered).toBe(false);
  });
});
