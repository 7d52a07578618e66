// What happened at a moment, as marks and arrows on the board.
import type { Arrow, Marks } from "../../board/board";
import type { Happening, View } from "../../lib/types";

const ARROWS: Record<string, Arrow["kind"]> = {
  moved: "move",
  advanced: "move",
  retreated: "retreat",
  fled: "retreat",
  close: "attack",
  fire: "attack",
  strikes_first: "attack",
  back: "attack",
  shoots_back: "attack",
  ambushes: "attack",
};

/** What the choice that led to a moment brought about. */
export const happenedAt = (view: View | null, moment: number): Happening[] =>
  (view?.log ?? []).filter((one) => one.moment === moment && moment > 0);

export function marksOf(recent: readonly Happening[], subject: string): Marks {
  const all: Marks = {};
  for (const one of recent) {
    if (one.hex) all[one.hex] = { ...all[one.hex], last: true };
    if (one.to) all[one.to] = { ...all[one.to], last: true };
  }
  if (subject) all[subject] = { ...all[subject], selected: true };
  return all;
}

export const arrowsOf = (recent: readonly Happening[]): Arrow[] =>
  recent.flatMap((one): Arrow[] => {
    const kind = ARROWS[one.kind];
    return kind && one.hex && one.to && one.hex !== one.to ? [{ from: one.hex, to: one.to, kind }] : [];
  });
