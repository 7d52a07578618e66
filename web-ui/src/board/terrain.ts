// Terrain as the board draws it: what family of pictures a key belongs to, and how rivers flow from hex to hex.
import type { Tables, Terrain } from "../lib/types";
import { exists, nameOf, plus, spot, STEPS, type Spot } from "./geometry";

/** The kinds of ground of an edition, as the catalogue has them. */
export type Grounds = Tables["terrains"];
export type Family = Terrain["family"] | "unknown";

/** What is drawn for a kind of ground; "unknown" before the catalogue is here. */
export const family = (grounds: Grounds, key: string | undefined): Family =>
  key ? (grounds[key]?.family ?? "unknown") : "plain";

const FLOWING = new Set<Family>(["river", "ford", "shallow", "bridge"]);
const STANDING = new Set<Family>(["sea", "lake"]);
export const flows = (grounds: Grounds, key: string | undefined): boolean => FLOWING.has(family(grounds, key));
export const stands = (grounds: Grounds, key: string | undefined): boolean => STANDING.has(family(grounds, key));

/** One hex of a river: the steps towards which its water runs. */
export interface Reach {
  hex: string;
  family: Family;
  arms: Spot[];
}

/** The rivers, each hex joined to those before and after it. A hex at the border lets its river run off the board. */
export function rivers(terrain: Record<string, string>, rows: number, grounds: Grounds): Reach[] {
  const wet = Object.keys(terrain).filter((hex) => flows(grounds, terrain[hex]) && exists(spot(hex), rows));
  const all = new Map<string, Reach>(wet.map((hex) => [hex, { hex, family: family(grounds, terrain[hex]), arms: [] }]));
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
      .filter(({ there }) => stands(grounds, terrain[nameOf(there)]))
      .map(({ step }) => step);
    const exits = (mouths.length ? mouths : off(reach.hex)).sort((a, b) => against(a) - against(b));
    if (exits[0] && (!arm || against(exits[0]) < 0)) reach.arms.push(exits[0]);
    if (!reach.arms.length) reach.arms.push({ row: 0, half: -2 }, { row: 0, half: 2 });
    else if (!arm && reach.arms[0]) reach.arms.push({ row: -reach.arms[0].row, half: -reach.arms[0].half });
  }
  return [...all.values()];
}
