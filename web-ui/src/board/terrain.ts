// Terrain as the board draws it: what family of pictures a key belongs to, and how rivers flow from hex to hex.
import { exists, nameOf, plus, spot, STEPS, type Spot } from "./geometry";

export type Family =
  | "plain" | "forest" | "hill" | "peak" | "slope" | "broken" | "river" | "ford" | "shallow" | "bridge"
  | "marsh" | "sea" | "lake" | "town" | "camp" | "wall" | "fort" | "gate" | "unknown"; // prettier-ignore

const WORDS: [RegExp, Family][] = [
  [/^(clear|plain|open)/, "plain"],
  [/bridge/, "bridge"],
  [/shallow/, "shallow"],
  [/ford/, "ford"],
  [/river|stream|wadi/, "river"],
  [/impassable|mountain|cliff|peak/, "peak"],
  [/slope|ridge/, "slope"],
  [/hill/, "hill"],
  [/forest|wood|grove/, "forest"],
  [/broken|rough|rock/, "broken"],
  [/marsh|swamp|bog/, "marsh"],
  [/sea|coast|ocean/, "sea"],
  [/lake|pond/, "lake"],
  [/town|village|city|house/, "town"],
  [/camp/, "camp"],
  [/gate/, "gate"],
  [/fortified|fortress|palisade|tower/, "fort"],
  [/wall|rampart/, "wall"],
];

export function family(key: string | undefined): Family {
  if (!key) return "plain";
  return WORDS.find(([word]) => word.test(key))?.[1] ?? "unknown";
}

const FLOWING = new Set<Family>(["river", "ford", "shallow", "bridge"]);
const STANDING = new Set<Family>(["sea", "lake"]);
export const flows = (key: string | undefined): boolean => FLOWING.has(family(key));
export const stands = (key: string | undefined): boolean => STANDING.has(family(key));

/** One hex of a river: the steps towards which its water runs. */
export interface Reach {
  hex: string;
  family: Family;
  arms: Spot[];
}

/** The rivers, each hex joined to those before and after it. A hex at the border lets its river run off the board. */
export function rivers(terrain: Record<string, string>, rows: number): Reach[] {
  const wet = Object.keys(terrain).filter((hex) => flows(terrain[hex]) && exists(spot(hex), rows));
  const all = new Map<string, Reach>(wet.map((hex) => [hex, { hex, family: family(terrain[hex]), arms: [] }]));
  const beside = (hex: string) =>
    STEPS.map((step) => ({ step, there: plus(spot(hex), step) })).filter(({ there }) => exists(there, rows));
  const near = (hex: string) => beside(hex).filter(({ there }) => all.has(nameOf(there)));
  const off = (hex: string) => STEPS.filter((step) => !exists(plus(spot(hex), step), rows));
  const known = new Set<string>();
  // A river is walked from its end, always to the hex with the fewest ways on, so that no hex is left aside.
  function walk(hex: string): void {
    known.add(hex);
    const ways = near(hex).sort((a, b) => near(nameOf(a.there)).length - near(nameOf(b.there)).length);
    for (const { step, there } of ways) {
      const next = nameOf(there);
      if (known.has(next)) continue;
      all.get(hex)?.arms.push(step);
      all.get(next)?.arms.push({ row: -step.row, half: -step.half });
      walk(next);
    }
  }
  const ends = [...wet].sort((a, b) => near(a).length - near(b).length || off(b).length - off(a).length);
  for (const hex of ends) if (!known.has(hex)) walk(hex);
  for (const reach of all.values()) {
    if (reach.arms.length > 1) continue;
    const arm = reach.arms[0];
    const against = (step: Spot) => (arm ? 3 * step.row * arm.row + step.half * arm.half : -Math.abs(step.half));
    const mouths = beside(reach.hex)
      .filter(({ there }) => stands(terrain[nameOf(there)]))
      .map(({ step }) => step);
    const exits = (mouths.length ? mouths : off(reach.hex)).sort((a, b) => against(a) - against(b));
    if (exits[0] && (!arm || against(exits[0]) < 0)) reach.arms.push(exits[0]);
    if (!reach.arms.length) reach.arms.push({ row: 0, half: -2 }, { row: 0, half: 2 });
    else if (!arm && reach.arms[0]) reach.arms.push({ row: -reach.arms[0].row, half: -reach.arms[0].half });
  }
  return [...all.values()];
}
