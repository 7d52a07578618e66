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

type Now = Pick<View, "decision" | "yours"> & { log: readonly Pick<Happening, "kind">[] };

/** Whether the moment of a prompt has come. */
function fits(prompt: CoachPrompt, now: Now): boolean {
  if (prompt.asked) {
    const { actor, word } = now.decision;
    return word === prompt.asked && now.yours.some((side) => side === actor);
  }
  return now.log.some((one) => one.kind === prompt.happened);
}

/** The prompt to be read now; what the player is asked comes before what has happened. null where there is none. */
export function promptNow(prompts: readonly CoachPrompt[], said: readonly number[], now: Now): number | null {
  const due = prompts.flatMap((prompt, n) => (!said.includes(n) && fits(prompt, now) ? [n] : []));
  return due.find((n) => prompts[n]!.asked) ?? due[0] ?? null;
}
