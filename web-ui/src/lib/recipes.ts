// How the sounds of a table are made: each from a few oscillators and some noise, so that no file is needed.

/** What is heard: the names of the director's scenes. */
export type Sound =
  "card" | "order" | "march" | "hooves" | "dice" | "hit" | "clash" | "bow" | "elephant" | "banner" | "retreat";

/** Of a sound: how long it lasts in seconds, how loud its loudest moment is, and who makes it. */
export interface Recipe {
  length: number;
  peak: number;
  make: (kit: Kit, count: number) => void;
}

export const SOUNDS: readonly Sound[] = [
  "card",
  "order",
  "march",
  "hooves",
  "dice",
  "hit",
  "clash",
  "bow",
  "elephant",
  "banner",
  "retreat",
];
export const DICE_MOST = 8; // clicks for more dice are not told apart

interface Tone {
  at: number;
  length: number;
  from: number; // hertz
  to?: number;
  gain: number;
  type?: OscillatorType;
  attack?: number;
  through?: [BiquadFilterType, number, number];
  tremble?: number; // hertz up and down, six times a second
}
interface Hiss {
  at: number;
  length: number;
  gain: number;
  filter: BiquadFilterType;
  from: number;
  to?: number;
  sharp?: number;
  attack?: number;
}

/** Always the same numbers from 0 to 1, so that a sound is the same at every table. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The tools of a recipe in one audio context. */
export class Kit {
  private readonly noise: AudioBuffer;

  constructor(
    private readonly context: BaseAudioContext,
    private readonly out: AudioNode,
  ) {
    const rate = context.sampleRate;
    this.noise = context.createBuffer(1, rate, rate);
    const samples = this.noise.getChannelData(0);
    const next = chance(7);
    for (let n = 0; n < samples.length; n++) samples[n] = 2 * next() - 1;
  }

  /** A voice that falls or rises, and dies away. */
  tone({ at, length, from, to = from, gain, type = "sine", attack = 0.004, through, tremble = 0 }: Tone): void {
    const voice = this.context.createOscillator();
    voice.type = type;
    voice.frequency.setValueAtTime(from, at);
    voice.frequency.exponentialRampToValueAtTime(to, at + length);
    if (tremble) {
      const slow = this.context.createOscillator();
      const depth = this.context.createGain();
      slow.frequency.value = 6;
      depth.gain.value = tremble;
      slow.connect(depth);
      depth.connect(voice.frequency);
      slow.start(at);
      slow.stop(at + length);
    }
    let last: AudioNode = voice;
    if (through) last = this.filtered(voice, through[0], through[1], through[2]);
    this.fade(last, at, length, gain, attack);
    voice.start(at);
    voice.stop(at + length);
  }

  /** Noise through a filter: paper, dust, wood or wind. */
  hiss({ at, length, gain, filter, from, to = from, sharp = 1, attack = 0.002 }: Hiss): void {
    const source = this.context.createBufferSource();
    source.buffer = this.noise;
    source.loop = true;
    const through = this.filtered(source, filter, from, sharp);
    through.frequency.setValueAtTime(from, at);
    through.frequency.exponentialRampToValueAtTime(to, at + length);
    this.fade(through, at, length, gain, attack);
    source.start(at, (at * 7) % 0.5);
    source.stop(at + length);
  }

  private filtered(from: AudioNode, type: BiquadFilterType, hertz: number, sharp: number): BiquadFilterNode {
    const filter = this.context.createBiquadFilter();
    filter.type = type;
    filter.frequency.value = hertz;
    filter.Q.value = sharp;
    from.connect(filter);
    return filter;
  }

  private fade(from: AudioNode, at: number, length: number, gain: number, attack: number): void {
    const envelope = this.context.createGain();
    envelope.gain.setValueAtTime(0.0001, at);
    envelope.gain.exponentialRampToValueAtTime(gain, at + attack);
    envelope.gain.exponentialRampToValueAtTime(0.0001, at + length);
    from.connect(envelope);
    envelope.connect(this.out);
  }
}

/** A knock on wood. */
const knock = (kit: Kit, at: number, gain: number, hertz: number): void => {
  kit.hiss({ at, length: 0.035, gain, filter: "bandpass", from: hertz, sharp: 7 });
  kit.tone({ at, length: 0.03, from: hertz * 0.6, to: hertz * 0.4, gain: gain * 0.4 });
};
const step = (kit: Kit, at: number, gain: number): void => {
  kit.hiss({ at, length: 0.09, gain, filter: "bandpass", from: 320, to: 180, sharp: 0.8 });
  kit.tone({ at, length: 0.07, from: 95, to: 60, gain: gain * 0.7 });
};

export const RECIPES: Record<Sound, Recipe> = {
  card: {
    length: 0.26,
    peak: 0.35,
    make: (kit) => {
      kit.hiss({ at: 0, length: 0.12, gain: 0.3, filter: "highpass", from: 2600, to: 5200, attack: 0.03 });
      kit.hiss({ at: 0.11, length: 0.13, gain: 0.5, filter: "bandpass", from: 1800, to: 900, attack: 0.01 });
    },
  },
  order: {
    length: 0.3,
    peak: 0.6,
    make: (kit) => {
      kit.tone({ at: 0, length: 0.28, from: 150, to: 52, gain: 0.9 });
      kit.hiss({ at: 0, length: 0.05, gain: 0.3, filter: "lowpass", from: 900 });
    },
  },
  march: {
    length: 0.62,
    peak: 0.4,
    make: (kit) => [0, 0.16, 0.32, 0.48].forEach((at, n) => step(kit, at, n % 2 ? 0.4 : 0.55)),
  },
  hooves: {
    length: 0.6,
    peak: 0.45,
    make: (kit) =>
      [0, 0.07, 0.15, 0.3, 0.37, 0.45].forEach((at, n) => {
        knock(kit, at, n % 3 === 2 ? 0.6 : 0.4, n % 3 === 0 ? 620 : 820);
        kit.tone({ at, length: 0.05, from: 130, to: 70, gain: 0.3 });
      }),
  },
  dice: {
    length: 0.62,
    peak: 0.5,
    make: (kit, count) => {
      const next = chance(count + 11);
      for (let die = 0; die < Math.min(DICE_MOST, count); die++) {
        let at = 0.04 * next();
        for (let bounce = 0; bounce < 3; bounce++) {
          knock(kit, at, 0.6 * 0.62 ** bounce, 1500 + 1400 * next());
          at += 0.16 - 0.05 * bounce + 0.06 * next();
        }
      }
    },
  },
  hit: {
    length: 0.4,
    peak: 0.65,
    make: (kit) => {
      kit.tone({ at: 0, length: 0.36, from: 190, to: 62, gain: 0.9, type: "triangle" });
      kit.hiss({ at: 0, length: 0.2, gain: 0.6, filter: "bandpass", from: 520, to: 240, sharp: 1.4 });
    },
  },
  clash: {
    length: 0.5,
    peak: 0.45,
    make: (kit) => {
      for (const [at, pitch] of [
        [0, 1],
        [0.13, 1.13],
      ] as const) {
        kit.hiss({ at, length: 0.07, gain: 0.5, filter: "highpass", from: 3200 });
        for (const [hertz, gain] of [
          [1870, 0.16],
          [2790, 0.12],
          [4130, 0.08],
        ] as const)
          kit.tone({ at, length: 0.34, from: hertz * pitch, gain, type: "triangle", attack: 0.001 });
      }
    },
  },
  bow: {
    length: 0.5,
    peak: 0.4,
    make: (kit) => {
      kit.tone({ at: 0, length: 0.11, from: 240, to: 120, gain: 0.5, type: "triangle" });
      kit.hiss({ at: 0.04, length: 0.32, gain: 0.45, filter: "bandpass", from: 3400, to: 900, sharp: 2, attack: 0.05 });
      knock(kit, 0.38, 0.4, 420);
    },
  },
  elephant: {
    length: 1.05,
    peak: 0.5,
    make: (kit) => {
      const through: [BiquadFilterType, number, number] = ["bandpass", 1000, 1.2];
      kit.tone({ at: 0, length: 0.35, from: 300, to: 640, gain: 0.3, type: "sawtooth", attack: 0.06, through });
      kit.tone({
        at: 0.22,
        length: 0.8,
        from: 660,
        to: 430,
        gain: 0.5,
        type: "sawtooth",
        attack: 0.08,
        through,
        tremble: 28,
      });
      kit.hiss({ at: 0.2, length: 0.6, gain: 0.12, filter: "bandpass", from: 1400, sharp: 0.7, attack: 0.1 });
    },
  },
  banner: {
    length: 1.1,
    peak: 0.5,
    make: (kit) => {
      const through: [BiquadFilterType, number, number] = ["lowpass", 900, 0.8];
      for (const [at, hertz, length] of [
        [0, 146.8, 0.32],
        [0.28, 220, 0.78],
      ] as const) {
        kit.tone({ at, length, from: hertz, gain: 0.4, type: "sawtooth", attack: 0.05, through });
        kit.tone({ at, length, from: hertz * 1.003, gain: 0.25, type: "sawtooth", attack: 0.06, through });
      }
    },
  },
  retreat: {
    length: 0.75,
    peak: 0.4,
    make: (kit) => {
      const through: [BiquadFilterType, number, number] = ["lowpass", 760, 0.8];
      kit.tone({ at: 0, length: 0.3, from: 196, to: 190, gain: 0.35, type: "sawtooth", attack: 0.04, through });
      kit.tone({ at: 0.26, length: 0.44, from: 147, to: 138, gain: 0.35, type: "sawtooth", attack: 0.04, through });
      step(kit, 0.2, 0.3);
      step(kit, 0.4, 0.3);
    },
  },
};

/** Scale samples so that the loudest is as loud as the recipe says. */
export function level(samples: Float32Array, peak: number): void {
  let most = 0;
  for (const sample of samples) most = Math.max(most, Math.abs(sample));
  if (most > 0) for (let n = 0; n < samples.length; n++) samples[n] = (samples[n]! * peak) / most;
}

/** A sound made once, to be played again and again; `count` are the dice of a roll. */
export async function bake(sound: Sound, count: number, offline: OfflineAudioContext): Promise<AudioBuffer> {
  const recipe = RECIPES[sound];
  recipe.make(new Kit(offline, offline.destination), count);
  const made = await offline.startRendering();
  level(made.getChannelData(0), recipe.peak);
  return made;
}
