import { expect, test } from "vitest";
import type { TalkAt, TalkLine } from "../lib/types";
import { joined, Talk } from "./talk.svelte";

const line = (seq: number, more: Partial<TalkLine> = {}): TalkLine => ({
  seq,
  room: "seats",
  side: "top",
  name: "",
  by: "b",
  yours: false,
  at: Date.now() / 1000,
  words: `line ${seq}`,
  ...more,
});
const said = (lines: TalkLine[], muted = false): TalkAt => ({
  lines,
  room: "seats",
  why: "",
  muted,
  phrases: [],
  longest: 300,
});

test("lines are joined each once and in their order", () => {
  expect(joined([line(0), line(2)], [line(1), line(2)]).map((one) => one.seq)).toEqual([0, 1, 2]);
});

test("what another says is news until it is looked at, what one says oneself is none", () => {
  const talk = new Talk("g", () => []);
  talk.heard(said([line(0, { yours: true })]));
  expect(talk.news).toBeNull();
  talk.heard(said([line(1)]));
  expect(talk.news?.seq).toBe(1);
  talk.seen();
  expect(talk.news).toBeNull();
});

test("who is muted is gone at once, and what onlookers say can be hidden", () => {
  const talk = new Talk("g", () => []);
  talk.heard(said([line(0), line(1, { yours: true })]));
  talk.heard(said([line(1, { yours: true })], true));
  expect(talk.lines.map((one) => one.seq)).toEqual([1]);
  const watching = new Talk("g", () => []);
  watching.heard(said([line(0, { by: "x" }), line(1, { by: "y" })]));
  watching.hide("x");
  expect(watching.shown.map((one) => one.seq)).toEqual([1]);
});
