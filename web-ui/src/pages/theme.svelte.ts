// Light or dark: what the reader chose, else what the system prefers. Importing this sets the look of every page.
const KEY = "hexillum.theme";
export type Look = "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");

function stored(): Look | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null;
  }
}

class Theme {
  look = $state<Look>(stored() ?? (system.matches ? "dark" : "light"));

  constructor() {
    this.show();
    system.addEventListener("change", () => {
      if (stored()) return;
      this.look = system.matches ? "dark" : "light";
      this.show();
    });
    addEventListener("storage", (event) => {
      const value = event.key === KEY ? stored() : null;
      if (!value) return;
      this.look = value;
      this.show();
    });
  }

  private show(): void {
    document.documentElement.dataset.theme = this.look;
  }

  turn(): void {
    this.look = this.look === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, this.look);
    } catch {
      // a browser that keeps nothing: for this visit only
    }
    this.show();
  }
}

export const theme = new Theme();
