import { describe, expect, it } from "vitest";
import { modeOf, PEEK, placesOf, PROMPT, RAIL, remOf, sheetOf } from "./places";

const SCREENS = [
  [1280, 720],
  [1366, 768],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
  [820, 1180],
  [844, 390],
  [390, 844],
  [360, 640],
] as const;

describe("the places of the table", () => {
  it("knows how a device is held", () => {
    expect(SCREENS.map(([width, height]) => modeOf(width, height)).join(" ")).toBe(
      "desk desk desk desk desk upright lying upright upright",
    );
  });

  it.each(SCREENS)("leaves room for the question and the hand at %i x %i", (width, height) => {
    for (const rows of [9, 11]) {
      const { mode, rem, board } = placesOf(width, height, rows);
      expect(board.x).toBeGreaterThanOrEqual(0);
      expect(board.y).toBeGreaterThanOrEqual(0);
      if (mode === "desk") {
        expect(board.x).toBeGreaterThanOrEqual(11.9 * rem);
        expect(board.y + board.height).toBeLessThanOrEqual(height - (PROMPT + PEEK) * rem);
      } else if (mode === "upright")
        expect(board.y + board.height).toBeLessThanOrEqual(height - sheetOf(width, height) * rem);
      else expect(board.x + board.width).toBeLessThanOrEqual(width - RAIL * rem);
    }
  });

  it("lets letters and hexes grow with the window", () => {
    expect(remOf(1280, 720)).toBeCloseTo(15, 0);
    expect(remOf(3840, 2160)).toBeCloseTo(45, 0);
    expect(placesOf(1280, 720, 9).R).toBeGreaterThan(39.5);
    expect(placesOf(2560, 1440, 9).R).toBeGreaterThan(80);
    expect(placesOf(390, 844, 9).R * Math.sqrt(3)).toBeGreaterThan(45);
  });
});
