// What several pages need: the catalogue and the library fetched once, errors as sentences, small words.
import { ApiError, getBattles, newGame } from "../lib/api";
import { keep } from "../lib/seats";
export { theCatalogue } from "../lib/catalogue";
export { capital, many } from "../lib/words";
import { betweenPeople, giveNew, keepShare, newShare } from "../lib/shares";
import type { BattleCard, NewGame, Seated, Side } from "../lib/types";

/** The computer player for somebody who did not choose one. */
export const USUAL = "tribune";

let battles: Promise<BattleCard[]> | null = null;

export function theBattles(): Promise<BattleCard[]> {
  battles ??= getBattles().catch((error: unknown) => {
    battles = null;
    throw error;
  });
  return battles;
}

/** What went wrong, for people: a sentence and the rules that it rests on. */
export interface Fault {
  message: string;
  rules: string[];
  status: number;
  code?: string;
}

export function fault(error: unknown): Fault {
  if (error instanceof ApiError)
    return { message: error.message, rules: error.rules, status: error.status, code: error.code };
  return { message: error instanceof Error ? error.message : "Something went wrong.", rules: [], status: 0 };
}

export const plainFault = (message: string): Fault => ({ message, rules: [], status: 0 });

/** Remember the seats of a new game, so that this browser can play them. */
/** Open a table and keep its seats; between people with a share of the dice. */
export async function openTable(wish: NewGame, title: string): Promise<Seated> {
  const share = betweenPeople(wish) ? await newShare() : null;
  const seated = await newGame({ ...wish, share: share?.digest ?? null });
  keepSeats(seated, title);
  const mine = Object.keys(seated.tokens) as Side[];
  keepShare(seated.game, mine, share);
  if (share) await giveNew(seated.game, mine, share);
  return seated;
}

export function keepSeats(seated: Seated, title: string): void {
  keep(seated.game, { tokens: seated.tokens, invites: seated.invites, title });
}

export const inviteLink = (game: string, token: string): string =>
  `${location.origin}/table/${encodeURIComponent(game)}#invite=${token}`;

export const EVEN = 55; // up to so many percent a battle is called even

export type Lean = Side | "even" | "none";

/** Whom a battle favours, as people played it. */
export function lean(people: BattleCard["people"]): Lean {
  if (!people) return "none";
  if (Math.max(people.top, people.bottom) <= EVEN) return "even";
  return people.top > people.bottom ? "top" : "bottom";
}

/** A day and an hour: "today 14:05", "3 March 2026". */
export function when(stamp: number): string {
  const then = new Date(stamp);
  const now = new Date();
  const clock = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (then.toDateString() === now.toDateString()) return `today ${clock}`;
  now.setDate(now.getDate() - 1);
  if (then.toDateString() === now.toDateString()) return `yesterday ${clock}`;
  return then.toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" });
}

/** Hand a text to the browser as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Put a text on the clipboard; false where the browser does not let us. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = document.createElement("textarea");
    box.value = text;
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
}
