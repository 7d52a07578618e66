// What pages tell the board to draw, and its geometry: 13 and 12 hexes by turns, row A at the top.
import type { Side } from "../lib/types";

/** How a hex is lit; more than one may hold. Each differs in shape and lightness, not only in colour (marks.ts). */
export interface Mark {
  selected?: boolean; // thick gold ring, gold hex
  ordered?: boolean; // thin gold ring and a pennant
  moved?: boolean; // dotted gold ring and chevrons; units say it themselves
  done?: boolean; // pale dashes and crossed swords
  legal?: boolean; // brackets on who may be chosen; a thin ring and a dot where one may go
  target?: boolean; // double red ring with points: may be attacked
  last?: boolean; // something just happened here: faint ring
  threat?: boolean; // in reach of the enemy
  badge?: string; // short text over the hex: "3 dice", "50 %"
  label?: string; // more words for the screen reader
}

export interface Arrow {
  from: string;
  to: string;
  kind: "move" | "retreat" | "attack";
  faint?: boolean; // of a turn that is over
}

/** A piece on its way: its hexes, the first where it stood, and how it goes. */
export interface Walk {
  unit: number | null; // its id; null for a leader alone
  leader: number | null; // the leader's who goes with it, or alone
  hexes: string[];
  gait: "march" | "canter" | "flee";
  time: number; // milliseconds for all of it
}

export interface BoardFace {
  flipped: boolean; // the top side sits at the lower edge
  turned: boolean; // a quarter turn: portrait phones
}

export type Marks = Record<string, Mark>;
export const other = (side: Side): Side => (side === "top" ? "bottom" : "top");
