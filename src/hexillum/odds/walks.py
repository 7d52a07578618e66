"""Walking a battle to all its ends: plainly with exact fractions, or compiled with floats."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from ..compiled import cache
from ..core import ask
from ..core.state import NONE, State
from ..engine.rolls import ROLLS_MOST
from ..engine.walk import MADE, TOO_SMALL, Saw, begin_walk, carry_on, walk_through
from .behaviour import STANDS, Behaviour

#: Chances of packed outcomes.
Found = Mapping[int, Fraction] | Mapping[int, float]

BUFFER: Final = 512  # answers that may be legal at once
LEVELS: Final = 48  # rolls that follow each other in one battle
FRACTION: Final = Fraction(1)  # a whole chance
TABLE: Final = 1 << 13  # places for outcomes, twice as many as there may be


def walk(s: State, behaviour: Behaviour, one: Any = FRACTION) -> dict[int, Any]:
    """The chances of all outcomes of the battle that is under way, by the plain rules; none where there is none.

    They go by the number that `result.unpacked` reads, add up to 1, and are of the kind of `one`, which is a whole one:
    fractions, or floats. The state stays as it is.

    >>> from hexillum.odds import begun, example_battle
    >>> sum(walk(begun(example_battle(), "close F5xE5").state, STANDS).values())
    Fraction(1, 1)
    """
    levels, table = LEVELS, TABLE
    while True:
        boards, saws, shares = [s.copy()] * levels, [Saw() for _ in range(levels)], [one] * levels
        rolls, chances = ([[0] * ROLLS_MOST for _ in range(levels)] for _ in range(2))
        keys, sums, means = [-1] * table, [one] * table, [one] * MADE
        way, places, out = behaviour.way(), [0] * (2 * levels), [0] * BUFFER
        count = walk_through(
            *(boards, NONE, NONE, way, saws, levels, rolls, chances),
            *(places, shares, one / 6, out, keys, sums, table - 1, means),
        )
        if count != TOO_SMALL:
            return {key: p for key, p in zip(keys, sums, strict=True) if key != -1}
        levels, table = 2 * levels, 4 * table


def first_dice(s: State, behaviour: Behaviour) -> int:
    """How many dice the first roll of the battle under way has, 0 where there is none. The state is spoilt.

    >>> from hexillum.odds import begun, example_battle
    >>> first_dice(begun(example_battle(), "close F5xE5").state, STANDS)
    4
    """
    way, saw = behaviour.way(), Saw()
    if not begin_walk(s, way, saw) or not carry_on(s, NONE, way, saw, [0] * BUFFER):
        return 0
    return s.dice if s.question == ask.ROLL else 0


class Walker:
    """The compiled walk with its buffers: for one thread, and for many attacks from the same state.

    A program that values attacks puts a state in with `put` and asks for `means`. Making one raises
    ModuleNotFoundError without Numba, and compiles the rules where that is not done, which takes about a minute.
    """

    def __init__(self) -> None:
        import numpy as np

        from ..compiled import with_numba

        self._fast = with_numba.load()
        self._np = np
        self._packed = with_numba.games_of
        self._ways = np.zeros(1, with_numba.WAY)
        self._saws = np.zeros(LEVELS, with_numba.SAW)
        self._games = np.zeros(LEVELS, with_numba.STATE)
        self._kept = np.zeros(1, with_numba.STATE)
        self._rolls = np.zeros((LEVELS, ROLLS_MOST), np.int64)
        self._chances = np.zeros((LEVELS, ROLLS_MOST), np.int64)
        self._places = np.zeros(2 * LEVELS, np.int64)
        self._shares = np.zeros(LEVELS, np.float64)
        self._means = np.zeros(MADE, np.float64)
        self._out = np.zeros(BUFFER, np.int64)
        self._keys = np.zeros(TABLE, np.int64)
        self._sums = np.zeros(TABLE, np.float64)
        self._none = (np.zeros(0, np.int64), np.zeros(0, np.float64))
        self._behaviour: Behaviour | None = None

    def put(self, s: State) -> None:
        """Take a plain state to ask about; it is copied."""
        self._kept[0] = self._packed(s)[0]

    def put_row(self, row: Any) -> None:
        """Take a state that is compiled already: an element of an array of dtype `with_numba.STATE`; it is copied."""
        self._kept[0] = row

    def _behave(self, behaviour: Behaviour) -> None:
        if behaviour is not self._behaviour:
            way = behaviour.way()
            for name in Behaviour.__dataclass_fields__:
                self._ways[0][name] = getattr(way, name)
            self._behaviour = behaviour

    def _run(self, unit: int, hex: int, behaviour: Behaviour, keys: Any, sums: Any) -> int:
        self._behave(behaviour)
        self._games[0] = self._kept[0]
        self._shares[0] = 1.0
        return self._fast.walk(
            *(self._games, unit, hex, self._ways, self._saws, LEVELS, self._rolls, self._chances, self._places),
            *(self._shares, 1 / 6, self._out, keys, sums, max(0, keys.size - 1), self._means),
        )

    def walk(self, behaviour: Behaviour = STANDS) -> dict[int, float] | None:
        """The chances of all outcomes of the battle under way in the state put in, by the numbers of `walk`.

        An empty dict where no battle is under way; None where there are too many outcomes or rolls for the buffers.
        """
        self._keys[:] = -1
        count = self._run(NONE, NONE, behaviour, self._keys, self._sums)
        if count == TOO_SMALL:
            return None
        places = self._np.nonzero(self._keys != -1)[0] if count > 0 else ()
        return {int(self._keys[at]): float(self._sums[at]) for at in places}

    def means(self, unit: int = NONE, hex: int = NONE, behaviour: Behaviour = STANDS) -> Any:
        """What comes on average: an array of float64 in the order of the fields of `Outcome`, shape (21,).

        It is of the unit of number `unit` attacking a hex, by number, ordered and unmoved as in `between`; or of the
        battle under way. The next call writes over the array. None where the rules don't offer that attack. Raises
        IndexError for a battle of more than 48 rolls.
        """
        count = self._run(unit, hex, behaviour, *self._none)
        if count == TOO_SMALL:
            raise IndexError("a battle of too many rolls")
        return None if count < 0 else self._means


_walkers: list[Walker] = []


def chances_of(s: State, behaviour: Behaviour, compiled: bool | None) -> Found:
    """The chances of all outcomes of the battle under way as floats, by the numbers of `walk`.

    They come from the compiled rules where `compiled`, which by default is whether these are ready; from the plain ones
    otherwise, and where there are too many for the buffers.

    >>> from hexillum.odds import begun, example_battle
    >>> found = chances_of(begun(example_battle(), "close F5xE5").state, STANDS, compiled=False)
    >>> round(sum(found.values()), 9)
    1.0
    """
    if compiled is None:
        compiled = cache.is_ready()
    if compiled:
        walker = _walkers.pop() if _walkers else Walker()
        walker.put(s)
        found = walker.walk(behaviour)
        _walkers.append(walker)
        if found is not None:
            return found
    return walk(s, behaviour, 1.0)
