// The free board of the analysis page: what stands where, as plain data that the browser can keep.
import type { BattlePage, Catalogue, Hands, Pair, Position, Setup, Side } from "../lib/types";
import { tablesOf } from "../lib/catalogue";
import type { Tables } from "../lib/types";

const KEY = "hexillum.draft";

export interface Draft {
  edition: string;
  active: Side;
  units: Record<string, { kind: string; side: Side; blocks: number; leader: boolean }>;
  leaders: Record<string, Side>; // leaders alone
  terrain: Record<string, string>;
  banners: Pair<number>;
  goals: Pair<number>;
  hands: Pair<string[]>;
}

export type Tool =
  | { what: "unit"; kind: string; side: Side }
  | { what: "leader"; side: Side }
  | { what: "terrain"; terrain: string }
  | { what: "erase" }
  | { what: "pick" };

export function emptyDraft(edition = "ancients"): Draft {
  return {
    edition,
    active: "bottom",
    units: {},
    leaders: {},
    terrain: {},
    banners: { top: 0, bottom: 0 },
    goals: { top: 5, bottom: 5 },
    hands: { top: [], bottom: [] },
  };
}

export function readDraft(): Draft {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Draft> | null;
    if (kept && typeof kept === "object" && typeof kept.edition === "string") return { ...emptyDraft(), ...kept };
  } catch {
    // a draft that cannot be read is none
  }
  return emptyDraft();
}

/** False where the browser keeps nothing. */
export function writeDraft(draft: Draft): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function fromBattle(battle: BattlePage): Draft {
  const draft = emptyDraft(battle.edition);
  draft.active = battle.first;
  draft.terrain = { ...battle.position.terrain };
  draft.goals = { top: battle.armies.top.banners, bottom: battle.armies.bottom.banners };
  for (const unit of battle.position.units)
    draft.units[unit.hex] = { kind: unit.kind, side: unit.side, blocks: unit.blocks, leader: unit.leader };
  for (const leader of battle.position.leaders) if (!draft.units[leader.hex]) draft.leaders[leader.hex] = leader.side;
  return draft;
}

/** What a set-up of one's own cannot carry over from a battle, in words. */
export function leftBehind(battle: BattlePage): string[] {
  const { ramparts, camps, exits, ground, units } = battle.position;
  const words: string[] = [];
  if (ramparts.length) words.push("ramparts");
  if (camps.top.length || camps.bottom.length) words.push("camps");
  if (exits.top.length || exits.bottom.length) words.push("exits");
  if (ground.length) words.push("marked ground");
  if (units.some((unit) => unit.special.length)) words.push("marks on units");
  if (battle.special) words.push("special rules");
  return words;
}

export function asPosition(draft: Draft, catalogue: Catalogue): Position {
  const { kinds } = tablesOf(catalogue, draft.edition);
  const leaders: Position["leaders"] = [];
  const units = Object.entries(draft.units).map(([hex, unit], id): Position["units"][number] => {
    if (unit.leader)
      leaders.push({ id: leaders.length, side: unit.side, hex, attached: true, ordered: false, name: "" });
    return {
      id,
      hex,
      kind: unit.kind,
      side: unit.side,
      blocks: unit.blocks,
      full: kinds[unit.kind]?.blocks ?? unit.blocks,
      leader: unit.leader,
      special: [],
      moved: 0,
      ordered: false,
      fought: false,
    };
  });
  for (const [hex, side] of Object.entries(draft.leaders))
    leaders.push({ id: leaders.length, side, hex, attached: false, ordered: false, name: "" });
  return {
    rows: catalogue.editions.find((one) => one.key === draft.edition)?.rows ?? 9,
    units,
    leaders,
    terrain: draft.terrain,
    ramparts: [],
    rampart_sides: [],
    camps: { top: [], bottom: [] },
    exits: { top: [], bottom: [] },
    ground: [],
  };
}

export function asSetup(draft: Draft): Setup {
  const hands: Hands = {};
  if (draft.hands.top.length) hands.top = [...draft.hands.top];
  if (draft.hands.bottom.length) hands.bottom = [...draft.hands.bottom];
  return {
    edition: draft.edition as Setup["edition"],
    active: draft.active,
    units: Object.entries(draft.units).map(([hex, unit]) => ({ hex, ...unit })),
    leaders: Object.entries(draft.leaders).map(([hex, side]) => ({ hex, side })),
    terrain: { ...draft.terrain },
    hands,
    banners: { ...draft.banners },
    goals: { ...draft.goals },
  };
}

/** Use a tool on a hex; what stops it, or "". */
export function use(draft: Draft, tool: Tool, hex: string, tables: Tables): string {
  const unit = draft.units[hex];
  if (tool.what === "unit") {
    if (unit && unit.kind === tool.kind && unit.side === tool.side) {
      if (unit.blocks > 1) unit.blocks -= 1;
      else delete draft.units[hex];
      return "";
    }
    const led = draft.leaders[hex] === tool.side || (unit?.side === tool.side && unit.leader);
    delete draft.leaders[hex];
    draft.units[hex] = { kind: tool.kind, side: tool.side, blocks: tables.kinds[tool.kind]?.blocks ?? 1, leader: led };
  } else if (tool.what === "leader") {
    if (unit && unit.side !== tool.side) return `A unit of the other side stands on ${hex}: a leader cannot join it.`;
    if (unit) unit.leader = !unit.leader;
    else if (draft.leaders[hex] === tool.side) delete draft.leaders[hex];
    else draft.leaders[hex] = tool.side;
  } else if (tool.what === "terrain") {
    if (draft.terrain[hex] === tool.terrain) delete draft.terrain[hex];
    else draft.terrain[hex] = tool.terrain;
  } else if (tool.what === "erase") {
    if (unit || draft.leaders[hex]) {
      delete draft.units[hex];
      delete draft.leaders[hex];
    } else delete draft.terrain[hex];
  }
  return "";
}

/** One block more or less, never past the full strength; the last one cannot go this way. */
export function strengthen(draft: Draft, hex: string, by: number, tables: Tables): boolean {
  const unit = draft.units[hex];
  if (!unit) return false;
  const blocks = unit.blocks + by;
  if (blocks < 1 || blocks > (tables.kinds[unit.kind]?.blocks ?? 4)) return false;
  unit.blocks = blocks;
  return true;
}

/** Another edition: what it does not know is taken off the board. How many pieces and cards that were. */
export function changeEdition(draft: Draft, edition: string, catalogue: Catalogue): number {
  draft.edition = edition;
  const tables = tablesOf(catalogue, edition);
  let gone = 0;
  const rows = catalogue.editions.find((one) => one.key === edition)?.rows ?? 9;
  const outside = (hex: string) => hex.charCodeAt(0) - 65 >= rows;
  for (const [hex, unit] of Object.entries(draft.units))
    if (outside(hex) || !tables.kinds[unit.kind]) {
      delete draft.units[hex];
      gone += 1;
    } else unit.blocks = Math.min(unit.blocks, tables.kinds[unit.kind]?.blocks ?? unit.blocks);
  for (const hex of Object.keys(draft.leaders))
    if (outside(hex)) {
      delete draft.leaders[hex];
      gone += 1;
    }
  for (const [hex, ground] of Object.entries(draft.terrain))
    if (outside(hex) || !tables.terrains[ground]) delete draft.terrain[hex];
  for (const side of ["top", "bottom"] as const) {
    const kept = draft.hands[side].filter((card) => tables.cards[card]);
    gone += draft.hands[side].length - kept.length;
    draft.hands[side] = kept;
  }
  return gone;
}

/** Of which kind a pasted or loaded text is, by its first line. */
export function sortOut(text: string): { record: string } | { position: string } | null {
  const plain = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .trimStart();
  const first = (plain.split("\n")[0] ?? "").trim().toLowerCase();
  if (first.startsWith("hexillum record")) return { record: plain };
  if (first.startsWith("hexillum position")) return { position: plain };
  return null;
}
