// Rolls as the log tells them: the entry that announces dice, with their faces, and the "face" entries that follow it.
import type { Happening } from "../lib/types";

export interface Roll {
  no: number;
  title: string;
  count: number; // dice
  faces: string; // one letter a die; "" while they are still rolling
  hits: string; // letters of the faces that hit
  lines: string[]; // what each face did
  rules: string[];
  hex: string;
  to: string;
}

/** What announces a roll: an attack, the dice of a marsh or a card, a check, a rampage, an escape. */
const ANNOUNCE = new Set<Happening["kind"]>(["dice", "leader_check", "trampled", "escapes"]);

/** Whether a face hit. */
const hit = (entry: Happening): boolean => entry.effect === "hits" || entry.effect === "rerolled";

/** Whether an entry announces a roll. */
export const announces = (entry: Happening | undefined): boolean => !!entry && ANNOUNCE.has(entry.kind);

/** The roll that begins with the entry at `at`; null where that is no roll. */
export function rollAt(entries: readonly Happening[], at: number): Roll | null {
  const dice = entries[at];
  if (!dice || !announces(dice)) return null;
  const roll: Roll = {
    no: dice.no,
    title: dice.words,
    count: dice.faces.length || dice.count,
    faces: dice.faces,
    hits: "",
    lines: [],
    rules: [...dice.rules],
    hex: dice.hex,
    to: dice.to,
  };
  const told = roll.faces !== ""; // dice that people throw are told before they fall
  for (let n = at + 1; entries[n]?.kind === "face"; n++) {
    const entry = entries[n]!;
    if (!told) roll.faces += entry.faces.repeat(entry.count);
    if (hit(entry) && !roll.hits.includes(entry.faces)) roll.hits += entry.faces;
    roll.lines.push(entry.words);
    for (const rule of entry.rules) if (!roll.rules.includes(rule)) roll.rules.push(rule);
  }
  return roll;
}

/** The latest roll of a log. */
export function lastRoll(entries: readonly Happening[]): Roll | null {
  for (let at = entries.length - 1; at >= 0; at--) if (announces(entries[at])) return rollAt(entries, at);
  return null;
}

/** The roll while its dice are in the air: nothing in it tells how they fall. */
export const hidden = (roll: Roll): Roll => ({ ...roll, faces: "", hits: "", lines: [], rules: [] });

/** The roll when its dice lie, before anybody has looked what they did. */
export const fallen = (roll: Roll): Roll => ({ ...roll, hits: "", lines: [] });
