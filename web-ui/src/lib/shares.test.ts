import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { betweenPeople, giveShares, keepShare, newShare } from "./shares";

const given: { path: string; body: unknown }[] = [];

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  given.length = 0;
  vi.stubGlobal("fetch", (path: string, sent: RequestInit) => {
    given.push({ path, body: JSON.parse(String(sent.body)) });
    return Promise.resolve(new Response("{}"));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("a share of the dice", () => {
  it("is told by the SHA-256 of its 32 bytes", async () => {
    const { subtle } = crypto;
    vi.stubGlobal("crypto", { subtle, getRandomValues: (bytes: Uint8Array) => bytes });
    expect(await newShare()).toEqual({
      share: "00".repeat(32),
      digest: "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
    });
  });
  it("is none where the page is not secure", async () => {
    vi.stubGlobal("crypto", {});
    expect(await newShare()).toBeNull();
  });
  it("is given once for the own seat that it is awaited of", async () => {
    keepShare("g1", ["top"], { share: "aa", digest: "" });
    await giveShares("g1", ["top", "bottom"], ["top"]);
    await giveShares("g1", ["top", "bottom"], ["top"]);
    expect(given).toEqual([{ path: "/api/games/g1/share", body: { seat: "top", share: "aa" } }]);
  });
  it("is let go where this browser does not have it", async () => {
    await giveShares("g2", ["top"], ["top"]);
    expect(given).toEqual([{ path: "/api/games/g2/share", body: { seat: "top", share: null } }]);
  });
  it("belongs to tables with a friend", () => {
    expect(betweenPeople({ top: "friend" })).toBe(true);
    expect(betweenPeople({ top: "greedy", bottom: "person" })).toBe(false);
  });
});
