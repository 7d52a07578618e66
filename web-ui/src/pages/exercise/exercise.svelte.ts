// What is asked for an answer on a board with a slip beside it, a lesson or a puzzle: what is picked there and not yet
// sent, what the buttons are, and what went wrong. How an answer is judged is theirs.
import type { Arrow, Marks, Walk } from "../../board/board";
import type { Doing, LessonMoment } from "../../lib/types";
import { buttonsOf, choose, click, NOTHING, type Button, type Click } from "../../table/picks";
import { fault, type Fault } from "../common";

/** What the board shows; a puzzle shows the same as a lesson. */
export type Shown = LessonMoment["view"];

export abstract class Exercise {
  local = $state.raw(NOTHING);
  cursor = $state("");
  busy = $state(false);
  wrong = $state.raw<Fault | null>(null); // nothing came from the server
  note = $state(""); // why the referee does not take it

  abstract readonly shown: Shown | null;
  abstract readonly open: boolean; // an answer may be given
  abstract readonly marks: Marks;
  abstract readonly arrows: Arrow[];

  readonly buttons = $derived.by((): Button[] => (this.open && this.shown ? buttonsOf(this.shown, this.local) : []));

  constructor(readonly id: string) {}

  /** Who walks on the board now, and who leans at whom. */
  get walk(): Walk | null {
    return null;
  }
  get lean(): { from: string; to: string } | null {
    return null;
  }

  pick(hex: string, event?: Event): void {
    this.cursor = hex;
    if (!this.open || !this.shown) return;
    const touch = typeof PointerEvent === "function" && event instanceof PointerEvent && event.pointerType === "touch";
    this.does(click(this.shown, this.local, hex, touch));
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

  /** Let what plays go to its end; whether anything did. */
  skip(): boolean {
    return false;
  }

  protected abstract send(doing: Doing): Promise<void>;

  /** Tell why a click does nothing. */
  protected explain(why: NonNullable<Click["why"]>): void {
    this.note = why.sentence || "That is not among the answers: choose a marked hex.";
  }

  /** Ask the server, one thing at a time; null where it gives no answer, and `wrong` says why. */
  protected async ask<T>(asking: () => Promise<T>): Promise<T | null> {
    if (this.busy) return null;
    this.busy = true;
    this.wrong = null;
    try {
      return await asking();
    } catch (error) {
      this.wrong = fault(error);
      return null;
    } finally {
      this.busy = false;
    }
  }

  private does(what: Click): void {
    this.local = what.local;
    this.note = "";
    if (what.send) void this.send(what.send);
    else if (what.why) this.explain(what.why);
  }
}
