import { expect, test } from "vitest";
import { centre, PLAIN_FACE, size } from "../../board/geometry";
import type { RuleDiagram } from "../../lib/types";
import { partOf, SHAPE } from "./diagram";

const diagram = (...hexes: string[]) =>
  ({
    position: { rows: 9, units: hexes.map((hex) => ({ hex })), leaders: [], terrain: {} },
    marks: ["E6"],
    arrows: [{ kind: "move", start: "F6", to: "E5" }],
  }) as unknown as RuleDiagram;

test("all that is spoken of lies within the part that is shown, in its shape", () => {
  for (const hexes of [["F6", "E7"], ["A1"], ["G3", "G11"], ["B6", "I6"]]) {
    const { left, top, wide, high } = partOf(diagram(...hexes));
    expect(wide / high).toBeCloseTo(SHAPE);
    for (const hex of [...hexes, "E6", "F6", "E5"]) {
      const [x, y] = centre(hex, 9, PLAIN_FACE);
      expect(x > left && x < left + wide && y > top && y < top + high, hex).toBe(true);
    }
  }
});

test("it does not look beyond the edge of the board where there is board enough", () => {
  const { left, top, wide } = partOf(diagram("A1"));
  expect([left, top].every((n) => n >= 0)).toBe(true);
  expect(wide).toBeLessThan(size(9, PLAIN_FACE)[0]);
});
