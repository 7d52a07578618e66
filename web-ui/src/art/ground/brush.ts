// What every painter of the ground holds: the canvas in units of the board, its colours, its chance, and where hexes lie.
import type { Point } from "../../board/geometry";
import type { Layout } from "../../board/layout";
import type { Palette } from "./palette";
import { seedOf, stream } from "./noise";

export interface Brush {
  pen: CanvasRenderingContext2D;
  pal: Palette;
  lay: Layout;
  seed: number;
  s: number; // what a length of the drawings is on the board
  blur: (radius: number) => void; // of the following strokes; 0 for none
  view: { x: number; y: number; width: number; height: number }; // what is painted, in units of the board
}

export const at = ({ lay }: Brush, hex: string): Point => lay.at[hex] ?? [0, 0];
/** Chance of a hex: the same wherever it lies on the screen. */
export const chance = ({ seed }: Brush, hex: string, salt = 0): (() => number) => stream(seed + seedOf(hex) + salt);

/** A soft round shape. */
export function blob({ pen }: Brush, x: number, y: number, r: number, jitter: number, next: () => number): void {
  const m = 14;
  const points = Array.from({ length: m }, (_, i): Point => {
    const q = r * (1 - jitter / 2 + next() * jitter);
    return [x + Math.cos((i / m) * Math.PI * 2) * q, y + Math.sin((i / m) * Math.PI * 2) * q * 0.93];
  });
  pen.beginPath();
  for (let i = 0; i <= m; i++) {
    const p = points[i % m]!;
    const q = points[(i + 1) % m]!;
    const [mx, my] = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    if (i) pen.quadraticCurveTo(p[0], p[1], mx, my);
    else pen.moveTo(mx, my);
  }
  pen.closePath();
}

export function oval({ pen }: Brush, x: number, y: number, rx: number, ry: number, fill: string): void {
  pen.fillStyle = fill;
  pen.beginPath();
  pen.ellipse(x, y, rx, ry, 0, 0, 7);
  pen.fill();
}

/** A polygon of points. */
export function poly({ pen }: Brush, points: readonly Point[], fill: string, stroke?: string, width = 1): void {
  pen.beginPath();
  points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
  pen.fillStyle = fill;
  pen.fill();
  if (stroke) {
    pen.strokeStyle = stroke;
    pen.lineWidth = width;
    pen.stroke();
  }
}

/** A tree with its shadow. */
export function tree(brush: Brush, x: number, y: number, r: number, next: () => number, faint = false): void {
  const { pen, pal, s } = brush;
  oval(brush, x + 2.6 * s, y + r * 0.8, r * 1.05, r * 0.5, pal.forestShade);
  pen.fillStyle = "#4a341d";
  pen.fillRect(x - 0.9 * s, y + r * 0.2, 1.8 * s, r * 0.75);
  const [dark, light] = faint
    ? pal.day
      ? ["#5c6644", ["#7f8a5f", "#727d52", "#8a9168"]]
      : ["#232c22", ["#36432f", "#3d4a36", "#2f3b2b"]]
    : [pal.forest[3]!, pal.forest];
  oval(brush, x, y - r * 0.3, r, r * 1.02, dark);
  oval(brush, x - r * 0.12, y - r * 0.45, r * 0.84, r * 0.84, light[(next() * 3) | 0]!);
  pen.globalAlpha = 0.55;
  for (let j = 0; j < 4; j++) {
    const a = 3.4 + next() * 1.6;
    const d = r * (0.25 + next() * 0.4);
    const hi = faint ? (pal.day ? "#b3b990" : "#5d6a52") : pal.forestHi;
    oval(brush, x + Math.cos(a) * d - r * 0.1, y - r * 0.5 + Math.sin(a) * d * 0.8, r * 0.2, r * 0.15, hi);
  }
  pen.globalAlpha = 1;
}

/** A house with a roof, seen from the front and above. */
export function house(brush: Brush, x: number, y: number, k: number, next: () => number): void {
  const { pen, pal } = brush;
  const roof = pal.roof[(next() * 3) | 0]!;
  oval(brush, x + 3 * k, y + 7 * k, 11 * k, 3 * k, "rgba(0,0,0,.28)");
  poly(brush, [[x - 7 * k, y], [x - 7 * k, y + 7 * k], [x + 7 * k, y + 7 * k], [x + 7 * k, y]], pal.stone[0]!, pal.stone[2], 0.8 * k); // prettier-ignore
  poly(brush, [[x - 9 * k, y + k], [x - 5 * k, y - 7 * k], [x + 6 * k, y - 7 * k], [x + 9 * k, y + k]], roof, "rgba(40,20,8,.6)", 0.8 * k); // prettier-ignore
  pen.strokeStyle = "rgba(255,230,190,.3)";
  pen.lineWidth = 0.8 * k;
  pen.beginPath();
  pen.moveTo(x - 5 * k, y - 6.4 * k);
  pen.lineTo(x + 6 * k, y - 6.4 * k);
  pen.stroke();
  pen.fillStyle = "rgba(40,24,8,.75)";
  pen.fillRect(x - 1.6 * k, y + 2.6 * k, 3.2 * k, 4.4 * k);
}

/** A tent of two sides. */
export function tent(brush: Brush, x: number, y: number, r: number): void {
  const { pen, pal, s } = brush;
  oval(brush, x + 3 * s, y + r * 0.62, r * 1.15, r * 0.3, "rgba(0,0,0,.28)");
  poly(brush, [[x, y - r], [x - r, y + r * 0.6], [x + r * 0.2, y + r * 0.7]], pal.tent[0]!); // prettier-ignore
  poly(brush, [[x, y - r], [x + r * 0.2, y + r * 0.7], [x + r, y + r * 0.45]], pal.tent[1]!); // prettier-ignore
  pen.strokeStyle = "rgba(60,40,16,.6)";
  pen.lineWidth = 0.8 * s;
  pen.beginPath();
  pen.moveTo(x, y - r * 1.25);
  pen.lineTo(x, y - r);
  pen.lineTo(x - r, y + r * 0.6);
  pen.moveTo(x, y - r);
  pen.lineTo(x + r * 0.2, y + r * 0.7);
  pen.stroke();
  poly(brush, [[x - r * 0.3, y - r * 0.1], [x - r * 0.55, y + r * 0.63], [x - r * 0.12, y + r * 0.66]], pal.rockShade); // prettier-ignore
}
