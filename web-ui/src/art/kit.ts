// What an army wears: a palette, a device, and which parts each class of its troops has.
import type { DeviceKey } from "./devices";
import type { HelmetKey } from "./helmets";
import type { LegsKey } from "./legs";
import type { ShieldKey } from "./shields";
import type { TorsoKey } from "./torsos";
import type { WeaponKey } from "./weapons";

/** The classes of troops that a kit dresses. */
export type Troop = "heavy" | "medium" | "aux" | "light" | "warrior";

export interface Kit {
  name: string;
  device: DeviceKey;
  // people and beasts
  skin: string;
  hair: string;
  horse: string;
  mane: string;
  // cloth
  cloth: string;
  trim: string;
  saddle: string;
  crest: string;
  trouser?: string;
  sleeve?: string;
  hood?: string;
  plaid?: string;
  // shields
  field: string;
  field2: string;
  dev: string; // the device on them
  rim?: string;
  // armour and gear
  metal: string;
  armor: string; // linen and leather
  leather: string;
  wood: string;
  felt: string;
  mail?: string;
  lamel?: string; // scales
  bard?: string; // of a horse
  plume?: string;
  feather?: string;
  ribbon?: string;
  band?: string;
  aventail?: string;
  // parts by class
  helm: Record<Troop | "cav" | "lcav", HelmetKey>;
  shield: Record<Troop | "cav", ShieldKey>;
  torso: Record<Troop | "cav" | "hcav", TorsoKey>;
  weap: Record<"heavy" | "medium", WeaponKey>;
  legs: Record<Troop, LegsKey>;
  trousers: boolean;
  beard: boolean;
  cloaks: boolean; // heavy foot wears them
  /** Allies in the ranks: kinds that wear another kit. */
  allies: Record<string, string>;
}
