// A battle in small: the most telling figures of both armies, on ground that has what the battlefield has.
import type { Pair, SmallUnit } from "../lib/types";
import { put } from "./draw";
import { buildOf, figure, type Build } from "./figures";
import { seedOf, stream } from "./ground/noise";
import { kitOf } from "./kits";
import { STAND_FILL } from "./pieces";
import { CONTOUR } from "./picture";

export const VIGNETTE_BOX = [0, 22, 320, 94] as const;

export interface Small {
  id: string;
  edition: string;
  kits?: Pair<string> | null;
  terrain: Record<string, string>;
  units: Pick<SmallUnit, "side" | "kind">[];
}

const RARE: Partial<Record<Build, number>> = { elephant: 6, chariot: 5, engine: 3, horse: 1.3 };
const ROOM: Record<Build, number> = { foot: 21, horse: 36, chariot: 56, elephant: 42, engine: 44 };

/** The kinds of an army that tell most of it: beasts and chariots first, then what there is most of. */
export function cast(units: Small["units"], side: "top" | "bottom", most = 4): string[] {
  const counts = new Map<string, number>();
  for (const unit of units) if (unit.side === side) counts.set(unit.kind, (counts.get(unit.kind) ?? 0) + 1);
  const weight = ([kind, count]: [string, number]): number => count * (RARE[buildOf(kind)] ?? 1);
  return [...counts]
    .sort((a, b) => weight(b) - weight(a) || a[0].localeCompare(b[0]))
    .slice(0, most)
    .map(([kind]) => kind);
}

/** How far a line goes from the middle of the picture, and how far a figure reaches beyond its room. */
const [NEAR, FAR, BEYOND] = [22, 158, 12];

/** Where the figures of a line stand, from the middle outwards; a line that is too long stands closer. */
export function ranks(kinds: string[]): { kind: string; x: number; y: number; k: number }[] {
  const rooms = kinds.map((kind) => ROOM[buildOf(kind)]);
  const close = Math.min(1, (FAR - BEYOND - NEAR) / rooms.reduce((sum, room) => sum + room, 0));
  let x = NEAR;
  return kinds.flatMap((kind, n) => {
    const foot = buildOf(kind) === "foot";
    const k = foot ? 0.98 : 0.9;
    const middle = x + (rooms[n]! * close) / 2;
    x += rooms[n]! * close;
    const front = { kind, x: middle, y: 102 + (n % 2) * 5, k };
    return foot && middle < 118 ? [front, { kind, x: middle + 9, y: 91, k: k * 0.92 }] : [front];
  });
}

/** A line of figures from the middle outwards; the front is told with its feet lower. */
function line(kinds: string[], kit: string, side: "top" | "bottom"): string {
  const out = side === "top" ? 1 : -1;
  return ranks(kinds)
    .sort((a, b) => a.y - b.y)
    .map(({ x, ...rest }) => ({ ...rest, x: 160 + out * x }))
    .map(
      ({ kind, x, y, k }) =>
        `<g transform="translate(${x.toFixed(1)} ${y}) scale(${side === "top" ? -k : k} ${k})"><ellipse cy="1" rx="${ROOM[buildOf(kind)] * 0.5}" ry="3.4" fill="${STAND_FILL[side]}"/>${figure(kind, kit)}</g>`,
    )
    .join("");
}

function land(battle: Small): string {
  const next = stream(seedOf(battle.id));
  const keys = new Set(Object.values(battle.terrain));
  const has = (...words: string[]): boolean => [...keys].some((key) => words.some((word) => key.includes(word)));
  const ridge = (y: number, high: number, colour: string): string => {
    let d = `M0,${y}`;
    for (let x = 0; x <= 320; x += 40)
      d += ` S${x + 14},${(y - high * next()).toFixed(1)} ${x + 40},${(y - high * 0.3 * next()).toFixed(1)}`;
    return `<path d="${d} V120 H0Z" fill="${colour}"/>`;
  };
  const tree = (x: number, y: number, r: number): string =>
    `<path d="M${x},${y} v${-r}" stroke="#4a341d" stroke-width="1.6"/><ellipse cx="${x}" cy="${y - r * 1.3}" rx="${r * 0.8}" ry="${r}" fill="#4f6836"/><ellipse cx="${x - r * 0.2}" cy="${y - r * 1.5}" rx="${r * 0.5}" ry="${r * 0.6}" fill="#7d9254"/>`;
  let s =
    '<linearGradient id="s" x2="0" y2="1"><stop stop-color="#e3d3a4"/><stop offset="1" stop-color="#f1e3bd"/></linearGradient><rect width="320" height="120" fill="url(#s)"/>';
  s += ridge(60, has("impassable") ? 34 : 16, "#c9b98b");
  if (has("impassable"))
    s +=
      '<path d="M30,62 L62,24 L84,48 L104,34 L134,64Z M226,62 L252,30 L282,60Z" fill="#a79a80"/><path d="M62,24 L70,33 L62,36 L56,31Z M252,30 L259,38 L250,40Z" fill="#f4efe2"/>';
  if (has("hill")) s += ridge(68, 26, "#bd9c58");
  s += ridge(72, 8, "#bfae74");
  if (has("wall", "gate"))
    s +=
      '<path d="M206,72 V50 h6 v-4 h5 v4 h6 v-4 h5 v4 h6 v-4 h5 v4 h6 v-4 h5 v4 h6 V72Z" fill="#c9ba90" stroke="#8a7650"/>';
  if (has("camp"))
    s += [36, 58, 262, 284]
      .map((x) => `<path d="M${x},60 l-10,14 h20Z" fill="#efe3c6" stroke="#8a7444" stroke-width=".8"/>`)
      .join("");
  if (has("forest"))
    for (let i = 0; i < 9; i++) s += tree(14 + ((i * 37 + next() * 18) % 292), 74 + next() * 3, 7 + next() * 4);
  s += '<rect y="72" width="320" height="48" fill="#c6b078"/>' + ridge(80, 4, "#bfaa6f");
  if (has("sea", "lake"))
    s += '<path d="M0,76 C60,70 120,82 170,76 S280,72 320,78 V88 C260,84 200,92 140,86 S40,84 0,88Z" fill="#6f9aa0"/>';
  if (has("river"))
    s +=
      '<path d="M150,72 C156,84 140,92 152,102 S168,114 160,120 H190 C196,110 176,104 176,94 S176,80 162,72Z" fill="#6f9aa0" stroke="#8a7444" stroke-width="1.2"/><path d="M160,84 q6,4 4,10 M166,104 q8,4 8,10" stroke="#eef6e6" stroke-opacity=".6" fill="none"/>';
  if (has("marsh"))
    for (let i = 0; i < 8; i++)
      s += `<path d="M${(20 + i * 38 + next() * 12).toFixed(0)},86 v-8 m3,8 l2,-7 m-8,7 l-2,-7" stroke="#6f7a3c" stroke-width="1.2" fill="none"/>`;
  if (has("broken"))
    for (let i = 0; i < 7; i++)
      s += put(
        24 + i * 44 + next() * 16,
        84 + next() * 8,
        '<path d="M-5,3 L-3,-3 L2,-4 L6,3Z" fill="#a79a80" stroke="#7a6c54" stroke-width=".7"/>',
      );
  return s;
}

/** The whole picture. */
export const vignette = (battle: Small): string =>
  `<defs>${CONTOUR}</defs>${land(battle)}<g filter="url(#t)">${line(cast(battle.units, "bottom"), kitOf(battle, "bottom"), "bottom")}${line(cast(battle.units, "top"), kitOf(battle, "top"), "top")}</g>`;
