// Kinds, terrains and cards of one edition.
import type { Card, Catalogue, Kind, Terrain } from "../lib/types";

/** The tables of one edition: both have kinds, terrains and cards of the same names. */
export interface Tables {
  kinds: Record<string, Kind>;
  terrains: Record<string, Terrain>;
  cards: Record<string, Card>;
}

export function tablesOf(catalogue: Catalogue | null, edition: string): Tables {
  if (!catalogue) return { kinds: {}, terrains: {}, cards: {} };
  const apart = (catalogue as Catalogue & { tables?: Record<string, Tables> }).tables?.[edition];
  if (apart) return apart;
  const own = <T extends { key: string; edition?: string }>(all: Record<string, T>) =>
    Object.fromEntries(Object.values(all).filter((one) => (one.edition ?? edition) === edition).map((one) => [one.key, one]));
  return { kinds: own(catalogue.kinds), terrains: own<Terrain & { edition?: string }>(catalogue.terrains), cards: own(catalogue.cards) };
}
