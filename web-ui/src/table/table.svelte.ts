// A table as this page has it: its line, what is drawn, what is looked at and asked for, and what is said of it.
import { type Marks } from "../board/board";
import { type fork } from "../lib/api";
import { tablesOf } from "../lib/catalogue";
import { Live } from "../lib/live.svelte";
import { route } from "../lib/route.svelte";
import { keep, tokensOf } from "../lib/seats";
import { settings } from "../lib/settings.svelte";
import { sounds } from "../lib/sound";
import type { Catalogue, Side } from "../lib/types";
import { Director } from "../stage/director.svelte";
import { Answers } from "./answers.svelte";
import { Camera } from "./camera.svelte";
import { killing } from "./chances";
import { deedsOf, type Deed } from "./deeds";
import type { Tab } from "./Drawer.svelte";
import { Hints, mayBeHelped } from "./hint.svelte";
import { holdingWords, rollingWords } from "./lettering";
import { litOn } from "./marked";
import { OddsDesk, type Pair } from "./odds.svelte";
import { marksOf, waitingFor } from "./picks";
import { hotSeat } from "./seating";
import { Talk } from "./talk.svelte";
import { Threats } from "./threats.svelte";

/** Questions of a battle that is being fought. */
const UNDER_WAY = new Set(["evade", "first-strike", "parthian", "roll"]);

export class Table {
  readonly live: Live;
  readonly director = new Director();
  readonly threats: Threats;
  readonly desk: OddsDesk;
  readonly me: Answers;
  readonly hints: Hints;
  readonly camera = new Camera();
  readonly talk: Talk;

  whole = $state.raw<Catalogue | null>(null);
  hoveredCard = $state<string | null>(null);
  lit = $state.raw<string[]>([]); // hexes of a log entry
  turnedRound = $state(false);
  hideUnits = $state(false);
  showThreats = $state(false);
  probe = $state.raw<Pair | null>(null); // "what if the one attacked the other?"
  exact = $state(false);
  sheet = $state<"menu" | "settings" | "keys" | "chart" | "standing" | null>(null);
  tab = $state<Tab>("log");
  drawer = $state<boolean | null>(null); // null: as the width has it
  ruleTrail = $state.raw<string[]>([]);
  working = $state(false);
  holder = $state<Side | null>(null); // hot seat: who took the device last
  dangers = $state(""); // the hex of the piece of which was asked what threatens it

  /** What is drawn; the newest is `live.view`. */
  readonly view = $derived.by(() => this.me.view);
  readonly catalogue = $derived.by(() =>
    this.whole && this.view?.edition ? tablesOf(this.whole, this.view.edition) : null,
  );
  readonly decision = $derived.by(() => this.view?.decision ?? null);
  readonly hot = $derived.by(() => this.view !== null && hotSeat(this.view));
  /** Who sits at the lower edge. */
  readonly lower = $derived.by((): Side => {
    const { view } = this;
    if (!view || !settings.autoFlip) return "bottom";
    if (this.hot) return this.holder ?? "bottom";
    return view.kind === "battle" ? (view.yours[0] ?? "bottom") : "bottom";
  });
  readonly helps = $derived.by(() => this.view !== null && mayBeHelped(this.view));

  // ---------------------------------------------------------------- odds

  /** Whose odds are shown: what was asked for, the attack that may be chosen, the battle that is being fought, or whoever is pointed at. */
  readonly pair = $derived.by((): Pair | null => {
    const { view, decision, probe } = this;
    const { attack, curtain, picked, pointed } = this.me;
    if (!view || this.director.playing || curtain || view.outcome) return null;
    if (probe) return probe;
    if (attack) return { from: attack.from, to: attack.hex };
    if (decision && UNDER_WAY.has(decision.word)) return { from: "", to: "" };
    if (picked && pointed) return { from: picked.hex, to: pointed };
    return null;
  });
  readonly odds = $derived.by(() => this.desk.of(this.pair, this.exact) ?? this.desk.of(this.pair));
  readonly shownAttack = $derived.by(() =>
    !this.probe && this.me.attack ? this.me.attack : (this.odds?.attack ?? null),
  );

  // ---------------------------------------------------------------- marks and words

  readonly marks = $derived.by((): Marks => {
    const { view, director, me } = this;
    if (!view) return {};
    const still = !director.playing;
    const chosen = me.mine && !me.curtain ? view : { ...view, decision: { ...view.decision, options: [] } };
    const odds = ([hex, one]: [string, { from: string }]) => [
      hex,
      killing(this.desk.of({ from: one.from, to: hex })?.ways ?? []),
    ];
    return litOn(view, {
      chosen: still ? marksOf(chosen, me.local, this.hoveredCard) : {},
      chances: Object.fromEntries(Object.entries(me.attacks).map(odds)) as Record<string, string>,
      last: [...director.last, ...this.lit],
      threats: this.showThreats && still ? (this.threats.found ?? []) : [],
      seat: me.seat,
      plan: still ? this.hints.marks : {},
    });
  });
  private readonly rolling = $derived.by(() => (this.view ? rollingWords(this.view, this.view.log) : ""));
  private readonly holding = $derived.by(() =>
    this.view && this.catalogue && this.me.mine && !this.director.playing
      ? holdingWords(this.view, this.catalogue, this.me)
      : null,
  );
  readonly asked = $derived.by(() => {
    const { view, director } = this;
    if (!view) return "";
    if (director.playing) return director.text;
    const waits = !this.me.mine && !view.outcome && waitingFor(view);
    return this.rolling || waits || this.holding?.asked || view.decision.prompt;
  });
  readonly clause = $derived.by(() => {
    const { view } = this;
    if (!view || this.director.playing) return "";
    return this.holding?.clause ?? (this.me.mine || view.decision.actor === "chance" ? view.decision.help : "");
  });
  readonly deeds = $derived.by((): Deed[] =>
    this.view
      ? deedsOf({
          view: this.view,
          buttons: this.me.buttons,
          holds: this.holding !== null,
          playing: this.director.playing,
          lost: this.live.state === "lost",
          again: this.director.faint.length > 0 && !this.me.holds,
        })
      : [],
  );

  constructor(
    readonly id: string,
    readonly tokens = (): string[] => tokensOf(id),
  ) {
    this.director.onbeat = sounds.hear;
    this.live = new Live(id, tokens);
    this.threats = new Threats(id, tokens);
    this.desk = new OddsDesk(id, tokens);
    this.me = new Answers(id, tokens, this.live, this.director);
    this.hints = new Hints(id, tokens);
    this.talk = new Talk(id, tokens);
    this.live.ontalk = (said) => this.talk.heard(said);
  }

  do({ button, doing }: Deed): void {
    const { me } = this;
    if (button) me.press(button);
    else if (doing === "undo") me.undo();
    else if (doing === "back") me.putBack();
    else if (doing === "skip") this.director.skip();
    else if (doing === "again") me.again();
    else if (doing === "hurry") this.live.hurry();
    else if (doing) me.send(doing);
  }

  /** What is chosen is forgotten when the battle goes on or others look. */
  forget(): void {
    this.me.forget();
    this.hints.forget();
    this.probe = null;
    this.hoveredCard = null;
    this.dangers = "";
    if (this.showThreats) void this.threats.need();
  }

  stop(): void {
    this.live.stop();
    this.director.stop();
    this.me.stop();
  }

  // ---------------------------------------------------------------- rules, threats, odds, hints, afterwards

  openRule = (rule: string): void => {
    this.ruleTrail = [...this.ruleTrail, rule];
    this.tab = "rules";
    this.drawer = true;
  };
  ruleBack = (): void => {
    this.ruleTrail = this.ruleTrail.slice(0, -1);
    if (!this.ruleTrail.length) this.tab = "log";
  };
  openTalk = (): void => {
    this.tab = "talk";
    this.drawer = true;
    void this.talk.need();
  };
  openLog = (): void => {
    this.tab = "log";
    this.drawer = true;
  };
  toggleThreats = (): void => {
    this.showThreats = !this.showThreats;
    if (this.showThreats) void this.threats.need();
  };
  askThreats(hex: string): void {
    this.dangers = hex;
    void this.threats.need();
  }
  swapPair = (): void => {
    const { pair, odds } = this;
    const now = pair?.from ? pair : odds?.attack ? { from: odds.attack.from, to: odds.attack.hex } : null;
    if (now) this.probe = { from: now.to, to: now.from };
  };
  askHint = (): void => {
    if (this.hints.shown) this.hints.forget();
    else if (this.view && this.me.mine && !this.director.playing) void this.hints.ask(this.view);
  };
  takeDevice(side: Side): void {
    this.holder = side;
    this.live.lookAs(side);
  }

  async another(how: () => ReturnType<typeof fork>): Promise<void> {
    this.working = true;
    try {
      const seated = await how();
      keep(seated.game, { tokens: seated.tokens, invites: seated.invites, title: this.view?.title ?? "" });
      route.go(`/table/${seated.game}`);
    } catch (error) {
      this.me.say({ text: (error as Error).message, rules: [] });
    } finally {
      this.working = false;
    }
  }
}
