// Who looks at the table: which side's eyes are asked for, and when the curtain comes between two people at one device.
import { other } from "../board/board";
import type { Side, View } from "../lib/types";

type Seen = Pick<View, "kind" | "yours" | "decision" | "active" | "eyes" | "outcome">;

const side = (actor: string | null): actor is Side => actor === "top" || actor === "bottom";

export const hotSeat = (view: Pick<View, "kind" | "yours">): boolean =>
  view.kind === "battle" && view.yours.length === 2;

/** The side that must take the device before anything more is shown; null where there is no need. */
export function curtainFor(view: Seen): Side | null {
  const { actor, covered } = view.decision;
  if (!hotSeat(view) || view.outcome || !side(actor) || !covered) return null;
  return view.eyes === actor ? null : actor;
}

/** Whose eyes to ask the server for, given whose were asked for last. */
export function eyesFor(view: Seen, asked: Side | null): Side | null {
  const { actor } = view.decision;
  if (view.kind === "analysis") return side(actor) ? actor : view.active;
  if (view.yours.length === 0) return null;
  if (view.yours.length === 1) return view.yours[0]!;
  if (view.outcome) return asked;
  // Both people sit here: nobody's hand, once the other one has to answer.
  return side(actor) && asked !== null && actor === other(asked) ? null : asked;
}
