// What this browser is called among somebody's devices.
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** A browser in words, by what it tells of itself: "Firefox on Linux". */
export function browserName(agent: string): string {
  const found = (list: [RegExp, string][]): string => list.find(([sign]) => sign.test(agent))?.[1] ?? "";
  const [browser, system] = [found(BROWSERS) || "A browser", found(SYSTEMS)];
  return system ? `${browser} on ${system}` : browser;
}

export const thisBrowser = (): string => browserName(navigator.userAgent);
