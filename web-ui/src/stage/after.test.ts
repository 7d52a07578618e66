import { expect, it } from "vitest";
import type { Happening, View } from "../lib/types";
import { after } from "./after";

const view = {
  active: "bottom",
  yours: ["bottom"],
  card: null,
  card_words: "",
  hand: { charge: 1 },
  hand_words: { charge: { words: "Order four, one die more.", orders: [] } },
  hand_sizes: { top: 5, bottom: 5 },
  discards: {},
  units: [],
  leaders: [],
  decision: { phase: "card" },
  tokens_spent: { top: 0, bottom: 0 },
} as unknown as View;
const happened = (kind: Happening["kind"], side: "top" | "bottom", card = "", says?: Happening["says"]): Happening =>
  ({ kind, side, card, says: says ?? null, count: 1, hex: "", to: "", path: [] }) as unknown as Happening;

it("shows a card that is played with what it says to who plays it, never with what the one before said", () => {
  const said = { words: "Order four, one die more.", sections: { left: 4 } };
  const mine = after(view, happened("played", "bottom", "charge", said));
  expect([mine.card, mine.card_words, mine.card_sections]).toEqual(["charge", said.words, said.sections]);
  const next = after(mine, happened("turn", "top"));
  expect([next.card, next.card_words, next.card_sections]).toEqual([null, "", {}]);
  const orders = { words: "Order 6 left (9–13).", sections: { left: 6 } }; // a command of six, from the other edge
  const theirs = after({ ...next, card_words: "left over" }, happened("played", "top", "order", orders));
  expect([theirs.card, theirs.card_words, theirs.card_sections]).toEqual(["order", orders.words, orders.sections]);
  const answers = after(theirs, happened("played", "bottom", "first-strike", said));
  expect([answers.card, answers.card_words]).toEqual(["order", orders.words]);
});

it("lets a card that is drawn say at once what it says to its side", () => {
  const says = { words: "Order 6 right (1–5).", sections: { right: 6 } };
  const drew = after({ ...view, eyes: "bottom" }, happened("drew", "bottom", "order-right", says));
  expect(drew.hand_words["order-right"]).toMatchObject(says);
  expect(drew.hand_words["charge"]).toEqual(view.hand_words["charge"]);
  expect(after({ ...view, eyes: "bottom" }, happened("drew", "top")).hand_words).toBe(view.hand_words);
});
