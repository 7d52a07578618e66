// The lobby as a page needs it: the paces to choose from, what this browser offers, and times in words.
import { offerSeat, takeSeat } from "../../lib/api";
import { games, keep } from "../../lib/seats";
import { giveNew, keepShare, newShare } from "../../lib/shares";
import type { AskMine, OfferSeat, Seated, SeatOffered, SeatTaken, Side } from "../../lib/types";

/** The paces that a form offers; programs may ask for others. */
export const PACES: readonly { pace: string; words: string }[] = [
  { pace: "", words: "No clock: as long as both like" },
  { pace: "20+15", words: "Live: 20 minutes, 15 seconds a turn" },
  { pace: "40+30", words: "Live: 40 minutes, 30 seconds a turn" },
  { pace: "1d+3d", words: "A day a turn, 3 days in the bank" },
  { pace: "3d+7d", words: "3 days a turn, 7 in the bank" },
  { pace: "7d+7d", words: "A week a turn, 7 days in the bank" },
];

export const LEVELS = {
  any: "anybody",
  beginner: "a beginner",
  experienced: "somebody experienced",
  strong: "a strong player",
} as const;

const KEY = "hexillum.offers";

/** The seats that this browser offers, with the game whose token proves it. */
export function ownOffers(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function noteOffer(id: string, game: string): void {
  const latest = Object.entries(ownOffers()).slice(-19);
  localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(latest), [id]: game }));
}

/** Keep the seats of tables, and put this browser's share into their dice. */
async function seat(tables: Seated[], title: string, share: Awaited<ReturnType<typeof newShare>>): Promise<void> {
  for (const one of tables) {
    const mine = Object.keys(one.tokens) as Side[];
    keep(one.game, { tokens: one.tokens, title });
    keepShare(one.game, mine, share);
    if (share) await giveNew(one.game, mine, share);
  }
}

/** Put a seat into the lobby, with a share of its dice. */
export async function offer(wish: OfferSeat, title: string): Promise<SeatOffered> {
  const share = await newShare();
  const made = await offerSeat({ ...wish, share: share?.digest ?? null });
  await seat(made.tables, title, share);
  noteOffer(made.id, made.tables[0]!.game);
  return made;
}

/** Take an open seat, with a share of its dice; a rated one as such. */
export async function take(id: string, title: string, rated = false): Promise<SeatTaken> {
  const share = await newShare();
  const taken = await takeSeat(id, share?.digest ?? null, rated);
  await seat(taken.tables, title, share);
  return taken;
}

const ASKED = 60; // seats that the server is asked about at once

/** The seats that this browser holds, as the server is asked how they stand. */
export const heldSeats = (): AskMine => ({
  seats: games()
    .slice(0, ASKED)
    .map(({ game, tokens }) => ({ game, tokens: Object.values(tokens) })),
});

/** How long ago something was, in short: "now", "5 min", "3 h", "2 d". */
export function ago(seconds: number): string {
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}
