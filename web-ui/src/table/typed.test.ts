import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Typed } from "./typed";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("tells hexes from commands", () => {
  const said: string[] = [];
  const typed = new Typed(
    (key) => said.push(key),
    (hex) => {
      if (/^[A-I](1[0-3]|[1-9])$/.test(hex)) said.push(hex);
      return /^[A-I](1[0-3]|[1-9])$/.test(hex);
    },
  );
  for (const key of "f12") typed.feed(key);
  vi.advanceTimersByTime(500);
  typed.feed("f");
  vi.advanceTimersByTime(500);
  typed.feed("t");
  typed.feed("3");
  typed.feed("e");
  typed.feed("u");
  expect(said).toEqual(["F1", "F12", "f", "t", "3", "e", "u"]);
});
