// Keys that are letters: some are commands, some begin the name of a hex. "f" waits a moment for a number: "f7" is a hex.

export class Typed {
  private held = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly command: (key: string) => void,
    private readonly goto: (hex: string) => boolean,
    private readonly patience = 420,
  ) {}

  /** Whether the first letter of a name waits for its number. */
  get waits(): boolean {
    return this.held !== "";
  }

  /** Take a key of one character; true where it was of use. */
  feed(key: string): boolean {
    const small = key.toLowerCase();
    if (/^[0-9]$/.test(small) && this.held) {
      clearTimeout(this.timer);
      const name = this.held + small;
      if (this.goto(name.toUpperCase())) this.wait(name);
      else this.held = "";
      return true;
    }
    this.flush();
    if (/^[a-k]$/.test(small)) {
      this.wait(small);
      return true;
    }
    this.command(small);
    return true;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.held = "";
  }

  private wait(held: string): void {
    this.held = held;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), this.patience);
  }

  private flush(): void {
    clearTimeout(this.timer);
    const held = this.held;
    this.held = "";
    if (held.length === 1) this.command(held);
  }
}
