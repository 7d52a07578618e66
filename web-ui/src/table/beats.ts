// What happened, beat by beat: each with the position after it, so that the board can show one after another.
import type { Arrow } from "../board/board";
import type { Happening, Position, Unit } from "../lib/types";
import { rollAt, type Roll } from "./rolls";

export interface Beat {
  no: number; // the log entry that is shown
  kind: string;
  text: string;
  position: Position; // after it
  arrow: Arrow | null;
  hexes: string[]; // where it happened
  roll: Roll | null; // dice that fall
  time: number; // milliseconds at normal speed
}

const TIMES: Record<string, number> = {
  played: 900,
  moved: 420,
  retreated: 420,
  advanced: 480,
  fled: 480,
  close: 450,
  fire: 450,
  back: 450,
  strikes_first: 450,
  shoots_back: 450,
  ambushes: 500,
  lost: 380,
  eliminated: 520,
  banner: 420,
  ordered: 160,
  evades: 350,
  ignored: 350,
  turn: 350,
  ended: 700,
};
export const TUMBLE = 250;
const ROLL_TIME = TUMBLE + 850;

/** Events that say nothing the board could show: they pass at once. */
const SILENT = new Set(["face", "drew", "joined", "detached", "reshuffled", "command", "no_back", "held", "flags"]);
const ATTACKS = new Set(["close", "fire", "strikes_first", "back", "shoots_back", "ambushes"]);

export function beatsOf(shown: Position, events: readonly Happening[]): Beat[] {
  const beats: Beat[] = [];
  let position = shown;
  events.forEach((event, at) => {
    position = after(position, event);
    const roll = rollAt(events, at);
    if (SILENT.has(event.kind)) {
      const last = beats.at(-1);
      if (last) beats[beats.length - 1] = { ...last, position };
      return;
    }
    beats.push({
      no: event.no,
      kind: event.kind,
      text: event.words,
      position,
      arrow: arrowOf(event),
      hexes: [event.hex, event.to].filter(Boolean),
      roll,
      time: roll ? ROLL_TIME : (TIMES[event.kind] ?? 300),
    });
  });
  return beats;
}

function arrowOf(event: Happening): Arrow | null {
  if (!event.hex || !event.to || event.hex === event.to) return null;
  if (ATTACKS.has(event.kind) || event.kind === "dice") return { from: event.hex, to: event.to, kind: "attack" };
  if (event.kind === "retreated" || event.kind === "fled") return { from: event.hex, to: event.to, kind: "retreat" };
  if (event.kind === "moved" || event.kind === "advanced") return { from: event.hex, to: event.to, kind: "move" };
  return null;
}

function after(position: Position, event: Happening): Position {
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
    case "left":
      return settled(withoutUnit(withoutLeader(position, event), event));
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
function settled(position: Position): Position {
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

const sided = (event: Happening, side: string): boolean => event.side === null || event.side === side;

function unitGoes(position: Position, event: Happening): Position {
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

function leaderGoes(position: Position, event: Happening): Position {
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

const unitOn = (position: Position, hex: string): Unit | undefined => position.units.find((unit) => unit.hex === hex);

function withUnit(position: Position, hex: string, change: (unit: Unit) => Unit): Position {
  return { ...position, units: position.units.map((unit) => (unit.hex === hex ? change(unit) : unit)) };
}

/** The unit of the named side, or whichever stands there: it may be the side of the loser or of the winner. */
function withoutUnit(position: Position, event: Happening): Position {
  const out =
    position.units.find((unit) => unit.hex === event.hex && sided(event, unit.side)) ?? unitOn(position, event.hex);
  return { ...position, units: position.units.filter((unit) => unit !== out) };
}

function withoutLeader(position: Position, event: Happening): Position {
  const out = position.leaders.find((one) => one.hex === event.hex && sided(event, one.side));
  return settled({ ...position, leaders: position.leaders.filter((one) => one !== out) });
}
