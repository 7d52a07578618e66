// Chariots and war machines.
import { DEVICES } from "./devices";
import { disc, INK, limb, line, pole, shade, shape } from "./draw";
import { head, type HelmetKey } from "./helmets";
import type { Kit } from "./kit";
import { foot } from "./men";
import { horse } from "./mounts";
import { TORSOS, type TorsoKey } from "./torsos";
import { arm, WEAPONS, type WeaponKey } from "./weapons";

function wheel(x: number, y: number, r: number): string {
  const c = "#a8763c",
    n = 6;
  let s = `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${INK}" stroke-width="3.9"/><circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${c}" stroke-width="2.2"/>`;
  for (let i = 0; i < n; i++) {
    const a = (i * Math.PI * 2) / n + 0.3;
    s +=
      line(`M${x},${y} L${(x + Math.cos(a) * r).toFixed(1)},${(y + Math.sin(a) * r).toFixed(1)}`, INK, 2.3) +
      line(`M${x},${y} L${(x + Math.cos(a) * r).toFixed(1)},${(y + Math.sin(a) * r).toFixed(1)}`, c, 1.1);
  }
  return s + disc(x, y, 1.9, "#d0a23a", 0.8);
}
export function chariot(k: Kit, heavy: boolean): string {
  const h2 = { ...k, horse: shade(k.horse, -0.22) };
  const crew = (x: number, o: { w: WeaponKey; t: TorsoKey; h: HelmetKey }): string =>
    `<g transform="translate(${x} -8) scale(.86)">${WEAPONS[o.w](k).behind + TORSOS[o.t](k) + head(k, o.h) + WEAPONS[o.w](k).front}</g>`;
  return (
    `<g transform="translate(14 -2.6) scale(.78)">${horse(h2)}</g>` +
    (heavy ? `<g transform="translate(18.5 -1.2) scale(.78)">${horse(h2)}</g>` : "") +
    `<g transform="translate(${heavy ? 15 : 16} 0) scale(.8)">${horse(k)}${heavy ? shape("M-6,-26.4 C-2,-25.4 2,-25.6 5,-26.6 L6.4,-20 C2,-18.6 -3,-18.6 -7,-20Z", k.saddle, 0.8) : ""}</g>` +
    pole(-20, -11, 10, -14, 1.6) +
    crew(-22.5, {
      w: heavy ? "spear" : "javelin",
      t: heavy ? k.torso.heavy : k.torso.warrior,
      h: heavy ? k.helm.heavy : k.helm.warrior,
    }) +
    crew(-14.5, { w: "none", t: "tunic", h: k.helm.light }) +
    line("M-11,-29 C-4,-28 8,-24.6 19,-23", k.leather, 0.9) +
    shape(
      heavy
        ? "M-32,-13.4 L-31,-25.6 C-26,-24 -18,-25.6 -11,-30 C-8.4,-25 -8.6,-17 -10.4,-13.4Z"
        : "M-30,-13.4 L-29.6,-19 L-27,-19 C-22,-17.6 -16,-19 -12,-23 C-10,-20 -10,-16 -11,-13.4Z",
      k.field,
      1,
    ) +
    line(
      heavy
        ? "M-31,-25.4 C-26,-23.8 -18,-25.4 -11.2,-29.6 M-31.6,-15.4 H-9.8"
        : "M-29.4,-18.6 C-22,-17.4 -16,-18.8 -12,-22.6",
      k.metal,
      1.7,
    ) +
    (heavy ? `<g transform="translate(-20.6 -19.8) scale(.78)">${DEVICES[k.device](k)}</g>` : "") +
    wheel(-21, -8.6, 7.6) +
    (heavy ? shape("M-21,-8.6 l-2,-1.2 l-9.6,1.2 l9.6,1.2Z", "#dfe1dc", 0.8) : "")
  );
}
/** The heavy war machine and the man who serves it. */
export function ballista(k: Kit): string {
  const w = "#a2773f",
    d = shade(w, -0.3);
  return (
    `<g transform="translate(-19 0) scale(.92)">${foot(k, { legs: "bare", torso: k.torso.light, helm: k.helm.light, weapon: "none" }) + arm("M4,-26 L13,-22", k)}</g>` +
    limb("M-6,-1.4 L3,-17", 2.4, d) +
    limb("M14,-1.4 L4,-17", 2.4, d) +
    limb("M4,-1.4 L4,-18", 2.6, w) +
    limb("M-12,-17.4 L21,-25", 3, w) +
    shape("M10,-29.6 L19,-31.6 L20.6,-19.4 L11.4,-17.6Z", w, 1) +
    line("M12.6,-29 L13.6,-19 M16,-29.8 L17.2,-19.8", "#e8dab6", 1.7) +
    limb("M15,-30 C11,-37 5,-39 -1,-38.6", 1.9, d) +
    limb("M16.4,-18 C14,-12 9,-9.4 4,-9.6", 1.9, d) +
    line("M-1,-38.6 L-8,-18.4 L4,-9.6", "#f3ead2", 0.9) +
    line("M-8,-18.4 L25,-26", INK, 2) +
    line("M-8,-18.4 L25,-26", "#d9c79c", 1) +
    shape("M24,-27.6 L29.4,-27 L24.8,-24.2Z", "#d9dbd6", 0.7) +
    disc(-10, -17.6, 2.6, k.metal, 0.8)
  );
}
