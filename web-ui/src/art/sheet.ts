// The figures of all kinds on one sheet, for pictures that the server makes (tools/figures.py): no page has it.
// Drawn three times: plainly, and with cloth or shields alone pale, which tells how much of each pixel is dyed.
import { dressed, KINDS } from "./figures";
import type { Kit } from "./kit";
import { kit, KITS } from "./kits";
import { CONTOUR } from "./picture";
import { boxOf, K, sizeOf, spriteOf, standing, standOf } from "./pieces";
import { R } from "../board/geometry";

const WIDE = 560;
/** How pale: a dye of 255 would count as white cloth, which some figures are not given. */
const PALE = 200;
const DYES: readonly (readonly [cloth: number, field: number])[] = [
  [0, 0],
  [PALE, 0],
  [0, PALE],
];
const FIGURES_MOST = 6;

const grey = (v: number): string => `#${v.toString(16).padStart(2, "0").repeat(3)}`;
/** Nobody's dress: what an army is known by is in its dyes. */
const dyed = (cloth: string, field: string): Kit => ({
  ...kit("syracusan"),
  device: "boss",
  cloth,
  crest: cloth,
  saddle: cloth,
  field,
  field2: field,
});

/** Where a kind lies on the sheet, and how its figures stand in a hex whose corners are 1 from its middle. */
interface Placed {
  at: readonly [x: number, y: number, width: number, height: number]; // in pixels
  feet: readonly [x: number, y: number]; // in its box
  size: number; // of a figure, for each pixel
  stand: readonly [x: number, rx: number, ry: number];
  spots: readonly (readonly [x: number, y: number])[][]; // by blocks, from one; the rear rank first
}

/** The sheet as SVG, and what is where. `scale` is pixels for each unit of the drawings. */
export function sheet(scale: number): { svg: string; width: number; height: number; about: unknown } {
  const kinds: Record<string, Placed> = {};
  const parts: string[] = [];
  let [x, y, tall] = [0, 0, 0];
  const boxes = KINDS.map((kind) => ({ kind, box: boxOf(spriteOf(kind, "roman", "bottom")) }));
  for (const { kind, box } of boxes.sort((a, b) => b.box[3] - a.box[3])) {
    const [left, top, width, height] = box;
    const [w, h] = [Math.ceil(width * scale), Math.ceil(height * scale)];
    if (x + w > WIDE) [x, y, tall] = [0, y + tall, 0];
    parts.push(`<g id="${kind}" transform="translate(${x - left * scale} ${y - top * scale}) scale(${scale})">`);
    const size = (sizeOf(kind) * K) / R;
    const stand = standOf(spriteOf(kind, "roman", "bottom"))!;
    const spots = Array.from({ length: kind === "leader" ? 1 : FIGURES_MOST }, (_, n) =>
      standing(kind, n + 1, n + 1, false).map((one) => [one.x / R, one.y / R] as const),
    );
    kinds[kind] = {
      at: [x, y, w, h],
      feet: [-left * scale, -top * scale],
      size: size / scale,
      stand: [stand.x * size, stand.rx * size, stand.ry * size],
      spots,
    };
    x += w;
    tall = Math.max(tall, h);
  }
  const height = y + tall;
  const order = Object.keys(kinds);
  const band = ([cloth, field]: readonly [number, number]) =>
    order.map((kind, n) => `${parts[n]}<g filter="url(#t)">${dressed(kind, dyed(grey(cloth), grey(field)))}</g></g>`);
  const bands = DYES.map((dye, n) => `<g transform="translate(0 ${n * height})">${band(dye).join("")}</g>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${3 * height}">${CONTOUR}${bands.join("")}</svg>`;
  const kits = Object.fromEntries(
    Object.entries(KITS).map(([key, one]) => [key, { cloth: one.cloth, field: one.field, allies: one.allies }]),
  );
  return { svg, width: WIDE, height, about: { pale: PALE, height, kinds, kits } };
}
