// A figure for every kind of unit, by recipe: which parts of a kit it is made of.
import { shade } from "./draw";
import { elephant } from "./elephant";
import { ballista, chariot } from "./engines";
import type { Kit } from "./kit";
import { kit, KITS } from "./kits";
import { foot, type Man } from "./men";
import { camel, rider, type Mounted } from "./mounts";

/** How much room a figure takes. */
export type Build = "foot" | "horse" | "chariot" | "elephant" | "engine";
/** The box of a figure around its feet: left, top, width, height. */
export const BOX: Record<Build, readonly [number, number, number, number]> = {
  foot: [-21, -57, 46, 64],
  horse: [-28, -64, 64, 72],
  chariot: [-38, -58, 82, 66],
  elephant: [-30, -72, 70, 80],
  engine: [-32, -52, 68, 60],
};

type Recipe = (k: Kit) => string;

const man =
  (make: (k: Kit) => Omit<Man, "trousers" | "beard"> & { beard?: boolean }): Recipe =>
  (k) =>
    foot(k, { trousers: k.trousers, beard: k.beard, ...make(k) });
const horseman =
  (make: (k: Kit) => Mounted): Recipe =>
  (k) =>
    rider(k, { trousers: k.trousers, beard: k.beard, ...make(k) });
const bareLegs = (k: Kit): "trousers" | "bare" => (k.trousers ? "trousers" : "bare");

const cataphract = horseman((k) => ({
  torso: "scale",
  helm: k.helm.cav,
  weapon: "kontos",
  bard: "full",
  legmetal: true,
  trousers: false,
}));

/** The leader, alone on his gold ring. */
const leader: Recipe = (k) =>
  rider(
    { ...k, leather: "#8a5a2a" },
    {
      torso: "muscle",
      helm: "leader",
      weapon: "staff",
      cloak: pale(k.cloth) ? k.field2 : k.cloth,
      horse: "#efe7d8",
      mane: "#c9b48f",
    },
  );

/** Cloth that would be lost on a white horse. */
export const pale = (colour: string): boolean => {
  const n = parseInt(colour.slice(1), 16);
  return (n >> 16) + ((n >> 8) & 255) + (n & 255) > 600;
};

const FIGURES: Record<string, [Build, Recipe]> = {
  "light-infantry": [
    "foot",
    man((k) => ({
      legs: "run",
      torso: k.torso.light,
      helm: k.helm.light,
      shield: k.shield.light,
      weapon: "javelin",
      shieldX: 7,
    })),
  ],
  "light-bow": [
    "foot",
    man((k) => ({ legs: bareLegs(k), torso: k.torso.light, helm: k.helm.light, weapon: "bow", quiver: true })),
  ],
  "light-sling": [
    "foot",
    man((k) => ({
      legs: bareLegs(k),
      torso: k.torso.light,
      helm: k.helm.light,
      weapon: "sling",
      shield: "caetra",
      shieldX: 8,
      shieldY: -21,
      shieldSize: 0.8,
    })),
  ],
  auxilia: [
    "foot",
    man((k) => ({
      legs: k.legs.aux,
      torso: k.torso.aux,
      helm: k.helm.aux,
      shield: k.shield.aux,
      weapon: "javelin",
    })),
  ],
  warrior: [
    "foot",
    man((k) => ({
      legs: k.legs.warrior,
      torso: k.torso.warrior,
      helm: k.helm.warrior,
      shield: k.shield.warrior,
      weapon: "sword",
      beard: true,
      shieldX: 6,
    })),
  ],
  "medium-infantry": [
    "foot",
    man((k) => ({
      legs: k.legs.medium,
      torso: k.torso.medium,
      helm: k.helm.medium,
      shield: k.shield.medium,
      weapon: k.weap.medium,
      shieldFirst: k.weap.medium === "sarissa",
    })),
  ],
  "heavy-infantry": [
    "foot",
    man((k) => ({
      legs: k.legs.heavy,
      torso: k.torso.heavy,
      helm: k.helm.heavy,
      shield: k.shield.heavy,
      weapon: k.weap.heavy,
      shieldFirst: k.weap.heavy === "sarissa" || k.weap.heavy === "gladius",
      ...(k.cloaks ? { cloak: k.cloth } : {}),
    })),
  ],
  "light-cavalry": [
    "horse",
    horseman((k) => ({ torso: "tunic", helm: k.helm.lcav, weapon: "javelin", shield: "caetra", shieldSize: 0.85 })),
  ],
  "light-bow-cavalry": ["horse", horseman((k) => ({ torso: "tunic", helm: k.helm.lcav, weapon: "bowhold" }))],
  "medium-cavalry": [
    "horse",
    horseman((k) => ({
      torso: k.torso.cav,
      helm: k.helm.cav,
      weapon: "lanceup",
      shield: k.shield.cav,
      cloak: k.cloth,
    })),
  ],
  "medium-bow-cavalry": ["horse", horseman((k) => ({ torso: k.torso.cav, helm: k.helm.cav, weapon: "bowhold" }))],
  "heavy-cavalry": [
    "horse",
    horseman((k) => ({
      torso: k.torso.hcav,
      helm: k.helm.cav,
      weapon: "lance",
      cloak: k.crest,
      legmetal: true,
      horse: shade(k.horse, -0.15),
    })),
  ],
  "heavy-bow-cavalry": [
    "horse",
    horseman((k) => ({ torso: k.torso.hcav, helm: k.helm.cav, weapon: "bowhold", bard: "half" })),
  ],
  "cataphract-cavalry": ["horse", cataphract],
  "super-heavy-cavalry": ["horse", (k) => cataphract({ ...k, cloth: k.crest })],
  "super-heavy-bow-cavalry": [
    "horse",
    horseman((k) => ({
      torso: "scale",
      helm: k.helm.cav,
      weapon: "bowhold",
      bard: "full",
      legmetal: true,
      trousers: false,
    })),
  ],
  camel: ["horse", (k) => camel(k, { torso: "tunic", helm: "turban", weapon: "lance", beard: true })],
  "cataphract-camel": [
    "horse",
    (k) => camel(k, { torso: "scale", helm: k.helm.cav, weapon: "kontos", beard: true, bard: "full" }),
  ],
  "barbarian-chariot": ["chariot", (k) => chariot(k, false)],
  "heavy-chariot": ["chariot", (k) => chariot(k, true)],
  elephant: ["elephant", elephant],
  "heavy-war-machine": ["engine", ballista],
  leader: ["horse", leader],
};

const BY_GROUP: Record<string, string> = {
  cavalry: "medium-cavalry",
  chariot: "heavy-chariot",
  camel: "camel",
  elephant: "elephant",
  "war-machine": "heavy-war-machine",
};

/** The kinds that have a figure of their own. */
export const KINDS: readonly string[] = Object.keys(FIGURES);

/** A kind that has a figure: the kind itself, else one of its group, else infantry. */
export const likeKind = (kind: string, group = ""): string =>
  kind in FIGURES ? kind : (BY_GROUP[group] ?? "medium-infantry");

const recipe = (kind: string): [Build, Recipe] => FIGURES[likeKind(kind)] ?? ["foot", () => ""];
export const buildOf = (kind: string): Build => recipe(kind)[0];

/** The kit that a kind wears in an army: its own, or that of allies in the ranks. */
export const kitOfKind = (kind: string, army: string): string => {
  const ally = kit(army).allies[kind];
  return ally && ally in KITS ? ally : army;
};

/** A figure of a kind in a kit, as SVG: its feet at 0,0, looking to the right. */
export const figure = (kind: string, army: string): string => dressed(kind, kit(kitOfKind(kind, army)));

/** The same in any dress. */
export const dressed = (kind: string, dress: Kit): string => recipe(kind)[1](dress);
