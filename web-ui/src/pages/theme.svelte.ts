// Light or dark, as the settings of the table have it: one store for all pages.
import { settings } from "../lib/settings.svelte";

export type Look = "light" | "dark";

class Theme {
  get look(): Look {
    return settings.dark ? "dark" : "light";
  }

  turn(): void {
    settings.set({ theme: settings.dark ? "light" : "dark" });
  }
}

export const theme = new Theme();
