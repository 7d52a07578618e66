// What the server says and takes. The server's models (src/hexillum/web/messages.py) are the law; this is their mirror.

export type Side = "top" | "bottom";
export type Pair<T> = Record<Side, T>;

// ---------------------------------------------------------------- the catalogue: fetched once, never changes

export interface Kind {
  key: string;
  edition: string;
  name: string;
  letters: string; // "HI"
  symbol: "green" | "blue" | "red"; // circle, triangle, square
  group: string; // infantry, cavalry, chariot, camel, elephant, war-machine
  blocks: number;
  move: number;
  close: number; // dice in close combat
  range: number; // 0: does not fire
  retreat: number; // hexes a flag
  words: string[]; // what is special about it, a sentence each
  rule: string;
  provisional: boolean;
}

export interface Terrain {
  key: string;
  name: string;
  rule: string;
  words: string[];
}

export interface Card {
  key: string;
  name: string;
  words: string; // for the war council of 5; the hand has the words of the seat
  rule: string;
  sections: Partial<Record<"left" | "center" | "right", number>>;
  edition: string;
  copies: number; // in the deck
  provisional: boolean;
}

/** What one edition has: kinds of unit, terrain and cards of two editions may share a key. */
export interface Tables {
  kinds: Record<string, Kind>;
  terrains: Record<string, Terrain>;
  cards: Record<string, Card>;
}

export interface Catalogue {
  version: string;
  editions: {
    key: string;
    name: string;
    rows: number;
    switches: Record<string, { words: string; on: boolean; rule: string }>;
  }[];
  tables: Record<string, Tables>; // by edition
  faces: { letter: string; name: string }[]; // green circle, blue triangle, red square, leader, swords, flag
  players: { name: string; words: string }[]; // computer players
}

// ---------------------------------------------------------------- the library

export interface BattleCard {
  id: string;
  name: string;
  year: number;
  year_text: string;
  edition: string;
  box: string;
  theatre: string;
  number: number;
  armies: Pair<{ name: string; commander: string; command: number; banners: number; tokens: number; units: number }>;
  first: Side;
  rows: number;
  reconstruction: boolean;
  special: boolean; // has special rules
  people: { top: number; bottom: number; plays: number; spread: number; words: string } | null; // percent won
  terrain: Record<string, string>; // hex -> key, for the thumbnail
  units: { hex: string; side: Side; symbol: "green" | "blue" | "red" }[]; // for the thumbnail
}

export interface BattlePage extends BattleCard {
  position: Position;
  order_of_battle: Pair<string[]>;
  special_rules: string[];
  notes: string[];
  source: string;
  switches: string[]; // names of the switches that make sense here
}

/** What the board draws: a part of a view. */
export interface Position {
  rows: number;
  units: Unit[];
  leaders: Leader[];
  terrain: Record<string, string>;
  ramparts: string[]; // "E6/D6": hex defended, hex outside
  camps: Pair<string[]>;
  exits: Pair<string[]>;
  ground: string[];
}

export interface Unit {
  id: number;
  hex: string;
  kind: string;
  side: Side;
  blocks: number;
  full: number;
  leader: boolean;
  special: string[];
  moved: number;
  ordered: boolean;
  fought: boolean;
}

export interface Leader {
  id: number;
  side: Side;
  hex: string;
  attached: boolean;
  ordered: boolean;
}

// ---------------------------------------------------------------- a game

/** Before a roll: the dice and what each face does. */
export interface Attack {
  from: string;
  hex: string; // the target
  how: "close" | "fire";
  dice: number;
  hits: string[]; // letters of the faces that hit
  spared: string[]; // letters of faces that would hit but that the target ignores
  rerolls: string[];
  may_evade: boolean;
  ignores: number; // flags that the target may ignore
  rules: string[];
}

/** A chance or a mean: a number, or a fraction such as "11/36" where exact ones were asked for. */
export type Chance = number | string;

/** The exact odds of a battle for one behaviour of both sides. "Own" is the attacker's. */
export interface OddsWay {
  way: "stands" | "evades";
  words: string; // what both sides do
  fates: Record<"eliminated" | "forced_back" | "evaded" | "crew_gone" | "stands", Chance>; // of the target: just one of them
  means: Record<
    | "hits"
    | "flags"
    | "lost"
    | "own_lost"
    | "leaders"
    | "own_leaders"
    | "banners"
    | "enemy_banners"
    | "others"
    | "own_others",
    Chance
  >;
  chances: Record<
    | "own_eliminated"
    | "own_forced_back"
    | "battle_back"
    | "momentum"
    | "advanced"
    | "bonus"
    | "wins"
    | "loses"
    | "draws",
    Chance
  >;
  distributions: Record<string, Record<string, Chance>>; // hits, flags, lost, own_lost: number -> chance
}

/** What one piece's attack on another would be and lead to. */
export interface OddsSheet {
  attack: Attack | null;
  at: string; // the hex that it attacks from: another than its own where it has to move first
  why: string; // why there are no odds: it cannot attack
  rules: string[];
  ways: OddsWay[]; // standing, and evading where it may; none where there are no odds
}

export interface Option {
  number: number;
  text: string; // as a script line has it: "order E6", "evade"
  label: string; // for a button: "Evade"
  words: string; // what a person wants to know beside it
  hex: string; // the hex to click, "" where there is none
  leader: boolean; // the leader on the hex is meant, not the unit
  card: string; // key of a card, or ""
  quiet: boolean; // done, stand, hold, no card
  attack: Attack | null; // where this answer starts an attack
  attacks: (Attack & { number: number })[]; // choosing a unit to battle with: its targets, `number` answers afterwards
  reach: Record<string, number[]>; // moving: hex, or "off" -> the answers that lead there, this one included
}

export interface Decision {
  actor: Side | "chance" | null;
  word: string; // card, order, move, battle, evade, ignore, retreat, leader, trample, advance, bonus, back, roll, draw, over, token, ...
  kind: number;
  subject: string; // a hex or ""
  rule: string;
  dice: number;
  prompt: string; // one sentence: "Order a unit in the centre"
  help: string; // one more line, may be ""
  left: number; // how many may still be ordered, -1 where that is not the question
  phase: "card" | "order" | "move" | "battle" | "draw" | "over";
  may: boolean; // whether this connection may answer now
  options: Option[]; // only for the seat that answers
}

/** One thing that happened. `kind`, `a`, `b`, `c` are the numbers of src/hexillum/events.py; hexes as names. */
export interface Happening {
  no: number; // place in the log
  moment: number; // how many choices had been made when it was over: the step of the replay
  kind: string; // "turn", "moved", "dice", "face", "lost", ...
  hex: string; // where
  to: string; // whither, or the target
  side: Side | null;
  faces: string; // dice: letters of the faces that fell, "GBRLSF"
  count: number; // blocks lost, banners, dice, ...
  left: number; // blocks left
  effect: "" | "hits" | "misses" | "spared" | "flag" | "rerolled"; // of a face
  card: string; // played, drawn or discarded
  leader: boolean;
  text: string;
  rules: string[];
}

export interface Seat {
  player: "person" | "computer" | "open";
  name: string; // "greedy", "a guest"
  present: boolean; // a person with an open connection
}

export interface View extends Position {
  game: string;
  kind: "battle" | "analysis";
  version: number;
  moment: number;
  eyes: Side | null; // whose eyes: null is an onlooker's
  yours: Side[]; // the seats that this connection holds
  scenario: string | null;
  title: string;
  edition: string;
  armies: Pair<string>;
  seats: Pair<Seat>;
  dice: "server" | "typed";
  turn: number;
  active: Side;
  banners: Pair<number>;
  goals: Pair<number>;
  command: Pair<number>;
  tokens: Pair<number>;
  tokens_spent: Pair<number>;
  waiting: Pair<string[]>;
  card: string | null;
  last_cards: Pair<string | null>;
  hand: Record<string, number> | null; // card -> copies; null where this connection may not see one
  hand_words: Record<string, { words: string; orders: string[] }>; // what each card of the hand says, and the hexes it could order now
  hand_sizes: Pair<number>;
  deck_size: number;
  discards: Record<string, number>;
  decision: Decision;
  outcome: Side | "draw" | null;
  how: "banners" | "resigned" | "agreed" | null; // how it ended
  undo: { can: boolean; why: string };
  draw_offered: Side | null;
  rematch: string | null; // the game of the rematch
  watching: number;
  seed_commitment: string; // the digest of the dice to come
  log: Happening[]; // from log_from on
  log_from: number;
}

// ---------------------------------------------------------------- commands and messages

export type Doing =
  | { do: "answer"; numbers: number[]; then_stop?: boolean } // one answer, or several that follow one another
  | { do: "roll" } // analysis and typed dice: let the server roll
  | { do: "dice"; faces: string } // typed dice: letters
  | { do: "undo" }
  | { do: "resign" }
  | { do: "offer_draw" }
  | { do: "accept_draw" }
  | { do: "decline_draw" };

export interface Command {
  id: string; // a UUID; the same one never counts twice
  version: number; // of the view it answers
  seat: Side;
  body: Doing;
}

export type FromServer =
  | { t: "view"; view: View }
  | { t: "accepted"; id: string; version: number }
  | { t: "refused"; id: string | null; code: string; message: string; rules: string[] }
  | { t: "bye"; code: string; message: string } // wrong link, wrong protocol: do not come back
  | { t: "pong" };

export type ToServer =
  | { t: "hello"; protocol: 1; tokens: string[]; eyes: Side | null; log_from: number }
  | { t: "eyes"; eyes: Side | null }
  | { t: "command"; command: Command }
  | { t: "ping" };

/** Errors of the REST part: status 4xx/5xx with this body. */
export interface Problem {
  code: string;
  message: string;
  rules: string[];
}

export interface NewGame {
  battle: string;
  swapped?: boolean;
  switches?: Record<string, boolean>;
  top: string; // "person" (me), "friend" (an open seat with an invitation), or a computer player
  bottom: string;
  dice?: "server" | "typed";
  seed?: number;
}

export interface Seated {
  game: string;
  tokens: Partial<Pair<string>>; // seats of the one who asked
  invites: Partial<Pair<string>>; // to hand on, each good once
}

/** The dice of a side in its attacks, against what was to be expected. */
export interface LuckOf {
  rolls: number;
  dice: number;
  hits: number;
  expected: number;
  variance: number;
  sigmas: number; // how many standard deviations of hits above expectation
  flags: number;
  expected_flags: number;
  faces: Record<string, number>; // by letter
}

export interface Timeline {
  moments: number; // how many choices were made: moments are 0 to this number
  turns: { moment: number; turn: number; side: Side }[];
  rolls: number[]; // moments at which dice fell
  eliminations: number[];
}
