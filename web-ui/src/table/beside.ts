// Where a slip of paper may lie on the map: near what it speaks of, and over nothing that has to be seen.
import type { Box } from "./places";

export const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** The gap between two boxes; 0 where they touch. */
export const gap = (a: Box, b: Box): number =>
  Math.hypot(
    Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width),
    Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height),
  );

export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export interface Wish {
  size: { width: number; height: number };
  near: Box; // what the slip speaks of
  within: Box;
  never: Box[]; // what it must not cover
  rather: Box[]; // what it should not
}

/** The best place for a slip: null where everything would cover something that must be seen. */
export function placeBeside({ size, near, within, never, rather }: Wish): Box | null {
  const step = Math.max(6, Math.min(size.width, size.height) / 8);
  let best: Box | null = null;
  let least = Infinity;
  const right = within.x + within.width - size.width;
  const bottom = within.y + within.height - size.height;
  for (let y = within.y; y <= bottom; y += step)
    for (let x = within.x; x <= right; x += step) {
      const box = { x, y, ...size };
      const away = gap(box, near);
      if (away >= least) continue;
      if (never.some((one) => overlap(box, one) > 0)) continue;
      let cost = away;
      for (const one of rather) cost += (90 * overlap(box, one)) / (one.width * one.height);
      if (cost < least) [best, least] = [box, cost];
    }
  return best;
}
