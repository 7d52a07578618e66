// The seats that this browser holds: secret tokens, kept in its local store, never in an address that a server sees.
import type { Side } from "./types";

const KEY = "hexillum.seats";

export interface Held {
  game: string;
  tokens: Partial<Record<Side, string>>;
  invites: Partial<Record<Side, string>>;
  shares?: Partial<Record<Side, string>>; // of the dice, by the seats that were committed to them
  title: string;
  when: number;
}

function all(): Record<string, Held> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Held>;
  } catch {
    return {};
  }
}

export function held(game: string): Held | null {
  return all()[game] ?? null;
}

export function tokensOf(game: string): string[] {
  return Object.values(held(game)?.tokens ?? {});
}

export function keep(game: string, more: Partial<Held>): void {
  const seats = all();
  const now = seats[game] ?? { game, tokens: {}, invites: {}, title: "", when: 0 };
  seats[game] = {
    ...now,
    ...more,
    tokens: { ...now.tokens, ...more.tokens },
    invites: { ...now.invites, ...more.invites },
    shares: { ...now.shares, ...more.shares },
    when: Date.now(),
  };
  localStorage.setItem(KEY, JSON.stringify(seats));
}

export function forget(game: string): void {
  const seats = all();
  delete seats[game];
  localStorage.setItem(KEY, JSON.stringify(seats));
}

/** The games of this browser, the latest first. */
export function games(): Held[] {
  return Object.values(all()).sort((a, b) => b.when - a.when);
}
