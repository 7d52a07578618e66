"""What a tournament came to: shares of every pair with their intervals, Elo ratings, seconds a turn, and a picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10
from typing import Any, Final

from .statistics import wilson
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

    @property
    def share(self) -> float:
        """The first player's share, from 0 to 1, a draw counted half; 0 without games."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the share.

        >>> Score("a", "b", "", 15, 20).share
        0.75
        """
        return wilson(self.points, self.games)


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
    points: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for r in results:
        won = 0.5 if r.score is None else r.score
        for battle in ("", r.battle):
            points[r.first, r.second, battle].append(won)
    return [Score(*key, sum(won), len(won)) for key, won in points.items()]


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


def paces(results: Iterable[Result]) -> dict[str, Pace]:
    """How long each player thinks a turn, in seconds, his reactions in the other side's turns counted in.

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
    return {name: Pace(name, seconds[name] / max(1, turns[name]), most[name]) for name in seconds}


def report(results: Sequence[Result]) -> dict[str, Any]:
    """What the games of a tournament came to, as plain values for JSON: ratings, paces, and every pair's score.

    >>> report([Result("a", "b", "zama", 0, 7, 1.0, (6, 2), 30)])["pairs"][0]["share"]
    1.0
    """
    return {
        "games": len(results),
        "unfinished": sum(r.score is None for r in results),
        "elo": {name: round(value, 1) for name, value in ratings(results).items()},
        "seconds_a_turn": {p.player: {"mean": round(p.mean, 3), "most": p.most} for p in paces(results).values()},
        "pairs": [
            {
                "first": s.first,
                "second": s.second,
                "battle": s.battle or None,
                "points": s.points,
                "games": s.games,
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
