// What the keys of the keyboard do at the table, wherever the focus is.
import type { Answers } from "./answers.svelte";
import type { Director } from "../stage/director.svelte";
import type { Typed } from "./typed";

interface Table {
  me: Answers;
  director: Director;
  typed: Typed; // letters, and names of hexes
  board: HTMLElement | undefined;
  toBoard: () => void;
  escape: () => void;
}

export function onKey(event: KeyboardEvent, { me, director, typed, board, toBoard, escape }: Table): void {
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  const onBoard = !!board?.contains(target);
  const onControl = !!target.closest("button, a, summary") && !onBoard;
  if (event.key === "Escape") escape();
  else if (event.key === " ") {
    if (!director.playing) return;
    director.skip();
  } else if (event.key === "Enter") {
    if (onBoard || onControl) return;
    const primary = me.buttons.find((button) => button.primary) ?? null;
    if (primary) me.press(primary);
    else if (me.cursor) me.pick(me.cursor);
    else return;
  } else if (event.key.startsWith("Arrow")) {
    if (onBoard || target.closest("[role=tab], [role=radio], .log, dialog")) return;
    toBoard();
  } else if (event.key.length === 1 && /^[a-z0-9?]$/i.test(event.key)) typed.feed(event.key);
  else return;
  event.preventDefault();
}
