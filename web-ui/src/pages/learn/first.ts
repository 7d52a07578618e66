// The coach of a first battle: which table is his, what he has said, and what he says now.
import type { CoachPrompt, Happening, View } from "../../lib/types";

const KEY = "hexillum.first-battle";

export interface Kept {
  game: string;
  said: number[]; // prompts that were read
  left: boolean; // the learner wants no more of it
}

export function readKept(): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Kept> | null;
    if (!found || typeof found.game !== "string" || !Array.isArray(found.said)) return null;
    return { game: found.game, said: found.said.filter(Number.isInteger), left: found.left === true };
  } catch {
    return null;
  }
}

export function keep(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // he begins anew with the next page
  }
}

type Told = Pick<Happening, "kind" | "side" | "hex" | "to" | "rules">;
export interface Now {
  decision: Pick<View["decision"], "actor" | "word" | "subject"> & { options: readonly { hex: string }[] };
  yours: View["yours"];
  log: readonly Told[];
}

/** A prompt whose moment has come: its number, and what happened where it tells of that. */
export interface Due {
  at: number;
  event: Told | null;
}

/** Where the log of the last two turns begins: what happened before is no longer seen. */
function fresh(log: readonly Told[]): number {
  const turns = log.flatMap((one, n) => (one.kind === "turn" ? [n] : []));
  return turns.at(-2) ?? 0;
}

/** The newest event that a prompt tells of. */
function happened(prompt: CoachPrompt, log: readonly Told[]): Told | null {
  if (!prompt.happened) return null;
  const tells = (one: Told): boolean =>
    one.kind === prompt.happened && (!prompt.cites.length || prompt.cites.some((id) => one.rules.includes(id)));
  return log.slice(fresh(log)).filter(tells).at(-1) ?? null;
}

/** The prompt to be read now: what the player is asked comes before what has happened, and that before what is told
 * because it is time. null where there is none, or somebody else decides. */
export function promptNow(prompts: readonly CoachPrompt[], said: readonly number[], now: Now): Due | null {
  const { actor, word, options } = now.decision;
  if (!options.length || !now.yours.some((side) => side === actor)) return null;
  const left = prompts.flatMap((prompt, at) => (said.includes(at) ? [] : [{ prompt, at }]));
  const shows = ({ lights }: CoachPrompt): boolean => !lights.includes("board") || options.some((one) => one.hex);
  const asked = left.find(({ prompt }) => prompt.asked === word && shows(prompt));
  if (asked) return { at: asked.at, event: null };
  for (const { prompt, at } of left) {
    const event = happened(prompt, now.log);
    if (event) return { at, event };
  }
  const turn = now.log.filter((one) => one.kind === "turn" && one.side === actor).length;
  const late = word === "card" ? left.find(({ prompt }) => prompt.by && prompt.by <= turn) : undefined;
  return late ? { at: late.at, event: null } : null;
}

/** The hexes that a prompt tells of: where it happened, or what the question is about. */
export function placesOf({ event }: Due, now: Now): string[] {
  if (event) return [event.hex, event.to].filter(Boolean);
  return now.decision.subject ? [now.decision.subject] : [];
}
