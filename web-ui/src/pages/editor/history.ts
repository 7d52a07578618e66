// What was done, to be taken back and done again.

export interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
}

const STEPS = 200;

export const begin = <T>(now: T): History<T> => ({ past: [], now, future: [] });

/** Something was done; the same thing as before is nothing. */
export const done = <T>(history: History<T>, next: T): History<T> =>
  next === history.now || JSON.stringify(next) === JSON.stringify(history.now)
    ? history
    : { past: [...history.past.slice(1 - STEPS), history.now], now: next, future: [] };

export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

export function redone<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.now], now: after, future };
}
