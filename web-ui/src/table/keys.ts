// What the keys of the keyboard do at the table, wherever the focus is.
import type { Director } from "../stage/director.svelte";
import type { Answers } from "./answers.svelte";
import type { Camera } from "./camera.svelte";
import type { Typed } from "./typed";

interface Table {
  me: Answers;
  director: Director;
  camera: Camera;
  typed: Typed; // letters, and names of hexes
  board: HTMLElement | undefined;
  toBoard: () => void;
  escape: () => void;
  first: () => boolean; // what the prompt promises for Enter; false where it promises nothing
}

const PUSH = 80; // pixels
const PUSHES: Record<string, [number, number]> = {
  ArrowLeft: [PUSH, 0],
  ArrowRight: [-PUSH, 0],
  ArrowUp: [0, PUSH],
  ArrowDown: [0, -PUSH],
};

export function onKey(event: KeyboardEvent, table: Table): void {
  const { me, director, camera, typed, board, toBoard, escape, first } = table;
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  const onBoard = !!board?.contains(target);
  const onControl = !!target.closest("button, a, summary") && !onBoard;
  const push = event.shiftKey ? PUSHES[event.key] : undefined;
  if (event.key === "Escape") escape();
  else if (event.key === " ") {
    if (!director.playing) return;
    director.skip();
  } else if (event.key === "Enter") {
    // What has the focus does its own; elsewhere Enter keeps the promise of the prompt.
    if (onBoard || onControl) return;
    if (!first()) {
      if (!me.cursor) return;
      me.pick(me.cursor);
    }
  } else if (push) camera.push(...push);
  else if (event.key.startsWith("Arrow")) {
    if (onBoard || target.closest("[role=tab], [role=radio], .log, dialog")) return;
    toBoard();
  } else if (event.key === "+" || event.key === "=") camera.nearer();
  else if (event.key === "-") camera.farther();
  else if (event.key === "0" && !typed.waits) camera.home();
  else if (event.key.length === 1 && /^[a-z0-9?]$/i.test(event.key)) typed.feed(event.key);
  else return;
  event.preventDefault();
}
