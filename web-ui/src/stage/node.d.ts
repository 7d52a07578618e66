// What the test of the films uses of Node, whose types are no dependency of the pages.
declare module "node:fs" {
  export function readdirSync(folder: string): string[];
  export function readFileSync(file: string | URL, how: "utf8"): string;
}
declare const process: { env: Record<string, string | undefined> };
