"""How a tournament is scored: both sides of one battle are a match; points, then banners, then what opponents did.

A battle won is a point, one that was drawn half a point. Who is level on points is placed by the banners that he took,
then by the points of all his opponents (Buchholz), then by those of the opponents that he beat (Sonneborn and Berger),
then by the match between the two where exactly two are still level. Whoever is level after that shares the place.

Who wins without the last banner, since the other resigned, stayed away or lost on time, is given as many banners as the
battle asks for, and the other keeps what he took. A bye is a match won in that way. For the opponents' points a match
that nobody played counts as one against somebody with as many points as oneself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, Literal

#: Points of a battle won, and of one that was drawn.
WON: Final = 1.0
DRAWN: Final = 0.5
#: Battles of a match: each of the two has commanded each side once.
BATTLES: Final = 2

Seat = Literal[0, 1]


@dataclass(frozen=True)
class Score:
    """How one battle of a match went: who won (0 the first, 1 the second of the two, None nobody) and the banners.

    `played` is False where it was decided without being played, by a bye or since somebody stayed away: then a battle
    that nobody won is none to anybody.
    """

    winner: Seat | None
    banners: tuple[int, int]
    played: bool = True

    def points(self, seat: Seat) -> float:
        """The points of the first or the second of the two.

        >>> Score(0, (6, 2)).points(0), Score(0, (6, 2)).points(1), Score(None, (3, 3)).points(1)
        (1.0, 0.0, 0.5)
        """
        if self.winner is None:
            return DRAWN if self.played else 0.0
        return WON * (self.winner == seat)


def battle_score(winner: Seat | None, banners: tuple[int, int], goals: tuple[int, int], by_banners: bool) -> Score:
    """The score of a battle that was played to its end; `by_banners` says that it ended by the last banner.

    Nobody has more banners than the battle asks of him. Both tuples go by the first and the second of the two.

    >>> battle_score(0, (2, 3), (6, 5), by_banners=False).banners
    (6, 3)
    >>> battle_score(1, (2, 6), (6, 5), by_banners=True).banners
    (2, 5)
    """
    first, second = (min(banners[0], goals[0]), min(banners[1], goals[1]))
    if winner is not None and not by_banners:
        first, second = (goals[0], second) if winner == 0 else (first, goals[1])
    return Score(winner, (first, second))


def walkover(winner: Seat | None, goals: tuple[int, int]) -> Score:
    """A battle that nobody played: the winner has all banners, the other none; with None nobody has anything.

    >>> walkover(1, (6, 5)).banners, walkover(None, (6, 5)).banners
    ((0, 5), (0, 0))
    """
    banners = (goals[0] if winner == 0 else 0, goals[1] if winner == 1 else 0)
    return Score(winner, banners, played=False)


@dataclass(frozen=True)
class Match:
    """A match of a round: two people and the scores of those battles that are decided; a bye has no second one."""

    round: int
    first: str
    second: str | None
    scores: tuple[Score, ...] = ()

    def points(self, seat: Seat) -> float:
        """What the first or the second has made of it so far."""
        return sum(one.points(seat) for one in self.scores)

    def banners(self, seat: Seat) -> int:
        """The banners that he took in it."""
        return sum(one.banners[seat] for one in self.scores)

    @property
    def played(self) -> bool:
        """Whether a battle of it was played: what makes the two opponents."""
        return self.second is not None and any(one.played for one in self.scores)

    @property
    def decided(self) -> bool:
        """Whether nothing of it is still to come."""
        return len(self.scores) == BATTLES


def bye(round: int, who: str, goals: Sequence[tuple[int, int]]) -> Match:
    """A round in which somebody meets nobody: a match won; `goals` are the banners that its battles ask of him.

    >>> bye(1, "anna", [(6, 5), (5, 6)]).points(0)
    2.0
    """
    return Match(round, who, None, tuple(walkover(0, goal) for goal in goals))


@dataclass(frozen=True)
class Standing:
    """Where somebody stands. `place` begins with 1 and is shared by those who are level in everything."""

    who: str
    place: int
    points: float
    banners: int
    opponents: float  # the points of all his opponents
    beaten: float  # the points that his opponents have, each by what he took of them: Sonneborn and Berger
    matches: int

    @property
    def order(self) -> tuple[float, int, float, float]:
        """By what he is placed, the greater the better."""
        return self.points, self.banners, self.opponents, self.beaten


def standings(entrants: Iterable[str], matches: Iterable[Match], number: Mapping[str, int]) -> list[Standing]:
    """Where everybody stands after these matches, the first first; who shares a place stands by his `number`.

    The order in which matches are given does not matter. Raises ValueError for a match of somebody who is not entered.

    >>> played = [Match(1, "anna", "ben", (Score(0, (6, 2)), Score(None, (4, 5))))]
    >>> [(one.place, one.who, one.points, one.banners) for one in standings(["ben", "anna"], played, {})]
    [(1, 'anna', 1.5, 10), (2, 'ben', 0.5, 7)]
    """
    names = list(dict.fromkeys(entrants))
    mine: dict[str, list[tuple[Match, Seat]]] = {name: [] for name in names}
    for match in matches:
        for who, seat in _both(match):
            if who not in mine:
                raise ValueError(f"{who} is not entered")
            mine[who].append((match, seat))
    points = {who: sum(match.points(seat) for match, seat in played) for who, played in mine.items()}
    rows = [_standing(who, played, points) for who, played in mine.items()]
    rows.sort(key=lambda one: (*(-value for value in one.order), number.get(one.who, 0), one.who))
    return list(_placed(rows, mine))


def _both(match: Match) -> Iterator[tuple[str, Seat]]:
    yield match.first, 0
    if match.second is not None:
        yield match.second, 1


def _standing(who: str, played: Sequence[tuple[Match, Seat]], points: Mapping[str, float]) -> Standing:
    opponents = beaten = 0.0
    for match, seat in played:
        other = match.first if seat else match.second
        theirs = points[other] if match.played and other is not None else points[who]
        opponents += theirs
        beaten += theirs * match.points(seat) / (BATTLES * WON)
    banners = sum(match.banners(seat) for match, seat in played)
    return Standing(who, 0, points[who], banners, opponents, beaten, len(played))


def _placed(rows: Sequence[Standing], mine: Mapping[str, Sequence[tuple[Match, Seat]]]) -> Iterator[Standing]:
    """The rows with their places: two who are level in all but their own match are parted by it."""
    place = 1
    for _, level in groupby(rows, key=lambda one: one.order):
        group = list(level)
        taken = [_taken_of(one.who, other.who, mine) for one, other in ((group[0], group[-1]), (group[-1], group[0]))]
        if len(group) == 2 and taken[0] != taken[1]:
            best = 0 if taken[0] > taken[1] else 1
            yield replace(group[best], place=place)
            yield replace(group[1 - best], place=place + 1)
        else:
            for one in group:
                yield replace(one, place=place)
        place += len(group)


def _taken_of(who: str, other: str, mine: Mapping[str, Sequence[tuple[Match, Seat]]]) -> float:
    """The points that somebody has taken of another one."""
    return sum(match.points(seat) for match, seat in mine[who] if other in (match.first, match.second) and who != other)


def crosstable(places: Sequence[Standing], matches: Iterable[Match]) -> list[list[float | None]]:
    """A row for each place with what he took of everybody else, in the same order; None where they have not met.

    >>> played = [Match(1, "anna", "ben", (Score(0, (6, 2)), Score(None, (4, 5))))]
    >>> crosstable(standings(["anna", "ben"], played, {}), played)
    [[None, 1.5], [0.5, None]]
    """
    at = {one.who: n for n, one in enumerate(places)}
    found: dict[tuple[int, int], float] = defaultdict(float)
    for match in matches:
        if match.second is not None and match.scores:
            first, second = at[match.first], at[match.second]
            found[first, second] += match.points(0)
            found[second, first] += match.points(1)
    return [[found.get((row, column)) for column in range(len(places))] for row in range(len(places))]


def half_played(who: str, matches: Iterable[Match], rounds: int) -> bool:
    """Whether somebody has played at least half of the matches of a round robin of so many rounds.

    Whoever withdraws before that is taken out of the standings with all his matches: otherwise it would count whom he
    happened to meet.

    >>> half_played("anna", [], 3)
    False
    """
    own = [match for match in matches if who in (match.first, match.second) and match.played and match.decided]
    return 2 * len(own) >= rounds
