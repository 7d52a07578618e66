// Words in a place of fixed height: letters become smaller, step by step, until all of them are seen.

const STEPS = [1, 0.92, 0.85, 0.79, 0.73]; // of the size that the place is meant to have
const LEAST = 11; // pixels

const cut = (node: HTMLElement): boolean => node.scrollHeight > node.clientHeight + 1;

/** Make the letters of a place as big as they fit; where even the smallest do not, `data-tight` asks its parent for room. */
export function fit(node: HTMLElement): void {
  const around = node.parentElement;
  for (const tight of [false, true]) {
    around?.toggleAttribute("data-tight", tight);
    node.style.fontSize = "";
    const usual = parseFloat(getComputedStyle(node).fontSize);
    for (const step of STEPS) {
      if (step < 1) node.style.fontSize = `${Math.max(LEAST, usual * step)}px`;
      if (!cut(node)) return;
    }
  }
}

/** An attachment that fits the letters whenever the words or the place are others. */
export function fitting(node: HTMLElement): () => void {
  fit(node);
  let wide = node.clientWidth;
  const size = new ResizeObserver(() => {
    if (node.clientWidth === wide) return;
    wide = node.clientWidth;
    fit(node);
  });
  const words = new MutationObserver(() => fit(node));
  size.observe(node);
  words.observe(node, { subtree: true, childList: true, characterData: true });
  return () => {
    size.disconnect();
    words.disconnect();
  };
}
