"""Chances to win, by rollouts: whole battles played on from a moment by the planner's quick mind, and counted.

They run in the compiled thinking where that is ready, many in one call, and in plain Python otherwise, which is some
hundred times slower.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Any, Final

from ..battle.door import Battle
from ..compiled import cache
from ..core.state import DRAWN, NONE, State
from ..core.structs import packed
from ..engine.playout import ANSWERS_MOST
from ..players.minds import tuned_mind
from ..thinking import playouts
from ..thinking.door import think
from ..thinking.rollouts import BOTH
from ..thinking.seeking import FREE, PLAYED, Seeker
from .of_thread import one_of

#: Said where the thinking is not compiled.
SLOW: Final = (
    "the compiled rules are not there, and without them battles are played on some hundred times slower: fewer are, "
    "and the chances are coarse; pip install 'hexillum[fast]' mends it"
)
SLOW_NOTE: Final = f"{SLOW[0].upper()}{SLOW[1:]}."
A_CALL: Final = 64  # playouts of one call: so often somebody may interrupt

_ROOT: Final = 0
#: What an outcome is worth to the top side, by its number: a win, a loss, a draw; a battle without end counts half.
_WORTH: Final = {0: 1.0, 1: 0.0, DRAWN: 0.5, NONE: 0.5}


@dataclass(frozen=True)
class Chance:
    """The chance of the top side to win, its standard error, and how many battles were played on for it.

    >>> Chance.of([1.0, 0.0, 0.5, 0.5])
    Chance(top=0.5, error=0.2041..., n=4)
    """

    top: float
    error: float
    n: int

    @classmethod
    def of(cls, worths: Sequence[float]) -> Chance:
        """The mean of what some playouts were worth to the top side. Of one alone the error is not known: a half."""
        n = len(worths)
        mean = sum(worths) / n
        if n == 1:
            return cls(mean, 0.5, n)
        return cls(mean, sqrt(sum((one - mean) ** 2 for one in worths) / (n - 1) / n), n)

    @classmethod
    def known(cls, top: float) -> Chance:
        """A chance that is certain: of a battle that is over."""
        return cls(top, 0.0, 0)


def worth_of(outcome: int) -> float:
    """What an outcome is worth to the top side: 1, 0, or a half for a draw.

    >>> worth_of(0), worth_of(1), worth_of(2)
    (1.0, 0.0, 0.5)
    """
    return _WORTH[outcome]


class Roller:
    """Boards and minds for rollouts, of one thread: the compiled form where that is ready, the plain one otherwise.

    >>> roller = Roller(compiled=False)
    >>> roller.compiled
    False
    """

    def __init__(self, compiled: bool | None = None) -> None:
        self.compiled = cache.is_ready() if compiled is None else compiled
        minds = [tuned_mind(), tuned_mind()]
        self._boards: Any = [State() for _ in range(FREE)]
        self._task: Any = playouts.Task()
        self._told: Any = [0] * A_CALL
        out, trial, rng = [0] * ANSWERS_MOST, [0] * ANSWERS_MOST, [1]
        plain: tuple[Any, ...] = (
            self._boards,
            minds,
            [Seeker()],
            [],
            [],
            self._task,
            [],
            rng,
            [0],
            out,
            trial,
            self._told,
        )
        self._think: Callable[[], int] = partial(think, *plain)
        if self.compiled:
            self._compile(minds)
        self._task.what, self._task.board, self._task.trial = playouts.ROLL_OUT, _ROOT, PLAYED

    def _compile(self, minds: Sequence[Any]) -> None:
        import numpy

        from ..compiled import with_numba as compiled

        self._boards, tasks = numpy.zeros(FREE, compiled.STATE), numpy.zeros(1, compiled.TASK)
        records = (numpy.zeros(1, kind) for kind in (compiled.SEEKER, compiled.SCALES, compiled.BOUT))
        self._told = numpy.zeros(A_CALL, numpy.int64)
        rng, mt, out, trial = (numpy.zeros(size, numpy.int64) for size in (1, 1, ANSWERS_MOST, ANSWERS_MOST))
        lists = (numpy.zeros(1), rng, mt, out, trial, self._told)
        think = compiled.load().think
        self._think = partial(think, self._boards, compiled.minds_of(*minds), *records, tasks, *lists)
        self._task = tasks.view(numpy.recarray)[0]

    def worths(self, state: State, n: int, seed: int, knows: int | None = None, first: int = 0) -> list[float]:
        """What so many playouts of a state were worth to the top side, in their order; the state stays as it was.

        The same seed gives every state the same dice, playout by playout: those of two states may be compared one by
        one. `first` is the playout to begin with. `knows` is the side whose knowledge counts: the cards that it has not
        seen are dealt anew in every playout. With None both hands are as they are.
        """
        if state.outcome != NONE:
            return [worth_of(state.outcome)] * n
        task, found = self._task, list[float]()
        self._boards[_ROOT] = packed(state) if self.compiled else _plain(state)
        task.side = BOTH if knows is None else knows
        task.seed[0] = random.Random(seed).getrandbits(31)
        while len(found) < n:
            task.first, task.count = first + len(found), min(A_CALL, n - len(found))
            self._think()
            found += [_WORTH[int(outcome)] for outcome in self._told[: task.count]]
        return found

    def chance(self, state: State, n: int, seed: int, knows: int | None = None) -> Chance:
        """The top side's chance to win, by so many playouts.

        >>> state = Battle.start("akragas", seed=7).state
        >>> Roller(compiled=False).chance(state, 1, seed=1).n
        1
        """
        if state.outcome != NONE:
            return Chance.known(worth_of(state.outcome))
        return Chance.of(self.worths(state, n, seed, knows))


def _plain(state: State) -> State:
    copy = state.copy()
    copy.log = None
    return copy


_of_thread = threading.local()


def roller() -> Roller:
    """The roller of this thread; another one as soon as the compiled form is ready.

    >>> roller() is roller()
    True
    """
    return one_of(_of_thread, Roller)


def chances(battle: Battle | State, n: int = 256, seed: int = 0, knows: int | None = None) -> Chance:
    """The chance to win at any moment of a battle, by n whole battles played on from there; a draw counts half.

    `knows` is the side whose knowledge counts, 0 top or 1 bottom: hidden cards are dealt anew. None is what both know
    together, as after the end of a battle. The battle stays as it was, and the same seed gives the same answer.

    >>> battle = Battle.start("akragas", seed=7)
    >>> 0 <= chances(battle, n=1).top <= 1
    True
    """
    return roller().chance(battle.state if isinstance(battle, Battle) else battle, n, seed, knows)
