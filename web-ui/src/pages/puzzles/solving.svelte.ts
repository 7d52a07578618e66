// A puzzle as it is solved: the answers so far, what is picked on the board, and the verdict with the best plan.
import type { Arrow, Marks } from "../../board/board";
import { solvePuzzle } from "../../lib/api";
import type { Doing, PuzzleMoment, PuzzlePlan } from "../../lib/types";
import { marksOf, NOTHING, playable } from "../../table/picks";
import { Exercise } from "../exercise/exercise.svelte";
import { orderedOf, waysOf } from "./plan";
import { keep } from "./solved";

export type Plan = "mine" | "best" | "next";

export class Solving extends Exercise {
  first = $state.raw<PuzzleMoment | null>(null); // how it begins
  moment = $state.raw<PuzzleMoment | null>(null);
  seen = $state<Plan>("best"); // which plan the board shows once there is a verdict
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
    return this.open && this.shown ? marksOf(this.shown, this.local) : {};
  });
  readonly cards = $derived.by(() => (this.open && this.shown ? playable(this.shown) : new Set<string>()));

  /** Put the puzzle, or put it again. */
  async begin(): Promise<void> {
    this.answers = [];
    this.putBack();
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

  protected override async send(doing: Doing): Promise<void> {
    if (doing.do !== "answer") return;
    const answers = [...this.answers, ...doing.numbers];
    const moment = await this.say(answers, doing.then_stop ?? false, false);
    if (!moment) return;
    this.answers = moment.answers; // with the end of a move, where the server has added it
    this.putBack();
    this.moment = moment;
    if (moment.verdict) {
      this.seen = "mine";
      if (moment.verdict.solved) keep(this.id, "solved");
    }
  }

  private say(answers: number[], then_stop: boolean, give_up: boolean): Promise<PuzzleMoment | null> {
    return this.ask(() => solvePuzzle(this.id, { answers, then_stop, give_up }));
  }
}
