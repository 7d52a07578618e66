import { describe, expect, it } from "vitest";
import type { Catalogue, Kind } from "../lib/types";
import { asPosition, asSetup, changeEdition, emptyDraft, sortOut, strengthen, use } from "./draft";
import { tablesOf } from "../lib/catalogue";

const kind = (key: string, edition: string, blocks: number) => ({ key, edition, blocks, name: key }) as Kind;
const catalogue = {
  editions: [
    { key: "ancients", name: "Ancients", rows: 9, switches: {} },
    { key: "medieval", name: "Medieval", rows: 11, switches: {} },
  ],
  tables: {
    ancients: {
      kinds: { foot: kind("foot", "ancients", 4), elephant: kind("elephant", "ancients", 2) },
      terrains: { forest: { key: "forest", name: "Forest", rule: "", words: [] } },
      cards: {},
    },
    medieval: {
      kinds: { foot: kind("foot", "medieval", 3) },
      terrains: { forest: { key: "forest", name: "Forest", rule: "", words: [] } },
      cards: {},
    },
  },
} as unknown as Catalogue;
const tables = tablesOf(catalogue, "ancients");

describe("the tables of an edition", () => {
  it("tells kinds of the same name apart", () => {
    expect(tables.kinds.foot?.blocks).toBe(4);
    expect(tablesOf(catalogue, "medieval").kinds.foot?.blocks).toBe(3);
  });
});

describe("the free board", () => {
  it("puts a unit, takes its blocks one by one and then removes it", () => {
    const draft = emptyDraft();
    const tool = { what: "unit", kind: "elephant", side: "top" } as const;
    use(draft, tool, "C4", tables);
    expect(draft.units.C4).toEqual({ kind: "elephant", side: "top", blocks: 2, leader: false });
    use(draft, tool, "C4", tables);
    expect(draft.units.C4?.blocks).toBe(1);
    expect(strengthen(draft, "C4", -1, tables)).toBe(false);
    expect(strengthen(draft, "C4", 1, tables)).toBe(true);
    expect(strengthen(draft, "C4", 1, tables)).toBe(false);
    use(draft, tool, "C4", tables);
    use(draft, tool, "C4", tables);
    expect(draft.units).toEqual({});
  });

  it("lets a leader join own units only, and stay when the unit is exchanged", () => {
    const draft = emptyDraft();
    use(draft, { what: "leader", side: "top" }, "B2", tables);
    expect(draft.leaders).toEqual({ B2: "top" });
    use(draft, { what: "unit", kind: "foot", side: "top" }, "B2", tables);
    expect(draft.leaders).toEqual({});
    use(draft, { what: "unit", kind: "elephant", side: "top" }, "B2", tables);
    expect(draft.units.B2?.leader).toBe(true);
    expect(use(draft, { what: "leader", side: "bottom" }, "B2", tables)).toMatch(/other side/);
    expect(asPosition(draft, catalogue).leaders).toEqual([
      { id: 0, name: "", side: "top", hex: "B2", attached: true, ordered: false },
    ]);
    expect(asSetup(draft).leaders).toEqual([]);
  });

  it("erases pieces before the ground", () => {
    const draft = emptyDraft();
    use(draft, { what: "terrain", terrain: "forest" }, "D5", tables);
    use(draft, { what: "unit", kind: "foot", side: "bottom" }, "D5", tables);
    use(draft, { what: "erase" }, "D5", tables);
    expect([draft.units, draft.terrain]).toEqual([{}, { D5: "forest" }]);
    use(draft, { what: "erase" }, "D5", tables);
    expect(draft.terrain).toEqual({});
  });

  it("takes off what another edition does not know", () => {
    const draft = emptyDraft();
    use(draft, { what: "unit", kind: "elephant", side: "bottom" }, "D5", tables);
    use(draft, { what: "unit", kind: "foot", side: "bottom" }, "D6", tables);
    expect(changeEdition(draft, "medieval", catalogue)).toBe(1);
    expect(Object.keys(draft.units)).toEqual(["D6"]);
    expect(draft.units.D6?.blocks).toBe(3);
  });
});

describe("texts", () => {
  it("are sorted by their first line", () => {
    expect(sortOut("\uFEFFhexillum record 1\r\nscenario x")).toEqual({ record: "hexillum record 1\nscenario x" });
    expect(sortOut("\nhexillum position 1\n")).toEqual({ position: "hexillum position 1\n" });
    expect(sortOut("something else")).toBeNull();
  });
});
