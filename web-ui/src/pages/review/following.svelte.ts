// The review of a battle while it is made: begun, asked for again and again, stopped.
import { beginReview, getReview, stopReview } from "../../lib/api";
import type { BattleReview, Reviewed } from "../../lib/types";
import { fault, type Fault } from "../common";

const OFTEN = 1000; // milliseconds between two questions
const SELDOM = 4000; // ... while others come first

export const reviewPath = (game: string): string => `/review/${encodeURIComponent(game)}`;

export class Following {
  said = $state.raw<Reviewed | null>(null);
  review = $state.raw<BattleReview | null>(null);
  wrong = $state<Fault | null>(null);
  busy = $state(false);

  private have = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(
    private readonly game: string,
    private readonly tokens: string[],
  ) {}

  get atWork(): boolean {
    return this.said?.state === "waiting" || this.said?.state === "running";
  }

  /** See how it stands; with none at all, begin it. */
  async load(): Promise<void> {
    await this.ask(() => getReview(this.game, -1, this.tokens));
    if (this.said?.state === "none") await this.begin();
  }
  async begin(): Promise<void> {
    await this.ask(() => beginReview(this.game, this.tokens));
  }
  async stop(): Promise<void> {
    await this.ask(() => stopReview(this.game, this.tokens));
  }
  /** The page is left. */
  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }

  private async ask(how: () => Promise<Reviewed>, byHand = true): Promise<void> {
    clearTimeout(this.timer);
    if (byHand) this.busy = true;
    try {
      const said = await how();
      this.said = said;
      if (said.review) this.review = said.review;
      this.have = said.beats;
      this.wrong = null;
    } catch (error) {
      this.wrong = fault(error);
    } finally {
      if (byHand) this.busy = false;
    }
    if (this.ended || !this.atWork) return;
    const wait = this.wrong || this.said?.state === "waiting" ? SELDOM : OFTEN;
    this.timer = setTimeout(() => void this.ask(() => getReview(this.game, this.have, this.tokens), false), wait);
  }
}
