// The share of the dice that this browser adds where people play each other: told by its digest first, then given
// (docs/dice.md). Only secure pages can make the digest: elsewhere the seat adds nothing.
import { giveShare, rematch } from "./api";
import { held, keep, tokensOf } from "./seats";
import type { Seated, Side, View } from "./types";

export interface Share {
  share: string;
  digest: string;
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A new share with its digest; null where the page has no means to make one. */
export async function newShare(): Promise<Share | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return { share: hex(bytes), digest: hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))) };
}

/** Keep a share for the seats that were committed to it. */
export function keepShare(game: string, sides: Side[], share: Share | null): void {
  if (share && sides.length) keep(game, { shares: Object.fromEntries(sides.map((side) => [side, share.share])) });
}

const asked = new Set<string>();

/** Give what is awaited of the own seats; a share that this browser does not have (any more) is let go. */
export async function giveShares(game: string, awaited: Side[], yours: Side[]): Promise<void> {
  for (const seat of awaited.filter((side) => yours.includes(side) && !asked.has(`${game} ${side}`))) {
    asked.add(`${game} ${seat}`);
    try {
      await giveShare(game, { seat, share: held(game)?.shares?.[seat] ?? null }, tokensOf(game));
    } catch {
      asked.delete(`${game} ${seat}`); // again with the next view
    }
  }
}

/** Whether a seat is kept for a friend: then the dice take shares. */
export const betweenPeople = (wish: { top?: string; bottom?: string }): boolean =>
  wish.top === "friend" || wish.bottom === "friend";

/** The same battle again, with a new share. */
export async function playAgain(game: string): Promise<Seated> {
  const share = await newShare();
  const seated = await rematch(game, share?.digest ?? null, tokensOf(game));
  keepShare(seated.game, Object.keys(seated.tokens) as Side[], share);
  return seated;
}

/** Give the shares that a view awaits of the own seats. */
export const givenFor = (view: View): void => {
  if (view.chance.awaited.length) void giveShares(view.game, view.chance.awaited, view.yours);
};
