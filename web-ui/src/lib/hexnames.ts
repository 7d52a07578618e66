// Names of hexes: a letter for the row, A at the top, and a number in it. Rows A, C, E … have 13 hexes, the others 12.

const FORM = /^([A-Z])([1-9][0-9]?)$/;

export interface Place {
  row: number;
  column: number;
}

export function placeOf(hex: string): Place | null {
  const found = FORM.exec(hex);
  if (!found) return null;
  const row = found[1]!.charCodeAt(0) - 65;
  const column = Number(found[2]) - 1;
  return column < (row % 2 ? 12 : 13) ? { row, column } : null;
}

export const isHex = (word: string, rows = 26): boolean => {
  const place = placeOf(word);
  return place !== null && place.row < rows;
};

/** Halves of a hex from the left edge of the board: the middle of A1 is at 1. */
export const across = ({ row, column }: Place): number => 2 * column + 1 + (row % 2);

export function distance(a: string, b: string): number {
  const from = placeOf(a);
  const to = placeOf(b);
  if (!from || !to) return Infinity;
  const down = Math.abs(from.row - to.row);
  return down + Math.max(0, (Math.abs(across(from) - across(to)) - down) / 2);
}

/** The sections that a hex lies in, as seen from the lower edge: a hex on a line lies in both. */
export function sectionsOf(hex: string, flipped = false): ("left" | "center" | "right")[] {
  const place = placeOf(hex);
  if (!place) return [];
  const x = flipped ? 26 - across(place) : across(place);
  const out: ("left" | "center" | "right")[] = [];
  if (x - 1 < 9) out.push("left");
  if (x + 1 > 9 && x - 1 < 17) out.push("center");
  if (x + 1 > 17) out.push("right");
  return out;
}
