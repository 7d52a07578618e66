// Chances as people read them, and what a battle comes to for the panel of odds.
import type { Chance, OddsWay } from "../lib/types";

/** A chance as a number: exact ones come as "11/36". */
export function value(chance: Chance): number {
  if (typeof chance === "number") return chance;
  const [over, under = "1"] = chance.split("/");
  // Long fractions would overflow: both are shortened alike.
  const cut = Math.max(over!.length, under.length) - 300;
  return cut > 0 ? Number(over!.slice(0, -cut) || 0) / Number(under.slice(0, -cut) || 1) : Number(over) / Number(under);
}

/** A chance in a few letters; what can happen is never "0%", what can fail never "100%". */
export function percent(chance: Chance, digits = 1): string {
  const p = value(chance);
  if (p <= 0) return "–";
  if (p >= 1 - 1e-12) return "sure";
  const least = 0.5 / 10 ** (digits + 2);
  if (p < least) return `<${(2 * least * 100).toFixed(digits)}%`;
  if (p > 1 - least) return `>${(100 - 2 * least * 100).toFixed(digits)}%`;
  return `${(100 * p).toFixed(digits)}%`;
}

/** An exact chance as people write it: "1,823 of 7,776", or "" where it is not known or too long to read. */
export function exactly(chance: Chance): string {
  if (typeof chance === "number" || !chance.includes("/") || chance.length > 44) return "";
  const [over, under] = chance.split("/").map((part) => part.replace(/\B(?=(\d{3})+$)/g, ","));
  return `${over} of ${under}`;
}

export interface Row {
  words: string;
  sort: "" | "b2" | "b3";
  chances: Chance[]; // one for each way
}

/** What becomes of the target, one row each. */
export function fates(ways: OddsWay[]): Row[] {
  const row = (words: string, sort: Row["sort"], of: keyof OddsWay["fates"]): Row => ({
    words,
    sort,
    chances: ways.map((way) => way.fates[of]),
  });
  const rows = [
    row("Eliminated", "", "eliminated"),
    row("Forced back", "b2", "forced_back"),
    row("Evades", "b3", "evaded"),
    row("Crew leaves", "b2", "crew_gone"),
    row("Stands", "b3", "stands"),
  ];
  return rows.filter(({ words, chances }) => words === "Eliminated" || chances.some((chance) => value(chance) > 0));
}

/** An exact mean, "35/24", where that is short. */
const brief = (mean: Chance): string => (typeof mean === "string" && mean.length < 9 ? mean : "");

export interface Fact {
  words: string;
  values: string[]; // one for each way
}

/** The rest in figures: losses on average, leaders, what may follow. */
export function facts(ways: OddsWay[], exact: boolean): Fact[] {
  const chance = (words: string, of: (way: OddsWay) => Chance): Fact | null =>
    ways.some((way) => value(of(way)) > 0)
      ? { words, values: ways.map((way) => (exact && exactly(of(way))) || percent(of(way))) }
      : null;
  const mean = (words: string, of: (way: OddsWay) => Chance): Fact => ({
    words,
    values: ways.map((way) => (exact && brief(of(way))) || value(of(way)).toFixed(2)),
  });
  return [
    mean("Hits, on average", (way) => way.means.hits),
    mean("Target loses, blocks", (way) => way.means.lost),
    mean("Attacker loses, blocks", (way) => way.means.own_lost),
    chance("Battles back", (way) => way.chances.battle_back),
    chance("Attacker eliminated", (way) => way.chances.own_eliminated),
    chance("Attacker forced back", (way) => way.chances.own_forced_back),
    chance("Target's leader falls", (way) => way.means.leaders),
    chance("Attacker's leader falls", (way) => way.means.own_leaders),
    chance("Momentum advance", (way) => way.chances.momentum),
    chance("Bonus combat opens", (way) => way.chances.bonus),
    chance("Attacker wins the battle", (way) => way.chances.wins),
    chance("Attacker loses the battle", (way) => way.chances.loses),
  ].filter((fact): fact is Fact => fact !== null);
}

/** The chance to eliminate, for a lit target: "45%", or "12–45%" where it may evade; "" where it cannot be. */
export function killing(ways: OddsWay[]): string {
  const chances = ways.map((way) => Math.round(100 * value(way.fates.eliminated)));
  const least = Math.min(...chances);
  const most = Math.max(...chances);
  if (!ways.some((way) => value(way.fates.eliminated) > 0)) return "";
  return least === most ? `${most}%` : `${least}–${most}%`;
}
