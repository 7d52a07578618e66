// The buttons of the prompt in their order: the one that Enter presses first, what takes back last.
import type { Doing, View } from "../lib/types";
import { diceWords, type Button } from "./picks";

export interface Deed {
  label: string;
  key: string; // what to press, "" for none
  words: string; // what it means
  primary: boolean; // Enter does it
  off: string | null; // why it cannot be done now, null where it can
  button: Button | null;
  doing: Doing | "undo" | "back" | "skip" | "again" | "hurry" | null;
}

interface Asked {
  view: Pick<View, "decision" | "yours" | "outcome" | "undo" | "dice" | "kind">;
  buttons: Button[];
  holds: boolean; // something is in hand
  playing: boolean;
  lost: boolean; // the line
  again?: boolean; // the other side's last turn lies on the board, and can be played again
}

const deed = (label: string, more: Partial<Deed>): Deed => ({
  label,
  key: "",
  words: "",
  primary: false,
  off: null,
  button: null,
  doing: null,
  ...more,
});

export const typesDice = (view: Pick<View, "decision" | "dice" | "kind">): boolean =>
  view.decision.actor === "chance" &&
  view.decision.may &&
  view.decision.word !== "draw" &&
  (view.dice === "typed" || view.kind === "analysis");

/** All that can be done about the question; the first with `primary` is what Enter does. */
export function deedsOf({ view, buttons, holds, playing, lost, again = false }: Asked): Deed[] {
  if (lost) return [deed("Now", { doing: "hurry" }), ...plain(buttons)];
  if (playing) return [deed("Skip", { key: "Space", doing: "skip" })];
  const out: Deed[] = [];
  const { actor, may, word, dice } = view.decision;
  if (actor === "chance" && may)
    out.push(
      word === "draw"
        ? deed("Draw by chance", { doing: { do: "roll" } })
        : deed(`Roll ${diceWords(dice)}`, { doing: { do: "roll" }, primary: !typesDice(view) }),
    );
  out.push(...plain(buttons));
  if (holds) out.push(deed("Back", { key: "Esc", doing: "back" }));
  if (again) out.push(deed("Watch again", { key: "R", doing: "again" }));
  if (view.yours.length && !view.outcome)
    out.push(deed("Undo", { key: "U", doing: "undo", off: view.undo.can ? null : view.undo.why }));
  return [...out.filter((one) => one.primary), ...out.filter((one) => !one.primary)];
}

function plain(buttons: Button[]): Deed[] {
  return buttons.map((button) =>
    deed(button.label, {
      key: button.primary ? "↵" : button.key,
      words: button.words,
      primary: button.primary,
      button,
    }),
  );
}

/** What shows beside the words, and what waits under "More". */
export function split(deeds: Deed[], most = 3): [Deed[], Deed[]] {
  return deeds.length <= most ? [deeds, []] : [deeds.slice(0, most - 1), deeds.slice(most - 1)];
}
