// A lesson as it is learnt: the question, what is picked on the board, what the referee made of it, what is told.
import type { Arrow, Marks, Walk } from "../../board/board";
import { getLesson, whyNotInLesson } from "../../lib/api";
import type { Doing, LessonMoment, View } from "../../lib/types";
import { Director } from "../../stage/director.svelte";
import { arrowOf } from "../../stage/scenes";
import { marksOf, NOTHING, type Click } from "../../table/picks";
import { fault } from "../common";
import { Exercise, type Shown } from "../exercise/exercise.svelte";
import { keepOne, readOne } from "./progress";

/** What a table knows and a lesson has not: seeds, and rules that may have changed. */
const ALONE = {
  seed_commitment: "",
  chance: {
    seed_chosen: false,
    shares: { top: { commitment: null, given: false }, bottom: { commitment: null, given: false } },
    awaited: [],
  },
  rules: { began: null, now: "", same: true, goes_on: true, notice: "" },
  clock: null,
  match: null,
};
const asView = (shown: Shown): View => ({ ...shown, ...ALONE });

export class Learning extends Exercise {
  moment = $state.raw<LessonMoment | null>(null);
  pointed = $state<number | null>(null); // which of the sentences to notice is pointed at
  readonly director = new Director();

  private chosen: number[];
  private answers: number[] = [];
  private answered = $state(false);
  private asked = $state(0); // how long the log was when the question was put

  readonly shown = $derived.by(() => this.director.shown);
  /** The referee has played on, and there is something to tell. */
  readonly said = $derived.by(() => (this.moment?.said?.kind === "chosen" ? this.moment.said : null));
  readonly told = $derived.by(() => (this.director.playing ? null : this.said));
  readonly open = $derived.by(() => !this.busy && !this.director.playing && !this.said && this.shown !== null);
  readonly over = $derived.by(
    () => !!this.said && !this.said.again && !!this.moment && this.moment.step + 1 === this.moment.steps,
  );
  /** Nothing was picked or answered yet: the coach shows what to notice. */
  readonly looking = $derived.by(() => this.open && this.local === NOTHING && !this.answered);
  /** The hexes to notice, each with the number of the sentence that speaks of it. */
  readonly noticed = $derived.by((): Record<string, number> => {
    const found: Record<string, number> = {};
    if (this.looking)
      for (const [n, { hexes }] of (this.moment?.notice ?? []).entries())
        for (const hex of hexes) if (this.pointed === null || this.pointed === n) found[hex] ??= n + 1;
    return found;
  });
  readonly marks = $derived.by((): Marks => {
    const { shown } = this;
    if (!shown) return {};
    const marks: Marks = this.open ? marksOf(shown, this.local) : {};
    for (const hex of this.director.last) marks[hex] = { ...marks[hex], last: true };
    for (const [hex, n] of Object.entries(this.noticed)) {
      const words = [marks[hex]?.label, `see note ${n}`].filter(Boolean).join(", ");
      marks[hex] = { badge: String(n), ...marks[hex], last: true, label: words };
    }
    return marks;
  });
  /** What moves now; once all is told, what happened since the question. */
  readonly arrows = $derived.by((): Arrow[] => {
    if (!this.told || !this.shown) return this.director.arrows;
    const found = this.shown.log.slice(this.asked).flatMap((one) => arrowOf(one) ?? []);
    return found.filter((one, n) => found.findIndex((other) => same(one, other)) === n);
  });

  constructor(id: string) {
    super(id);
    this.chosen = readOne(id).chosen;
  }

  override get walk(): Walk | null {
    return this.director.walk;
  }
  override get lean(): { from: string; to: string } | null {
    return this.director.lean;
  }

  /** Put the question again, or the next one. */
  async put(): Promise<void> {
    this.answers = [];
    this.putBack();
    const moment = await this.say({ chosen: this.chosen, answers: [], then_stop: false });
    if (!moment) return;
    this.moment = moment;
    this.asked = moment.view.log.length;
    this.pointed = null;
    this.answered = false;
    this.stand(moment);
  }

  async begin(): Promise<void> {
    await this.put();
    if (this.wrong?.status === 422 && this.chosen.length) this.restart(); // another lesson than it was
  }

  restart(): void {
    this.chosen = [];
    keepOne(this.id, { chosen: [], done: readOne(this.id).done });
    void this.put();
  }

  /** On, from what was told. */
  next(): void {
    const said = this.said;
    if (!said || this.busy) return;
    if (said.again) {
      void this.put();
      return;
    }
    if (this.over) this.chosen = [];
    else this.chosen = [...this.chosen, said.choice ?? 0];
    keepOne(this.id, { chosen: this.chosen, done: readOne(this.id).done || this.over });
    if (!this.over) void this.put();
  }

  override pick(hex: string, event?: Event): void {
    if (this.skip()) this.cursor = hex;
    else super.pick(hex, event);
  }

  override skip(): boolean {
    const { playing } = this.director;
    if (playing) this.director.skip();
    return playing;
  }

  protected override explain(why: NonNullable<Click["why"]>): void {
    if (why.line) void this.whyNot(why.line);
    else super.explain(why);
  }

  private async whyNot(line: string): Promise<void> {
    try {
      const said = await whyNotInLesson(
        this.id,
        { chosen: this.chosen, answers: this.answers, then_stop: false },
        line,
      );
      if (said.why) this.note = `${said.why.charAt(0).toUpperCase()}${said.why.slice(1)}.`;
    } catch (error) {
      this.note = fault(error).message;
    }
  }

  protected override async send(doing: Doing): Promise<void> {
    if (doing.do !== "answer") return;
    const answers = [...this.answers, ...doing.numbers];
    const before = this.moment?.view.log.length ?? 0;
    const moment = await this.say({ chosen: this.chosen, answers, then_stop: doing.then_stop ?? false });
    if (!moment) return;
    this.local = NOTHING;
    this.moment = moment;
    if (moment.said?.kind === "other") {
      this.answers = [];
      this.note = moment.said.told;
      this.stand(moment);
      return;
    }
    this.answers = answers;
    this.answered = true;
    const view = asView(moment.view);
    this.director.take(view, view.log.slice(before), view.log, true);
    if (this.over) keepOne(this.id, { chosen: [], done: true });
  }

  private say(wish: Parameters<typeof getLesson>[1]): Promise<LessonMoment | null> {
    return this.ask(() => getLesson(this.id, wish));
  }

  private stand(moment: LessonMoment): void {
    const view = asView(moment.view);
    this.director.take(view, null, view.log, false);
    this.director.last = [];
  }
}

const same = (a: Arrow, b: Arrow): boolean => a.from === b.from && a.to === b.to && a.kind === b.kind;
