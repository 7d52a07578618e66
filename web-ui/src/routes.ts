// Which page stands at an address. The start, the table and "you" come with the first bundle, since links lead to them,
// and what is secret in a link goes off the address at once; the others come when they are wanted.
import type { Component } from "svelte";
import LostPage from "./pages/LostPage.svelte";
import YouPage from "./pages/people/YouPage.svelte";
import StartPage from "./pages/StartPage.svelte";
import TablePage from "./table/TablePage.svelte";

type Page = Component<never>; // each has properties of its own
type Load = () => Page | Promise<{ default: Page }>;

/** A page at an address: how it is loaded, what it is told, and by what it is another one than before. */
export interface Way {
  load: Load;
  props: Record<string, string>;
  key: string;
}

/** Pages that need a word more, and how they are told it. */
const OF_ONE: Record<string, [name: string, load: Load]> = {
  battles: ["id", () => import("./pages/BattlePage.svelte")],
  table: ["game", () => TablePage],
  replay: ["game", () => import("./pages/ReplayPage.svelte")],
  review: ["game", () => import("./pages/ReviewPage.svelte")],
  learn: ["id", () => import("./pages/learn/LessonPage.svelte")],
  match: ["id", () => import("./pages/lobby/MatchPage.svelte")],
  puzzles: ["id", () => import("./pages/puzzles/PuzzlePage.svelte")],
  tournaments: ["id", () => import("./pages/tournaments/TournamentPage.svelte")],
};
const ALONE: Record<string, Load> = {
  analysis: () => import("./pages/AnalysisPage.svelte"),
  learn: () => import("./pages/learn/LearnPage.svelte"),
  lobby: () => import("./pages/lobby/LobbyPage.svelte"),
  puzzles: () => import("./pages/puzzles/PuzzlesPage.svelte"),
  tournaments: () => import("./pages/tournaments/TournamentsPage.svelte"),
  ladder: () => import("./pages/tournaments/LadderPage.svelte"),
  admin: () => import("./pages/admin/AdminPage.svelte"),
  you: () => YouPage,
};
/** Pages below another one. */
const BELOW: Record<string, Load> = {
  "learn/first-battle": () => import("./pages/learn/FirstBattlePage.svelte"),
  "you/notices": () => import("./pages/notices/NoticesPage.svelte"),
};

const at = <T>(table: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The words of a path; one that cannot be read stays as it is. */
export function wordsOf(path: string): string[] {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return ["not", "found"];
  }
}

/** The page at a path. */
export function wayTo(path: string): Way {
  const [first = "", second = ""] = wordsOf(path);
  const key = second ? `${first}/${second}` : first;
  const plain = (load: Load): Way => ({ load, props: {}, key });
  if (!first) return plain(() => StartPage);
  const below = at(BELOW, key);
  if (below) return plain(below);
  if (first === "editor") return { load: () => import("./pages/EditorPage.svelte"), props: { id: second }, key };
  // the rules stay where they are while another one is looked at
  if (first === "rules") return { load: () => import("./pages/RulesPage.svelte"), props: { id: second }, key: first };
  const one = second ? at(OF_ONE, first) : undefined;
  if (one) return { load: one[1], props: { [one[0]]: second }, key };
  const alone = at(ALONE, first);
  return alone ? { ...plain(alone), key: first } : plain(() => LostPage);
}
