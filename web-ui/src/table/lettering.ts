// What the table writes over the board's sections, and how it says what is in hand.
import { sectionsOf } from "../lib/hexnames";
import type { Happening, Position, Side, Tables, View } from "../lib/types";
import type { Answers } from "./answers.svelte";

type Part = "left" | "center" | "right";
const NAMES: Record<Part, string> = { left: "LEFT", center: "CENTER", right: "RIGHT" };
const ACROSS: Record<Part, Part> = { left: "right", center: "center", right: "left" };

/** Whose left and right the board tells: a player's own, else those of the side that plays the card. */
const reader = (view: Pick<View, "yours" | "active">): Side => (view.yours.length === 1 ? view.yours[0]! : view.active);

/**
 * The letters over the sections, by where they lie on the board as it is drawn: "left" is at its left edge.
 * They name the sections as a card does for whoever reads, whose "left" lies at the right edge where he sits above,
 * and count the units there, his own first.
 */
export function sectionWords(
  view: Pick<View, "yours" | "active" | "armies">,
  position: Pick<Position, "units">,
  flipped: boolean,
): Record<Part, string> {
  const side = reader(view);
  const foe: Side = side === "top" ? "bottom" : "top";
  const above = (side === "top") !== flipped; // he sits at the upper edge of what is drawn
  const counts: Record<Side, Record<Part, number>> = {
    top: { left: 0, center: 0, right: 0 },
    bottom: { left: 0, center: 0, right: 0 },
  };
  for (const unit of position.units) for (const part of sectionsOf(unit.hex, flipped)) counts[unit.side][part]++;
  const [us, them] = view.yours.length === 1 ? ["you", "they"] : [view.armies[side], view.armies[foe]];
  const words = (part: Part): string =>
    `${NAMES[above ? ACROSS[part] : part]} ${us} ${counts[side][part]} · ${them} ${counts[foe][part]}`;
  return { left: words("left"), center: words("center"), right: words("right") };
}

/** What is held in hand, in place of the question where that would say the same again, and what can be done with it. */
export function holdingWords(
  view: View,
  tables: Tables,
  { local, picked }: Pick<Answers, "local" | "picked">,
): { asked: string; clause: string } | null {
  if (local.doubt) return { asked: "", clause: `Both a unit and a leader stand on ${local.doubt}: which one?` };
  if (!picked && local.card)
    return { asked: "", clause: view.hand_words[local.card]?.words ?? tables.cards[local.card]?.words ?? "" };
  if (!picked) return null;
  const kind = view.units.find((one) => one.hex === picked.hex && !picked.leader)?.kind;
  const name = kind ? (tables.kinds[kind]?.name ?? kind) : "Leader";
  return picked.attacks.length
    ? { asked: `${name} ${picked.hex} battles:`, clause: "choose a marked enemy." }
    : { asked: `${name} ${picked.hex} moves:`, clause: "choose a marked hex." };
}

/** Dice that are asked for are named by what they are rolled for. */
export function rollingWords({ decision }: View, log: readonly Happening[]): string {
  const last = log.at(-1);
  return decision.actor === "chance" && decision.dice > 0 && last?.kind === "dice" ? last.words : "";
}
