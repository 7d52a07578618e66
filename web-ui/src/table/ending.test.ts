import { describe, expect, it } from "vitest";
import type { Option, View } from "../lib/types";
import { asIfDone, endButton } from "./ending";

const option = { number: 20, hex: "F5", leader: false, reach: { F4: [20, 31], off: [20, 31, 5] } } as unknown as Option;
const view = {
  units: [{ id: 3, hex: "F5", side: "bottom", kind: "auxilia", blocks: 4, moved: 0, leader: true }],
  leaders: [{ id: 0, hex: "F5", side: "bottom", attached: true }],
  decision: { actor: "bottom", word: "move", phase: "move", subject: "", prompt: "Move", options: [option] },
  undo: { can: false, why: "" },
} as unknown as View;

describe("asIfDone", () => {
  it("shows the piece where it would go, asks nothing but the end, and can be taken back", () => {
    const done = asIfDone(view, [20, 31]);
    expect(done.units[0]).toMatchObject({ hex: "F4", leader: true });
    expect(done.leaders[0]!.hex).toBe("F4");
    expect(done.decision).toMatchObject({ prompt: "Your turn is done: end it?", options: [] });
    expect(done.undo.can).toBe(true);
    expect(view.units[0]!.hex).toBe("F5");
  });

  it("takes off who leaves the board, and moves nothing for a plain answer", () => {
    expect(asIfDone(view, [20, 31, 5]).units).toEqual([]);
    expect(asIfDone(view, [9]).units).toEqual(view.units);
  });

  it("shows an advance", () => {
    const asked = {
      ...view,
      decision: { ...view.decision, word: "advance", subject: "F5", options: [{ ...option, hex: "E5", reach: {} }] },
    } as View;
    expect(asIfDone(asked, [20]).units[0]).toMatchObject({ hex: "E5" });
  });
});

describe("endButton", () => {
  it("sends the answer that was held", () => {
    expect(endButton({ do: "answer", numbers: [9] })).toMatchObject({
      label: "End turn",
      primary: true,
      doing: { do: "answer", numbers: [9] },
    });
  });
});
