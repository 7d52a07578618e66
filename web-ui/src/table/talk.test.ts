import { beforeEach, expect, test, vi } from "vitest";
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

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
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

test("what was put away stays away when the page is loaded again, and what is new then comes", () => {
  const before = new Talk("g", () => []);
  before.heard(said([line(0), line(1)]));
  expect(before.news?.seq).toBe(1);
  before.seen();
  const again = new Talk("g", () => []);
  again.heard(said([line(0), line(1)]));
  expect(again.news).toBeNull();
  again.heard(said([line(2)]));
  expect(again.news?.seq).toBe(2);
  const elsewhere = new Talk("another", () => []);
  elsewhere.heard(said([line(0)]));
  expect(elsewhere.news?.seq).toBe(0);
});

test("what the other seat said long ago is news to who was away, what onlookers said is not", () => {
  const old = Date.now() / 1000 - 86_400;
  const back = new Talk("g", () => []);
  back.heard(said([line(0, { at: old })]));
  expect(back.news?.seq).toBe(0);
  const watching = new Talk("w", () => []);
  watching.heard(said([line(0, { at: old, room: "watch" })]));
  expect(watching.news).toBeNull();
});
