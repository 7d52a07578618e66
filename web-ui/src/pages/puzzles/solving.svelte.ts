// A puzzle as it is solved: the answers so far, what is picked on the board, and the verdict with the best plan.
import type { Arrow, Marks } from "../../board/board";
import { solvePuzzle } from "../../lib/api";
import type { Doing, PuzzleMoment, PuzzlePlan } from "../../lib/types";
import { buttonsOf, choose, click, marksOf, NOTHING, playable, type Button, type Click } from "../../table/picks";
import { fault, type Fault } from "../common";
import { asView } from "../learn/learning.svelte";
import { orderedOf, waysOf } from "./plan";
import { keep } from "./solved";

export type Shown = "mine" | "best" | "next";

export class Solving {
  first = $state.raw<PuzzleMoment | null>(null); // how it begins
  moment = $state.raw<PuzzleMoment | null>(null);
  local = $state.raw(NOTHING);
  cursor = $state("");
  busy = $state(false);
  wrong = $state.raw<Fault | null>(null);
  note = $state("");
  seen = $state<Shown>("best"); // which plan the board shows once there is a verdict
  private answers = $state.raw<number[]>([]);

  readonly verdict = $derived.by(() => this.moment?.verdict ?? null);
  readonly open = $derived.by(() => !this.busy && this.moment !== null && !this.moment.over && !this.verdict);
  readonly begun = $derived.by(() => this.answers.length > 0);
  readonly plan = $derived.by((): PuzzlePlan | null =>
    this.verdict && this.seen !== "mine" ? this.verdict[this.seen] : null,
  );
  /** What stands on the board: the plan that is looked at is drawn on the ground that it begins on. */
  readonly shown = $derived.by(() => (this.plan ? this.first : this.moment)?.view ?? null);
  readonly arrows = $derived.by((): Arrow[] => (this.plan ? waysOf(this.plan.lines) : []));
  readonly marks = $derived.by((): Marks => {
    if (this.plan) return Object.fromEntries(orderedOf(this.plan.lines).map((hex) => [hex, { last: true }]));
    return this.open && this.shown ? marksOf(asView(this.shown), this.local) : {};
  });
  readonly buttons = $derived.by((): Button[] =>
    this.open && this.shown ? buttonsOf(asView(this.shown), this.local) : [],
  );
  readonly cards = $derived.by(() => (this.open && this.shown ? playable(asView(this.shown)) : new Set<string>()));

  constructor(readonly id: string) {}

  /** Put the puzzle, or put it again. */
  async begin(): Promise<void> {
    this.answers = [];
    this.local = NOTHING;
    this.note = "";
    this.seen = "best";
    const moment = await this.say([], false, false);
    if (moment) this.first = this.moment = moment;
  }

  async giveUp(): Promise<void> {
    const moment = await this.say([], false, true);
    if (!moment) return;
    this.moment = moment;
    keep(this.id, "shown");
  }

  takeCard(key: string): void {
    if (!this.cards.has(key)) return;
    this.local = { ...NOTHING, card: this.local.card === key ? null : key };
  }

  pick(hex: string, event?: Event): void {
    this.cursor = hex;
    if (!this.open || !this.shown) return;
    const touch = typeof PointerEvent === "function" && event instanceof PointerEvent && event.pointerType === "touch";
    this.does(click(asView(this.shown), this.local, hex, touch));
  }

  press(button: Button): void {
    if (!this.open) return;
    if (button.doing) void this.send(button.doing);
    else if (button.option) this.does(choose(button.option, this.local));
  }

  putBack(): void {
    this.local = NOTHING;
    this.note = "";
  }

  private does(what: Click): void {
    this.local = what.local;
    this.note = what.why?.sentence ?? "";
    if (what.send) void this.send(what.send);
  }

  private async send(doing: Doing): Promise<void> {
    if (doing.do !== "answer") return;
    const answers = [...this.answers, ...doing.numbers];
    const moment = await this.say(answers, doing.then_stop ?? false, false);
    if (!moment) return;
    this.answers = moment.answers; // with the end of a move, where the server has added it
    this.local = NOTHING;
    this.note = "";
    this.moment = moment;
    if (moment.verdict) {
      this.seen = "mine";
      if (moment.verdict.solved) keep(this.id, "solved");
    }
  }

  private async say(answers: number[], then_stop: boolean, give_up: boolean): Promise<PuzzleMoment | null> {
    if (this.busy) return null;
    this.busy = true;
    this.wrong = null;
    try {
      return await solvePuzzle(this.id, { answers, then_stop, give_up });
    } catch (error) {
      this.wrong = fault(error);
      return null;
    } finally {
      this.busy = false;
    }
  }
}
