// Weapons with the arms that hold them: what is seen behind a body and before it.
import { disc, INK, limb, line, pole, shape, tip } from "./draw";
import type { Kit } from "./kit";

export interface Weapon {
  behind: string;
  front: string;
}

export const arm = (d: string, k: Kit, sleeve?: string): string => limb(d, 3.1, sleeve ?? k.skin);

export const WEAPONS = {
  spear: (k) => ({
    behind: pole(-10, -1, -8.2, -45) + tip(-8.2, -44, 2),
    front: arm("M-5,-26.4 L-9.6,-22.6 L-9,-19.4", k, k.sleeve),
  }),
  lowspear: (k) => ({
    behind: "",
    front: pole(-15, -18, 19, -26) + tip(18, -25.8, 77, 0.95) + arm("M-5,-26.4 L-8.4,-20.6 L-4.6,-20.4", k, k.sleeve),
  }),
  sarissa: (k) => ({
    behind: "",
    front:
      pole(-15, -8, 16, -50, 1.3) + tip(15.6, -49.4, 37, 0.95) + arm("M-5,-26.4 L-8.6,-20.6 L-5.2,-20.8", k, k.sleeve),
  }),
  sword: (k) => ({
    behind: "",
    front:
      line("M-10.2,-34 L-6,-45", INK, 3.6) +
      line("M-10.2,-34 L-6,-45", "#e2e4e0", 2) +
      line("M-12.4,-34.6 L-8.4,-33", "#d0a23a", 1.7) +
      arm("M-5,-26.6 L-10.6,-27.6 L-10.6,-32.6", k, k.sleeve),
  }),
  gladius: (k) => ({
    behind: "",
    front:
      line("M-5,-20.6 L8,-24", INK, 3.6) +
      line("M-5,-20.6 L8,-24", "#e2e4e0", 2) +
      arm("M-5,-26.4 L-9.6,-22.6 L-6,-20.4", k, k.sleeve),
  }),
  pilum: (k) => ({
    behind: pole(-15, -31, -1, -37.4) + line("M-1,-37.4 L11,-43", INK, 2.2) + line("M-1,-37.4 L11,-43", "#cfd2ce", 1),
    front: arm("M-5,-26.6 L-10.4,-28.4 L-8.4,-33.6", k, k.sleeve),
  }),
  javelin: (k) => ({
    behind: pole(-16, -32, 10, -42) + tip(9.6, -41.6, 69, 0.8),
    front: arm("M-5,-26.6 L-10.6,-29 L-7.6,-34.6", k, k.sleeve),
  }),
  javelins2: (k) => ({
    behind: pole(-16, -32, 10, -42) + tip(9.6, -41.6, 69, 0.8),
    front: arm("M-5,-26.6 L-10.6,-29 L-7.6,-34.6", k, k.sleeve),
  }),
  bow: (k) => ({
    behind: "",
    front:
      line("M8.6,-39.6 C18,-33 17.6,-19 7.6,-12.8", INK, 3) +
      line("M8.6,-39.6 C18,-33 17.6,-19 7.6,-12.8", k.wood, 1.6) +
      line("M8.6,-39.6 L-4.4,-26.6 L7.6,-12.8", "#f3ead2", 0.7) +
      line("M-4.6,-26.6 H18.6", INK, 1.5) +
      line("M-4.6,-26.6 H18.6", "#e7d9b4", 0.8) +
      shape("M17.6,-28.2 L21.6,-26.6 L17.6,-25Z", "#d9dbd6", 0.6) +
      arm("M4.6,-26.6 L14.2,-26.6", k, k.sleeve) +
      arm("M-5,-26.6 L-10,-27.4 L-5,-26.4", k, k.sleeve),
  }),
  bowhold: (k) => ({
    behind: "",
    front:
      line("M9.4,-40 C18,-34 17,-21 8,-15.4", INK, 2.8) +
      line("M9.4,-40 C18,-34 17,-21 8,-15.4", k.wood, 1.5) +
      line("M9.4,-40 L-1.6,-28 L8,-15.4", "#f3ead2", 0.7) +
      line("M-2,-28 H18", INK, 1.4) +
      line("M-2,-28 H18", "#e7d9b4", 0.7) +
      arm("M4,-27 L13.8,-28", k, k.sleeve) +
      arm("M-4.6,-27 L-8.4,-28.6 L-2.4,-28", k, k.sleeve),
  }),
  sling: (k) => ({
    behind: line("M-9.4,-38 C-15,-52 9,-56 12,-46", "#5a3f22", 1.3) + disc(12, -45, 2.1, "#8b8577", 0.8),
    front: arm("M-5,-26.6 L-10.2,-30.6 L-9.6,-37", k, k.sleeve),
  }),
  lance: (k) => ({
    behind: "",
    front: pole(-15, -22, 25, -33, 1.4) + tip(24.4, -32.8, 75) + arm("M-4.6,-26.6 L-7,-22.6 L-1.6,-25.2", k, k.sleeve),
  }),
  lanceup: (k) => ({
    behind: pole(-9, -8, -5.6, -46) + tip(-5.6, -45.4, 5),
    front: arm("M-4.8,-26.4 L-9,-22.6 L-7.6,-20", k, k.sleeve),
  }),
  kontos: (k) => ({
    behind: "",
    front:
      pole(-18, -17, 31, -25, 1.8) +
      tip(30.2, -24.8, 81, 1.15) +
      arm("M-4.6,-26.6 L-6.6,-20.6 L0,-20.2", k, k.sleeve) +
      arm("M3.6,-26.4 L7,-22.4 L10,-21.8", k, k.sleeve),
  }),
  staff: (k) => ({
    behind: "",
    front:
      line("M-10.4,-33.4 L-4.4,-47", INK, 3.6) +
      line("M-10.4,-33.4 L-4.4,-47", "#eceeea", 2.1) +
      line("M-12.6,-34.2 L-8.4,-32.4", "#dcae3e", 1.9) +
      arm("M-5,-26.6 L-10.8,-27.6 L-10.8,-32.4", k, k.sleeve),
  }),
  none: () => ({ behind: "", front: "" }),
} satisfies Record<string, (k: Kit) => Weapon>;
export type WeaponKey = keyof typeof WEAPONS;
