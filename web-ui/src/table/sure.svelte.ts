// "Are you sure?": before a choice that gives much away it is asked once more, where a setting wants that.
import { getDoubt } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { Doing, View } from "../lib/types";
import { mayBeHelped } from "./hint.svelte";
import type { Button } from "./picks";

const PATIENCE = 4000; // milliseconds that a choice waits at most

/** What is pressed to give an answer all the same. */
export const sureButton = (doubted: Extract<Doing, { do: "answer" }>): Button => ({
  label: "Yes, play it",
  words: "",
  key: "",
  primary: true,
  doing: doubted,
  option: null,
});

export class Doubts {
  busy = $state(false);

  /** Whether the answers at a table are to be doubted. */
  asked(view: Pick<View, "kind" | "yours" | "seats" | "outcome">): boolean {
    return settings.sure && mayBeHelped(view);
  }

  /** Why an answer is doubted, "" where it is not, or where that cannot be known in time; null while another one is. */
  async of(game: string, numbers: readonly number[], tokens: string[]): Promise<string | null> {
    if (this.busy) return null;
    this.busy = true;
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE);
    try {
      return (await getDoubt(game, numbers, tokens, patience.signal)).words;
    } catch {
      return ""; // the choice is the player's, whatever the coach thinks
    } finally {
      clearTimeout(timer);
      this.busy = false;
    }
  }
}
