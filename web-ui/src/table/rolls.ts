// Rolls as the log tells them: a "dice" entry and the "face" entries that follow it.
import type { Happening } from "../lib/types";

export interface Roll {
  no: number;
  title: string;
  faces: string; // one letter a die
  hits: string; // letters of the faces that hit
  lines: string[]; // what each face did
  rules: string[];
  hex: string;
  to: string;
}

/** Whether a face hit. */
const hit = (entry: Happening): boolean => entry.effect === "hits" || entry.effect === "rerolled";

/** The roll that begins with the entry at `at`; null where that is no roll. */
export function rollAt(entries: readonly Happening[], at: number): Roll | null {
  const dice = entries[at];
  if (dice?.kind !== "dice") return null;
  const roll: Roll = {
    no: dice.no,
    title: dice.words,
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
  for (let at = entries.length - 1; at >= 0; at--) if (entries[at]!.kind === "dice") return rollAt(entries, at);
  return null;
}
