"""Counting games: wins with their intervals, and means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from .arena import Game

Z_95: Final = 1.959964


def wilson(wins: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """The Wilson interval of a share, as two shares from 0 to 1; (0, 1) where nothing was played.

    `wins` may have halves, for draws; `z` is how many standard deviations it reaches, by default those of 95 %.

    >>> tuple(round(x, 3) for x in wilson(50, 100))
    (0.404, 0.596)
    """
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
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
