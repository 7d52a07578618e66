"""What the server shows of tournaments: a card in the list, and the page of one for who asks."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from typing import Final, cast

from ..battle import scenarios
from ..club.scoring import Standing, crosstable
from . import wire
from .lobby import pace_words
from .store import Listed, Pairing, Person, Result, Whole
from .tournaments import Club, match_of, not_entering, rounds_of, score_of, standings_of, undecided

DAY: Final = 86_400.0


def card(one: Listed) -> wire.TournamentCard:
    """A tournament in the list."""
    seen = one.tournament
    return {
        "id": seen.id,
        "name": seen.name,
        "sort": cast(wire.TournamentSort, seen.sort),
        "state": cast(wire.TournamentState, seen.state),
        "round": seen.round,
        "rounds": seen.rounds if seen.sort == "swiss" else max(0, one.entrants - 1 + one.entrants % 2),
        "entrants": one.entrants,
        "rated": seen.rated,
        "owner": one.owner,
        "made_at": seen.made_at,
    }


async def page(club: Club, id: str, person: Person | None) -> wire.TournamentPage:
    """A tournament as it stands, for who asks. Raises Refused, StoreError."""
    whole = await club.whole(id)
    found = await club.results(whole)
    return await asyncio.to_thread(_page, club, whole, found, person)


def _page(club: Club, whole: Whole, found: Mapping[str, Result], person: Person | None) -> wire.TournamentPage:
    seen = whole.tournament
    return {
        "id": seen.id,
        "name": seen.name,
        "words": seen.words,
        "sort": cast(wire.TournamentSort, seen.sort),
        "state": cast(wire.TournamentState, seen.state),
        "round": seen.round,
        "rounds": rounds_of(whole),
        "days": seen.days,
        "pace": pace_words(seen.pace),
        "rated": seen.rated,
        "owner": whole.owner,
        "battles": [_battle(one) for one in seen.battles],
        "you": None if person is None else person.id,
        "may": _may(club, whole, person),
        "missing": len(undecided(whole, found)),
        "standings": _standings(whole, found),
        "paired": _rounds(whole, found),
    }


def _battle(id: str) -> wire.RoundBattle:
    return {"id": id, "name": _name(id)}


@cache
def _name(id: str) -> str:
    """What a battle of the library is called: to read it costs milliseconds, and a page has many of them."""
    return scenarios.load_scenario(id).name if id in scenarios.names() else id


def _may(club: Club, whole: Whole, person: Person | None) -> wire.TournamentMay:
    seen = whole.tournament
    lead = club.leads(seen, person)
    mine = next((one for one in whole.entrants if person is not None and one.person == person.id), None)
    more = seen.round < rounds_of(whole)
    return {
        "enter": person is not None and not not_entering(whole, person.id),
        "withdraw": mine is not None and mine.gone is None and seen.state != "over",
        "lead": lead,
        "start": lead and seen.state == "open",
        "pair": lead and seen.state == "running" and more,
        "end": lead and seen.state != "over",
    }


def _standings(whole: Whole, found: Mapping[str, Result]) -> list[wire.StandingRow]:
    places, matches, out = standings_of(whole, found)
    people = {one.person: one for one in whole.entrants}
    last = len(places) + 1
    rows = [*places, *(Standing(who, last, 0.0, 0, 0.0, 0.0, 0) for who in people if who in out)]
    table = crosstable(places, matches)
    table += [[None] * len(places) for _ in out]
    told: list[wire.StandingRow] = []
    for one, met in zip(rows, table, strict=True):
        entered = people[one.who]
        told.append(
            {
                "place": one.place,
                "person": one.who,
                "name": entered.name,
                "seed": entered.seed,
                "points": one.points,
                "banners": one.banners,
                "opponents": one.opponents,
                "beaten": one.beaten,
                "matches": one.matches,
                "gone": entered.gone is not None,
                "annulled": one.who in out,
                "met": met,
            }
        )
    return told


def _rounds(whole: Whole, found: Mapping[str, Result]) -> list[wire.RoundCard]:
    names = {one.person: one.name for one in whole.entrants}
    days = whole.tournament.days
    rounds: dict[int, wire.RoundCard] = {}
    for one in whole.pairings:
        until = one.made_at + days * DAY if days else None
        empty: wire.RoundCard = {"round": one.round, "battle": _battle(one.battle), "until": until, "matches": []}
        rounds.setdefault(one.round, empty)["matches"].append(_match(one, found, names))
    return [rounds[n] for n in sorted(rounds)]


def _match(one: Pairing, found: Mapping[str, Result], names: Mapping[str, str]) -> wire.MatchCard:
    match = match_of(one, found)
    games = [game for game in (one.game, one.other)]
    return {
        "board": one.board,
        "one": _named(one.one, names),
        "two": None if one.two is None else _named(one.two, names),
        "points": [match.points(0), match.points(1)],
        "battles": [] if one.two is None else [_game(one, n, game, found) for n, game in enumerate(games)],
    }


def _game(one: Pairing, place: int, game: str | None, found: Mapping[str, Result]) -> wire.MatchBattle:
    result = found.get(game or "")
    score = score_of(one, place, result)
    given = (one.game_to, one.other_to)[place] is not None
    winner: wire.OfMatch | None = None
    if score is not None and score.winner is not None:
        winner = "two" if score.winner else "one"
    return {
        "game": game or "",
        "top": "two" if place else "one",
        "decided": score is not None,
        "winner": winner,
        "how": "given" if given else result.how if result is not None else "",
        "banners": [] if score is None else list(score.banners),
        "given": given,
    }


def _named(who: str, names: Mapping[str, str]) -> wire.Named:
    return {"person": who, "name": names.get(who, "")}
