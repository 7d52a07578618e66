// How a game of one's own stands, in a few words for the list of games.
import type { View } from "../lib/types";

type Standing = Pick<View, "kind" | "yours" | "seats" | "armies" | "outcome" | "turn"> & {
  decision: Pick<View["decision"], "actor">;
};

/** Whether it is the turn of whoever looks, and how that is said. */
export function standing(view: Standing): { mine: boolean; words: string } {
  const { yours, seats, armies, outcome } = view;
  const turn = `turn ${view.turn}`;
  if (outcome === "draw") return { mine: false, words: "a draw" };
  if (outcome) {
    const words = yours.length === 1 ? (yours[0] === outcome ? "you won" : "you lost") : `${armies[outcome]} won`;
    return { mine: false, words };
  }
  if (view.kind === "analysis") return { mine: false, words: "analysis" };
  const open = (["top", "bottom"] as const).find((side) => seats[side].player === "open");
  if (open && yours.length) return { mine: false, words: `nobody plays ${armies[open]} yet` };
  const actor = view.decision.actor;
  if (actor !== "top" && actor !== "bottom") return { mine: yours.length > 0, words: `${turn}, dice are to be rolled` };
  const mine = yours.includes(actor);
  return { mine, words: `${turn}, ${mine && yours.length === 1 ? "your move" : `${armies[actor]} to move`}` };
}
