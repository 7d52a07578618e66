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
const happened = (kind: Happening["kind"], side: "top" | "bottom", card = ""): Happening =>
  ({ kind, side, card, count: 1, hex: "", to: "", path: [] }) as unknown as Happening;

it("shows a card that is played with its own words, never with those of the one before", () => {
  const mine = after(view, happened("played", "bottom", "charge"));
  expect([mine.card, mine.card_words]).toEqual(["charge", "Order four, one die more."]);
  const next = after(mine, happened("turn", "top"));
  expect([next.card, next.card_words]).toEqual([null, ""]);
  const theirs = after({ ...next, card_words: "left over" }, happened("played", "top", "rally"));
  expect([theirs.card, theirs.card_words]).toEqual(["rally", ""]); // the page has the words of every card
});
