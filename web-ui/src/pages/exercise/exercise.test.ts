import { beforeEach, expect, test } from "vitest";
import { ApiError } from "../../lib/api";
import type { Doing, Option } from "../../lib/types";
import { NOTHING } from "../../table/picks";
import { Exercise, type Shown } from "./exercise.svelte";

const option = (number: number, hex: string, more: Partial<Option> = {}): Option =>
  ({ number, hex, label: "", words: "", card: "", attack: null, attacks: [], reach: {}, ...more }) as Option;

const asked = (word: string, options: Option[]): Shown =>
  ({
    decision: { word, options, actor: "bottom", subject: "" },
    units: [],
    leaders: [],
    exits: [],
  }) as unknown as Shown;

class Question extends Exercise {
  open = true;
  marks = {};
  arrows = [];
  sent: Doing[] = [];
  constructor(readonly shown: Shown | null) {
    super("one");
  }
  protected override async send(doing: Doing): Promise<void> {
    await Promise.resolve(this.sent.push(doing));
  }
  reach = <T>(asking: () => Promise<T>): Promise<T | null> => this.ask(asking);
}

let one: Question;
beforeEach(() => {
  one = new Question(asked("move", [option(7, "D3", { reach: { D4: [7, 20] } }), option(8, "E5")]));
});

test("a piece is picked and goes where it may, in one answer", () => {
  one.pick("D3");
  expect([one.local.picked, one.cursor, one.sent]).toEqual([7, "D3", []]);
  one.pick("D4");
  expect(one.sent).toEqual([{ do: "answer", numbers: [7, 20], then_stop: true }]);
  expect(one.local).toEqual(NOTHING);
});

test("what is not among the answers is said, and put back with what was picked", () => {
  one.pick("D3");
  one.pick("H9"); // a line that only a server could explain
  expect(one.note).toBe("That is not among the answers: choose a marked hex.");
  one.putBack();
  one.pick("H9");
  expect(one.note).toMatch(/^First choose a marked piece/);
  one.pick("E5");
  expect(one.note).toBe("");
});

test("nothing is picked or pressed while no answer may be given", () => {
  one.open = false;
  one.pick("D3");
  one.press({ label: "", words: "", key: "", primary: false, doing: { do: "undo" } as Doing, option: null });
  expect([one.local, one.sent, one.cursor]).toEqual([NOTHING, [], "D3"]);
});

test("the server is asked one thing at a time, and its trouble is told until it is asked again", async () => {
  let come: (words: string) => void = () => undefined;
  const first = one.reach(() => new Promise<string>((resolve) => (come = resolve)));
  expect([one.busy, await one.reach(() => Promise.resolve("second"))]).toEqual([true, null]);
  come("first");
  expect([await first, one.busy]).toEqual(["first", false]);
  const refused = new ApiError("not_offered", "not that", ["ORD-10"], 409);
  expect(await one.reach(() => Promise.reject(refused))).toBe(null);
  expect([one.wrong?.message, one.wrong?.status, one.busy]).toEqual(["not that", 409, false]);
  expect([await one.reach(() => Promise.resolve("again")), one.wrong]).toEqual(["again", null]);
});
