import { describe, expect, it } from "vitest";
import type { AdminChecked, AdminGame } from "../../lib/types";
import { checkAll, sides, size } from "./admin";

const page = (checked: number, next: string, more: Partial<AdminChecked> = {}): AdminChecked => ({
  checked,
  next,
  troubles: [],
  damage: "",
  ...more,
});

describe("checking all games", () => {
  it("goes from page to page, and gathers what is wrong", async () => {
    const asked: string[] = [];
    const pages = [
      page(25, "a", { damage: "a page is torn" }),
      page(25, "b", { troubles: [{ game: "b", why: "entry 3 is missing" }] }),
      page(3, ""),
    ];
    const heard: number[] = [];
    const so = await checkAll(
      (now) => heard.push(now.checked),
      () => true,
      (after) => {
        asked.push(after);
        return Promise.resolve(pages[asked.length - 1]!);
      },
    );
    expect(asked).toEqual(["", "a", "b"]);
    expect(heard).toEqual([25, 50, 53]);
    expect(so).toEqual({
      checked: 53,
      damage: "a page is torn",
      troubles: [{ game: "b", why: "entry 3 is missing" }],
    });
  });

  it("stops where it is told to", async () => {
    let asked = 0;
    const so = await checkAll(
      () => undefined,
      () => false,
      () => Promise.resolve(page(25, `after ${++asked}`)),
    );
    expect([asked, so.checked]).toEqual([1, 25]);
  });
});

describe("words", () => {
  it("says who plays", () => {
    const game = { people: ["Anna", "greedy"] } as AdminGame;
    expect(sides(game)).toBe("Anna against greedy");
    expect(sides({ ...game, people: ["person", "person"] })).toBe("person on both sides");
    expect(sides({ ...game, people: [] })).toBe("? on both sides");
  });

  it("says how large something is", () => {
    expect([size(0), size(1_540_000), size(2_500_000_000)]).toEqual(["0.0 MB", "1.5 MB", "2.5 GB"]);
  });
});
