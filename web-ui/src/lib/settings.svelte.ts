// What a player set for this browser: kept in its local store. Reading this module puts the theme on.

export type Speed = "slow" | "normal" | "fast" | "none";
export type Theme = "light" | "dark" | "system";
/** What stands on the board: a figure for each block, or plain counters with the symbol of the class. */
export type Counters = "figures" | "plain";

interface Kept {
  speed: Speed;
  theme: Theme;
  autoFlip: boolean;
  hexNames: boolean; // on every hex; else the letters of rows and numbers stand at the edges
  endsItself: boolean; // the turn ends without being asked
  sure: boolean; // before a choice that gives much away it is asked again, against the computer
  sound: number; // how loud, from 0, which is off, to 100
  vibrate: boolean; // hits are felt, on devices that can shake
  counters: Counters;
}

const KEY = "hexillum.settings";
const USUAL: Kept = {
  speed: "normal",
  theme: "system",
  autoFlip: true,
  hexNames: false,
  endsItself: false,
  sure: false,
  sound: 40,
  vibrate: true,
  counters: "figures",
};

function read(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return USUAL;
  }
}

const matches = (query: string): boolean => typeof matchMedia === "function" && matchMedia(query).matches;

export const calm = (): boolean => matches("(prefers-reduced-motion: reduce)");

class Settings {
  speed = $state<Speed>("normal");
  theme = $state<Theme>("system");
  autoFlip = $state(true);
  hexNames = $state(false);
  endsItself = $state(false);
  sure = $state(false);
  sound = $state(USUAL.sound);
  vibrate = $state(USUAL.vibrate);
  counters = $state<Counters>("figures");
  private night = $state(matches("(prefers-color-scheme: dark)"));

  constructor() {
    Object.assign(this, read());
    this.dress();
    if (typeof matchMedia === "function")
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
        this.night = event.matches;
        this.dress();
      });
    if (typeof addEventListener === "function")
      addEventListener("storage", (event) => {
        if (event.key !== KEY) return;
        Object.assign(this, read());
        this.dress();
      });
  }

  /** Whether the page is dark now. */
  get dark(): boolean {
    return this.theme === "dark" || (this.theme === "system" && this.night);
  }

  dress(): void {
    if (typeof document !== "undefined") document.documentElement.dataset.theme = this.dark ? "dark" : "light";
  }

  set(more: Partial<Kept>): void {
    Object.assign(this, more);
    const kept: Kept = {
      speed: this.speed,
      theme: this.theme,
      autoFlip: this.autoFlip,
      hexNames: this.hexNames,
      endsItself: this.endsItself,
      sure: this.sure,
      sound: this.sound,
      vibrate: this.vibrate,
      counters: this.counters,
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // a full or closed store: it holds for this visit
    }
    this.dress();
  }
}

export const settings = new Settings();
