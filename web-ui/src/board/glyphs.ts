// Small pictures, own work, in a box of 24 around the origin.

export interface Glyph {
  d: string;
  solid?: boolean; // filled, not only drawn
  more?: string; // lines over it in the colour of the ground
  extra?: string; // more lines in the colour of the picture
}

const HORSE =
  "M-6.8 9C-6.6 3.4-4.6-1-2.8-4.2L-3.6-9.2.4-6.7C4-6.2 6.6-2.9 8.3 1.1L6.5 4.4 3.7 2.7C1.5 3.4 1.9 6 3.6 9Z";
const EYE = "M2.2-3.2H2.8";
const MANE = "M-4.4 7.5C-4 3.6-2.8.8-1-1.6M-1.6 8C-1.4 5.4-.8 3.4.4 1.4";
const CAMEL =
  "M-9.4 1.6C-8.6-3-6.4-3-4.8-.8-3.8-6.6 1-6.6 1.8-.8 3.8-1 4-4.6 4.4-7.6L9.2-8.2 9.4-6 6.8-5.2C6.8 0 6 2.6 4.6 3.4L5.2 9.4H3.2L2.4 4.4H-4.6L-5.4 9.4H-7.4L-7 4.4C-8.6 4.2-9.4 3-9.4 1.6Z";
const BOW = "M4.6-10.4C10.6-6.2 11.4 1.4 7.6 6.6M4.6-10.4 7.6 6.6";

const horse: Glyph = { d: HORSE, solid: true, more: EYE };
const bowHorse: Glyph = { d: HORSE, solid: true, more: EYE, extra: BOW };
const mailed: Glyph = { d: HORSE, solid: true, more: `${EYE}${MANE}` };
const mailedBow: Glyph = { d: HORSE, solid: true, more: `${EYE}${MANE}`, extra: BOW };

const GLYPHS: Record<string, Glyph> = {
  "light-infantry": {
    d: "M-7.4 8.4 6.4-7.4M7.4 8.4-6.4-7.4M6.8-8 6.9-3.6M6.8-8 2.5-7.2M-6.8-8-6.9-3.6M-6.8-8-2.5-7.2",
  },
  "light-bow": { d: "M-3.4-9.2C5.4-6 5.4 6-3.4 9.2M-3.4-9.2V9.2M-8.4 0H8.6M5.4-2.8 8.6 0 5.4 2.8" },
  "light-sling": { d: "M-6 8.4C-7-1 2-9.4 6-6.8 9-3.2 3 .2 0-1.2M-2.2-1.2a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0" },
  auxilia: { d: "M0-8.8C5.2-8.8 5.8-4 5.8 0S5.2 8.8 0 8.8-5.8 4-5.8 0-5.2-8.8 0-8.8ZM-5.6 0H5.6M0-2.6V2.6" },
  "medium-infantry": {
    d: "M0-7.8A7.8 7.8 0 1 1 0 7.8 7.8 7.8 0 1 1 0-7.8ZM0-2.4A2.4 2.4 0 1 1 0 2.4 2.4 2.4 0 1 1 0-2.4Z",
  },
  warrior: { d: "M-7 8.6 5-6M2.4-8.8C5-9.6 8-7 7.8-3.6L3.4-4.4ZM7 8.6-5-6M-2.4-8.8C-5-9.6-8-7-7.8-3.6L-3.4-4.4Z" },
  "heavy-infantry": {
    d: "M-6.2-8.4Q0-10.4 6.2-8.4V8.4Q0 10.4-6.2 8.4ZM0-9.2V-2.6M0 9.2V2.6M-6 0H-2.6M6 0H2.6M0-2.6A2.6 2.6 0 1 1 0 2.6 2.6 2.6 0 1 1 0-2.6Z",
  },
  "heavy-war-machine": {
    d: "M-8.6-3.4C-5.4-8.6 5.4-8.6 8.6-3.4L0 1.6ZM0-10V5.6M-2.2-8 0-10.4 2.2-8M-6.4 9.4 0 4 6.4 9.4",
  },
  "light-cavalry": horse,
  "medium-cavalry": horse,
  "heavy-cavalry": horse,
  "light-bow-cavalry": bowHorse,
  "medium-bow-cavalry": bowHorse,
  "heavy-bow-cavalry": bowHorse,
  "cataphract-cavalry": mailed,
  "super-heavy-cavalry": mailed,
  "super-heavy-bow-cavalry": mailedBow,
  camel: { d: CAMEL, solid: true },
  "cataphract-camel": { d: CAMEL, solid: true, more: "M-6.6 1.4H3.4M-3.2-1.2H.2" },
  "barbarian-chariot": {
    d: "M-1-5A6.6 6.6 0 1 1-1 8.2 6.6 6.6 0 1 1-1-5ZM-1-5V8.2M-7.6 1.6H5.6M3.6-3.2 9.2-7.4M-7.6-3.6-5.4-9.4H3.4",
  },
  "heavy-chariot": { d: "M0-8A8 8 0 1 1 0 8 8 8 0 1 1 0-8ZM0-8V8M-8 0H8M-5.7-5.7 5.7 5.7M5.7-5.7-5.7 5.7" },
  elephant: {
    d: "M-8.2 7.6V-1C-8.2-6-4-8.2 0-8.2 5-8.2 8.2-5 8.2 0V5C8.2 8.8 4.6 9 4.4 6.2M-8.2 7.6H-4.2V3.6H0V7.6H3.2M-2.6-5.2C1.2-5.4 1.8-.2-2.2-.6M4.2-3H4.5",
  },
};

const BORDERED = new Set([
  "auxilia",
  "warrior",
  "cataphract-cavalry",
  "cataphract-camel",
  "barbarian-chariot",
  "super-heavy-cavalry",
  "super-heavy-bow-cavalry",
]);
export const bordered = (key: string): boolean => BORDERED.has(key);

const BY_GROUP: Record<string, string> = {
  cavalry: "medium-cavalry",
  chariot: "heavy-chariot",
  camel: "camel",
  elephant: "elephant",
  "war-machine": "heavy-war-machine",
};

export const glyphOf = (key: string, group: string): Glyph =>
  GLYPHS[key] ?? GLYPHS[BY_GROUP[group] ?? ""] ?? { d: "M0-7V7M-7 0H7" };

/** The crested helmet of a leader: the crest is a line, the helmet a shape. */
export const CREST = "M-7.5 1C-9-8 1-13.5 8-7";
export const HELMET = "M-5.6 9.5C-7 2-6.4-4.8 0-5.6 5.6-5.6 7.4-1.6 7.2 3H2.2L4 9.5H.2L-1 4.6-1.4 9.5Z";

/** A star of `n` points between two radii. */
export function star(n: number, inner: number, outer: number): string {
  return Array.from({ length: 2 * n }, (_, i) => {
    const angle = (Math.PI * i) / n - Math.PI / 2;
    const radius = i % 2 ? inner : outer;
    return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
}
