import { expect, test } from "vitest";
import type { Kind } from "../lib/types";
import { chartOf } from "./unitchart";

const kind = (key: string, symbol: Kind["symbol"]) => ({ key, symbol }) as Kind;

test("every kind stands once, under its class", () => {
  const kinds = { a: kind("a", "red"), b: kind("b", "green"), c: kind("c", "red") };
  const chart = chartOf({ kinds });
  expect(chart.map((one) => one.symbol)).toEqual(["green", "red"]);
  expect(chart.flatMap((one) => one.kinds.map((k) => k.key))).toEqual(["b", "a", "c"]);
});
