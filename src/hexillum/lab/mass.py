"""Battles between compiled players (`random`, `quick`, `planner`, `greedy`), played whole inside compiled calls.

They are the games that `arena.run` plays with the same seeds, answer for answer. No Python runs between choices, and
the interpreter's lock is released meanwhile, so that several threads play at once.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..compiled import cache
from ..core.state import State
from ..engine.playout import ANSWERS_MOST
from ..engine.twister import ROOM, SEED_MOST
from ..players import Who
from ..players.planner import COMPILED
from ..players.search import minds_for
from ..thinking import mass, playouts
from ..thinking.seeking import FREE, PLANS
from ..thinking.yardstick import scales

#: Who plays whole battles, by the number of his seat, and about how many battles he plays against himself in a second.
SEATS: Final = {
    "random": mass.RANDOM,
    "quick": mass.QUICK,
    "planner": mass.PLANNER,
    "planner@0.1": mass.PLANNER,
    "greedy": mass.GREEDY,
}
SPEEDS: Final = {"random": 800, "quick": 200, "planner": 4, "planner@0.1": 4, "greedy": 200}
A_CALL: Final = 0.25  # seconds that a call takes, about: so often somebody may interrupt

_FIRST: Final = 0  # the board on which battles begin,
_AT: Final = 1  # and the one on which they are played
_BOARDS: Final = _AT + FREE + PLANS * COMPILED.views


def plays(top: Who, bottom: Who, seed: int) -> bool:
    """Whether battles of these players with this seed are played whole: the compiled form of both is ready.

    >>> plays("random", "my_player.py:Mine", 1)
    False
    """
    needed = needs(top, bottom)
    return bool(needed) and 0 <= seed < SEED_MOST and cache.is_ready(*needed)


def needs(top: Who, bottom: Who) -> tuple[str, ...]:
    """The groups of compiled rules by which battles of these players are played whole; none where they never are.

    >>> needs("random", "random"), needs("random", "greedy"), needs("random", "my_player.py:Mine")
    (('play',), ('play', 'think'), ())
    """
    if not (isinstance(top, str) and isinstance(bottom, str) and top in SEATS and bottom in SEATS):
        return ()
    return (cache.PLAY,) if SEATS[top] == SEATS[bottom] == mass.RANDOM else cache.THINKING


def at_once(top: Who, bottom: Who) -> int:
    """How many battles of two players a call plays.

    >>> at_once("planner", "random"), at_once("quick", "quick")
    (1, 50)
    """
    return max(1, int(A_CALL * min(SPEEDS[str(top)], SPEEDS[str(bottom)])))


@dataclass(frozen=True)
class Bout:
    """A battle to play: who sits at the top and at the bottom, and its seed; the players' are this and the next.

    `number` and `swapped` are noted for the game, as `arena.Game` has them.
    """

    top: str
    bottom: str
    seed: int
    number: int = 0
    swapped: bool = False


@dataclass(frozen=True)
class Played:
    """How a battle went, as `arena.Game` has it; `digest` is made of all answers, `told` has those with room."""

    outcome: int
    banners: tuple[int, int]
    turns: int
    decisions: int
    digest: int
    told: list[int]


class Hall:
    """Room for battles in one thread: boards, minds and what else the compiled form asks for.

    >>> Hall  # doctest: +ELLIPSIS
    <class 'hexillum...Hall'>
    """

    def __init__(self) -> None:
        import numpy

        from ..compiled import with_numba as compiled

        self._fast = compiled.load()
        self._packed = compiled.games_of
        self._state_of = compiled.state_of
        self.boards = numpy.zeros(_BOARDS, compiled.STATE)
        minds = compiled.minds_of(*3 * minds_for(COMPILED))
        self._seekers, tables = numpy.zeros(2, compiled.SEEKER), numpy.zeros(2, compiled.SCALES)
        for side, seeker in enumerate(self._seekers):
            seeker["plan"], seeker["choice"], seeker["views"] = COMPILED.plan, COMPILED.choice, COMPILED.views
            seeker["most"], seeker["minds"] = PLANS * COMPILED.views, (1 + side) * (len(minds) // 3)
        self._bouts, self._tasks = numpy.zeros(0, compiled.BOUT), numpy.zeros(1, compiled.TASK)
        self._before = (self.boards, minds, self._seekers, tables)
        sizes = (1, mass.GENERATORS * ROOM, ANSWERS_MOST, ANSWERS_MOST)
        self._lists = (numpy.zeros(scales.ROOM), *(numpy.zeros(size, numpy.int64) for size in sizes))
        self._numpy, self._bout = numpy, compiled.BOUT

    def set_up(self, state: State) -> None:
        """Let battles begin at a state."""
        self.boards[_FIRST] = self._packed(state)[0]

    def play(self, bouts: Sequence[Bout], limit: int, room: int = 0) -> list[Played]:
        """Play battles from the state that is set up, `limit` answers at most, `room` of them noted."""
        numpy = self._numpy
        rows = numpy.zeros(len(bouts), self._bout)
        for n, bout in enumerate(bouts):
            row = rows[n]
            row["seats"] = SEATS[bout.top], SEATS[bout.bottom]
            row["seed"], row["seeds"], row["limit"] = bout.seed, (bout.seed, bout.seed + 1), limit
            row["first"], row["room"] = n * room, room
        told = numpy.zeros(max(1, room * len(bouts)), numpy.int64)
        if all(needs(bout.top, bout.bottom) == (cache.PLAY,) for bout in bouts):
            *_, mt, out, _trial = self._lists
            self._fast.battles(self.boards, _AT, mt, out, rows, len(bouts), told)
        else:
            self._think(rows, told)
        return [self._played(row, told) for row in rows]

    def _think(self, rows: Any, told: Any) -> None:
        """Play battles in which somebody thinks."""
        task = self._tasks[0]
        task["what"], task["board"], task["count"] = playouts.BATTLES, _AT, len(rows)
        self._fast.think(*self._before, rows, self._tasks, *self._lists, told)

    @property
    def end(self) -> State:
        """The state at the end of the battle that was played last."""
        return self._state_of(self.boards[_AT])

    def _played(self, row: Any, told: Any) -> Played:
        first, noted = int(row["first"]), min(int(row["decisions"]), int(row["room"]))
        return Played(
            int(row["outcome"]),
            (int(row["banners"][0]), int(row["banners"][1])),
            int(row["turns"]),
            int(row["decisions"]),
            int(row["digest"]),
            [int(number) for number in told[first : first + noted]],
        )


_of_thread = threading.local()


def hall() -> Hall:
    """The hall of this thread."""
    if not hasattr(_of_thread, "hall"):
        _of_thread.hall = Hall()
    found: Hall = _of_thread.hall
    return found
