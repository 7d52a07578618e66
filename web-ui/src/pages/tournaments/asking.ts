// What the pages of tournaments ask the server, and the seats that it gives.
import { call } from "../../lib/api";
import { keep } from "../../lib/seats";
import type { Ladder, NewTournament, RuleMatch, TournamentCard, TournamentPage, TournamentSeat } from "../../lib/types";

const at = (id: string, more = ""): string => `/tournaments/${encodeURIComponent(id)}${more}`;

export const getTournaments = () => call<TournamentCard[]>("GET", "/tournaments");
export const getTournament = (id: string) => call<TournamentPage>("GET", at(id));
export const makeTournament = (wish: NewTournament) => call<TournamentPage>("POST", "/tournaments", wish);
export const enter = (id: string) => call<TournamentPage>("PUT", at(id, "/entry"));
export const withdraw = (id: string) => call<TournamentPage>("DELETE", at(id, "/entry"));
export const pairRound = (id: string, force: boolean) => call<TournamentPage>("POST", at(id, "/rounds"), { force });
export const endTournament = (id: string, force: boolean) => call<TournamentPage>("POST", at(id, "/end"), { force });
export const rule = (id: string, wish: RuleMatch) => call<TournamentPage>("POST", at(id, "/rulings"), wish);
export const getLadder = () => call<Ladder>("GET", "/ladder");

/** Take the own seat in a battle of a tournament, and keep it in this browser. */
export async function takeSeat(id: string, game: string, title: string): Promise<void> {
  const seat = await call<TournamentSeat>("POST", at(id, `/seats/${game}`));
  keep(game, { tokens: { [seat.side]: seat.token }, title });
}
