// Which part of the board a diagram shows: all that stands on it or is spoken of, and a little around.
import { centre, PLAIN_FACE, R, size, W } from "../../board/geometry";
import type { RuleDiagram } from "../../lib/types";

const LEAST = 4.4 * W; // so much of the board is seen at least
export const SHAPE = 1.5; // width by height

export function partOf({ position, marks, arrows }: Pick<RuleDiagram, "position" | "marks" | "arrows">): {
  left: number;
  top: number;
  wide: number;
  high: number;
} {
  const hexes = [
    ...[...position.units, ...position.leaders].map((one) => one.hex),
    ...Object.keys(position.terrain),
    ...marks,
    ...arrows.flatMap((one) => [one.start, one.to]),
  ];
  const spots = hexes.map((hex) => centre(hex, position.rows, PLAIN_FACE));
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs) - 0.8 * W, Math.max(...xs) + 0.8 * W];
  const [top, bottom] = [Math.min(...ys) - 1.35 * R, Math.max(...ys) + 1.2 * R];
  const wide = Math.max(LEAST, right - left, (bottom - top) * SHAPE);
  const high = wide / SHAPE;
  const [width, height] = size(position.rows, PLAIN_FACE);
  const within = (middle: number, length: number, whole: number): number =>
    Math.max(Math.min(0, whole - length) / 2, Math.min(middle - length / 2, whole - length));
  return { left: within((left + right) / 2, wide, width), top: within((top + bottom) / 2, high, height), wide, high };
}
