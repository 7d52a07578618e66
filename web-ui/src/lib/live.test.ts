import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Live, joined, uuid, type Wire } from "./live.svelte";
import type { Command, FromServer, Happening, ToServer, View } from "./types";

class Cord implements Wire {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  said: ToServer[] = [];
  send(text: string): void {
    this.said.push(JSON.parse(text) as ToServer);
  }
  close(): void {}
  hear(what: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(what) } as MessageEvent);
  }
  commands(): Command[] {
    return this.said.flatMap((one) => (one.t === "command" ? [one.command] : []));
  }
}

const entry = (no: number): Happening => ({ no, words: `entry ${no}`, kind: "stands" }) as Happening;
const view = (version: number, from: number, count: number): View =>
  ({
    version,
    log_from: from,
    spoken: [],
    log: Array.from({ length: count }, (_, n) => entry(from + n)),
    eyes: "top",
    yours: ["top"],
  }) as unknown as View;

let cords: Cord[] = [];
const made = (): Live => {
  const live = new Live(
    "g",
    () => ["secret"],
    () => {
      const cord = new Cord();
      cords.push(cord);
      return cord;
    },
  );
  live.start("top");
  return live;
};

beforeEach(() => {
  vi.useFakeTimers();
  cords = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe("joined", () => {
  it("appends, replaces after an undo, and finds a gap", () => {
    const kept = [entry(0), entry(1), entry(2)];
    expect(joined(kept, 3, [entry(3)])).toHaveLength(4);
    expect(joined(kept, 1, [])).toHaveLength(1);
    expect(joined(kept, 3, [])).toBe(kept);
    expect(joined(kept, 5, [])).toBeNull();
  });
});

describe("the line", () => {
  it("says hello and tells what is new", () => {
    const live = made();
    const news: (number | null)[] = [];
    live.onview = (_, fresh) => news.push(fresh && fresh.length);
    const cord = cords[0]!;
    cord.onopen?.({} as Event);
    expect(cord.said[0]).toEqual({
      t: "hello",
      protocol: 6,
      tokens: ["secret"],
      key: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      eyes: "top",
      log_from: 0,
    });
    cord.hear({ t: "view", now: 0, view: view(1, 0, 3) });
    cord.hear({ t: "view", now: 0, view: view(2, 3, 2) });
    cord.hear({ t: "view", now: 0, view: view(3, 2, 0) });
    cord.hear({ t: "view", now: 0, view: view(3, 0, 2) }); // other eyes: the whole log again
    const other = view(4, 0, 3);
    other.log[1]!.kind = "evades";
    cord.hear({ t: "view", now: 0, view: other });
    expect(news).toEqual([null, 2, null, 0, null]);
    expect(live.log).toHaveLength(3);
    live.stop();
  });

  it("sends one command at a time, and the same one again after the line broke", () => {
    const live = made();
    cords[0]!.onopen?.({} as Event);
    cords[0]!.hear({ t: "view", now: 0, view: view(1, 0, 0) });
    expect(live.send({ do: "roll" }, "top")).toBe(true);
    expect(live.send({ do: "undo" }, "top")).toBe(false);
    cords[0]!.onclose?.({} as CloseEvent);
    expect(live.state).toBe("lost");
    vi.advanceTimersByTime(500);
    const second = cords[1]!;
    second.onopen?.({} as Event);
    second.hear({ t: "view", now: 0, view: view(1, 0, 0) });
    expect(second.commands()).toEqual(cords[0]!.commands());
    second.hear({ t: "accepted", id: second.commands()[0]!.id, version: 2 });
    expect(live.busy).toBe(true); // the view is still to come
    second.hear({ t: "view", now: 0, view: view(2, 0, 1) });
    expect(live.busy).toBe(false);
    live.stop();
  });

  it("shows a refusal, but only waits where the view was old", () => {
    const live = made();
    const cord = cords[0]!;
    cord.onopen?.({} as Event);
    cord.hear({ t: "view", now: 0, view: view(1, 0, 0) });
    live.send({ do: "roll" }, "top");
    cord.hear({ t: "refused", id: cord.commands()[0]!.id, code: "stale_version", message: "old", rules: [] });
    expect(live.refusal).toBeNull();
    live.send({ do: "roll" }, "top");
    cord.hear({ t: "refused", id: cord.commands()[1]!.id, code: "illegal", message: "No.", rules: ["X-1"] });
    expect(live.refusal?.message).toBe("No.");
    expect(live.busy).toBe(false);
    live.stop();
  });

  it("stays away after a goodbye, and comes back after silence", () => {
    const live = made();
    cords[0]!.onopen?.({} as Event);
    cords[0]!.hear({ t: "view", now: 0, view: view(1, 0, 0) });
    vi.advanceTimersByTime(9_000); // no pong
    expect(live.state).toBe("lost");
    vi.advanceTimersByTime(1_000);
    cords[1]!.hear({ t: "bye", code: "moved", message: "The table was set up anew." });
    vi.advanceTimersByTime(4_000);
    expect(cords).toHaveLength(3);
    cords[2]!.hear({ t: "bye", code: "wrong_link", message: "No such game." });
    expect(live.state).toBe("closed");
    vi.advanceTimersByTime(60_000);
    expect(cords).toHaveLength(3);
  });
});

it("misses a server that fell silent within ten seconds, also one that never says anything", () => {
  const live = made();
  cords[0]!.onopen?.({} as Event);
  cords[0]!.hear({ t: "view", now: 0, view: view(1, 0, 0) });
  for (let n = 0; n < 4; n++) {
    cords[0]!.hear({ t: "pong" });
    vi.advanceTimersByTime(5_000); // the next ping
    expect(live.state).toBe("live");
  }
  vi.advanceTimersByTime(5_000);
  expect(live.state).toBe("lost");
  vi.advanceTimersByTime(1_000); // it dials, and nobody answers
  expect(cords).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  expect(cords.length).toBeGreaterThan(2);
  live.stop();
});

describe("a herd", () => {
  const HERD = 200;
  /** The moments at which each of many lines dials again that have all lost the server in one moment. */
  const dials = (within: number): number[][] => {
    let seed = 7;
    vi.spyOn(Math, "random").mockImplementation(() => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647);
    const begun = Date.now();
    const at: number[][] = [];
    const lines = Array.from({ length: HERD }, (_, n) => {
      let dialled = 0;
      const moments: number[] = (at[n] = []);
      const live = new Live(
        "g",
        () => [],
        () => {
          if (dialled++) {
            moments.push(Date.now() - begun);
            throw new Error("nobody is there");
          }
          const cord = new Cord();
          cords.push(cord);
          return cord;
        },
      );
      live.start(null);
      return live;
    });
    for (const cord of cords) cord.hear({ t: "view", now: 0, view: view(1, 0, 0) });
    for (const cord of cords) cord.onclose?.({} as CloseEvent);
    vi.advanceTimersByTime(within);
    for (const live of lines) live.stop();
    vi.restoreAllMocks();
    return at;
  };

  it("does not come back in step", () => {
    const at = dials(60_000);
    for (const tries of [0, 1, 2, 5]) {
      const moments = at.map((one) => one[tries]!).sort((a, b) => a - b);
      const spread = moments.at(-1)! - moments[0]!;
      const most = Math.max(
        ...moments.map((one, n) => moments.filter((other, m) => m >= n && other < one + 50).length),
      );
      expect(spread).toBeGreaterThan(300);
      expect(most).toBeLessThan(HERD / 5); // within any 50 ms
    }
  });

  it("asks ever more seldom, and each again within five seconds however long the server is away", () => {
    const at = dials(300_000);
    for (const one of at) {
      expect(one.length).toBeLessThan(200);
      const waits = one.map((moment, n) => moment - (one[n - 1] ?? 0));
      expect(Math.max(...waits)).toBeLessThan(5_000);
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(50);
    }
    const late = at.flatMap((one) => one.filter((moment) => moment > 60_000)).length / HERD;
    expect(late).toBeLessThan(140); // in four minutes: every 2 s
  });
});

it("makes UUIDs of version 4", () => {
  expect(uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

describe("standing answers", () => {
  it("are kept with the lines of the log, and put anew where the log is", () => {
    const live = made();
    cords[0]!.onopen?.(new Event("open"));
    const said = (line: number) => ({ line, words: `answer ${line}` });
    cords[0]!.hear({ t: "view", now: 0, view: { ...view(1, 0, 2), spoken: [said(1), said(2)] } });
    cords[0]!.hear({ t: "view", now: 0, view: { ...view(2, 2, 2), spoken: [said(2), said(4)] } });
    expect(live.spoken.map((one) => one.line)).toEqual([1, 2, 4]);
    cords[0]!.hear({ t: "view", now: 0, view: { ...view(3, 1, 1), spoken: [] } });
    expect(live.spoken).toEqual([]);
  });
});
