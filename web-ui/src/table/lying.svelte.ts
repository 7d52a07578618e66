// Where things lie in the window: the map, what is told of pieces in the margin, the dice, and the sheet of odds.
import { other } from "../board/board";
import type { Table } from "./table.svelte";
import { openOf, placesOf, type Box } from "./places";
import { hexBox, lead, litHexes, spotFor, standing } from "./spots";

export const WIDE = 1800; // pixels from which on the drawer is open

export class Lying {
  width = $state(innerWidth);
  height = $state(innerHeight);
  /** A hundred rem in pixels, measured: it follows the window, the style, and the letters that people have set. */
  hundred = $state(100 * parseFloat(getComputedStyle(document.documentElement).fontSize));
  promptHigh = $state(0);
  cornerHigh = $state(0); // cartouche and tools
  slipWide = $state(0);
  slipHigh = $state(0);
  diceWide = $state(0);
  diceHigh = $state(0);

  private readonly rem = $derived.by(() => this.hundred / 100);
  private readonly rows = $derived.by(() => this.table.view?.rows ?? 9);
  /** Of the window alone: views come many a second. */
  readonly places = $derived.by(() => placesOf(this.width, this.height, this.rows, this.rem));
  readonly open = $derived.by(() => this.table.drawer ?? this.width >= WIDE);
  readonly face = $derived.by(() => ({
    flipped: (this.table.lower === "top") !== this.table.turnedRound,
    turned: this.places.mode === "upright",
  }));
  /** The ground goes on to the edges of the window. */
  readonly around = $derived.by(() => ({
    left: this.places.board.x,
    top: this.places.board.y,
    right: this.width - this.places.board.x - this.places.board.width,
    bottom: this.height - this.places.board.y - this.places.board.height,
  }));
  private readonly within = $derived.by(() => openOf(this.width, this.height, this.places));
  // As texts first: most views change nothing of where things lie, and looking for a place takes its time.
  private readonly litNames = $derived.by(() => litHexes(this.table.marks).join(" "));
  private readonly heldNames = $derived.by(() => (this.table.view?.units ?? []).map((unit) => unit.hex).join(" "));
  private readonly lit = $derived.by(() => this.boxes(this.litNames).map(standing));
  private readonly units = $derived.by(() => this.boxes(this.heldNames));

  /** The piece that is told of in the margin; on phones only one that a finger rests on. */
  readonly told = $derived.by(() => {
    const { me } = this.table;
    return this.places.mode === "desk" ? (me.looked ?? (me.seen || me.cursor)) : (me.looked ?? "");
  });

  // ---------------------------------------------------------------- the dice

  private readonly thrown = $derived.by(() => this.table.director.roll !== null);
  private readonly fight = $derived.by(() => this.table.director.roll?.to || (this.table.director.roll?.hex ?? ""));
  private readonly thrower = $derived.by(() => this.table.director.roll?.hex ?? "");
  /** Whether the dice come from the far side. */
  readonly fromAbove = $derived.by(
    () => this.table.view?.units.find((unit) => unit.hex === this.thrower)?.side === other(this.table.lower),
  );
  readonly diceAt = $derived.by((): Box | null => {
    if (!this.thrown) return null;
    const { within, lit, units, fight, thrower } = this;
    const near = fight ? this.boxOf(fight) : { x: within.x + 8, y: this.height / 2, width: 1, height: 1 };
    const sides = thrower && thrower !== fight ? [standing(this.boxOf(thrower))] : [];
    const size = { width: this.diceWide, height: this.diceHigh };
    return (
      spotFor({ size, near: standing(near), within, lit: [...lit, ...sides], units, solid: solid() }) ??
      spotFor({ size, near, within, lit, units, solid: [] })
    );
  });

  // ---------------------------------------------------------------- the sheet of odds

  private readonly aimed = $derived.by(() => this.table.pair && (this.table.shownAttack?.hex || this.table.pair.to));
  readonly slipAt = $derived.by((): Box | null => {
    const { pair, decision, camera } = this.table;
    if (!pair) return null;
    const { within, height, width } = this;
    const size = { width: this.slipWide, height: this.slipHigh };
    const near = camera.seen(this.boxOf(this.aimed || pair.from || decision?.subject || "E7"));
    const lit = this.lit.map((box) => camera.seen(box));
    const own = pair.from ? [camera.seen(standing(this.boxOf(pair.from)))] : [];
    const rather = [...this.units, ...(this.diceAt ? [this.diceAt] : [])].map((box) => camera.seen(box));
    return (
      spotFor({ size, near: standing(near), within, lit: [...lit, ...own], units: rather, solid: solid() }) ??
      // No room on the map: over the hand, which is not asked for now.
      (size.width ? { x: (width - size.width) / 2, y: height - size.height - 4, ...size } : null)
    );
  });
  readonly arrow = $derived.by(() =>
    this.slipAt && this.aimed ? lead(this.slipAt, this.table.camera.seen(this.boxOf(this.aimed))) : null,
  );

  constructor(private readonly table: Table) {}

  boxOf(hex: string): Box {
    return hexBox(hex, this.rows, this.face, this.places);
  }
  private boxes(names: string): Box[] {
    return names
      .split(" ")
      .filter(Boolean)
      .map((hex) => this.boxOf(hex));
  }
}

/** What lies on the edges of the map and is not to be covered: read when the layout has come to rest. */
function solid(): Box[] {
  return [...document.querySelectorAll<HTMLElement>(".app [data-solid], .app .margin > *")]
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.width > 4 && box.height > 4);
}
