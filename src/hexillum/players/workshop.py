"""Where players think: boards, minds and the thinking itself, compiled where that is ready, plain otherwise."""

from __future__ import annotations

from typing import Any, Final

from ..compiled import cache
from ..core.state import State, copy_board
from ..core.structs import packed
from ..engine.playout import ANSWERS_MOST
from ..engine.step import apply
from ..thinking import playouts
from ..thinking.mind import Mind
from ..thinking.plans import BOARDS

ROOT: Final = 0
PLAYED: Final = 1  # where playouts are played; the boards for trying things come after it
FREE: Final = PLAYED + BOARDS  # the first of the boards for candidates


class Workshop:
    """Boards and minds in the form that the thinking runs in."""

    def __init__(self, minds: list[Mind], boards: int = FREE, compiled: bool | None = None) -> None:
        self.compiled = cache.is_ready() if compiled is None else compiled
        self.minds: Any = minds
        self.boards: Any = [State() for _ in range(boards)]
        self.out: Any = [0] * ANSWERS_MOST
        self._think: Any = playouts.think
        if self.compiled:
            import numpy

            from ..compiled import with_numba

            self._fast = with_numba.load()
            self._numbers = numpy.array
            self._think = self._fast.think
            self.minds = with_numba.minds_of(*minds)
            self.boards = numpy.zeros(boards, with_numba.STATE)
            self.out = numpy.zeros(ANSWERS_MOST, numpy.int64)

    def numbers(self, values: list[int]) -> Any:
        """Numbers that the thinking can read and write."""
        return self._numbers(values) if self.compiled else values

    def put(self, board: int, state: State) -> None:
        """Set a board to a state."""
        self.boards[board] = packed(state) if self.compiled else state.copy()

    def copy(self, to: int, source: int) -> None:
        """Make one board equal to another."""
        if self.compiled:
            self._fast.copy(self.boards, source, to, 1)
        else:
            copy_board(self.boards, to, source)

    def apply(self, board: int, answer: int) -> None:
        """Give an answer on a board."""
        if self.compiled:
            self._fast.apply(self.boards, board, answer)
        else:
            apply(self.boards[board], answer)

    def forget(self, mind: int) -> None:
        """Let a mind forget its plan."""
        if self.compiled:
            self.minds[mind]["turn"] = 0
        else:
            self.minds[mind].turn = 0

    def answer(self, mind: int) -> int:
        """What a mind answers to the question on the root."""
        return int(self._call(playouts.ANSWER, ROOT, ROOT, self.out, 0, 0, mind, 0, self.out))

    def plan(self, board: int, mind: int, only: int = 0) -> list[int]:
        """Follow a mind's plan on the root, `only` one card (one higher; 0 any); `board` comes to where it ends."""
        if self.compiled:
            self.minds[mind]["only"] = only
        else:
            self.minds[mind].only = only
        self.forget(mind)
        self.copy(PLAYED, ROOT)
        answers = self.numbers([0] * ANSWERS_MOST)
        count = self._call(playouts.PLAN, PLAYED, PLAYED, self.out, 0, 0, mind, 0, answers)
        self.copy(board, PLAYED)
        return [int(a) for a in answers[:count]]

    def try_out(self, board: int, seeds: Any, first: int, last: int, side: int, turns: int, results: Any) -> None:
        """Play a board on with each of some seeds; notes what comes of it for a side."""
        self._call(playouts.TRY_OUT, board, PLAYED, seeds, first, last, side, turns, results)

    def _call(
        self, what: int, root: int, at: int, seeds: Any, first: int, last: int, side: int, turns: int, results: Any
    ) -> int:
        rng = self.numbers([1])
        made: int = self._think(
            what, self.boards, root, at, self.minds, rng, seeds, first, last, self.out, side, turns, results
        )
        return made
