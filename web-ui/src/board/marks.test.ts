import { describe, expect, it } from "vitest";
import { PALETTES } from "../art/ground/palette";
import { STAND_FILL } from "../art/pieces";
import { MARK_COLOURS, ringOf, SHAPES, signOf } from "./marks";

type Colour = [r: number, g: number, b: number];
const parse = (hex: string): Colour => {
  const n = parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255].map((v) => {
    const c = v / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Colour;
};
/** How eyes that lack a kind of cone see a colour (Machado and others 2009, complete), in linear light. */
const EYES = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
};
const seenBy = (eyes: number[], [r, g, b]: Colour): Colour =>
  [0, 3, 6].map((i) => Math.max(0, Math.min(1, eyes[i]! * r + eyes[i + 1]! * g + eyes[i + 2]! * b))) as Colour;
const light = ([r, g, b]: Colour): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (a: Colour, b: Colour): number => {
  const [hi, lo] = [Math.max(light(a), light(b)), Math.min(light(a), light(b))];
  return (hi + 0.05) / (lo + 0.05);
};

/** The tones that every mark is drawn with: its own, and those of its casing. */
const { gold, casing, lit, target, targetEdge, quiet } = MARK_COLOURS;
const TONES: Record<string, [string, string, ...string[]]> = {
  lit: [lit, casing],
  goal: [lit, casing],
  selected: [gold, casing],
  ordered: [gold, casing],
  moved: [gold, casing],
  battled: [quiet, casing],
  target: [target, targetEdge, casing],
};
const GROUNDS = {
  "the ground by day": PALETTES.light.ground,
  "the ground by night": PALETTES.dark.ground,
  "light and dark stands": Object.values(STAND_FILL),
  "woods and water by day": [...PALETTES.light.forest, ...PALETTES.light.water],
  "woods and water by night": [...PALETTES.dark.forest, ...PALETTES.dark.water],
};

describe.each(Object.entries(EYES))("marks seen by %s", (_, eyes) => {
  const see = (hex: string) => seenBy(eyes, parse(hex));
  it.each(Object.entries(TONES))("%s: it is told apart from its casing", (_, [a, b]) => {
    expect(contrast(see(a), see(b))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(Object.entries(GROUNDS))("one tone of every mark stands out on %s", (_, grounds) => {
    for (const [name, tones] of Object.entries(TONES))
      for (const ground of grounds) {
        const best = Math.max(...tones.map((tone) => contrast(see(tone), see(ground))));
        expect(best, `${name} on ${ground}`).toBeGreaterThanOrEqual(3);
      }
  });
});

it("gives every state a shape of its own, so that colours are not needed", () => {
  const shapes = Object.values(SHAPES).map(({ ring, filled, sign }) => `${ring} ${filled} ${sign}`);
  expect(new Set(shapes).size).toBe(shapes.length);
});

describe("what a hex tells", () => {
  const unit = (ordered: boolean, moved = 0, fought = false) => ({ ordered, moved, fought });
  it("tells the most pressing state", () => {
    expect(ringOf({ target: true, legal: true }, unit(true))).toBe("target");
    expect(ringOf({ legal: true }, unit(true, 1))).toBe("lit");
    expect(ringOf({ legal: true }, null)).toBe("goal");
    expect(ringOf(undefined, unit(true, 1, true))).toBe("battled");
    expect(ringOf(undefined, unit(true, 2))).toBe("moved");
    expect(ringOf(undefined, unit(true))).toBe("ordered");
    expect(ringOf(undefined, unit(false))).toBe("none");
  });
  it("goes on telling what a unit did while its hex is lit", () => {
    expect(signOf({ legal: true, selected: true }, unit(true, 1))).toBe("moved");
    expect(signOf({ done: true }, unit(true))).toBe("battled");
  });
});
