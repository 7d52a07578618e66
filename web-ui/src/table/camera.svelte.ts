// How the map is looked at: how near, and how far it is pushed aside. Hexes keep their size until somebody asks for another.
import type { Box } from "./places";

const NEAREST = 4;
const STEP = 1.25;

export class Camera {
  k = $state(1);
  x = $state(0);
  y = $state(0);
  /** The window, and what of it the map must not leave empty. */
  private width = 1;
  private height = 1;
  private board: Box = { x: 0, y: 0, width: 1, height: 1 };

  readonly moved = $derived(this.k !== 1 || this.x !== 0 || this.y !== 0);
  readonly css = $derived(this.moved ? `translate(${this.x}px,${this.y}px) scale(${this.k})` : "none");

  fit(width: number, height: number, board: Box): void {
    [this.width, this.height, this.board] = [width, height, board];
    this.home();
  }

  home(): void {
    [this.k, this.x, this.y] = [1, 0, 0];
  }

  /** Nearer or farther, so that the point of the window stays where it is. */
  zoom(by: number, [px, py]: [number, number] = this.middle()): void {
    const k = Math.max(1, Math.min(NEAREST, this.k * by));
    const grown = k / this.k;
    this.k = k;
    this.to(px - (px - this.x) * grown, py - (py - this.y) * grown);
  }
  nearer(): void {
    this.zoom(STEP);
  }
  farther(): void {
    this.zoom(1 / STEP);
  }

  push(dx: number, dy: number): void {
    this.to(this.x + dx, this.y + dy);
  }

  /** Where a box of the unmoved map is seen. */
  seen({ x, y, width, height }: Box): Box {
    const { k } = this;
    return { x: this.x + k * x, y: this.y + k * y, width: k * width, height: k * height };
  }

  /** Push the map so that a box of it is seen. */
  reveal(box: Box): void {
    const { x, y, width, height } = this.seen(box);
    const short = (from: number, size: number, room: number): number =>
      from < 0 ? -from : from + size > room ? room - from - size : 0;
    const [dx, dy] = [short(x, width, this.width), short(y, height, this.height)];
    if (dx || dy) this.push(dx, dy);
  }

  private middle(): [number, number] {
    const { x, y, width, height } = this.board;
    return [x + width / 2, y + height / 2];
  }

  /** Pushed no farther than that each edge of the board comes to the middle of the window. */
  private to(x: number, y: number): void {
    const { k, board, width, height } = this;
    if (k === 1) {
      [this.x, this.y] = [0, 0];
      return;
    }
    const between = (wanted: number, from: number, size: number, room: number): number =>
      Math.max(room / 2 - k * (from + size), Math.min(room / 2 - k * from, wanted));
    this.x = between(x, board.x, board.width, width);
    this.y = between(y, board.y, board.height, height);
  }
}

/** What a press on the map is: a push of the map that is near, two fingers that pull it, or a choice (then nothing is done here). */
export class Grip {
  /** The map was pushed: the click that ends it is no choice. */
  pushed = false;
  private readonly held = new Map<number, [number, number]>();

  constructor(private readonly camera: Camera) {}

  down(event: PointerEvent): void {
    if (!this.held.size) this.pushed = false;
    this.held.set(event.pointerId, [event.clientX, event.clientY]);
  }

  move(event: PointerEvent): void {
    const from = this.held.get(event.pointerId);
    if (!from) return;
    const to: [number, number] = [event.clientX, event.clientY];
    if (this.held.size > 1) {
      const other = [...this.held.entries()].find(([id]) => id !== event.pointerId)![1];
      const span = (point: [number, number]): number => Math.hypot(point[0] - other[0], point[1] - other[1]);
      this.camera.zoom(span(to) / Math.max(1, span(from)), [(to[0] + other[0]) / 2, (to[1] + other[1]) / 2]);
      this.camera.push((to[0] - from[0]) / 2, (to[1] - from[1]) / 2);
      this.pushed = true;
    } else {
      if (!this.pushed && Math.hypot(to[0] - from[0], to[1] - from[1]) < 8) return;
      if (this.camera.k > 1) {
        this.camera.push(to[0] - from[0], to[1] - from[1]);
        this.pushed = true;
      }
    }
    this.held.set(event.pointerId, to);
  }

  up(event: PointerEvent): void {
    this.held.delete(event.pointerId);
  }
}

/** The wheel brings a camera nearer or farther, but over what lies on the edges. */
export function wheel(node: HTMLElement, camera: Camera): { destroy: () => void } {
  const turned = (event: WheelEvent): void => {
    if ((event.target as Element).closest("[data-solid], .odds")) return;
    event.preventDefault();
    camera.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), [event.clientX, event.clientY]);
  };
  node.addEventListener("wheel", turned, { passive: false });
  return { destroy: () => node.removeEventListener("wheel", turned) };
}
