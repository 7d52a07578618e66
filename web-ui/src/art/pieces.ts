// What stands in a hex: where each figure of a unit stands, how large it is drawn, and what is baked for it.
// Lengths are those of the drawings (a hex from its centre to a corner is 44); `K` brings them to those of the board.
import { R } from "../board/geometry";
import type { Side } from "../lib/types";
import { DEVICES } from "./devices";
import { INK, put, shade } from "./draw";
import { BOX, buildOf, figure, pale, type Build } from "./figures";
import { face, HELMETS } from "./helmets";
import { kit } from "./kits";

export type Box = readonly [left: number, top: number, width: number, height: number];

export const K = R / 44;
/** How large the figures of a build stand in a hex. */
export const SIZE: Record<Build, number> = { foot: 0.8, horse: 0.68, chariot: 0.78, elephant: 0.64, engine: 0.7 };
const LEADER_SIZE = 0.84;
const COIN: Box = [-15, -15, 30, 30];
const COIN_SIZE = 0.92;
const FALLEN: Box = [-16, -9, 32, 16];
const FALLEN_SIZE = 0.75;

type Spot = readonly [x: number, y: number];

/** Where the feet are, front rank last, by how many figures the unit has at full strength. */
const STANDS: Record<Build, Record<number, readonly Spot[]>> = {
  foot: {
    1: [[-1, 12]],
    2: [[-11, 8], [12, 12]],
    3: [[2, -5], [-16, 11], [15, 12]],
    4: [[-9, -6], [17, -5], [-18, 11], [8, 13]],
    5: [[-22, -2], [1, -6], [22, -1], [-12, 13], [12, 13]],
    6: [[-22, -4], [0, -6], [21, -3], [-20, 12], [2, 13], [23, 12]],
  },
  horse: {
    1: [[0, 13]],
    2: [[-12, 2], [12, 13]],
    3: [[-16, -6], [18, -4], [0, 13]],
    4: [[-15, -7], [19, -6], [-19, 11], [14, 13]],
  },
  chariot: { 1: [[2, 11]], 2: [[-3, -7], [4, 13]], 3: [[-5, -9], [6, 0], [0, 14]] },
  elephant: { 1: [[0, 12]], 2: [[-12, -3], [14, 13]], 3: [[-14, -5], [15, -3], [0, 14]] },
  engine: { 1: [[0, 12]], 2: [[-12, 0], [12, 14]], 3: [[-14, -4], [14, -2], [0, 14]] },
}; // prettier-ignore

export interface Standing {
  x: number;
  y: number;
  dx: number; // how far it stepped up where others fell
  dy: number;
  stands: boolean; // else it fell, and its shield lies there
}

/** Where the figures of a unit stand, rear rank first; the front rank falls first, and the others step up. In units of the board. */
export function standing(kind: string, blocks: number, full: number, flip: boolean, turned = false): Standing[] {
  const table = STANDS[buildOf(kind)];
  const most = Math.max(...Object.keys(table).map(Number));
  const count = Math.max(1, Math.min(most, Math.max(blocks, full)));
  const spots = [...(table[count] ?? [])]
    .sort((a, b) => a[1] - b[1])
    .map(([x, y]): Spot => [K * (flip ? -x : x) * (turned ? 0.94 : 1), K * (turned ? (y - 3) * 0.86 : y)]);
  const left = Math.ceil((Math.min(blocks, count) * spots.length) / count);
  const [stand, gap] = [middle(spots.slice(0, left)), middle(spots.slice(left))];
  const [dx, dy] = stand && gap ? [(gap[0] - stand[0]) * CLOSES, (gap[1] - stand[1]) * CLOSES] : [0, 0];
  return spots.map(([x, y], i) => ({ x, y, dx, dy, stands: i < left }));
}

/** How far of the way to the gap the others step up. */
const CLOSES = 0.3;
const middle = (spots: readonly Spot[]): Spot | null =>
  spots.length
    ? [
        spots.reduce((sum, one) => sum + one[0], 0) / spots.length,
        spots.reduce((sum, one) => sum + one[1], 0) / spots.length,
      ]
    : null;

/** A picture that is baked once: what it shows, whose it is, and whether it looks to the left. */
export interface Sprite {
  key: string;
  what: string; // a kind, "leader", "coin" or "fallen"
  kit: string;
  side: Side;
  flip: boolean;
}

export const spriteOf = (what: string, kit: string, side: Side, flip = side === "top"): Sprite => ({
  key: `${what}|${kit}|${side}|${flip ? "l" : "r"}`,
  what,
  kit,
  side,
  flip,
});

const plainBox = (what: string): Box => (what === "coin" ? COIN : what === "fallen" ? FALLEN : BOX[buildOf(what)]);
export const sizeOf = (what: string): number =>
  what === "coin" ? COIN_SIZE : what === "fallen" ? FALLEN_SIZE : what === "leader" ? LEADER_SIZE : SIZE[buildOf(what)];

/** The box of a picture around its feet as it is drawn, in units of the drawings before its size. */
export function boxOf({ what, flip }: Sprite): Box {
  const [left, top, width, height] = plainBox(what);
  return flip ? [-(left + width), top, width, height] : [left, top, width, height];
}

/** The same on the board. */
export function boardBox(sprite: Sprite): Box {
  const k = K * sizeOf(sprite.what);
  const [left, top, width, height] = boxOf(sprite);
  return [left * k, top * k, width * k, height * k];
}

const coin = (army: string, side: Side): string => {
  const k = kit(army);
  return (
    `<circle cx=".8" cy="1.2" r="13.2" fill="#000" opacity=".35"/><circle r="13.2" fill="#3d2903"/><circle r="12.4" fill="#e8b73a"/>` +
    `<circle r="12.4" fill="none" stroke="#fff0b5" stroke-width="1" stroke-dasharray="1.1 1.3"/>` +
    `<circle r="10.1" fill="${side === "top" ? "#2f2a24" : "#f1e6c9"}" stroke="#6e4c08" stroke-width=".9"/>` +
    put(
      -0.6,
      3.4,
      `<path d="M-7.4,5 C-6,4.6 -4,4.4 0,4.4 S5.6,4.8 6.6,5.4 C4,6.6 -4,6.8 -7.4,5Z" fill="${pale(k.cloth) ? k.field2 : k.cloth}" stroke="${INK}" stroke-width=".9"/>${face(k, k.beard)}${HELMETS.leader(k)}`,
      0,
      1.12,
    )
  );
};

const fallen = (army: string): string => {
  const k = kit(army);
  return (
    `<g opacity=".86"><ellipse cx="0" cy="3" rx="11" ry="3.4" fill="#000" opacity=".25"/>` +
    `<path d="M-13,1 L-3,-3 M1,-4.4 L12,-7.6" stroke="#2a1b10" stroke-width="2.4" stroke-linecap="round"/>` +
    `<path d="M-13,1 L-3,-3 M1,-4.4 L12,-7.6" stroke="#8f6b3c" stroke-width="1.1" stroke-linecap="round"/>` +
    `<ellipse cx="2" cy="1" rx="7.4" ry="3.6" fill="${INK}"/><ellipse cx="2" cy=".6" rx="6.6" ry="2.9" fill="${shade(k.field, -0.3)}"/>` +
    `<ellipse cx="2" cy=".6" rx="2" ry="1" fill="${shade(k.metal, -0.2)}"/></g>`
  );
};

/** The drawing of a picture, looking to the right. */
export function drawingOf({ what, kit: army, side }: Sprite): string {
  if (what === "coin") return coin(army, side);
  if (what === "fallen") return fallen(army);
  return figure(what, army);
}

/** The stand of a figure, light or dark by its side; a leader's has a gold ring. */
export interface Stand {
  x: number;
  rx: number;
  ry: number;
  fill: string;
  edge: string;
  ring: boolean;
}
const STAND: Record<Build, readonly [x: number, rx: number]> = {
  foot: [0.5, 10.5],
  horse: [-1, 17],
  chariot: [-2, 30],
  elephant: [-4, 21],
  engine: [-3, 20],
};
export const STAND_FILL: Record<Side, string> = { top: "#3a342c", bottom: "#e9dcba" };
const STAND_EDGE: Record<Side, string> = { top: "#15110c", bottom: "#7c6840" };

export function standOf({ what, side, flip }: Sprite): Stand | null {
  if (what === "coin" || what === "fallen") return null;
  const [x, rx] = STAND[buildOf(what)];
  return {
    x: flip ? -x : x,
    rx,
    ry: rx * 0.2 + 1,
    fill: STAND_FILL[side],
    edge: STAND_EDGE[side],
    ring: what === "leader",
  };
}

/** The shield of an army as a small picture around 0,0, its radius 10.4. */
export const roundel = (army: string): string => {
  const k = kit(army);
  return (
    `<circle r="10.4" fill="${INK}"/><circle r="9.8" fill="${k.metal}"/><circle r="8" fill="${k.field}" stroke="${shade(k.field, -0.35)}" stroke-width=".7"/>` +
    `<path d="M-6.9,-3.8A7.9 7.9 0 0 1 3,-7.2" stroke="#fff" stroke-opacity=".4" stroke-width="1.2" fill="none"/>` +
    put(0, 0, DEVICES[k.device](k), 0, k.device === "wings" || k.device === "spiral" ? 0.82 : 1.02)
  );
};
