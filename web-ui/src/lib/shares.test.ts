import type { Side } from "./types";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { betweenPeople, giveShares, keepShare, newShare, PATIENCE, playAgain } from "./shares";

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

const awaited = (commitment: string) => ({
  awaited: ["top", "bottom"] as Side[],
  shares: { top: { commitment, given: false } },
});

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
    const made = (await newShare())!;
    keepShare("g1", ["top"], made);
    const chance = awaited(made.digest);
    await giveShares("g1", chance, ["top"]);
    await giveShares("g1", chance, ["top"]);
    expect(given).toEqual([{ path: "/api/games/g1/share", body: { seat: "top", share: made.share } }]);
  });
  it("is let go where no device has it, and not before another one could have given it", async () => {
    vi.useFakeTimers();
    const going = giveShares("g2", awaited("bb"), ["top"]);
    await vi.advanceTimersByTimeAsync(PATIENCE - 1);
    expect(given).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await going;
    vi.useRealTimers();
    expect(given).toEqual([{ path: "/api/games/g2/share", body: { seat: "top", share: null } }]);
  });
  it("is not given by the device that came second to a rematch: its seat was committed to another", async () => {
    vi.stubGlobal("fetch", (path: string, sent: RequestInit) => {
      if (path.endsWith("/rematch"))
        return Promise.resolve(new Response('{"game": "g4", "tokens": {"top": "t"}, "invites": {}}'));
      given.push({ path, body: JSON.parse(String(sent.body)) });
      return Promise.resolve(new Response("{}"));
    });
    await playAgain("g3");
    vi.stubGlobal("setTimeout", queueMicrotask);
    await giveShares("g4", awaited("cc"), ["top"]);
    expect(given).toEqual([{ path: "/api/games/g4/share", body: { seat: "top", share: null } }]);
  });
  it("belongs to tables with a friend", () => {
    expect(betweenPeople({ top: "friend" })).toBe(true);
    expect(betweenPeople({ top: "greedy", bottom: "person" })).toBe(false);
  });
});
