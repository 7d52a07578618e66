// The catalogue of kinds, terrains and cards: fetched once for the whole visit.
import { getCatalogue } from "./api";
import type { Catalogue, Tables } from "./types";

let asked: Promise<Catalogue> | null = null;

export function theCatalogue(): Promise<Catalogue> {
  asked ??= getCatalogue().catch((error: unknown) => {
    asked = null; // ask again the next time
    throw error;
  });
  return asked;
}

const NONE: Tables = { kinds: {}, terrains: {}, cards: {} };

/** The tables of an edition; empty ones before they are here. */
export const tablesOf = (catalogue: Catalogue | null, edition: string): Tables => catalogue?.tables[edition] ?? NONE;
