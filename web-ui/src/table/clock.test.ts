import { expect, test } from "vitest";
import type { Clock } from "../lib/types";
import { claimOf, leftAt, shown, spoken, stateOf } from "./clock";

const clock = (more: Partial<Clock> = {}): Clock => ({
  pace: "10+5",
  words: "",
  live: true,
  started: true,
  at: 1000,
  left: { top: 300, bottom: 600 },
  bank: { top: 300, bottom: 600 },
  running: "top",
  stopped_until: null,
  falls_at: 1300,
  claim_from: 1315,
  short: 60,
  vacation: [],
  ...more,
});

test("the time of who is asked runs, the other's stands still", () => {
  expect(leftAt(clock(), "top", 1100)).toBe(200);
  expect(leftAt(clock(), "bottom", 1100)).toBe(600);
  expect(leftAt(clock(), "top", 900)).toBe(300); // our clock is a little behind
});

test("a vacation stops it until its end", () => {
  const away = clock({ stopped_until: 1200, vacation: ["top"] });
  expect(leftAt(away, "top", 1150)).toBe(300);
  expect(leftAt(away, "top", 1250)).toBe(250);
  expect(stateOf(away, "top", 1150)).toBe("vacation");
});

test("a clock warns, then its flag falls, then there is something to claim for the other seat alone", () => {
  expect(stateOf(clock(), "top", 1100)).toBe("runs");
  expect(stateOf(clock(), "top", 1241)).toBe("short");
  expect(stateOf(clock(), "top", 1300)).toBe("fallen");
  expect(claimOf(clock(), "bottom", 1299)).toBeNull();
  expect(claimOf(clock(), "bottom", 1305)).toEqual({ may: false, within: 10 });
  expect(claimOf(clock(), "bottom", 1315)).toEqual({ may: true, within: 0 });
  expect(claimOf(clock(), "top", 1400)).toBeNull();
  expect(claimOf(clock(), null, 1400)).toBeNull();
});

test("what is left is told as people tell it", () => {
  expect(shown(65.2, true)).toBe("1:06");
  expect(shown(9, true)).toBe("0:09");
  expect(shown(3725, true)).toBe("1:02:05");
  expect(shown(-3, true)).toBe("0:00");
  expect(shown(2 * 86400 + 5 * 3600, false)).toBe("2 d 5 h");
  expect(shown(3600 + 120, false)).toBe("1 h 2 min");
  expect(shown(90, false)).toBe("2 min");
  expect(spoken(clock(), "top", 1100)).toBe("3:20 left, running");
  expect(spoken(clock({ started: false }), "top", 1100)).toContain("begins when both seats");
});
