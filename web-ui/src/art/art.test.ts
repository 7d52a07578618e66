import { describe, expect, it } from "vitest";
import { figure, KINDS, kitOfKind, likeKind } from "./figures";
import { LANDMARKS } from "./ground/landmarks";
import { kitOf, KITS } from "./kits";
import { ornament } from "./cards";
import { standing } from "./pieces";
import { cast, ranks, vignette } from "./vignette";

const FILES = import.meta.glob<string>("../../../src/hexillum/data/**/*.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});
const data = (file: string): string => FILES[`../../../src/hexillum/data/${file}`] ?? "";

describe("kits", () => {
  it("are those that battles may name", () => {
    const table = data("kits.toml").split("[kit]")[1]!;
    const known = [...table.matchAll(/^([a-z-]+) = "(.*)"$/gm)].map(([, key, name]) => [key, name]);
    expect(Object.entries(KITS).map(([key, kit]) => [key, kit.name])).toEqual(known);
  });
  it("have allies that are kits, and differ in cloth, shield or device from one another", () => {
    for (const kit of Object.values(KITS))
      for (const [kind, ally] of Object.entries(kit.allies)) expect([kind in LIKE, ally in KITS]).toEqual([true, true]);
    const looks = Object.values(KITS).map((kit) => [kit.cloth, kit.field, kit.device].join());
    expect(new Set(looks).size).toBe(looks.length);
  });
  it("fall back on the usual one of the side", () => {
    expect(kitOf({ edition: "medieval" }, "top")).toBe("sassanid");
    expect(kitOf({ edition: "ancients", kits: { top: "hun", bottom: "gothic" } }, "bottom")).toBe("gothic");
  });
});

const LIKE = Object.fromEntries(KINDS.map((kind) => [kind, true]));

describe("figures", () => {
  it.each(["ancients", "medieval"])("stand for every kind of %s", (edition) => {
    const kinds = [...data(`${edition}/kinds.toml`).matchAll(/^\[kind\.([a-z-]+)\]$/gm)].map(([, kind]) => kind!);
    expect(kinds.length).toBeGreaterThan(10);
    for (const kind of kinds) expect(likeKind(kind)).toBe(kind);
  });
  it("are drawn whole in every kit", () => {
    for (const kind of KINDS)
      for (const kit of Object.keys(KITS)) {
        const drawn = figure(kind, kit);
        expect(drawn.length, `${kind} ${kit}`).toBeGreaterThan(900);
        expect(drawn, `${kind} ${kit}`).not.toMatch(/undefined|NaN|\[object/);
        expect(drawn.split("<g").length).toBe(drawn.split("</g>").length);
      }
  });
  it("lend warriors of Carthage the looks of Gauls", () => {
    expect(kitOfKind("warrior", "punic")).toBe("gallic");
    expect(kitOfKind("heavy-infantry", "punic")).toBe("punic");
  });
  it("stand one for each block, and the front rank falls first", () => {
    const ranks = standing("heavy-infantry", 2, 4, false);
    expect(ranks.map((one) => one.stands)).toEqual([true, true, false, false]);
    expect(Math.max(ranks[0]!.y, ranks[1]!.y)).toBeLessThan(Math.min(ranks[2]!.y, ranks[3]!.y));
    for (const [kind, full] of [
      ["elephant", 2],
      ["medium-cavalry", 3],
      ["heavy-chariot", 2],
    ] as const)
      // prettier-ignore
      for (let blocks = 1; blocks <= full; blocks++)
        expect(standing(kind, blocks, full, true).filter((one) => one.stands)).toHaveLength(blocks);
  });

  it("closes its ranks: who still stands steps up to where others fell", () => {
    const whole = standing("heavy-infantry", 4, 4, false);
    expect(whole.every((one) => one.dx === 0 && one.dy === 0)).toBe(true);
    const [rear, , front] = standing("heavy-infantry", 2, 4, false);
    expect(rear!.dy).toBeGreaterThan(1);
    expect(rear!.y + rear!.dy).toBeLessThan(front!.y);
    const [left, right] = [standing("auxilia", 3, 4, false), standing("auxilia", 3, 4, true)];
    expect(left[0]!.dx).toBeGreaterThan(0);
    expect(right[0]!.dx).toBeCloseTo(-left[0]!.dx);
  });
});

describe("ornaments and vignettes", () => {
  it("has one for every card of both editions, and each is whole", () => {
    for (const edition of ["ancients", "medieval"]) {
      const cards = [...data(`${edition}/cards.toml`).matchAll(/^\[card\.([a-z-]+)\]$/gm)].map(([, key]) => key!);
      expect(cards.length).toBeGreaterThan(20);
      for (const key of cards) {
        const drawn = ornament(
          { face: key, sections: /left|center|right|flank|coord/.test(key) ? { left: 2 } : {} },
          "hun",
        );
        expect(drawn, key).toMatch(/translate/);
        expect(drawn, key).not.toMatch(/undefined|NaN/);
      }
    }
  });
  it("leaves nobody out of a vignette, nor cuts him off at its edge", () => {
    for (const kinds of [
      ["elephant", "heavy-chariot", "heavy-cavalry", "medium-cavalry"],
      ["heavy-chariot", "light-cavalry", "medium-infantry", "auxilia"],
      ["light-infantry"],
    ]) {
      const found = ranks(kinds);
      expect(new Set(found.map((one) => one.kind))).toEqual(new Set(kinds));
      for (const { x } of found) expect(x).toBeLessThan(140);
      expect(Math.min(...found.map((one) => one.x))).toBeGreaterThan(22);
    }
  });
  it("shows beasts and chariots first, then what there is most of", () => {
    const unit = (kind: string) => ({ side: "top" as const, kind });
    expect(cast(["auxilia", "auxilia", "auxilia", "elephant", "light-bow"].map(unit), "top", 2)).toEqual([
      "elephant",
      "auxilia",
    ]);
  });
  it("draws the ground that a battle has", () => {
    const small = (terrain: Record<string, string>) =>
      vignette({ id: "x", edition: "ancients", terrain, units: [{ side: "top", kind: "elephant" }] });
    expect(small({ E5: "river" })).not.toBe(small({}));
  });
});

it("knows landmarks of battles that are there", () => {
  for (const id of Object.keys(LANDMARKS)) expect(data(`scenarios/${id}.toml`), id).not.toBe("");
});
