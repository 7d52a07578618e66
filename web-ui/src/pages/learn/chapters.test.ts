import { expect, test } from "vitest";
import type { LessonCard, Rule } from "../../lib/types";
import { lessonOf, partsOf } from "./chapters";

const rule = (id: string, chapter: string) => ({ id, chapter }) as Rule;
const lesson = (id: string, ...chapters: string[]) => ({ id, chapters }) as LessonCard;

test("the book begins with the turn, and every rule stands in it once", () => {
  const rules = [
    rule("RC-01", "Ranged combat"),
    rule("TURN-01", "The turn"),
    rule("NEW-01", "New"),
    rule("RC-02", "Ranged combat"),
  ];
  const parts = partsOf(rules, []);
  expect(parts.map((one) => one.title)).toEqual(["A turn", "Fighting", "More"]);
  expect(parts.flatMap((part) => part.of.flatMap((one) => one.rules.map((r) => r.id))).sort()).toEqual(
    rules.map((one) => one.id).sort(),
  );
});

test("a chapter has the lesson that begins with it, before one that only names it", () => {
  const all = [lesson("a", "Retreat", "Evade"), lesson("b", "Evade")];
  expect(lessonOf("Evade", all)?.id).toBe("b");
  expect(lessonOf("Retreat", all)?.id).toBe("a");
  expect(lessonOf("Terrain", all)).toBeNull();
});
