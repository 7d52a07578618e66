// The arrows of a battle's phases: a bent shaft through the centres of hexes, and a head that points into the last one.
import type { Point } from "../../board/geometry";
import { round } from "../../board/geometry";

export interface Drawn {
  shaft: string;
  head: string;
}

const toward = (a: Point, b: Point, far: number): Point => {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [a[0] + ((b[0] - a[0]) / length) * far, a[1] + ((b[1] - a[1]) / length) * far];
};
const words = (point: Point): string => `${round(point[0])} ${round(point[1])}`;

/** An arrow over some points, begun and ended a little inside them; null for fewer than two. */
export function drawn(points: readonly Point[], size: number): Drawn | null {
  const [first, second, beforeLast, last] = [points[0], points[1], points.at(-2), points.at(-1)];
  if (!first || !second || !beforeLast || !last) return null;
  const start = toward(first, second, size * 1.2);
  const tip = toward(last, beforeLast, size * 0.45);
  const foot = toward(tip, beforeLast, size);
  let shaft = `M${words(start)}`;
  for (const [n, point] of points.entries()) {
    const next = points[n + 1];
    if (n === 0 || !next) continue;
    const before = toward(point, points[n - 1]!, size);
    const after = toward(point, next, size);
    shaft += `L${words(before)}Q${words(point)} ${words(after)}`;
  }
  shaft += `L${words(foot)}`;
  const [u, v] = [(tip[0] - foot[0]) / size, (tip[1] - foot[1]) / size];
  const wing = (side: number): Point => [foot[0] - v * size * 0.62 * side, foot[1] + u * size * 0.62 * side];
  return { shaft, head: `M${words(tip)}L${words(wing(1))}L${words(wing(-1))}Z` };
}
