// Bare ground: a field of colours, brush strokes along a slow flow, and tufts.
import type { Brush } from "./brush";
import { noise, stream } from "./noise";

const CELL = 5; // units of the board to a dot of the colour field

const parts = (hex: string): [number, number, number] => {
  const n = parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
};

/** Paint it; it gives way now and then, so that a page stays quick. */
export function* field(brush: Brush): Generator<void> {
  const { pen, pal, seed, s, view } = brush;
  const soft = noise(seed);
  const fine = noise(seed + 5);
  const colours = pal.ground.map(parts);
  const colour = (x: number, y: number): [number, number, number] => {
    const v = Math.max(0, Math.min(0.999, soft(x / (190 * s), y / (140 * s)) * 1.45 - 0.22));
    const k = (fine(x / (60 * s) + 40, y / (48 * s)) - 0.5) * 26;
    const i = v * (colours.length - 1);
    const a = colours[i | 0]!;
    const b = colours[Math.min(colours.length - 1, (i | 0) + 1)]!;
    const f = i - (i | 0);
    return [a[0] + (b[0] - a[0]) * f + k, a[1] + (b[1] - a[1]) * f + k, a[2] + (b[2] - a[2]) * f + k * 0.8];
  };
  const wide = Math.ceil(view.width / CELL) + 1;
  const high = Math.ceil(view.height / CELL) + 1;
  const small = document.createElement("canvas");
  small.width = wide;
  small.height = high;
  const dots = small.getContext("2d")!;
  const image = dots.createImageData(wide, high);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const [r, g, b] = colour(view.x + x * CELL, view.y + y * CELL);
      const o = 4 * (y * wide + x);
      image.data[o] = r;
      image.data[o + 1] = g;
      image.data[o + 2] = b;
      image.data[o + 3] = 255;
    }
    if (y % 60 === 59) yield;
  }
  dots.putImageData(image, 0, 0);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(small, view.x, view.y, wide * CELL, high * CELL);
  yield;
  const next = stream(seed + 1);
  pen.lineCap = "round";
  const strokes = Math.min(14000, (view.width * view.height) / (85 * s * s));
  for (let i = 0; i < strokes; i++) {
    const x = view.x + next() * view.width;
    const y = view.y + next() * view.height;
    const a = (fine(x / (260 * s) + 9, y / (260 * s)) - 0.5) * 2.6 + (next() - 0.5) * 0.5;
    const long = ((5 + next() * 20) * s) / 2;
    const c = colour(x + (next() * 40 - 20) * s, y + (next() * 40 - 20) * s);
    const k = (next() - 0.5) * 34;
    pen.strokeStyle = `rgba(${(c[0] + k) | 0},${(c[1] + k) | 0},${(c[2] + k * 0.8) | 0},${0.1 + next() * 0.2})`;
    pen.lineWidth = (1 + next() * 4.5) * s;
    pen.beginPath();
    pen.moveTo(x - Math.cos(a) * long, y - Math.sin(a) * long);
    pen.lineTo(x + Math.cos(a) * long, y + Math.sin(a) * long);
    pen.stroke();
    if (i % 900 === 899) yield;
  }
  pen.globalAlpha = 0.5;
  pen.lineWidth = 0.9 * s;
  for (let i = 0; i < (view.width * view.height) / (1500 * s * s); i++) {
    const x = view.x + next() * view.width;
    const y = view.y + next() * view.height;
    if (soft(x / (90 * s) + 3, y / (90 * s)) < 0.47) continue;
    pen.strokeStyle = pal.tuft[(next() * pal.tuft.length) | 0]!;
    pen.beginPath();
    for (let j = -1; j < 2; j++) {
      pen.moveTo(x + j * 1.3 * s, y);
      pen.lineTo(x + j * 2.6 * s, y - (2.6 + next() * 2.6) * s);
    }
    pen.stroke();
  }
  pen.globalAlpha = 1;
}
