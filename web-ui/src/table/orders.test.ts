import { describe, expect, it } from "vitest";
import { answered, BY_MAIL, NOTHING, ORDERS, ordersOf } from "./orders";

describe("standing answers", () => {
  it("has a word for each sort of question, and each can be left open", () => {
    const sorts = Object.keys(NOTHING).filter((sort) => sort !== "strike_chance");
    expect(ORDERS.map(({ sort }) => sort).sort()).toEqual(sorts.sort());
    for (const { choices } of ORDERS) expect(choices[0]).toEqual(["ask", "Ask me"]);
  });
  it("offers what it sets", () => {
    for (const { sort, choices } of ORDERS) expect(choices.map(([key]) => key)).toContain(BY_MAIL[sort]);
    expect(answered(NOTHING)).toBe(0);
    expect(answered(BY_MAIL)).toBe(ORDERS.length);
  });
  it("leaves out what an edition never asks", () => {
    expect(ordersOf(false, false).map(({ sort }) => sort)).not.toContain("ambush");
    expect(ordersOf(true, true)).toHaveLength(ORDERS.length);
  });
});
