// How a piece goes from hex to hex: along the middles, with small hops as men step and horses canter.
import type { Walk } from "./board";
import { round, type Point } from "./geometry";

/** Hops a hex, and how high they go. */
const GAITS: Record<Walk["gait"], [hops: number, high: number]> = { march: [2, 1.5], canter: [2, 3.5], flee: [3, 2] };
/** Milliseconds from one rank of a unit to the next. */
export const A_RANK = 30;

/** How each figure of a unit goes that walks. */
export interface Steps {
  frames: Keyframe[];
  time: number; // milliseconds until the last of them has come
}

/** The key frames of a walk over the middles of its hexes; it ends where the piece stands. */
export function strideOf(way: readonly Point[], gait: Walk["gait"]): Keyframe[] {
  return spotsOf(way, gait).map(([x, y, up]) => ({
    transform: `translate(${round(x)}px,${round(y)}px)`,
    translate: up ? `0 ${-up}px` : "0 0",
  }));
}

/** The same for a figure, seen from where its unit comes to; who flees has turned round. */
export function stepsOf(way: readonly Point[], gait: Walk["gait"]): Keyframe[] {
  const [x0, y0] = way.at(-1) ?? [0, 0];
  const turn = gait === "flee" ? " scaleX(-1)" : "";
  return spotsOf(way, gait).map(([x, y, up]) => ({
    transform: `translate(${round(x - x0)}px,${round(y - y0 - up)}px)${turn}`,
  }));
}

function spotsOf(way: readonly Point[], gait: Walk["gait"]): [x: number, y: number, up: number][] {
  const [hops, high] = GAITS[gait];
  const spots: [number, number, number][] = [];
  way.forEach((to, n) => {
    const from = way[n - 1];
    if (from)
      for (let half = 1; half < 2 * hops; half++) {
        const part = half / (2 * hops);
        spots.push([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part, half % 2 ? high : 0]);
      }
    spots.push([to[0], to[1], 0]);
  });
  return spots;
}
