import { describe, expect, it } from "vitest";
import { standing } from "./standing";

const person = { player: "person" as const, name: "", present: true };
const view = {
  kind: "battle" as const,
  yours: ["bottom" as const],
  seats: { top: person, bottom: person },
  armies: { top: "Carthaginian", bottom: "Syracusan" },
  outcome: null,
  turn: 2,
  decision: { actor: "bottom" as const },
};

describe("a game in the list", () => {
  it("says whose move it is", () => {
    expect(standing(view)).toEqual({ mine: true, words: "turn 2, your move" });
    expect(standing({ ...view, decision: { actor: "top" } })).toEqual({
      mine: false,
      words: "turn 2, Carthaginian to move",
    });
    expect(standing({ ...view, yours: ["top", "bottom"] })).toEqual({ mine: true, words: "turn 2, Syracusan to move" });
    expect(standing({ ...view, yours: [] })).toEqual({ mine: false, words: "turn 2, Syracusan to move" });
  });

  it("says that the friend has not come yet", () => {
    const open = { player: "open" as const, name: "", present: false };
    expect(standing({ ...view, seats: { top: open, bottom: person } }).words).toBe("nobody plays Carthaginian yet");
  });

  it("says how it ended", () => {
    expect(standing({ ...view, outcome: "bottom" }).words).toBe("you won");
    expect(standing({ ...view, outcome: "top" }).words).toBe("you lost");
    expect(standing({ ...view, outcome: "top", yours: [] }).words).toBe("Carthaginian won");
    expect(standing({ ...view, outcome: "draw" }).words).toBe("a draw");
  });
});
