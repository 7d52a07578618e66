// What a person does to a battle that is laid out: each a function from a plan to the next one, none of which changes
// what it is given. Whether a plan is right is for the server to say.
import * as geo from "../../board/geometry";
import { tablesOf } from "../../lib/catalogue";
import type { Catalogue, PlanArmy, PlanRule, PlanUnit, Position, RuleForm, ScenarioPlan, Side } from "../../lib/types";
import { other } from "../../board/board";

export const SIDES: readonly Side[] = ["top", "bottom"];
const LAST_HALF = 24;

export type Tool =
  | { what: "unit"; kind: string; side: Side }
  | { what: "leader"; side: Side }
  | { what: "terrain"; terrain: string }
  | { what: "rampart" }
  | { what: "place"; rule: number; name: string } // hexes of the special rule with this number
  | { what: "erase" }
  | { what: "pick" };

const emptyArmy = (name: string, first: boolean): PlanArmy => ({
  name,
  commander: "",
  kit: "",
  command: 5,
  banners: 5,
  tokens: 0,
  moves_first: first,
  units: [],
  leaders: [],
});

export function emptyPlan(edition = "ancients"): ScenarioPlan {
  return {
    id: "my-battle",
    name: "My battle",
    number: 0,
    year: -300,
    year_text: "300 BC",
    edition,
    box: "",
    theatre: "",
    source: "laid out by hand",
    notes: [],
    terrain: {},
    ramparts: [],
    reconstruction: false,
    special_rules: [],
    top: emptyArmy("Upper army", false),
    bottom: emptyArmy("Lower army", true),
  };
}

export const rowsOf = (plan: ScenarioPlan, catalogue: Catalogue): number =>
  catalogue.editions.find((one) => one.key === plan.edition)?.rows ?? 9;

/** Who stands on a hex. */
export function unitAt(plan: ScenarioPlan, hex: string): { side: Side; unit: PlanUnit } | null {
  for (const side of SIDES) {
    const unit = plan[side].units.find((one) => one.hex === hex);
    if (unit) return { side, unit };
  }
  return null;
}
export function leaderAt(plan: ScenarioPlan, hex: string): { side: Side; name: string } | null {
  for (const side of SIDES) {
    const alone = plan[side].leaders.find((one) => one.hex === hex);
    if (alone) return { side, name: alone.name };
  }
  return null;
}

const inArmy = (plan: ScenarioPlan, side: Side, how: (army: PlanArmy) => PlanArmy): ScenarioPlan => ({
  ...plan,
  [side]: how(plan[side]),
});
const inBoth = (plan: ScenarioPlan, how: (army: PlanArmy) => PlanArmy): ScenarioPlan =>
  inArmy(inArmy(plan, "top", how), "bottom", how);

/** Nobody on a hex. */
export const vacate = (plan: ScenarioPlan, hex: string): ScenarioPlan =>
  inBoth(plan, (army) => ({
    ...army,
    units: army.units.filter((one) => one.hex !== hex),
    leaders: army.leaders.filter((one) => one.hex !== hex),
  }));

/** A unit on a hex, whoever stood there; the same one again goes. A leader of its side stays with it. */
export function putUnit(plan: ScenarioPlan, side: Side, kind: string, hex: string): ScenarioPlan {
  const there = unitAt(plan, hex);
  const alone = leaderAt(plan, hex);
  if (there?.side === side && there.unit.kind === kind) return vacate(plan, hex);
  const leader = there?.side === side ? there.unit.leader : alone?.side === side ? alone.name : null;
  const unit: PlanUnit = { hex, kind, leader, special: [] };
  return inArmy(vacate(plan, hex), side, (army) => ({ ...army, units: [...army.units, unit] }));
}

/** A leader to a unit, or away from it; alone where no unit is. What stops him, in words. */
export function putLeader(plan: ScenarioPlan, side: Side, hex: string): ScenarioPlan | string {
  const there = unitAt(plan, hex);
  if (there && there.side !== side) return `A unit of the other side stands on ${hex}: a leader cannot join it.`;
  if (there) return setLeader(plan, hex, there.unit.leader === null ? "" : null);
  if (leaderAt(plan, hex)?.side === side) return vacate(plan, hex);
  return inArmy(vacate(plan, hex), side, (army) => ({ ...army, leaders: [...army.leaders, { hex, name: "" }] }));
}

/** The name of the leader on a hex; null takes him away. */
export const setLeader = (plan: ScenarioPlan, hex: string, name: string | null): ScenarioPlan =>
  inBoth(plan, (army) => ({
    ...army,
    units: army.units.map((one) => (one.hex === hex ? { ...one, leader: name } : one)),
    leaders:
      name === null
        ? army.leaders.filter((one) => one.hex !== hex)
        : army.leaders.map((one) => (one.hex === hex ? { ...one, name } : one)),
  }));

/** A word for a special unit, or away with it. */
export const mark = (plan: ScenarioPlan, hex: string, word: string): ScenarioPlan =>
  inBoth(plan, (army) => ({
    ...army,
    units: army.units.map((one) => {
      if (one.hex !== hex) return one;
      const special = one.special.includes(word) ? one.special.filter((was) => was !== word) : [...one.special, word];
      return { ...one, special };
    }),
  }));

export function putTerrain(plan: ScenarioPlan, ground: string, hex: string): ScenarioPlan {
  const terrain = { ...plan.terrain };
  if (terrain[hex] === ground || ground === "clear") delete terrain[hex];
  else terrain[hex] = ground;
  return { ...plan, terrain };
}

/** A rampart between two neighbours, the defended hex first, or away with it. */
export function putRampart(plan: ScenarioPlan, inside: string, outside: string): ScenarioPlan {
  const side = `${inside}/${outside}`;
  const ramparts = plan.ramparts.includes(side)
    ? plan.ramparts.filter((one) => one !== side)
    : [...plan.ramparts, side];
  return { ...plan, ramparts };
}

/** The piece on a hex away, or the ground where no piece is, with the ramparts that defend it. */
export function erase(plan: ScenarioPlan, hex: string): ScenarioPlan {
  if (unitAt(plan, hex) || leaderAt(plan, hex)) return vacate(plan, hex);
  const terrain = { ...plan.terrain };
  delete terrain[hex];
  return { ...plan, terrain, ramparts: plan.ramparts.filter((side) => side.split("/")[0] !== hex) };
}

/** Whoever stands on a hex goes to another one; nothing where that is taken. */
export function moveTo(plan: ScenarioPlan, from: string, to: string): ScenarioPlan {
  if (unitAt(plan, to) || leaderAt(plan, to)) return plan;
  return inBoth(plan, (army) => ({
    ...army,
    units: army.units.map((one) => (one.hex === from ? { ...one, hex: to } : one)),
    leaders: army.leaders.map((one) => (one.hex === from ? { ...one, hex: to } : one)),
  }));
}

export const setArmy = (plan: ScenarioPlan, side: Side, what: Partial<PlanArmy>): ScenarioPlan =>
  inArmy(plan, side, (army) => ({ ...army, ...what }));

export const firstMove = (plan: ScenarioPlan, side: Side): ScenarioPlan =>
  setArmy(setArmy(plan, side, { moves_first: true }), other(side), { moves_first: false });

/** A name that a file and an address can have. */
export const idOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60) || "my-battle";

export const rename = (plan: ScenarioPlan, name: string): ScenarioPlan => ({ ...plan, name, id: idOf(name) });

// ---------------------------------------------------------------- the whole battle turned

function everywhere(plan: ScenarioPlan, there: (hex: string) => string): ScenarioPlan {
  const placed = (rule: PlanRule): PlanRule => {
    const hexes = rule.settings["hexes"];
    return Array.isArray(hexes) ? { ...rule, settings: { ...rule.settings, hexes: hexes.map(there) } } : rule;
  };
  const turned = inBoth(plan, (army) => ({
    ...army,
    units: army.units.map((one) => ({ ...one, hex: there(one.hex) })),
    leaders: army.leaders.map((one) => ({ ...one, hex: there(one.hex) })),
  }));
  return {
    ...turned,
    terrain: Object.fromEntries(Object.entries(plan.terrain).map(([hex, ground]) => [there(hex), ground])),
    ramparts: plan.ramparts.map((side) => side.split("/").map(there).join("/")),
    special_rules: plan.special_rules.map(placed),
  };
}

/** Left becomes right. */
export const mirror = (plan: ScenarioPlan): ScenarioPlan =>
  everywhere(plan, (hex) => {
    const { row, half } = geo.spot(hex);
    return geo.nameOf({ row, half: LAST_HALF - half });
  });

const OTHER_CAMP: Record<string, string> = { "camp top": "camp bottom", "camp bottom": "camp top" };

/** The armies change sides, and the board turns with them: the same battle from the other side of the table. */
export function swap(plan: ScenarioPlan, rows: number): ScenarioPlan {
  const turned = everywhere(plan, (hex) => {
    const { row, half } = geo.spot(hex);
    return geo.nameOf({ row: rows - 1 - row, half: LAST_HALF - half });
  });
  return {
    ...turned,
    top: turned.bottom,
    bottom: turned.top,
    terrain: Object.fromEntries(
      Object.entries(turned.terrain).map(([hex, ground]) => [hex, OTHER_CAMP[ground] ?? ground]),
    ),
    special_rules: turned.special_rules.map((rule) => ({ ...rule, side: other(rule.side) })),
  };
}

/** Another edition; what it does not know is taken off. How many pieces and hexes of ground that were. */
export function changeEdition(
  plan: ScenarioPlan,
  edition: string,
  catalogue: Catalogue,
): { plan: ScenarioPlan; gone: number } {
  const tables = tablesOf(catalogue, edition);
  const rows = catalogue.editions.find((one) => one.key === edition)?.rows ?? 9;
  const inside = (hex: string) => geo.onBoard(hex, rows);
  const next = inBoth({ ...plan, edition }, (army) => ({
    ...army,
    units: army.units.filter((one) => inside(one.hex) && tables.kinds[one.kind]),
    leaders: army.leaders.filter((one) => inside(one.hex)),
  }));
  next.terrain = Object.fromEntries(
    Object.entries(plan.terrain).filter(([hex, ground]) => inside(hex) && tables.terrains[ground]),
  );
  next.ramparts = plan.ramparts.filter((side) => side.split("/").every(inside));
  return { plan: next, gone: size(plan) - size(next) };
}

const size = (plan: ScenarioPlan): number =>
  SIDES.reduce((sum, side) => sum + plan[side].units.length + plan[side].leaders.length, 0) +
  Object.keys(plan.terrain).length +
  plan.ramparts.length;

// ---------------------------------------------------------------- special rules

export const setRule = (plan: ScenarioPlan, at: number, rule: PlanRule): ScenarioPlan => ({
  ...plan,
  special_rules: plan.special_rules.map((one, n) => (n === at ? rule : one)),
});
export const addRule = (plan: ScenarioPlan, rule: PlanRule): ScenarioPlan => ({
  ...plan,
  special_rules: [...plan.special_rules, rule],
});
export const dropRule = (plan: ScenarioPlan, at: number): ScenarioPlan => ({
  ...plan,
  special_rules: plan.special_rules.filter((_, n) => n !== at),
});

/** A special rule as it is added: numbers are 1, the leader is the first who has a name, lists are still empty. */
export function newRule(form: RuleForm, side: Side, plan: ScenarioPlan): PlanRule {
  const settings: PlanRule["settings"] = {};
  for (const { name, kind, needed } of form.parameters)
    if (needed) settings[name] = kind === "number" ? 1 : kind === "leader" ? (leadersOf(plan, side)[0] ?? "") : [];
  return { name: form.name, side, settings };
}

/** The rule with another value of a parameter; an empty list that it does not need is left out. */
export function setSetting(rule: PlanRule, parameter: RuleForm["parameters"][number], value: Setting): PlanRule {
  const settings = { ...rule.settings, [parameter.name]: value };
  if (!parameter.needed && (value === false || (Array.isArray(value) && !value.length)))
    delete settings[parameter.name];
  return { ...rule, settings };
}
export type Setting = PlanRule["settings"][string];

/** A list of a special rule, empty where it has none. */
export const listOf = (rule: PlanRule | undefined, name: string): string[] => {
  const value = rule?.settings[name];
  return Array.isArray(value) ? value : [];
};

/** The names of the leaders of a side, each once. */
export const leadersOf = (plan: ScenarioPlan, side: Side): string[] => [
  ...new Set(
    [...plan[side].units.map((one) => one.leader ?? ""), ...plan[side].leaders.map((one) => one.name)].filter(Boolean),
  ),
];

/** A hex more in a special rule, or one less. */
export function toggleHex(plan: ScenarioPlan, at: number, hex: string): ScenarioPlan {
  const rule = plan.special_rules[at];
  if (!rule) return plan;
  const there = listOf(rule, "hexes");
  const hexes = there.includes(hex) ? there.filter((one) => one !== hex) : [...there, hex];
  return setRule(plan, at, { ...rule, settings: { ...rule.settings, hexes } });
}

/** Hexes as they are typed, with commas or spaces between them. */
export const hexesIn = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

/** The hexes that a special rule names for a side. */
const hexesOf = (plan: ScenarioPlan, side: Side, ...names: string[]): string[] =>
  plan.special_rules
    .filter((rule) => rule.side === side && names.includes(rule.name))
    .flatMap((rule) => (Array.isArray(rule.settings["hexes"]) ? rule.settings["hexes"] : []));

// ---------------------------------------------------------------- what the board draws

export function asPosition(plan: ScenarioPlan, catalogue: Catalogue): Position {
  const rows = rowsOf(plan, catalogue);
  const { kinds } = tablesOf(catalogue, plan.edition);
  const units: Position["units"] = [];
  const leaders: Position["leaders"] = [];
  for (const side of SIDES) {
    for (const { hex, kind, leader, special } of plan[side].units) {
      if (!kinds[kind]) continue;
      const blocks = kinds[kind].blocks;
      const still = { moved: 0, ordered: false, fought: false };
      units.push({
        id: units.length,
        hex,
        kind,
        side,
        blocks,
        full: blocks,
        leader: leader !== null,
        special: [...special],
        ...still,
      });
      if (leader !== null)
        leaders.push({ id: leaders.length, name: leader, side, hex, attached: true, ordered: false });
    }
    for (const { hex, name } of plan[side].leaders)
      leaders.push({ id: leaders.length, name, side, hex, attached: false, ordered: false });
  }
  const ramparts = plan.ramparts.filter((side) => side.split("/").every((hex) => geo.onBoard(hex, rows)));
  return {
    rows,
    units,
    leaders,
    terrain: plan.terrain,
    ramparts,
    rampart_sides: ramparts.map((side) => ({ hex: side.split("/")[0] ?? "", outside: side.split("/")[1] ?? "" })),
    camps: {
      top: hexesOf(plan, "top", "camp-capture", "camp-plunder"),
      bottom: hexesOf(plan, "bottom", "camp-capture", "camp-plunder"),
    },
    exits: { top: hexesOf(plan, "top", "exit-for-banner"), bottom: hexesOf(plan, "bottom", "exit-for-banner") },
    ground: SIDES.flatMap((side) => hexesOf(plan, side, "ground-for-banners")),
  };
}
