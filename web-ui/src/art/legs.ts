// Legs and feet: the feet at y 0.
import { limb, line } from "./draw";
import type { Kit } from "./kit";

type Legs = (k: Kit, trousers?: boolean) => string;

const plaid = (k: Kit): string =>
  k.plaid
    ? line("M-6,-13 H6.4 M-5,-9.6 L-2,-9 M4,-9.6 L7,-9 M-6,-6 L-3.4,-5.8 M5,-6 L7.6,-5.8", k.plaid, 1) +
      line("M-3,-15 V-12.6 M2,-15 V-12.6", k.plaid, 1)
    : "";

export const LEGS = {
  bare: (k) =>
    limb("M-2.6,-13 L-4.4,-7.6 L-5,-2", 3.5, k.skin) +
    limb("M2.6,-13 L5,-7.6 L5.6,-2", 3.5, k.skin) +
    limb("M-5.4,-1.2 L-1.8,-1", 2.1, k.leather) +
    limb("M5.2,-1.2 L8.8,-1", 2.1, k.leather),
  greaves: (k) =>
    limb("M-2.6,-13 L-4.4,-8", 3.5, k.skin) +
    limb("M2.6,-13 L5,-8", 3.5, k.skin) +
    limb("M-4.3,-8.4 L-5,-2.2", 3.4, k.metal) +
    limb("M4.9,-8.4 L5.6,-2.2", 3.4, k.metal) +
    limb("M-5.4,-1.2 L-1.8,-1", 2.1, k.leather) +
    limb("M5.2,-1.2 L8.8,-1", 2.1, k.leather),
  trousers: (k) =>
    limb("M-2.8,-13 L-4.6,-7.6 L-5,-2.2", 4.3, k.trouser ?? k.cloth) +
    limb("M2.8,-13 L5.2,-7.6 L5.6,-2.2", 4.3, k.trouser ?? k.cloth) +
    plaid(k) +
    limb("M-5.4,-1.2 L-1.8,-1", 2.1, k.leather) +
    limb("M5.2,-1.2 L8.8,-1", 2.1, k.leather),
  run: (k, t) =>
    limb("M-2,-13 L-5.6,-8.2 L-10.4,-6.6", 3.4, t ? (k.trouser ?? k.cloth) : k.skin) +
    limb("M2.6,-13 L7.2,-8.6 L6.8,-2", 3.4, t ? (k.trouser ?? k.cloth) : k.skin) +
    limb("M-10.8,-6.8 L-12,-4", 2, k.leather) +
    limb("M6.4,-1.2 L10.2,-1", 2.1, k.leather),
} satisfies Record<string, Legs>;
export type LegsKey = keyof typeof LEGS;
