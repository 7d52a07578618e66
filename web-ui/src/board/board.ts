// What pages tell the board to draw, and its geometry: 13 and 12 hexes by turns, row A at the top.
import type { Side } from "../lib/types";

/** How a hex is lit; more than one may hold. Each differs in shape, not only in colour. */
export interface Mark {
  selected?: boolean; // gold fill
  ordered?: boolean; // dashed gold
  done?: boolean; // a tick
  legal?: boolean; // hatch and dot: may go there, may be chosen
  target?: boolean; // red hex, may be attacked
  last?: boolean; // something just happened here: faint ring
  threat?: boolean; // in reach of the enemy
  badge?: string; // short text over the hex: "3 dice", "50 %"
  label?: string; // more words for the screen reader
}

export interface Arrow {
  from: string;
  to: string;
  kind: "move" | "retreat" | "attack";
}

export interface BoardFace {
  flipped: boolean; // the top side sits at the lower edge
  turned: boolean; // a quarter turn: portrait phones
}

export type Marks = Record<string, Mark>;
export const other = (side: Side): Side => (side === "top" ? "bottom" : "top");
