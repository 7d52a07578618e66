// The board as it is shown: what happened is played beat by beat, then the board stands as the view has it.
import type { Arrow } from "../board/board";
import { calm, settings } from "../lib/settings.svelte";
import type { Happening, Position, View } from "../lib/types";
import { beatsOf, TUMBLE, type Beat } from "./beats";
import { lastRoll, type Roll } from "./rolls";

const PACE = { slow: 1.9, normal: 1, fast: 0.4, none: 0 };
const TOO_MANY = 160; // after a long absence the board stands at once

export class Show {
  position = $state.raw<Position | null>(null);
  arrow = $state.raw<Arrow | null>(null);
  last = $state.raw<string[]>([]);
  roll = $state.raw<Roll | null>(null);
  tumbling = $state(false);
  text = $state(""); // what is happening, in words
  upto = $state(Infinity); // the log is shown as far as this entry
  playing = $state(false);

  private beats: Beat[] = [];
  private final: View | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Take a view: play the news if there are any, or stand as it says. */
  take(view: View, news: readonly Happening[] | null, log: readonly Happening[], own: boolean): void {
    this.final = view;
    const pace = PACE[settings.speed];
    const still = !news || !pace || calm() || news.length > TOO_MANY || document.hidden || !this.position;
    if (still) {
      this.roll = lastRoll(log);
      if (news?.length)
        this.text = news
          .map((one) => one.words)
          .slice(-12)
          .join(". ");
      this.last = news
        ? [
            ...new Set(
              news
                .slice(-6)
                .flatMap((one) => [one.hex, one.to])
                .filter(Boolean),
            ),
          ].slice(-3)
        : [];
      this.end();
      return;
    }
    if (!news.length) {
      if (!this.playing) this.position = view;
      return;
    }
    const before = this.beats.at(-1)?.position ?? this.position!;
    const beats = beatsOf(before, news);
    if (own && !this.playing && quick(news)) {
      this.text = news.map((one) => one.words).join(". ");
      this.last = beats.at(-1)?.hexes ?? [];
      this.end();
      return;
    }
    this.beats.push(...beats);
    if (!this.playing) {
      this.playing = true;
      this.next();
    }
  }

  /** To the end at once. */
  skip(): void {
    if (!this.playing) return;
    const roll = this.beats.filter((beat) => beat.roll).at(-1)?.roll;
    if (roll) this.roll = roll;
    this.end();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private next(): void {
    const beat = this.beats.shift();
    if (!beat) {
      this.end();
      return;
    }
    this.position = beat.position;
    this.arrow = beat.arrow;
    this.last = beat.hexes;
    this.upto = beat.no + (beat.roll ? beat.roll.lines.length : 0);
    this.text = beat.roll ? [beat.text, ...beat.roll.lines].join(". ") : beat.text;
    if (beat.roll) {
      this.roll = beat.roll;
      this.tumbling = true;
      setTimeout(() => (this.tumbling = false), TUMBLE);
    }
    this.timer = setTimeout(
      () => this.next(),
      Math.max(beat.roll ? TUMBLE + 150 : 60, beat.time * PACE[settings.speed]),
    );
  }

  private end(): void {
    clearTimeout(this.timer);
    this.beats = [];
    this.playing = false;
    this.tumbling = false;
    this.arrow = null;
    this.upto = Infinity;
    if (this.final) this.position = this.final;
  }
}

/** A single answer of one's own, without dice and without anybody else's doing. */
function quick(news: readonly Happening[]): boolean {
  return (
    news.length <= 4 && !news.some((one) => ["dice", "turn", "ended", "eliminated", "retreated"].includes(one.kind))
  );
}
