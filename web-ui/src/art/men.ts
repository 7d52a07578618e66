// Men on foot: legs, body, head, weapon and shield in the order in which they hide one another.
import { line, put, shape } from "./draw";
import { head, type HelmetKey } from "./helmets";
import type { Kit } from "./kit";
import { LEGS, type LegsKey } from "./legs";
import { SHIELDS, type ShieldKey } from "./shields";
import { cloak, TORSOS, type TorsoKey } from "./torsos";
import { WEAPONS, type WeaponKey } from "./weapons";

/** What a man wears above the belt. */
export interface Body {
  torso: TorsoKey;
  helm: HelmetKey;
  weapon?: WeaponKey;
  shield?: ShieldKey;
  shieldX?: number;
  shieldY?: number;
  shieldSize?: number;
  cloak?: string;
  beard?: boolean;
  trousers?: boolean;
}
export interface Man extends Body {
  legs: LegsKey;
  quiver?: boolean;
  shieldFirst?: boolean; // the arm is seen before the shield
}

/** A man on foot. */
export function foot(k: Kit, o: Man): string {
  const w = WEAPONS[o.weapon ?? "none"](k);
  return (
    (o.cloak ? cloak(o.cloak) : "") +
    w.behind +
    LEGS[o.legs](k, o.trousers) +
    TORSOS[o.torso](k) +
    head(k, o.helm, o.beard) +
    (o.quiver
      ? shape("M-9,-29 L-5.6,-30.4 L-3,-20 L-6.4,-19Z", k.leather, 0.8) +
        line("M-8.4,-29.4 L-9.6,-33 M-7,-30 L-7.6,-33.6", "#efe3c4", 1)
      : "") +
    (o.shieldFirst
      ? put(o.shieldX ?? 5.4, o.shieldY ?? -20, SHIELDS[o.shield ?? "none"](k), 0, o.shieldSize ?? 1) + w.front
      : w.front + put(o.shieldX ?? 5.4, o.shieldY ?? -20, SHIELDS[o.shield ?? "none"](k), 0, o.shieldSize ?? 1))
  );
}
