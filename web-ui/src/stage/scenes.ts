// What happened, scene by scene: each with the view after it, so that the page can show one after another.
import type { Arrow, Walk } from "../board/board";
import type { Happening, Side, View } from "../lib/types";
import { after } from "./after";
import { announces, fallen, hidden, rollAt, type Roll } from "./rolls";

export type SceneKind =
  | "turn"
  | "card"
  | "order"
  | "move"
  | "approach"
  | "dice"
  | "faces"
  | "hits"
  | "loss"
  | "flags"
  | "retreat"
  | "advance"
  | "banner"
  | "note"
  | "end";

/** What is heard at a scene. */
export type Sound =
  "card" | "order" | "march" | "hooves" | "dice" | "hit" | "clash" | "bow" | "elephant" | "banner" | "retreat";

/** Blocks that fall, and the unit that they were of. */
export interface Fall {
  unit: number;
  hex: string;
  blocks: number;
  last: boolean; // nothing of it is left
}

/** A banner on its way to who won it: it counts there when it has come. */
export interface Flight {
  side: Side; // that won it
  hex: string; // where it fell
  pole: number; // that it comes to, from 0
  time: number; // milliseconds
}

export interface Scene {
  kind: SceneKind;
  no: number; // the log is told as far as this entry
  text: string;
  state: View; // once it is played
  arrow: Arrow | null;
  hexes: string[]; // where it happens
  roll: Roll | null; // the dice on the table, as far as they may be known
  tumbling: boolean; // they are still in the air
  time: number; // milliseconds at normal speed
  least: number; // and at any other speed
  sound: Sound | null;
  walk: Walk | null;
  fall: Fall | null;
  flight: Flight | null;
}

/** Milliseconds at normal speed, by the kind of event. */
const TIMES: Partial<Record<Happening["kind"], number>> = {
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
  banner: 200,
  ordered: 160,
  evades: 350,
  ignored: 350,
  rampage: 500,
  turn: 350,
  ended: 700,
};
export const TUMBLE = 550; // dice in the air
const FACES = 350; // ... they lie
const HITS = 550; // ... what they did
const FLIES = 600; // a banner
export const LEAST = 60; // of a scene, at any speed
const A_HEX = 130; // a piece walks
const RANKS = 90; // ... the last of its ranks comes after
const REST = 120; // ... and it stands
const GOES = new Set<Happening["kind"]>(["moved", "retreated", "advanced", "fled"]);

const GOES_OFF = new Set<Happening["kind"]>(["eliminated", "left", "crew_gone"]);

/** Events that say nothing the board could show: they pass at once. */
const SILENT = new Set<Happening["kind"]>([
  "face",
  "drew",
  "joined",
  "detached",
  "reshuffled",
  "command",
  "no_back",
  "held",
]);
const ATTACKS = new Set<Happening["kind"]>(["close", "fire", "strikes_first", "back", "shoots_back", "ambushes"]);

const KINDS: Partial<Record<Happening["kind"], SceneKind>> = {
  turn: "turn",
  played: "card",
  ordered: "order",
  moved: "move",
  close: "approach",
  fire: "approach",
  strikes_first: "approach",
  back: "approach",
  shoots_back: "approach",
  ambushes: "approach",
  lost: "loss",
  eliminated: "loss",
  flags: "flags",
  ignored: "flags",
  must_retreat: "flags",
  blocked: "flags",
  retreated: "retreat",
  fled: "retreat",
  advanced: "advance",
  banner: "banner",
  ended: "end",
};

/** The scenes of what happened after a view was shown. */
export function scenesOf(shown: View, events: readonly Happening[]): Scene[] {
  const scenes: Scene[] = [];
  let state = shown;
  let roll: Roll | null = null;
  let fell: string[] = []; // where pieces went off this turn that nobody has a banner for yet
  events.forEach((event, at) => {
    const before = state;
    state = after(state, event);
    if (event.kind === "turn") fell = [];
    if (GOES_OFF.has(event.kind)) fell.push(event.hex);
    const place = event.kind === "banner" ? fell.shift() : undefined;
    if (place) scenes.push(flown(before, event, roll, place));
    const rolled = rolledAt(events, at);
    if (rolled) {
      roll = rolled;
      scenes.push(...thrown(before, state, event, rolled));
    } else if (SILENT.has(event.kind)) {
      const last = scenes.at(-1);
      if (last) scenes[scenes.length - 1] = { ...last, no: event.no, state };
      else scenes.push(told(event, before, state, roll, 0));
    } else scenes.push(told(event, before, state, roll, TIMES[event.kind] ?? 300));
  });
  return scenes;
}

/** A banner flies from where the piece fell: until it has come to the plaque nothing counts it. */
function flown(before: View, event: Happening, roll: Roll | null, hex: string): Scene {
  return {
    kind: "banner",
    no: event.no - 1,
    text: event.words,
    state: before,
    arrow: null,
    hexes: [hex],
    roll,
    tumbling: false,
    time: FLIES,
    least: LEAST,
    sound: null,
    walk: null,
    fall: null,
    flight: event.side && { side: event.side, hex, pole: event.count - 1, time: FLIES },
  };
}

/** The roll that an entry announces; faces that come without, of dice that people threw, are one too. */
function rolledAt(events: readonly Happening[], at: number): Roll | null {
  if (events[at]!.kind === "face" && at === 0) {
    const { words, no, moment } = events[0]!;
    const said = { ...events[0]!, kind: "dice", faces: "", no: no - 1, moment, words } as Happening;
    return rollAt([said, ...events], 0);
  }
  const roll = rollAt(events, at);
  return roll?.faces ? roll : null;
}

/** A roll: the dice fly, they lie, and what they did lights up. Nothing of them is told before they lie. */
function thrown(before: View, state: View, event: Happening, roll: Roll): Scene[] {
  const last = event.no + roll.lines.length;
  const scene = {
    text: event.words,
    arrow: arrowOf(event),
    hexes: [event.hex, event.to].filter(Boolean),
    tumbling: false,
    least: LEAST,
    sound: null,
    walk: null,
    fall: null,
    flight: null,
  };
  const dice: Scene = {
    ...scene,
    kind: "dice",
    no: event.no - 1,
    state: before,
    roll: hidden(roll),
    tumbling: true,
    time: TUMBLE,
    least: 250,
    sound: "dice",
  };
  const faces: Scene = { ...scene, kind: "faces", no: event.no - 1, state: before, roll: fallen(roll), time: FACES };
  const hits: Scene = {
    ...scene,
    kind: "hits",
    no: last,
    text: [event.words, ...roll.lines].join(". "),
    state,
    roll,
    time: HITS,
    sound: roll.hits ? "hit" : null,
  };
  return [dice, faces, hits];
}

function told(event: Happening, before: View, state: View, roll: Roll | null, time: number): Scene {
  const walk = walkOf(event, before, state);
  return {
    kind: KINDS[event.kind] ?? "note",
    no: event.no,
    text: event.words,
    state,
    arrow: arrowOf(event),
    hexes: [event.hex, event.to].filter(Boolean),
    roll,
    tumbling: false,
    time: walk ? Math.max(time, walk.time + REST) : time,
    least: time ? LEAST : 0,
    sound: soundOf(event, state),
    walk,
    fall: fallOf(event, before),
    flight: null,
  };
}

const MOUNTED = /cavalry|chariot|camel/;

/** Who goes where in an event, from the view before it. */
function walkOf(event: Happening, before: View, state: View): Walk | null {
  const { kind, hex, to } = event;
  if (!GOES.has(kind) || !hex || !to || hex === to) return null;
  const hexes = event.path.length > 1 ? event.path : [hex, to];
  const unit = before.units.find(
    (one) => one.hex === hex && state.units.some((now) => now.id === one.id && now.hex === to),
  );
  const leader = before.leaders.find(
    (one) => one.hex === hex && state.leaders.some((now) => now.id === one.id && now.hex === to),
  );
  if (!unit && !leader) return null;
  const flees = kind === "retreated" || kind === "fled";
  return {
    unit: unit?.id ?? null,
    leader: leader?.id ?? null,
    hexes,
    gait: flees ? "flee" : !unit || MOUNTED.test(unit.kind) ? "canter" : "march",
    time: A_HEX * (hexes.length - 1) + RANKS,
  };
}

/** Which blocks an event takes off. */
function fallOf(event: Happening, before: View): Fall | null {
  if (event.kind !== "lost" && event.kind !== "eliminated") return null;
  const unit = before.units.find((one) => one.hex === event.hex && (event.side === null || one.side === event.side));
  if (!unit || event.leader) return null;
  const blocks = event.kind === "lost" ? event.count : unit.blocks;
  return { unit: unit.id, hex: event.hex, blocks, last: blocks >= unit.blocks };
}

function soundOf(event: Happening, state: View): Sound | null {
  const kind = state.units.find((unit) => unit.hex === (event.to || event.hex))?.kind ?? "";
  switch (event.kind) {
    case "played":
      return "card";
    case "ordered":
      return "order";
    case "moved":
    case "advanced":
      return MOUNTED.test(kind) ? "hooves" : /elephant/.test(kind) ? "elephant" : "march";
    case "rampage":
      return "elephant";
    case "fire":
    case "shoots_back":
      return "bow";
    case "close":
    case "back":
    case "strikes_first":
    case "ambushes":
      return "clash";
    case "retreated":
    case "fled":
      return "retreat";
    case "banner":
      return "banner";
    default:
      return null;
  }
}

export function arrowOf(event: Happening): Arrow | null {
  if (!event.hex || !event.to || event.hex === event.to) return null;
  if (ATTACKS.has(event.kind) || announces(event)) return { from: event.hex, to: event.to, kind: "attack" };
  if (event.kind === "retreated" || event.kind === "fled") return { from: event.hex, to: event.to, kind: "retreat" };
  if (event.kind === "moved" || event.kind === "advanced") return { from: event.hex, to: event.to, kind: "move" };
  return null;
}
