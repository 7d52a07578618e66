// Where hexes lie. Rows A, C, E, ... have 13 hexes, the others 12 and stand half a hex to the right.
// A hex is held as its row and its distance from the left border in half hexes, so that neighbours are plain sums.
import type { Side } from "../lib/types";
import type { BoardFace } from "./board";

export type Point = [x: number, y: number];
export type Way = "up" | "down" | "left" | "right";
export type Section = "left" | "center" | "right";
export interface Spot {
  row: number;
  half: number;
}

/** From the centre of a hex to its corner, and from side to side. */
export const R = 38;
export const W = Math.sqrt(3) * R;
export const PLAIN_FACE: BoardFace = { flipped: false, turned: false };
const LAST_HALF = 24;
/** The six steps: rows down, halves to the right. */
export const STEPS: readonly Spot[] = [
  { row: 0, half: -2 },
  { row: -1, half: -1 },
  { row: -1, half: 1 },
  { row: 0, half: 2 },
  { row: 1, half: 1 },
  { row: 1, half: -1 },
];

export function spot(hex: string): Spot {
  const row = hex.charCodeAt(0) - 65;
  return { row, half: 2 * (Number(hex.slice(1)) - 1) + (row % 2) };
}

export function exists({ row, half }: Spot, rows: number): boolean {
  return row >= 0 && row < rows && half >= 0 && half <= LAST_HALF && half % 2 === row % 2;
}

export function nameOf({ row, half }: Spot): string {
  return String.fromCharCode(65 + row) + ((half - (row % 2)) / 2 + 1);
}

export const onBoard = (hex: string, rows: number): boolean => /^[A-K]\d{1,2}$/.test(hex) && exists(spot(hex), rows);

export const plus = (a: Spot, b: Spot): Spot => ({ row: a.row + b.row, half: a.half + b.half });

/** All hexes, A1 first, row by row. */
export function hexes(rows: number): string[] {
  const all: string[] = [];
  for (let row = 0; row < rows; row++)
    for (let half = row % 2; half <= LAST_HALF - (row % 2); half += 2) all.push(nameOf({ row, half }));
  return all;
}

export function neighbours(hex: string, rows: number): string[] {
  const here = spot(hex);
  return STEPS.map((step) => plus(here, step))
    .filter((there) => exists(there, rows))
    .map(nameOf);
}

export function distance(a: string, b: string): number {
  const from = spot(a);
  const to = spot(b);
  const down = Math.abs(from.row - to.row);
  return down + Math.max(0, Math.abs(from.half - to.half) - down) / 2;
}

const breadth = 13 * W;
const depth = (rows: number): number => 2 * R + (rows - 1) * 1.5 * R;

/** Width and height of the board as seen. */
export function size(rows: number, face: BoardFace = PLAIN_FACE): Point {
  return face.turned ? [depth(rows), breadth] : [breadth, depth(rows)];
}

/** A point of the unturned board as seen. */
export function seen([x, y]: Point, rows: number, face: BoardFace = PLAIN_FACE): Point {
  const [a, b] = face.flipped ? [breadth - x, depth(rows) - y] : [x, y];
  return face.turned ? [depth(rows) - b, a] : [a, b];
}

/** The centre of a spot, on the board or beside it. */
export function middle({ row, half }: Spot, rows: number, face: BoardFace = PLAIN_FACE): Point {
  return seen([((half + 1) * W) / 2, R + row * 1.5 * R], rows, face);
}

export const centre = (hex: string, rows: number, face: BoardFace = PLAIN_FACE): Point => middle(spot(hex), rows, face);

/** The corners of a hex around its centre, `k` away from it. */
export function corners(face: BoardFace = PLAIN_FACE, k: number = R): Point[] {
  return [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = (Math.PI / 180) * (60 * i - (face.turned ? 0 : 30));
    return [round(k * Math.cos(angle)), round(k * Math.sin(angle))];
  });
}

export const points = (face: BoardFace = PLAIN_FACE, k: number = R): string =>
  corners(face, k)
    .map((corner) => corner.join())
    .join(" ");

export const round = (n: number): number => Math.round(n * 100) / 100;

/** The hex whose centre is nearest to a point, or null beside the board. */
export function hexAt([x, y]: Point, rows: number, face: BoardFace = PLAIN_FACE): string | null {
  let best: string | null = null;
  let least = R;
  for (const hex of hexes(rows)) {
    const [a, b] = centre(hex, rows, face);
    const away = Math.hypot(a - x, b - y);
    if (away < least) [best, least] = [hex, away];
  }
  return best;
}

const WAYS: Record<Way, Point> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** The neighbour that lies that way on the screen; the hex itself at the border. Across the grain the way zigzags. */
export function go(hex: string, way: Way, rows: number, face: BoardFace = PLAIN_FACE): string {
  const [x, y] = centre(hex, rows, face);
  const [u, v] = WAYS[way];
  const here = spot(hex);
  let best = hex;
  let least = Infinity;
  for (const there of neighbours(hex, rows)) {
    const [a, b] = centre(there, rows, face);
    const ahead = (a - x) * u + (b - y) * v;
    const aside = Math.abs((a - x) * v - (b - y) * u);
    if (ahead < aside + 1) continue;
    const right = spot(there).half > here.half;
    const cost = aside * 1.5 + ahead + (right === (here.row % 2 === 0) ? 0 : 0.5);
    if (cost < least) [best, least] = [there, cost];
  }
  return best;
}

/** The sections of a hex as the player of that side sees them; two for a hex that a line cuts. */
export function sections(hex: string, side: Side): Section[] {
  const half = side === "bottom" ? spot(hex).half : LAST_HALF - spot(hex).half;
  const all: Section[] = [];
  if (half <= 8) all.push("left");
  if (half >= 8 && half <= 16) all.push("center");
  if (half >= 16) all.push("right");
  return all;
}

/** The two lines between the sections, a little longer than the board. */
export function sectionLines(rows: number, face: BoardFace = PLAIN_FACE, over = 4): [Point, Point][] {
  return [4.5, 8.5].map((k) => [seen([k * W, -over], rows, face), seen([k * W, depth(rows) + over], rows, face)]);
}

/** What is written at the edges of the board: the letter of each row at both its ends, the numbers along the outer rows. */
export function edgeWords(rows: number, face: BoardFace = PLAIN_FACE): { words: string; at: Point; row: boolean }[] {
  const out: { words: string; at: Point; row: boolean }[] = [];
  for (let row = 0; row < rows; row++) {
    const [y, first] = [R + row * 1.5 * R, row % 2 ? W / 2 : 0];
    const away = first ? 13 : -11; // beside a short row is room, a long one reaches to the edge of the board
    for (const x of [first - away, breadth - first + away])
      out.push({ words: String.fromCharCode(65 + row), at: seen([x, y], rows, face), row: true });
  }
  for (const [row, y] of [
    [0, 12],
    [rows - 1, depth(rows) - 12],
  ] as const)
    for (let n = 1; n <= 13 - (row % 2); n++)
      out.push({ words: String(n), at: seen([(n - 0.5 + (row % 2) / 2) * W, y], rows, face), row: false });
  return out;
}

/** Which way leads off the board from a hex at its border: a vector of length 1, or null. */
export function outward(hex: string, rows: number, face: BoardFace = PLAIN_FACE): Point | null {
  const here = spot(hex);
  const [x, y] = middle(here, rows, face);
  let [u, v] = [0, 0];
  for (const step of STEPS) {
    const there = plus(here, step);
    if (exists(there, rows)) continue;
    const [a, b] = middle(there, rows, face);
    u += a - x;
    v += b - y;
  }
  const length = Math.hypot(u, v);
  return length > 1 ? [u / length, v / length] : null;
}

/** Where a unit of that side looks, in degrees clockwise from up. */
export function facing(side: Side, face: BoardFace = PLAIN_FACE): number {
  return ((side === "bottom" ? 0 : 180) + (face.flipped ? 180 : 0) + (face.turned ? 90 : 0)) % 360;
}
