// Odds of pairs of pieces: asked for when first needed, once for each version of the game.
import { getOdds } from "../lib/api";
import type { OddsSheet } from "../lib/types";

/** Who attacks whom, by hexes; no hexes for the battle that is being fought. */
export interface Pair {
  from: string;
  to: string;
}

export const samePair = (a: Pair | null, b: Pair | null): boolean => a?.from === b?.from && a?.to === b?.to;

export class OddsDesk {
  private sheets = $state.raw<Record<string, OddsSheet>>({});
  private version = -1;
  private readonly asked = new Set<string>();

  constructor(
    private readonly game: string,
    private readonly tokens: () => string[],
  ) {}

  /** Another version: what was found is out of date. */
  at(version: number): void {
    if (version === this.version) return;
    this.version = version;
    this.sheets = {};
    this.asked.clear();
  }

  /** What is known of a pair: undefined while it is not. */
  of(pair: Pair | null, exact = false): OddsSheet | undefined {
    return pair ? this.sheets[key(pair, exact)] : undefined;
  }

  async need(pair: Pair, exact = false): Promise<void> {
    const { version } = this;
    const wanted = key(pair, exact);
    if (this.asked.has(wanted)) return;
    this.asked.add(wanted);
    let found: OddsSheet;
    try {
      found = await getOdds(this.game, pair.from, pair.to, exact, this.tokens());
    } catch (error) {
      found = { attack: null, at: "", why: (error as Error).message, rules: [], ways: [] };
    }
    if (version === this.version) this.sheets = { ...this.sheets, [wanted]: found };
  }
}

const key = (pair: Pair, exact: boolean): string => `${pair.from}x${pair.to}${exact ? "!" : ""}`;
