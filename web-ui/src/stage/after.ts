// What stands on the table after each thing that happened: a view folded over the events of the log.
import type { Happening, Side, Unit, View } from "../lib/types";

const COMBAT = new Set<Happening["kind"]>(["close", "fire", "strikes_first", "back", "shoots_back", "ambushes"]);

/** The view after an event: pieces, banners, cards, turn and phase; what is asked stays as it was. */
export function after(view: View, event: Happening): View {
  const next = table(onBoard(view, event), event);
  const phase = phaseAfter(view, event);
  return phase === next.decision.phase ? next : { ...next, decision: { ...next.decision, phase } };
}

function phaseAfter(view: View, event: Happening): View["decision"]["phase"] {
  if (event.kind === "turn") return "card";
  if (event.kind === "played" || event.kind === "ordered") return "order";
  if (event.kind === "moved") return view.decision.phase === "battle" ? "battle" : "move";
  if (COMBAT.has(event.kind)) return "battle";
  if (event.kind === "drew") return "draw";
  return event.kind === "ended" ? "over" : view.decision.phase;
}

const put = <T>(pair: Record<Side, T>, side: Side, value: T): Record<Side, T> => ({ ...pair, [side]: value });

/** What lies beside the board: turn, cards, banners, tokens, command. */
function table(view: View, event: Happening): View {
  const { side } = event;
  if (event.kind === "ended") return { ...view, outcome: side ?? "draw" };
  if (event.kind === "reshuffled") {
    const cards = Object.values(view.discards).reduce((sum, count) => sum + count, 0);
    return { ...view, deck_size: view.deck_size + cards, discards: {} };
  }
  if (!side) return view;
  switch (event.kind) {
    case "turn":
      return {
        ...view,
        turn: event.count + 1,
        active: side,
        card: null,
        card_words: "",
        card_sections: {},
        tokens_spent: { top: 0, bottom: 0 },
      };
    case "played": {
      const opens = !view.card && side === view.active && event.card !== ""; // cards that answer change nothing
      return {
        ...hands(view, side, event.card, -1),
        ...(opens && {
          card: event.card,
          card_words: event.says?.words ?? "",
          card_sections: event.says?.sections ?? {},
        }),
        discards: counted(view.discards, event.card, 1),
      };
    }
    case "forfeited":
      return { ...hands(view, side, event.card, -1), discards: counted(view.discards, event.card, 1) };
    case "drew":
      return { ...hands(view, side, event.card, 1), ...drawn(view, event), deck_size: view.deck_size - 1 };
    case "banner":
    case "lost_ground":
      return { ...view, banners: put(view.banners, side, event.count) };
    case "command":
      return { ...view, command: put(view.command, side, event.count) };
    case "gained_token":
      return { ...view, tokens: put(view.tokens, side, event.count) };
    case "spent_token":
      return {
        ...view,
        tokens: put(view.tokens, side, event.count),
        tokens_spent: put(view.tokens_spent, side, view.tokens_spent[side] + 1),
      };
    default:
      return view;
  }
}

/** A card comes to a hand or leaves it; which one, where it may be known. */
function hands(view: View, side: Side, card: string, more: number): View {
  const hand = view.hand && view.eyes === side && card ? counted(view.hand, card, more) : view.hand;
  return { ...view, hand, hand_sizes: put(view.hand_sizes, side, Math.max(0, view.hand_sizes[side] + more)) };
}

/** A card that is new in a hand says at once what it says to its side. */
function drawn(view: View, { side, card, says }: Happening): Pick<View, "hand_words"> {
  if (view.eyes !== side || !says || view.hand_words[card]) return { hand_words: view.hand_words };
  return { hand_words: { ...view.hand_words, [card]: { ...says, orders: [], doubt: "" } } };
}

function counted(cards: Record<string, number>, card: string, more: number): Record<string, number> {
  if (!card) return cards;
  const { [card]: has = 0, ...others } = cards;
  return has + more > 0 ? { ...others, [card]: has + more } : others;
}

function onBoard(position: View, event: Happening): View {
  switch (event.kind) {
    case "moved":
    case "retreated":
    case "advanced":
      return event.leader ? leaderGoes(position, event) : unitGoes(position, event);
    case "fled":
      return leaderGoes(position, event);
    case "lost":
      return withUnit(position, event.hex, (unit) => ({ ...unit, blocks: event.left }));
    case "rallied":
      return withUnit(position, event.hex, (unit) => ({ ...unit, blocks: event.count || event.left || unit.blocks }));
    case "ordered":
      return event.leader
        ? {
            ...position,
            leaders: position.leaders.map((one) => (one.hex === event.hex ? { ...one, ordered: true } : one)),
          }
        : withUnit(position, event.hex, (unit) => ({ ...unit, ordered: true }));
    case "eliminated":
      return event.leader ? withoutLeader(position, event) : settled(withoutUnit(position, event));
    case "crew_gone":
    case "left":
      return settled(withoutUnit(withoutLeader(position, event), event));
    case "placed":
      return comesOn(position, event);
    case "turn":
      return {
        ...position,
        units: position.units.map((unit) => ({ ...unit, ordered: false, moved: 0, fought: false })),
        leaders: position.leaders.map((one) => ({ ...one, ordered: false })),
      };
    default:
      return position;
  }
}

/** Which leaders are with a unit, once pieces have moved. */
function settled(position: View): View {
  const led = new Set(position.leaders.map((one) => one.hex));
  const held = new Set(position.units.map((unit) => unit.hex));
  return {
    ...position,
    units: position.units.map((unit) =>
      unit.leader === led.has(unit.hex) ? unit : { ...unit, leader: led.has(unit.hex) },
    ),
    leaders: position.leaders.map((one) =>
      one.attached === held.has(one.hex) ? one : { ...one, attached: held.has(one.hex) },
    ),
  };
}

/** A piece that waited off the board comes on. */
function comesOn(view: View, { placed }: Happening): View {
  if (!placed) return view;
  const kind = "kind" in placed ? placed.kind : "leader";
  const waits = [...view.waiting[placed.side]];
  if (waits.includes(kind)) waits.splice(waits.indexOf(kind), 1);
  const waiting = put(view.waiting, placed.side, waits);
  return settled(
    "kind" in placed
      ? { ...view, waiting, units: [...view.units, placed] }
      : { ...view, waiting, leaders: [...view.leaders, placed] },
  );
}

const sided = (event: Happening, side: string): boolean => event.side === null || event.side === side;

function unitGoes(position: View, event: Happening): View {
  const unit =
    position.units.find((one) => one.hex === event.hex && sided(event, one.side)) ?? unitOn(position, event.hex);
  if (!unit) return position;
  if (!event.to) return settled(withoutUnit(withoutLeader(position, event), event));
  return settled({
    ...position,
    units: position.units.map((one) =>
      one === unit
        ? { ...one, hex: event.to, moved: event.kind === "moved" ? Math.max(1, one.moved) : one.moved }
        : one,
    ),
    leaders: position.leaders.map((one) =>
      one.hex === event.hex && one.side === unit.side ? { ...one, hex: event.to } : one,
    ),
  });
}

function leaderGoes(position: View, event: Happening): View {
  if (!event.to) return withoutLeader(position, event);
  let gone = false;
  return settled({
    ...position,
    leaders: position.leaders.map((one) => {
      if (gone || one.hex !== event.hex || !sided(event, one.side)) return one;
      gone = true;
      return { ...one, hex: event.to };
    }),
  });
}

const unitOn = (position: View, hex: string): Unit | undefined => position.units.find((unit) => unit.hex === hex);

function withUnit(position: View, hex: string, change: (unit: Unit) => Unit): View {
  return { ...position, units: position.units.map((unit) => (unit.hex === hex ? change(unit) : unit)) };
}

/** The unit of the named side, or whichever stands there: it may be the side of the loser or of the winner. */
function withoutUnit(position: View, event: Happening): View {
  const out =
    position.units.find((unit) => unit.hex === event.hex && sided(event, unit.side)) ?? unitOn(position, event.hex);
  return { ...position, units: position.units.filter((unit) => unit !== out) };
}

function withoutLeader(position: View, event: Happening): View {
  const out = position.leaders.find((one) => one.hex === event.hex && sided(event, one.side));
  return settled({ ...position, leaders: position.leaders.filter((one) => one !== out) });
}
