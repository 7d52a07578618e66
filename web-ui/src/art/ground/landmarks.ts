// What lies beside the board: fields, groves, and what a battle is known by. Never on a hex.
import type { Point } from "../../board/geometry";
import { house, oval, poly, tent, tree, type Brush } from "./brush";
import { stream } from "./noise";

export type Landmark = "temple" | "city" | "camp" | "mountains" | "village" | "towers" | "palms" | "tomb";

/** What a battle is known by, by the id of its scenario; others have fields and groves alone. */
export const LANDMARKS: Record<string, readonly Landmark[]> = {
  akragas: ["temple"],
  asculum: ["mountains"],
  baecula: ["mountains", "camp"],
  bagradas: ["city", "palms"],
  beneventum: ["village", "mountains"],
  "beneventum-2nd": ["village", "mountains"],
  callinicum: ["palms", "towers"],
  cannae: ["village", "camp"],
  castulo: ["towers", "mountains"],
  "catalaunian-fields": ["camp"],
  crimissos: ["mountains"],
  "crocus-plain": ["mountains", "tomb"],
  cronium: ["mountains"],
  cynoscephalae: ["mountains"],
  dara: ["city"],
  dertosa: ["towers"],
  "ford-of-circesium": ["towers", "palms"],
  gabiene: ["mountains"],
  gaugamela: ["palms", "tomb"],
  granicus: ["village"],
  "great-plains": ["camp", "palms"],
  hellespont: ["village"],
  heraclea: ["city"],
  himera: ["temple", "city"],
  hydaspes: ["palms"],
  ilipa: ["mountains", "camp"],
  indus: ["palms", "village"],
  ipsus: ["mountains"],
  issus: ["mountains"],
  jaxartes: ["mountains"],
  leuctra: ["tomb", "village"],
  magnesia: ["city"],
  mantinea: ["city", "mountains"],
  marathon: ["temple", "camp"],
  metaurus: ["mountains"],
  paraitacene: ["mountains"],
  phasis: ["city"],
  plataea: ["temple", "village"],
  pydna: ["mountains", "camp"],
  raphia: ["palms", "village"],
  thannuris: ["towers"],
  ticinus: ["village"],
  trasimenus: ["mountains"],
  trebbia: ["camp"],
  zama: ["palms", "camp"],
};

/** Paint what lies beside the board; `wet` is where water may run off it. */
export function scenery(brush: Brush, battle: string, wet: readonly Point[]): void {
  const { view, lay, s } = brush;
  const [wide, high] = lay.frame;
  const next = stream(brush.seed + 77);
  const off = (x: number, y: number, m: number): boolean =>
    x < -m * s || x > wide + m * s || y < -m * s || y > high + m * s;
  const anywhere = (): [number, number] => [view.x + next() * view.width, view.y + next() * view.height];
  for (let i = 0; i < 70; i++) {
    const [x, y] = anywhere();
    const [w, h] = [(60 + next() * 70) * s, (30 + next() * 40) * s];
    if (i % 4 || !off(x, y, 80) || !off(x + w, y, 30) || !off(x - w / 2, y, 60)) continue;
    plough(brush, x, y, w, h, i, next);
  }
  const trees: [number, number, number][] = [];
  for (let c = 0; c < 28; c++) {
    const [x, y] = anywhere();
    if (!off(x, y, 46)) continue;
    for (let i = 3 + ((next() * 7) | 0); i > 0; i--) {
      const [px, py] = [x + (next() - 0.5) * 80 * s, y + (next() - 0.5) * 50 * s];
      if (off(px, py, 26) && !trees.some((t) => Math.hypot(t[0] - px, t[1] - py) < 12 * s))
        trees.push([px, py, (6 + next() * 3.4) * s]);
    }
  }
  for (const [x, y, r] of trees.sort((a, b) => a[1] - b[1])) tree(brush, x, y, r, next, true);
  // a place on the left, the next on the right, at half height: between the plaques and the tools of a table
  const room = { left: -view.x, right: view.x + view.width - wide };
  (LANDMARKS[battle] ?? []).forEach((mark, i) => {
    const space = i % 2 ? room.right : room.left;
    if (space < 105 * s) return;
    const x = i % 2 ? wide + room.right * 0.5 : -room.left * 0.53;
    const k = Math.min(1.15, space / (140 * s)) * s;
    const beside = wet.filter(([wx]) => (i % 2 ? wx > wide * 0.8 : wx < wide * 0.2));
    const dry = (y: number): number => Math.min(140, ...beside.map((point) => Math.abs(point[1] - y)));
    const heights = (i % 2 ? [0.68, 0.5, 0.8, 0.36] : [0.5, 0.36, 0.64, 0.76]).map((part) => part * high);
    const y = heights.reduce((best, one) => (dry(one) > dry(best) ? one : best));
    DRAWN[mark](brush, x, y, k, stream(brush.seed + 91 + i));
  });
}

function plough(
  { pen, pal, s }: Brush,
  x: number,
  y: number,
  w: number,
  h: number,
  i: number,
  next: () => number,
): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate((next() - 0.5) * 0.7);
  pen.globalAlpha = 0.4;
  pen.fillStyle = (pal.day ? ["#b08d4f", "#c9ab62", "#a59a58"] : ["#4b4530", "#564e33", "#3e4230"])[i % 3]!;
  pen.fillRect(-w / 2, -h / 2, w, h);
  pen.globalAlpha = 0.35;
  pen.strokeStyle = pal.day ? "#6e5426" : "#1c1a10";
  pen.lineWidth = 0.9 * s;
  pen.beginPath();
  for (let k = -h / 2 + 3 * s; k < h / 2; k += 5 * s) {
    pen.moveTo(-w / 2 + next() * 4 * s, k);
    pen.quadraticCurveTo(0, k + (next() - 0.5) * 3 * s, w / 2 - next() * 4 * s, k);
  }
  pen.stroke();
  pen.restore();
}

type Draw = (brush: Brush, x: number, y: number, k: number, next: () => number) => void;

/** Draw in the landmark's own coordinates. */
const within = ({ pen }: Brush, x: number, y: number, k: number, draw: () => void): void => {
  pen.save();
  pen.translate(x, y);
  pen.scale(k, k);
  draw();
  pen.restore();
};

const temple: Draw = (brush, x, y, k, next) => {
  const { pen, pal } = brush;
  const [stone, shadow, dark] = pal.day ? ["#ddcba0", "#a58d5c", "#4d3a1c"] : ["#948a70", "#6a6048", "#1c160c"];
  within(brush, x, y, k, () => {
    oval(brush, 10, 26, 62, 9, "rgba(30,18,4,.35)");
    pen.lineWidth = 1.1;
    pen.strokeStyle = dark;
    const box = (a: number, b: number, c: number, d: number, fill: string): void => {
      pen.fillStyle = fill;
      pen.fillRect(a, b, c, d);
      pen.strokeRect(a, b, c, d);
    };
    box(-54, 20, 108, 5, shadow);
    box(-51, 15.5, 102, 5, stone);
    box(-48, 11, 96, 5, stone);
    pen.fillStyle = pal.day ? "#5c4524" : "#2b2216";
    pen.fillRect(-44, -16, 88, 27);
    for (let i = 0; i < 7; i++) {
      const c = -41 + i * 13.66;
      poly(brush, [[c - 3.2, -14], [c + 3.2, -14], [c + 4, 11], [c - 4, 11]], stone, dark, 1.1); // prettier-ignore
      pen.fillStyle = "rgba(70,48,14,.35)";
      pen.fillRect(c + 0.8, -13, 2.6, 23.6);
      pen.strokeStyle = dark;
      box(c - 4.6, -17.4, 9.2, 3.4, stone);
    }
    box(-50, -24.6, 100, 7.4, stone);
    for (let i = 0; i < 12; i++) {
      pen.fillStyle = i % 2 ? "#8a3b26" : "#3d5d7a";
      pen.fillRect(-46 + i * 8, -23.2, 3.4, 4.6);
    }
    poly(brush, [[-54, -24.6], [0, -45], [54, -24.6]], stone, dark, 1.1); // prettier-ignore
    poly(brush, [[-38, -26.6], [0, -40.6], [38, -26.6]], "#8a3b26"); // prettier-ignore
    oval(brush, 0, -31.4, 3, 3, "#e9c86a");
  });
  for (const [a, b] of [
    [-74, 20],
    [-66, 32],
    [70, 24],
    [62, 36],
    [80, 12],
  ] as const)
    // prettier-ignore
    tree(brush, x + a * k, y + b * k, 8 * brush.s, next, true);
};

const rampart = (brush: Brush, left: number, right: number, foot: number, tall: number): void => {
  const { pen, pal } = brush;
  pen.fillStyle = pal.stone[1]!;
  pen.fillRect(left, foot - tall, right - left, tall);
  pen.fillStyle = pal.stone[0]!;
  for (let x = left; x < right - 3; x += 8) pen.fillRect(x, foot - tall - 4, 5, 5);
  pen.strokeStyle = pal.stone[2]!;
  pen.lineWidth = 1;
  pen.strokeRect(left, foot - tall, right - left, tall);
};
const turret = (brush: Brush, x: number, foot: number, tall: number, wide = 14): void => {
  const { pen, pal } = brush;
  poly(brush, [[x - wide / 2, foot], [x - wide / 2, foot - tall], [x + wide / 2, foot - tall], [x + wide / 2, foot]], pal.stone[0]!, pal.stone[2]); // prettier-ignore
  pen.fillStyle = "rgba(40,24,8,.18)";
  pen.fillRect(x + wide * 0.1, foot - tall, wide * 0.4, tall);
  pen.fillStyle = pal.stone[0]!;
  for (const dx of [-0.5, -0.12, 0.26]) pen.fillRect(x + dx * wide, foot - tall - 4, wide * 0.24, 5);
  pen.fillStyle = "rgba(40,24,8,.65)";
  pen.fillRect(x - 1.2, foot - tall + 6, 2.4, 6);
};

const city: Draw = (brush, x, y, k, next) =>
  within(brush, x, y, k, () => {
    oval(brush, 6, 26, 62, 9, "rgba(30,18,4,.32)");
    for (const [a, b] of [
      [-30, -12],
      [-12, -18],
      [8, -14],
      [26, -18],
      [38, -8],
      [-40, -4],
    ] as const)
      // prettier-ignore
      house(brush, a, b, 0.95, next);
    rampart(brush, -52, 52, 26, 22);
    for (const a of [-52, -26, 26, 52]) turret(brush, a, 28, 34);
    turret(brush, -9, 28, 30, 10);
    turret(brush, 9, 28, 30, 10);
    brush.pen.fillStyle = "rgba(34,20,8,.9)";
    brush.pen.fillRect(-4, 14, 8, 13);
  });

const towers: Draw = (brush, x, y, k) =>
  within(brush, x, y, k, () => {
    oval(brush, 6, 28, 46, 7, "rgba(30,18,4,.32)");
    rampart(brush, -34, 34, 28, 16);
    turret(brush, -34, 30, 40, 18);
    turret(brush, 34, 30, 34, 18);
  });

const camp: Draw = (brush, x, y, k) => {
  const { pen, pal, s } = brush;
  const u = k / s;
  for (let i = 0; i < 46; i++) {
    const a = (i / 46) * 6.283;
    if (a > 1.35 && a < 1.8) continue;
    pen.fillStyle = pal.day ? "#6b4a28" : "#3d2c1a";
    pen.fillRect(x + Math.cos(a) * 48 * k - 1.1 * k, y + Math.sin(a) * 27 * k - 6 * k, 2.2 * k, 8 * k);
  }
  for (const [dx, dy, size] of [
    [-22, -12, 1],
    [2, -16, 1.1],
    [24, -10, 1],
    [-30, 4, 0.9],
    [-8, 2, 1.25],
    [16, 5, 1],
    [32, 6, 0.9],
  ] as const)
    // prettier-ignore
    tent(brush, x + dx * k, y + dy * k, 9 * s * size * u);
};

const mountains: Draw = (brush, x, y, k) =>
  within(brush, x, y, k, () => {
    const { pal } = brush;
    for (const [dx, foot, r] of [
      [-30, 6, 34],
      [30, 8, 38],
      [-4, 16, 44],
    ] as const) {
      // prettier-ignore
      poly(brush, [[dx - r, foot + r * 0.4], [dx - r * 0.4, foot - r * 0.35], [dx, foot - r * 0.95], [dx + r * 0.45, foot - r * 0.3], [dx + r, foot + r * 0.4]], pal.rock[0]!, pal.rockShade); // prettier-ignore
      poly(brush, [[dx, foot - r * 0.95], [dx + r * 0.45, foot - r * 0.3], [dx + r, foot + r * 0.4], [dx + r * 0.15, foot + r * 0.4], [dx - r * 0.05, foot - r * 0.1]], pal.rock[1]!); // prettier-ignore
      poly(brush, [[dx, foot - r * 0.95], [dx + r * 0.2, foot - r * 0.62], [dx - r * 0.02, foot - r * 0.52], [dx - r * 0.18, foot - r * 0.64]], pal.day ? "#efe7d3" : "#9d998a"); // prettier-ignore
    }
  });

const village: Draw = (brush, x, y, k, next) => {
  for (const [dx, dy, size] of [
    [-26, -14, 1.2],
    [2, -20, 1.1],
    [28, -10, 1.2],
    [-12, 6, 1.3],
    [18, 12, 1.2],
    [-36, 12, 1],
  ] as const)
    // prettier-ignore
    house(brush, x + dx * k, y + dy * k, size * k, next);
  for (const [dx, dy] of [
    [-46, 0],
    [44, 6],
    [4, 24],
    [40, -22],
  ] as const)
    // prettier-ignore
    tree(brush, x + dx * k, y + dy * k, 7.4 * k, next, true);
};

const palms: Draw = (brush, x, y, k, next) => {
  const { pen, pal } = brush;
  for (const [dx, dy, size] of [
    [-34, -8, 1],
    [-16, 6, 1.2],
    [6, -12, 1.1],
    [24, 8, 1.25],
    [40, -4, 1],
  ] as const) {
    // prettier-ignore
    const [px, py, u] = [x + dx * k, y + dy * k, size * k];
    oval(brush, px + 5 * u, py + 1.5 * u, 9 * u, 2.4 * u, pal.forestShade);
    pen.strokeStyle = pal.day ? "#7a5a30" : "#4a3820";
    pen.lineWidth = 2.4 * u;
    pen.beginPath();
    pen.moveTo(px, py);
    pen.quadraticCurveTo(px + 2 * u, py - 14 * u, px + (next() * 4 - 1) * u, py - 26 * u);
    pen.stroke();
    for (let i = 0; i < 9; i++) {
      const a = -Math.PI * (0.02 + (i / 8) * 0.96);
      const [ex, ey] = [px + Math.cos(a) * 13 * u, py - 26 * u + Math.sin(a) * 7 * u + 5 * u];
      pen.strokeStyle = pal.forest[i % 3]!;
      pen.lineWidth = 2.6 * u;
      pen.beginPath();
      pen.moveTo(px + u, py - 26 * u);
      pen.quadraticCurveTo((px + ex) / 2, py - 33 * u, ex, ey);
      pen.stroke();
    }
  }
};

const tomb: Draw = (brush, x, y, k, next) => {
  within(brush, x, y, k, () => {
    const { pal } = brush;
    oval(brush, 5, 20, 46, 8, "rgba(30,18,4,.3)");
    poly(brush, [[-44, 20], [-26, -2], [-8, -10], [10, -10], [28, -1], [44, 20]], pal.hill, pal.hillShade); // prettier-ignore
    poly(brush, [[-26, -2], [-8, -10], [10, -10], [4, -4], [-16, 2]], pal.hillHi); // prettier-ignore
    poly(brush, [[-9, 20], [-9, 4], [9, 4], [9, 20]], pal.stone[0]!, pal.stone[2]); // prettier-ignore
    poly(brush, [[-12, 4], [0, -4], [12, 4]], pal.stone[0]!, pal.stone[2]); // prettier-ignore
    brush.pen.fillStyle = "rgba(34,20,8,.85)";
    brush.pen.fillRect(-4, 8, 8, 12);
  });
  for (const [dx, dy] of [
    [-54, 14],
    [54, 12],
    [46, 24],
  ] as const)
    // prettier-ignore
    tree(brush, x + dx * k, y + dy * k, 7.4 * k, next, true);
};

const DRAWN: Record<Landmark, Draw> = { temple, city, camp, mountains, village, towers, palms, tomb };
