// Where the parts of the table stand: how big a hex is in this window, and where the board lies between the rest.
import * as geo from "../board/geometry";

/** A window on a desk, a device held upright (the board is turned a quarter there), or one lying on its side. */
export type Mode = "desk" | "upright" | "lying";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Places {
  mode: Mode;
  rem: number; // what sizes of texts are told in, in pixels
  R: number; // from the centre of a hex to its corner, in pixels
  board: Box; // all hexes, and nothing else
}

const LOW = 500; // a window that is less high lies on its side
const SIDE = 12; // rem: the margins of a desk, where the armies and the played card lie
export const PROMPT = 2.9; // rem: one line, whatever is asked
export const PEEK = 5.3; // rem: what shows of the cards in hand
const TOP = 0.95;
const GAP = 0.5;

export function modeOf(width: number, height: number): Mode {
  if (height < LOW && width > height) return "lying";
  return height > width ? "upright" : "desk";
}

/** How many pixels a rem has: texts grow with the window, from 1280 to 3840 pixels across. The sheet of styles says the same. */
export function remOf(width: number, height: number): number {
  const between = (least: number, wanted: number, most: number): number => Math.max(least, Math.min(most, wanted));
  const mode = modeOf(width, height);
  if (mode === "desk") return between(14.72, Math.min(width * 0.011713, height * 0.020833), 45);
  return mode === "upright" ? between(14.4, width * 0.0205, 30) : 15;
}

/** From this breadth on, in pixels, the question of an upright screen and its buttons share a line. */
export const TABLET = 600;

/** What stands on the upper edge of that sheet, in rem: the name of the card that is played. */
export const TAB = 1.15;

/** The height of the sheet at the lower edge of an upright screen, in rem: the question, its buttons, the hand. */
export const sheetOf = (width: number, height: number): number => (width >= TABLET ? 8.4 : height < 700 ? 9.2 : 10.4);

/** The breadth of the two rails of a screen that lies, in rem. */
export const RAIL = 8.6;

export function placesOf(width: number, height: number, rows: number, rem = remOf(width, height)): Places {
  const mode = modeOf(width, height);
  const across = 13 * Math.sqrt(3);
  const down = 2 + 1.5 * (rows - 1);
  const fit = (free: Box, turned: boolean): Places => {
    const [wide, high] = turned ? [down, across] : [across, down];
    const R = Math.max(8, Math.min(free.width / wide, free.height / high));
    const board = {
      x: free.x + (free.width - wide * R) / 2,
      y: free.y + (free.height - high * R) / 2,
      width: wide * R,
      height: high * R,
    };
    return { mode, rem, R, board };
  };
  if (mode === "desk") {
    const y = TOP * rem;
    const below = (PROMPT + PEEK + 2 * GAP) * rem;
    return fit({ x: SIDE * rem, y, width: width - 2 * SIDE * rem, height: height - y - below }, false);
  }
  if (mode === "upright") {
    const y = 3.7 * rem;
    return fit({ x: 3, y, width: width - 6, height: height - y - (sheetOf(width, height) + TAB) * rem }, true);
  }
  return fit({ x: RAIL * rem + 4, y: 4, width: width - 2 * (RAIL * rem + 4), height: height - 8 }, false);
}

/** Where slips and dice may lie: the map without what stands at its edges. */
export function openOf(width: number, height: number, { mode, rem }: Pick<Places, "mode" | "rem">): Box {
  if (mode === "desk") return { x: 8, y: 8, width: width - 16, height: height - 16 - (PROMPT + PEEK + GAP) * rem };
  if (mode === "upright") {
    const y = 3.6 * rem;
    return { x: 4, y, width: width - 8, height: height - y - sheetOf(width, height) * rem - 2 };
  }
  const x = RAIL * rem;
  return { x, y: 4, width: width - 2 * x, height: height - 8 };
}

/** How much bigger the board is drawn than its own measure (geometry.ts). */
export const scaleOf = ({ R }: Pick<Places, "R">): number => R / geo.R;
