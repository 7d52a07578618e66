// Where everything of one board lies, as it is seen: computed once for its rows and the way it is turned.
import type { BoardFace } from "./board";
import * as geo from "./geometry";
import type { Point } from "./geometry";

const { R, W } = geo;

/** A translation, for SVG. */
export const move = ([x, y]: Point): string => `translate(${geo.round(x)},${geo.round(y)})`;

export interface Layout {
  rows: number;
  face: BoardFace;
  all: string[];
  frame: Point; // width and height
  at: Record<string, Point>; // the centres
  place: (hex: string) => string; // a translation to a hex
  edge: (hex: string, step: geo.Spot, inward?: number) => { from: Point; to: Point; out: Point };
}

export function layOut(rows: number, face: BoardFace): Layout {
  const all = geo.hexes(rows);
  const at: Record<string, Point> = Object.fromEntries(all.map((hex) => [hex, geo.centre(hex, rows, face)]));
  const place = (hex: string): string => move(at[hex] ?? [-999, -999]);
  /** The edge between a hex and the one a step away. */
  function edge(hex: string, step: geo.Spot, inward = 0): { from: Point; to: Point; out: Point } {
    const [x, y] = at[hex] ?? [0, 0];
    const [a, b] = geo.middle(geo.plus(geo.spot(hex), step), rows, face);
    const out: Point = [(a - x) / W, (b - y) / W];
    const k = W / 2 - inward;
    const from: Point = [x + out[0] * k - (out[1] * R) / 2, y + out[1] * k + (out[0] * R) / 2];
    const to: Point = [x + out[0] * k + (out[1] * R) / 2, y + out[1] * k - (out[0] * R) / 2];
    return { from: [geo.round(from[0]), geo.round(from[1])], to: [geo.round(to[0]), geo.round(to[1])], out };
  }
  return { rows, face, all, frame: geo.size(rows, face), at, place, edge };
}
