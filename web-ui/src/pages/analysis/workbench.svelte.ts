// The free board while it is worked on: the draft, the tool in hand, and the way back.
import { tablesOf } from "../../lib/catalogue";
import type { BattlePage, Catalogue, Position, Side, Tables } from "../../lib/types";
import { many } from "../common";
import {
  asPosition,
  changeEdition,
  emptyDraft,
  fromBattle,
  leftBehind,
  readDraft,
  strengthen,
  use,
  type Draft,
  type Tool,
} from "../draft";

export const SIDES: Side[] = ["top", "bottom"];
export const NAMES = { top: "Upper side", bottom: "Lower side" } as const;
const STEPS_BACK = 100;

export class Workbench {
  draft = $state<Draft>(readDraft());
  past = $state.raw<string[]>([]);
  side = $state<Side>("bottom");
  tool = $state<Tool>({ what: "pick" });
  picked = $state<string | null>(null);
  looked: string | null = null; // the hex pointed at
  said = $state(""); // what was just done, in words

  constructor(readonly book: Catalogue) {}

  get tables(): Tables {
    return tablesOf(this.book, this.draft.edition);
  }
  get position(): Position {
    return asPosition(this.draft, this.book);
  }
  count(side: Side): number {
    return Object.values(this.draft.units).filter((unit) => unit.side === side).length;
  }

  /** Do something to the draft, so that it can be taken back. */
  change(how: () => void): void {
    const before = JSON.stringify(this.draft);
    how();
    if (JSON.stringify(this.draft) !== before) this.past = [...this.past.slice(1 - STEPS_BACK), before];
  }
  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.draft = JSON.parse(before) as Draft;
    this.said = "Taken back.";
  }

  describe(hex: string): string {
    const { draft, tables } = this;
    const unit = draft.units[hex];
    const terrain = draft.terrain[hex];
    const ground = terrain ? `, ${(tables.terrains[terrain]?.name ?? terrain).toLowerCase()}` : "";
    if (unit) {
      const name = tables.kinds[unit.kind]?.name ?? unit.kind;
      return `${hex}: ${NAMES[unit.side].toLowerCase()}, ${name}, ${many(unit.blocks, "block")}${unit.leader ? ", with a leader" : ""}${ground}`;
    }
    const alone = draft.leaders[hex];
    if (alone) return `${hex}: leader of the ${NAMES[alone].toLowerCase()}${ground}`;
    return `${hex}: ${ground ? ground.slice(2) : "empty"}`;
  }

  /** Use the tool in hand on a hex. */
  pick(hex: string): void {
    this.picked = hex;
    this.looked = hex;
    let stopped = "";
    this.change(() => (stopped = use(this.draft, this.tool, hex, this.tables)));
    this.said = stopped || this.describe(hex);
  }
  blocks(hex: string | null, by: number): void {
    if (!hex) return;
    this.change(() => strengthen(this.draft, hex, by, this.tables));
    this.said = this.describe(hex);
  }
  clearHex(hex: string | null): void {
    if (hex) this.apply({ what: "erase" }, hex);
  }
  /** A leader for the unit on the chosen hex, or away with him. */
  leaderHere(): void {
    const hex = this.picked;
    const unit = hex ? this.draft.units[hex] : undefined;
    if (hex && unit) this.apply({ what: "leader", side: unit.side }, hex);
  }
  private apply(tool: Tool, hex: string): void {
    this.change(() => use(this.draft, tool, hex, this.tables));
    this.said = this.describe(hex);
  }

  setSide(side: Side): void {
    this.side = side;
    if (this.tool.what === "unit" || this.tool.what === "leader") this.tool = { ...this.tool, side };
  }
  otherEdition(edition: string): void {
    let gone = 0;
    this.change(() => (gone = changeEdition(this.draft, edition, this.book)));
    if (this.tool.what === "unit" && !this.tables.kinds[this.tool.kind]) this.tool = { what: "pick" };
    this.picked = null;
    this.said =
      gone === 1
        ? "One piece or card that this edition does not know was taken off."
        : gone
          ? `${gone} pieces and cards that this edition does not know were taken off.`
          : "";
  }
  layOut(page: BattlePage): void {
    this.change(() => (this.draft = fromBattle(page)));
    this.picked = null;
    this.tool = { what: "pick" };
    const missing = leftBehind(page);
    this.said = `${page.name} is laid out.${missing.length ? ` Not taken over: ${missing.join(", ")}. To have these too, analyse the battle itself.` : ""}`;
  }
  clearAll(): void {
    this.change(() => (this.draft = emptyDraft(this.draft.edition)));
    this.picked = null;
    this.said = "The board is empty. Undo brings it back.";
  }
}
