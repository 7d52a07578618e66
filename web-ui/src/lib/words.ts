// Small words about counts and capitals.

/** A count with its word: "1 banner", "2 banners". */
export function many(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
