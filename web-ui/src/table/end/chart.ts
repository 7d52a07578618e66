// The banners of a battle as two lines over its turns, and who would be a harder opponent.
import type { BannerStep, Catalogue, Seat, Side } from "../../lib/types";

export interface Point {
  turn: number;
  banners: number;
}

/** How many banners a side had at the end of each turn, the first turn first. */
export function overTurns(steps: readonly BannerStep[], turns: number, side: Side): Point[] {
  const out: Point[] = [];
  let banners = 0;
  for (let turn = 1; turn <= Math.max(1, turns); turn++) {
    for (const step of steps) if (step.side === side && step.turn === turn) banners = step.banners;
    out.push({ turn, banners });
  }
  return out;
}

/** The turns that a scale names: all of a short battle, every so many of a long one, the last one always. */
export function named(turns: number, most = 10): number[] {
  const each = Math.ceil(turns / most);
  const out: number[] = [];
  for (let turn = 1; turn <= turns; turn += each) out.push(turn);
  if (out.at(-1) !== turns) {
    if (turns - out.at(-1)! < each / 2 + 0.5 && out.length > 1) out.pop();
    out.push(turns);
  }
  return out;
}

/** The computer player above the one at a seat, as the server lists them; null where there is none, or a person sits there. */
export function harder(seat: Seat, players: Catalogue["players"]): string | null {
  if (seat.player !== "computer") return null;
  const levels = players.filter((one) => one.for_people && !one.own).map((one) => one.name);
  const at = levels.indexOf(seat.name);
  return at < 0 ? null : (levels[at + 1] ?? null);
}

/** How unusual a side's luck was, in words: within a standard deviation nothing is. */
export function verdict(sigmas: number): string {
  const far = Math.abs(sigmas);
  if (far < 1) return "as expected";
  const how = far < 2 ? "" : far < 3 ? "very " : "extremely ";
  return `${how}${sigmas > 0 ? "lucky" : "unlucky"}`;
}

export const signed = (n: number): string => `${n < 0 ? "−" : "+"}${Math.abs(n).toFixed(1)}`;
