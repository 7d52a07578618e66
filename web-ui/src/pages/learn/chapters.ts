// The rules by chapter: in which order one reads them, and which lesson shows a chapter.
import type { LessonCard, Rule } from "../../lib/types";

/** Parts of the book, by the letters that the numbers of their chapters begin with. */
const PARTS: [string, string[]][] = [
  ["A turn", ["TURN", "ORD", "MOV", "CARD", "VB"]],
  ["Fighting", ["GEN", "DICE", "RC", "CC", "HIT", "LD", "BB", "MA", "BC"]],
  ["Flags and flight", ["RT", "BM", "EV", "PS", "LC", "LE"]],
  ["Troops", ["FU", "MU", "CH", "CM", "EL", "RM", "WM", "SPEC", "SA", "IA"]],
  ["Ground and battles", ["TER", "TE", "SCEN", "GAP"]],
];

export interface Chapter {
  code: string; // RT of RT-25
  title: string;
  rules: Rule[];
  lesson: LessonCard | null;
}

export const codeOf = (id: string): string => id.replace(/-\d+$/, "");

/** The parts of the book with their chapters; chapters that no part names stand at the end. */
export function partsOf(rules: readonly Rule[], lessons: readonly LessonCard[]): { title: string; of: Chapter[] }[] {
  const by = new Map<string, Chapter>();
  for (const rule of rules) {
    const code = codeOf(rule.id);
    const chapter = by.get(code) ?? { code, title: rule.chapter, rules: [], lesson: lessonOf(rule.chapter, lessons) };
    chapter.rules.push(rule);
    by.set(code, chapter);
  }
  const take = (code: string): Chapter[] => {
    const found = by.get(code);
    by.delete(code);
    return found ? [found] : [];
  };
  const parts = PARTS.map(([title, codes]) => ({ title, of: codes.flatMap(take) }));
  return [...parts, { title: "More", of: [...by.values()] }].filter((part) => part.of.length);
}

/** The lesson about a chapter: one that begins with it, else one that speaks of it. */
export function lessonOf(chapter: string, lessons: readonly LessonCard[]): LessonCard | null {
  return (
    lessons.find((one) => one.chapters[0] === chapter) ?? lessons.find((one) => one.chapters.includes(chapter)) ?? null
  );
}
