// What is lit on the board: what may be chosen, with the chances of attacks, what happened last, threats, and a plan.
import type { Marks } from "../board/board";
import type { Side, Threatened, View } from "../lib/types";
import { many } from "../lib/words";

export interface Lit {
  chosen: Marks; // by the question
  chances: Record<string, string>; // to eliminate, by the hexes of targets; "" where none is known
  last: readonly string[];
  threats: readonly Threatened[]; // as far as they are to be shown
  seat: Side | null;
  plan: Marks; // of the consul
}

export function litOn(view: Pick<View, "units">, lit: Lit): Marks {
  const out: Marks = { ...lit.chosen };
  const add = (hex: string, more: Marks[string]): void => {
    out[hex] = { ...out[hex], ...more };
  };
  for (const [hex, chance] of Object.entries(lit.chances))
    if (chance && out[hex]?.target) add(hex, { badge: chance, label: `${out[hex]!.label}, eliminated in ${chance}` });
  for (const hex of lit.last) add(hex, { last: true });
  for (const one of lit.threats)
    if (one.by.length && view.units.some((unit) => unit.hex === one.hex && unit.side === lit.seat))
      add(one.hex, {
        threat: true,
        badge: out[one.hex]?.badge ?? String(one.by.length),
        label: `in reach of ${many(one.by.length, "enemy", "enemies")}`,
      });
  for (const [hex, mark] of Object.entries(lit.plan))
    add(hex, { ...mark, label: [out[hex]?.label, mark.label].filter(Boolean).join(", ") });
  return out;
}
