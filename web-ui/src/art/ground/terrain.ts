// Each kind of ground in its hexes: hills with hachures, woods that leave the middle free, walls, camps, water.
import type { Position } from "../../lib/types";
import * as geo from "../../board/geometry";
import type { Point } from "../../board/geometry";
import { coastOf, rampartsOf } from "../../board/ground";
import { family, type Family, type Grounds } from "../../board/terrain";
import { at, blob, chance, house, oval, poly, tent, tree, type Brush } from "./brush";
import { beds } from "./water";

const { R } = geo;

/** Paint all terrain of a position. */
export function* terrain(brush: Brush, position: Position, grounds: Grounds): Generator<void> {
  const of: Partial<Record<Family, string[]>> = {};
  for (const [hex, key] of Object.entries(position.terrain))
    if (brush.lay.at[hex]) (of[family(grounds, key)] ??= []).push(hex);
  const all = (...families: Family[]): string[] => families.flatMap((one) => of[one] ?? []);
  standing(brush, all("sea", "lake"), new Set(all("sea")), coastOf(position, grounds, brush.lay));
  hills(brush, all("hill", "slope", "peak"));
  yield;
  for (const hex of all("marsh")) marsh(brush, hex);
  for (const hex of all("broken")) broken(brush, hex);
  beds(brush, position, grounds);
  yield;
  for (const hex of byRow(all("peak"))) peak(brush, hex);
  for (const hex of all("slope")) slope(brush, hex);
  for (const hex of byRow(all("forest"))) forest(brush, hex);
  yield;
  for (const hex of all("town")) town(brush, hex);
  for (const hex of all("camp")) camp(brush, hex);
  for (const hex of byRow(all("wall", "fort", "gate"))) {
    const kind = family(grounds, position.terrain[hex]);
    wall(brush, hex, kind === "gate" ? "gate" : kind === "fort" ? "fort" : "wall");
  }
  for (const hex of all("unknown")) unknown(brush, hex, position.terrain[hex] ?? "");
  ramparts(brush, position);
}

const byRow = (hexes: string[]): string[] => [...hexes].sort();

/** Dry earth under what stands there. */
function earth(brush: Brush, hex: string, k: number, colour: string, alpha: number, jitter = 0.2): void {
  const [x, y] = at(brush, hex);
  brush.pen.save();
  brush.blur(4);
  brush.pen.globalAlpha = alpha;
  brush.pen.fillStyle = colour;
  blob(brush, x, y, R * k, jitter, chance(brush, hex));
  brush.pen.fill();
  brush.pen.restore();
}

const near = (brush: Brush, hex: string, among: Set<string>): Point[] =>
  geo.neighbours(hex, brush.lay.rows).flatMap((there) => (among.has(there) ? [at(brush, there)] : []));

function hills(brush: Brush, hexes: string[]): void {
  if (!hexes.length) return;
  const { pen, pal, s } = brush;
  const among = new Set(hexes);
  const layer = (k: number, colour: string, dx: number, dy: number, soft: number, alpha: number): void => {
    pen.save();
    brush.blur(soft);
    pen.globalAlpha = alpha;
    pen.fillStyle = colour;
    for (const hex of hexes) {
      const [x, y] = at(brush, hex);
      blob(brush, x + dx * s, y + dy * s, R * k, 0.1, chance(brush, hex, 1));
      pen.fill();
      near(brush, hex, among).forEach(([a, b], i) => {
        blob(brush, (x + a) / 2 + dx * s, (y + b) / 2 + dy * s, R * k * 0.86, 0.1, chance(brush, hex, 2 + i));
        pen.fill();
      });
    }
    pen.restore();
  };
  layer(0.84, pal.hillShade, 5, 7, 5, 1);
  layer(0.8, pal.hill, 0, 0, 5, 0.8);
  layer(0.56, pal.hillHi, -5, -6, 10, 0.75);
  layer(0.36, pal.hillShade, 3, 5, 8, 0.35);
  layer(0.3, pal.hillHi, -2, -3, 8, 0.8);
  pen.strokeStyle = pal.hatch;
  for (const hex of hexes) {
    const [x, y] = at(brush, hex);
    const next = chance(brush, hex, 9);
    const beside = near(brush, hex, among);
    for (const [level, long] of [
      [0.62, 9],
      [0.34, 7],
    ] as const)
      // prettier-ignore
      for (let a = 0; a < Math.PI * 2; a += 0.17 / (level * 0.9)) {
        const turn = a + (next() - 0.5) * 0.08;
        const [ca, sa] = [Math.cos(turn), Math.sin(turn)];
        const [px, py] = [x + ca * R * level, y + sa * R * level * 0.93];
        if (beside.some(([p, q]) => Math.hypot(px - p, py - q) < R * (level > 0.5 ? 1.12 : 1.3))) continue;
        const dark = Math.max(0, (ca + sa) / 1.41);
        pen.globalAlpha = 0.35 + 0.58 * dark;
        pen.lineWidth = (0.8 + 1.1 * dark) * s;
        const l = long * s * (0.7 + next() * 0.5);
        pen.beginPath();
        pen.moveTo(px, py);
        pen.lineTo(px + ca * l, py + sa * l);
        pen.stroke();
      }
  }
  pen.globalAlpha = 1;
}

/** A mountain that nobody enters. */
function peak(brush: Brush, hex: string): void {
  const { pal, s } = brush;
  const [x, y] = at(brush, hex);
  const next = chance(brush, hex, 3);
  for (const [dx, dy, k] of [
    [-13, 2, 0.8],
    [13, 0, 0.85],
    [-1, 14, 1],
  ] as const) {
    // prettier-ignore
    const [px, py, r] = [x + dx * s, y + dy * s, 24 * k * s];
    const lean = (next() - 0.5) * 6 * s;
    oval(brush, px + 4 * s, py + r * 0.55, r * 1.05, r * 0.34, pal.rockShade);
    poly(brush, [[px - r, py + r * 0.6], [px - r * 0.3, py - r * 0.5], [px + lean, py - r * 1.15], [px + r * 0.35, py - r * 0.3], [px + r, py + r * 0.6]], pal.rock[2]!, pal.rockShade, s); // prettier-ignore
    poly(brush, [[px + lean, py - r * 1.15], [px + r * 0.35, py - r * 0.3], [px + r, py + r * 0.6], [px + r * 0.1, py + r * 0.6], [px - r * 0.1, py - r * 0.2]], pal.rock[1]!); // prettier-ignore
    poly(brush, [[px + lean, py - r * 1.15], [px + r * 0.16, py - r * 0.72], [px, py - r * 0.62], [px - r * 0.16, py - r * 0.78]], pal.day ? "#f4efe2" : "#b9b6a8"); // prettier-ignore
  }
}

/** A slope: hachures in rows. */
function slope(brush: Brush, hex: string): void {
  const { pen, pal, s } = brush;
  const [x, y] = at(brush, hex);
  const next = chance(brush, hex, 4);
  pen.strokeStyle = pal.hatch;
  pen.lineWidth = 1.5 * s;
  for (const row of [-14, 2, 18])
    for (let i = -4; i <= 4; i++) {
      const [px, py] = [x + (i * 6 + next() * 2) * s, y + (row + Math.abs(i) * 0.9) * s];
      pen.beginPath();
      pen.moveTo(px, py);
      pen.lineTo(px + i * 0.8 * s, py + (8 + next() * 4) * s);
      pen.stroke();
    }
}

function broken(brush: Brush, hex: string): void {
  const { pen, pal, s } = brush;
  earth(brush, hex, 0.84, pal.dirt, 0.5, 0.25);
  const [x, y] = at(brush, hex);
  const next = chance(brush, hex, 5);
  for (let i = 0; i < 16; i++) {
    const a = next() * 6.28;
    const d = Math.sqrt(next()) * R * 0.72;
    const [px, py, r] = [x + Math.cos(a) * d, y + Math.sin(a) * d, (2.4 + next() * 5.2) * s];
    oval(brush, px + 1.6 * s, py + r * 0.5, r * 1.15, r * 0.5, pal.rockShade);
    poly(brush, [[px - r, py + r * 0.45], [px - r * 0.7, py - r * 0.5], [px + r * 0.1, py - r * 0.85], [px + r * 0.85, py - r * 0.2], [px + r, py + r * 0.5]], pal.rock[(next() * 3) | 0]!); // prettier-ignore
    poly(brush, [[px + r * 0.1, py - r * 0.85], [px + r * 0.85, py - r * 0.2], [px + r, py + r * 0.5], [px + r * 0.1, py + r * 0.5]], "rgba(0,0,0,.26)"); // prettier-ignore
    pen.strokeStyle = "rgba(255,250,230,.35)";
    pen.lineWidth = 0.8 * s;
    pen.beginPath();
    pen.moveTo(px - r * 0.7, py - r * 0.5);
    pen.lineTo(px + r * 0.1, py - r * 0.85);
    pen.stroke();
  }
}

function forest(brush: Brush, hex: string): void {
  const { pal, s } = brush;
  earth(brush, hex, 0.82, pal.forest[3]!, 0.75);
  const [x, y] = at(brush, hex);
  const next = chance(brush, hex, 6);
  const trees: [number, number, number][] = [];
  for (let i = 0; i < 70 && trees.length < 20; i++) {
    const a = next() * 6.28;
    const d = Math.sqrt(0.14 + next() * 0.86) * R * 0.76;
    const [px, py] = [x + Math.cos(a) * d, y + Math.sin(a) * d * 0.92];
    if (trees.some((t) => Math.hypot(t[0] - px, t[1] - py) < 8.4 * s)) continue;
    trees.push([px, py, (5.6 + next() * 3.6) * s]);
  }
  for (const [px, py, r] of trees.sort((a, b) => a[1] - b[1])) tree(brush, px, py, r, next);
}

function marsh(brush: Brush, hex: string): void {
  const { pen, pal, s } = brush;
  earth(brush, hex, 0.9, pal.mire, 0.75, 0.25);
  const [x, y] = at(brush, hex);
  const next = chance(brush, hex, 7);
  for (let i = 0; i < 7; i++) {
    const [px, py] = [x + (next() - 0.5) * 50 * s, y + (next() - 0.5) * 46 * s];
    const w = (6 + next() * 7) * s;
    oval(brush, px, py, w, w * 0.34, pal.water[0]!);
    oval(brush, px - w * 0.2, py - w * 0.08, w * 0.5, w * 0.1, pal.waterHi);
  }
  pen.lineWidth = 1.3 * s;
  for (let i = 0; i < 22; i++) {
    const a = next() * 6.28;
    const d = Math.sqrt(next()) * R * 0.78;
    const [px, py] = [x + Math.cos(a) * d, y + Math.sin(a) * d * 0.9];
    pen.strokeStyle = pal.reed[(next() * 3) | 0]!;
    for (let j = -1; j < 2; j++) {
      pen.beginPath();
      pen.moveTo(px, py);
      pen.quadraticCurveTo(px + j * 1.4 * s, py - 4 * s, px + j * 3.4 * s, py - (6 + next() * 4) * s);
      pen.stroke();
    }
    if (i % 3 === 0) oval(brush, px, py - 8 * s, 1.1 * s, 2.2 * s, "#6b4a28");
  }
}

function town(brush: Brush, hex: string): void {
  const { pal, s } = brush;
  earth(brush, hex, 0.86, pal.dirt, 0.6);
  const [x, y] = at(brush, hex);
  const next = chance(brush, hex, 8);
  for (const [dx, dy, k] of [
    [-3, -24, 0.9],
    [-19, -12, 1],
    [17, -14, 1.05],
    [-25, 8, 0.9],
    [24, 6, 0.95],
    [0, 22, 1],
  ] as const)
    // prettier-ignore
    house(brush, x + dx * s, y + dy * s, k * s, next);
}

function camp(brush: Brush, hex: string): void {
  const { pen, pal, s } = brush;
  earth(brush, hex, 0.82, pal.dirt, 0.6, 0.12);
  const [x, y] = at(brush, hex);
  for (let i = 0; i < 34; i++) {
    const a = (i / 34) * 6.283;
    if (a > 1.25 && a < 1.9) continue;
    const [px, py] = [x + Math.cos(a) * R * 0.78, y + Math.sin(a) * R * 0.72];
    pen.fillStyle = pal.day ? "#6b4a28" : "#4a3420";
    pen.fillRect(px - 1.1 * s, py - 6 * s, 2.2 * s, 8 * s);
    pen.fillStyle = "rgba(255,235,190,.3)";
    pen.fillRect(px - 1.1 * s, py - 6 * s, 0.8 * s, 8 * s);
  }
  for (const [dx, dy, k] of [
    [0, -20, 0.8],
    [-16, -10, 1],
    [14, -12, 0.9],
    [-21, 8, 0.85],
    [21, 7, 0.85],
  ] as const)
    // prettier-ignore
    tent(brush, x + dx * s, y + dy * s, 9 * s * k);
}

/** A wall of stone over the hex; scalable ones have a ladder, gates a way through. */
function wall(brush: Brush, hex: string, kind: "wall" | "fort" | "gate"): void {
  const { pen, pal, s } = brush;
  earth(brush, hex, 0.86, pal.dirt, 0.6);
  const [x, y] = at(brush, hex);
  const tall = kind === "wall" ? 22 : 30;
  const foot = y + 8 * s;
  const head = foot - tall * s;
  const half = R * 0.84;
  pen.fillStyle = "rgba(0,0,0,.3)";
  pen.fillRect(x - half + 3 * s, foot - 2 * s, 2 * half, 7 * s);
  pen.fillStyle = pal.stone[1]!;
  pen.fillRect(x - half, head, 2 * half, tall * s);
  pen.fillStyle = pal.stone[0]!;
  pen.fillRect(x - half, head - 6 * s, 2 * half, 7 * s);
  for (let i = 0; i < 6; i++) pen.fillRect(x - half + (i * 2 * half) / 5.5, head - 11 * s, half / 5.5, 6 * s);
  pen.strokeStyle = pal.stone[2]!;
  pen.lineWidth = s;
  pen.strokeRect(x - half, head - 6 * s, 2 * half, (tall + 6) * s);
  pen.beginPath();
  for (let row = 1; row * 7 < tall; row++) {
    const ry = head + row * 7 * s;
    pen.moveTo(x - half, ry);
    pen.lineTo(x + half, ry);
    for (let i = 0; i < 7; i++) {
      const px = x - half + ((i + (row % 2) * 0.5) * 2 * half) / 6.5;
      if (px > x + half) continue;
      pen.moveTo(px, ry - 7 * s);
      pen.lineTo(px, ry);
    }
  }
  pen.globalAlpha = 0.55;
  pen.stroke();
  pen.globalAlpha = 1;
  if (kind !== "wall")
    for (const side of [-1, 1]) {
      const px = x + side * half * 0.82;
      poly(brush, [[px - 8 * s, foot + s], [px - 8 * s, head - 12 * s], [px + 8 * s, head - 12 * s], [px + 8 * s, foot + s]], pal.stone[0]!, pal.stone[2], s); // prettier-ignore
      for (const dx of [-8, -2, 4]) {
        pen.fillStyle = pal.stone[0]!;
        pen.fillRect(px + dx * s, head - 17 * s, 4 * s, 5 * s);
      }
      pen.fillStyle = "rgba(40,24,8,.6)";
      pen.fillRect(px - 1.2 * s, head, 2.4 * s, 7 * s);
    }
  if (kind === "gate") {
    pen.fillStyle = "rgba(34,20,8,.9)";
    pen.beginPath();
    pen.moveTo(x - 9 * s, foot);
    pen.lineTo(x - 9 * s, foot - 12 * s);
    pen.arc(x, foot - 12 * s, 9 * s, Math.PI, 0);
    pen.lineTo(x + 9 * s, foot);
    pen.fill();
    pen.strokeStyle = pal.wood;
    pen.lineWidth = 1.4 * s;
    for (const dx of [-5, 0, 5]) {
      pen.beginPath();
      pen.moveTo(x + dx * s, foot);
      pen.lineTo(x + dx * s, foot - 19 * s);
      pen.stroke();
    }
  }
  if (kind === "wall") ladder(brush, x + half * 0.5, foot + 4 * s, head - 5 * s);
}

function ladder({ pen, pal, s }: Brush, x: number, foot: number, head: number): void {
  pen.strokeStyle = pal.wood;
  pen.lineWidth = 1.8 * s;
  pen.beginPath();
  for (const dx of [-3, 3]) {
    pen.moveTo(x + dx * s, foot);
    pen.lineTo(x + (dx * 0.7 - 4) * s, head);
  }
  for (let t = 0.12; t < 1; t += 0.16) {
    const y = foot + (head - foot) * t;
    pen.moveTo(x - 3.4 * s - 4 * t * s, y);
    pen.lineTo(x + 3 * s - 4 * t * s, y);
  }
  pen.stroke();
}

/** Water that stands; the sea goes on beyond the board. */
function standing(brush: Brush, hexes: string[], sea: Set<string>, coast: string): void {
  if (!hexes.length) return;
  const { pen, pal, s, lay } = brush;
  const outline = new Path2D();
  const add = ([x, y]: Point): void => {
    const hex = new Path2D();
    geo.corners(lay.face, R + 0.8).forEach(([a, b], i) => (i ? hex.lineTo(x + a, y + b) : hex.moveTo(x + a, y + b)));
    hex.closePath();
    outline.addPath(hex);
  };
  for (const hex of hexes) add(at(brush, hex));
  const rows = lay.rows;
  for (let row = -7; row < rows + 7; row++)
    for (let half = -16 + (Math.abs(row) % 2); half <= 40; half += 2) {
      if (geo.exists({ row, half }, rows)) continue;
      const inner = { row: Math.max(0, Math.min(rows - 1, row)), half: 0 };
      inner.half = Math.max(inner.row % 2, Math.min(24 - (inner.row % 2), half - ((half + inner.row) % 2)));
      if (sea.has(geo.nameOf(inner))) {
        const [x, y] = geo.middle({ row, half }, rows, lay.face);
        outline.moveTo(x + R * 1.22, y);
        outline.arc(x, y, R * 1.22, 0, 7);
      }
    }
  pen.save();
  brush.blur(3);
  pen.fillStyle = pal.water[2]!;
  pen.fill(outline);
  pen.restore();
  pen.save();
  pen.clip(outline);
  brush.blur(9);
  pen.globalAlpha = 0.8;
  for (const hex of hexes) {
    const [x, y] = at(brush, hex);
    const next = chance(brush, hex, 11);
    pen.fillStyle = pal.water[(next() * 2) | 0]!;
    blob(brush, x + (next() - 0.5) * 20 * s, y, R * 0.6, 0.4, next);
    pen.fill();
  }
  brush.blur(0);
  pen.globalAlpha = 0.7;
  pen.strokeStyle = pal.waterHi;
  pen.lineWidth = 1.1 * s;
  for (const hex of hexes) {
    const [x, y] = at(brush, hex);
    const next = chance(brush, hex, 12);
    for (let i = 0; i < 6; i++) {
      const [px, py, w] = [x + (next() - 0.5) * 54 * s, y + (next() - 0.5) * 60 * s, (5 + next() * 7) * s];
      pen.beginPath();
      pen.moveTo(px - w, py);
      pen.quadraticCurveTo(px - w / 2, py - 3 * s, px, py);
      pen.quadraticCurveTo(px + w / 2, py + 3 * s, px + w, py);
      pen.stroke();
    }
  }
  pen.restore();
  if (!coast) return;
  const shore = new Path2D(coast);
  pen.save();
  pen.lineCap = "round";
  pen.strokeStyle = pal.bank;
  pen.lineWidth = 7 * s;
  brush.blur(2);
  pen.stroke(shore);
  brush.blur(0);
  pen.strokeStyle = pal.bankDark;
  pen.lineWidth = 1.4 * s;
  pen.stroke(shore);
  pen.restore();
}

/** Banks with stakes along hexsides. */
function ramparts({ pen, pal, lay }: Brush, position: Position): void {
  pen.lineCap = "round";
  for (const { bank, stakes } of rampartsOf(position, lay)) {
    const side = new Path2D(bank);
    const draw = (path: Path2D, colour: string, width: number): void => {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.stroke(path);
    };
    draw(new Path2D(stakes), pal.day ? "#4a3118" : "#1c130a", 3);
    draw(new Path2D(stakes), pal.wood, 1.4);
    draw(side, pal.day ? "#5d4522" : "#1f190f", 8.4);
    draw(side, pal.hill, 5);
    draw(side, pal.hillHi, 1.4);
  }
}

/** Ground that the catalogue does not know: its first letters. */
function unknown({ pen, pal, s, lay }: Brush, hex: string, key: string): void {
  const [x, y] = lay.at[hex] ?? [0, 0];
  pen.save();
  pen.strokeStyle = pal.coord;
  pen.setLineDash([4 * s, 4 * s]);
  pen.beginPath();
  pen.arc(x, y, 22 * s, 0, 7);
  pen.stroke();
  pen.restore();
  pen.fillStyle = pal.coord;
  pen.font = `700 ${15 * s}px sans-serif`;
  pen.textAlign = "center";
  pen.fillText(key.slice(0, 3).toUpperCase(), x, y + 5 * s);
}
