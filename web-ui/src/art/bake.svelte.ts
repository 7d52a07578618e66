// Figures become bitmaps once: by kind, kit, side, size and theme, a few at a time while the page has nothing else to do.
import { SvelteMap } from "svelte/reactivity";
import { boxOf, drawingOf, sizeOf, standOf, K, type Box, type Sprite } from "./pieces";

const AT_ONCE = 6; // figures in one picture that the browser reads
const STEPS = 4; // sizes between one and two

/** The size that pictures are baked at for a board that is shown at a scale: a little more than is needed. */
export const sharpness = (scale: number): number =>
  Math.max(0.5, Math.min(6, 2 ** (Math.ceil(STEPS * Math.log2(Math.max(scale, 0.1))) / STEPS)));

const baked = new SvelteMap<string, string>();
const asked = new Set<string>();
let waiting: { sprite: Sprite; size: number; night: boolean }[] = [];
let working = false;

const nameOf = (sprite: Sprite, size: number, night: boolean): string => `${sprite.key}@${size}${night ? "n" : "d"}`;
const anyOf = (sprite: Sprite, night: boolean): string => `${sprite.key}@${night ? "n" : "d"}`;

/** The picture of a sprite, in another size while its own is not baked; null before there is any. */
export const picture = (sprite: Sprite, size: number, night: boolean): string | null =>
  baked.get(nameOf(sprite, size, night)) ?? baked.get(anyOf(sprite, night)) ?? null;

/** Ask for pictures, the most wanted first. */
export function bake(sprites: readonly Sprite[], size: number, night: boolean): void {
  const fresh = sprites.filter((sprite) => !asked.has(nameOf(sprite, size, night)));
  if (!fresh.length) return;
  for (const sprite of fresh) asked.add(nameOf(sprite, size, night));
  waiting = [...fresh.map((sprite) => ({ sprite, size, night })), ...waiting];
  if (!working) void work();
}

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 120 });
    else setTimeout(resolve, 0);
  });

async function work(): Promise<void> {
  working = true;
  while (waiting.length) {
    const first = waiting[0]!;
    const together = waiting.filter((one) => one.size === first.size && one.night === first.night).slice(0, AT_ONCE);
    waiting = waiting.filter((one) => !together.includes(one));
    try {
      await bakeSome(
        together.map((one) => one.sprite),
        first.size,
        first.night,
      );
    } catch {
      // a browser that cannot: the standards say what stands there
    }
    await pause();
  }
  working = false;
}

const around = (canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D => {
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext("2d")!;
};

/** Some drawings side by side in one picture, since reading a picture costs more than drawing one. */
async function bakeSome(sprites: Sprite[], size: number, night: boolean): Promise<void> {
  const cells = sprites.map((sprite) => {
    const [left, top, width, height] = boxOf({ ...sprite, flip: false });
    const k = K * sizeOf(sprite.what) * size;
    return { sprite, left, top, k, width: Math.ceil(width * k), height: Math.ceil(height * k) };
  });
  let x = 0;
  let inner = "";
  const places = cells.map((cell) => {
    const place = x;
    inner += `<svg x="${place}" y="0" width="${cell.width}" height="${cell.height}" viewBox="${cell.left} ${cell.top} ${cell.width / cell.k} ${cell.height / cell.k}">${drawingOf(cell.sprite)}</svg>`;
    x += cell.width + 2;
    return place;
  });
  const high = Math.max(...cells.map((cell) => cell.height));
  const sheet = new Image();
  sheet.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${x}" height="${high}">${inner}</svg>`)}`;
  await sheet.decode();
  for (const [i, cell] of cells.entries()) {
    const figure = document.createElement("canvas");
    const pen = around(figure, cell.width, cell.height);
    if (cell.sprite.flip) {
      pen.translate(cell.width, 0);
      pen.scale(-1, 1);
    }
    pen.drawImage(sheet, places[i]!, 0, cell.width, cell.height, 0, 0, cell.width, cell.height);
    const url = await store(finish(cell.sprite, figure, cell.k, night));
    baked.set(nameOf(cell.sprite, size, night), url);
    baked.set(anyOf(cell.sprite, night), url);
  }
}

const store = (canvas: HTMLCanvasElement): Promise<string> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(URL.createObjectURL(blob)) : reject(new Error("no picture"))));
  });

/** A figure with its stand, its contour, and light from the upper left. */
function finish(sprite: Sprite, figure: HTMLCanvasElement, k: number, night: boolean): HTMLCanvasElement {
  const { width, height } = figure;
  const out = document.createElement("canvas");
  const pen = around(out, width, height);
  const [left, top] = boxOf(sprite);
  paintStand(pen, sprite, k, [left, top, width, height]);
  if (sprite.what === "coin" || sprite.what === "fallen") {
    pen.drawImage(figure, 0, 0);
    return out;
  }
  if (night) pen.drawImage(halo(figure, "#f3e4bd", 1.35 * k), 0, 0);
  pen.globalAlpha = 0.94;
  pen.drawImage(halo(figure, "#1d120a", 0.62 * k), 0, 0);
  pen.globalAlpha = 1;
  pen.drawImage(figure, 0, 0);
  pen.globalAlpha = 0.28;
  pen.drawImage(rim(figure, "#1a0d04", -1.5 * k, -1.1 * k), 0, 0);
  pen.globalAlpha = night ? 0.44 : 0.36;
  pen.drawImage(rim(figure, "#fff6df", 1.2 * k, 1.2 * k), 0, 0);
  return out;
}

/** A figure in one colour, grown by so many pixels. */
function halo(figure: HTMLCanvasElement, colour: string, by: number): HTMLCanvasElement {
  const out = document.createElement("canvas");
  const pen = around(out, figure.width, figure.height);
  for (let i = 0; i < 12; i++)
    pen.drawImage(figure, by * Math.cos((i * Math.PI) / 6), by * Math.sin((i * Math.PI) / 6));
  pen.globalCompositeOperation = "source-in";
  pen.fillStyle = colour;
  pen.fillRect(0, 0, figure.width, figure.height);
  return out;
}

/** The edge of a figure on one side, in one colour. */
function rim(figure: HTMLCanvasElement, colour: string, dx: number, dy: number): HTMLCanvasElement {
  const out = document.createElement("canvas");
  const pen = around(out, figure.width, figure.height);
  pen.drawImage(figure, 0, 0);
  pen.globalCompositeOperation = "destination-out";
  pen.drawImage(figure, dx, dy);
  pen.globalCompositeOperation = "source-in";
  pen.fillStyle = colour;
  pen.fillRect(0, 0, figure.width, figure.height);
  return out;
}

function paintStand(pen: CanvasRenderingContext2D, sprite: Sprite, k: number, [left, top]: Box): void {
  const stand = standOf(sprite);
  if (!stand) return;
  const oval = (x: number, y: number, rx: number, ry: number, fill: string, alpha = 1): void => {
    pen.globalAlpha = alpha;
    pen.fillStyle = fill;
    pen.beginPath();
    pen.ellipse((x - left) * k, (y - top) * k, rx * k, ry * k, 0, 0, 7);
    pen.fill();
    pen.globalAlpha = 1;
  };
  const { x, rx, ry } = stand;
  oval(x + 1.6, 2.4, rx + 1.2, ry + 0.6, "#000", 0.25);
  if (stand.ring) {
    oval(x, 0.6, rx + 3.4, ry + 2.2, "#6e4c08");
    oval(x, 0, rx + 3, ry + 1.9, "#e9b93a");
  }
  oval(x, 0.8, rx, ry + 0.1, stand.edge);
  oval(x, 0, rx, ry, stand.fill);
}
