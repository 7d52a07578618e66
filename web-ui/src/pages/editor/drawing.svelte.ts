// A battle while it is laid out: the plan with the way back, the tool in hand, and what the server says of it.
import { kitOf } from "../../art/kits";
import { checkScenario } from "../../lib/api";
import { tablesOf } from "../../lib/catalogue";
import type {
  Catalogue,
  Pair,
  PlanRule,
  Position,
  ScenarioChecked,
  ScenarioPlan,
  Side,
  Tables,
  Workshop,
} from "../../lib/types";
import { fault, many, type Fault } from "../common";
import * as edit from "./edit";
import type { Tool } from "./edit";
import * as history from "./history";
import { distance } from "../../board/geometry";

const KEY = "hexillum.editor";
const PAUSE = 350; // milliseconds after the last stroke until the server is asked

interface Kept {
  plan: ScenarioPlan;
  id: string;
}

/** The battle that this browser kept, if any. */
export function keptDrawing(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
    if (kept && Array.isArray(kept.plan?.top?.units) && Array.isArray(kept.plan?.bottom?.units))
      return { plan: { ...edit.emptyPlan(), ...kept.plan }, id: kept.id ?? "" };
  } catch {
    // what cannot be read is none
  }
  return null;
}

export class Drawing {
  #history = $state.raw<history.History<ScenarioPlan>>(history.begin(edit.emptyPlan()));
  side = $state<Side>("bottom");
  tool = $state.raw<Tool>({ what: "pick" });
  picked = $state<string | null>(null);
  anchor = $state<string | null>(null); // the defended hex of a rampart whose other side is still to come
  looked: string | null = null; // the hex pointed at
  said = $state(""); // what was just done, in words
  checked = $state.raw<ScenarioChecked | null>(null); // what the server said of the plan as it was then
  asking = $state(false);
  trouble = $state.raw<Fault | null>(null); // the server could not be asked
  fileProblems = $state.raw<string[]>([]); // of the file that was opened last
  id = $state(""); // under which the server keeps it for this browser
  stored = $state(true); // this browser keeps the plan
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked: AbortController | null = null;

  constructor(
    readonly book: Catalogue,
    readonly shop: Workshop,
  ) {}

  get plan(): ScenarioPlan {
    return this.#history.now;
  }
  get tables(): Tables {
    return tablesOf(this.book, this.plan.edition);
  }
  get rows(): number {
    return edit.rowsOf(this.plan, this.book);
  }
  get position(): Position {
    return edit.asPosition(this.plan, this.book);
  }
  /** What the figures of both armies wear: what the plan names, else the usual. */
  get looks(): { edition: string; kits: Pair<string> } {
    const { edition, top, bottom } = this.plan;
    const usual = { edition };
    return { edition, kits: { top: top.kit || kitOf(usual, "top"), bottom: bottom.kit || kitOf(usual, "bottom") } };
  }
  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }
  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }
  get right(): boolean {
    return !this.asking && this.checked !== null && this.checked.problems.length === 0;
  }
  /** The text of the plan as a file, once the server has seen it as it is. */
  get text(): string | null {
    return this.asking || !this.checked ? null : this.checked.text;
  }

  /** The special rule whose hexes are picked on the board now, if any. */
  get placing(): PlanRule | null {
    return this.tool.what === "place" ? (this.plan.special_rules[this.tool.rule] ?? null) : null;
  }

  /** Begin with a plan; nothing leads back behind it. */
  open(plan: ScenarioPlan, id = ""): void {
    this.#history = history.begin(plan);
    this.#opened(id);
  }
  /** Put a plan in the place of this one, so that it can be taken back. */
  replace(plan: ScenarioPlan, id = ""): void {
    this.#history = history.done(this.#history, plan);
    this.#opened(id);
  }
  #opened(id: string): void {
    this.id = id;
    this.picked = this.anchor = null;
    this.tool = { what: "pick" };
    this.fileProblems = [];
    this.#changed();
  }

  change(plan: ScenarioPlan): void {
    const before = this.#history;
    this.#history = history.done(before, plan);
    if (this.#history !== before) this.#changed();
  }
  undo(): void {
    if (!this.canUndo) return;
    this.#history = history.undone(this.#history);
    this.said = "Taken back.";
    this.#changed();
  }
  redo(): void {
    if (!this.canRedo) return;
    this.#history = history.redone(this.#history);
    this.said = "Done again.";
    this.#changed();
  }

  #changed(): void {
    this.asking = true;
    if (this.tool.what === "place" && !this.#placed()) this.tool = { what: "pick" };
    try {
      localStorage.setItem(KEY, JSON.stringify({ plan: this.plan, id: this.id }));
      this.stored = true;
    } catch {
      this.stored = false;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), PAUSE);
  }
  /** Whether the rule whose hexes are picked is still the one it was. */
  #placed(): boolean {
    return this.tool.what === "place" && this.placing?.name === this.tool.name;
  }
  close(): void {
    clearTimeout(this.#timer);
    this.#asked?.abort();
  }

  /** Ask the server what it thinks of the plan as it is now. */
  async check(): Promise<void> {
    clearTimeout(this.#timer);
    this.#asked?.abort();
    const asked = (this.#asked = new AbortController());
    try {
      const checked = await checkScenario({ draft: this.plan }, asked.signal);
      if (asked.signal.aborted) return;
      this.checked = checked;
      this.trouble = null;
    } catch (error) {
      if (asked.signal.aborted) return;
      this.checked = null;
      this.trouble = fault(error);
    }
    this.asking = false;
  }

  // ------------------------------------------------------------------ on the board

  sideName(side: Side): string {
    return this.plan[side].name || (side === "top" ? "upper army" : "lower army");
  }
  describe(hex: string): string {
    const there = edit.unitAt(this.plan, hex);
    const alone = edit.leaderAt(this.plan, hex);
    const terrain = this.plan.terrain[hex];
    const words: string[] = [];
    if (there) {
      const leader = there.unit.leader;
      words.push(this.sideName(there.side), this.tables.kinds[there.unit.kind]?.name ?? there.unit.kind);
      if (leader !== null) words.push(leader ? `with ${leader}` : "with a leader");
      words.push(...there.unit.special);
    } else if (alone) words.push(this.sideName(alone.side), `leader ${alone.name || "without a name"}`);
    if (terrain) words.push((this.tables.terrains[terrain]?.name ?? terrain).toLowerCase());
    return `${hex}: ${words.length ? words.join(", ") : "empty"}`;
  }

  /** Use the tool in hand on a hex. */
  use(hex: string): void {
    const { plan, tool } = this;
    this.picked = this.looked = hex;
    let next: ScenarioPlan | string = plan;
    if (tool.what === "unit") next = edit.putUnit(plan, tool.side, tool.kind, hex);
    else if (tool.what === "leader") next = edit.putLeader(plan, tool.side, hex);
    else if (tool.what === "terrain") next = edit.putTerrain(plan, tool.terrain, hex);
    else if (tool.what === "erase") next = edit.erase(plan, hex);
    else if (tool.what === "place") {
      this.picked = null;
      this.change(edit.toggleHex(plan, tool.rule, hex));
      const hexes = edit.listOf(this.placing ?? undefined, "hexes");
      this.said = `${hex} is ${hexes.includes(hex) ? "named" : "not named any more"}.`;
      return;
    } else if (tool.what === "rampart") {
      this.#rampart(hex);
      return;
    }
    if (typeof next === "string") {
      this.said = next;
      return;
    }
    this.change(next);
    this.said = this.describe(hex);
  }
  #rampart(hex: string): void {
    if (this.anchor && distance(this.anchor, hex) === 1) {
      const before = this.plan.ramparts.length;
      this.change(edit.putRampart(this.plan, this.anchor, hex));
      const done = this.plan.ramparts.length > before ? "A rampart defends" : "No rampart defends";
      this.said = `${done} ${this.anchor} against ${hex}.`;
      this.anchor = null;
    } else {
      this.anchor = hex;
      this.said = `${hex} is defended: now the neighbour from which it is attacked.`;
    }
  }
  eraseAt(hex: string | null): void {
    if (!hex) return;
    this.change(edit.erase(this.plan, hex));
    this.said = this.describe(hex);
  }

  setSide(side: Side): void {
    this.side = side;
    if (this.tool.what === "unit" || this.tool.what === "leader") this.tool = { ...this.tool, side };
  }
  take(tool: Tool): void {
    this.tool = tool;
    this.anchor = null;
  }
  /** Pick the hexes of the special rule with that number on the board. */
  place(rule: number): void {
    const name = this.plan.special_rules[rule]?.name;
    if (name) this.take({ what: "place", rule, name });
  }
  dropRule(at: number): void {
    if (this.tool.what === "place") this.take({ what: "pick" });
    this.change(edit.dropRule(this.plan, at));
  }
  mirror(): void {
    this.change(edit.mirror(this.plan));
    this.picked = this.anchor = null;
    this.said = "Left and right have changed places.";
  }
  swap(): void {
    this.change(edit.swap(this.plan, this.rows));
    this.picked = this.anchor = null;
    this.said = "The armies have changed sides, and the board has turned with them.";
  }
  otherEdition(edition: string): void {
    const { plan, gone } = edit.changeEdition(this.plan, edition, this.book);
    this.change(plan);
    if (this.tool.what !== "pick") this.tool = { what: "pick" };
    this.picked = this.anchor = null;
    this.said = gone ? `${many(gone, "thing")} that this edition does not know went from the board.` : "";
  }
}
