// The look of an army: which kit its figures, shields, banners and cards wear.
import type { Pair, Side } from "../lib/types";

const USUAL: Record<string, Pair<string>> = {
  ancients: { top: "punic", bottom: "roman" },
  medieval: { top: "sassanid", bottom: "byzantine" },
};

/** The kit of a side: the one that the battle names, else the usual one of its edition. */
export function kitOf(battle: { edition: string; kits?: Pair<string> | null }, side: Side): string {
  return battle.kits?.[side] ?? USUAL[battle.edition]?.[side] ?? (side === "top" ? "punic" : "roman");
}
