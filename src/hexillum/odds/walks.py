"""Walking a battle to all its ends: plainly with exact fractions, or compiled with floats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from ..compiled import cache
from ..core import ask
from ..core.state import NONE, State
from ..engine.rolls import ROLLS_MOST
from ..engine.walk import MADE, Saw, Way, begin_walk, carry_on, outcome, rolls_due
from .behaviour import STANDS, Behaviour

#: Chances of packed outcomes.
Found = Mapping[int, Fraction] | Mapping[int, float]

BUFFER: Final = 512
LEVELS: Final = 48  # rolls that follow each other in one battle
TABLE: Final = 1 << 13


def walk(s: State, behaviour: Behaviour) -> dict[int, Fraction]:
    """The chances of all outcomes of the battle that is under way; none where there is none. The state is spoilt."""
    out = [0] * BUFFER
    way, saw = behaviour.way(), Saw()
    if not begin_walk(s, way, saw):
        return {}
    found: defaultdict[int, dict[int, int]] = defaultdict(dict)
    _walk_on(s, way, saw, carry_on(s, NONE, way, saw, out), (1, 0), out, found)
    chances = {}
    for key, parts in found.items():
        most = max(parts)
        chances[key] = Fraction(sum(ways * 6 ** (most - dice) for dice, ways in parts.items()), 6**most)
    return chances


def _walk_on(
    s: State, way: Way, saw: Saw, due: bool, share: tuple[int, int], out: list[int], found: dict[int, dict[int, int]]
) -> None:
    """Walk on from a moment that comes in so many of the ways in which so many dice fall: the numbers of `share`."""
    ways, dice = share
    if not due:
        parts = found[outcome(s, way, saw, out)]
        parts[dice] = parts.get(dice, 0) + ways
        return
    rolls, chances = [0] * ROLLS_MOST, [0] * ROLLS_MOST
    fallen = dice + s.dice
    for n in range(rolls_due(s, way, rolls, chances, out)):
        t, seen = s.copy(), saw.copy()
        due = carry_on(t, rolls[n], way, seen, out)
        _walk_on(t, way, seen, due, (ways * chances[n], fallen), out, found)


def first_dice(s: State, behaviour: Behaviour) -> int:
    """The dice of the first roll of the battle that is under way, 0 where there is none. The state is spoilt."""
    way, saw = behaviour.way(), Saw()
    if not begin_walk(s, way, saw) or not carry_on(s, NONE, way, saw, [0] * BUFFER):
        return 0
    return s.dice if s.question == ask.ROLL else 0


class Walker:
    """The compiled walk with its buffers: for one thread, and for many attacks from the same state.

    A computer player puts a state in with `put` and asks for `means`. Needs Numba; compiles the rules the first time.
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
        self._places = np.zeros((LEVELS, 2), np.int64)
        self._shares = np.zeros((LEVELS + 1, MADE), np.float64)
        self._out = np.zeros(BUFFER, np.int64)
        self._keys = np.zeros(TABLE, np.int64)
        self._sums = np.zeros(TABLE, np.float64)
        self._none = (np.zeros(0, np.int64), np.zeros(0, np.float64))
        self._behaviour: Behaviour | None = None

    def put(self, s: State) -> None:
        """Take a state to ask about."""
        self._kept[0] = self._packed(s)[0]

    def put_row(self, row: Any) -> None:
        """Take a state that is compiled already: an element of an array of `fast.STATE`."""
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
        buffers = (self._rolls, self._chances, self._places, self._shares, self._out)
        return self._fast.walk(self._games, unit, hex, self._ways, self._saws, *buffers, keys, sums)

    def walk(self, behaviour: Behaviour = STANDS) -> dict[int, float] | None:
        """The chances of all outcomes of the battle under way in the state put in; None where they are too many."""
        self._keys[:] = -1
        count = self._run(NONE, NONE, behaviour, self._keys, self._sums)
        if count == -2:
            return None
        places = self._np.nonzero(self._keys != -1)[0] if count > 0 else ()
        return {int(self._keys[at]): float(self._sums[at]) for at in places}

    def means(self, unit: int = NONE, hex: int = NONE, behaviour: Behaviour = STANDS) -> Any:
        """What comes on average, by the places of `rules.outcomes`: an array that the next call writes over.

        It is of unit number `unit` attacking a hex, ordered and unmoved as in `between`; or of the battle under way.
        None where the rules don't offer that attack.
        """
        count = self._run(unit, hex, behaviour, *self._none)
        if count == -2:
            raise IndexError("a battle of too many rolls")
        return None if count < 0 else self._shares[LEVELS]


_walkers: list[Walker] = []


def chances_of(s: State, behaviour: Behaviour, compiled: bool | None) -> Found:
    """The chances of all outcomes of the battle under way, by the compiled rules where they are ready or wanted."""
    if compiled is None:
        compiled = cache.is_ready()
    if compiled:
        walker = _walkers.pop() if _walkers else Walker()
        walker.put(s)
        found = walker.walk(behaviour)
        _walkers.append(walker)
        if found is not None:
            return found
    return walk(s.copy(), behaviour)
