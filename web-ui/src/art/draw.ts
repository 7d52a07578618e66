// The few strokes that every part is made of. A figure's feet stand at 0,0; up is negative; it looks to the right.

export const INK = "#33210f";

/** A filled outline. */
export const shape = (d: string, fill: string, width = 0.7): string =>
  `<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;

/** A stroke; `more` are further attributes. */
export const line = (d: string, colour: string, width = 0.9, more = ""): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

export const disc = (x: number, y: number, r: number, fill: string, width = 0.7): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${INK}" stroke-width="${width}"/>`;

/** An arm or a leg: a stroke with a contour. */
export const limb = (d: string, width: number, colour: string): string =>
  line(d, INK, width + 1.25) + line(d, colour, width);

/** Something at a place, turned and scaled. */
export const put = (x: number, y: number, what: string, turn = 0, k = 1): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${k})">${what}</g>`;

/** A colour that is darker (below 0, to -1) or lighter (to 1). */
export function shade(hex: string, by: number): string {
  const n = parseInt(hex.slice(1), 16);
  const parts = [n >> 16, (n >> 8) & 255, n & 255].map((v) =>
    Math.max(0, Math.min(255, Math.round(by < 0 ? v * (1 + by) : v + (255 - v) * by))),
  );
  return `#${parts.map((v) => v.toString(16).padStart(2, "0")).join("")}`;
}

export const pole = (x1: number, y1: number, x2: number, y2: number, width = 1.15): string =>
  line(`M${x1},${y1} L${x2},${y2}`, INK, width + 1.5) + line(`M${x1},${y1} L${x2},${y2}`, "#a97c45", width);

/** The point of a spear. */
export const tip = (x: number, y: number, turn: number, k = 1): string =>
  put(x, y, shape("M0,-6.6 C1.9,-4 1.7,-1.6 .8,0 H-.8 C-1.7,-1.6 -1.9,-4 0,-6.6Z", "#e2e4e0", 0.8), turn, k);
