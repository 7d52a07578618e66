import { beforeEach, expect, test, vi } from "vitest";
import { leave, leftAt } from "./left";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test("a table is found as it was left, and others stay", () => {
  leave("a", { read: 3 });
  leave("b", { invitation: true });
  leave("a", { invitation: true });
  expect(leftAt("a")).toEqual({ read: 3, invitation: true });
  expect(leftAt("b")).toEqual({ read: -1, invitation: true });
  expect(leftAt("c")).toEqual({ read: -1, invitation: false });
});

test("the one left longest ago is forgotten first, and what is spoilt is nothing", () => {
  for (let n = 0; n < 201; n++) leave(`game ${n}`, { read: n });
  expect(leftAt("game 0").read).toBe(-1);
  expect(leftAt("game 1").read).toBe(1);
  expect(leftAt("game 200").read).toBe(200);
  for (const spoilt of ["none", "null", "3", '{"a": {"read": "x", "invitation": 1}}']) {
    localStorage.setItem("hexillum.left", spoilt);
    expect(leftAt("a")).toEqual({ read: -1, invitation: false });
  }
});
