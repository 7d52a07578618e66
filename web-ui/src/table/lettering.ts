// What the table writes over the board's sections, and how it says what is in hand.
import { sectionsOf } from "../lib/hexnames";
import type { Happening, Position, Side, Tables, View } from "../lib/types";
import type { Answers } from "./answers.svelte";

type Part = "left" | "center" | "right";
const NAMES: Record<Part, string> = { left: "LEFT", center: "CENTRE", right: "RIGHT" };

/** How many units of either side stand in each section, as whoever looks from the lower edge sees them. */
export function sectionWords(view: View, position: Position, flipped: boolean): Record<Part, string> {
  const counts: Record<Side, Record<Part, number>> = {
    top: { left: 0, center: 0, right: 0 },
    bottom: { left: 0, center: 0, right: 0 },
  };
  for (const unit of position.units) for (const part of sectionsOf(unit.hex, flipped)) counts[unit.side][part]++;
  const near: Side = flipped ? "top" : "bottom";
  const far: Side = near === "top" ? "bottom" : "top";
  const [us, them] =
    view.yours.length === 1 && view.yours[0] === near ? ["you", "they"] : [view.armies[near], view.armies[far]];
  const words = (part: "left" | "center" | "right"): string =>
    `${NAMES[part]} ${us} ${counts[near][part]} · ${them} ${counts[far][part]}`;
  return { left: words("left"), center: words("center"), right: words("right") };
}

/** What is held in hand, and what can be done with it. */
export function holdingWords(view: View, tables: Tables, { local, picked }: Pick<Answers, "local" | "picked">): string {
  if (local.doubt) return `Both a unit and a leader stand on ${local.doubt}: which one?`;
  if (!picked && local.card) return view.hand_words[local.card]?.words ?? tables.cards[local.card]?.words ?? "";
  if (!picked) return "";
  const kind = view.units.find((one) => one.hex === picked.hex && !picked.leader)?.kind;
  const name = kind ? (tables.kinds[kind]?.name ?? kind) : "Leader";
  return picked.attacks.length
    ? `${name} ${picked.hex} battles: choose a marked enemy.`
    : `${name} ${picked.hex} moves: choose a marked hex.`;
}

/** Dice that are asked for are named by what they are rolled for. */
export function rollingWords({ decision }: View, log: readonly Happening[]): string {
  const last = log.at(-1);
  return decision.actor === "chance" && decision.dice > 0 && last?.kind === "dice" ? last.words : "";
}
