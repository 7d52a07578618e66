import { describe, expect, it } from "vitest";
import type { MatchBattle, MatchCard, TournamentPage } from "../../lib/types";
import { ending, open, opponent, points, side, standing } from "./telling";

const anna = { person: "a", name: "Anna" };
const ben = { person: "b", name: "Ben" };
const battle = (more: Partial<MatchBattle> = {}): MatchBattle => ({
  game: "1",
  top: "one",
  decided: false,
  winner: null,
  how: "",
  banners: [],
  given: false,
  ...more,
});
const match = (...battles: MatchBattle[]): MatchCard => ({ board: 1, one: anna, two: ben, points: [0, 0], battles });
const page = (more: Partial<TournamentPage>): TournamentPage =>
  ({ sort: "swiss", state: "open", round: 0, rounds: 3, rated: true, you: "b", paired: [], ...more }) as TournamentPage;

describe("words of tournaments", () => {
  it("tells points with their halves", () => {
    expect([0, 0.5, 1, 2.5].map(points)).toEqual(["0", "½", "1", "2½"]);
  });

  it("tells how a battle ended by its winner", () => {
    const won = battle({ decided: true, winner: "two", banners: [2, 6], how: "banners" });
    expect(ending(match(won), won)).toBe("Ben won 6:2");
    const drawn = battle({ decided: true, banners: [3, 3], how: "agreed" });
    expect(ending(match(drawn), drawn)).toBe("drawn 3:3 (agreed)");
    const nobody = battle({ decided: true, banners: [0, 0], how: "given", given: true });
    expect(ending(match(nobody), nobody)).toBe("nobody's (decided by who leads the tournament)");
    expect(ending(match(battle()), battle())).toBe("not decided");
  });

  it("finds the matches that somebody has to play", () => {
    const mine = match(battle({ decided: true }), battle());
    const done = match(battle({ decided: true }), battle({ decided: true }));
    const others = { ...match(battle()), one: { person: "c", name: "Cleo" }, two: anna };
    const bye = { ...match(), two: null };
    const round = {
      round: 1,
      battle: { id: "akragas", name: "Akragas" },
      until: null,
      matches: [mine, done, others, bye],
    };
    expect(open(page({ paired: [round] }))).toEqual([mine]);
    expect(opponent(page({}), mine)).toBe("Anna");
  });

  it("knows who commands which side", () => {
    const one = match(battle(), battle({ top: "two" }));
    expect(one.battles.map((each) => side(page({}), one, each))).toEqual(["bottom", "top"]);
    expect(one.battles.map((each) => side(page({ you: "a" }), one, each))).toEqual(["top", "bottom"]);
  });

  it("says what a tournament is", () => {
    expect(standing(page({}))).toBe("Swiss, 3 rounds, rated, open for entries");
    expect(standing(page({ sort: "round_robin", state: "running", round: 1, rated: false }))).toBe(
      "Round robin, round 1 of 3, casual, running",
    );
  });
});
