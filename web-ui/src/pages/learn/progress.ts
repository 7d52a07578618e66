// How far somebody has come with the lessons, kept in this browser.

const KEY = "hexillum.lessons";

/** For each lesson the choices of the steps that are behind the learner, and whether it was ever finished. */
export interface Progress {
  chosen: number[];
  done: boolean;
}
export type All = Record<string, Progress>;

const NONE: Progress = { chosen: [], done: false };

const isProgress = (one: unknown): one is Progress => {
  const { chosen, done } = (one ?? {}) as Partial<Progress>;
  return Array.isArray(chosen) && chosen.every((n) => Number.isInteger(n) && n >= 0) && typeof done === "boolean";
};

export function readAll(): All {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(found).filter((entry): entry is [string, Progress] => isProgress(entry[1])),
    );
  } catch {
    return {};
  }
}

export const readOne = (id: string): Progress => readAll()[id] ?? NONE;

export function keepOne(id: string, one: Progress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [id]: one }));
  } catch {
    // a browser that keeps nothing teaches all the same
  }
}

/** The lesson to go on with: one that was begun, else the first that was never finished. */
export function nextOf(ids: readonly string[], all: All): string | null {
  const begun = ids.find((id) => (all[id]?.chosen.length ?? 0) > 0);
  return begun ?? ids.find((id) => !all[id]?.done) ?? null;
}
