"""What a tournament came to: shares of every pair with their intervals, Elo ratings, seconds a turn, and a picture.

Two games with the same dice and the sides changed are one unit of evidence: intervals go over such pairs, not games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log, log10, sqrt
from typing import Any, Final

from .certainty import FEWEST, LEVEL, NO_SCIPY, estimate
from .tournament import Result

ELO: Final = 400.0
PRIOR: Final = 0.5  # games drawn against an average player that everybody is given, so that no rating is endless
ROUNDS: Final = 2000


@dataclass(frozen=True)
class Score:
    """How one player did against another, over all battles (battle "") or in one of them; points as in chess."""

    first: str
    second: str
    battle: str
    points: float
    games: int
    pairs: tuple[float, ...] = ()  # the first player's share of each pair of games with the same dice

    @property
    def share(self) -> float:
        """The first player's share, from 0 to 1, a draw counted half; 0 without games."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, over pairs. Raises ValueError where scipy is not installed.

        >>> low, high = Score("a", "b", "", 15, 20, (1.0, 0.5) * 5).interval
        >>> low < 0.75 < high
        True
        """
        found = estimate([2 * pair - 1 for pair in self.pairs])
        return (found.low + 1) / 2, (found.high + 1) / 2


@dataclass(frozen=True)
class Pace:
    """How long a player thinks, in seconds: in the mean over his own turns, and at most in any turn."""

    player: str
    mean: float
    most: float


def scores(results: Iterable[Result]) -> list[Score]:
    """The score of every pair, overall and in each battle; games that were not finished count as draws.

    >>> scores([Result("a", "b", "zama", 0, 7, 1.0, (6, 2), 30)])[0].points
    1.0
    """
    games: dict[tuple[str, str, str], dict[tuple[str, int], list[float]]] = defaultdict(lambda: defaultdict(list))
    for r in results:
        for battle in ("", r.battle):
            games[r.first, r.second, battle][r.battle, r.number // 2].append(0.5 if r.score is None else r.score)
    out = []
    for key, pairs in games.items():
        won = [score for pair in pairs.values() for score in pair]
        out.append(Score(*key, sum(won), len(won), tuple(sum(pair) / len(pair) for pair in pairs.values())))
    return out


def ratings(results: Sequence[Result]) -> dict[str, float]:
    """Elo ratings by the model of Bradley and Terry, best first; their mean is 0.

    400 points are odds of ten to one. Everybody is given half a game drawn against an average player beside his own, so
    that nobody's rating is endless.

    >>> two_to_one = [Result("a", "b", "zama", n, n, float(n % 3 > 0), (0, 0), 1) for n in range(300)]
    >>> round(ratings(two_to_one)["a"] - ratings(two_to_one)["b"], -1)
    120.0
    """
    overall = [score for score in scores(results) if not score.battle]
    players = list(dict.fromkeys(name for score in overall for name in (score.first, score.second)))
    won: dict[str, float] = dict.fromkeys(players, PRIOR / 2)
    for score in overall:
        won[score.first] += score.points
        won[score.second] += score.games - score.points
    strength = dict.fromkeys(players, 1.0)
    for _ in range(ROUNDS):
        met = {name: PRIOR / (strength[name] + 1.0) for name in players}
        for score in overall:
            share = score.games / (strength[score.first] + strength[score.second])
            met[score.first] += share
            met[score.second] += share
        strength = {name: won[name] / met[name] for name in players}
    elo = {name: ELO * log10(strength[name]) for name in players}
    mean = sum(elo.values()) / max(1, len(elo))
    return dict(sorted(((name, value - mean) for name, value in elo.items()), key=lambda pair: -pair[1]))


def rating_intervals(results: Sequence[Result], elo: Mapping[str, float]) -> dict[str, tuple[float, float]]:
    """The 95 % interval of each of these ratings, against the mean of all players.

    The sandwich estimate of a maximum of likelihood whose units are pairs of games (White, Econometrica 50, 1982;
    clusters as in Liang and Zeger, Biometrika 73, 1986), with half a pair won and half a pair lost added for all who
    met, so that who has won everything is not called sure. Raises ValueError where numpy or scipy is not installed.

    >>> even = [Result("a", "b", "zama", n, n // 2, float(n % 2), (0, 0), 1) for n in range(400)]
    >>> low, high = rating_intervals(even, ratings(even))["a"]
    >>> low < 0 < high
    True
    """
    try:
        import numpy
        from scipy import stats
    except ImportError:
        raise ValueError(NO_SCIPY) from None
    names = list(elo)
    place = {name: n for n, name in enumerate(names)}
    bread = numpy.zeros((len(names), len(names)))
    meat = numpy.zeros_like(bread)
    units = 0
    for score in scores(results):
        if score.battle:
            continue
        way = numpy.zeros(len(names))
        way[place[score.first]], way[place[score.second]] = 1.0, -1.0
        p = 1 / (1 + 10 ** ((elo[score.second] - elo[score.first]) / ELO))
        square = numpy.outer(way, way)
        bread += len(score.pairs) * p * (1 - p) * square
        meat += sum(((pair - p) ** 2 for pair in score.pairs), ((1 - p) ** 2 + p**2) / 2) * square
        units += len(score.pairs)
    inverse = numpy.linalg.pinv(bread)
    spread = numpy.sqrt(numpy.clip(numpy.diag(inverse @ meat @ inverse), 0, None))
    reach = float(stats.norm.ppf((1 + LEVEL) / 2)) * ELO / log(10) * spread * sqrt(units / max(1, units - 1))
    return {name: (elo[name] - float(reach[n]), elo[name] + float(reach[n])) for name, n in place.items()}


@dataclass(frozen=True)
class Test:
    """Where a sequential test stands: its log-likelihood ratio, its bounds, the pairs it saw, and its answer.

    `answer` is "better" where the first player is at least as much better as the second hypothesis says, "not better"
    where the first hypothesis holds, and "" where nothing is decided.
    """

    ratio: float
    bound: float
    pairs: int
    answer: str

    __test__ = False  # nothing for pytest


def sequential_test(pairs: Sequence[float], elo: tuple[float, float], error: float = 1 - LEVEL) -> Test:
    """Whether the first player is better by the second of two Elo differences, rather than by the first one.

    `pairs` are his shares of pairs of games, in the order in which they count; the test looks after each from the
    twentieth on, and stops at the first that decides. It errs either way in about `error` of all runs: Wald's
    sequential probability ratio test (Annals of Mathematical Statistics 16, 1945), generalised to pairs with the ratio
    of Van den Bergh ("A practical introduction to the GSPRT", 2018). Raises ValueError where the second difference is
    not the greater one.

    >>> sequential_test([1.0, 0.5] * 40, (0, 50)).answer
    'better'
    >>> sequential_test([0.5], (0, 50)).answer
    ''
    """
    low, high = (1 / (1 + 10 ** (-one / ELO)) for one in elo)
    if not low < high:
        raise ValueError(f"a test between {elo[0]:g} and {elo[1]:g} Elo: expected the lower one first")
    bound = log((1 - error) / error)
    total, squares, ratio = 0.0, 0.0, 0.0
    for n, pair in enumerate(pairs, 1):
        total += pair
        squares += pair * pair
        mean = total / n
        # a pair won and a pair lost are added to the variance, so that equal results are not certainty
        middle = (total + 1) / (n + 2)
        variance = (squares + 1) / (n + 2) - middle * middle
        ratio = n * (high - low) * (2 * mean - low - high) / (2 * variance)
        if n >= FEWEST and abs(ratio) >= bound:
            return Test(ratio, bound, n, "better" if ratio > 0 else "not better")
    return Test(ratio, bound, len(pairs), "")


def paces(results: Iterable[Result]) -> dict[str, Pace]:
    """How long each player thinks a turn, in seconds, his reactions in the other side's turns counted in.

    Players that were not timed are left out.

    >>> one = Result("a", "b", "zama", 0, 7, 1.0, (6, 2), 4, (2, 2), (3.0, 1.0), (2.5, 0.5))
    >>> paces([one])["a"].mean
    1.5
    """
    seconds: dict[str, float] = defaultdict(float)
    turns: dict[str, int] = defaultdict(int)
    most: dict[str, float] = defaultdict(float)
    for r in results:
        for n, name in enumerate((r.first, r.second)):
            seconds[name] += r.seconds[n]
            turns[name] += r.own_turns[n]
            most[name] = max(most[name], r.slowest[n])
    return {name: Pace(name, seconds[name] / turns[name], most[name]) for name in seconds if turns[name]}


def report(results: Sequence[Result]) -> dict[str, Any]:
    """What the games of a tournament came to, as plain values for JSON: ratings, paces, and every pair's score.

    >>> report([Result("a", "b", "zama", 0, 7, 1.0, (6, 2), 30)])["pairs"][0]["share"]
    1.0
    """
    elo = ratings(results)
    return {
        "games": len(results),
        "unfinished": sum(r.score is None for r in results),
        "elo": {name: round(value, 1) for name, value in elo.items()},
        "elo_interval_95": {
            name: [round(low, 1), round(high, 1)] for name, (low, high) in rating_intervals(results, elo).items()
        },
        "seconds_a_turn": {p.player: {"mean": round(p.mean, 3), "most": p.most} for p in paces(results).values()},
        "pairs": [
            {
                "first": s.first,
                "second": s.second,
                "battle": s.battle or None,
                "points": s.points,
                "games": s.games,
                "pairs": len(s.pairs),
                "share": s.share,
                "interval_95": s.interval,
            }
            for s in scores(results)
        ],
    }


def picture(results: Sequence[Result]) -> Any:
    """A figure of matplotlib: every pair's share with its interval, overall in black, battle by battle in grey.

    Needs matplotlib, the extra `plot`; raises ModuleNotFoundError without it.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise ModuleNotFoundError("pictures need matplotlib: run pip install 'hexillum[plot]'") from None
    rows = sorted(scores(results), key=lambda s: (s.first, s.second, s.battle))
    figure = Figure(figsize=(7, 1.2 + 0.3 * len(rows)), layout="constrained")
    axes = figure.subplots()
    for n, score in enumerate(rows):
        colour = "#999999" if score.battle else "#000000"
        axes.plot(score.interval, (n, n), color=colour, linewidth=2)
        axes.plot([score.share], [n], "o", color=colour)
    axes.set_yticks(range(len(rows)), [f"{s.first} - {s.second}, {s.battle or 'all'} ({s.games})" for s in rows])
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.axvline(0.5, color="#bbbbbb", linestyle="--", zorder=0)
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel("share of the first player, with its 95 % interval")
    axes.spines[["top", "right"]].set_visible(False)
    return figure
