// The moments of a game, fetched one at a time as they are wished for, and played one after the other.
import { getMoment, getTimeline } from "../../lib/api";
import { route } from "../../lib/route.svelte";
import type { Timeline, View } from "../../lib/types";
import { fault, type Fault } from "../common";

/** Milliseconds between two moments. */
export const SPEEDS = { "0.5": 2000, "1": 1000, "2": 500, "5": 200 } as const;
export type Speed = keyof typeof SPEEDS;
const KEPT = 120; // moments held in memory

export const replayPath = (game: string): string => `/replay/${encodeURIComponent(game)}`;

/** The moment that the address names. */
export const momentAsked = (): number | null => {
  const text = route.query.get("moment");
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
};

export class Reel {
  timeline = $state.raw<Timeline | null>(null);
  view = $state.raw<View | null>(null);
  shown = $state(-1); // the moment that `view` is of
  wanted = $state(0);
  playing = $state(false);
  speed = $state<Speed>("1");
  wrong = $state<Fault | null>(null);

  private readonly cache = new Map<number, View>();
  private busy = false;
  private writing = 0;
  private written = momentAsked(); // the moment in the address

  constructor(
    private readonly game: string,
    private readonly tokens: string[],
    private readonly onmove: () => void,
  ) {}

  /** Moments count the choices: 0 is before the first, the last one after them all. */
  get last(): number {
    return this.timeline?.moments ?? 0;
  }

  async load(): Promise<void> {
    this.wrong = null;
    try {
      this.timeline = await getTimeline(this.game, this.tokens);
      this.wanted = Math.min(momentAsked() ?? 0, this.last);
      void this.fetch();
    } catch (error) {
      this.wrong = fault(error);
    }
  }

  /** The browser's back and forward, or a link to another moment. */
  follow(moment: number | null): void {
    if (!this.timeline || moment === null || moment === this.written) return;
    this.written = moment;
    this.wanted = Math.min(moment, this.last);
    void this.fetch();
  }

  goTo(moment: number, byHand = true): void {
    const to = Math.min(Math.max(Math.round(moment), 0), this.last);
    if (byHand) this.playing = false;
    this.onmove();
    if (to === this.wanted && this.shown === to) return;
    this.wanted = to;
    this.wrong = null;
    void this.fetch();
    clearTimeout(this.writing);
    this.writing = window.setTimeout(() => {
      this.written = this.wanted;
      route.go(`${replayPath(this.game)}?moment=${this.wanted}`, true);
    }, 400);
  }

  play(): void {
    if (!this.playing && this.wanted >= this.last) this.goTo(0);
    this.playing = !this.playing;
  }

  /** One step of playing. */
  tick(): void {
    if (this.shown !== this.wanted) return; // the last step has not come yet
    if (this.wanted >= this.last) this.playing = false;
    else this.goTo(this.wanted + 1, false);
  }

  stop(): void {
    clearTimeout(this.writing);
  }

  private async take(moment: number): Promise<View> {
    const known = this.cache.get(moment);
    if (known) return known;
    const seen = await getMoment(this.game, moment, this.tokens);
    this.cache.set(moment, seen);
    if (this.cache.size > KEPT) this.cache.delete(this.cache.keys().next().value!);
    return seen;
  }

  private async fetch(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.shown !== this.wanted) {
        const moment = this.wanted;
        const got = await this.take(moment);
        // while dragging, older wishes are only kept for later
        if (moment === this.wanted) {
          this.view = got;
          this.shown = moment;
          this.wrong = null;
        }
      }
      if (this.wanted < this.last) await this.take(this.wanted + 1);
    } catch (error) {
      this.wrong = fault(error);
      this.playing = false;
    } finally {
      this.busy = false;
    }
    if (this.shown !== this.wanted && !this.wrong) void this.fetch();
  }
}
