import { describe, expect, it } from "vitest";
import { gap, overlap, placeBeside } from "./beside";

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const within = box(0, 0, 800, 600);
const near = box(400, 300, 60, 60);

describe("a slip beside what it speaks of", () => {
  it("lies near it and does not cover it", () => {
    const place = placeBeside({ size: { width: 200, height: 150 }, near, within, never: [near], rather: [] })!;
    expect(overlap(place, near)).toBe(0);
    expect(gap(place, near)).toBeLessThan(25);
  });

  it("covers nothing that must be seen, and rather nothing else", () => {
    const lit = [box(470, 250, 60, 160), box(330, 250, 60, 160), box(350, 370, 200, 40)];
    const units = [box(380, 140, 100, 100)];
    const place = placeBeside({
      size: { width: 120, height: 80 },
      near,
      within,
      never: [near, ...lit],
      rather: units,
    })!;
    expect(Math.max(...[near, ...lit].map((one) => overlap(place, one)))).toBe(0);
    expect(overlap(place, units[0]!)).toBeLessThan(2000);
  });

  it("says where there is no place", () => {
    expect(placeBeside({ size: { width: 500, height: 500 }, near, within, never: [near], rather: [] })).toBeNull();
  });
});
