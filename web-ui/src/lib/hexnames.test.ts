import { expect, it } from "vitest";
import { distance, isHex, placeOf, sectionsOf } from "./hexnames";

it("knows the hexes of the board", () => {
  expect(placeOf("A13")).toEqual({ row: 0, column: 12 });
  expect(placeOf("B13")).toBeNull();
  expect(isHex("I1", 9)).toBe(true);
  expect(isHex("J1", 9)).toBe(false);
  expect(isHex("off")).toBe(false);
});

it("counts steps", () => {
  expect(distance("E6", "E7")).toBe(1);
  expect(distance("E6", "F6")).toBe(1);
  expect(distance("E6", "F5")).toBe(1);
  expect(distance("E6", "F7")).toBe(2);
  expect(distance("E6", "C5")).toBe(2);
});

it("puts a hex on a line into both sections, and turns them with the board", () => {
  expect(sectionsOf("B4")).toEqual(["left"]);
  expect(sectionsOf("A5")).toEqual(["left", "center"]);
  expect(sectionsOf("A9")).toEqual(["center", "right"]);
  expect(sectionsOf("B5")).toEqual(["center"]);
  expect(sectionsOf("B9")).toEqual(["right"]);
  expect(sectionsOf("B9", true)).toEqual(["left"]);
});
