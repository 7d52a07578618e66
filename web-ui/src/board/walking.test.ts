import { describe, expect, it } from "vitest";
import { stepsOf, strideOf } from "./walking";

describe("strideOf", () => {
  it("goes over the middle of every hex, on the ground there, and hops between", () => {
    const frames = strideOf(
      [
        [0, 0],
        [40, 60],
        [80, 60],
      ],
      "march",
    );
    expect(frames).toHaveLength(9);
    expect(frames[0]).toEqual({ transform: "translate(0px,0px)", translate: "0 0" });
    expect(frames[1]).toEqual({ transform: "translate(10px,15px)", translate: "0 -1.5px" });
    expect(frames[4]).toEqual({ transform: "translate(40px,60px)", translate: "0 0" });
    expect(frames.at(-1)).toEqual({ transform: "translate(80px,60px)", translate: "0 0" });
  });
});

describe("stepsOf", () => {
  const way: [number, number][] = [
    [0, 0],
    [40, 60],
  ];

  it("brings a figure to where its unit stands already", () => {
    const frames = stepsOf(way, "march");
    expect(frames[0]).toEqual({ transform: "translate(-40px,-60px)" });
    expect(frames[1]).toEqual({ transform: "translate(-30px,-46.5px)" });
    expect(frames.at(-1)).toEqual({ transform: "translate(0px,0px)" });
  });

  it("turns round who flees", () => {
    expect(stepsOf(way, "flee").every((frame) => String(frame.transform).endsWith("scaleX(-1)"))).toBe(true);
  });
});
