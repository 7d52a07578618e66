import { describe, expect, it } from "vitest";
import * as geo from "../board/geometry";
import type { Side, View } from "../lib/types";
import { holdingWords, sectionWords } from "./lettering";

type Part = "left" | "center" | "right";

// The columns that a card means by a section, for either side (docs/rulings.md, rules/orders).
const MEANT: Record<Side, Record<"left" | "right", string>> = {
  bottom: { left: "E2", right: "E12" },
  top: { left: "E12", right: "E2" },
};
const view = (yours: Side[], active: Side): Pick<View, "yours" | "active" | "armies"> => ({
  yours,
  active,
  armies: { top: "Carthaginian", bottom: "Roman" },
});
const units = (hex: string): View["units"] => [{ hex, side: "top" }] as View["units"];

/** At which edge of what is drawn a hex lies, by where the board puts it. */
function edge(hex: string, flipped: boolean, turned: boolean): Part {
  const [x, y] = geo.centre(hex, 9, { flipped, turned });
  // turned, the board's left edge is drawn at the top
  const along = turned ? y : x;
  const length = turned ? geo.size(9, { flipped, turned })[1] : geo.size(9, { flipped, turned })[0];
  return along < length / 3 ? "left" : along > (2 * length) / 3 ? "right" : "center";
}

describe("the letters over the sections", () => {
  for (const side of ["top", "bottom"] as const)
    for (const flipped of [false, true])
      for (const turned of [false, true])
        for (const who of ["a player", "two at one screen", "an onlooker"] as const)
          for (const part of ["left", "right"] as const)
            it(`${part} of ${side} is where its cards mean it: ${who}, flipped ${flipped}, turned ${turned}`, () => {
              const seats: Record<typeof who, Side[]> = {
                "a player": [side],
                "two at one screen": ["top", "bottom"],
                "an onlooker": [],
              };
              const hex = MEANT[side][part];
              const words = sectionWords(view(seats[who], side), { units: units(hex) }, flipped);
              const here = words[edge(hex, flipped, turned)];
              expect(here.split(" ")[0]).toBe(part.toUpperCase());
              const [us, them] =
                who === "a player"
                  ? ["you", "they"]
                  : side === "top"
                    ? ["Carthaginian", "Roman"]
                    : ["Roman", "Carthaginian"];
              expect(here).toContain(side === "top" ? `${us} 1 · ${them} 0` : `${us} 0 · ${them} 1`);
            });

  it("keeps a player's own left while the other side plays", () => {
    const words = sectionWords(view(["bottom"], "top"), { units: [] }, false);
    expect(words.left).toMatch(/^LEFT you/);
  });

  it("spells the center as the cards do", () => {
    expect(sectionWords(view([], "top"), { units: [] }, false).center).toMatch(/^CENTER /);
  });
});

describe("what is in hand", () => {
  const tables = { kinds: { "medium-infantry": { name: "Medium Infantry" } }, cards: {} } as never;
  const at = { units: [{ hex: "F4", kind: "medium-infantry" }], hand_words: {} } as never;
  const hold = (attacks: unknown[]) =>
    holdingWords(at, tables, {
      local: { card: null, doubt: null } as never,
      picked: { hex: "F4", leader: false, attacks } as never,
    });

  it("says what is done once, in place of the question", () => {
    expect(hold([{}])).toEqual({ asked: "Medium Infantry F4 battles:", clause: "choose a marked enemy." });
    expect(hold([])).toEqual({ asked: "Medium Infantry F4 moves:", clause: "choose a marked hex." });
  });
});
