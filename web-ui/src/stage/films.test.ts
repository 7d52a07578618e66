// Whole battles through the director, as tests/web/test_clock.py writes them: nothing is told before its time.
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { joined } from "../lib/live.svelte";
import { settings } from "../lib/settings.svelte";
import type { Happening, View } from "../lib/types";
import { Director } from "./director.svelte";
import { announces } from "./rolls";

type Truth = Record<string, unknown>;
interface Film {
  battle: string;
  seed: number;
  views: View[];
  own: boolean[];
  truth: Truth[];
  rolls: string[];
}

const folder = process.env.HEXILLUM_FILMS;
const files = folder ? readdirSync(folder).sort() : [];

/** What a page can tell of how the battle stands. */
function seen(view: View): Truth {
  return {
    banners: view.banners,
    hand: view.hand,
    hand_sizes: view.hand_sizes,
    deck_size: view.deck_size,
    card: view.card,
    turn: view.turn,
    active: view.active,
    outcome: view.outcome,
    tokens: view.tokens,
    command: view.command,
    discards: view.discards,
    units: Object.fromEntries(
      view.units.map((one) => [String(one.id), `${one.side} ${one.kind} ${one.hex} ${one.blocks}`]),
    ),
    leaders: Object.fromEntries(
      view.leaders.map((one) => [String(one.id), `${one.side} ${one.hex} ${one.attached ? "True" : "False"}`]),
    ),
  };
}

/** Plays a film and checks every state that the page was in; returns the faces that were on the screen. */
function play(film: Film): { faces: string[]; states: number } {
  const director = new Director();
  const faces: string[] = [];
  const where = (): string => `${film.battle} ${film.seed}, after entry ${director.shown!.log.length - 1}`;
  let log: Happening[] = [];
  let rolling = -1; // the roll whose dice are in the air
  let states = 0;

  const look = (): void => {
    const { shown, roll, scene } = director;
    const told = shown!.log.length;
    states++;
    if (director.tumbling) {
      expect(roll, where()).toMatchObject({ faces: "", hits: "", lines: [] });
      rolling = roll!.no;
    } else if (scene?.kind === "faces") {
      expect(roll!.no, where()).toBe(rolling); // they were in the air before
      expect(roll!.hits + roll!.lines.join(), where()).toBe("");
      faces.push(roll!.faces);
    }
    if (director.playing) {
      expect(shown!.decision, where()).toMatchObject({ prompt: "", options: [], actor: null });
      // a roll whose faces are not told yet has no line in the log either
      if (scene?.kind === "dice" || scene?.kind === "faces") expect(announces(shown!.log[roll!.no])).toBe(false);
    }
    // How it stands is how it stood at the moment of the last entry that is told; between two moments, the later one
    // may not be reached in anything.
    const at = log[told - 1]?.moment ?? 0;
    const whole = log[told] === undefined || log[told].moment > at;
    if (!director.playing || whole) {
      const moment = director.playing ? at : shown!.moment;
      if (!director.playing || scene?.kind !== "dice") expect(seen(shown!), where()).toEqual(film.truth[moment]);
    }
  };

  film.views.forEach((view, n) => {
    const now = joined(log, view.log_from, view.log)!;
    const news = n ? now.slice(log.length) : null;
    log = now;
    director.take(view, news, log, film.own[n]!);
    look();
    while (director.playing) {
      vi.advanceTimersToNextTimer();
      look();
    }
  });
  return { faces, states };
}

describe.skipIf(!files.length)("battles as films", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    settings.speed = "normal";
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(files)("%s: no state tells a result before its beat, and every face is on the screen", (file) => {
    const film = JSON.parse(readFileSync(`${folder}/${file}`, "utf8")) as Film;
    const { faces, states } = play(film);
    expect(faces).toEqual(film.rolls);
    expect(states).toBeGreaterThan(film.views.length);
  });
});
