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

/** Which entries of the log may change what beside the pieces is told, as the referee says it. */
const TELLS: Record<string, readonly Happening["kind"][]> = {
  banners: ["banner", "lost_ground"],
  hand: ["played", "forfeited", "drew"],
  hand_sizes: ["played", "forfeited", "drew"],
  deck_size: ["drew", "reshuffled"],
  discards: ["played", "forfeited", "reshuffled"],
  card: ["played", "turn"],
  turn: ["turn"],
  active: ["turn"],
  outcome: ["ended"],
  tokens: ["gained_token", "spent_token"],
  command: ["command"],
};
/** Which of them put, take or move pieces. */
const PIECES = new Set<Happening["kind"]>([
  ...(["moved", "retreated", "advanced", "fled", "lost", "rallied", "eliminated", "crew_gone", "left"] as const),
  ...(["placed", "joined", "detached"] as const),
]);

const OFF = new Set<Happening["kind"]>(["eliminated", "crew_gone", "left"]);
const GOES = new Set<Happening["kind"]>(["moved", "retreated", "advanced", "fled"]);

/** A piece of `seen`: where it stands, and its blocks if it is a unit. */
const hexOf = (piece: string | undefined): string => piece?.match(/ ([A-M]\d+) /)?.[1] ?? "";
const blocksOf = (piece: string | undefined): number => Number(piece?.match(/ (\d)$/)?.[1] ?? 0);

/**
 * What is wrong with a state in the middle of a moment: each thing must be as before while no entry that is told speaks
 * of it, as after where none to come does, and where both do, on its way from the one to the other.
 */
function tooSoon(now: Truth, before: Truth, later: Truth, told: Happening[], coming: Happening[]): string[] {
  const wrong: string[] = [];
  const plain = (one: unknown): string =>
    JSON.stringify(one && typeof one === "object" ? Object.entries(one).sort() : one);
  const like = (a: unknown, b: unknown): boolean => plain(a) === plain(b);
  for (const [what, kinds] of Object.entries(TELLS)) {
    const [did, will] = [told, coming].map((list) => list.filter((one) => kinds.includes(one.kind)));
    if (!did!.length && !like(now[what], before[what])) wrong.push(`${what} is ahead`);
    if (!will!.length && !like(now[what], later[what])) wrong.push(`${what} is behind`);
    for (const side of ["top", "bottom"]) {
      const last = did!.filter((one) => one.side === side).at(-1);
      if (what === "banners" && last && (now[what] as Record<string, number>)[side] !== last.count)
        wrong.push(`banners of ${side} are not ${last.count}`);
    }
  }
  for (const group of ["units", "leaders"]) {
    const [is, was, will] = [now, before, later].map((one) => one[group] as Record<string, string>);
    for (const id of new Set([is, was, will].flatMap((one) => Object.keys(one!)))) {
      const [here, first, last] = [is![id], was![id], will![id]];
      const hexes = new Set([here, first, last].map(hexOf).filter(Boolean));
      const speaks = (one: Happening): boolean => PIECES.has(one.kind) && (hexes.has(one.hex) || hexes.has(one.to));
      const [did, comes] = [told.some(speaks), coming.some(speaks)];
      if (!did && here !== first) wrong.push(`${group} ${id} is ahead: ${here}, was ${first}`);
      if (!comes && here !== last) wrong.push(`${group} ${id} is behind: ${here}, will be ${last}`);
      if (!did || !comes) continue;
      const off = told.some((one) => OFF.has(one.kind) || (GOES.has(one.kind) && !one.to));
      if (!here && first && !off) wrong.push(`${group} ${id} is gone before it goes`);
      if (!here) continue;
      const ways = [hexOf(first), ...told.filter((one) => PIECES.has(one.kind)).map((one) => one.to)];
      if (!ways.includes(hexOf(here))) wrong.push(`${group} ${id} stands where nobody said: ${here}`);
      const least = coming.some((one) => one.kind === "rallied") ? 0 : blocksOf(last);
      if (group === "units" && first && (blocksOf(here) > blocksOf(first) || blocksOf(here) < least))
        wrong.push(`${group} ${id} has blocks of another time: ${here}, from ${first} to ${last}`);
    }
  }
  return wrong;
}

/** Plays a film and checks every state that the page was in; returns the faces that were on the screen. */
function play(film: Film): { faces: string[]; states: number; within: number } {
  const director = new Director();
  const faces: string[] = [];
  const where = (): string => `${film.battle} ${film.seed}, after entry ${director.shown!.log.length - 1}`;
  let log: Happening[] = [];
  let rolling = -1; // the roll whose dice are in the air
  let states = 0;
  let within = 0; // those in the middle of a moment

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
    // How it stands is how it stood at the moment of the last entry that is told; within a moment, each piece and
    // each count is as the entries told so far have it.
    const at = log[told - 1]?.moment ?? 0;
    if (!director.playing) expect(seen(shown!), where()).toEqual(film.truth[shown!.moment]);
    else if (log[told] === undefined || log[told].moment > at) expect(seen(shown!), where()).toEqual(film.truth[at]);
    else {
      within++;
      let [first, last] = [told, told];
      while (log[first - 1]?.moment === at) first--;
      while (log[last]?.moment === at) last++;
      const parts = [log.slice(first, told), log.slice(told, last)] as const;
      expect(tooSoon(seen(shown!), film.truth[at - 1]!, film.truth[at]!, ...parts), where()).toEqual([]);
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
  return { faces, states, within };
}

describe.skipIf(!files.length)("battles as films", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    settings.speed = "normal";
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(files)(
    "%s: no state tells a result before its beat, and every face is on the screen",
    (file) => {
      const film = JSON.parse(readFileSync(`${folder}/${file}`, "utf8")) as Film;
      const { faces, states, within } = play(film);
      expect(faces).toEqual(film.rolls);
      expect(states).toBeGreaterThan(film.views.length);
      expect(within).toBeGreaterThan(0);
    },
    60_000,
  );
});
