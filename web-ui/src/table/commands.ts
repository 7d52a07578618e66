// What letters and other keys command at the table.
import { tick } from "svelte";
import { isHex } from "../lib/hexnames";
import { onKey } from "./keys";
import type { Lying } from "./lying.svelte";
import type { Table } from "./table.svelte";
import { Typed } from "./typed";

export class Commands {
  private readonly typed = new Typed(
    (key) => this.command(key),
    (hex) => this.goTo(hex),
  );

  constructor(
    private readonly table: Table,
    private readonly lying: Lying,
    private readonly board: () => HTMLElement | undefined,
  ) {}

  onkeydown = (event: KeyboardEvent): void => {
    const { me, director, camera, sheet } = this.table;
    if (sheet || me.curtain) return;
    onKey(event, {
      me,
      director,
      camera,
      typed: this.typed,
      board: this.board(),
      toBoard: () => void this.toBoard(),
      escape: () => this.escape(),
      first: () => this.first(),
    });
  };

  async toBoard(): Promise<void> {
    await tick();
    const { cursor } = this.table.me;
    const at = cursor ? `[data-hex="${cursor}"]` : "[tabindex='0']";
    this.board()?.querySelector<SVGElement>(at)?.focus({ preventScroll: true });
  }

  stop(): void {
    this.typed.stop();
  }

  private goTo(hex: string): boolean {
    const { view, me } = this.table;
    if (!view || !isHex(hex, view.rows)) return false;
    me.cursor = hex;
    void this.toBoard();
    return true;
  }

  private command(key: string): void {
    const { table } = this;
    const { me, view } = table;
    if (key === "u") me.undo();
    else if (key === "e") {
      const quiet = me.buttons.find((button) => button.key === "E");
      if (quiet) me.press(quiet);
    } else if (key === "t") table.toggleThreats();
    else if (key === "w") table.askHint();
    else if (key === "r") me.again();
    else if (key === "h") table.hideUnits = !table.hideUnits;
    else if (key === "f") table.turnedRound = !table.turnedRound;
    else if (key === "l") {
      table.openLog();
      void tick().then(() => document.getElementById("log")?.focus());
    } else if (key === "?") table.sheet = "keys";
    else if (key === "c") table.sheet = "chart";
    else if (/^[1-9]$/.test(key)) {
      const button = me.buttons.find((one) => one.key === key);
      const card = Object.entries(view?.hand ?? {}).filter(([, count]) => count > 0)[Number(key) - 1]?.[0];
      if (button) me.press(button);
      else if (card && view?.decision.word === "card") me.takeCard(card);
    }
  }

  private escape(): void {
    const { table } = this;
    const { me, hints, camera } = table;
    this.typed.stop();
    if (table.probe) table.probe = null;
    else if (hints.shown) hints.forget();
    else if (me.holds) me.putBack();
    else if (this.lying.open && table.tab === "rules" && table.ruleTrail.length) table.ruleBack();
    else if (table.drawer) table.drawer = null;
    else if (camera.moved) camera.home();
    else me.say(null);
  }

  /** What the prompt promises for Enter. */
  private first(): boolean {
    const promised = this.table.deeds.find((deed) => deed.primary);
    if (promised && !this.table.director.playing) this.table.do(promised);
    return promised !== undefined;
  }
}
