// Which battles the library shows, and in what order.
import type { BattleCard } from "../../lib/types";
import { lean } from "../common";

export const SORTS = { year: "Year", number: "Number", balance: "Balance" } as const;
export type Sort = keyof typeof SORTS;

/** What somebody looks for; empty words and names stand for everything. */
export interface Wish {
  words: string;
  edition: string;
  favours: string;
  sort: Sort;
}

export const asSort = (text: string | null): Sort => (text !== null && text in SORTS ? (text as Sort) : "year");

function text(battle: BattleCard): string {
  const { top, bottom } = battle.armies;
  return [
    battle.name,
    battle.theatre,
    battle.box,
    battle.year_text,
    top.name,
    top.commander,
    bottom.name,
    bottom.commander,
  ]
    .join(" ")
    .toLowerCase();
}
function unevenness(battle: BattleCard): number {
  return battle.people ? Math.abs(battle.people.top - battle.people.bottom) : 1000;
}

const ORDER: Record<Sort, (a: BattleCard, b: BattleCard) => number> = {
  year: (a, b) => a.year - b.year || a.number - b.number,
  number: (a, b) => a.edition.localeCompare(b.edition) || a.number - b.number || a.year - b.year,
  balance: (a, b) =>
    unevenness(a) - unevenness(b) || (b.people?.plays ?? 0) - (a.people?.plays ?? 0) || a.year - b.year,
};

/** The battles that have all of the words, of the edition and the balance wished for. */
export function sought(battles: readonly BattleCard[], { words, edition, favours, sort }: Wish): BattleCard[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const kept = battles.filter((battle) => {
    if (edition && battle.edition !== edition) return false;
    if (favours && lean(battle.people) !== favours) return false;
    if (!wanted.length) return true;
    const all = text(battle);
    return wanted.every((word) => all.includes(word));
  });
  return kept.sort(ORDER[sort]);
}
