// The clocks of a battle as a page shows them: what the server said, and how much of it has gone by since.
import type { Clock, Side } from "../lib/types";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The seconds that a side has left at a time of the server; less than zero where its flag has fallen. */
export function leftAt(clock: Clock, side: Side, now: number): number {
  const left = clock.left[side];
  if (clock.running !== side) return left;
  return left - Math.max(0, now - Math.max(clock.at, clock.stopped_until ?? 0));
}

/** How a clock stands: whose runs, whether it is short of time, and when its flag has fallen. */
export type State = "waits" | "still" | "runs" | "short" | "fallen" | "vacation";

export function stateOf(clock: Clock, side: Side, now: number): State {
  if (!clock.started) return "waits";
  const left = leftAt(clock, side, now);
  if (left <= 0) return "fallen";
  if (clock.vacation.includes(side)) return "vacation";
  if (clock.running !== side) return "still";
  return left <= clock.short ? "short" : "runs";
}

/** What is left, for people: "12:05" of a live clock, "2 d 5 h" of one by days. */
export function shown(seconds: number, live: boolean): string {
  const whole = Math.max(0, live ? Math.ceil(seconds) : Math.floor(seconds));
  const two = (n: number): string => String(n).padStart(2, "0");
  if (live) {
    const minutes = Math.floor(whole / MINUTE);
    const clock = `${two(minutes % 60)}:${two(whole % MINUTE)}`;
    return minutes >= 60 ? `${Math.floor(minutes / 60)}:${clock}` : clock.replace(/^0(?=\d)/, "");
  }
  if (whole >= DAY) return `${Math.floor(whole / DAY)} d ${Math.floor((whole % DAY) / HOUR)} h`;
  if (whole >= HOUR) return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} min`;
  return `${Math.ceil(whole / MINUTE)} min`;
}

const STATES: Record<State, string> = {
  waits: "begins when both seats are taken",
  still: "left",
  runs: "left, running",
  short: "left, running out",
  fallen: "time is up",
  vacation: "left, on vacation",
};

/** A clock in words, for who hears the page. */
export function spoken(clock: Clock, side: Side, now: number): string {
  const state = stateOf(clock, side, now);
  return state === "fallen" ? STATES.fallen : `${shown(leftAt(clock, side, now), clock.live)} ${STATES[state]}`;
}

/** What may be claimed by a seat at a time of the server, and in how many seconds where it is not yet. */
export function claimOf(clock: Clock, seat: Side | null, now: number): { may: boolean; within: number } | null {
  if (seat === null || clock.running === null || clock.running === seat) return null;
  if (clock.falls_at === null || clock.claim_from === null || now < clock.falls_at) return null;
  return { may: now >= clock.claim_from, within: Math.max(0, clock.claim_from - now) };
}

/** How often a clock is looked at, in milliseconds. */
export const everyOf = (clock: Clock): number => (clock.live ? 250 : 10_000);
