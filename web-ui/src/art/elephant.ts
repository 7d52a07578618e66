// The elephant with its tower, its crew and its driver.
import { DEVICES } from "./devices";
import { disc, INK, line, shade, shape } from "./draw";
import { head } from "./helmets";
import type { Kit } from "./kit";
import { TORSOS } from "./torsos";
import { WEAPONS, type WeaponKey } from "./weapons";

export function elephant(k: Kit): string {
  const c = "#8d8a86",
    d = "#6c6864",
    l = "#a6a39e";
  const column = (x: number, c: string): string =>
    shape(`M${x - 4},-18 L${x - 4},-1.6 Q${x},.4 ${x + 4.2},-1.6 L${x + 4.4},-18Z`, c, 1) +
    line(`M${x - 2.4},-1.9 h1.2 M${x - 0.2},-1.5 h1.2 M${x + 2},-1.9 h1`, "#d8d2c4", 1.3);
  const crew = (x: number, w: WeaponKey): string =>
    `<g transform="translate(${x} -22) scale(.8)">${WEAPONS[w](k).behind + TORSOS[k.torso.light](k) + head(k, k.helm.light) + WEAPONS[w](k).front}</g>`;
  return (
    line("M-21,-27 C-25,-23 -24,-16 -25,-12", INK, 3) +
    line("M-21,-27 C-25,-23 -24,-16 -25,-12", d, 1.6) +
    column(-9, d) +
    column(8, d) +
    shape(
      "M-22,-16 C-24,-31 -16,-37 -5,-37 C3,-37 8,-36 12,-33 C14,-26 13,-18 9,-14.6 C0,-11.4 -12,-11.4 -18,-13.4 C-20.4,-13.4 -21.8,-14.4 -22,-16Z",
      c,
      1,
    ) +
    column(-16.4, c) +
    column(3.4, c) +
    `<path d="M-20.4,-18.6 L-12,-20 L-12,-14 L-20,-14Z M-.6,-20 L7.6,-20 L7.6,-14 L-.6,-14Z" fill="${c}"/>` +
    crew(-10, "javelin") +
    crew(-1, "spear") +
    shape(
      "M-16.4,-36 L-17.4,-50 L-14.2,-50 L-14.2,-48 L-11,-48 L-11,-50 L-7.4,-50 L-7.4,-48 L-4,-48 L-4,-50 L-.6,-50 L-.6,-48 L2.4,-48 L2.4,-50 L5.6,-50 L4.6,-36Z",
      "#9a6f3e",
      1,
    ) +
    line("M-16.6,-44.6 H5 M-16.4,-40.6 H4.8", shade("#9a6f3e", -0.35), 0.8) +
    `<g transform="translate(-6 -42.6)">${disc(-5, 0, 3.4, k.field, 0.8) + disc(5, 0, 3.4, k.field, 0.8)}</g>` +
    shape("M-19,-36.4 C-12,-38.4 -1,-38.4 7,-36 L8.6,-20.6 C0,-18 -12,-18 -20.4,-20.6Z", k.saddle, 1) +
    line("M-19.8,-23 C-12,-20.6 0,-20.6 8.2,-23", k.trim, 1.7) +
    [-16, -11, -6, -1, 4].map((x) => line(`M${x},-20 v2`, k.trim, 1.3)).join("") +
    `<g transform="translate(-6 -29) scale(.86)">${DEVICES[k.device]({ ...k, dev: k.trim === k.saddle ? k.field : k.trim })}</g>` +
    shape(
      "M8,-37 C11,-42 19,-42.6 22.6,-38 C25,-35 25,-31 24.4,-28 C24.4,-22 25.2,-15.6 28,-12 C29,-10.4 31.6,-11.4 31.2,-13.6 L33.4,-13.8 C34,-9.4 29.4,-6.8 26.2,-9 C21.8,-12.4 20.8,-19 19.6,-23.4 C15,-22 9.6,-25 8,-30Z",
      l,
      1,
    ) +
    line("M22.4,-24 h2 M22.2,-20.6 h2.2 M23,-17.2 h2.2", d, 0.8) +
    shape("M18.4,-25.4 C21,-21 26,-19.4 31.6,-21.6 C28,-22.6 24.6,-24.4 22.8,-27.6Z", "#f3ead6", 0.9) +
    shape("M6,-38.6 C12,-41 16,-36 15.4,-30 C15,-25 10.6,-21.6 7.6,-23.4 C3.6,-26 2.6,-35 6,-38.6Z", c, 1) +
    line("M8,-35 C10.6,-34.6 12,-31 11,-27.6", d, 0.9) +
    `<circle cx="18.8" cy="-33" r="1.1" fill="${INK}"/>` +
    shape("M16.4,-41.2 C18.6,-42 21.6,-40.6 23,-38.4 L20,-35 L16.6,-36.6Z", k.saddle, 0.8) +
    `<g transform="translate(9.6 -26) scale(.68)">${TORSOS.tunic(k) + head(k, "turban")}</g>`
  );
}
