"""How strong people play, and how sure that is: Glicko-2, with the side of the battle reckoned in.

Mark Glickman's system ("Example of the Glicko-2 system", 2022) rates everybody by a number, how far off it may be, and
how much he varies; its worked example is a test. It is written here, and not openskill's, which is made for teams: in
Glicko-2 the chance of a game is one formula, and a side that wins more often has its place in it. Who commands a side
that wins a share p between equals is reckoned as stronger by ln(p / (1 - p)) for that battle, so a favourite's win
brings little and an underdog's much; a whole match gives both of them both sides.

All rated battles that end in the same week are one period, whose order does not matter; weeks without battles make
everybody less sure. Nothing is kept but the battles themselves: ratings are folded from them anew. What is worth
nothing is said by `counted` and `_seen`: more than a match between the same two on a day or three in a week, more than
three against newcomers for who is none, and for the winner a battle that was resigned before anything had happened.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import exp, log, pi, sqrt
from typing import Final

#: A newcomer's rating and how far off it may be, in points; how much he varies; and what a period may change of that.
RATING: Final = 1500.0
DEVIATION: Final = 350.0
VOLATILITY: Final = 0.06
TAU: Final = 0.5
#: Points of rating in a unit of the reckoning.
SCALE: Final = 173.7178
#: A rating that may be further off is not in the ladder yet.
PROVISIONAL: Final = 110.0
DAY: Final = 86_400.0
WEEK: Final = 7 * DAY
#: Rated battles of the same two that count on a day, a match, and in a week.
PAIR_A_DAY: Final = 2
PAIR_A_WEEK: Final = 6
#: Battles against newcomers that count in a week for who is none: names are cheap.
NEWCOMERS_A_WEEK: Final = 6
#: A battle resigned before so many turns, by somebody who had lost fewer banners than `EARLY_BANNERS`, was thrown away.
EARLY_TURNS: Final = 6
EARLY_BANNERS: Final = 2
#: The side that wins most often is reckoned to win no larger share than this between equals.
SHARE_MOST: Final = 0.9
#: Battles that a share from elsewhere is mixed with, half of them won by either side: few results say little.
PRIOR_BATTLES: Final = 10.0
#: Results of computers that count at most for a battle: they do not play as people do.
COMPUTERS_MOST: Final = 40.0


@dataclass(frozen=True)
class Rating:
    """A rating in points, its deviation, and the volatility; `battles` counts what it is made of."""

    points: float = RATING
    deviation: float = DEVIATION
    volatility: float = VOLATILITY
    battles: int = 0

    @property
    def low(self) -> float:
        """Where the strength lies above with 97.5 in 100: by this the ladder is ordered.

        >>> round(Rating(1600, 50).low)
        1502
        """
        return self.points - 1.96 * self.deviation

    @property
    def provisional(self) -> bool:
        """Whether it is too unsure for the ladder."""
        return self.deviation > PROVISIONAL


@dataclass(frozen=True)
class Rated:
    """A rated battle that is over: who commanded the top and the bottom army, and what the top one made of it.

    `score` is 1, 0 or, drawn, a half; `share` how often the top army wins between equals; `at` when it ended, in
    seconds. `thrown` says that it was resigned before anything had happened.
    """

    id: str
    at: float
    top: str
    bottom: str
    score: float
    share: float = 0.5
    thrown: bool = False


@dataclass(frozen=True)
class Game:
    """A battle as one of its two sees it in a period: the other's rating, the score, and the advantage of his side."""

    other: Rating
    score: float
    advantage: float = 0.0


def advantage(share: float) -> float:
    """By how much a side that wins this share between equals is the stronger, in the units of the reckoning.

    >>> advantage(0.5), round(advantage(0.75), 2), advantage(1.0) == advantage(SHARE_MOST)
    (0.0, 1.1, True)
    """
    share = min(max(share, 1 - SHARE_MOST), SHARE_MOST)
    return log(share / (1 - share))


def share_of(people: tuple[float, float] = (0, 0), computers: tuple[float, float] = (0, 0)) -> float:
    """How often the top army of a battle wins: won and decided by people and by computers, drawn towards a half.

    >>> share_of(), share_of((90, 120)) > share_of((9, 12)), share_of(computers=(150, 200)) < share_of((150, 200))
    (0.5, True, True)
    """
    (won, decided), (theirs, of) = people, computers
    most = min(1.0, COMPUTERS_MOST / of) if of else 0.0
    return (PRIOR_BATTLES / 2 + won + most * theirs) / (PRIOR_BATTLES + decided + most * of)


def expected(mine: Rating, other: Rating, mine_ahead: float = 0.0) -> float:
    """The chance to win against somebody, with the advantage of the side.

    >>> expected(Rating(), Rating()), expected(Rating(), Rating(), advantage(0.8)) > 0.5
    (0.5, True)
    """
    phi = other.deviation / SCALE
    return 1 / (1 + exp(-_weight(phi) * ((mine.points - other.points) / SCALE + mine_ahead)))


def _weight(phi: float) -> float:
    """How much a result against somebody says, who is so unsure (Glickman's g)."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def after(mine: Rating, games: Sequence[Game]) -> Rating:
    """A rating after a period with these games; without one it is only less sure.

    >>> played = [Game(Rating(1400, 30), 1), Game(Rating(1550, 100), 0), Game(Rating(1700, 300), 0)]
    >>> new = after(Rating(1500, 200), played)
    >>> round(new.points, 1), round(new.deviation, 1), round(new.volatility, 5)
    (1464.1, 151.5, 0.06)
    """
    phi = mine.deviation / SCALE
    if not games:
        wider = min(sqrt(phi * phi + mine.volatility**2), DEVIATION / SCALE)
        return replace(mine, deviation=wider * SCALE)
    information = surprise = 0.0
    for game in games:
        weight, chance = _weight(game.other.deviation / SCALE), expected(mine, game.other, game.advantage)
        information += weight * weight * chance * (1 - chance)
        surprise += weight * (game.score - chance)
    variance = 1 / information
    volatility = _volatility(mine.volatility, phi, variance, variance * surprise)
    phi = 1 / sqrt(1 / (phi * phi + volatility * volatility) + information)
    points = mine.points + SCALE * phi * phi * surprise
    return Rating(points, phi * SCALE, volatility, mine.battles + len(games))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The new volatility, by the method of Illinois (step 5 of Glickman's paper)."""
    start = log(sigma * sigma)

    def f(x: float) -> float:
        e = exp(x)
        spread = phi * phi + variance + e
        return e * (delta * delta - spread) / (2 * spread * spread) - (x - start) / (TAU * TAU)

    low = start
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        step = 1
        while f(start - step * TAU) < 0:
            step += 1
        high = start - step * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


# ---------------------------------------------------------------------- from battles to ratings


def counted(battles: Iterable[Rated]) -> list[Rated]:
    """Those that count, in their order: the first of the same two on a day and in a week, and nobody against himself.

    >>> day = [Rated(str(n), 60.0 * n, "anna", "ben", 1) for n in range(5)]
    >>> [one.id for one in counted([*day, Rated("x", 7, "anna", "anna", 1), Rated("y", DAY, "ben", "anna", 1)])]
    ['0', '1', 'y']
    """
    had: Counter[tuple[frozenset[str], str, float]] = Counter()
    out = []
    for one in sorted(battles, key=lambda one: (one.at, one.id)):
        both = frozenset((one.top, one.bottom))
        day, week = (both, "day", one.at // DAY), (both, "week", one.at // WEEK)
        if len(both) == 2 and had[day] < PAIR_A_DAY and had[week] < PAIR_A_WEEK:
            had.update((day, week))
            out.append(one)
    return out


def thrown(turns: int, taken: int) -> bool:
    """Whether a battle that was resigned had hardly begun: in which turn, and the banners that the winner had taken.

    >>> thrown(2, 0), thrown(2, 3), thrown(30, 0)
    (True, False, False)
    """
    return turns < EARLY_TURNS and taken < EARLY_BANNERS


def ratings(battles: Iterable[Rated], until: float) -> dict[str, Rating]:
    """Everybody's rating at a time, in seconds, folded from all rated battles that ended before it.

    >>> table = ratings([Rated("1", 0, "anna", "ben", 1)], until=60)
    >>> table["anna"].points > 1500 > table["ben"].points
    True
    """
    found: dict[str, Rating] = {}
    last = 0.0
    for week, played in groupby(counted(one for one in battles if one.at <= until), key=lambda one: one.at // WEEK):
        found = _idle(found, week - last - 1 if found else 0)
        last = week
        games: dict[str, list[Game]] = defaultdict(list)
        newcomers: Counter[str] = Counter()
        for one in played:
            for who, game in _seen(one, found):
                newcomers[who] += game.other.provisional and not found.get(who, Rating()).provisional
                if newcomers[who] <= NEWCOMERS_A_WEEK or not game.other.provisional:
                    games[who].append(game)
            for who in (one.top, one.bottom):
                found.setdefault(who, Rating())
        found = {who: after(mine, games.get(who, ())) for who, mine in found.items()}
    return _idle(found, until // WEEK - last - 1) if found else {}


def _seen(one: Rated, found: Mapping[str, Rating]) -> Iterator[tuple[str, Game]]:
    """A battle as either of its two sees it; one that was thrown away only as the loser does."""
    top, bottom = found.get(one.top, Rating()), found.get(one.bottom, Rating())
    ahead = advantage(one.share)
    if not (one.thrown and one.score == 1):
        yield one.top, Game(bottom, one.score, ahead)
    if not (one.thrown and one.score == 0):
        yield one.bottom, Game(top, 1 - one.score, -ahead)


def _idle(found: Mapping[str, Rating], weeks: float) -> dict[str, Rating]:
    """Ratings after some weeks in which nobody played."""
    out = dict(found)
    for _ in range(min(int(weeks), 2000)):
        out = {who: after(mine, ()) for who, mine in out.items()}
    return out


@dataclass(frozen=True)
class Suspicion:
    """Something that who runs the club should look at; nothing follows from it by itself."""

    people: tuple[str, str]
    words: str


#: From so many on they are told: battles of the same two that one of them won, those thrown away to the same one, and
#: those of the same two that no longer count.
SAME_PAIR: Final = 12
THROWN: Final = 2
UNCOUNTED: Final = 6


def suspicions(battles: Iterable[Rated]) -> list[Suspicion]:
    """Pairs that played too often on a day, of whom one nearly always won, or one of whom threw battles away.

    >>> [one.words for one in suspicions([Rated(str(n), n * DAY, "anna", "ben", 1, thrown=True) for n in range(3)])]
    ['ben resigned 3 battles to anna that had hardly begun']
    """
    met: dict[tuple[str, str], list[Rated]] = defaultdict(list)
    for one in battles:
        first, second = sorted((one.top, one.bottom))
        met[first, second].append(one)
    out = []
    for (first, second), played in sorted(met.items()):
        wins = Counter(one.top if one.score == 1 else one.bottom for one in played if one.score != 0.5)
        gone = Counter(one.bottom if one.score == 1 else one.top for one in played if one.thrown)
        for loser, times in sorted(gone.items()):
            if times >= THROWN:
                winner = second if loser == first else first
                words = f"{loser} resigned {times} battles to {winner} that had hardly begun"
                out.append(Suspicion((first, second), words))
        for winner, times in wins.items():
            if len(played) >= SAME_PAIR and times >= 0.95 * len(played):
                words = f"{winner} won {times} of {len(played)} rated battles between {first} and {second}"
                out.append(Suspicion((first, second), words))
        extra = len(played) - len(counted(played))
        if extra >= UNCOUNTED:
            words = f"{first} and {second} played {extra} rated battles more than count in a day or a week"
            out.append(Suspicion((first, second), words))
    return out
