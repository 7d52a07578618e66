// The line to a game: one socket, one command at a time, and back again whenever it breaks.
import { ownKey } from "./owner";
import type { Command, Doing, FromServer, Happening, Side, SpokenAnswer, TalkAt, ToServer, View } from "./types";

export type LineState = "connecting" | "live" | "lost" | "closed";

export interface Refusal {
  code: string;
  message: string;
  rules: string[];
  command: Command | null; // what was refused, of one's own
}

/** What of a socket is used: a test gives its own. */
export interface Wire {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
  send(text: string): void;
  close(): void;
}

const PROTOCOL = 6; // what this page understands (docs/protocol.md)
const LEAST_WAIT = 50;
const FIRST_WAIT = 400; // at most, until the first try to come back: all lose a server in the same moment,
const LONGEST_WAIT = 4_000; // and every one comes back at a moment of its own, within ten seconds of its return
const PING_EVERY = 5_000; // with the next: who is gone is missed within ten seconds
const PONG_WITHIN = 4_000; // less than the time to the next ping
const ANSWER_WITHIN = 8_000;
const DOUBT_WITHIN = 1_500;

/** A random UUID; `crypto.randomUUID` is missing on a plain http address of a local network. */
export function uuid(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** The kept log with the news put at their place; null where there would be a gap. */
export function joined(kept: Happening[], from: number, news: Happening[]): Happening[] | null {
  if (from > kept.length) return null;
  return news.length || from < kept.length ? [...kept.slice(0, from), ...news] : kept;
}

/** Whether a log was written anew, after an undo: some entry is not the one that was kept. */
const rewritten = (kept: Happening[], log: Happening[]): boolean =>
  log.length < kept.length ||
  kept.some((one, n) => {
    const now = log[n]!;
    return (
      now !== one && (now.kind !== one.kind || now.hex !== one.hex || now.to !== one.to || now.moment !== one.moment)
    );
  });

/** Goodbyes after which coming back helps. */
const PASSING = new Set(["moved", "unavailable", "full", "too_fast", "no_hello"]);

const open = (game: string): Wire =>
  new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/games/${game}/live`);

export class Live {
  state = $state<LineState>("connecting");
  latency = $state<number | null>(null);
  view = $state.raw<View | null>(null);
  log = $state.raw<Happening[]>([]);
  spoken = $state.raw<SpokenAnswer[]>([]); // standing answers of one's own, by the line of the log that they stand before
  pending = $state.raw<Command | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  gone = $state.raw<{ code: string; message: string } | null>(null);
  ahead = $state(0); // milliseconds that the server's clock is ahead of this browser's
  eyes = $state<Side | null>(null); // the eyes asked for; the view tells whose it shows
  private accepted = $state(-1); // the version that the last own command made

  /** Called with each view: what is new in the log, and whether an own command brought it; null news after an undo. */
  onview: ((view: View, news: Happening[] | null, own: boolean) => void) | null = null;

  /** Called with what was said at the table. */
  ontalk: ((talk: TalkAt) => void) | null = null;

  private wire: Wire | null = null;
  private wait = FIRST_WAIT;
  private stopped = false;
  private again: ReturnType<typeof setTimeout> | undefined;
  private pinging: ReturnType<typeof setInterval> | undefined;
  private overdue: ReturnType<typeof setTimeout> | undefined;
  private pinged = 0;

  constructor(
    private readonly game: string,
    private readonly tokens: () => string[],
    private readonly connect: (game: string) => Wire = open,
  ) {}

  /** Whether buttons must be off: no line, a command under way, or the answer to it not yet seen. */
  get busy(): boolean {
    return this.state !== "live" || this.pending !== null || (this.view !== null && this.accepted > this.view.version);
  }

  start(eyes: Side | null): void {
    this.eyes = eyes;
    this.stopped = false;
    this.dial();
  }

  stop(): void {
    this.stopped = true;
    this.hangUp();
    clearTimeout(this.again);
    if (this.state !== "closed") this.state = "lost";
  }

  /** Try at once, without waiting for the next try. */
  hurry(): void {
    if (this.state !== "lost" || this.stopped) return;
    clearTimeout(this.again);
    this.dial();
  }

  /** Find out soon whether the line still holds: the machine says that its network is gone. */
  doubt(): void {
    if (this.state === "live") this.ping(DOUBT_WITHIN);
  }

  lookAs(eyes: Side | null): void {
    if (eyes === this.eyes) return;
    this.eyes = eyes;
    if (this.state === "live") this.say({ t: "eyes", eyes });
  }

  /** Send a command; false where one is under way or there is no line. */
  send(body: Doing, seat: Side): boolean {
    if (this.busy || !this.view) return false;
    this.refusal = null;
    this.pending = { id: uuid(), version: this.view.version, seat, body };
    this.say({ t: "command", command: this.pending });
    return true;
  }

  private dial(): void {
    this.hangUp();
    if (this.state !== "lost") this.state = "connecting";
    let wire: Wire;
    try {
      wire = this.connect(this.game);
    } catch {
      this.lost();
      return;
    }
    this.wire = wire;
    this.overdue = setTimeout(() => this.lost(), ANSWER_WITHIN); // a network may swallow everything
    wire.onopen = () => {
      // all of the log: an undo may have been missed
      this.say({
        t: "hello",
        protocol: PROTOCOL,
        tokens: this.tokens(),
        key: ownKey(),
        eyes: this.eyes,
        log_from: 0,
      });
    };
    wire.onmessage = (event) => {
      if (this.wire !== wire) return;
      this.heard(JSON.parse(String(event.data)) as FromServer);
    };
    wire.onclose = () => {
      if (this.wire === wire) this.lost();
    };
    wire.onerror = () => {
      if (this.wire === wire) this.lost();
    };
  }

  private hangUp(): void {
    clearInterval(this.pinging);
    clearTimeout(this.overdue);
    const wire = this.wire;
    this.wire = null;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = wire.onerror = null;
    try {
      wire.close();
    } catch {
      // it was never open
    }
  }

  private lost(): void {
    this.hangUp();
    if (this.stopped || this.state === "closed") return;
    this.state = "lost";
    this.latency = null;
    clearTimeout(this.again);
    this.again = setTimeout(() => this.dial(), LEAST_WAIT + this.wait * Math.random());
    this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
  }

  private say(what: ToServer): void {
    try {
      this.wire?.send(JSON.stringify(what));
    } catch {
      // closing: it is said again after the next hello, or was not important
    }
  }

  private ping(within = PONG_WITHIN): void {
    this.pinged = performance.now();
    this.say({ t: "ping" });
    clearTimeout(this.overdue);
    this.overdue = setTimeout(() => this.lost(), within);
  }

  private heard(what: FromServer): void {
    if (what.t === "view") {
      this.ahead = 1000 * what.now - Date.now();
      this.seen(what.view);
    } else if (what.t === "talk") this.ontalk?.(what.talk);
    else if (what.t === "pong") {
      clearTimeout(this.overdue);
      this.latency = Math.round(performance.now() - this.pinged);
    } else if (what.t === "accepted") {
      if (what.id === this.pending?.id) this.pending = null;
      this.accepted = Math.max(this.accepted, what.version);
    } else if (what.t === "refused") {
      const own = what.id !== null && what.id === this.pending?.id;
      const command = own ? this.pending : null;
      if (own) this.pending = null;
      if ((own || what.id === null) && what.code !== "stale_version")
        this.refusal = { code: what.code, message: what.message, rules: what.rules, command };
    } else if (PASSING.has(what.code)) {
      this.lost();
    } else {
      this.gone = { code: what.code, message: what.message };
      this.state = "closed";
      this.hangUp();
    }
  }

  private seen(view: View): void {
    const first = this.state !== "live";
    const kept = this.log;
    const log = joined(kept, view.log_from, view.log);
    if (log === null) {
      this.log = []; // a gap: ask for the whole of it
      this.lost();
      return;
    }
    const before = this.view;
    const news = before === null || rewritten(kept, log) ? null : log.slice(kept.length);
    const own = this.pending !== null || this.accepted === view.version;
    this.log = log;
    this.spoken = [...this.spoken.filter((one) => one.line < view.log_from), ...view.spoken];
    this.view = view;
    if (first) {
      clearTimeout(this.overdue);
      this.state = "live";
      this.wait = FIRST_WAIT;
      this.ping();
      this.pinging = setInterval(() => this.ping(), PING_EVERY);
      if (this.eyes !== view.eyes && before === null && view.yours.length < 2) this.eyes = view.eyes;
      if (this.pending) this.say({ t: "command", command: this.pending }); // the same one: it never counts twice
    }
    if (before && before.version !== view.version) this.refusal = null;
    this.onview?.(view, news, own);
  }
}
