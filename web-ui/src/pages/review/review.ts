// A review as one side sees it: the curve, what each turn did to it, and the words for both.
import { other, type Arrow } from "../../board/board";
import type { BattleReview, Happening, Pair, ReviewMistake, ReviewTurn, Side } from "../../lib/types";
import { arrowsOf } from "../replay/picture";

/** A turn as one side sees it: all changes are of its own chance to win. */
export interface SeenTurn {
  turn: number;
  side: Side;
  index: number;
  before: number;
  after: number;
  error: number; // standard error of `before`
  known: boolean; // whether it is known what changed it
  luck: number;
  mine: number; // by decisions of this side,
  theirs: number; // and of the other
}

/** Who looks: the holder of the only seat, else the lower side. */
export const whose = (yours: readonly Side[]): Side => (yours.length === 1 ? yours[0]! : "bottom");

/** Turns as a side sees them; of those that are not known yet only the chance at their beginning. */
export function turnsFor(review: Pick<BattleReview, "turns" | "curve" | "result">, side: Side): SeenTurn[] {
  const own = (chance: number): number => (side === "top" ? chance : 1 - chance);
  const sign = side === "top" ? 1 : -1;
  const known = new Map(review.turns.map((turn) => [turn.turn, turn]));
  const starts = new Map(review.curve.map((point) => [point.turn, point]));
  const all = [...new Set([...known.keys(), ...starts.keys()])].sort((a, b) => a - b);
  return all.map((number, n): SeenTurn => {
    const turn: ReviewTurn | undefined = known.get(number);
    if (turn) {
      const owns = turn.side === side;
      return {
        turn: number,
        side: turn.side,
        index: turn.index,
        before: own(turn.before),
        after: own(turn.after),
        error: turn.errors.before,
        known: true,
        luck: sign * turn.luck,
        mine: sign * (owns ? turn.own : turn.other),
        theirs: sign * (owns ? turn.other : turn.own),
      };
    }
    const here = starts.get(number)!;
    const next = starts.get(all[n + 1] ?? -1);
    return {
      turn: number,
      side: "top",
      index: -1,
      before: own(here.chance),
      after: own(next?.chance ?? here.chance),
      error: here.error,
      known: false,
      luck: 0,
      mine: 0,
      theirs: 0,
    };
  });
}

export const percent = (chance: number): string => `${Math.round(chance * 100)} %`;

/** A change in points of a hundred: "+8", "−3", "0". */
export function points(change: number): string {
  const rounded = Math.round(change * 100);
  return rounded === 0 ? "0" : `${rounded < 0 ? "−" : "+"}${Math.abs(rounded)}`;
}
export const manyPoints = (change: number): string => {
  const said = points(change);
  return `${said} ${/^[+−]1$/.test(said) ? "point" : "points"}`;
};
/** What was given away, with a tenth: it is small. */
export const tenths = (given: number): string => (given * 100).toFixed(1);

/** What a side is called: "you" for who looks from its only seat. */
export const called = (side: Side, yours: readonly Side[], armies: Pair<string>): string =>
  yours.length === 1 && yours[0] === side ? "you" : armies[side];

export interface Words {
  luck: string;
  mine: string;
  theirs: string;
}
/** What the three parts of a turn are called. */
export function partsFor(side: Side, yours: readonly Side[], armies: Pair<string>): Words {
  if (yours.length === 1) return { luck: "your luck", mine: "your decisions", theirs: "their decisions" };
  return {
    luck: `luck of ${armies[side]}`,
    mine: `decisions of ${armies[side]}`,
    theirs: `decisions of ${armies[other(side)]}`,
  };
}

/** A turn in a sentence, for who cannot see the curve. */
export function turnWords(turn: SeenTurn, armies: Pair<string>, words: Words): string {
  const chance = `${percent(turn.before)} to win at its beginning`;
  if (!turn.known) return `Turn ${turn.turn}: ${chance}.`;
  const parts = [
    `${words.luck} ${points(turn.luck)}`,
    `${words.mine} ${points(turn.mine)}`,
    `${words.theirs} ${points(turn.theirs)}`,
  ];
  return `Turn ${turn.turn}, ${armies[turn.side]}: ${chance}, ${percent(turn.after)} after it; ${parts.join(", ")}.`;
}

/** The mistakes of a turn, by their numbers in the review. */
export const mistakesIn = (mistakes: readonly ReviewMistake[], turn: number): number[] =>
  mistakes.flatMap((one, n) => (one.turn === turn ? [n] : []));

/** The arrows of a plan up to a step: those of earlier steps are faint. */
export function planArrows(steps: readonly { happened: Happening[] }[], upTo: number): Arrow[] {
  return steps
    .slice(0, upTo)
    .flatMap((step, n) => arrowsOf(step.happened).map((arrow) => ({ ...arrow, faint: n < upTo - 1 })));
}

/** What a side did from a moment on until a later one, as arrows. */
export function playedArrows(log: readonly Happening[], from: number, to: number, side: Side): Arrow[] {
  const mine = log.filter((one) => one.moment > from && one.moment <= to && one.side === side);
  return arrowsOf(mine.filter((one) => one.kind === "moved" || one.kind === "close" || one.kind === "fire"));
}
