// What a hex is called aloud, and the kinds and terrains behind the keys.
import type { Tables, Kind, Position } from "../lib/types";
import { many } from "../lib/words";
import type { Marks } from "./board";

/** A word of scripts for people: "sacred-band" is "sacred band". */
export const plainWords = (key: string): string => key.replace(/[-_]/g, " ");

/** The kind of a unit; a made-up one where the catalogue lacks it, so that the board never fails. */
export function kindOf(catalogue: Tables, key: string): Kind {
  const found = catalogue.kinds[key];
  if (found) return found;
  return {
    key,
    edition: "",
    name: plainWords(key),
    letters: "?",
    symbol: "blue",
    group: "",
    blocks: 4,
    move: 0,
    charge: 0,
    close: 0,
    range: 0,
    retreat: 0,
    words: [],
    rule: "",
    provisional: true,
    figure: key,
  };
}

export function terrainName(catalogue: Tables, key: string): string {
  return catalogue.terrains[key]?.name ?? plainWords(key);
}

/** A name for every hex that is not empty open ground: "E6: bottom heavy infantry, 3 of 4 blocks, with leader, forest". */
export function hexNames(
  all: string[],
  position: Position,
  catalogue: Tables,
  marks: Marks,
  hideUnits: boolean,
): Record<string, string> {
  const said: Record<string, string[]> = {};
  const say = (hex: string, words: string) => (said[hex] ??= []).push(words);
  if (!hideUnits) {
    const held = new Set(position.units.map((unit) => unit.hex));
    const led = new Map(position.leaders.map((leader) => [leader.hex, leader.name]));
    const named = (words: string, name: string | undefined) => (name ? `${words} ${name}` : words);
    for (const unit of position.units) {
      say(unit.hex, `${unit.side} ${kindOf(catalogue, unit.kind).name.toLowerCase()}`);
      say(unit.hex, `${unit.blocks} of ${many(unit.full, "block")}`);
      if (unit.leader || led.has(unit.hex)) say(unit.hex, named("with leader", led.get(unit.hex)));
      if (unit.special.length) say(unit.hex, unit.special.map(plainWords).join(", "));
      if (unit.ordered || marks[unit.hex]?.ordered) say(unit.hex, "ordered");
    }
    for (const leader of position.leaders)
      if (!held.has(leader.hex)) {
        say(leader.hex, `${named(`${leader.side} leader`, leader.name)} alone`);
        if (leader.ordered || marks[leader.hex]?.ordered) say(leader.hex, "ordered");
      }
  }
  for (const [hex, key] of Object.entries(position.terrain)) say(hex, terrainName(catalogue, key).toLowerCase());
  for (const { hex, outside } of position.rampart_sides) say(hex, `rampart towards ${outside}`);
  for (const side of ["top", "bottom"] as const) {
    for (const hex of position.camps[side])
      if (catalogue.terrains[position.terrain[hex] ?? ""]?.owner !== side) say(hex, `camp of the ${side} army`);
    for (const hex of position.exits[side]) say(hex, `the ${side} army may leave here`);
  }
  for (const hex of position.ground) say(hex, "worth a banner");
  for (const [hex, mark] of Object.entries(marks)) {
    if (mark.selected) say(hex, "selected");
    if (mark.done) say(hex, "done");
    if (mark.legal) say(hex, "may be chosen");
    if (mark.target) say(hex, "may be attacked");
    if (mark.threat) say(hex, "in reach of the enemy");
    if (mark.badge) say(hex, mark.badge);
    if (mark.label) say(hex, mark.label);
  }
  return Object.fromEntries(all.map((hex) => [hex, said[hex] ? `${hex}: ${said[hex].join(", ")}` : `${hex}: empty`]));
}
