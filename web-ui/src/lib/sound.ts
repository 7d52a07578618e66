// What a table lets hear and feel: silent until somebody touches the page, and as loud as the settings say.
import { bake, DICE_MOST, RECIPES, type Sound } from "./recipes";
import { calm, settings } from "./settings.svelte";

/** What a director tells of a scene. */
export interface Heard {
  sound: Sound;
  count: number; // dice or blocks
  own: boolean;
}

/** The audio of a browser: a test gives its own. */
export interface Audio {
  context: () => AudioContext;
  offline: (length: number, rate: number) => OfflineAudioContext;
}

const RATE = 24_000; // samples a second are enough for drums and horns
const APART = 0.09; // seconds between two sounds that come at once
const BEHIND_MOST = 0.6; // seconds: what would come later than this is not played at all
const VOICES_MOST = 6;
const IDLE = 8_000; // milliseconds after which the audio rests, for the sake of the battery
const FELT: Partial<Record<Sound, number>> = { hit: 45, elephant: 90 };

const browser: Audio = {
  context: () => new AudioContext({ latencyHint: "interactive" }),
  offline: (length, rate) => new OfflineAudioContext(1, length, rate),
};

export class Sounds {
  private context: AudioContext | null = null;
  private master: GainNode | null = null;
  private readonly made = new Map<string, Promise<AudioBuffer | null>>();
  private next = 0; // when the next one may begin, by the clock of the context
  private voices = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly audio: Audio = browser) {}

  /** Somebody has touched the page: browsers allow sound from now on. */
  wake(): void {
    if (this.context || settings.sound <= 0) return;
    try {
      this.context = this.audio.context();
      this.master = this.context.createGain();
      this.master.connect(this.context.destination);
      this.rest();
    } catch {
      this.context = null; // a machine without sound
    }
  }

  /** Let a scene be heard, and a hit be felt in the hand. */
  hear = (beat: Heard): void => {
    this.feel(beat);
    if (settings.sound > 0) void this.play(beat.sound, beat.count);
  };

  /** Play a sound as soon as the one before it has begun. */
  async play(sound: Sound, count = 1): Promise<void> {
    const { context, master } = this;
    if (!context || !master || this.voices >= VOICES_MOST) return;
    if (context.state === "suspended") void context.resume();
    const at = Math.max(context.currentTime, this.next);
    if (at - context.currentTime > BEHIND_MOST) return;
    this.next = at + APART;
    this.voices++;
    try {
      const buffer = await this.buffer(sound, count);
      if (!buffer) {
        this.voices--;
        return;
      }
      master.gain.value = (settings.sound / 100) ** 2;
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.connect(master);
      source.onended = () => {
        source.disconnect();
        this.voices--;
        this.rest();
      };
      source.start(Math.max(at, context.currentTime));
    } catch {
      this.voices--;
    }
  }

  /** Made the first time that it is heard, and kept. */
  private buffer(sound: Sound, count: number): Promise<AudioBuffer | null> {
    const dice = sound === "dice" ? Math.max(1, Math.min(DICE_MOST, count)) : 1;
    const key = `${sound} ${dice}`;
    let made = this.made.get(key);
    if (!made) {
      const length = Math.ceil(RECIPES[sound].length * RATE);
      made = bake(sound, dice, this.audio.offline(length, RATE)).catch(() => null);
      this.made.set(key, made);
    }
    return made;
  }

  private rest(): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      if (!this.voices) void this.context?.suspend();
    }, IDLE);
  }

  private feel({ sound, own }: Heard): void {
    const length = FELT[sound];
    if (!length || !settings.vibrate || calm() || !shakes()) return;
    navigator.vibrate(own ? Math.round(length / 2) : length);
  }
}

/** Whether this is a device that one holds in the hand and that can shake. */
export const shakes = (): boolean =>
  typeof navigator !== "undefined" &&
  typeof navigator.vibrate === "function" &&
  typeof matchMedia === "function" &&
  matchMedia("(pointer: coarse)").matches;

export const sounds = new Sounds();

if (typeof addEventListener === "function")
  for (const gesture of ["pointerdown", "keydown"])
    addEventListener(gesture, () => sounds.wake(), { capture: true, passive: true });
