"""Walking a battle to all its ends: plainly with exact fractions, or compiled with floats; or playing it often."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from ..compiled import cache
from ..core import ask
from ..core.state import NONE, State
from ..engine.chances import GO_ON, MORE, TOO_SMALL, walk_through
from ..engine.rolls import ROLLS_MOST
from ..engine.walk import MADE, Saw, begin_walk, carry_on
from .behaviour import EVADES, STANDS, Behaviour

BUFFER: Final = 512  # answers that may be legal at once
ROOM: Final = 1 << 14  # moments that may wait at once: 40 MB, of which most walks touch next to nothing
PLAIN_ROOM: Final = 1 << 12  # in a plain walk
SMALL_ROOM: Final = 1 << 8  # and in one without elephants
TABLE: Final = 1 << 13  # places for outcomes, twice as many as there may be, to begin with
TABLE_MOST: Final = 1 << 17  # and where a battle is played, or has very many
FRACTION: Final = Fraction(1)  # a whole chance
#: Moments that are walked on from, and battles that are played, between two looks at the clock.
MOMENTS, PLAIN_MOMENTS = 10_000, 20
PLAYS, PLAIN_PLAYS = 1_000, 20
PLAYS_MOST: Final = 250_000  # battles that are played at most: a chance is then known to 0.001, one standard error
WALKING: Final = 0.6  # how much of the time may go into a walk that does not come to its end
_SEED: Final = 20_240_229
_NO_LIMIT: Final = 1 << 60

#: Walks or plays a battle in buffers of its own: whether to go on, moments or battles at most, whether to play.
_Run = Callable[[bool, int, bool], int]


class Found(NamedTuple):
    """Chances of packed outcomes, and how many battles were played to find them: 0 where they are exact."""

    chances: Mapping[int, Fraction] | Mapping[int, float]
    plays: int = 0


def _walked(run: _Run, until: float | None, moments: int) -> int:
    """What a walk gives that may take until a time of `time.monotonic`; MORE where it is not done by then."""
    most = _NO_LIMIT if until is None else moments
    count = run(False, most, False)
    while count == MORE and until is not None and time.monotonic() < until:
        count = run(True, most, False)
    return count


def _played(run: _Run, until: float, plays: int) -> int:
    """Play until a time of `time.monotonic`, or so often that nobody asks for more; how often that was."""
    done = 0
    while done == 0 or (done < PLAYS_MOST and time.monotonic() < until):
        if run(False, plays, True) == TOO_SMALL:
            raise IndexError("a battle of too many outcomes")
        done += plays
    return done


def _plain(s: State, behaviour: Behaviour, one: Any, table: int) -> tuple[_Run, list[int], list[Any]]:
    """The plain walk with a table of some size for outcomes and their chances, and that table."""
    way = behaviour.way()
    begin_walk(s, way, Saw())
    room = PLAIN_ROOM if way.meets else SMALL_ROOM
    boards, saws, way.room = [s] * room, [Saw() for _ in range(room)], room
    heads, shares, means, rng = [NONE] * room, [one] * room, [one] * MADE, [_SEED]
    rolls, chances, out = [0] * ROLLS_MOST, [0] * ROLLS_MOST, [0] * BUFFER
    keys, sums = [-1] * table, [one] * table

    def run(on: bool, most: int, play: bool) -> int:
        if not on:
            boards[0], shares[0] = s.copy(), one
        return walk_through(
            *(boards, GO_ON if on else NONE, NONE, way, saws, heads, shares, rolls, chances, one / 6),
            *(out, keys, sums, table - 1, means, most, rng, most if play else 0),
        )

    return run, keys, sums


def walk(s: State, behaviour: Behaviour, one: Any = FRACTION) -> dict[int, Any]:
    """The chances of all outcomes of the battle that is under way, by the plain rules; none where there is none.

    They go by the number that `result.unpacked` reads, add up to 1, and are of the kind of `one`, which is a whole one:
    fractions, or floats. The state stays as it is.

    >>> from hexillum.odds import begun, example_battle
    >>> sum(walk(begun(example_battle(), "close F5xE5").state, STANDS).values())
    Fraction(1, 1)
    """
    return walk_until(None, s, behaviour, one) or {}


def walk_until(until: float | None, s: State, behaviour: Behaviour, one: Any = FRACTION) -> dict[int, Any] | None:
    """The same, or None where it is not done by a time of `time.monotonic`."""
    table = TABLE
    while True:
        run, keys, sums = _plain(s, behaviour, one, table)
        count = _walked(run, until, PLAIN_MOMENTS)
        if count == MORE:
            return None
        if count != TOO_SMALL:
            return {key: p for key, p in zip(keys, sums, strict=True) if key != -1}
        table *= 4


def play(s: State, behaviour: Behaviour, until: float) -> Found:
    """The same, found by playing the battle by the plain rules until a time of `time.monotonic`, at least some times.

    >>> from hexillum.odds import begun, example_battle
    >>> found = play(begun(example_battle(), "close F5xE5").state, STANDS, 0.0)
    >>> found.plays, round(sum(found.chances.values()), 9)
    (20, 1.0)
    """
    run, keys, sums = _plain(s, behaviour, 1.0, TABLE_MOST)
    plays = _played(run, until, PLAIN_PLAYS)
    return Found({key: n / plays for key, n in zip(keys, sums, strict=True) if key != -1}, plays)


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


def may_evade(s: State) -> bool:
    """Whether the target of the battle under way evades already, or is asked whether it does before dice are rolled.

    Nobody is asked later. The state is spoilt.

    >>> from hexillum.odds import begun, example_battle
    >>> may_evade(begun(example_battle(), "close F5xE5").state)
    False
    """
    way, saw = EVADES.way(), Saw()
    if begin_walk(s, way, saw):
        carry_on(s, NONE, way, saw, [0] * BUFFER)
    return saw.evaded == 1


class Walker:
    """The compiled walk with its buffers: for one thread, and for many attacks from the same state.

    A program that values attacks puts a state in with `put` and asks for `means`. Making one raises
    ModuleNotFoundError without Numba, and compiles the rules where that is not done, which takes some twenty seconds.
    """

    def __init__(self) -> None:
        import numpy as np

        from ..compiled import with_numba

        self._fast = with_numba.load()
        self._np = np
        self._with_numba = with_numba
        self._ways = np.zeros(1, with_numba.WAY)
        self._kept = np.zeros(1, with_numba.STATE)
        self._rolls = np.zeros(ROLLS_MOST, np.int64)
        self._chances = np.zeros(ROLLS_MOST, np.int64)
        self._means = np.zeros(MADE, np.float64)
        self._out = np.zeros(BUFFER, np.int64)
        self._rng = np.zeros(1, np.int64)
        self._none = (np.zeros(0, np.int64), np.zeros(0, np.float64))
        self._behaviour: Behaviour | None = None
        self._ways[0]["room"] = ROOM
        self._saws = np.zeros(ROOM, with_numba.SAW)
        self._games = np.zeros(ROOM, with_numba.STATE)
        self._heads = np.full(ROOM, NONE, np.int64)
        self._shares = np.zeros(ROOM, np.float64)
        self._set_table(TABLE)

    def _set_table(self, places: int) -> None:
        """Make a table of so many places for outcomes and their chances."""
        self._keys = self._np.zeros(places, self._np.int64)
        self._sums = self._np.zeros(places, self._np.float64)

    def put(self, s: State) -> None:
        """Take a plain state to ask about; it is copied."""
        self._kept[0] = self._with_numba.games_of(s)[0]

    def put_row(self, row: Any) -> None:
        """Take a state that is compiled already: an element of an array of dtype `with_numba.STATE`; it is copied."""
        self._kept[0] = row

    def _behave(self, behaviour: Behaviour) -> None:
        if behaviour is not self._behaviour:
            way = behaviour.way()
            for name in Behaviour.__dataclass_fields__:
                self._ways[0][name] = getattr(way, name)
            self._behaviour = behaviour

    def _call(self, unit: int, hex: int, keys: Any, sums: Any, most: int, plays: int) -> int:
        """Walk or play, from the state put in or, with GO_ON, from where it was left."""
        if unit != GO_ON:
            self._games[0] = self._kept[0]
            self._shares[0] = 1.0
        return self._fast.walk(
            *(self._games, unit, hex, self._ways, self._saws, self._heads, self._shares, self._rolls, self._chances),
            *(1 / 6, self._out, keys, sums, max(0, keys.size - 1), self._means, most, self._rng, plays),
        )

    def _run(self, on: bool, most: int, play: bool) -> int:
        """Walk or play the battle under way into the table of outcomes."""
        return self._call(GO_ON if on else NONE, NONE, self._keys, self._sums, most, most if play else 0)

    def _outcomes(self) -> dict[int, float]:
        places = self._np.nonzero(self._keys != -1)[0]
        return {int(self._keys[at]): float(self._sums[at]) for at in places}

    def walk(self, behaviour: Behaviour = STANDS, until: float | None = None) -> dict[int, float] | None:
        """The chances of all outcomes of the battle under way in the state put in, by the numbers of `walk`.

        An empty dict where no battle is under way; None where it is not done by `until`, a time of `time.monotonic`.
        """
        self._behave(behaviour)
        while True:
            self._keys[:] = -1
            count = _walked(self._run, until, MOMENTS)
            if count != TOO_SMALL:
                return None if count == MORE else self._outcomes()
            self._set_table(4 * self._keys.size)

    def play(self, until: float, behaviour: Behaviour = STANDS) -> Found:
        """The same, found by playing the battle until a time of `time.monotonic`, at least a thousand times."""
        self._behave(behaviour)
        self._set_table(TABLE_MOST)
        self._keys[:] = -1
        self._ways[0]["ends"] = 0
        self._rng[0] = _SEED
        plays = _played(self._run, until, PLAYS)
        found = {key: n / plays for key, n in self._outcomes().items()}
        self._set_table(TABLE)
        return Found(found, plays)

    def means(self, unit: int = NONE, hex: int = NONE, behaviour: Behaviour = STANDS) -> Any:
        """What comes on average: an array of float64 in the order of the fields of `Outcome`, shape (21,).

        It is of the unit of number `unit` attacking a hex, by number, ordered and unmoved as in `between`; or of the
        battle under way. The next call writes over the array. None where the rules don't offer that attack.
        """
        self._behave(behaviour)
        count = self._call(unit, hex, *self._none, _NO_LIMIT, 0)
        if count == TOO_SMALL:
            raise IndexError("a battle of too many moments")
        return None if count < 0 else self._means


_walkers: list[Walker] = []


def found_of(s: State, behaviour: Behaviour, exact: bool, compiled: bool | None, seconds: float | None = None) -> Found:
    """The chances of all outcomes of the battle under way, by the numbers of `walk`: fractions where `exact`.

    Floats come from the compiled rules where `compiled`, which by default is whether these are ready; from the plain
    ones otherwise. What is not walked through within most of so many `seconds` is found in a quicker way in the rest:
    fractions become floats, and in the end the battle is played as often as the time allows.

    >>> from hexillum.odds import begun, example_battle
    >>> found = found_of(begun(example_battle(), "close F5xE5").state, STANDS, exact=False, compiled=False)
    >>> round(sum(found.chances.values()), 9), found.plays
    (1.0, 0)
    """
    now = time.monotonic()
    until = None if seconds is None else now + seconds
    walking = None if seconds is None else now + WALKING * seconds
    if exact:
        fractions = walk_until(walking, s, behaviour)
        if fractions is not None or until is None:
            return Found(fractions or {})
        return found_of(s, behaviour, False, compiled, until - time.monotonic())
    if not (cache.is_ready("play", "walk") if compiled is None else compiled):
        plainly = walk_until(walking, s, behaviour, 1.0)
        return play(s, behaviour, until or now) if plainly is None else Found(plainly)
    walker = _walkers.pop() if _walkers else Walker()
    walker.put(s)
    walked = walker.walk(behaviour, walking)
    found = walker.play(until or now, behaviour) if walked is None else Found(walked)
    _walkers.append(walker)
    return found
