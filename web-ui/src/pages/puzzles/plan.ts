// A plan in the words of the notation, as the board and people are shown it.
import type { Arrow } from "../../board/board";

/** The ways of a plan's pieces, each from where it stood to where it ends: "move C11", "to B11", "to B10". */
export function waysOf(lines: readonly string[]): Arrow[] {
  const ways: Arrow[] = [];
  let from = "";
  for (const line of lines) {
    const [, verb, hex] = /^(move(?: leader)?|to) ([A-Z]\d+)$/.exec(line) ?? [];
    if (!hex) from = "";
    else if (verb !== "to") {
      from = hex;
      ways.push({ from, to: from, kind: "move" });
    } else if (from) ways[ways.length - 1]!.to = hex;
  }
  return ways.filter((way) => way.from !== way.to);
}

/** The hexes of the pieces that a plan orders. */
export const orderedOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => /^order (?:leader )?([A-Z]\d+)$/.exec(line)?.[1] ?? []);

/** A plan as people read it: the card by its name, then who is ordered, then who moves where. */
export function wordsOf(lines: readonly string[], cardName: (key: string) => string): string[] {
  const card = lines.flatMap((line) => /^card (.+)$/.exec(line)?.[1] ?? [])[0];
  const ordered = orderedOf(lines);
  const ways = waysOf(lines);
  const words: string[] = [];
  if (card) words.push(`Play ${cardName(card)}.`);
  if (ordered.length) words.push(`Order ${ordered.join(", ")}.`);
  if (ways.length) words.push(`Move ${ways.map((way) => `${way.from} to ${way.to}`).join(", ")}.`);
  else if (ordered.length) words.push("Nobody moves.");
  return words;
}
