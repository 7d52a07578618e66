import { describe, expect, it } from "vitest";
import type { Side, View } from "../lib/types";
import { curtainFor, eyesFor } from "./seating";

const seen = (
  yours: Side[],
  actor: View["decision"]["actor"],
  word: string,
  eyes: Side | null,
  kind: View["kind"] = "battle",
): View =>
  ({
    kind,
    yours,
    active: "bottom",
    eyes,
    outcome: null,
    decision: { actor, word, covered: word === "card" },
  }) as unknown as View;

describe("two people at one device", () => {
  const both: Side[] = ["top", "bottom"];
  it("covers what is hidden until the other one has taken it", () => {
    expect(curtainFor(seen(both, "top", "card", null))).toBe("top");
    expect(curtainFor(seen(both, "top", "card", "bottom"))).toBe("top");
    expect(curtainFor(seen(both, "top", "card", "top"))).toBeNull();
    expect(eyesFor(seen(both, "top", "card", "bottom"), "bottom")).toBeNull();
    expect(eyesFor(seen(both, "top", "card", null), "top")).toBe("top");
  });
  it("covers nothing for an open answer, but hides the hand", () => {
    expect(curtainFor(seen(both, "top", "evade", "bottom"))).toBeNull();
    expect(eyesFor(seen(both, "top", "evade", "bottom"), "bottom")).toBeNull();
    expect(eyesFor(seen(both, "bottom", "battle", null), null)).toBeNull();
  });
});

describe("others", () => {
  it("looks with the one seat, with none as an onlooker, with either in an analysis", () => {
    expect(curtainFor(seen(["top"], "top", "card", null))).toBeNull();
    expect(eyesFor(seen(["top"], "bottom", "card", null), null)).toBe("top");
    expect(eyesFor(seen([], "bottom", "card", null), null)).toBeNull();
    expect(eyesFor(seen(["top", "bottom"], "top", "evade", "bottom", "analysis"), "bottom")).toBe("top");
    expect(eyesFor(seen(["top", "bottom"], "chance", "draw", "bottom", "analysis"), "top")).toBe("bottom");
    expect(curtainFor(seen(["top", "bottom"], "top", "card", "bottom", "analysis"))).toBeNull();
  });
});
