"""What becomes of everybody soon after a choice: some turns are played on, again and again, and who is lost is counted.

Two choices meet the same hidden cards and, from the next turn on, the same dice. What is known of the enemy's hand is
what the side knows that chose.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from ..core.hexes import NOWHERE
from ..core.state import NONE, State
from ..players.minds import tuned_mind
from ..players.thinker import ROOT, Thinker
from ..thinking.rollouts import mixed
from ..thinking.seeking import PLAYED
from .of_thread import one_of

PLAYOUTS: Final = 256  # after each choice,
PLAIN_PLAYOUTS: Final = 16  # and where the thinking is not compiled
SURE: Final = 3.0  # standard errors: of all that is looked at something always differs by two


@dataclass(frozen=True)
class Fate:
    """How one playout stood at its end: the blocks of every unit, which leaders are there, the banners, who has won."""

    blocks: tuple[int, ...]
    leaders: tuple[bool, ...]
    banners: tuple[int, int]
    outcome: int

    @classmethod
    def of(cls, state: State) -> Fate:
        """How a state stands.

        >>> from hexillum.battle.door import Battle
        >>> Fate.of(Battle.start("akragas", seed=7).state).banners
        (0, 0)
        """
        blocks = tuple(int(u.blocks) for u in state.units)
        leaders = tuple(bool(one.hex != NOWHERE) for one in state.leaders)
        return cls(blocks, leaders, (int(state.banners[0]), int(state.banners[1])), int(state.outcome))


@dataclass(frozen=True)
class Gap:
    """A number after two choices, in the mean of their playouts, and the standard error of the difference.

    >>> Gap.between([0, 0, 1, 0], [1, 1, 1, 1]).change
    0.75
    """

    played: float
    better: float
    error: float

    @classmethod
    def between(cls, played: Sequence[float], better: Sequence[float]) -> Gap:
        """The gap of numbers that belong together playout by playout.

        Few playouts that all agree leave some doubt: one that does not is added.
        """
        n = len(played)
        differences = [b - p for p, b in zip(played, better, strict=True)]
        mean = sum(differences) / n
        squares = sum((one - mean) ** 2 for one in differences) + 1
        return cls(sum(played) / n, sum(better) / n, sqrt(squares) / n)

    @property
    def change(self) -> float:
        """What the better choice has more."""
        return self.better - self.played

    def clearly(self, least: float, sign: int = 1) -> bool:
        """Whether the better choice has more by at least so much, beyond chance; with `sign` -1, less."""
        return sign * self.change >= max(least, SURE * self.error)


@dataclass(frozen=True)
class Fates:
    """The playouts after two choices at the same moment."""

    played: Sequence[Fate]
    better: Sequence[Fate]

    def gap(self, number: Callable[[Fate], float]) -> Gap:
        """What a number of every playout comes to after both."""
        return Gap.between([number(one) for one in self.played], [number(one) for one in self.better])


class Seer:
    """Plays some turns on, again and again, by the quick mind for both sides.

    >>> from hexillum.battle.door import Battle
    >>> state = Battle.start("akragas", seed=7).state
    >>> len(Seer(compiled=False).fates(state, 1, until=1, n=2))
    2
    """

    def __init__(self, compiled: bool | None = None) -> None:
        self.thinker = Thinker([tuned_mind(), tuned_mind()], compiled=compiled)

    @property
    def compiled(self) -> bool:
        """Whether the compiled thinking is taken."""
        return self.thinker.compiled

    def fates(self, state: State, side: int, until: int, n: int = PLAYOUTS, seed: int = 1) -> list[Fate]:
        """How so many playouts stand at the start of turn `until`, counted from 0; by what a side knows."""
        turns = until - state.turn
        if state.outcome != NONE or turns <= 0:
            return [Fate.of(state)] * n
        self.thinker.put(ROOT, state)
        found = list[Fate]()
        for one in range(n):
            self.thinker.try_out(ROOT, [mixed(seed, one)], side, turns)
            found.append(self._stands())
        return found

    def _stands(self) -> Fate:
        """How the playout just played stands."""
        board = self.thinker.boards[PLAYED]
        if not self.compiled:
            return Fate.of(board)
        top, bottom = board["banners"].tolist()
        leaders = tuple(hex != NOWHERE for hex in board["leaders"]["hex"].tolist())
        return Fate(tuple(board["units"]["blocks"].tolist()), leaders, (top, bottom), int(board["outcome"]))


_of_thread = threading.local()


def seer() -> Seer:
    """The seer of this thread; another one as soon as the compiled form is ready.

    >>> seer() is seer()
    True
    """
    return one_of(_of_thread, Seer)
