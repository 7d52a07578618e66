// Banners are trophies: the cloth of a beaten army on a pole.
import { DEVICES } from "./devices";
import { put } from "./draw";
import { kit } from "./kits";

export const BANNER_BOX = [0, 0, 22, 30] as const;

/** A banner of an army that was won. */
export function trophy(army: string): string {
  const k = kit(army);
  return (
    `<path d="M11,3 V29.4" stroke="#3a2512" stroke-width="2.2" stroke-linecap="round"/><circle cx="11" cy="2.6" r="2" fill="#e0ac33" stroke="#3a2512" stroke-width=".7"/>` +
    `<path d="M2.6,6 H19.4" stroke="#3a2512" stroke-width="2.2" stroke-linecap="round"/>` +
    `<path d="M3.6,6.6 H18.4 V22 L14.7,20.4 11,22.6 7.3,20.4 3.6,22Z" fill="${k.field}" stroke="#2a1b10" stroke-width="1"/>` +
    `<path d="M4,20.4 L7.3,18.8 11,21 14.7,18.8 18,20.4" fill="none" stroke="${k.trim}" stroke-width="1.3"/>` +
    put(11, 13, DEVICES[k.device](k), 0, k.device === "wings" || k.device === "spiral" ? 0.74 : 0.92)
  );
}

/** The pole of a banner that is still needed. */
export const EMPTY_POLE = {
  pole: "M11,3 V29 M4,6 H18",
  cloth: "M5,7 H17 V21 L11,18 L5,21Z",
};
