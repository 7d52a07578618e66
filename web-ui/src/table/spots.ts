// Where the dice and the sheet of odds lie on the map: beside what they speak of, and never over what is lit.
import type { Marks } from "../board/board";
import * as geo from "../board/geometry";
import type { BoardFace } from "../board/board";
import { grown, placeBeside } from "./beside";
import { scaleOf, type Box, type Places } from "./places";

/** The box of a hex in the window, while the map is not moved. */
export function hexBox(hex: string, rows: number, face: BoardFace, places: Places): Box {
  const k = scaleOf(places);
  const [x, y] = geo.centre(hex, rows, face);
  const [wide, high] = face.turned ? [2 * geo.R, geo.W] : [geo.W, 2 * geo.R];
  return {
    x: places.board.x + k * (x - wide / 2),
    y: places.board.y + k * (y - high / 2),
    width: k * wide,
    height: k * high,
  };
}

/** The hexes that must be seen: what may be chosen, attacked or gone to, and what is in hand. */
export const litHexes = (marks: Marks): string[] =>
  Object.entries(marks)
    .filter(([, mark]) => mark.legal || mark.target || mark.selected)
    .map(([hex]) => hex);

/** Figures stand a little higher than their hex. */
export const standing = (box: Box): Box => {
  const head = box.height * 0.18;
  return { ...box, y: box.y - head, height: box.height + head };
};

interface Wish {
  size: { width: number; height: number };
  near: Box;
  within: Box;
  lit: Box[];
  units: Box[];
  solid: Box[];
}

/** A place for a slip; where there is none that leaves all destinations free, null. */
export function spotFor({ size, near, within, lit, units, solid }: Wish): Box | null {
  if (!size.width || !size.height) return null;
  return placeBeside({
    size,
    near,
    within,
    never: [near, ...lit, ...solid].map((one) => grown(one, 2)),
    rather: units,
  });
}

/** The way from a slip to what it speaks of: a curve and the head of an arrow, as SVG paths. */
export function lead(from: Box, to: Box): { line: string; head: string; turn: string } {
  const [cx, cy] = [to.x + to.width / 2, to.y + to.height / 2];
  const x = Math.max(from.x + 6, Math.min(from.x + from.width - 6, cx));
  const y = Math.max(from.y + 6, Math.min(from.y + from.height - 6, cy));
  const far = Math.hypot(cx - x, cy - y) || 1;
  const radius = Math.min(to.width, to.height) * 0.47;
  const [u, v] = [(cx - x) / far, (cy - y) / far];
  const [ex, ey] = [cx - u * radius, cy - v * radius];
  const bend = Math.min(14, far / 6);
  const [mx, my] = [(x + ex) / 2 + v * bend, (y + ey) / 2 - u * bend];
  const angle = (Math.atan2(ey - my, ex - mx) * 180) / Math.PI;
  return {
    line: `M${geo.round(x)},${geo.round(y)}Q${geo.round(mx)},${geo.round(my)} ${geo.round(ex)},${geo.round(ey)}`,
    head: "M4,0L-9,-7L-6,0L-9,7Z",
    turn: `translate(${geo.round(ex)},${geo.round(ey)}) rotate(${geo.round(angle)})`,
  };
}
