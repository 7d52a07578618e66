// The one clock of a table: what is shown, scene by scene, until it stands as the server says.
import type { Arrow, Walk } from "../board/board";
import { calm, settings } from "../lib/settings.svelte";
import type { Happening, View } from "../lib/types";
import { after } from "./after";
import { lastRoll, type Roll } from "./rolls";
import { arrowOf, LEAST, scenesOf, type Fall, type Flight, type Scene, type SceneKind, type Sound } from "./scenes";

const PACE = { slow: 1.9, normal: 1, fast: 0.4, none: 0 };
const TOO_MANY = 400; // after a long absence the board stands at once
const ROLLS_KEPT = 40; // ... and its rolls are listed

/** What a scene tells to whoever listens: sounds, and the hand that holds a phone. */
export interface Beat {
  kind: SceneKind;
  sound: Sound;
  count: number; // dice or blocks
  own: boolean; // it is one's own doing, or happens to one's own
}

/** A turn: how everything stood before it, and what happened. */
interface Turn {
  before: View;
  news: Happening[];
}

/** What is asked while scenes play: nothing. */
const nothing = (view: View): View["decision"] => ({
  ...view.decision,
  actor: null,
  subject: "",
  dice: 0,
  roller: null,
  prompt: "",
  help: "",
  left: -1,
  covered: false,
  may: false,
  options: [],
});

export class Director {
  /** Everything that a page draws: as a view, with the whole log as far as it is told. */
  shown = $state.raw<View | null>(null);
  scene = $state.raw<Scene | null>(null);
  roll = $state.raw<Roll | null>(null); // the dice on the table
  rolls = $state.raw<Roll[]>([]); // all of them since one's own last choice, where scenes were passed over
  last = $state.raw<string[]>([]); // where something happened
  text = $state(""); // what is happening, in words
  playing = $state(false);
  /** The other side's last turn, while its arrows lie on the board. */
  faint = $state.raw<Arrow[]>([]);

  /** Called at each scene that is heard. */
  onbeat: ((beat: Beat) => void) | null = null;

  private scenes: Scene[] = [];
  private final: View | null = null;
  private log: readonly Happening[] = [];
  private stride = $state.raw<Walk | null>(null); // of one's own piece, which stands there already
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn: Turn | null = null; // the other side's that is being played
  private kept = $state.raw<Turn | null>(null); // ... and its last one

  /** Whether the dice are in the air. */
  get tumbling(): boolean {
    return this.scene?.tumbling ?? false;
  }
  get arrow(): Arrow | null {
    return this.scene?.arrow ?? null;
  }
  /** Who walks now, at the pace that is set; nobody where pieces jump. */
  get walk(): Walk | null {
    const walk = this.playing ? (this.scene?.walk ?? null) : this.stride;
    return walk && { ...walk, time: Math.max(LEAST, walk.time * PACE[settings.speed]) };
  }
  /** Who leans at whom: an attack begins. */
  get lean(): { from: string; to: string } | null {
    return this.arrow?.kind === "attack" && this.scene?.kind === "approach" ? this.arrow : null;
  }
  /** Whose blocks fall now. */
  get fall(): Fall | null {
    return this.playing ? (this.scene?.fall ?? null) : null;
  }
  /** The banner that flies now, at the pace that is set. */
  get flight(): Flight | null {
    const flight = this.playing ? (this.scene?.flight ?? null) : null;
    return flight && { ...flight, time: Math.max(LEAST, flight.time * PACE[settings.speed]) };
  }
  /** The arrows on the board: of the scene, or faintly of the other side's last turn. */
  get arrows(): Arrow[] {
    return this.arrow ? [this.arrow] : this.playing ? [] : this.faint;
  }
  /** Whether the other side's last turn can be played again. */
  get canAgain(): boolean {
    return this.kept !== null && !this.playing;
  }

  /** Take a view: play the news if there are any, or stand as it says. */
  take(view: View, news: readonly Happening[] | null, log: readonly Happening[], own: boolean): void {
    const before = this.final;
    this.final = view;
    this.log = log;
    if (!news || !this.shown || !before || (before.eyes !== view.eyes && view.eyes !== null)) {
      this.roll = lastRoll(log);
      this.rolls = [];
      this.forgetTurn();
      this.end();
      return;
    }
    if (!news.length) {
      if (this.playing) this.shown = { ...this.shown, ...standing(view) };
      else this.stand();
      return;
    }
    this.stride = null;
    if (own) {
      this.rolls = [];
      this.faint = [];
    }
    const kept = this.kept;
    this.keep(news);
    if (this.kept !== kept) this.faint = this.kept!.news.flatMap((one) => faintly(arrowOf(one)));
    const from = this.scenes.at(-1)?.state ?? this.shown;
    const scenes = scenesOf(from, news);
    if (own && !this.playing && quick(news)) {
      this.text = news.map((one) => one.words).join(". ");
      this.last = scenes.at(-1)?.hexes ?? [];
      for (const scene of scenes) this.sounds(scene);
      this.end();
      this.go(scenes.filter((scene) => scene.walk).at(-1)?.walk ?? null);
      return;
    }
    this.scenes.push(...scenes);
    if (
      !PACE[settings.speed] ||
      calm() ||
      news.length > TOO_MANY ||
      (typeof document !== "undefined" && document.hidden)
    )
      this.pass();
    else if (!this.playing) {
      this.playing = true;
      this.next();
    }
  }

  /** To the end at once. */
  skip(): void {
    if (this.playing) this.pass();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** The other side's last turn once more. */
  again(): void {
    if (!this.kept || this.playing || !this.final) return;
    this.scenes = scenesOf(this.kept.before, this.kept.news);
    this.shown = { ...this.kept.before, decision: nothing(this.kept.before) };
    this.playing = true;
    this.next();
  }

  private next(): void {
    const scene = this.scenes.shift();
    if (!scene) {
      this.end();
      return;
    }
    this.play(scene);
    this.timer = setTimeout(() => this.next(), Math.max(scene.least, scene.time * PACE[settings.speed]));
  }

  /** All scenes in their order, without waiting; what was rolled stays as a list. */
  private pass(): void {
    clearTimeout(this.timer);
    const scenes = this.scenes;
    this.scenes = [];
    const words: string[] = [];
    const heard = new Set<Sound>();
    for (const scene of scenes) {
      this.show(scene);
      if (words.at(-1) !== scene.text) words.push(scene.text);
      if (scene.sound && !heard.has(scene.sound)) this.sounds(scene);
      if (scene.sound) heard.add(scene.sound);
    }
    const rolls = scenes.filter((scene) => scene.kind === "hits").map((scene) => scene.roll!);
    const before = this.rolls.filter((one) => !rolls.some((roll) => roll.no === one.no)); // a turn is passed over again
    this.rolls = [...before, ...rolls].slice(-ROLLS_KEPT);
    this.last = [...new Set(scenes.slice(-6).flatMap((scene) => scene.hexes))].slice(-3);
    this.text = words.slice(-12).join(". ");
    this.end();
  }

  private play(scene: Scene): void {
    this.show(scene);
    this.last = scene.hexes;
    this.text = scene.text;
    this.sounds(scene);
  }

  /** A scene's state of everything. */
  private show(scene: Scene): void {
    this.scene = scene;
    this.shown = {
      ...scene.state,
      ...(this.final ? standing(this.final) : {}),
      outcome: scene.state.outcome,
      decision: nothing(scene.state),
      undo: { can: false, why: "" },
      log_from: 0,
      log: this.log.slice(0, scene.no + 1),
    };
    if (scene.roll) this.roll = scene.roll;
  }

  private sounds({ kind, sound, roll, state }: Scene): void {
    if (sound) this.onbeat?.({ kind, sound, count: roll?.count ?? 1, own: state.yours.includes(state.active) });
  }

  /** One's own piece walks, and nobody has to wait for it. */
  private go(walk: Walk | null): void {
    if (!walk || !PACE[settings.speed] || calm()) return;
    this.stride = walk;
    this.timer = setTimeout(() => (this.stride = null), this.walk!.time + 50);
  }

  private end(): void {
    clearTimeout(this.timer);
    this.scenes = [];
    this.playing = false;
    this.scene = null;
    this.stride = null;
    this.stand();
  }

  /** As the server says. */
  private stand(): void {
    if (this.final) this.shown = { ...this.final, log_from: 0, log: [...this.log] };
  }

  // ---------------------------------------------------------------- the other side's turn

  /** Keep what the other side does from the beginning of its turn to the end of it. */
  private keep(news: readonly Happening[]): void {
    let at = this.scenes.at(-1)?.state ?? this.shown!;
    for (const event of news) {
      if (event.kind === "turn") {
        if (this.turn) this.kept = this.turn;
        this.turn = event.side && !at.yours.includes(event.side) ? { before: at, news: [] } : null;
      }
      this.turn?.news.push(event);
      at = after(at, event);
    }
  }

  private forgetTurn(): void {
    this.kept = null;
    this.turn = null;
    this.faint = [];
  }
}

const faintly = (arrow: Arrow | null): Arrow[] => (arrow ? [{ ...arrow, faint: true }] : []);

/** What is so whatever is being played: who sits and looks, whose eyes they are, what is offered. */
function standing(view: View): Partial<View> {
  const { version, eyes, viewer, yours, seats, watching, rematch, chance, rules, draw_offered, armies } = view;
  const hand = eyes === null ? { hand: null, hand_words: {} } : {};
  return { version, eyes, viewer, yours, seats, watching, rematch, chance, rules, draw_offered, armies, ...hand };
}

/** A single answer of one's own, without dice and without anybody else's doing. */
function quick(news: readonly Happening[]): boolean {
  return (
    news.length <= 4 &&
    !news.some((one) => one.faces || ["turn", "ended", "eliminated", "retreated", "banner"].includes(one.kind))
  );
}
