"""Counting games: wins with their intervals, and means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

from .arena import Game

LEVEL: Final = 0.95
Z_95: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share, as two shares from 0 to 1; (0, 1) where nothing was played.

    `wins` may have halves, for draws. What scipy knows is scipy's; halves, and a Hexillum without the extra `lab`, go
    by the closed form (`score_interval`).

    >>> tuple(round(x, 3) for x in wilson(50, 100))
    (0.404, 0.596)
    """
    if games == 0 or wins != int(wins):
        return score_interval(wins, games)
    try:
        from scipy import stats
    except ImportError:
        return score_interval(wins, games)
    found = stats.binomtest(int(wins), games).proportion_ci(LEVEL, method="wilson")
    return float(found.low), float(found.high)


def score_interval(wins: float, games: int) -> tuple[float, float]:
    """The same interval by its closed form, for halves and for a server, which has no scipy.

    E. B. Wilson, Journal of the American Statistical Association 22, 1927.

    >>> tuple(round(x, 3) for x in score_interval(2.5, 5))
    (0.17, 0.83)
    """
    if games == 0:
        return 0.0, 1.0
    share, z2 = wins / games, Z_95 * Z_95
    middle = share + z2 / (2 * games)
    spread = sqrt(z2 * (share * (1 - share) / games + z2 / (4 * games * games)))
    whole = 1 + z2 / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


@dataclass(frozen=True)
class Summary:
    """What a number of games came to. `wins` are those of top and bottom, `by_player` those of the two players.

    `banners`, `turns` and `decisions` are means over all games, the unfinished ones counted in; banners are top's and
    bottom's.
    """

    games: int
    wins: tuple[int, int]
    draws: int
    unfinished: int
    banners: tuple[float, float]
    turns: float
    decisions: float
    by_player: tuple[int, int]

    def as_dict(self) -> dict[str, Any]:
        """The summary as plain values for JSON; a side's share is of all games, from 0 to 1, with its interval.

        >>> summarise([]).as_dict()["wins"]["top"]
        {'games': 0, 'share': 0.0, 'interval_95': (0.0, 1.0)}
        """
        return {
            "games": self.games,
            "wins": {
                name: {"games": wins, "share": _share(wins, self.games), "interval_95": wilson(wins, self.games)}
                for name, wins in zip(("top", "bottom"), self.wins, strict=True)
            },
            "draws": self.draws,
            "unfinished": self.unfinished,
            "mean_banners": {"top": self.banners[0], "bottom": self.banners[1]},
            "mean_turns": self.turns,
            "mean_decisions": self.decisions,
        }


def summarise(games: Iterable[Game]) -> Summary:
    """Count games, and take their means; all 0 where there are none.

    >>> summarise([]).games
    0
    """
    played = list(games)
    wins, players = [0, 0], [0, 0]
    for game in played:
        if game.winner is not None:
            wins[game.winner] += 1
            players[game.winner ^ int(game.swapped)] += 1
    return Summary(
        games=len(played),
        wins=(wins[0], wins[1]),
        draws=sum(game.drawn for game in played),
        unfinished=sum(not game.finished for game in played),
        banners=(_mean([g.banners[0] for g in played]), _mean([g.banners[1] for g in played])),
        turns=_mean([g.turns for g in played]),
        decisions=_mean([g.decisions for g in played]),
        by_player=(players[0], players[1]),
    )


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
