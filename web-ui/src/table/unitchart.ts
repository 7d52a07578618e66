// The kinds of an edition by class, as the unit chart shows them.
import type { Kind, Tables } from "../lib/types";

const CLASSES = [
  { symbol: "green", words: "Light: green circle" },
  { symbol: "blue", words: "Medium: blue triangle" },
  { symbol: "red", words: "Heavy: red square" },
] as const;

export interface ClassOf {
  symbol: Kind["symbol"];
  words: string;
  kinds: Kind[];
}

/** The classes with their kinds, in the order of the catalogue; none without a kind. */
export function chartOf(catalogue: Pick<Tables, "kinds">): ClassOf[] {
  const all = Object.values(catalogue.kinds);
  return CLASSES.map((one) => ({ ...one, kinds: all.filter((kind) => kind.symbol === one.symbol) })).filter(
    (one) => one.kinds.length,
  );
}
