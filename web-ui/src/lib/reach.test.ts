import { afterEach, describe, expect, it, vi } from "vitest";
import { at, isLoopback, wayTo } from "./reach";

const says = (answer: unknown): void =>
  void vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(answer), { status: 200 }))),
  );
afterEach(() => vi.unstubAllGlobals());

describe("the way to this server", () => {
  it("knows the names of the machine itself", () => {
    expect(["localhost", "127.0.0.1", "127.9.9.9", "[::1]"].every(isLoopback)).toBe(true);
    expect(["games.example", "192.0.2.7", "127.example", "localhost.example"].some(isLoopback)).toBe(false);
  });

  it("is the page's own address where that is good elsewhere, and nobody is asked", async () => {
    says({});
    expect(await wayTo(new URL("https://games.example/"))).toEqual({ origins: ["https://games.example"], shut: false });
    expect(fetch).not.toHaveBeenCalled();
  });

  it("is that of the machine in its network, where the server listens there", async () => {
    says({ here: true, open: true, addresses: ["http://192.0.2.7:8000/"] });
    expect(await wayTo(new URL("http://127.0.0.1:8000/"))).toEqual({ origins: ["http://192.0.2.7:8000"], shut: false });
  });

  it("is none where it listens to this machine only", async () => {
    says({ here: true, open: false, addresses: [] });
    expect(await wayTo(new URL("http://localhost:8000/"))).toEqual({ origins: ["http://localhost:8000"], shut: true });
  });

  it("leads a link to another origin with all that is in it", () => {
    expect(at("http://192.0.2.7:8000", "http://127.0.0.1:8000/table/1?a=b#invite=x")).toBe(
      "http://192.0.2.7:8000/table/1?a=b#invite=x",
    );
  });
});
