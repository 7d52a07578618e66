import { beforeEach, expect, test, vi } from "vitest";
import type { CoachPrompt, Happening } from "../../lib/types";
import { keep, placesOf, promptNow, readKept, type Now } from "./first";

const prompt = (more: Partial<CoachPrompt>): CoachPrompt => ({
  asked: "",
  happened: "",
  cites: [],
  by: 0,
  lights: [],
  title: "",
  text: "",
  hint: "",
  rules: [],
  ...more,
});
const PROMPTS = [
  prompt({ asked: "card" }),
  prompt({ happened: "dice", cites: ["DICE-02"] }),
  prompt({ asked: "evade", happened: "evades", by: 2 }),
];
const TURN = { kind: "turn", side: "bottom", hex: "", to: "", rules: [] };
const DICE = { kind: "dice", side: null, hex: "F6", to: "E6", rules: ["DICE-02"] };
const now = (word: string, actor: string, log: unknown[] = [], options: unknown[] = [{ hex: "" }]) =>
  ({ decision: { word, actor, options, subject: "G4" }, yours: ["bottom"], log }) as unknown as Now;
const said = (one: ReturnType<typeof promptNow>): number | null => one?.at ?? null;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test("a prompt waits for its question, and for the player himself to be asked", () => {
  expect(said(promptNow(PROMPTS, [], now("card", "bottom")))).toBe(0);
  expect(promptNow(PROMPTS, [], now("card", "top"))).toBeNull();
  expect(promptNow(PROMPTS, [0], now("card", "bottom"))).toBeNull();
  expect(promptNow(PROMPTS, [], now("card", "bottom", [], []))).toBeNull();
});

test("a prompt that speaks of lit hexes waits for such", () => {
  const board = [prompt({ asked: "order", lights: ["board"] })];
  expect(promptNow(board, [], now("order", "bottom"))).toBeNull();
  expect(said(promptNow(board, [], now("order", "bottom", [], [{ hex: "F6" }])))).toBe(0);
});

test("what is asked comes before what has happened, and that afterwards", () => {
  expect(said(promptNow(PROMPTS, [0], now("evade", "bottom", [DICE])))).toBe(2);
  expect(promptNow(PROMPTS, [0, 2], now("evade", "bottom", [DICE]))).toEqual({ at: 1, event: DICE });
  expect(promptNow(PROMPTS, [0, 1, 2], now("evade", "bottom", [DICE]))).toBeNull();
});

test("what happened rests on the rules that a prompt tells of, and lies no two turns back", () => {
  expect(promptNow(PROMPTS, [0], now("move", "bottom", [{ ...DICE, rules: ["CARD-15"] }]))).toBeNull();
  expect(promptNow(PROMPTS, [0, 2], now("move", "bottom", [DICE, TURN, TURN]))).toBeNull();
  expect(said(promptNow(PROMPTS, [0, 2], now("move", "bottom", [TURN, DICE, TURN])))).toBe(1);
});

test("what nobody has seen is told with the card of its turn", () => {
  expect(promptNow(PROMPTS, [0], now("card", "bottom", [TURN]))).toBeNull();
  expect(promptNow(PROMPTS, [0], now("move", "bottom", [TURN, TURN]))).toBeNull();
  expect(promptNow(PROMPTS, [0], now("card", "bottom", [TURN, TURN]))).toEqual({ at: 2, event: null });
});

test("a prompt shows where it happened, or what is asked about", () => {
  expect(placesOf({ at: 1, event: DICE as unknown as Happening }, now("move", "bottom"))).toEqual(["F6", "E6"]);
  expect(placesOf({ at: 2, event: null }, now("evade", "bottom"))).toEqual(["G4"]);
});

test("what was said is kept, and nonsense is nothing", () => {
  keep({ game: "g", said: [0, 2], left: false });
  expect(readKept()).toEqual({ game: "g", said: [0, 2], left: false });
  localStorage.setItem("hexillum.first-battle", "[");
  expect(readKept()).toBeNull();
});
