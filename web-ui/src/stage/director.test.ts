import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../lib/settings.svelte";
import type { Happening, View } from "../lib/types";
import { Director, type Beat } from "./director.svelte";

const unit = (id: number, hex: string, side: "top" | "bottom"): View["units"][number] => ({
  id,
  hex,
  kind: "auxilia",
  side,
  blocks: 4,
  full: 4,
  leader: false,
  special: [],
  moved: 0,
  ordered: false,
  fought: false,
});
const start = {
  version: 1,
  units: [unit(0, "H8", "bottom"), unit(1, "F7", "top")],
  leaders: [],
  turn: 1,
  active: "bottom",
  yours: ["bottom"],
  eyes: "bottom",
  outcome: null,
  banners: { top: 0, bottom: 0 },
  hand: { charge: 1 },
  hand_words: { charge: { words: "Order four, one die more.", orders: [] } },
  card: null,
  card_words: "",
  hand_sizes: { top: 5, bottom: 5 },
  deck_size: 40,
  tokens_spent: { top: 0, bottom: 0 },
  decision: { phase: "battle", prompt: "Battle with a unit", options: [{ number: 1 }], actor: "bottom" },
} as unknown as View;

let no = 0;
const happens = (kind: Happening["kind"], more: Partial<Happening> = {}): Happening =>
  ({
    ...{ no: no++, moment: no, kind, hex: "", to: "", side: null, faces: "", count: 0, left: 0, effect: "", card: "" },
    ...{ leader: false, placed: null, path: [], says: null, text: kind, words: kind, rules: [], ...more },
  }) as Happening;

const enemyTurn = (): Happening[] => [
  happens("turn", { side: "top", count: 1 }),
  happens("moved", { hex: "F7", to: "G7", path: ["F7", "G7"] }),
  happens("dice", { hex: "G7", to: "H8", faces: "BF" }),
  happens("face", { faces: "B", count: 1, effect: "hits", words: "1 x blue triangle: hit" }),
  happens("face", { faces: "F", count: 1, effect: "flag", words: "1 x flag" }),
  happens("lost", { hex: "H8", count: 1, left: 3 }),
  happens("turn", { side: "bottom", count: 2 }),
];
const later = {
  ...start,
  version: 2,
  turn: 3,
  units: [{ ...unit(0, "H8", "bottom"), blocks: 3 }, unit(1, "G7", "top")],
} as View;

let director: Director;
let log: Happening[];
beforeEach(() => {
  vi.useFakeTimers();
  settings.speed = "normal";
  no = 0;
  director = new Director();
  director.take(start, null, [], false);
  log = enemyTurn();
});
afterEach(() => {
  director.stop();
  vi.useRealTimers();
});

const toEnd = (): void => {
  while (director.playing) vi.advanceTimersToNextTimer();
};

describe("Director", () => {
  it("asks nothing and offers nothing while it plays, and then stands as the server says", () => {
    director.take(later, log, log, false);
    expect(director.playing).toBe(true);
    expect(director.shown!.decision).toMatchObject({ prompt: "", options: [], actor: null });
    toEnd();
    expect(director.shown).toMatchObject({ turn: 3, decision: { prompt: "Battle with a unit" } });
    expect(director.shown!.log).toHaveLength(log.length);
  });

  it("throws dice that show nothing, then their faces, then what they hit, then the loss", () => {
    director.take(later, log, log, false);
    const seen: string[] = [];
    while (director.playing) {
      const { roll, tumbling, shown } = director;
      seen.push(`${tumbling ? "air" : "still"} ${roll?.faces ?? "-"}/${roll?.hits ?? "-"} ${shown!.units[0]!.blocks}`);
      vi.advanceTimersToNextTimer();
    }
    expect(seen.slice(2)).toEqual(["air / 4", "still BF/ 4", "still BF/B 4", "still BF/B 3", "still BF/B 3"]);
  });

  it("skips to the end, and keeps the faces of what was passed over", () => {
    director.take(later, log, log, false);
    director.skip();
    expect(director.playing).toBe(false);
    expect(director.roll).toMatchObject({ faces: "BF", hits: "B" });
    expect(director.rolls.map((roll) => roll.faces)).toEqual(["BF"]);
    expect(director.shown!.turn).toBe(3);
  });

  it("lists a roll once, however often its turn is passed over", () => {
    director.take(later, log, log, false);
    director.skip();
    director.again();
    director.skip();
    expect(director.rolls.map((roll) => roll.faces)).toEqual(["BF"]);
  });

  it("goes through all of it at once where nobody wants to wait", () => {
    settings.speed = "none";
    director.take(later, log, log, false);
    expect(director.playing).toBe(false);
    expect(director.rolls.map((roll) => roll.faces)).toEqual(["BF"]);
    expect(director.text).toContain("1 x blue triangle: hit");
  });

  it("leaves the other side's turn as arrows until one's own choice, and plays it again", () => {
    settings.speed = "none";
    director.take(later, log, log, false);
    expect(director.arrows).toEqual([
      { from: "F7", to: "G7", kind: "move", faint: true },
      { from: "G7", to: "H8", kind: "attack", faint: true },
    ]);
    settings.speed = "normal";
    director.again();
    expect(director.shown).toMatchObject({ turn: 2, decision: { options: [] } });
    expect(director.shown!.units[1]!.hex).toBe("F7");
    toEnd();
    expect(director.shown!.units[1]!.hex).toBe("G7");
    const own = [...log, happens("ordered", { hex: "H8", side: "bottom" })];
    director.take({ ...later, version: 3 } as View, own.slice(-1), own, true);
    expect(director.arrows).toEqual([]);
    expect(director.canAgain).toBe(true);
  });

  it("lets one's own piece walk without anybody waiting", () => {
    const own = [happens("moved", { hex: "H8", to: "F8", path: ["H8", "G8", "F8"], side: "bottom" })];
    director.take({ ...start, version: 2, units: [unit(0, "F8", "bottom")] } as View, own, own, true);
    expect(director.playing).toBe(false);
    expect(director.walk).toMatchObject({ unit: 0, hexes: ["H8", "G8", "F8"] });
    vi.runAllTimers();
    expect(director.walk).toBeNull();
  });

  it("holds a banner in the air until it has come to its plaque, at the pace that is set", () => {
    settings.speed = "fast";
    const end = [happens("eliminated", { hex: "H8", side: "bottom" }), happens("banner", { side: "top", count: 1 })];
    director.take({ ...later, units: later.units.slice(1), banners: { top: 1, bottom: 0 } } as View, end, end, false);
    expect(director.flight).toBeNull();
    vi.advanceTimersToNextTimer();
    expect(director.flight).toMatchObject({ side: "top", hex: "H8", pole: 0, time: 240 });
    expect(director.shown!.banners.top).toBe(0);
    vi.advanceTimersToNextTimer();
    expect(director.flight).toBeNull();
    expect(director.shown!.banners.top).toBe(1);
  });

  it("tells whoever listens what is to be heard", () => {
    const heard: Beat[] = [];
    director.onbeat = (beat) => heard.push(beat);
    director.take(later, log, log, false);
    toEnd();
    expect(heard.map((beat) => beat.sound)).toEqual(["march", "dice", "hit"]);
  });

  it("hides a hand at once when nobody's eyes look, whatever is played", () => {
    director.take(later, log, log, false);
    director.take({ ...later, eyes: null, hand: null } as View, [], log, false);
    expect(director.playing).toBe(true);
    expect(director.shown!.hand).toBeNull();
    vi.advanceTimersToNextTimer();
    expect(director.shown!.hand).toBeNull();
  });
});
