import { beforeEach, expect, test, vi } from "vitest";
import { orderedOf, waysOf, wordsOf } from "./plan";
import { keep, nextOf, readAll } from "./solved";

const LINES = [
  "card line-command",
  "order D3",
  "order leader E4",
  "done",
  "move D3",
  "to E3",
  "to F3",
  "move E4",
  "stop",
];

test("a piece's way leads from where it stood to where it ends", () => {
  expect(waysOf(LINES)).toEqual([{ from: "D3", to: "F3", kind: "move" }]);
  expect(waysOf(["to E3"])).toEqual([]);
  expect(waysOf(["move leader D3", "to D4", "done", "to E4"])).toEqual([{ from: "D3", to: "D4", kind: "move" }]);
});

test("a plan is told by its card, who is ordered, and who moves", () => {
  expect(orderedOf(LINES)).toEqual(["D3", "E4"]);
  expect(wordsOf(LINES, (key) => key.toUpperCase())).toEqual(["Play LINE-COMMAND.", "Order D3, E4.", "Move D3 to F3."]);
  expect(wordsOf(["order D3"], String)).toEqual(["Order D3.", "Nobody moves."]);
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

test("how a puzzle ended first is kept", () => {
  keep("a", "shown");
  keep("a", "solved");
  keep("b", "solved");
  expect(readAll()).toEqual({ a: "shown", b: "solved" });
  localStorage.setItem("hexillum.puzzles", '{"a": 3, "b": "solved"}');
  expect(readAll()).toEqual({ b: "solved" });
  localStorage.setItem("hexillum.puzzles", "nonsense");
  expect(readAll()).toEqual({});
});

test("the next one is the next that did not end, round again", () => {
  expect(nextOf(["a", "b", "c"], { b: "solved" }, "a")).toBe("c");
  expect(nextOf(["a", "b", "c"], { b: "solved", c: "shown" }, "b")).toBe("a");
  expect(nextOf(["a"], {}, "a")).toBe(null);
});
