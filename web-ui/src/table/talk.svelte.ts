// What is said at a table: the lines that this browser hears, what it says, whom it hears no longer.
import { getTalk, mute, report, say } from "../lib/api";
import type { TalkAt, TalkLine } from "../lib/types";

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

  constructor(
    private readonly game: string,
    private readonly tokens: () => string[],
  ) {}

  /** What came over the line: only what is new, but all where the other seat is muted or heard again. */
  heard(said: TalkAt): void {
    const first = this.about === null && this.lines.length === 0;
    const muting = said.muted !== (this.about?.muted ?? false);
    const known = this.lines.at(-1)?.seq ?? -1;
    this.about = said;
    this.lines = joined(muting && said.muted ? this.lines.filter((line) => line.yours) : this.lines, said.lines);
    const last = said.lines.filter((line) => !line.yours && line.seq > known && !this.hidden.has(line.by)).at(-1);
    if (last && (!first || Date.now() - 1000 * last.at < 600_000)) this.news = last;
  }

  seen(): void {
    this.news = null;
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
      this.news = null;
      return true;
    } catch (error) {
      this.trouble = (error as Error).message;
      return false;
    } finally {
      this.sending = false;
    }
  }
}
