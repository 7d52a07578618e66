// "What would you do?": the consul's plan for the question on the table, until the battle goes on.
import type { Arrow, Marks } from "../board/board";
import { getHint } from "../lib/api";
import type { Hinted, View } from "../lib/types";
import { arrowsOf } from "../pages/replay/picture";

/** Whether this connection may be helped at a table: against the computer, or alone. */
export function mayBeHelped(view: Pick<View, "kind" | "yours" | "seats" | "outcome">): boolean {
  if (!view.yours.length || view.outcome) return false;
  return view.kind === "analysis" || [view.seats.top, view.seats.bottom].some((seat) => seat.player === "computer");
}

/** What of a view changes when the battle goes on: help that was noted is none of it. */
export const wentOn = (view: Pick<View, "version" | "help" | "eyes">): string =>
  `${view.version - view.help.top - view.help.bottom} ${view.eyes}`;

/** The plan on the board: who is ordered is marked, who moves and attacks has an arrow. */
export function planMarks(hint: Hinted): Marks {
  const out: Marks = {};
  for (const step of hint.steps)
    for (const one of step.happened)
      if (one.hex && one.kind === "ordered") out[one.hex] = { last: true, label: "ordered in the consul's plan" };
  return out;
}
/** The plan in words: who is ordered stands in one line; a step that only begins or ends something has none. */
export function planWords(hint: Hinted): string[] {
  const all = hint.steps.flatMap((step) => step.happened);
  const ordered = all.filter((one) => one.kind === "ordered" && one.hex).map((one) => one.hex);
  const first = all.findIndex((one) => one.kind === "ordered" && one.hex);
  return all.flatMap((one, n) => {
    if (one.kind !== "ordered" || !one.hex) return [one.words];
    return n === first ? [`Orders ${ordered.join(", ")}`] : [];
  });
}
export const planArrows = (hint: Hinted): Arrow[] => hint.steps.flatMap((step) => arrowsOf(step.happened));

export class Hints {
  shown = $state.raw<Hinted | null>(null);
  busy = $state(false);
  trouble = $state("");

  readonly arrows = $derived.by(() => (this.shown ? planArrows(this.shown) : []));
  readonly marks = $derived.by(() => (this.shown ? planMarks(this.shown) : {}));

  private asked = "";

  constructor(
    private readonly game: string,
    private readonly tokens: () => string[],
  ) {}

  async ask(view: View): Promise<void> {
    if (this.busy || !mayBeHelped(view)) return;
    const moment = (this.asked = wentOn(view));
    this.busy = true;
    this.trouble = "";
    try {
      const found = await getHint(this.game, this.tokens());
      if (this.asked === moment) this.shown = found;
    } catch (error) {
      if (this.asked === moment) this.trouble = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
  /** The battle has gone on, or the plan is not wanted any more. */
  forget(): void {
    this.asked = "";
    this.shown = null;
    this.trouble = "";
  }
}
