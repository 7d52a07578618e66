// First battles of many learners, as tests/web/test_first_battle.py writes them: what the coach says to each, and when.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { distance } from "../../lib/hexnames";
import type { FirstBattle, View } from "../../lib/types";
import { promptNow, type Due } from "./first";

const folder = process.env.HEXILLUM_FIRST;
const films = folder ? readdirSync(folder).filter((one) => one.startsWith("film-")) : [];
const read = <T>(name: string): T => JSON.parse(readFileSync(`${folder}/${name}`, "utf8")) as T;

/** Whether what a prompt says of the table is so. */
function holds(title: string, { event }: Due, view: View): boolean {
  const { options, subject } = view.decision;
  const unit = view.units.find((one) => one.hex === subject);
  switch (title) {
    case "Play a card":
      return Object.values(view.hand_words).some((one) => (one.sections.center ?? 0) > 0);
    case "Left, center, right":
    case "Give orders":
      return view.card !== null && options.some((one) => one.hex);
    case "Move":
      return options.some((one) => Object.keys(one.reach).length > 0) || subject !== "";
    case "Fight with dice":
      return view.decision.word !== "battle" || options.some((one) => one.attacks.length > 0 || one.attack);
    case "Read the symbols":
      return event === null || (event.hex !== "" && event.to !== "");
    case "A flag":
      return event === null || event.hex !== "";
    case "Support": {
      if (event || !unit || view.decision.word !== "ignore") return event !== null || view.decision.word === "card";
      const near = [...view.units, ...view.leaders].filter(
        (one) => one.side === unit.side && distance(one.hex, unit.hex) === 1,
      );
      return unit.leader || near.length > 1;
    }
    case "Evade":
      return event !== null || view.decision.word === "card" || unit?.side === view.yours[0];
    default:
      return title === "A banner";
  }
}

/** Plays a film; what was said, with the learner's own turn. */
function play(views: View[], { prompts }: FirstBattle, reads: boolean): Map<string, number> {
  const told = new Map<string, number>();
  const said: number[] = [];
  let moments = 0;
  for (const view of views) {
    const turn = view.log.filter((one) => one.kind === "turn" && one.side === view.yours[0]).length;
    for (let due = promptNow(prompts, said, view); due; due = reads ? promptNow(prompts, said, view) : null) {
      const { title } = prompts[due.at]!;
      expect(told.has(title), `${title} is said twice`).toBe(false);
      expect(holds(title, due, view), `${title}, turn ${turn}, version ${view.version}`).toBe(true);
      if (due.event || prompts[due.at]!.asked === view.decision.word) moments++;
      told.set(title, turn);
      said.push(due.at); // read, or done without reading it
    }
    // What is asked for the first time is spoken of at once, or as soon as what comes before it was read.
    const lit = view.decision.options.some((option) => option.hex);
    if (reads && lit)
      for (const one of prompts) if (one.asked === view.decision.word) expect(told.has(one.title)).toBe(true);
  }
  expect(moments).toBeGreaterThan(0);
  return told;
}

describe.skipIf(!films.length)("first battles", () => {
  const coach = films.length ? read<FirstBattle>("coach.json") : null;

  it.each(films)("%s: all is said in time, once, and is so", (name) => {
    const views = read<View[]>(name);
    const told = play(views, coach!, true);
    const asked = new Set(
      views.flatMap(({ decision }) => (decision.options.some((one) => one.hex) ? [decision.word] : [])),
    );
    const turns = views.at(-1)!.log.filter((one) => one.kind === "turn" && one.side === views[0]!.yours[0]).length;
    for (const { title, asked: word, by } of coach!.prompts)
      if (asked.has(word as View["decision"]["word"]) || (by && by <= turns))
        expect(told.has(title), `${title} is never said, in ${turns} turns`).toBe(true);
    if (name.startsWith("film-follow") && turns >= 6) {
      expect(told.size).toBe(10);
      expect(Math.max(...told.values())).toBeLessThanOrEqual(6);
    }
    for (const turn of told.values()) expect(turn).toBeLessThanOrEqual(turns);
  });

  it.each(films)("%s: who reads nothing is told one thing at a time", (name) => {
    play(read<View[]>(name), coach!, false);
  });

  it("who follows sees all ten come by themselves, in one battle at least", () => {
    const whole = films.filter((name) => {
      if (!name.startsWith("film-follow")) return false;
      const early = { ...coach!, prompts: coach!.prompts.map((one) => ({ ...one, by: 0 })) };
      const told = play(read<View[]>(name), early, true);
      return told.size === 10 && Math.max(...told.values()) <= 6;
    });
    expect(whole.length).toBeGreaterThan(0);
  });
});
