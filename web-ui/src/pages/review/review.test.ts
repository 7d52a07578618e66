import { describe, expect, it } from "vitest";
import type { BattleReview, Happening, ReviewTurn } from "../../lib/types";
import {
  called,
  manyPoints,
  partsFor,
  percent,
  planArrows,
  playedArrows,
  points,
  turnsFor,
  turnWords,
  whose,
} from "./review";

const armies = { top: "Carthaginian", bottom: "Syracusan" };
const turn = (more: Partial<ReviewTurn>): ReviewTurn => ({
  turn: 1,
  side: "top",
  index: 12,
  before: 0.5,
  after: 0.6,
  luck: 0.2,
  decisions: -0.1,
  dice: 0.25,
  cards: -0.05,
  own: -0.15,
  other: 0.05,
  given: null,
  errors: { before: 0.03, after: 0.02 },
  moments: [],
  ...more,
});
const review = (turns: ReviewTurn[], curve: BattleReview["curve"]) => ({ turns, curve, result: 1 });

describe("a review as a side sees it", () => {
  const both = review(
    [turn({})],
    [
      { turn: 1, chance: 0.5, error: 0.03 },
      { turn: 2, chance: 0.6, error: 0.02 },
    ],
  );

  it("turns every change round for the bottom side, and whose decisions they were", () => {
    const [first] = turnsFor(both, "bottom");
    expect(first).toMatchObject({ before: 0.5, after: 0.4, luck: -0.2, mine: -0.05, theirs: 0.15 });
    expect(turnsFor(both, "top")[0]).toMatchObject({ after: 0.6, luck: 0.2, mine: -0.15, theirs: 0.05 });
  });

  it("adds up: luck and decisions of both are the change of the turn", () => {
    for (const side of ["top", "bottom"] as const)
      for (const one of turnsFor(both, side).filter((seen) => seen.known))
        expect(one.before + one.luck + one.mine + one.theirs).toBeCloseTo(one.after, 12);
  });

  it("has the turns of which only the chance is known yet", () => {
    const [, second] = turnsFor(both, "bottom");
    expect(second).toMatchObject({ turn: 2, known: false, before: 0.4 });
    expect(turnWords(second!, armies, partsFor("bottom", ["bottom"], armies))).toBe(
      "Turn 2: 40 % to win at its beginning.",
    );
  });

  it("tells a turn to who cannot see it", () => {
    const [first] = turnsFor(both, "bottom");
    expect(turnWords(first!, armies, partsFor("bottom", ["bottom"], armies))).toBe(
      "Turn 1, Carthaginian: 50 % to win at its beginning, 40 % after it; your luck −20, your decisions −5, their decisions +15.",
    );
  });

  it("speaks to the holder of a seat, and of armies to everybody else", () => {
    expect(whose(["top"])).toBe("top");
    expect(whose(["top", "bottom"])).toBe("bottom");
    expect(called("top", ["top"], armies)).toBe("you");
    expect(called("top", [], armies)).toBe("Carthaginian");
    expect(partsFor("bottom", [], armies).theirs).toBe("decisions of Carthaginian");
  });
});

describe("numbers", () => {
  it("are points of a hundred with their sign", () => {
    expect([0.081, -0.034, 0.001].map(points)).toEqual(["+8", "−3", "0"]);
    expect([manyPoints(0.01), manyPoints(-0.08)]).toEqual(["+1 point", "−8 points"]);
    expect(percent(0.6149)).toBe("61 %");
  });
});

describe("arrows", () => {
  const event = (more: Partial<Happening>): Happening =>
    ({ moment: 0, kind: "moved", hex: "E6", to: "E7", side: "top", ...more }) as Happening;

  it("of a plan grow with its steps, the earlier ones faint", () => {
    const steps = [{ happened: [event({})] }, { happened: [event({ kind: "close", hex: "E7", to: "F7" })] }];
    expect(planArrows(steps, 1)).toEqual([{ from: "E6", to: "E7", kind: "move", faint: false }]);
    expect(planArrows(steps, 2).map((arrow) => arrow.faint)).toEqual([true, false]);
  });

  it("of what was played are those of the side, from the mistake on", () => {
    const log = [event({ moment: 3 }), event({ moment: 5, hex: "A1" }), event({ moment: 6, side: "bottom" })];
    expect(playedArrows(log, 4, 9, "top").map((arrow) => arrow.from)).toEqual(["A1"]);
  });
});
