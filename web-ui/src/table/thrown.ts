// Dice on the map: how they lie, and what they came to in five words at most.
import type { Roll } from "../stage/rolls";

const amount = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** What a roll came to, in five words at most; "" while nobody knows. */
export function resultWords({ faces, hits, lines }: Pick<Roll, "faces" | "hits" | "lines">): string {
  if (!faces || !lines.length) return "";
  const hit = [...faces].filter((face) => hits.includes(face)).length;
  const flags = hits.includes("F") ? 0 : [...faces].filter((face) => face === "F").length;
  return [hit ? amount(hit, "hit") : "no hit", flags ? amount(flags, "flag") : ""].filter(Boolean).join(", ");
}

/** How a die lies, in degrees: always the same for the same roll. */
export const tilt = (no: number, n: number): number => (((no * 37 + n * 101) % 61) - 30) * 0.9;
