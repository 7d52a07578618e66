// What may be said beforehand to the questions of the other side's turn, in words.
import type { OrdersOfSeat } from "../lib/types";

export type Sort = Exclude<keyof OrdersOfSeat, "strike_chance">;

export interface Order {
  sort: Sort;
  title: string;
  choices: [string, string][];
}

const ASK: [string, string] = ["ask", "Ask me"];

export const ORDERS: Order[] = [
  {
    sort: "evade",
    title: "A unit that may evade",
    choices: [
      ASK,
      ["always", "Evades"],
      ["never", "Stands"],
      ["loss", "Evades where it then loses less"],
      ["balance", "Evades where losses on both sides then turn out better"],
    ],
  },
  { sort: "back", title: "Battle back", choices: [ASK, ["always", "Always"], ["never", "Never"]] },
  {
    sort: "flags",
    title: "Flags that may be ignored",
    choices: [ASK, ["all", "Ignore all of them"], ["none", "Ignore none"]],
  },
  {
    sort: "way",
    title: "The way of a retreat or an evade",
    choices: [ASK, ["support", "Beside most own units"], ["away", "Away from the enemy"]],
  },
  {
    sort: "strike",
    title: "First Strike",
    choices: [ASK, ["never", "No card"], ["chance", "From a chance on"]],
  },
  { sort: "ambush", title: "Ambush", choices: [ASK, ["never", "No card"]] },
  { sort: "parthian", title: "Shoot back while evading", choices: [ASK, ["always", "Always"], ["never", "Never"]] },
  { sort: "tokens", title: "Tokens in the other turn", choices: [ASK, ["never", "Keep them"]] },
  { sort: "leader", title: "A leader who flees", choices: [ASK, ["join", "To an own unit, else away"]] },
  {
    sort: "losses",
    title: "Who pays first where elephants run wild",
    choices: [ASK, ["theirs", "Pieces of their own side"], ["own", "Pieces of mine"]],
  },
];

/** Those that can be asked in an edition: Ambush, tokens and shooting back are of the Medieval ones. */
export function ordersOf(ambush: boolean, tokens: boolean): Order[] {
  return ORDERS.filter(
    ({ sort }) => (sort !== "ambush" || ambush) && (sort !== "tokens" || tokens) && (sort !== "parthian" || tokens),
  );
}

/** Orders that leave everything open. */
export const NOTHING: OrdersOfSeat = {
  evade: "ask",
  flags: "ask",
  back: "ask",
  parthian: "ask",
  strike: "ask",
  strike_chance: 50,
  ambush: "ask",
  tokens: "ask",
  way: "ask",
  leader: "ask",
  losses: "ask",
};

/** What lets a turn by mail go through without a question; the card is asked for, since it is worth a look. */
export const BY_MAIL: OrdersOfSeat = {
  ...NOTHING,
  evade: "loss",
  flags: "all",
  back: "always",
  parthian: "always",
  strike: "chance",
  strike_chance: 60,
  ambush: "never",
  tokens: "never",
  way: "support",
  leader: "join",
  losses: "theirs",
};

/** How many of some sorts of questions are answered beforehand. */
export const answered = (orders: OrdersOfSeat, offered: readonly Order[] = ORDERS): number =>
  offered.filter(({ sort }) => orders[sort] !== "ask").length;
