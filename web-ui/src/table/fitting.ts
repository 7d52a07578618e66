// Words in a place of fixed height: letters become smaller, step by step, until all of them are seen.

const STEPS = [1, 0.92, 0.85, 0.79]; // of the size that the place is meant to have
const LEAST = 11; // pixels

const cut = (node: HTMLElement): boolean => node.scrollHeight > node.clientHeight + 1;

/** Make the letters of a place as big as they fit. */
export function fit(node: HTMLElement): void {
  node.style.fontSize = "";
  const usual = parseFloat(getComputedStyle(node).fontSize);
  for (const step of STEPS) {
    if (step < 1) node.style.fontSize = `${Math.max(LEAST, usual * step)}px`;
    if (!cut(node)) return;
  }
}

/** An attachment that fits the letters whenever the words or the place are others. */
export const fitting = (words: () => string) => (node: HTMLElement) => {
  void words();
  fit(node);
  if (typeof ResizeObserver !== "function") return;
  let wide = node.clientWidth;
  const watch = new ResizeObserver(() => {
    if (node.clientWidth === wide) return;
    wide = node.clientWidth;
    fit(node);
  });
  watch.observe(node);
  return () => watch.disconnect();
};
