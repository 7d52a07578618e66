import { describe, expect, it } from "vitest";
import type { BattleCard } from "../../lib/types";
import { asSort, sought } from "./library";

const army = (name: string, commander: string) => ({ name, commander });
const battle = (more: object): BattleCard =>
  ({
    name: "",
    theatre: "",
    box: "",
    year_text: "",
    edition: "ancients",
    people: null,
    armies: { top: army("Carthaginian", "Hannibal"), bottom: army("Roman", "Varro") },
    ...more,
  }) as BattleCard;
const cannae = battle({ id: "cannae", name: "Cannae", year: -216, number: 8 });
const zama = battle({ id: "zama", name: "Zama", year: -202, number: 2, people: { top: 52, bottom: 48, plays: 9 } });
const dara = battle({ id: "dara", name: "Dara", year: 530, number: 1, edition: "medieval" });
const all = [dara, zama, cannae];
const ids = (wish: object) =>
  sought(all, { words: "", edition: "", favours: "", sort: "year", ...wish }).map((one) => one.id);

describe("the library", () => {
  it("is sorted by year, number or balance; without a record last", () => {
    expect(ids({})).toEqual(["cannae", "zama", "dara"]);
    expect(ids({ sort: "number" })).toEqual(["zama", "cannae", "dara"]);
    expect(ids({ sort: "balance" })).toEqual(["zama", "cannae", "dara"]);
    expect(asSort("nonsense")).toBe("year");
  });
  it("finds battles that have all of the words, in any of their names", () => {
    expect(ids({ words: "  hannibal CAN " })).toEqual(["cannae"]);
    expect(ids({ words: "hannibal nobody" })).toEqual([]);
  });
  it("keeps to the edition and the balance wished for", () => {
    expect(ids({ edition: "medieval" })).toEqual(["dara"]);
    expect(ids({ favours: "even" })).toEqual(["zama"]);
    expect(ids({ favours: "none" })).toEqual(["cannae", "dara"]);
  });
});
