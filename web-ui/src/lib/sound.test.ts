import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chance, Kit, level, RECIPES, SOUNDS } from "./recipes";
import { settings } from "./settings.svelte";
import { Sounds, type Audio } from "./sound";

/** What was built in a fake audio context: nodes by their kinds, and when they sound. */
class Graph {
  nodes: string[] = [];
  starts: [number, number][] = []; // from, to
  joined = 0;
  state = "running";
  currentTime = 0;
  sampleRate = 24_000;
  destination = this.node("destination");
  resume = vi.fn(() => {
    this.state = "running";
    return Promise.resolve();
  });
  suspend = vi.fn(() => {
    this.state = "suspended";
    return Promise.resolve();
  });
  played: { onended: (() => void) | null }[] = [];

  param() {
    return { value: 0, setValueAtTime: this.at, exponentialRampToValueAtTime: this.at };
  }
  private readonly at = (value: number, when: number): void => {
    if (!(value > 0) || !(when >= 0)) throw new RangeError("a ramp goes from above nothing to above nothing");
  };
  node(kind: string) {
    this.nodes?.push(kind);
    const span: [number, number] = [0, 0];
    const made = {
      kind,
      type: "",
      buffer: null,
      loop: false,
      onended: null as (() => void) | null,
      frequency: this.param(),
      gain: this.param(),
      Q: this.param(),
      connect: () => void this.joined++,
      disconnect: () => undefined,
      start: (when: number) => {
        span[0] = when;
        this.starts.push(span);
        this.played.push(made);
      },
      stop: (when: number) => void (span[1] = when),
    };
    return made;
  }
  createOscillator = () => this.node("oscillator");
  createGain = () => this.node("gain");
  createBiquadFilter = () => this.node("filter");
  createBufferSource = () => this.node("source");
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  startRendering = () => Promise.resolve({ getChannelData: () => new Float32Array([0.1, -0.4, 0.2]) });
}

const cast = <T>(graph: Graph): T => graph as unknown as T;
let graphs: Graph[] = [];
let offline: Graph[] = [];
const audio: Audio = {
  context: () => {
    graphs.push(new Graph());
    return cast(graphs.at(-1)!);
  },
  offline: () => {
    offline.push(new Graph());
    return cast(offline.at(-1)!);
  },
};
const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  graphs = [];
  offline = [];
  settings.set({ sound: 50, vibrate: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a recipe", () => {
  for (const sound of SOUNDS)
    it(`of ${sound} makes voices that end within its length, and goes through a volume`, () => {
      const graph = new Graph();
      RECIPES[sound].make(new Kit(cast(graph), graph.destination as unknown as AudioNode), 3);
      expect(graph.starts.length).toBeGreaterThan(0);
      expect(graph.nodes).toContain("gain");
      for (const [from, to] of graph.starts) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(RECIPES[sound].length);
      }
      expect(RECIPES[sound].length).toBeLessThanOrEqual(1.2);
      expect(RECIPES[sound].peak).toBeLessThanOrEqual(0.7);
    });

  it("of dice clicks for each of them", () => {
    const voices = [1, 2, 5].map((dice) => {
      const graph = new Graph();
      RECIPES.dice.make(new Kit(cast(graph), graph.destination as unknown as AudioNode), dice);
      return graph.starts.length;
    });
    expect(voices[1]).toBe(2 * voices[0]!);
    expect(voices[2]).toBe(5 * voices[0]!);
  });

  it("is the same at every table", () => {
    expect([chance(7)(), chance(7)()]).toEqual([chance(7)(), chance(7)()]);
  });

  it("is as loud as it says", () => {
    const samples = new Float32Array([0.1, -0.4, 0.2]);
    level(samples, 0.6);
    expect(Math.max(...samples.map(Math.abs))).toBeCloseTo(0.6);
  });
});

describe("sounds", () => {
  const beat = { sound: "hit", count: 1, own: false } as const;

  it("are silent until somebody touches the page", async () => {
    const sounds = new Sounds(audio);
    sounds.hear(beat);
    await settle();
    expect(graphs).toHaveLength(0);
    sounds.wake();
    sounds.hear(beat);
    await settle();
    expect(graphs[0]!.starts).toHaveLength(1);
  });

  it("never begin where the slider is at 0, and follow it", async () => {
    settings.set({ sound: 0 });
    const sounds = new Sounds(audio);
    sounds.wake();
    sounds.hear(beat);
    await settle();
    expect(graphs).toHaveLength(0);
    settings.set({ sound: 100 });
    sounds.wake();
    sounds.hear(beat);
    await settle();
    expect(graphs[0]!.starts).toHaveLength(1);
    settings.set({ sound: 0 });
    sounds.hear(beat);
    await settle();
    expect(graphs[0]!.starts).toHaveLength(1);
  });

  it("are made once each and played again and again", async () => {
    const sounds = new Sounds(audio);
    sounds.wake();
    for (let n = 0; n < 5; n++) {
      graphs[0]!.currentTime = n;
      sounds.hear(beat);
      await settle();
      graphs[0]!.played.at(-1)!.onended?.();
    }
    expect(offline).toHaveLength(1);
    expect(graphs[0]!.starts).toHaveLength(5);
  });

  it("that come at once follow one another, and no more than can be told apart", async () => {
    const sounds = new Sounds(audio);
    sounds.wake();
    for (let n = 0; n < 40; n++) sounds.hear(beat);
    await settle();
    const from = graphs[0]!.starts.map(([at]) => at);
    expect(from.length).toBeLessThanOrEqual(6);
    expect(new Set(from).size).toBe(from.length);
  });

  it("rest when nothing is heard for a while", async () => {
    const sounds = new Sounds(audio);
    sounds.wake();
    sounds.hear(beat);
    await settle();
    graphs[0]!.played.at(-1)!.onended?.();
    vi.advanceTimersByTime(10_000);
    expect(graphs[0]!.suspend).toHaveBeenCalled();
    sounds.hear(beat);
    expect(graphs[0]!.resume).toHaveBeenCalled();
  });

  it("do no harm on a machine without sound", async () => {
    const sounds = new Sounds({
      ...audio,
      context: () => {
        throw new Error("no device");
      },
    });
    sounds.wake();
    sounds.hear(beat);
    await settle();
    expect(graphs).toHaveLength(0);
  });
});

describe("a hit", () => {
  const held = (still: boolean, finger = true): ReturnType<typeof vi.fn> => {
    const vibrate = vi.fn();
    vi.stubGlobal("navigator", { vibrate });
    vi.stubGlobal("matchMedia", (query: string) => ({
      matches: query.includes("coarse") ? finger : query.includes("reduced-motion") ? still : false,
    }));
    return vibrate;
  };
  const strike = (): void => new Sounds(audio).hear({ sound: "hit", count: 1, own: false });

  it("is felt in the hand, and nothing else is", () => {
    const vibrate = held(false);
    strike();
    new Sounds(audio).hear({ sound: "march", count: 1, own: false });
    expect(vibrate).toHaveBeenCalledTimes(1);
  });
  it("is not felt where motion is reduced, at a mouse, or where that is not wished", () => {
    const still = held(true);
    strike();
    expect(still).not.toHaveBeenCalled();
    const mouse = held(false, false);
    strike();
    expect(mouse).not.toHaveBeenCalled();
    const unwished = held(false);
    settings.set({ vibrate: false });
    strike();
    expect(unwished).not.toHaveBeenCalled();
  });
});
