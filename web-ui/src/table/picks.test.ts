import { describe, expect, it } from "vitest";
import type { Attack, Decision, Option, Unit, View } from "../lib/types";
import { NOTHING, attacksOf, buttonsOf, click, marksOf, playable, type Local } from "./picks";

const unit = (hex: string, side: "top" | "bottom", more: Partial<Unit> = {}): Unit => ({
  id: 0,
  hex,
  kind: "auxilia",
  side,
  blocks: 4,
  full: 4,
  leader: false,
  special: [],
  moved: 0,
  ordered: false,
  fought: false,
  ...more,
});
const option = (number: number, more: Partial<Option> = {}): Option => ({
  number,
  text: `answer ${number}`,
  label: "",
  words: "",
  hex: "",
  leader: false,
  card: "",
  quiet: false,
  attack: null,
  attacks: [],
  reach: {},
  ...more,
});
const attack = (from: string, hex: string, dice: number): Attack => ({
  from,
  hex,
  how: "close",
  dice,
  hits: ["G"],
  spared: [],
  rerolls: [],
  may_evade: false,
  ignores: 0,
  rules: [],
});
const asked = (word: string, options: Option[], more: Partial<Decision> = {}): View =>
  ({
    decision: {
      actor: "bottom",
      word,
      kind: 0,
      subject: "",
      rule: "",
      dice: 0,
      prompt: "",
      help: "",
      left: -1,
      phase: "move",
      options,
      ...more,
    },
    units: [unit("H8", "bottom", { ordered: true }), unit("H9", "bottom"), unit("F7", "top")],
    leaders: [],
    hand: { rally: 1, "order-two-left": 2 },
    hand_words: { rally: { words: "", orders: ["H8"] }, "order-two-left": { words: "", orders: ["H9"] } },
  }) as unknown as View;
const holding = (picked: number): Local => ({ ...NOTHING, picked });

describe("moving", () => {
  const view = asked("move", [
    option(20, { hex: "H8", reach: { G8: [20, 31], G7: [20, 30], off: [20, 2] } }),
    option(21, { hex: "H9", reach: { G9: [21, 32] } }),
    option(0, { quiet: true, label: "Done" }),
  ]);

  it("takes a piece in hand, lights its reach, and sends the whole way", () => {
    const first = click(view, NOTHING, "H8");
    expect(first.send).toBeUndefined();
    expect(first.local.picked).toBe(20);
    const marks = marksOf(view, first.local);
    expect(marks.H8).toMatchObject({ selected: true, ordered: true });
    expect(marks.G7?.legal).toBe(true);
    expect(marks.G9).toBeUndefined();
    expect(click(view, first.local, "G7").send).toEqual({ do: "answer", numbers: [20, 30], then_stop: true });
  });

  it("puts it back, or takes another", () => {
    expect(click(view, holding(20), "H8").local.picked).toBeNull();
    expect(click(view, holding(20), "H9").local.picked).toBe(21);
  });

  it("has buttons for the quiet answer and for leaving the board", () => {
    expect(buttonsOf(view, NOTHING).map((one) => [one.label, one.key])).toEqual([["Done", "E"]]);
    expect(buttonsOf(view, holding(20)).map((one) => one.label)).toEqual(["Leave the board", "Done"]);
  });

  it("lets an answer card be declined for the rest of the turn, whether or not it is held", () => {
    for (const held of [[], [option(310, { card: "first-strike", label: "First Strike" })]]) {
      const struck = asked("first-strike", [option(0, { quiet: true, label: "No card" }), ...held]);
      struck.decision.for_the_turn = "Not this turn";
      const never = buttonsOf(struck, NOTHING).find((one) => one.label === "Not this turn");
      expect(never?.doing).toEqual({ do: "answer", numbers: [0], for_the_turn: true });
    }
    expect(buttonsOf(view, NOTHING).map((one) => one.label)).not.toContain("Not this turn");
  });

  it("asks why a hex is not offered", () => {
    expect(click(view, holding(20), "A1").why).toEqual({ line: "move H8 A1", sentence: "" });
    expect(click(view, NOTHING, "F7").why?.sentence).toMatch(/First choose/);
  });
});

describe("battling", () => {
  const view = asked(
    "battle",
    [
      option(20, {
        hex: "H8",
        attacks: [
          { ...attack("H8", "G8", 3), number: 40 },
          { ...attack("H8", "G7", 1), number: 41 },
        ],
      }),
    ],
    { phase: "battle" },
  );

  it("lights the targets and sends both answers", () => {
    expect(marksOf(view, NOTHING).G8).toBeUndefined();
    const marks = marksOf(view, holding(20));
    expect(marks.G8).toMatchObject({ target: true, badge: "3 dice" });
    expect(marks.G7?.badge).toBe("1 die");
    expect(click(view, holding(20), "G8").send).toEqual({ do: "answer", numbers: [20, 40] });
  });

  it("shows the attack first where a finger taps", () => {
    const tap = click(view, holding(20), "G8", true);
    expect(tap.send).toBeUndefined();
    expect(tap.local.target).toBe("G8");
    expect(buttonsOf(view, tap.local)[0]).toMatchObject({
      primary: true,
      key: "Enter",
      doing: { do: "answer", numbers: [20, 40] },
    });
    expect(click(view, tap.local, "G8", true).send).toBeDefined();
  });

  it("takes a target question by itself", () => {
    const target = asked("battle", [option(40, { hex: "G8", attack: attack("H8", "G8", 2) })], { subject: "H8" });
    expect(Object.keys(attacksOf(target, NOTHING))).toEqual(["G8"]);
    expect(click(target, NOTHING, "G8").send).toEqual({ do: "answer", numbers: [40] });
    expect(click(target, NOTHING, "F7").why?.line).toBe("fire H8xF7");
  });
});

describe("other questions", () => {
  it("asks which is meant where a unit and its leader share a hex", () => {
    const view = asked("order", [
      option(20, { hex: "H8", label: "The unit" }),
      option(137, { hex: "H8", leader: true, label: "The leader" }),
    ]);
    const first = click(view, NOTHING, "H8");
    expect(first.local.doubt).toBe("H8");
    expect(buttonsOf(view, first.local).map((one) => one.label)).toEqual(["The unit", "The leader"]);
    expect(click(view, NOTHING, "H9").why?.line).toBe("order H9");
  });

  it("gives buttons where there is no hex, numbered", () => {
    const view = asked("evade", [option(1, { label: "Evade" }), option(0, { label: "Stand", quiet: true })]);
    expect(buttonsOf(view, NOTHING).map((one) => [one.label, one.key, one.primary])).toEqual([
      ["Evade", "1", true],
      ["Stand", "E", false],
    ]);
  });

  it("plays cards from the hand", () => {
    const view = asked("card", [option(300, { card: "rally" }), option(301, { card: "order-two-left" })], {
      phase: "card",
    });
    expect([...playable(view)]).toEqual(["rally", "order-two-left"]);
    expect(buttonsOf(view, NOTHING)).toEqual([]);
    const local = { ...NOTHING, card: "rally" };
    expect(marksOf(view, local).H8?.legal).toBe(true);
    expect(buttonsOf(view, local)[0]?.doing).toEqual({ do: "answer", numbers: [300] });
  });
});
