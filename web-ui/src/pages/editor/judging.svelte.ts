// Whether a battle is fair, asked in the background: it goes on while something else is edited, until somebody stops it.
import { ApiError, judge } from "../../lib/api";
import type { Fairness } from "../../lib/types";
import { fault, type Fault } from "../common";

export class Judging {
  told = $state.raw<Fairness | null>(null);
  running = $state(false);
  wrong = $state.raw<Fault | null>(null);
  #asked: AbortController | null = null;

  /** What is known already of a battle, without playing any. */
  look(text: string): () => void {
    const looking = new AbortController();
    judge(text, false, looking.signal).then(
      (known) => {
        if (!this.running && !looking.signal.aborted) this.told = known;
      },
      () => undefined, // it is only a look
    );
    return () => looking.abort();
  }

  async run(text: string): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.wrong = null;
    const asked = (this.#asked = new AbortController());
    try {
      let told: Fairness;
      do this.told = told = await judge(text, true, asked.signal);
      while (told.played < told.battles && !asked.signal.aborted);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "left")) this.wrong = fault(error);
    } finally {
      this.running = false;
    }
  }
  stop(): void {
    this.#asked?.abort();
  }
}
