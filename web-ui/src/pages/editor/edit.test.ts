import { describe, expect, it } from "vitest";
import * as geo from "../../board/geometry";
import type { Catalogue, Kind, Parameter, RuleForm, ScenarioPlan } from "../../lib/types";
import * as edit from "./edit";
import { begin, done, redone, undone } from "./history";

const kind = (key: string) => ({ key, blocks: 4, name: key }) as Kind;
const catalogue = {
  editions: [
    { key: "ancients", name: "Ancients", rows: 9, switches: {} },
    { key: "medieval", name: "Medieval", rows: 11, switches: {} },
  ],
  tables: {
    ancients: { kinds: { foot: kind("foot"), horse: kind("horse") }, terrains: { hill: { key: "hill" } }, cards: {} },
    medieval: { kinds: { foot: kind("foot") }, terrains: {}, cards: {} },
  },
} as unknown as Catalogue;

/** A plan of many edits, the same for the same number. */
function some(seed: number, rows = 9): ScenarioPlan {
  let state = seed * 2654435761 + 1;
  const next = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const all = geo.hexes(rows);
  const hex = () => all[next(all.length)] ?? "A1";
  let plan = edit.emptyPlan();
  for (let n = 0; n < 40; n++) {
    const side = next(2) ? "top" : "bottom";
    const what = next(7);
    if (what < 3) plan = edit.putUnit(plan, side, next(2) ? "foot" : "horse", hex());
    else if (what === 3) {
      const led = edit.putLeader(plan, side, hex());
      if (typeof led !== "string") plan = led;
    } else if (what === 4) plan = edit.putTerrain(plan, next(2) ? "hill" : "camp top", hex());
    else if (what === 5) {
      const inside = hex();
      plan = edit.putRampart(plan, inside, geo.neighbours(inside, rows)[0] ?? "A1");
    } else plan = edit.addRule(plan, { name: "exit-for-banner", side, settings: { hexes: [hex(), hex()] } });
  }
  return plan;
}

describe("turning a whole battle", () => {
  it.each([1, 2, 3, 4, 5])("mirrors twice to what it was (%i)", (seed) => {
    const plan = some(seed);
    expect(edit.mirror(plan)).not.toEqual(plan);
    expect(edit.mirror(edit.mirror(plan))).toEqual(plan);
  });

  it.each([1, 2, 3, 4, 5])("swaps the sides twice to what it was, on both boards (%i)", (seed) => {
    for (const rows of [9, 11]) {
      const plan = some(seed, rows);
      const once = edit.swap(plan, rows);
      expect(once.top.units.length).toBe(plan.bottom.units.length);
      expect(once.top.moves_first).toBe(plan.bottom.moves_first);
      expect(edit.swap(once, rows)).toEqual(plan);
    }
  });

  it("keeps everybody on the board, and neighbours neighbours", () => {
    const plan = some(7);
    for (const turned of [edit.mirror(plan), edit.swap(plan, 9)]) {
      for (const side of edit.SIDES) for (const unit of turned[side].units) expect(geo.onBoard(unit.hex, 9)).toBe(true);
      for (const rampart of turned.ramparts) {
        const [inside = "", outside = ""] = rampart.split("/");
        expect(geo.distance(inside, outside)).toBe(1);
      }
    }
  });

  it("lets the camps change hands with the sides", () => {
    const plan = edit.putTerrain(edit.emptyPlan(), "camp top", "A1");
    expect(edit.swap(plan, 9).terrain).toEqual({ I13: "camp bottom" });
    expect(edit.mirror(plan).terrain).toEqual({ A13: "camp top" });
  });
});

describe("pieces", () => {
  const plan = edit.putUnit(edit.emptyPlan(), "bottom", "foot", "E6");

  it("puts a unit, another in its place, and takes the same one away", () => {
    expect(edit.unitAt(plan, "E6")?.unit.kind).toBe("foot");
    const horse = edit.putUnit(plan, "top", "horse", "E6");
    expect(edit.unitAt(horse, "E6")).toMatchObject({ side: "top", unit: { kind: "horse" } });
    expect(horse.bottom.units).toEqual([]);
    expect(edit.putUnit(plan, "bottom", "foot", "E6")).toEqual(edit.emptyPlan());
  });

  it("changes nothing that it was given", () => {
    const before = JSON.stringify(plan);
    edit.putUnit(plan, "top", "horse", "E6");
    edit.setLeader(plan, "E6", "Mago");
    edit.mirror(plan);
    edit.swap(plan, 9);
    expect(JSON.stringify(plan)).toBe(before);
  });

  it("gives a unit a leader with a name, who stays when the kind changes", () => {
    const led = edit.putLeader(plan, "bottom", "E6") as ScenarioPlan;
    const named = edit.setLeader(led, "E6", "Mago");
    expect(edit.unitAt(edit.putUnit(named, "bottom", "horse", "E6"), "E6")?.unit.leader).toBe("Mago");
    expect(edit.unitAt(edit.putLeader(named, "bottom", "E6") as ScenarioPlan, "E6")?.unit.leader).toBeNull();
    expect(edit.putLeader(plan, "top", "E6")).toContain("other side");
  });

  it("lets a leader who stood alone join a unit of his side", () => {
    const alone = edit.setLeader(edit.putLeader(plan, "top", "C3") as ScenarioPlan, "C3", "Hanno");
    expect(edit.leaderAt(alone, "C3")).toEqual({ side: "top", name: "Hanno" });
    const joined = edit.putUnit(alone, "top", "foot", "C3");
    expect(edit.leaderAt(joined, "C3")).toBeNull();
    expect(edit.unitAt(joined, "C3")?.unit.leader).toBe("Hanno");
  });

  it("erases the piece first and the ground with its ramparts then", () => {
    let full = edit.putTerrain(plan, "hill", "E6");
    full = edit.putRampart(full, "E6", "D6");
    const once = edit.erase(full, "E6");
    expect(once.terrain).toEqual({ E6: "hill" });
    expect(edit.erase(once, "E6")).toEqual(edit.emptyPlan());
  });

  it("moves a piece to a free hex only", () => {
    const two = edit.putUnit(plan, "top", "horse", "D6");
    expect(edit.moveTo(two, "E6", "D6")).toEqual(two);
    expect(edit.unitAt(edit.moveTo(two, "E6", "E7"), "E7")?.side).toBe("bottom");
  });
});

describe("the rest", () => {
  it("has exactly one side move first", () => {
    const plan = edit.firstMove(edit.emptyPlan(), "top");
    expect([plan.top.moves_first, plan.bottom.moves_first]).toEqual([true, false]);
  });

  it("takes off what another edition does not know, and says how much", () => {
    let plan = edit.putUnit(edit.emptyPlan(), "top", "horse", "C3");
    plan = edit.putUnit(plan, "top", "foot", "C4");
    plan = edit.putTerrain(plan, "hill", "E6");
    const { plan: next, gone } = edit.changeEdition(plan, "medieval", catalogue);
    expect(gone).toBe(2);
    expect(next.top.units.map((one) => one.hex)).toEqual(["C4"]);
    expect(edit.rowsOf(next, catalogue)).toBe(11);
  });

  it("makes a name of a file of any name", () => {
    expect(edit.idOf("Xanthíppos at Tunis, 255 BC")).toBe("xanthippos-at-tunis-255-bc");
    expect(edit.idOf("《》")).toBe("my-battle");
  });

  it("shows the board what stands where", () => {
    let plan = edit.setLeader(edit.putUnit(edit.emptyPlan(), "top", "foot", "C3"), "C3", "Mago");
    plan = edit.putRampart(plan, "E5", "D5");
    plan = edit.addRule(plan, { name: "exit-for-banner", side: "bottom", settings: { hexes: ["A1"] } });
    const position = edit.asPosition(plan, catalogue);
    expect(position.units[0]).toMatchObject({ hex: "C3", side: "top", blocks: 4, leader: true });
    expect(position.leaders[0]).toMatchObject({ name: "Mago", attached: true });
    expect(position.rampart_sides).toEqual([{ hex: "E5", outside: "D5" }]);
    expect(position.exits.bottom).toEqual(["A1"]);
  });
});

describe("special rules", () => {
  const of = (name: string, kind: Parameter["kind"], needed = true): Parameter => ({
    name,
    kind,
    needed,
    words: name,
    most: 12,
  });
  const form = (...parameters: Parameter[]): RuleForm => ({
    name: "a-rule",
    title: "A rule",
    rule: "SCEN-01",
    words: "",
    leaders: false,
    parameters,
  });
  const led = edit.setLeader(
    edit.putLeader(edit.putUnit(edit.emptyPlan(), "top", "foot", "C3"), "top", "C3") as ScenarioPlan,
    "C3",
    "Mago",
  );

  it("begins with what fits: one, the first leader with a name, empty lists, and nothing that is not needed", () => {
    const all = form(
      of("turns", "number"),
      of("leader", "leader"),
      of("hexes", "hexes"),
      of("optional", "switch", false),
    );
    expect(edit.newRule(all, "top", led)).toEqual({
      name: "a-rule",
      side: "top",
      settings: { turns: 1, leader: "Mago", hexes: [] },
    });
    expect(edit.newRule(all, "bottom", led).settings["leader"]).toBe("");
  });

  it("names each leader of a side once, and none without a name", () => {
    const two = edit.setLeader(edit.putLeader(led, "top", "C5") as ScenarioPlan, "C5", "Mago");
    const three = edit.putLeader(two, "top", "C7") as ScenarioPlan;
    expect(edit.leadersOf(three, "top")).toEqual(["Mago"]);
    expect(edit.leadersOf(three, "bottom")).toEqual([]);
  });

  it("picks hexes and takes them out again, each a step to be undone", () => {
    const plan = edit.addRule(led, { name: "exit-for-banner", side: "top", settings: { hexes: [] } });
    let all = begin(plan);
    all = done(all, edit.toggleHex(all.now, 0, "A5"));
    all = done(all, edit.toggleHex(all.now, 0, "A6"));
    all = done(all, edit.toggleHex(all.now, 0, "A5"));
    expect(edit.listOf(all.now.special_rules[0], "hexes")).toEqual(["A6"]);
    expect(edit.listOf(undone(all).now.special_rules[0], "hexes")).toEqual(["A5", "A6"]);
    expect(undone(undone(undone(all))).now).toBe(plan);
    expect(edit.toggleHex(plan, 4, "A5")).toBe(plan);
  });

  it("reads hexes as people type them", () => {
    expect(edit.hexesIn(" a5,A6; b2  a5 ")).toEqual(["A5", "A6", "B2"]);
    expect(edit.hexesIn("")).toEqual([]);
  });

  it("leaves out what says nothing, and keeps what is needed", () => {
    const rule = {
      name: "ambush",
      side: "top" as const,
      settings: { units: ["foot"], leaders: ["Mago"], optional: true },
    };
    expect(edit.setSetting(rule, of("leaders", "names", false), []).settings).toEqual({
      units: ["foot"],
      optional: true,
    });
    expect(edit.setSetting(rule, of("optional", "switch", false), false).settings).not.toHaveProperty("optional");
    expect(edit.setSetting(rule, of("units", "kinds"), []).settings["units"]).toEqual([]);
    expect(rule.settings.units).toEqual(["foot"]);
  });
});

describe("what was done", () => {
  it("is taken back and done again, until something else is done", () => {
    let all = begin(edit.emptyPlan());
    const plans = [1, 2, 3].map((seed) => some(seed));
    for (const plan of plans) all = done(all, plan);
    expect(undone(undone(undone(undone(all)))).now).toEqual(edit.emptyPlan());
    expect(redone(redone(undone(undone(all)))).now).toBe(plans[2]);
    expect(redone(all)).toBe(all);
    const other = done(undone(all), some(9));
    expect(redone(other)).toBe(other);
    expect(undone(other).now).toBe(plans[1]);
  });

  it("is nothing where nothing changed", () => {
    const all = begin(some(1));
    expect(done(all, some(1))).toBe(all);
  });
});
