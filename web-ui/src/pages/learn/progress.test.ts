import { beforeEach, expect, test, vi } from "vitest";
import { keepOne, nextOf, readAll, readOne } from "./progress";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test("what was kept of a lesson is read again, and others stay", () => {
  keepOne("evade", { chosen: [0], done: false });
  keepOne("hits", { chosen: [], done: true });
  expect(readOne("evade")).toEqual({ chosen: [0], done: false });
  expect(readOne("hits").done).toBe(true);
  expect(readOne("retreat")).toEqual({ chosen: [], done: false });
});

test("what is no progress is passed over", () => {
  localStorage.setItem("hexillum.lessons", '{"evade": {"chosen": ["x"], "done": true}, "hits": 3}');
  expect(readAll()).toEqual({});
  localStorage.setItem("hexillum.lessons", "nothing");
  expect(readAll()).toEqual({});
});

test("one goes on where one was, else with the first that is new", () => {
  const ids = ["a", "b", "c"];
  expect(nextOf(ids, {})).toBe("a");
  expect(nextOf(ids, { a: { chosen: [], done: true } })).toBe("b");
  expect(nextOf(ids, { c: { chosen: [1], done: false } })).toBe("c");
  expect(nextOf(ids, Object.fromEntries(ids.map((id) => [id, { chosen: [], done: true }])))).toBeNull();
});
