// The catalogue of kinds, terrains and cards: fetched once for the whole visit.
import { getCatalogue } from "./api";
import type { Catalogue } from "./types";

let asked: Promise<Catalogue> | null = null;

export function theCatalogue(): Promise<Catalogue> {
  asked ??= getCatalogue().catch((error: unknown) => {
    asked = null; // ask again the next time
    throw error;
  });
  return asked;
}

/** The catalogue as one edition has it: kinds and cards of two editions may share a key. */
export function ofEdition(all: Catalogue, edition: string): Catalogue {
  const tables = (all as { tables?: Record<string, Pick<Catalogue, "kinds" | "terrains" | "cards">> }).tables?.[edition];
  return tables ? { ...all, ...tables } : all;
}
