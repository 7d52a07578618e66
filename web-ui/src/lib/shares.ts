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

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

/** A new share with its digest; null where the page has no means to make one. */
export async function newShare(): Promise<Share | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return { share: hex(bytes), digest: await sha256(bytes) };
}

/** What a seat was committed to by a share; "" where the page has no means to tell. */
async function digestOf(share: string): Promise<string> {
  const pairs = share.match(/../g) ?? [];
  return globalThis.crypto?.subtle ? sha256(Uint8Array.from(pairs, (pair) => parseInt(pair, 16))) : "";
}

/** Keep a share for the seats that were committed to it. */
export function keepShare(game: string, sides: Side[], share: Share | null): void {
  if (share && sides.length) keep(game, { shares: Object.fromEntries(sides.map((side) => [side, share.share])) });
}

const asked = new Set<string>();

/** Milliseconds in which another device of the same seat may give the share that only it has. */
export const PATIENCE = 6000;

interface Chance {
  awaited: Side[];
  shares: Partial<View["chance"]["shares"]>;
}

/** The share that this browser has for a seat, if it is the one that the seat was committed to. */
async function ownShare(game: string, seat: Side, { shares }: Chance): Promise<string | null> {
  const share = held(game)?.shares?.[seat];
  return share && (await digestOf(share)) === shares[seat]?.commitment ? share : null;
}

/** Give what is awaited of the own seats; a share that no device of the seat has (any more) is let go after a while. */
export async function giveShares(game: string, chance: Chance, yours: Side[]): Promise<void> {
  for (const seat of chance.awaited.filter((side) => yours.includes(side) && !asked.has(`${game} ${side}`))) {
    asked.add(`${game} ${seat}`);
    const share = await ownShare(game, seat, chance);
    if (share === null) await new Promise((then) => setTimeout(then, PATIENCE));
    try {
      await giveShare(game, { seat, share }, tokensOf(game));
    } catch {
      asked.delete(`${game} ${seat}`); // again with the next view, where it is still awaited
    }
  }
}

/** Give the share that seats were committed to just now. */
export async function giveNew(game: string, sides: Side[], { digest }: Share): Promise<void> {
  const shares = Object.fromEntries(sides.map((side) => [side, { commitment: digest, given: false }]));
  await giveShares(game, { awaited: sides, shares }, sides);
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
  if (view.chance.awaited.length) void giveShares(view.game, view.chance, view.yours);
};
