// What this connection does at the table: what may be answered now, what is held in hand, and what is sent.
import { why } from "../lib/api";
import type { Live, Refusal } from "../lib/live.svelte";
import { settings } from "../lib/settings.svelte";
import type { Doing, Side } from "../lib/types";
import type { Director } from "../stage/director.svelte";
import { Doubts, sureButton } from "./sure.svelte";
import { asIfDone, endButton } from "./ending";
import type { Note } from "./notes";
import { attacksOf, buttonsOf, choose, click, NOTHING, pickedOf, playable, type Button, type Click } from "./picks";
import { curtainFor } from "./seating";

const SHOWN = 9000; // milliseconds that a note is shown

export class Answers {
  local = $state.raw(NOTHING); // what was picked before anything is sent
  note = $state.raw<Note | null>(null);
  looked = $state<string | null>(null); // the hex pointed at
  cursor = $state("");
  pointed = $state(""); // the enemy pointed at last, so that its odds stay when the pointer goes to their panel
  seen = $state(""); // the piece pointed at last, whose card stays when the pointer goes there

  /** An answer that would end the turn, until it is sent or taken off. */
  private held = $state.raw<Extract<Doing, { do: "answer" }> | null>(null);
  /** An answer that gives much away, until it is given all the same or put back. */
  private doubted = $state.raw<Extract<Doing, { do: "answer" }> | null>(null);
  private readonly doubts = new Doubts();
  /** What is drawn: what is shown, with the answer that is held as if it were given. */
  readonly view = $derived.by(() =>
    this.director.shown && this.held ? asIfDone(this.director.shown, this.held.numbers) : this.director.shown,
  );
  /** The side that must take the device first. */
  readonly curtain = $derived.by(() => (this.view && !this.director.playing ? curtainFor(this.view) : null));
  /** The side that is asked; null where dice are, or nobody. */
  readonly actor = $derived.by((): Side | null => {
    const actor = this.view?.decision.actor;
    return actor === "top" || actor === "bottom" ? actor : null;
  });
  /** Whether this connection answers the question, and may do so now. */
  readonly mine = $derived.by(
    () => !!this.view && this.actor !== null && this.view.yours.includes(this.actor) && !this.view.outcome,
  );
  readonly yourMove = $derived.by(() => {
    const { view } = this;
    return !!view && !view.outcome && (this.mine || (view.decision.actor === "chance" && view.decision.may));
  });
  readonly open = $derived.by(
    () => this.yourMove && !this.director.playing && !this.live.busy && !this.doubts.busy && !this.curtain,
  );
  /** The seat that speaks for this connection where the question does not say it. */
  readonly seat = $derived.by((): Side | null => {
    const { view, actor } = this;
    if (!view || !view.yours.length) return null;
    if (actor && view.yours.includes(actor)) return actor;
    const { roller } = view.decision;
    if (roller && view.yours.includes(roller)) return roller;
    if (view.eyes && view.yours.includes(view.eyes)) return view.eyes;
    return view.yours.includes(view.active) ? view.active : view.yours[0]!;
  });

  /** The view, where its question may be answered from here. */
  private readonly asked = $derived.by(() => (this.mine && !this.director.playing ? this.view : null));
  readonly buttons = $derived.by(() =>
    this.doubted
      ? [sureButton(this.doubted)]
      : this.held
        ? [endButton(this.held)]
        : this.asked
          ? buttonsOf(this.asked, this.local)
          : [],
  );
  readonly cards = $derived.by(() => (this.asked ? playable(this.asked) : new Set<string>()));
  readonly attacks = $derived.by(() => (this.asked ? attacksOf(this.asked, this.local) : {}));
  readonly attack = $derived.by(() => {
    const all = Object.values(this.attacks);
    const places = [this.looked, this.local.target, this.pointed, this.cursor];
    const at = places.find((hex) => hex && this.attacks[hex]);
    return at ? this.attacks[at]! : all.length === 1 ? all[0]! : null;
  });
  readonly picked = $derived.by(() => (this.view ? pickedOf(this.view, this.local) : null));

  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly game: string,
    private readonly tokens: () => string[],
    private readonly live: Live,
    private readonly director: Director,
  ) {}

  /** Whether anything is held that may be put back. */
  get holds(): boolean {
    const { picked, target, doubt, card } = this.local;
    return this.doubted !== null || this.held !== null || picked !== null || Boolean(target || doubt || card);
  }
  putBack(): void {
    if (this.doubted) this.say(null);
    this.held = null;
    this.doubted = null;
    this.local = NOTHING;
  }
  /** Another version of the game: nothing is held or pointed at. */
  forget(): void {
    this.putBack();
    this.pointed = "";
    this.seen = "";
  }
  /** The other side's last turn once more; what is held is put back. */
  again(): void {
    if (!this.director.canAgain || this.live.busy || this.curtain) return;
    this.putBack();
    this.director.again();
  }
  stop(): void {
    clearTimeout(this.timer);
  }

  /** Remember the piece, and the enemy, that was pointed at last. */
  remember(): void {
    const { view } = this;
    for (const hex of [this.cursor, this.looked]) {
      if (!hex || !view) continue;
      const there = [...view.units, ...view.leaders].filter((one) => one.hex === hex);
      if (this.actor !== null && there.some((one) => one.side !== this.actor)) this.pointed = hex;
      if (there.length) this.seen = hex;
    }
  }

  say(more: Note | null, stays = false): void {
    clearTimeout(this.timer);
    this.note = more && { ...more, text: more.text.charAt(0).toUpperCase() + more.text.slice(1) };
    if (more && !stays) this.timer = setTimeout(() => (this.note = null), SHOWN);
  }

  send(doing: Doing, as: Side | null = null): void {
    const from = as ?? this.seat;
    if (!from) return;
    if (
      doing.do === "answer" &&
      doing !== this.doubted &&
      doing !== this.held &&
      this.view &&
      this.doubts.asked(this.view)
    ) {
      void this.doubt(doing, from);
      return;
    }
    this.say(null);
    const asks = doing.do === "answer" && this.held !== doing && this.endIsAsked;
    if (this.live.send(asks ? { ...doing, keep_turn: true } : doing, from)) this.putBack();
  }

  /** Ask whether an answer gives much away, and send it where it does not. */
  private async doubt(doing: Extract<Doing, { do: "answer" }>, from: Side): Promise<void> {
    const words = await this.doubts.of(this.game, doing.numbers, this.tokens());
    if (words === null) return;
    this.doubted = doing;
    if (words) this.say({ text: words, rules: [] }, true);
    else this.send(doing, from);
  }

  /** Whether one is asked before the turn ends: not in an analysis, where everything can be taken back. */
  private get endIsAsked(): boolean {
    return !settings.endsItself && this.view?.kind === "battle";
  }

  /** A command was refused: say why, or ask whether the turn shall end. */
  refused({ code, message, rules, command }: Refusal): void {
    if (code === "ends_turn" && command?.body.do === "answer") {
      this.local = NOTHING;
      this.held = { ...command.body, keep_turn: false };
    } else this.say({ text: message, rules });
  }

  /** A hex was chosen. */
  pick(hex: string, event?: Event): void {
    this.cursor = hex;
    if (this.director.playing) {
      this.director.skip();
      return;
    }
    if (!this.view || !this.open || !this.mine) return;
    const touch = typeof PointerEvent === "function" && event instanceof PointerEvent && event.pointerType === "touch";
    this.does(click(this.view, this.local, hex, touch));
  }

  press(button: Button): void {
    if (!this.open) return;
    if (button.doing) this.send(button.doing, this.actor);
    else if (button.option) this.does(choose(button.option, this.local));
  }

  takeCard(key: string): void {
    const { view } = this;
    if (!view || !this.open) return;
    if (!this.cards.has(key)) {
      if (this.mine && view.decision.word === "card") this.say({ text: "This card cannot be played now.", rules: [] });
      return;
    }
    const options = view.decision.options.filter((option) => option.card === key);
    if (this.local.card === key && options.length === 1)
      this.send({ do: "answer", numbers: [options[0]!.number] }, this.actor);
    else this.local = { ...NOTHING, card: key };
  }

  /** Play a card at once: where it asks for more it is only chosen, and its buttons ask. */
  playCard(key: string): void {
    if (this.local.card !== key) this.takeCard(key);
    if (this.local.card === key) this.takeCard(key);
  }

  undo(): void {
    const { view } = this;
    if (!view || this.live.busy || this.director.playing || !view.yours.length) return;
    if (this.held) {
      this.putBack();
      return;
    }
    if (!view.undo.can) {
      if (view.undo.why) this.say({ text: view.undo.why, rules: [] });
      return;
    }
    this.send({ do: "undo" });
  }

  private does(what: Click): void {
    this.local = what.local;
    if (what.send) this.send(what.send, this.actor);
    else if (what.why) void this.explain(what.why);
    else this.say(null);
  }

  private async explain(what: { line: string; sentence: string }): Promise<void> {
    if (!what.line) {
      this.say({ text: what.sentence, rules: [] });
      return;
    }
    const version = this.view?.version;
    try {
      const said = await why(this.game, what.line, this.tokens());
      if (version === this.view?.version && said.why) this.say({ text: said.why, rules: said.rules });
    } catch (error) {
      this.say({ text: (error as Error).message, rules: [] });
    }
  }
}
