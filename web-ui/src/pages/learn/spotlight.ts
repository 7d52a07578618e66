// What a coach points at: how it stays light while the rest is dimmed, where his slip lies, and the arrow between them.
import { gap, grown, overlap, placeBeside } from "../../table/beside";
import type { Box } from "../../table/places";

const whole = (n: number): number => Math.round(n * 10) / 10;
const path = (points: [number, number][]): string => `M${points.map((p) => p.map(whole).join(" ")).join("L")}Z`;

/** A hex; `turned` as on a phone that is held upright, `stands` with the heads of the figures on it. */
export function hexPath({ x, y, width, height }: Box, turned: boolean, stands: boolean): string {
  const hex: [number, number][] = turned
    ? [
        [x + width / 4, y],
        [x + width * 0.75, y],
        [x + width, y + height / 2],
        [x + width * 0.75, y + height],
        [x + width / 4, y + height],
        [x, y + height / 2],
      ]
    : [
        [x + width / 2, y],
        [x + width, y + height / 4],
        [x + width, y + height * 0.75],
        [x + width / 2, y + height],
        [x, y + height * 0.75],
        [x, y + height / 4],
      ];
  const [left, right, top] = [x + width * 0.12, x + width * 0.88, y - height * (turned ? 0.12 : 0.02)];
  const heads: [number, number][] = [
    [left, y + height / 2],
    [left, top + 6],
    [left + 6, top],
    [right - 6, top],
    [right, top + 6],
    [right, y + height / 2],
  ];
  return path(hex) + (stands ? path(heads) : "");
}

/** A rectangle, a little bigger than what it shows. */
export function boxPath(box: Box, by = 4): string {
  const { x, y, width, height } = grown(box, by);
  return path([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]);
}

/** A curved arrow from a slip to what it speaks of, and how its head is turned; null where they touch. */
export function pointer(from: Box, to: Box): { line: string; turn: string } | null {
  if (gap(from, to) < 14) return null;
  const [cx, cy] = [to.x + to.width / 2, to.y + to.height / 2];
  const beside = cx < from.x || cx > from.x + from.width;
  const x = beside
    ? cx < from.x
      ? from.x
      : from.x + from.width
    : Math.min(from.x + from.width - 20, Math.max(from.x + 20, cx));
  const below = cy > from.y + from.height / 2;
  const y = beside
    ? Math.min(from.y + from.height - 24, Math.max(from.y + 24, cy - (below ? to.height : -to.height)))
    : below
      ? from.y + from.height
      : from.y;
  const far = Math.hypot(cx - x, cy - y) || 1;
  const reach = Math.min(to.width, to.height) * 0.5;
  const [ex, ey] = [cx - ((cx - x) / far) * reach, cy - ((cy - y) / far) * reach];
  // It leaves the slip straight, and comes down in a bow.
  const bow = Math.min(60, far * 0.35);
  const [ax, ay] = beside ? [x + Math.sign(ex - x) * bow, y] : [x, y + Math.sign(ey - y) * bow];
  const [bx, by] = beside
    ? [ex + Math.sign(x - ex) * bow * 0.3, ey - Math.sign(ey - y || 1) * bow * 0.6]
    : [ex + bow * 0.4, ey - Math.sign(ey - y) * bow * 0.6];
  const angle = (Math.atan2(ey - by, ex - bx) * 180) / Math.PI;
  const at = (...n: number[]): string => n.map(whole).join(" ");
  return {
    line: `M${at(x, y)}C${at(ax, ay)} ${at(bx, by)} ${at(ex, ey)}`,
    turn: `translate(${whole(ex)},${whole(ey)}) rotate(${whole(angle)})`,
  };
}
export const HEAD = "M3,0L-11,-7L-7,0L-11,7Z";

interface Wish {
  sizes: { width: number; height: number }[]; // of the forms that the slip may take, the best first
  near: Box[]; // what it speaks of
  within: Box;
  never: Box[]; // what it must not cover
  rather: Box[]; // what it should not
}

/** The form of a slip and its place: the first form that covers nothing that must be seen, else where it covers least. */
export function settle({ sizes, near, within, never, rather }: Wish): { form: number; box: Box } {
  const middle = near[0] ?? { x: within.x + within.width / 2, y: within.y + within.height / 3, width: 1, height: 1 };
  for (const [form, size] of sizes.entries())
    for (const margin of [34, 3]) {
      const spoken = near.map((one) => grown(one, margin));
      const box = placeBeside({ size, near: middle, within, never: [...never, ...spoken], rather });
      if (box) return { form, box };
    }
  const form = sizes.length - 1;
  const size = sizes[form]!;
  let best: Box = { x: within.x, y: within.y, ...size };
  let least = Infinity;
  for (let y = within.y; y <= within.y + Math.max(0, within.height - size.height); y += 8) {
    const box = { x: within.x, y, ...size };
    const covers = [...never, ...near].reduce((sum, one) => sum + overlap(box, one), 0);
    if (covers < least) [best, least] = [box, covers];
  }
  return { form, box: best };
}
