// Chance for painting that is the same each time: a stream of numbers from a seed, and a field of soft noise.

/** Numbers from 0 to 1, always the same for a seed. */
export function stream(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A seed of a text. */
export function seedOf(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}

const N = 256;

/** A field of noise from 0 to 1 over the plane, in four octaves. */
export function noise(seed: number): (x: number, y: number) => number {
  const next = stream(seed);
  const p = new Float32Array(N * N);
  for (let i = 0; i < N * N; i++) p[i] = next();
  const g = (x: number, y: number): number => p[(y & 255) * N + (x & 255)]!;
  const v = (x: number, y: number): number => {
    const xi = Math.floor(x);
    const yi = Math.floor(y);
    const f = x - xi;
    const h = y - yi;
    const u = f * f * (3 - 2 * f);
    const w = h * h * (3 - 2 * h);
    return (g(xi, yi) * (1 - u) + g(xi + 1, yi) * u) * (1 - w) + (g(xi, yi + 1) * (1 - u) + g(xi + 1, yi + 1) * u) * w;
  };
  return (x, y) =>
    v(x, y) * 0.5 + v(x * 2.1 + 7, y * 2.1 + 3) * 0.27 + v(x * 4.3 + 1, y * 4.3 + 9) * 0.15 + v(x * 9, y * 9) * 0.08;
}
