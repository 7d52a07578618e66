// The ornament of a command card: figures that do what it orders, or the sections that it orders in.
import type { Card } from "../lib/types";
import { put } from "./draw";
import { figure } from "./figures";

export const CARD_BOX = [0, 0, 120, 60] as const;

type Placed = readonly [kind: string, x: number, y: number, size: number, flip?: boolean];
type Ornament = (own: string, foe: string) => string;

const figures = (placed: readonly Placed[], kit: string): string =>
  placed
    .map(
      ([kind, x, y, k, flip]) =>
        `<g transform="translate(${x} ${y}) scale(${flip ? -k : k} ${k})">${figure(kind, kit)}</g>`,
    )
    .join("");

const ground = (colour: string): string =>
  `<rect width="120" height="60" fill="${colour}"/><path d="M0,46 C20,40 40,50 62,46 S100,42 120,48 V60 H0Z" fill="#000" opacity=".16"/>`;

const scene =
  (colour: string, own: readonly Placed[], foes: readonly Placed[] = [], over = ""): Ornament =>
  (kit, foe) =>
    ground(colour) + figures(foes, foe) + figures(own, kit) + over;

const row = (kinds: readonly string[], k: number, y = 56): Placed[] =>
  kinds.map((kind, i) => [kind, (120 * (i + 0.5)) / kinds.length, y, k]);

const flight = (points: readonly (readonly [number, number])[]): string =>
  points
    .map(
      ([x, y]) =>
        `<path d="M${x - 9},${y - 3} L${x + 4},${y + 2}" stroke="#2a1b10" stroke-width="1.6"/><path d="M${x + 7},${y + 3.2} l-4,-3 l0,3Z" fill="#2a1b10"/>`,
    )
    .join("");
const rush = (ys: readonly number[], x = 8): string =>
  ys
    .map(
      (y, i) =>
        `<path d="M${x + i * 3},${y} h${14 - i * 2}" stroke="#2a1b10" stroke-opacity=".5" stroke-width="1.6" stroke-linecap="round"/>`,
    )
    .join("");
const rays = (x: number, y: number): string =>
  [...Array(12).keys()]
    .map((i) => put(x, y, '<path d="M0,-20 V-34" stroke="#f3d27a" stroke-width="2.4" stroke-linecap="round"/>', i * 30))
    .join("");
const trees = (xs: readonly number[]): string =>
  xs
    .map(
      (x, i) =>
        `<path d="M${x},60 V44" stroke="#4a341d" stroke-width="2.4"/><ellipse cx="${x}" cy="${38 + (i % 2) * 3}" rx="10" ry="12" fill="#4f6836" stroke="#2c3a1c" stroke-width="1"/><ellipse cx="${x - 2}" cy="${35 + (i % 2) * 3}" rx="6.4" ry="7" fill="#6e8749"/>`,
    )
    .join("");

/** The board in three parts, with how many are ordered in each. */
function sections(counts: Card["sections"], word = ""): string {
  const parts = [counts.left ?? 0, counts.center ?? 0, counts.right ?? 0];
  const lit = parts.map((n, i) =>
    n ? `<rect x="${i * 40}" width="40" height="60" fill="#fff3c9" opacity=".5"/>` : "",
  );
  const flags = parts.map((n, i) =>
    n
      ? put(
          20 + i * 40,
          34,
          `<path d="M0,-27 V22" stroke="#3a2512" stroke-width="2.4" stroke-linecap="round"/><path d="M-17,-21 H17" stroke="#3a2512" stroke-width="2.6" stroke-linecap="round"/>` +
            `<path d="M-15,-20 H15 V14 L7.5,10.6 0,15 -7.5,10.6 -15,14Z" fill="#8f2f1e" stroke="#2a1b10" stroke-width="1.4"/><path d="M-14,8.6 L-7.5,6 0,10 7.5,6 14,8.6" fill="none" stroke="#e6bf5c" stroke-width="1.8"/>` +
            `<text y="2.6" text-anchor="middle" font-family="Noto Serif,Georgia,serif" font-weight="700" font-size="19" fill="#fbf0d2">${word || n}</text>`,
        )
      : "",
  );
  return (
    `<rect width="120" height="60" fill="#cdb982"/><path d="M0,44 C20,36 40,48 62,42 S100,38 120,44 V60 H0Z" fill="#b09a5c"/>${lit.join("")}` +
    `<path d="M40,4 V56 M80,4 V56" stroke="#7a2418" stroke-width="2.2" stroke-dasharray=".1 5" stroke-linecap="round"/>${flags.join("")}`
  );
}

const CHARGE: Placed[] = [
  ["medium-cavalry", 34, 57, 0.9],
  ["heavy-cavalry", 82, 57, 0.9],
];
const LEADER: Placed[] = [["leader", 60, 58, 0.94]];
const ORNAMENTS: Record<string, Ornament> = {
  "order-light-troops": scene("#c2c08f", row(["light-infantry", "light-bow", "light-sling", "light-infantry"], 0.86)),
  "order-medium-troops": scene("#b9bcae", row(["medium-infantry", "medium-infantry", "medium-cavalry"], 0.92)),
  "order-heavy-troops": scene("#d3b487", row(["heavy-infantry", "heavy-infantry", "heavy-infantry"], 1)),
  "order-mounted-troops": scene("#c2b27c", row(["light-cavalry", "medium-cavalry"], 0.92, 57)),
  "line-command": scene(
    "#c8b58c",
    row(["medium-infantry", "heavy-infantry", "medium-infantry", "heavy-infantry", "auxilia"], 0.84),
  ),
  "darken-the-sky": scene("#b9b48d", [["light-bow", 20, 56, 0.84], ["light-bow", 44, 56, 0.84]], [], flight([[70, 10], [84, 18], [98, 8], [104, 24], [82, 30]])), // prettier-ignore
  "double-time": scene(
    "#cdbb84",
    row(["heavy-infantry", "light-infantry", "heavy-infantry"], 0.92),
    [],
    rush([20, 30, 40]),
  ),
  "clash-of-shields": scene("#cf9f78", [["heavy-infantry", 42, 57, 1]], [["medium-infantry", 80, 57, 1, true]]),
  "counter-attack": scene("#c9a56a", [["auxilia", 36, 57, 0.96]], [["auxilia", 86, 57, 0.96, true]], '<path d="M54,14 C58,6 66,6 70,14 M70,14 l-5,-1 M70,14 l1,-5 M68,24 C64,31 56,31 52,24 M52,24 l5,1 M52,24 l-1,5" fill="none" stroke="#7a2418" stroke-width="2.2" stroke-linecap="round"/>'), // prettier-ignore
  "first-strike": scene("#b9a58c", [["heavy-infantry", 36, 57, 0.96]], [["medium-cavalry", 90, 57, 0.8, true]]),
  "mounted-charge": scene("#c2b27c", CHARGE, [], rush([24, 34, 44], 2)),
  "foot-onslaught": scene("#cfa47c", row(["warrior", "heavy-infantry", "warrior"], 0.96), [], rush([22, 32], 2)),
  "move-fire-move": scene("#c2c08f", [["light-cavalry", 36, 57, 0.86], ["light-bow", 88, 56, 0.86]], [], flight([[104, 14], [108, 26]]) + rush([26, 36], 2)), // prettier-ignore
  "fire-and-close": scene("#c9b58a", [["light-bow", 30, 56, 0.86], ["medium-infantry", 80, 56, 0.92]], [], flight([[56, 12], [62, 22]])), // prettier-ignore
  "cry-havoc": scene("#c98f6c", row(["warrior", "light-cavalry", "warrior"], 0.82, 57)),
  ambush: scene("#a9ad7c", [["warrior", 58, 57, 0.86], ["auxilia", 82, 57, 0.86]], [], trees([14, 36, 106])), // prettier-ignore
  rally: scene("#d6c08a", [["medium-infantry", 24, 57, 0.82], ["leader", 64, 58, 0.86], ["medium-infantry", 103, 57, 0.82]]), // prettier-ignore
  "i-am-spartacus": scene("#c8a878", row(["warrior", "light-infantry", "auxilia", "warrior"], 0.86)),
  leaders: scene("#c9a56a", row(["leader", "leader"], 0.86, 58)),
  "leadership-any-section": scene("#c9a56a", LEADER),
};

/** What is drawn on a card; figures wear the kit of its army. */
export function ornament(card: Pick<Card, "face" | "sections">, kit: string): string {
  const foe = kit === "punic" ? "roman" : "punic";
  const drawn = ORNAMENTS[card.face];
  if (drawn) return drawn(kit, foe);
  const map = sections(card.sections, card.face.startsWith("order-command") ? "C" : ""); // as many as its command
  if (!card.face.includes("leadership")) return map;
  const glory = card.face.includes("inspired") ? rays(leadX(card.sections), 32) : "";
  return `${map.replace(/<g.*$/, "")}${glory}${figures([["leader", leadX(card.sections), 59, 0.8]], kit)}`;
}

const leadX = ({ left, right }: Card["sections"]): number => (left ? 20 : right ? 100 : 60);
