// What the enemy could attack next turn: asked for when first needed, once for each version of the game.
import { getThreats } from "../lib/api";

export type Threat = Awaited<ReturnType<typeof getThreats>>[number];

export class Threats {
  found = $state.raw<Threat[] | null>(null);
  trouble = $state("");
  private version = -1;
  private asked = -1;

  constructor(
    private readonly game: string,
    private readonly tokens: () => string[],
  ) {}

  /** Another version: what was found is out of date. */
  at(version: number): void {
    if (version === this.version) return;
    this.version = version;
    this.found = null;
    this.trouble = "";
  }

  async need(): Promise<void> {
    const version = this.version;
    if (this.asked === version) return;
    this.asked = version;
    try {
      const found = await getThreats(this.game, this.tokens());
      if (version === this.version) this.found = found;
    } catch (error) {
      if (version === this.version) this.trouble = (error as Error).message;
      this.asked = -1;
    }
  }
}
