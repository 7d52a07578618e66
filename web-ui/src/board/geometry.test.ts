import { describe, expect, it } from "vitest";
import {
  centre,
  corners,
  distance,
  facing,
  go,
  hexAt,
  hexes,
  neighbours,
  onBoard,
  outward,
  R,
  sectionLines,
  edgeWords,
  sections,
  size,
  W,
} from "./geometry";

const flipped = { flipped: true, turned: false };
const turned = { flipped: false, turned: true };
const both = { flipped: true, turned: true };

describe("hexes", () => {
  it("has 113 hexes in 9 rows and 138 in 11", () => {
    expect(hexes(9)).toHaveLength(5 * 13 + 4 * 12);
    expect(hexes(11)).toHaveLength(6 * 13 + 5 * 12);
    expect(hexes(9)[0]).toBe("A1");
    expect(hexes(9).at(-1)).toBe("I13");
    expect(new Set(hexes(11)).size).toBe(138);
  });
  it("knows what is on the board", () => {
    expect(onBoard("B12", 9)).toBe(true);
    expect(onBoard("B13", 9)).toBe(false);
    expect(onBoard("J1", 9)).toBe(false);
    expect(onBoard("J1", 11)).toBe(true);
    expect(onBoard("", 9)).toBe(false);
  });
});

describe("neighbours", () => {
  it("has six inside, fewer at the border", () => {
    expect(neighbours("E6", 9).sort()).toEqual(["D5", "D6", "E5", "E7", "F5", "F6"]);
    expect(neighbours("D6", 9).sort()).toEqual(["C6", "C7", "D5", "D7", "E6", "E7"]);
    expect(neighbours("A1", 9).sort()).toEqual(["A2", "B1"]);
  });
  it("all lie at the same distance, on every face", () => {
    for (const face of [undefined, flipped, turned, both])
      for (const hex of hexes(9))
        for (const there of neighbours(hex, 9)) {
          const [x, y] = centre(hex, 9, face);
          const [a, b] = centre(there, 9, face);
          expect(Math.hypot(a - x, b - y)).toBeCloseTo(W);
        }
  });
  it("counts distances", () => {
    expect(distance("E6", "C6")).toBe(2);
    expect(distance("E6", "E9")).toBe(3);
    expect(distance("A1", "A1")).toBe(0);
    for (const there of neighbours("F6", 9)) expect(distance("F6", there)).toBe(1);
  });
});

describe("faces", () => {
  it("turns by half and by a quarter", () => {
    const [width, height] = size(9);
    expect(centre("A1", 9)).toEqual([W / 2, R]);
    const [x, y] = centre("A1", 9, flipped);
    expect([x, y]).toEqual([width - W / 2, height - R]);
    expect(size(9, turned)).toEqual([height, width]);
    expect(centre("A1", 9, turned)[0]).toBeCloseTo(height - R);
    expect(centre("I1", 9, turned)[0]).toBeCloseTo(R);
  });
  it("finds the hex under a point", () => {
    for (const face of [undefined, flipped, turned, both])
      for (const hex of hexes(11)) expect(hexAt(centre(hex, 11, face), 11, face)).toBe(hex);
    expect(hexAt([-50, -50], 9)).toBeNull();
  });
  it("has corners at the right distance", () => {
    for (const [x, y] of corners(turned, 20)) expect(Math.hypot(x, y)).toBeCloseTo(20, 1);
  });
  it("points units at the enemy", () => {
    expect(facing("bottom")).toBe(0);
    expect(facing("top")).toBe(180);
    expect(facing("bottom", flipped)).toBe(180);
    expect(facing("bottom", turned)).toBe(90);
    expect(facing("bottom", both)).toBe(270);
  });
});

const minus = (a: [number, number], b: [number, number]): [number, number] => [a[0] - b[0], a[1] - b[1]];

describe("what is written at the edges", () => {
  it("tells each row twice, beside its first and its last hex, whatever way the board is turned", () => {
    for (const face of [undefined, flipped, turned, both]) {
      const letters = edgeWords(9, face).filter((one) => one.row);
      expect(letters.map((one) => one.words).sort()).toEqual([..."AABBCCDDEEFFGGHHII"]);
      for (const { words, at } of letters) {
        expect(hexAt(at, 9, face)?.[0] ?? words).toBe(words);
        const ends = [`${words}1`, words.charCodeAt(0) % 2 ? `${words}13` : `${words}12`];
        const near = Math.min(...ends.map((hex) => Math.hypot(...minus(centre(hex, 9, face), at))));
        const inside = ends[1] === `${words}13`;
        expect(near).toBeCloseTo(W / 2 + (inside ? -11 : 13));
      }
    }
  });
  it("counts the hexes of the outer rows, inside each of them", () => {
    for (const face of [undefined, flipped, turned, both])
      for (const rows of [9, 11]) {
        const last = String.fromCharCode(64 + rows);
        const found = edgeWords(rows, face).filter((one) => !one.row);
        expect(found.map((one) => hexAt(one.at, rows, face))).toEqual(
          ["A", last].flatMap((row) => Array.from({ length: 13 }, (_, n) => `${row}${n + 1}`)),
        );
        expect(found.every((one) => hexAt(one.at, rows, face)?.slice(1) === one.words)).toBe(true);
      }
  });
});

describe("arrow keys", () => {
  it("walks along a row and stops at its end", () => {
    expect(go("E6", "left", 9)).toBe("E5");
    expect(go("E6", "right", 9)).toBe("E7");
    expect(go("E1", "left", 9)).toBe("E1");
    expect(go("D12", "right", 9)).toBe("D12");
  });
  it("zigzags up and down without drifting", () => {
    let hex = "I6";
    for (let i = 0; i < 8; i++) hex = go(hex, "up", 9);
    expect(hex).toBe("A6");
    for (let i = 0; i < 8; i++) hex = go(hex, "down", 9);
    expect(hex).toBe("I6");
    expect(go("A6", "up", 9)).toBe("A6");
  });
  it("leaves a corner", () => {
    expect(go("A13", "down", 9)).toBe("B12");
    expect(go("I1", "up", 9)).toBe("H1");
  });
  it("follows the face", () => {
    expect(go("E6", "left", 9, flipped)).toBe("E7");
    expect(go("E6", "up", 9, turned)).toBe("E5");
    expect(["D5", "D6"]).toContain(go("E6", "right", 9, turned));
    expect(go("E6", "up", 9, both)).toBe("E7");
  });
});

describe("sections", () => {
  it("gives two to a hex that a line cuts", () => {
    expect(sections("E5", "bottom")).toEqual(["left", "center"]);
    expect(sections("E9", "bottom")).toEqual(["center", "right"]);
    expect(sections("D4", "bottom")).toEqual(["left"]);
    expect(sections("D5", "bottom")).toEqual(["center"]);
    expect(sections("D9", "bottom")).toEqual(["right"]);
  });
  it("mirrors them for the other side", () => {
    expect(sections("E1", "top")).toEqual(["right"]);
    expect(sections("E5", "top")).toEqual(["center", "right"]);
  });
  it("draws the lines through the hexes that are cut", () => {
    const lines = sectionLines(9);
    expect(lines[0]![0][0]).toBeCloseTo(centre("E5", 9)[0]);
    expect(lines[1]![0][0]).toBeCloseTo(centre("E9", 9)[0]);
  });
});

it("finds the way off the board", () => {
  expect(outward("E6", 9)).toBeNull();
  expect(outward("A6", 9)![1]).toBeCloseTo(-1);
  expect(outward("E1", 9)![0]).toBeCloseTo(-1);
  expect(outward("A6", 9, flipped)![1]).toBeCloseTo(1);
});
