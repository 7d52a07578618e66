// What lies on the ground, as paths: coasts, rivers with their banks, ramparts along hexsides.
import type { Position } from "../lib/types";
import * as geo from "./geometry";
import type { Point } from "./geometry";
import type { Layout } from "./layout";
import { rivers, stands, type Family, type Grounds } from "./terrain";

/** The line between land and standing water. */
export function coastOf({ terrain }: Position, grounds: Grounds, { at, rows, edge }: Layout): string {
  let d = "";
  for (const [hex, key] of Object.entries(terrain)) {
    if (!stands(grounds, key) || !at[hex]) continue;
    for (const step of geo.STEPS) {
      const there = geo.plus(geo.spot(hex), step);
      if (!geo.exists(there, rows) || stands(grounds, terrain[geo.nameOf(there)])) continue;
      const { from, to } = edge(hex, step, 1.4);
      d += `M${from}L${to}`;
    }
  }
  return d;
}

/** One hex of flowing water: its course, and where a ford or a bridge is drawn. */
export interface Stream {
  hex: string;
  family: Family;
  d: string;
  ends: Point[]; // where its course leaves the hex
  leaves: Point[]; // ... and the board with it
  mid: Point;
  angle: number;
  through: boolean; // it comes in and goes out
}

export const streamsOf = ({ terrain }: Position, grounds: Grounds, { at, rows, face }: Layout): Stream[] =>
  rivers(terrain, rows, grounds).map((reach) => {
    const here = at[reach.hex] ?? [0, 0];
    const end = (arm: geo.Spot): Point => {
      const [x, y] = geo.middle(geo.plus(geo.spot(reach.hex), arm), rows, face);
      return [geo.round(here[0] + (x - here[0]) * 0.51), geo.round(here[1] + (y - here[1]) * 0.51)];
    };
    const ends = reach.arms.map(end);
    const leaves = reach.arms.filter((arm) => !geo.exists(geo.plus(geo.spot(reach.hex), arm), rows)).map(end);
    const [a, b] = ends;
    const centre: Point = [geo.round(here[0]), geo.round(here[1])];
    const through = a && b && ends.length === 2;
    const d = through ? `M${a}Q${centre} ${b}` : ends.map((end) => `M${end}L${centre}`).join("");
    const middle: Point = through ? [(a[0] + b[0]) / 4 + here[0] / 2, (a[1] + b[1]) / 4 + here[1] / 2] : here;
    const angle = a ? (Math.atan2((b ?? here)[1] - a[1], (b ?? here)[0] - a[0]) * 180) / Math.PI : 0;
    return {
      hex: reach.hex,
      family: reach.family,
      d,
      ends,
      leaves,
      mid: middle,
      angle: geo.round(angle),
      through: Boolean(through),
    };
  });

export interface Rampart {
  rampart: string;
  bank: string;
  stakes: string;
}

export const rampartsOf = ({ rampart_sides }: Position, { at, edge }: Layout): Rampart[] =>
  rampart_sides.flatMap(({ hex: inside, outside }) => {
    if (!at[inside]) return [];
    const a = geo.spot(inside);
    const b = geo.spot(outside);
    const { from, to, out } = edge(inside, { row: b.row - a.row, half: b.half - a.half }, 3);
    const stakes = [0.1, 0.3, 0.5, 0.7, 0.9].map((t) => {
      const [x, y] = [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
      return `M${geo.round(x)} ${geo.round(y)}L${geo.round(x + out[0] * 7.5)} ${geo.round(y + out[1] * 7.5)}`;
    });
    return [{ rampart: `${inside}/${outside}`, bank: `M${from}L${to}`, stakes: stakes.join("") }];
  });
