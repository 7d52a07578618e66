import { expect, test, vi } from "vitest";

vi.mock("./pages/LostPage.svelte", () => ({ default: "lost" }));
vi.mock("./pages/StartPage.svelte", () => ({ default: "start" }));
vi.mock("./pages/people/YouPage.svelte", () => ({ default: "you" }));
vi.mock("./table/TablePage.svelte", () => ({ default: "table" }));
const { wayTo, wordsOf } = await import("./routes");

test("the start and the table are there at once, and what is nowhere is said to be", () => {
  expect(wayTo("/").load()).toBe("start");
  expect(wayTo("/table/g%201")).toMatchObject({ props: { game: "g 1" }, key: "table/g 1" });
  expect(wayTo("/table/g").load()).toBe("table");
  expect(wayTo("/you").load(), "a secret in its address must go at once").toBe("you");
  for (const path of ["/table", "/nowhere", "/battles", "/match", "/constructor", "/__proto__/x", "/%E0%A4"])
    expect(wayTo(path).load(), path).toBe("lost");
});

test("a page that is another for each word is made anew, the rules stay", () => {
  expect(wayTo("/tournaments/a").key).not.toBe(wayTo("/tournaments/b").key);
  expect(wayTo("/tournaments").key).not.toBe(wayTo("/tournaments/a").key);
  expect(wayTo("/rules/RT-25")).toMatchObject({ props: { id: "RT-25" }, key: wayTo("/rules").key });
  expect(wayTo("/editor").props).toEqual({ id: "" });
  expect(wayTo("/you/notices").key).not.toBe(wayTo("/you").key);
  expect(wayTo("/learn/first-battle").props).toEqual({});
  expect(wayTo("/learn/evade").props).toEqual({ id: "evade" });
});

test("what cannot be read is no path of ours", () => {
  expect(wordsOf("/%E0%A4")).toEqual(["not", "found"]);
});
