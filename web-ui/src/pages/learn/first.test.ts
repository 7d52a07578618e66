import { beforeEach, expect, test, vi } from "vitest";
import type { CoachPrompt, View } from "../../lib/types";
import { keep, promptNow, readKept } from "./first";

const prompt = (asked: string, happened = ""): CoachPrompt => ({
  asked,
  happened,
  title: asked || happened,
  text: "",
  hint: "",
  rules: [],
});
const PROMPTS = [prompt("card"), prompt("", "dice"), prompt("evade")];
const now = (word: string, actor: string, ...kinds: string[]) =>
  ({
    decision: { word, actor },
    yours: ["bottom"],
    log: kinds.map((kind) => ({ kind })),
  }) as unknown as Pick<View, "decision" | "yours" | "log">;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test("a prompt waits for its question, and for the player himself to be asked", () => {
  expect(promptNow(PROMPTS, [], now("card", "bottom"))).toBe(0);
  expect(promptNow(PROMPTS, [], now("card", "top"))).toBeNull();
  expect(promptNow(PROMPTS, [0], now("card", "bottom"))).toBeNull();
});

test("what is asked comes before what has happened, and that afterwards", () => {
  expect(promptNow(PROMPTS, [0], now("evade", "bottom", "dice"))).toBe(2);
  expect(promptNow(PROMPTS, [0, 2], now("evade", "bottom", "dice"))).toBe(1);
  expect(promptNow(PROMPTS, [0, 1, 2], now("evade", "bottom", "dice"))).toBeNull();
});

test("what was said is kept, and nonsense is nothing", () => {
  keep({ game: "g", said: [0, 2], left: false });
  expect(readKept()).toEqual({ game: "g", said: [0, 2], left: false });
  localStorage.setItem("hexillum.first-battle", "[");
  expect(readKept()).toBeNull();
});
