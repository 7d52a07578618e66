// Shields, their centre at 0,0.
import { DEVICES } from "./devices";
import { disc, line, put, shade, shape } from "./draw";
import type { Kit } from "./kit";

type Shield = (k: Kit) => string;

export const SHIELDS = {
  none: () => "",
  hoplon: (k) =>
    disc(0, 0, 9.3, k.metal, 1) +
    `<circle r="7.5" fill="${k.field}" stroke="${shade(k.field, -0.4)}" stroke-width=".6"/>` +
    `<path d="M-6.5,-3.6 A7.4 7.4 0 0 1 3,-6.8" stroke="#fff" stroke-opacity=".4" stroke-width="1.3" fill="none"/>` +
    DEVICES[k.device](k),
  pelte: (k) =>
    disc(0, 0, 7.6, k.metal, 1) + `<circle r="6.2" fill="${k.field}"/>` + put(0, 0, DEVICES[k.device](k), 0, 0.92),
  scutum: (k) =>
    shape("M0,-12.4 C5,-12.2 7,-6 7,0 S5,12.2 0,12.4 C-5,12.2 -7,6 -7,0 S-5,-12.2 0,-12.4Z", k.rim || k.metal, 1) +
    `<path d="M0,-11 C4,-10.8 5.6,-5.4 5.6,0 S4,10.8 0,11 C-4,10.8 -5.6,5.4 -5.6,0 S-4,-10.8 0,-11Z" fill="${k.field}"/>` +
    line("M-3.6,-8 C-4.8,-3 -4.8,2 -4,6", "rgba(255,255,255,.32)", 1.2) +
    DEVICES[k.device](k),
  thureos: (k) =>
    shape(
      "M0,-10 C4.6,-9.8 5.8,-5 5.8,0 S4.6,9.8 0,10 C-4.6,9.8 -5.8,5 -5.8,0 S-4.6,-9.8 0,-10Z",
      k.field2 || k.field,
      1,
    ) +
    line("M0,-9 V9", k.rim || k.metal, 1.3) +
    shape("M-2,-3.4 L2,-3.4 L2.6,0 L2,3.4 L-2,3.4 L-2.6,0Z", k.metal, 0.7),
  gallic: (k) =>
    shape(
      "M0,-13.4 C4.8,-13.4 6.6,-9 6.8,0 C6.6,9 4.8,13.4 0,13.4 C-4.8,13.4 -6.6,9 -6.8,0 C-6.6,-9 -4.8,-13.4 0,-13.4Z",
      k.field,
      1,
    ) +
    DEVICES[k.device](k) +
    line("M0,-12 V-3 M0,3 V12", k.wood, 1),
  pelta: (k) =>
    shape(
      "M-7,-4.2 C-5,-2.4 -2,-3 0,-6 C2,-3 5,-2.4 7,-4.2 C7.6,2.4 4,7 0,7.4 C-4,7 -7.6,2.4 -7,-4.2Z",
      k.field2 || k.field,
      1,
    ) + line("M-5,.2 C-3,3.4 3,3.4 5,.2", k.dev, 1.1),
  caetra: (k) =>
    disc(0, 0, 5.7, k.field2 || k.field, 1) +
    `<circle r="3.8" fill="none" stroke="${k.dev}" stroke-width=".9"/>` +
    disc(0, 0, 1.7, k.metal, 0.7),
  spara: (k) =>
    shape("M-6,-12 H6 V12 H-6Z", k.field, 1) +
    [-9, -5, -1, 3, 7]
      .map((y, i) => line(`M-5.4,${y} l2.7,2.4 l2.7,-2.4 l2.7,2.4 l2.7,-2.4`, i % 2 ? k.dev : k.wood, 1))
      .join(""),
  oval: (k) =>
    shape(
      "M0,-11 C5.4,-10.8 7.4,-5.4 7.4,0 S5.4,10.8 0,11 C-5.4,10.8 -7.4,5.4 -7.4,0 S-5.4,-10.8 0,-11Z",
      k.rim || k.metal,
      1,
    ) +
    `<path d="M0,-9.4 C4.2,-9.2 5.9,-4.6 5.9,0 S4.2,9.2 0,9.4 C-4.2,9.2 -5.9,4.6 -5.9,0 S-4.2,-9.2 0,-9.4Z" fill="${k.field}"/>` +
    DEVICES[k.device](k),
} satisfies Record<string, Shield>;
export type ShieldKey = keyof typeof SHIELDS;
