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

const LETTERS: Record<string, string> = {
  "green circle": "G",
  "blue triangle": "B",
  "red square": "R",
  leader: "L",
  swords: "S",
  flag: "F",
};

/** The letter of a face entry: its `faces`, else what its words name. */
export function letterOf(entry: Happening): string {
  if (entry.faces) return entry.faces[0]!;
  for (const [name, letter] of Object.entries(LETTERS)) if (entry.text.includes(name)) return letter;
  return "";
}

/** Whether a face hit. */
const hit = (entry: Happening): boolean => entry.effect === "hits" || entry.effect === "rerolled";

/** The roll that begins with the entry at `at`; null where that is no roll. */
export function rollAt(entries: readonly Happening[], at: number): Roll | null {
  const dice = entries[at];
  if (dice?.kind !== "dice") return null;
  const roll: Roll = {
    no: dice.no,
    title: dice.text,
    faces: dice.faces.replace(/\s/g, ""),
    hits: "",
    lines: [],
    rules: [...dice.rules],
    hex: dice.hex,
    to: dice.to,
  };
  const told = roll.faces !== "";
  for (let n = at + 1; entries[n]?.kind === "face"; n++) {
    const entry = entries[n]!;
    const letter = letterOf(entry);
    if (!told) roll.faces += letter.repeat(Math.max(1, entry.count));
    if (hit(entry) && !roll.hits.includes(letter)) roll.hits += letter;
    roll.lines.push(entry.text);
    for (const rule of entry.rules) if (!roll.rules.includes(rule)) roll.rules.push(rule);
  }
  return roll;
}

/** The latest roll of a log. */
export function lastRoll(entries: readonly Happening[]): Roll | null {
  for (let at = entries.length - 1; at >= 0; at--) if (entries[at]!.kind === "dice") return rollAt(entries, at);
  return null;
}
