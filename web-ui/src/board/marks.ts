// The states of a hex: which one is told of a unit, and the colours that tell it beside its shape.
import type { Mark } from "./board";

/** The colours of the marks, the same by day and by night; each has its casing, so that one of the two is always seen. */
export const MARK_COLOURS = {
  gold: "#ffc933",
  casing: "#2a1b10",
  lit: "#fff8df",
  target: "#ab1518",
  targetEdge: "#fff3e4",
  quiet: "#ebe1c8", // of a unit that has fought
} as const;

/** The shapes of the states. No two are the same, so that colours are not needed. */
export const SHAPES = {
  lit: { ring: "brackets", filled: true, sign: "none" },
  goal: { ring: "thin", filled: true, sign: "dot" },
  selected: { ring: "thick", filled: true, sign: "pennant" },
  ordered: { ring: "thin", filled: false, sign: "pennant" },
  moved: { ring: "dotted", filled: false, sign: "chevrons" },
  battled: { ring: "dashed", filled: false, sign: "swords" },
  target: { ring: "double", filled: true, sign: "points" },
  none: { ring: "none", filled: false, sign: "none" },
} as const;
export type State = keyof typeof SHAPES;

/** What a unit itself says of the turn. */
export interface Doing {
  ordered: boolean;
  moved: number;
  fought: boolean;
}

/** The ring of a hex: the most pressing of its states. `unit` is who stands there, if anybody does. */
export function ringOf(mark: Mark | undefined, unit: Doing | null): State {
  if (mark?.target) return "target";
  if (mark?.selected) return "selected";
  if (mark?.legal) return unit ? "lit" : "goal";
  return signOf(mark, unit);
}

/** What a unit's standard says beside its ring: it stays while the hex is lit for something else. */
export function signOf(mark: Mark | undefined, unit: Doing | null): "battled" | "moved" | "ordered" | "none" {
  if (!unit) return mark?.ordered ? "ordered" : "none";
  if (unit.fought || mark?.done) return "battled";
  if ((unit.ordered && unit.moved > 0) || mark?.moved) return "moved";
  return unit.ordered || mark?.ordered ? "ordered" : "none";
}
