import { beforeEach, expect, test, vi } from "vitest";
import { keep } from "../../lib/seats";
import { ago, heldSeats, noteOffer, ownOffers, PACES } from "./lobby";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

test("this browser knows what it offers, the latest twenty", () => {
  for (let n = 0; n < 30; n++) noteOffer(`o${n}`, `g${n}`);
  expect(Object.keys(ownOffers())).toHaveLength(20);
  expect(ownOffers()["o29"]).toBe("g29");
});

test("the server is asked about the seats of this browser, not about too many", () => {
  for (let n = 0; n < 70; n++) keep(`g${n}`, { tokens: { top: `t${n}` } });
  const { seats } = heldSeats();
  expect(seats).toHaveLength(60);
  expect(seats?.every((one) => one.tokens?.length === 1)).toBe(true);
});

test("how long ago something was is told in short", () => {
  expect([5, 300, 7300, 200_000].map(ago)).toEqual(["just now", "5 min ago", "2 h ago", "2 d ago"]);
});

test("every pace of the form is one that the server knows", () => {
  for (const { pace } of PACES) expect(pace).toMatch(/^$|^\d{1,3}\+\d{1,3}$|^\d{1,2}d\+\d{1,2}d$/);
});
