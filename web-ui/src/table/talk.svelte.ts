// What is said at a table: the lines that this browser hears, what it says, whom it hears no longer.
import { getTalk, mute, report, say } from "../lib/api";
import { leave, leftAt } from "../lib/left";
import type { TalkAt, TalkLine } from "../lib/types";

const LATELY = 600; // seconds: what onlookers said before is no news to who comes later

/** Lines with news put to them, each once and in their order. */
export function joined(kept: TalkLine[], news: TalkLine[]): TalkLine[] {
  const all = new Map([...kept, ...news].map((line) => [line.seq, line]));
  return [...all.values()].sort((a, b) => a.seq - b.seq);
}

export class Talk {
  lines = $state.raw<TalkLine[]>([]);
  about = $state.raw<TalkAt | null>(null); // in which room one may speak, and by which phrases
  hidden = $state.raw<ReadonlySet<string>>(new Set()); // onlookers whom this page does not show
  news = $state.raw<TalkLine | null>(null); // the newest line of somebody else that nobody has looked at
  trouble = $state("");
  sending = $state(false);

  readonly shown = $derived.by(() => this.lines.filter((line) => !this.hidden.has(line.by)));

  private read: number;

  constructor(
    private readonly game: string,
    private readonly tokens: () => string[],
  ) {
    this.read = leftAt(game).read;
  }

  /** What came over the line: only what is new, but all where the other seat is muted or heard again. */
  heard(said: TalkAt): void {
    const first = this.about === null;
    const muting = said.muted !== (this.about?.muted ?? false);
    const known = Math.max(this.lines.at(-1)?.seq ?? -1, this.read);
    this.about = said;
    this.lines = joined(muting && said.muted ? this.lines.filter((line) => line.yours) : this.lines, said.lines);
    const last = said.lines.filter((line) => !line.yours && line.seq > known && !this.hidden.has(line.by)).at(-1);
    if (last && !(first && last.room === "watch" && Date.now() / 1000 - last.at > LATELY)) this.news = last;
  }

  /** What is there was looked at, or put away: it is no news any more, also when the page is loaded again. */
  seen(): void {
    this.news = null;
    const newest = this.lines.at(-1)?.seq ?? -1;
    if (newest <= this.read) return;
    this.read = newest;
    leave(this.game, { read: newest });
  }

  hide(by: string): void {
    this.hidden = new Set([...this.hidden, by]);
  }

  showAll(): void {
    this.hidden = new Set();
  }

  /** Ask for all that there is, and for what may be said. */
  need = (): Promise<boolean> => this.ask(() => getTalk(this.game, this.tokens()));
  say = (words: string): Promise<boolean> => this.ask(() => say(this.game, { words }, this.tokens()));
  phrase = (key: string): Promise<boolean> => this.ask(() => say(this.game, { phrase: key }, this.tokens()));
  mute = (wish: boolean): Promise<boolean> => this.ask(() => mute(this.game, wish, this.tokens()));
  report = (seq: number): Promise<boolean> => this.ask(() => report(this.game, seq, this.tokens()));

  private async ask(how: () => Promise<TalkAt>): Promise<boolean> {
    this.trouble = "";
    this.sending = true;
    try {
      const said = await how();
      this.about = said;
      this.lines = said.lines; // all of them
      this.seen();
      return true;
    } catch (error) {
      this.trouble = (error as Error).message;
      return false;
    } finally {
      this.sending = false;
    }
  }
}
