// Who sits at this browser, as the server knows him by its key: asked once, and kept as it changes.
import { getYou } from "./api";
import type { You } from "./types";

class Myself {
  told = $state.raw<You | null>(null);
  private asked = false;

  get name(): string {
    return this.told?.name ?? "";
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
