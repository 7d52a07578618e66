// What a plaque tells of an army.
import type { Kind, Side, Tables, View } from "../lib/types";

/** How many blocks of each class a side has lost, of what stands on the board as it is shown. */
export function losses(
  view: Pick<View, "units" | "strength" | "waiting">,
  kinds: Tables["kinds"],
  side: Side,
): Record<Kind["symbol"], number> {
  const left = { ...view.strength[side] };
  const standing = [
    ...view.units.filter((unit) => unit.side === side).map(({ kind, blocks }) => ({ kind, blocks })),
    ...view.waiting[side].map((kind) => ({ kind, blocks: kinds[kind]?.blocks ?? 0 })),
  ];
  for (const { kind, blocks } of standing) {
    const symbol = kinds[kind]?.symbol;
    if (symbol) left[symbol] = Math.max(0, left[symbol] - blocks);
  }
  return left;
}

/** Who plays a side. */
export function playerOf(view: Pick<View, "seats" | "yours">, side: Side): string {
  const seat = view.seats[side];
  if (seat.player === "open") return "seat open";
  if (seat.player === "computer") return `computer, ${seat.name}`;
  if (view.yours.includes(side)) return view.yours.length === 2 ? "at this device" : "you";
  return `${seat.name || "a person"}, ${seat.present ? "here" : "away"}`;
}
