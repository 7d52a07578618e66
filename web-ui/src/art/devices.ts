// Signs on shields, saddles and banners, drawn around 0,0 with a radius of about 5.
import { disc, line } from "./draw";
import type { Kit } from "./kit";

type Device = (k: Kit) => string;

export const DEVICES = {
  none: () => "",
  boss: (k) => disc(0, 0, 2, k.metal, 0.8),
  triskele: (k) =>
    [0, 120, 240]
      .map((a) => `<g transform="rotate(${a})">${line("M0,0 C.4,-2.6 2.6,-3.6 4.6,-3 L5,-1.2", k.dev, 1.9)}</g>`)
      .join("") + `<circle r="1.5" fill="${k.dev}"/>`,
  tanit: (k) =>
    line("M-3.6,-3.9 A3.9 3.9 0 0 0 3.6,-3.9", k.dev, 1.5) +
    `<circle cy="-3.5" r="1.4" fill="${k.dev}"/><path d="M0,-.6 L3.9,4.6 H-3.9Z" fill="${k.dev}"/>` +
    line("M-3.6,-.4 H3.6", k.dev, 1.2),
  star: (k) =>
    [...Array(8)]
      .map((_, i) => `<path transform="rotate(${i * 45})" d="M0,-6 L1.15,-1.6 H-1.15Z" fill="${k.dev}"/>`)
      .join("") + `<circle r="1.7" fill="${k.dev}"/>`,
  wings: (k) =>
    [1, -1]
      .map(
        (s) =>
          `<g transform="scale(1 ${s})">${line("M0,-2 V-8.2", k.dev, 1.1)}${line("M-.4,-3 C-2.4,-3.4 -3.6,-5 -4,-7.4 M.4,-3 C2.4,-3.4 3.6,-5 4,-7.4", k.dev, 1.25)}</g>`,
      )
      .join("") + disc(0, 0, 1.9, k.metal, 0.7),
  sun: (k) =>
    [...Array(12)].map((_, i) => line("M0,-3 V-5.2", k.dev, 1, `transform="rotate(${i * 30})"`)).join("") +
    `<circle r="2.3" fill="${k.dev}"/>`,
  spiral: (k) =>
    [1, -1]
      .map(
        (s) =>
          `<g transform="scale(${s} ${s})">${line("M0,-1 C3.6,-1.8 4,-6.6 .6,-7.2 C-1.6,-7.4 -2.2,-4.6 -.2,-4.6", k.dev, 1.3)}</g>`,
      )
      .join("") + disc(0, 0, 1.8, k.metal, 0.7),
  moon: (k) =>
    `<path d="M-1,-4.6 A4.7 4.7 0 1 0 4,2.4 A4 4 0 1 1 -1,-4.6Z" fill="${k.dev}"/><circle cx="1.6" cy="-1.2" r="1.2" fill="${k.dev}"/>`,
  chi: (k) =>
    line("M-2.8,-4 L2.8,4 M2.8,-4 L-2.8,4", k.dev, 1.15) + line("M0,5.2 V-5.2 C3.4,-5.6 3.4,-2 0,-2", k.dev, 1.15),

  lambda: (k) => line("M-3.8,4.6 L0,-5 L3.8,4.6", k.dev, 2.1),
  club: (k) =>
    `<path d="M-3.4,4.8 L-2,5.4 L3.6,-2.2 C5,-4.4 3.6,-6 1.8,-5.4 C.8,-5 -.2,-3.6 -1,-1.6Z" fill="${k.dev}"/>` +
    disc(2, -3.2, 0.7, k.field, 0.4),
  owl: (k) =>
    `<path d="M-3.6,-4.8 C-1.6,-3.8 1.6,-3.8 3.6,-4.8 C5,-1 4,4 0,5.6 C-4,4 -5,-1 -3.6,-4.8Z" fill="${k.dev}"/>` +
    disc(-1.6, -1.8, 1.2, k.field, 0.7) +
    disc(1.6, -1.8, 1.2, k.field, 0.7) +
    `<path d="M-.6,-.4 H.6 L0,1.2Z" fill="${k.field}"/>`,
  rings: (k) => `<circle r="4.8" fill="none" stroke="${k.dev}" stroke-width="1.3"/><circle r="2.1" fill="${k.dev}"/>`,
  rosette: (k) =>
    [...Array(6)]
      .map((_, i) => `<ellipse cy="-3.4" rx="1.5" ry="2.4" transform="rotate(${i * 60})" fill="${k.dev}"/>`)
      .join("") + `<circle r="1.3" fill="${k.metal}"/>`,
  anchor: (k) =>
    line("M0,-3.4 V4.6 M-2.4,-1.6 H2.4 M-4.2,1.4 C-3.6,4.2 -1.6,4.9 0,4.9 S3.6,4.2 4.2,1.4", k.dev, 1.3) +
    `<circle cy="-4.4" r="1.2" fill="none" stroke="${k.dev}" stroke-width="1"/>`,
  eagle: (k) =>
    `<path d="M0,-5.4 C1.2,-5.4 1.4,-4 1,-3 C3,-3.8 5,-3 5.6,-.6 C4,-1 3,0 2,.6 L1.4,4.8 H-1.4 L-2,.6 C-3,0 -4,-1 -5.6,-.6 C-5,-3 -3,-3.8 -1,-3 C-1.4,-4 -1.2,-5.4 0,-5.4Z" fill="${k.dev}"/>`,
  bolt: (k) => `<path d="M1.4,-6 L-3.4,.8 H-.4 L-1.6,6 L3.6,-1.2 H.4Z" fill="${k.dev}"/>`,
  chakra: (k) =>
    `<circle r="4.6" fill="none" stroke="${k.dev}" stroke-width="1.3"/>` +
    line("M0,-4 V4 M-4,0 H4 M-2.9,-2.9 L2.9,2.9 M-2.9,2.9 L2.9,-2.9", k.dev, 0.8) +
    `<circle r="1.3" fill="${k.dev}"/>`,
  tamga: (k) => line("M-3.4,-4.4 C-3.4,-.6 3.4,-.6 3.4,-4.4 M0,-1.6 V5 M-2.4,5 H2.4", k.dev, 1.5),
  crescent: (k) =>
    `<path d="M-4.6,-2.4 A4.8 4.8 0 0 0 4.6,-2.4 A5.4 5.4 0 0 1 -4.6,-2.4Z" fill="${k.dev}" stroke="${k.dev}" stroke-width="1"/><circle cy="-2.2" r="1.2" fill="${k.dev}"/>`,
} satisfies Record<string, Device>;
export type DeviceKey = keyof typeof DEVICES;
