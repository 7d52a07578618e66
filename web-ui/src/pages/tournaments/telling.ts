// Words of tournaments: how a match stands, whose turn it is to do what, points with their halves.
import type { MatchBattle, MatchCard, TournamentCard, TournamentPage } from "../../lib/types";
import { many } from "../common";

const SORTS = { swiss: "Swiss", round_robin: "Round robin" };
const HOW: Record<string, string> = {
  resigned: "the other resigned",
  agreed: "agreed",
  time: "on time",
  forfeited: "forfeited",
  given: "decided by who leads the tournament",
};

/** Points with halves: "2½", "½", "0". */
export function points(value: number): string {
  const whole = Math.floor(value);
  const quarter = Math.round((value - whole) * 100) / 100;
  if (quarter === 0) return String(whole);
  return quarter === 0.5 ? `${whole || ""}½` : String(Math.round(value * 100) / 100);
}

/** What a tournament is and where it stands, in one line. */
export function standing(one: TournamentCard | TournamentPage): string {
  const rounds =
    one.state === "open"
      ? one.sort === "round_robin"
        ? "everybody meets everybody"
        : many(one.rounds, "round")
      : `round ${one.round} of ${one.rounds}`;
  const state = { open: "open for entries", running: "running", over: "over" }[one.state];
  return `${SORTS[one.sort]}, ${rounds}, ${one.rated ? "rated" : "casual"}, ${state}`;
}

/** How a battle of a match ended: who won, with the banners of both. */
export function ending(match: MatchCard, battle: MatchBattle): string {
  if (!battle.decided) return "not decided";
  const [one = 0, two = 0] = battle.banners;
  const why = HOW[battle.how];
  const more = why ? ` (${why})` : "";
  if (!battle.winner) return battle.given ? `nobody's${more}` : `drawn ${one}:${two}${more}`;
  const winner = battle.winner === "one" ? match.one : match.two;
  const score = battle.winner === "one" ? `${one}:${two}` : `${two}:${one}`;
  return `${winner?.name ?? ""} won ${score}${more}`;
}

/** The matches of somebody that are not decided. */
export function open(page: TournamentPage): MatchCard[] {
  return page.paired
    .flatMap((round) => round.matches)
    .filter((match) => match.two && [match.one.person, match.two.person].includes(page.you ?? ""))
    .filter((match) => match.battles.some((battle) => !battle.decided));
}

/** Whom somebody meets in a match. */
export function opponent(page: TournamentPage, match: MatchCard): string {
  return (match.one.person === page.you ? match.two?.name : match.one.name) ?? "";
}

/** The side that somebody commands in a battle of a match. */
export function side(page: TournamentPage, match: MatchCard, battle: MatchBattle): "top" | "bottom" {
  return (match.one.person === page.you) === (battle.top === "one") ? "top" : "bottom";
}
