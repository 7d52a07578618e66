"""How battles between people end up in tables: what is noted of each, the ladder, and `results.csv`."""

from __future__ import annotations

import asyncio
import csv
import io
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final

from ..battle import scenarios
from ..battle.scenarios import setup_digest, turn_round
from ..battle.view_types import SIDES
from ..club.ratings import WEEK, Rated, Rating, ratings, suspicions, thrown
from ..club.sides import top_share
from ..core.digest import made_with
from ..core.state import DRAWN, edition_of
from .game import Game
from .store import FORMER, Ended, Key, Result, Store
from .wire import Flag, Ladder, LadderRow

#: Ends that may come before anything has happened.
GIVEN_UP: Final = ("resigned", "time")
#: The columns of `results.csv`: those by which the laboratory knows a game, and some of people's own, all numbers.
COLUMNS: Final = (
    *("battle", "number", "seed", "top", "bottom", "players_swapped", "armies_swapped", "switches", "limit", "edition"),
    *("setup", "rules", "hexillum", "winner", "finished", "turns", "decisions", "forfeit", "seconds"),
    *("top_banners", "bottom_banners", "top_goal", "bottom_goal"),
    *("rated", "resigned", "agreed", "on_time", "thrown_away", "ended_at"),
)


def ended(game: Game) -> Ended | None:
    """What is noted of a battle that is over; None for one that goes on, an analysis, or with a computer player."""
    battle, opening = game.battle, game.opening
    plan = battle.scenario
    if not battle.over or opening.kind != "battle" or plan is None or any(one != "person" for one in game.players):
        return None
    s = battle.state
    winner = None if s.outcome == DRAWN else int(s.outcome)
    taken = (int(s.banners[0]), int(s.banners[1]))
    turns = int(s.turn) + 1
    library = not opening.scenario and opening.battle in scenarios.names()
    own_dice = opening.dice == "typed" or opening.seed_chosen
    setup = setup_digest(turn_round(plan) if plan.swapped else plan)
    switches = ",".join(f"{name}={'on' if on else 'off'}" for name, on in sorted(opening.switches.items()))
    return Ended(
        battle=plan.id if library else f"own-{setup}",
        edition=edition_of(s),
        swapped=opening.swapped,
        switches=switches,
        setup=setup,
        **made_with(),
        winner=winner,
        how=game.how or "banners",
        top_banners=taken[0],
        bottom_banners=taken[1],
        top_goal=int(s.goal[0]),
        bottom_goal=int(s.goal[1]),
        turns=turns,
        decisions=len(game.made),
        thrown=winner is not None and game.how in GIVEN_UP and thrown(turns, taken[winner]),
        share=top_share(opening.battle, opening.swapped) if library else 0.5,
        ratable=library and not own_dice and not game.help,
        promised=len(game.shares.committed) == 2,
    )


class Ratings:
    """The ladder of a server: folded anew from all rated battles whenever there are more of them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: tuple[object, dict[str, Rating]] = (None, {})
        self._folding = asyncio.Lock()

    async def all(self) -> dict[str, Rating]:
        """Everybody's rating as it is now, by the ids of people. Raises StoreError."""
        now = time.time()
        async with self._folding:
            stands = (*await self._store.results.rated_so_far(), now // WEEK)
            if self._known[0] != stands:
                battles = rated(await self._store.results.rated())
                self._known = (stands, await asyncio.to_thread(ratings, battles, now))
            return self._known[1]


def rated(results: Sequence[Result]) -> list[Rated]:
    """Results as ratings are folded from them: those of two people with names."""
    out = []
    for one in results:
        if one.top is not None and one.bottom is not None:
            score = 0.5 if one.winner is None else float(one.winner == 0)
            out.append(Rated(one.game, one.ended_at, one.top, one.bottom, score, one.share, one.thrown))
    return out


def ladder(found: Mapping[str, Rating], names: Mapping[str, str], you: str | None) -> Ladder:
    """The ladder: who is sure enough by the lower bound, then the others.

    Who has deleted his name is left out, and who has no battle that counts.
    """
    there = [who for who, rating in found.items() if who in names and rating.battles]
    order = sorted(there, key=lambda who: (found[who].provisional, -found[who].low, names[who]))
    sure = [who for who in order if not found[who].provisional]
    rows = [_row(who, names[who], found[who], sure.index(who) + 1 if who in sure else None) for who in order]
    return {"rows": rows, "you": next((row for row in rows if row["person"] == you), None)}


def _row(who: str, name: str, rating: Rating, place: int | None) -> LadderRow:
    wide = 1.96 * rating.deviation
    return {
        "place": place,
        "person": who,
        "name": name,
        "points": round(rating.points),
        "deviation": round(rating.deviation),
        "low": round(rating.points - wide),
        "high": round(rating.points + wide),
        "battles": rating.battles,
    }


async def flags(store: Store) -> list[Flag]:
    """What who runs the club should look at. Raises StoreError."""
    found = await asyncio.to_thread(suspicions, rated(await store.results.rated()))
    names = await store.results.names({who for one in found for who in one.people})
    out: list[Flag] = []
    for one in found:
        words = one.words
        for who in one.people:
            words = words.replace(who, names.get(who, FORMER))
        out.append({"people": [{"person": who, "name": names.get(who, FORMER)} for who in one.people], "words": words})
    return out


async def lines(store: Store) -> AsyncIterator[str]:
    """`results.csv`, a row for each battle between people that is over, in the order in which they ended.

    People are told apart, and nothing more is said of them. Raises StoreError.
    """
    yield _line(COLUMNS)
    numbers: Counter[str] = Counter()
    after: tuple[float, str] | None = None
    while found := await store.results.page(after):
        for one in found:
            yield _line(_cells(one, numbers[one.battle], store.key))
            numbers[one.battle] += 1
        after = found[-1].ended_at, found[-1].game


def _cells(one: Result, number: int, key: Key) -> Sequence[str | int | float]:
    """A row, as `lab.results` has those of computers; the seed and the seconds are not told."""
    top, bottom = (_somebody(who, key) for who in (one.top, one.bottom))
    winner = "" if one.winner is None else SIDES[one.winner]
    swapped = str(one.swapped).lower()
    return (
        *(one.battle, number, 0, top, bottom, "false", swapped, one.switches, 0, one.edition),
        *(one.setup, one.rules, one.hexillum, winner, "true", one.turns, one.decisions, "", 0.0),
        *(one.top_banners, one.bottom_banners, one.top_goal, one.bottom_goal, int(one.rated)),
        *(int(one.how == "resigned"), int(one.how == "agreed"), int(one.how == "time"), int(one.thrown)),
        int(one.ended_at),
    )


def _somebody(person: str | None, key: Key) -> str:
    """A person in a table for everybody: the same every time, and nobody without the server's key knows who it is."""
    return "guest" if person is None else f"person-{key.mark(f'results of {person}')[:12]}"


def _line(cells: Sequence[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()
