// Pages by address: /, /battles/ID, /table/GAME, /replay/GAME, /review/GAME, /analysis, /editor, /editor/ID, /rules, /you. History mode; the server answers each
// with the same page.

class Route {
  path = $state(location.pathname);
  query = $state(new URLSearchParams(location.search));
  fragment = $state(location.hash.slice(1));

  constructor() {
    addEventListener("popstate", () => this.read());
    document.addEventListener("click", (event) => {
      const link = (event.target as Element | null)?.closest?.("a[href^='/']") as HTMLAnchorElement | null;
      const plain =
        !event.defaultPrevented && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (!link || !plain || link.target || link.hasAttribute("download") || /^\/(api|docs)\//.test(link.pathname))
        return;
      event.preventDefault();
      this.go(link.href);
    });
  }

  private read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.fragment = location.hash.slice(1);
  }

  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    this.read();
    if (!replace) scrollTo(0, 0);
  }
}

export const route = new Route();

export function toTable(game: string): void {
  route.go(`/table/${encodeURIComponent(game)}`);
}
