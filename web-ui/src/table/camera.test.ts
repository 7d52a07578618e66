import { describe, expect, it } from "vitest";
import { Camera, Grip } from "./camera.svelte";

const board = { x: 100, y: 50, width: 800, height: 500 };

function camera(): Camera {
  const one = new Camera();
  one.fit(1000, 700, board);
  return one;
}
const at = (pointerId: number, clientX: number, clientY: number) =>
  ({ pointerId, clientX, clientY }) as unknown as PointerEvent;

describe("the camera over the map", () => {
  it("keeps the point under the pointer where it is", () => {
    const one = camera();
    one.zoom(2, [300, 200]);
    const { x, y } = one.seen({ x: 300, y: 200, width: 0, height: 0 });
    expect([x, y]).toEqual([300, 200]);
    expect(one.k).toBe(2);
  });

  it("is never farther than at home, where it is not pushed aside", () => {
    const one = camera();
    one.farther();
    one.push(50, 50);
    expect([one.k, one.x, one.y]).toEqual([1, 0, 0]);
    one.zoom(100);
    expect(one.k).toBe(4);
    one.push(9999, -9999);
    const seen = one.seen(board);
    expect(seen.x).toBeCloseTo(500);
    expect(seen.y + seen.height).toBeCloseTo(350);
    one.home();
    expect(one.moved).toBe(false);
  });

  it("is pushed by one finger where it is near, and pulled by two", () => {
    const one = camera();
    const grip = new Grip(one);
    grip.down(at(1, 300, 300));
    grip.move(at(1, 340, 300));
    expect([one.x, grip.pushed]).toEqual([0, false]);
    grip.down(at(2, 440, 300));
    grip.move(at(2, 540, 300));
    expect(one.k).toBeCloseTo(2);
    expect(grip.pushed).toBe(true);
    grip.up(at(1, 0, 0));
    const before = one.x;
    grip.move(at(2, 560, 300));
    expect(one.x).toBeCloseTo(before + 20);
    grip.up(at(2, 0, 0));
    grip.down(at(3, 0, 0));
    expect(grip.pushed).toBe(false);
  });
});
