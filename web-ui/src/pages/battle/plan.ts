// What somebody wishes for a new table, and how the server is told.
import { other } from "../../board/board";
import type { BattlePage, Catalogue, NewGame, Side } from "../../lib/types";
import { USUAL } from "../common";

/** The form of a new table, as it is filled in. */
export interface Plan {
  army: Side; // as the battle has it
  against: "computer" | "friend" | "both" | "watch";
  player: string;
  watched: Record<Side, string>;
  swapped: boolean;
  dice: "server" | "typed";
  switches: Record<string, boolean>;
  typedByEither: boolean; // real dice; otherwise who rolls them types them
  seed: string;
  pace: string; // how fast friends play, "" for no clock
  rated: boolean; // whether a battle with a friend counts for the ladder
}

/** The switches of rules that a battle's edition knows, and how each of them usually stands. */
export const usualSwitches = (battle: BattlePage, catalogue: Catalogue): Catalogue["editions"][number]["switches"] =>
  catalogue.editions.find((one) => one.key === battle.edition)?.switches ?? {};

/** The form before anybody touched it. */
export function planFor(battle: BattlePage, catalogue: Catalogue): Plan {
  const known = catalogue.players.map((one) => one.name);
  const player = known.includes(USUAL) ? USUAL : (known[0] ?? USUAL);
  const usual = usualSwitches(battle, catalogue);
  return {
    army: "bottom",
    against: "computer",
    player,
    watched: { top: player, bottom: player },
    swapped: false,
    dice: "server",
    typedByEither: false,
    switches: Object.fromEntries(battle.switches.map((name) => [name, usual[name]?.on ?? false])),
    seed: "",
    pace: "",
    rated: false,
  };
}

/** The computer players to choose from: the levels for people, or all, also those that are yardsticks for players. */
export const levelsOf = (catalogue: Pick<Catalogue, "players">, all: boolean): Catalogue["players"] =>
  catalogue.players.filter((one) => all || one.for_people);

/** Where one sits. */
export const seatOf = (plan: Plan): Side => (plan.swapped ? other(plan.army) : plan.army);
export const choosesArmy = (plan: Plan): boolean => plan.against === "computer" || plan.against === "friend";
/** Real dice need somebody to type them. */
export const diceOf = (plan: Plan): Plan["dice"] => (plan.against === "watch" ? "server" : plan.dice);
/** Nobody chooses the dice of a battle between people, and nothing is left to choose where they are real. */
export const choosesSeed = (plan: Plan): boolean => plan.against !== "friend" && diceOf(plan) === "server";
/** Nobody can say how long real dice take, and a computer claims nothing. */
export const choosesPace = (plan: Plan): boolean => plan.against === "friend" && diceOf(plan) === "server";
/** Only a battle between two people, with the dice of the server, counts for the ladder. */
export const choosesRated = choosesPace;
/** Two people with real dice may agree on who types them. */
export const choosesTyping = (plan: Plan): boolean =>
  diceOf(plan) === "typed" && (plan.against === "friend" || plan.against === "both");
export const edge = (side: Side): string => (side === "top" ? "upper" : "lower");

/** The switches that do not stand as usual. */
export const changedSwitches = (plan: Plan, usual: ReturnType<typeof usualSwitches>): [name: string, on: boolean][] =>
  Object.entries(plan.switches).filter(([name, on]) => on !== (usual[name]?.on ?? false));

/** What the server is asked for; or a sentence about what was filled in wrong. */
export function wishOf(battle: BattlePage, catalogue: Catalogue, plan: Plan): NewGame | string {
  const wish: NewGame = { battle: battle.id, top: "person", bottom: "person", dice: diceOf(plan) };
  const seat = seatOf(plan);
  const { against, swapped, watched } = plan;
  if (against === "computer") wish[other(seat)] = plan.player;
  else if (against === "friend") wish[other(seat)] = "friend";
  else if (against === "watch") {
    // the players belong to the armies; the armies may have changed places
    wish.top = watched[swapped ? "bottom" : "top"];
    wish.bottom = watched[swapped ? "top" : "bottom"];
  }
  if (swapped) wish.swapped = true;
  const changed = changedSwitches(plan, usualSwitches(battle, catalogue));
  if (changed.length) wish.switches = Object.fromEntries(changed);
  if (choosesTyping(plan) && plan.typedByEither) wish.typed_by = "either";
  if (choosesPace(plan) && plan.pace) wish.pace = plan.pace;
  if (choosesRated(plan) && plan.rated) wish.rated = true;
  if (!choosesSeed(plan)) return wish;
  const number = plan.seed.trim();
  if (!number) return wish;
  if (!/^\d{1,15}$/.test(number)) return "The seed is a whole number of at most 15 digits, or nothing.";
  return { ...wish, seed: Number(number) };
}
