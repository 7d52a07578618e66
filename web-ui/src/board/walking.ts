// How a piece goes from hex to hex: along the middles, with small hops as men step and horses canter.
import type { Walk } from "./board";
import { round, type Point } from "./geometry";

/** Hops a hex, and how high they go. */
const GAITS: Record<Walk["gait"], [hops: number, high: number]> = { march: [2, 1.5], canter: [2, 3.5], flee: [3, 2] };

/** The key frames of a walk over the middles of its hexes; it ends where the piece stands. */
export function strideOf(way: readonly Point[], gait: Walk["gait"]): Keyframe[] {
  const [hops, high] = GAITS[gait];
  const frames: Keyframe[] = [];
  const add = ([x, y]: Point, up: number): void => {
    frames.push({ transform: `translate(${round(x)}px,${round(y)}px)`, translate: up ? `0 ${-up}px` : "0 0" });
  };
  way.forEach((to, n) => {
    const from = way[n - 1];
    if (from)
      for (let half = 1; half < 2 * hops; half++) {
        const part = half / (2 * hops);
        add([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part], half % 2 ? high : 0);
      }
    add(to, 0);
  });
  return frames;
}
