// The ground of a board as a bitmap: painted once for a size, a theme and a terrain, in slices of a few milliseconds.
import type { Position } from "../../lib/types";
import * as geo from "../../board/geometry";
import type { Layout } from "../../board/layout";
import { flows, stands, type Grounds } from "../../board/terrain";
import type { Brush } from "./brush";
import { field } from "./field";
import { scenery } from "./landmarks";
import { seedOf } from "./noise";
import { PALETTES } from "./palette";
import { terrain } from "./terrain";

export interface Commission {
  width: number; // of the canvas, in CSS pixels
  height: number;
  sharp: number; // dots to a CSS pixel
  scale: number; // CSS pixels to a unit of the board
  x: number; // where 0,0 of the board lies
  y: number;
  theme: "light" | "dark";
  lay: Layout;
  position: Position;
  grounds: Grounds;
  battle: string; // whose landmarks there are
  beyond: boolean; // there is ground around the hexes
}

const SLICE = 9; // ms

/** Bare ground is kept: it changes with size and theme only, while terrain is laid out anew in the editor. */
let bare: { name: string; canvas: HTMLCanvasElement } | null = null;

/** Paint a ground on a canvas, unless `stop` says that it is wanted no more; the canvas changes at the end, at once. */
export async function paintGround(target: HTMLCanvasElement, job: Commission, stop: () => boolean): Promise<void> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(job.width * job.sharp));
  canvas.height = Math.max(1, Math.round(job.height * job.sharp));
  const steps = painting(canvas, job);
  for (;;) {
    const until = performance.now() + SLICE;
    let done = false;
    while (!done && performance.now() < until) done = steps.next().done ?? false;
    if (done || stop()) break;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  if (stop()) return;
  // A bitmap that is handed over is never read again: a drawing context would be asked for its picture every frame.
  const bitmap = await createImageBitmap(canvas);
  if (stop()) return;
  target.width = canvas.width;
  target.height = canvas.height;
  target.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
}

function brushOf(canvas: HTMLCanvasElement, job: Commission): Brush {
  const pen = canvas.getContext("2d")!;
  const k = job.sharp * job.scale;
  pen.setTransform(k, 0, 0, k, job.sharp * job.x, job.sharp * job.y);
  return {
    pen,
    pal: PALETTES[job.theme],
    lay: job.lay,
    seed: seedOf(job.battle) % 100_000,
    s: geo.R / 44,
    blur: (radius) => {
      pen.filter = radius ? `blur(${((radius * k * geo.R) / 44).toFixed(1)}px)` : "none";
    },
    view: {
      x: -job.x / job.scale,
      y: -job.y / job.scale,
      width: job.width / job.scale,
      height: job.height / job.scale,
    },
  };
}

function* painting(canvas: HTMLCanvasElement, job: Commission): Generator<void> {
  const brush = brushOf(canvas, job);
  const name = [job.width, job.height, job.sharp, job.scale, job.x, job.y, job.theme, brush.seed].join();
  const { pen } = brush;
  if (bare?.name === name) {
    pen.save();
    pen.resetTransform();
    pen.drawImage(bare.canvas, 0, 0);
    pen.restore();
  } else {
    yield* field(brush);
    const kept = document.createElement("canvas");
    kept.width = canvas.width;
    kept.height = canvas.height;
    kept.getContext("2d")!.drawImage(canvas, 0, 0);
    bare = { name, canvas: kept };
  }
  yield;
  if (job.beyond) {
    const wet = Object.entries(job.position.terrain).filter(
      ([, key]) => flows(job.grounds, key) || stands(job.grounds, key),
    );
    scenery(
      brush,
      job.battle,
      wet.flatMap(([hex]) => (job.lay.at[hex] ? [job.lay.at[hex]] : [])),
    );
  }
  yield;
  yield* terrain(brush, job.position, job.grounds);
  yield;
  if (job.beyond) shadeBeyond(brush);
  grid(brush);
}

/** What lies beyond the hexes is darker, and darkest in the corners. */
function shadeBeyond(brush: Brush): void {
  const { pen, pal, lay, view } = brush;
  const outside = new Path2D();
  outside.rect(view.x - 60, view.y - 60, view.width + 120, view.height + 120);
  const ring = geo.corners(lay.face, geo.R * 1.02).reverse();
  for (const hex of lay.all) {
    const [x, y] = lay.at[hex] ?? [0, 0];
    ring.forEach(([a, b], i) => (i ? outside.lineTo(x + a, y + b) : outside.moveTo(x + a, y + b)));
    outside.closePath();
  }
  pen.save();
  brush.blur(10);
  pen.fillStyle = pal.wash;
  pen.fill(outside, "nonzero");
  pen.restore();
  const [cx, cy] = [view.x + view.width / 2, view.y + view.height * 0.45];
  const [near, far] = [Math.min(view.width, view.height) * 0.45, Math.max(view.width, view.height) * 0.72];
  const shade = pen.createRadialGradient(cx, cy, near, cx, cy, far);
  shade.addColorStop(0, "rgba(0,0,0,0)");
  shade.addColorStop(1, pal.vignette);
  pen.fillStyle = shade;
  pen.fillRect(view.x, view.y, view.width, view.height);
}

/** The edges of the hexes, with a light below each. */
function grid({ pen, pal, lay, s }: Brush): void {
  const outline = (k: number, dy: number): Path2D => {
    const path = new Path2D();
    const corners = geo.corners(lay.face, geo.R * k);
    for (const hex of lay.all) {
      const [x, y] = lay.at[hex] ?? [0, 0];
      corners.forEach(([a, b], i) => (i ? path.lineTo(x + a, y + b + dy) : path.moveTo(x + a, y + b + dy)));
      path.closePath();
    }
    return path;
  };
  pen.lineJoin = "round";
  pen.lineWidth = 1.1 * s;
  pen.strokeStyle = pal.edge;
  pen.stroke(outline(1, 0));
  pen.lineWidth = 0.9 * s;
  pen.strokeStyle = pal.edgeHi;
  pen.stroke(outline(0.965, 1.2 * s));
}
