// Whether people point with their fingers here: then words speak of taps, and keys are not named.
const coarse = typeof matchMedia === "function" ? matchMedia("(pointer: coarse)") : null;

class Fingers {
  here = $state(coarse?.matches ?? false);

  constructor() {
    coarse?.addEventListener("change", () => (this.here = coarse.matches));
  }

  /** A sentence for the hand that reads it. */
  say(words: string): string {
    return this.here ? words.replace(/\bclick(s?)\b/g, "tap$1").replace(/\bClick(s?)\b/g, "Tap$1") : words;
  }
}

export const fingers = new Fingers();
