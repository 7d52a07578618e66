// Who sits at this browser, as the server knows him by its key: asked once, and kept as it changes.
import { claimSeats, getYou } from "./api";
import { games } from "./seats";
import type { You } from "./types";

const CLAIMED = 100; // battles whose seats a server takes at once

class Myself {
  told = $state.raw<You | null>(null);
  private asked = false;

  get name(): string {
    return this.told?.name ?? "";
  }

  /** Somebody has a name here from now on: seats that he took as a guest are played by it, too. */
  become(told: You): void {
    this.told = told;
    const seats = games().map((one) => ({ game: one.game, tokens: Object.values(one.tokens) }));
    if (told.id && seats.length) claimSeats(seats.slice(0, CLAIMED)).catch(() => {}); // they go on as a guest's
  }

  /** Ask once; again only where the last time came to nothing. */
  ask(): void {
    if (this.asked) return;
    this.asked = true;
    getYou().then(
      (told) => (this.told ??= told),
      () => (this.asked = false),
    );
  }
}

export const myself = new Myself();
