// Choosing on the board: how the hexes are lit for a question, and what a click on one of them does.
import type { Mark, Marks } from "../board/board";
import { distance, isHex } from "../lib/hexnames";
import type { Attack, Doing, Option, Unit, View } from "../lib/types";

/** What is chosen here and not yet sent. */
export interface Local {
  picked: number | null; // number of the piece's option: to move it, or to battle with it
  target: string | null; // a target that was tapped once
  doubt: string | null; // a hex with both a unit and a leader to choose
  card: string | null;
}
export const NOTHING: Local = { picked: null, target: null, doubt: null, card: null };

export interface Click {
  local: Local;
  send?: Doing;
  why?: { line: string; sentence: string }; // a line to ask the server about, else a sentence of ours
}

type Question = Pick<View, "decision" | "units" | "leaders" | "exits" | "hand" | "hand_words">;

export const moves = (option: Option): boolean => Object.keys(option.reach ?? {}).length > 0;
export const battles = (option: Option): boolean => (option.attacks ?? []).length > 0;

export function pickedOf(view: Question, local: Local): Option | null {
  if (local.picked === null) return null;
  return view.decision.options.find((option) => option.number === local.picked) ?? null;
}

/** The attacks that a click may start now, by the hex of their target. */
export function attacksOf(view: Question, local: Local): Record<string, Attack & { numbers: number[] }> {
  const out: Record<string, Attack & { numbers: number[] }> = {};
  const picked = pickedOf(view, local);
  if (picked) {
    for (const attack of picked.attacks) out[attack.hex] = { ...attack, numbers: [picked.number, attack.number] };
    return out;
  }
  for (const option of view.decision.options)
    if (option.attack) out[option.attack.hex || option.hex] = { ...option.attack, numbers: [option.number] };
  return out;
}

const DOES: Record<string, string> = {
  card: "chooses a card",
  order: "gives orders",
  move: "moves",
  battle: "battles",
  evade: "may evade",
  ignore: "may ignore flags",
  retreat: "retreats",
};

/** What those who wait are told: who has to answer and, unless it would tell what a hand holds, what about. */
export function waitingFor(view: Pick<View, "decision" | "armies">): string {
  const { actor, word, roller } = view.decision;
  if (actor === "chance" && roller) return `${view.armies[roller]} rolls ${diceWords(view.decision.dice)}…`;
  return actor === "top" || actor === "bottom" ? `${view.armies[actor]} ${DOES[word] ?? "decides"}…` : "";
}

export const diceWords = (dice: number): string => `${dice} ${dice === 1 ? "die" : "dice"}`;

/** How the board is lit for the question. */
export function marksOf(view: Question, local: Local, hoveredCard: string | null = null): Marks {
  const marks: Marks = {};
  const mark = (hex: string, more: Mark): void => {
    if (hex) marks[hex] = { ...marks[hex], ...more };
  };
  const { decision } = view;
  for (const unit of view.units) {
    if (unit.ordered) mark(unit.hex, { ordered: true });
    if (decision.phase === "battle" ? unit.fought : unit.moved > 0) mark(unit.hex, { done: true });
  }
  for (const leader of view.leaders) if (leader.ordered) mark(leader.hex, { ordered: true });

  const card = local.card ?? hoveredCard;
  if (card)
    for (const hex of view.hand_words[card]?.orders ?? []) mark(hex, { legal: true, label: "this card may order it" });

  const picked = pickedOf(view, local);
  if (picked) {
    mark(picked.hex, { selected: true });
    for (const hex of Object.keys(picked.reach)) if (isHex(hex)) mark(hex, { legal: true, label: "may move here" });
  } else {
    if (decision.subject) mark(decision.subject, { selected: true });
    for (const option of decision.options)
      if (option.hex && !option.attack) mark(option.hex, { legal: true, label: option.label || "may be chosen" });
  }
  for (const [hex, attack] of Object.entries(attacksOf(view, local))) {
    delete marks[hex]?.legal;
    mark(hex, { target: true, badge: diceWords(attack.dice), label: `may be attacked with ${diceWords(attack.dice)}` });
  }
  if (local.target) mark(local.target, { selected: true });
  if (local.doubt) mark(local.doubt, { selected: true });
  return marks;
}

const answer = (numbers: number[], stop = false): Doing =>
  stop ? { do: "answer", numbers, then_stop: true } : { do: "answer", numbers };

/** Whether the side that answers may leave the board from a hex: then the move is not ended there at once. */
const leaves = (view: Question, hex: string): boolean => {
  const { actor } = view.decision;
  return (actor === "top" || actor === "bottom") && (view.exits?.[actor] ?? []).includes(hex);
};

/** Choose an answer: a piece with a reach or with targets is only taken in hand; anything else is sent. */
export function choose(option: Option, local: Local): Click {
  if (moves(option) || battles(option)) return { local: { ...NOTHING, card: local.card, picked: option.number } };
  return { local: NOTHING, send: answer([option.number]) };
}

/** What a click on a hex does. `touch`: the first tap on a target only shows the attack. */
export function click(view: Question, local: Local, hex: string, touch = false): Click {
  const { options } = view.decision;
  const picked = pickedOf(view, local);
  if (picked && picked.hex !== hex) {
    const numbers = picked.reach[hex];
    if (numbers) return { local: NOTHING, send: answer(numbers, !leaves(view, hex)) };
  }
  const attack = attacksOf(view, local)[hex];
  if (attack) {
    if (touch && local.target !== hex) return { local: { ...local, target: hex, doubt: null } };
    return { local: NOTHING, send: answer(attack.numbers) };
  }
  const here = options.filter((option) => option.hex === hex);
  if (picked && picked.hex === hex && here.length <= 1) return { local: { ...NOTHING, card: local.card } };
  if (here.length > 1) return { local: { ...NOTHING, card: local.card, doubt: local.doubt === hex ? null : hex } };
  if (here[0]) return choose(here[0], local);
  return { local: { ...local, doubt: null, target: null }, why: whyNot(view, picked, hex) };
}

function whyNot(view: Question, picked: Option | null, hex: string): { line: string; sentence: string } | undefined {
  const { decision } = view;
  const unit = view.units.find((one) => one.hex === hex);
  if (!decision.options.length) return undefined;
  if (picked && moves(picked)) return { line: `move ${picked.hex} ${hex}`, sentence: "" };
  const from = picked && battles(picked) ? picked.hex : attacker(view);
  if (from && unit)
    return { line: distance(from, hex) === 1 ? `close ${from}x${hex}` : `fire ${from}x${hex}`, sentence: "" };
  if (from) return { line: "", sentence: `Nobody stands on ${hex}: choose a marked enemy.` };
  if (decision.word === "order") return { line: `order ${hex}`, sentence: "" };
  if (decision.word === "move" && !decision.subject) return { line: "", sentence: whyNotMove(view, unit, hex) };
  if (decision.word === "battle") return { line: "", sentence: whyNotBattle(view, unit, hex) };
  return decision.options.some((option) => option.hex)
    ? { line: "", sentence: `${hex} is not among the answers: choose a marked hex.` }
    : undefined;
}

/** The hex that attacks where the question is only which target. */
function attacker(view: Question): string {
  return view.decision.options.find((option) => option.attack)?.attack?.from ?? "";
}

function whyNotMove(view: Question, unit: Unit | undefined, hex: string): string {
  if (!unit || unit.side !== view.decision.actor)
    return "First choose a marked piece of yours, then the hex where it goes.";
  if (!unit.ordered) return `The unit on ${hex} was not ordered this turn.`;
  return `The unit on ${hex} has moved, or may not move now.`;
}

function whyNotBattle(view: Question, unit: Unit | undefined, hex: string): string {
  if (!unit || unit.side !== view.decision.actor)
    return "First choose a marked unit of yours, then the enemy that it attacks.";
  if (!unit.ordered) return `The unit on ${hex} was not ordered this turn.`;
  if (unit.fought) return `The unit on ${hex} has battled this turn.`;
  return `The unit on ${hex} has no enemy that it may attack now.`;
}

// ---------------------------------------------------------------- buttons and cards

export interface Button {
  label: string;
  words: string;
  key: string; // what to press, "" for none
  primary: boolean;
  doing: Doing | null; // what is sent
  option: Option | null; // or the answer that is chosen: a piece is then taken in hand
}

const named = (option: Option): string => option.label || option.text;

/** Whether an answer is given by a card of the hand that this connection sees. */
const byHand = (view: Question, option: Option): boolean =>
  option.card !== "" && view.decision.word === "card" && (view.hand?.[option.card] ?? 0) > 0;

export function buttonsOf(view: Question, local: Local): Button[] {
  const { decision } = view;
  const out: Button[] = [];
  const add = (more: Partial<Button>): void => {
    out.push({ label: "", words: "", key: "", primary: false, doing: null, option: null, ...more });
  };
  if (local.doubt)
    for (const option of decision.options)
      if (option.hex === local.doubt) add({ label: named(option), words: option.words, option });
  const picked = pickedOf(view, local);
  if (local.target) {
    const attack = attacksOf(view, local)[local.target];
    if (attack)
      add({
        label: `Attack ${local.target} with ${diceWords(attack.dice)}`,
        key: "Enter",
        primary: true,
        doing: answer(attack.numbers),
      });
  }
  if (picked && moves(picked) && leaves(view, picked.hex))
    add({ label: "Go on from here, or leave the board", doing: answer([picked.number]) });
  if (picked)
    for (const [where, numbers] of Object.entries(picked.reach)) {
      if (where === picked.hex) add({ label: "Stay here", doing: answer(numbers, true) });
      else if (!isHex(where))
        add({ label: where === "off" || !where ? "Leave the board" : where, doing: answer(numbers, true) });
    }
  if (local.card) {
    const of = decision.options.filter((option) => option.card === local.card);
    if (of.length === 1) add({ label: "Play this card", key: "Enter", primary: true, doing: answer([of[0]!.number]) });
    else for (const option of of) add({ label: named(option), words: option.words, doing: answer([option.number]) });
  }
  const plain = decision.options.filter((option) => !option.hex && !option.quiet && !byHand(view, option));
  for (const option of plain)
    add({ label: named(option), words: option.words, primary: plain.length === 1, doing: answer([option.number]) });
  for (const option of decision.options)
    if (option.quiet) {
      add({ label: named(option), words: option.words, key: "E", doing: answer([option.number]) });
      if (decision.for_the_turn)
        add({ label: decision.for_the_turn, doing: { do: "answer", numbers: [option.number], for_the_turn: true } });
    }
  const cards = decision.options.some((option) => byHand(view, option));
  let digit = 0;
  if (!cards) for (const button of out) if (!button.key && ++digit <= 9) button.key = String(digit);
  return out;
}

/** The cards of the hand that may be played now. */
export function playable(view: Question): Set<string> {
  return new Set(view.decision.options.filter((option) => byHand(view, option)).map((option) => option.card));
}
