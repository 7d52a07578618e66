// Which puzzles somebody has solved, or looked up the answer of, kept in this browser.

const KEY = "hexillum.puzzles";
export type Ended = "solved" | "shown";
export type All = Record<string, Ended>;

export function readAll(): All {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(found).filter((one): one is [string, Ended] => one[1] === "solved" || one[1] === "shown"),
    );
  } catch {
    return {};
  }
}

/** Note how a puzzle ended; the first time counts. */
export function keep(id: string, ended: Ended): void {
  const all = readAll();
  if (all[id]) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [id]: ended }));
  } catch {
    // a browser that keeps nothing shows puzzles all the same
  }
}

/** The puzzle to go on with: the next one that did not end yet, from a place on and round again; null where all have. */
export function nextOf(ids: readonly string[], all: All, after: string): string | null {
  const at = ids.indexOf(after) + 1;
  return [...ids.slice(at), ...ids.slice(0, at)].find((id) => !all[id] && id !== after) ?? null;
}
