// Horses and camels, and who rides them.
import { INK, limb, line, put, shade, shape } from "./draw";
import { head } from "./helmets";
import type { Kit } from "./kit";
import type { Body } from "./men";
import { SHIELDS } from "./shields";
import { TORSOS } from "./torsos";
import { WEAPONS } from "./weapons";

const HBODY =
  "M-16.6,-20 C-17.6,-25.4 -12.6,-27.6 -7.4,-26.4 C-2.4,-25.2 2,-25.4 5,-26.6 C7.4,-30.4 9.4,-35.6 12.6,-38.6 L13.2,-42 L15.6,-39 C18.8,-37.2 21.2,-34.4 24,-31.6 C25.6,-29.8 24.8,-27.4 22.8,-27.2 C21,-27 19.8,-28.4 17.8,-28.4 C16.2,-28 15.4,-26.6 15,-24.6 C14.4,-21.4 13.6,-17.8 10.6,-15.4 C5,-12.2 -4,-12.2 -9,-14.4 C-13,-13.6 -15.8,-16 -16.6,-20Z";
const leg = (d: string, colour: string): string => limb(d, 3.2, colour);
/** What a rider and his beast have. */
export interface Mounted extends Body {
  horse?: string;
  mane?: string;
  bard?: "half" | "full";
  legmetal?: boolean;
}

export function horse(k: Kit, o: { horse?: string | undefined; mane?: string | undefined } = {}): string {
  const c = o.horse ?? k.horse,
    d = shade(c, -0.28),
    m = o.mane ?? k.mane;
  return (
    line("M-16,-22.6 C-21.6,-21 -21,-13 -22.6,-8.6", INK, 4.6) +
    line("M-16,-22.6 C-21.6,-21 -21,-13 -22.6,-8.6", m, 3) +
    leg("M-8.4,-16 L-6,-9.6 L-9.4,-5.4 L-8.8,-1.2", d) +
    leg("M7,-16.4 L9.6,-8.4 L8.6,-1.2", d) +
    shape(HBODY, c, 1) +
    leg("M-13,-18 L-15.8,-10.4 L-13.4,-6 L-14.4,-1.2", c) +
    leg("M10,-18 L17,-13.6 L15.4,-7.4", c) +
    `<path d="M-15.4,-21 C-15.6,-24 -12,-25.6 -8,-25 L-6,-16 C-10,-15 -13.4,-15.6 -15.4,-21Z M6,-25 C9,-23 12,-21 12.6,-18 C11,-15.8 8,-15 5.4,-14.6Z" fill="${c}"/>` +
    line("M-13,-24.6 C-9,-26 -5,-24.8 0,-24.4", "rgba(255,255,255,.22)", 1.6) +
    shape("M5,-27 C6.4,-32 9,-37.6 12.8,-39.4 L12,-36.4 C9.8,-33.4 9,-29.4 8.2,-26Z", m, 0.8) +
    line("M-14.8,-.9 h2.4 M7.6,-.9 h2.4 M-9.4,-.9 h2.2", INK, 2.2) +
    `<circle cx="17.6" cy="-34.4" r=".9" fill="${INK}"/>` +
    line("M15.4,-37.6 L17.4,-29.4 M17.4,-31.6 L23,-29.4 M16.6,-31 L4,-24.6", k.leather, 0.9)
  );
}
function barding(k: Kit, full: boolean): string {
  const b = full
    ? "M-17.4,-20 C-18,-26.4 -12,-28 -7,-27 C-2,-26 2,-26 5,-27 C7.4,-31 9.4,-36 12.6,-38.8 L15.4,-36 C15.6,-31 15.8,-27 15.4,-22 C15.8,-17 14,-12 13,-8.6 C5,-6.6 -8,-6.6 -16.4,-8.6 C-17.4,-12 -17.6,-16 -17.4,-20Z"
    : "M5,-27 C7.4,-31 9.4,-36 12.6,-38.8 L15.4,-36 C15.6,-31 15.8,-27 15.4,-22 C15.4,-17 13.6,-13 12,-10 C9,-10 6,-10.6 3.6,-11.6Z";
  let s = shape(b, k.bard ?? k.lamel ?? "#b9a05c", 1);
  const rows = full ? [-24, -20.6, -17.2, -13.8] : [-32, -28, -24, -20, -16];
  for (const [i, y] of rows.entries())
    s += full
      ? line(`M${-16 + (i % 2)},${y} ` + "q1.3,2.3 2.6,0 ".repeat(11), "rgba(35,22,8,.5)", 0.75)
      : line(`M${8 - i * 0.9 + (i ? 0 : 1.5)},${y} ` + "q1,1.8 2,0 ".repeat(3), "rgba(35,22,8,.5)", 0.75);
  s += full
    ? line("M-16.4,-9.6 C-8,-7.6 5,-7.6 13,-9.6", k.trim, 1.6)
    : line("M4.2,-11.6 C7,-10.6 9.6,-10.4 12,-11", k.trim, 1.4);
  s +=
    shape(
      "M13,-39.6 L15.6,-39 C18,-37.6 20.4,-35 22.4,-32.4 L19.8,-30 C17.4,-31.6 15.6,-34.6 14.4,-36.4Z",
      k.metal,
      0.8,
    ) + `<circle cx="17.8" cy="-34.8" r=".9" fill="${INK}"/>`;
  return s;
}
/** A man on a horse. */
export function rider(k: Kit, o: Mounted): string {
  const w = WEAPONS[o.weapon ?? "none"](k);
  const seat =
    shape("M-8,-26.6 C-3,-25.2 2,-25.4 5.6,-26.6 L7,-15.6 C2,-14 -5,-14 -9.6,-15.8Z", k.saddle, 0.9) +
    line("M-9,-17.6 C-4,-15.8 2,-15.8 6.6,-17.4", k.trim, 1.4);
  const thigh =
    limb("M-1,-25.4 L4.4,-20.6 L3,-12.8", 3.5, o.trousers ? (k.trouser ?? k.cloth) : o.legmetal ? k.metal : k.skin) +
    limb("M3,-12.4 L6.2,-11.8", 2.1, k.leather);
  const up =
    (o.cloak
      ? put(
          0,
          0,
          shape("M-2,-28.6 C-8,-28.6 -14,-22 -19,-12 C-14,-10.4 -8,-11 -4,-13Z", o.cloak, 0.9) +
            line("M-8,-22.6 C-11,-18.6 -13,-15 -15,-12", shade(o.cloak, -0.28), 0.8),
        )
      : "") +
    w.behind +
    TORSOS[o.torso](k) +
    head(k, o.helm, o.beard);
  const sh =
    o.shield && o.shield !== "none"
      ? put(o.shieldX ?? 4.4, o.shieldY ?? -21.4, SHIELDS[o.shield](k), 0, o.shieldSize ?? 0.8)
      : "";
  return (
    horse(k, o) +
    (o.bard ? barding(k, o.bard === "full") : "") +
    (o.bard === "full" ? "" : seat) +
    `<g transform="translate(-2 -11.6)">${up}</g>` +
    thigh +
    `<g transform="translate(-2 -11.6)">${w.front + sh}</g>`
  );
}
/** A man on a camel. */
export function camel(k: Kit, o: Mounted): string {
  const c = "#c59b62",
    d = shade(c, -0.25);
  const w = WEAPONS[o.weapon ?? "none"](k);
  return (
    line("M-16,-24 C-19,-20 -18,-16 -19,-13", INK, 3) +
    line("M-16,-24 C-19,-20 -18,-16 -19,-13", c, 1.6) +
    limb("M-8.4,-17 L-7,-9.6 L-8.8,-1.4", 2.8, d) +
    limb("M7,-17 L8.6,-9 L7.8,-1.4", 2.8, d) +
    shape(
      "M-16.6,-20 C-17.6,-26 -13,-29 -9,-29.4 C-6,-35.6 1,-35.6 3,-29.4 C6,-29 9,-28 10.6,-27 C14,-27 15,-33 15.4,-38 C15.6,-42 19,-43.4 22,-42 L27,-40 C28.4,-38.6 27.6,-36.6 25.6,-36.8 L20.8,-36.8 C20.6,-30 19,-21 11,-17.6 C4,-15 -6,-14.4 -10,-16 C-13.6,-15.4 -16,-17 -16.6,-20Z",
      c,
      1,
    ) +
    limb("M-13,-18 L-14.6,-10 L-13.8,-1.4", 2.8, c) +
    limb("M10,-19 L13.6,-10.4 L12.8,-1.4", 2.8, c) +
    `<circle cx="21.6" cy="-39.8" r=".9" fill="${INK}"/>` +
    (o.bard
      ? shape(
          "M-17,-20 C-18,-27 -12,-30 -8,-29.6 C-4,-31 4,-30.4 10,-27.4 C13,-26 13,-18 11.6,-12 C4,-10 -8,-10 -16.4,-12Z",
          k.bard ?? "#b9a05c",
          1,
        ) +
        [-24, -20, -16]
          .map((y, i) => line(`M${-15 + i},${y} ` + "q1.3,2.3 2.6,0 ".repeat(10), "rgba(35,22,8,.5)", 0.75))
          .join("")
      : shape("M-8,-29 C-5,-31 0,-31 3,-29 L5,-17 C1,-15.4 -6,-15.4 -10,-17Z", k.saddle, 0.9) +
        line("M-9.4,-18.6 C-5,-17 0,-17 4.6,-18.6", k.trim, 1.4)) +
    `<g transform="translate(-3 -18)">${w.behind + TORSOS[o.torso](k) + head(k, o.helm, o.beard)}</g>` +
    limb("M-3,-32 L3,-27 L2,-19.6", 3.4, k.trouser ?? k.cloth) +
    `<g transform="translate(-3 -18)">${w.front}</g>`
  );
}
