import { expect, test } from "vitest";
import { overlap } from "../../table/beside";
import { boxPath, hexPath, pointer, settle } from "./spotlight";

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const within = box(0, 0, 400, 800);

test("a slip lies beside what it speaks of, with room for the arrow", () => {
  const near = [box(180, 300, 40, 46)];
  const { form, box: slip } = settle({ sizes: [{ width: 150, height: 120 }], near, within, never: [], rather: [] });
  expect(form).toBe(0);
  expect(overlap(slip, near[0]!)).toBe(0);
  expect(pointer(slip, near[0]!)).not.toBeNull();
});

test("it takes a smaller form before it covers what may be chosen", () => {
  const never = [box(0, 60, 400, 740)];
  const sizes = [
    { width: 388, height: 200 },
    { width: 388, height: 50 },
  ];
  const { form, box: slip } = settle({ sizes, near: [never[0]!], within, never, rather: [] });
  expect(form).toBe(1);
  expect(overlap(slip, never[0]!)).toBe(0);
});

test("where there is no room at all it covers as little as it can", () => {
  const never = [box(0, 100, 400, 700)];
  const { form, box: slip } = settle({ sizes: [{ width: 400, height: 150 }], near: [], within, never, rather: [] });
  expect([form, slip.y]).toEqual([0, 0]);
});

test("an arrow leaves the slip and ends at the edge of its goal; at hand there is none", () => {
  const { line, turn } = pointer(box(0, 0, 100, 100), box(300, 300, 40, 40))!;
  expect(line.startsWith("M100 ")).toBe(true);
  expect(turn).toMatch(/^translate\(3\d\d/);
  expect(pointer(box(0, 0, 100, 100), box(104, 20, 40, 40))).toBeNull();
});

test("a lit hex has its shape on either kind of board, and the heads of who stands there", () => {
  expect(hexPath(box(0, 100, 40, 46), false, false)).toBe("M20 100L40 111.5L40 134.5L20 146L0 134.5L0 111.5Z");
  expect(hexPath(box(0, 100, 46, 40), true, false).split("L")).toHaveLength(6);
  expect(hexPath(box(0, 100, 46, 40), true, true).split("Z")).toHaveLength(3);
  expect(boxPath(box(10, 10, 20, 20), 2)).toBe("M8 8L32 8L32 32L8 32Z");
});
