// Water that flows: beds that run on beyond the board, with fords, shallows and bridges.
import type { Position } from "../../lib/types";
import { outward, R } from "../../board/geometry";
import { streamsOf, type Stream } from "../../board/ground";
import type { Grounds } from "../../board/terrain";
import { chance, oval, type Brush } from "./brush";

/** Paint all rivers of a position. */
export function beds(brush: Brush, position: Position, grounds: Grounds): void {
  const streams = streamsOf(position, grounds, brush.lay);
  if (!streams.length) return;
  const { pen, pal, s } = brush;
  const course = new Path2D();
  for (const stream of streams) {
    course.addPath(new Path2D(stream.d));
    course.addPath(beyond(brush, stream));
  }
  const layer = (width: number, colour: string, soft = 0, alpha = 1): void => {
    pen.save();
    brush.blur(soft);
    pen.globalAlpha = alpha;
    pen.lineCap = "round";
    pen.lineJoin = "round";
    pen.strokeStyle = colour;
    pen.lineWidth = width * s;
    pen.stroke(course);
    pen.restore();
  };
  layer(56, pal.bank, 3, 0.7);
  layer(45, pal.bankDark);
  layer(42, pal.water[2]!);
  layer(31, pal.water[0]!, 3);
  layer(14, pal.water[1]!, 3);
  pen.save();
  pen.lineCap = "butt";
  for (const [dash, from, shift] of [
    [[16, 22, 7, 30], 0, -7],
    [[12, 30, 8, 24], 22, 6],
  ] as const) {
    // prettier-ignore
    pen.setLineDash(dash.map((n) => n * s));
    pen.lineDashOffset = from * s;
    pen.strokeStyle = pal.waterHi;
    pen.lineWidth = 1.2 * s;
    pen.translate(0, shift * s);
    pen.stroke(course);
    pen.translate(0, -shift * s);
  }
  pen.restore();
  for (const stream of streams) {
    if (stream.family === "ford" || stream.family === "shallow") stones(brush, stream);
    if (stream.family === "bridge") bridge(brush, stream);
  }
}

/** A river that leaves the board goes on outside. */
function beyond(brush: Brush, stream: Stream): Path2D {
  const path = new Path2D();
  const out = outward(stream.hex, brush.lay.rows, brush.lay.face);
  if (!out) return path;
  for (const [x, y] of stream.leaves) {
    const next = chance(brush, stream.hex, 21);
    const bend = (next() - 0.5) * 3 * R;
    path.moveTo(x, y);
    path.bezierCurveTo(
      x + out[0] * 2 * R,
      y + out[1] * 2 * R,
      x + out[0] * 4 * R - out[1] * bend,
      y + out[1] * 4 * R + out[0] * bend,
      x + out[0] * 9 * R - out[1] * bend * 1.4,
      y + out[1] * 9 * R + out[0] * bend * 1.4,
    );
  }
  return path;
}

/** Fords are pale shallows with stones from bank to bank. */
function stones(brush: Brush, { hex, mid, angle, family }: Stream): void {
  const { pen, pal, s } = brush;
  const next = chance(brush, hex, 22);
  pen.save();
  pen.translate(mid[0], mid[1]);
  pen.rotate((angle * Math.PI) / 180);
  pen.save();
  brush.blur(5);
  pen.globalAlpha = family === "ford" ? 0.75 : 0.5;
  pen.fillStyle = pal.bank;
  pen.fillRect(-17 * s, -24 * s, 34 * s, 48 * s);
  pen.restore();
  for (let i = 0; i < (family === "ford" ? 13 : 8); i++) {
    const [x, y, r] = [(next() - 0.5) * 34 * s, (next() - 0.5) * 40 * s, (1.8 + next() * 2.6) * s];
    oval(brush, x, y + r * 0.7, r * 2, r * 0.8, pal.waterHi);
    oval(brush, x, y, r * 1.2, r * 0.85, pal.rock[(next() * 3) | 0]!);
  }
  pen.restore();
}

function bridge({ pen, pal, s }: Brush, { mid, angle }: Stream): void {
  pen.save();
  pen.translate(mid[0], mid[1]);
  pen.rotate((angle * Math.PI) / 180);
  pen.fillStyle = "rgba(0,0,0,.3)";
  pen.fillRect(-12 * s, -29 * s, 28 * s, 62 * s);
  pen.fillStyle = pal.wood;
  pen.fillRect(-14 * s, -31 * s, 28 * s, 62 * s);
  pen.strokeStyle = "rgba(40,24,8,.6)";
  pen.lineWidth = 1.2 * s;
  pen.beginPath();
  for (let y = -28; y < 31; y += 5) {
    pen.moveTo(-14 * s, y * s);
    pen.lineTo(14 * s, y * s);
  }
  pen.stroke();
  pen.strokeStyle = pal.day ? "#4a3118" : "#20160b";
  pen.lineWidth = 3 * s;
  pen.beginPath();
  for (const x of [-14, 14]) {
    pen.moveTo(x * s, -33 * s);
    pen.lineTo(x * s, 33 * s);
  }
  pen.stroke();
  pen.restore();
}
