"""The thinking as players use it: its boards, minds and tasks, compiled where that is ready, plain otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from ..compiled import cache
from ..core import ask
from ..core.state import State, copy_board
from ..core.structs import packed, unpacked
from ..engine.playout import ANSWERS_MOST
from ..engine.step import apply
from ..thinking import playouts
from ..thinking.door import think
from ..thinking.mind import Mind
from ..thinking.seeking import FREE, PLAYED, Seeker, followed, settle_on

ROOT: Final = 0
CERTAIN: Final = 10_000  # a chance of one, as seekers count it


class Thinker:
    """Boards, minds and a task in the form that the thinking runs in.

    `boards` is how many states there are room for, told by their places: `ROOT` what is thought about, `PLAYED` and
    those after it for playouts, from `FREE` on one's own. Minds are told by their places in `minds`. `twister` has the
    numbers that a search goes by, `seeker` what it has in mind. `compiled` says whether the compiled thinking is taken,
    by default where it is ready.

    >>> from hexillum.battle.door import Battle
    >>> from hexillum.players.minds import tuned_mind
    >>> battle = Battle.start("akragas", seed=7)
    >>> thinker = Thinker([tuned_mind()], compiled=False)
    >>> thinker.put(ROOT, battle.state)
    >>> thinker.answer(0) in battle.numbers()
    True
    """

    def __init__(
        self, minds: list[Mind], boards: int = FREE, compiled: bool | None = None, twister: Sequence[int] = (0,)
    ) -> None:
        self.compiled = cache.is_ready() if compiled is None else compiled
        self.minds: Any = minds
        self.boards: Any = [State() for _ in range(boards)]
        self.task: Any = playouts.Task()
        self.seeker: Any = Seeker()
        self.twister: Any = list(twister)
        self._out: Any = [0] * ANSWERS_MOST
        self._carry_out: Callable[[], int] = self._plainly
        if self.compiled:
            self._compile()
        self.task.trial = PLAYED

    def _plainly(self) -> int:
        boards, minds, seekers, task, trial = self.boards, self.minds, [self.seeker], self.task, [0] * ANSWERS_MOST
        return think(boards, minds, seekers, [], [], task, [], [1], self.twister, self._out, trial, [])

    def _compile(self) -> None:
        """Turn to the compiled form."""
        import numpy

        from ..compiled import with_numba as compiled

        self._fast = compiled.load()
        self._boards, minds = numpy.zeros(len(self.boards), compiled.STATE), compiled.minds_of(*self.minds)
        records = (compiled.SEEKER, compiled.SCALES, compiled.BOUT, compiled.TASK)
        seekers, scales, bouts, tasks = (numpy.zeros(1, kind) for kind in records)
        self.twister, self._out = numpy.array(self.twister, numpy.int64), numpy.zeros(ANSWERS_MOST, numpy.int64)
        rng, trial, none = (numpy.zeros(n, numpy.int64) for n in (1, ANSWERS_MOST, 1))
        named = (array.view(numpy.recarray) for array in (self._boards, minds, tasks, seekers))  # fields as on the twin
        self.boards, self.minds, (self.task,), (self.seeker,) = named
        everything = (self._boards, minds, seekers, scales, bouts, tasks)
        lists = (numpy.zeros(1), rng, self.twister, self._out, trial, none)
        self._carry_out = partial(self._fast.think, *everything, *lists)

    def set_minds(self, *minds: Mind) -> None:
        """Let other minds think, in the places from 0 on; no more than before."""
        for n, mind in enumerate(minds):
            self.minds[n] = packed(mind) if self.compiled else mind

    def put(self, board: int, state: State) -> None:
        """Set the board of a place to a copy of a state."""
        self.boards[board] = packed(state) if self.compiled else state.copy()

    def state(self, board: int) -> State:
        """The state on a board, to be looked at only."""
        found: State = unpacked(State, self.boards[board]) if self.compiled else self.boards[board]
        return found

    def copy(self, to: int, source: int) -> None:
        """Make the board of one place, `to`, equal to another."""
        if self.compiled:
            self._fast.copy(self._boards, source, to, 1)
        else:
            copy_board(self.boards, to, source)

    def apply(self, board: int, answer: int) -> None:
        """Give a legal answer, by its number, on a board."""
        if self.compiled:
            self._fast.apply(self._boards, board, answer)
        else:
            apply(self.boards[board], answer)

    def forget(self, mind: int) -> None:
        """Let a mind forget its plan."""
        self.minds[mind].turn = 0

    def answer(self, mind: int) -> int:
        """What a mind answers to the question on the root, as a number; chance must not be asked there."""
        return self._think(playouts.ANSWER, ROOT, mind=mind)

    def try_out(self, board: int, seeds: Sequence[int], side: int, turns: int, then: int = 0) -> list[tuple[int, int]]:
        """Play a board on with each of some seeds (SEEDS_MOST at most), for so many turns, without changing it.

        The enemy's hand is dealt anew from what a side has not seen. `then` is the card that the side plays in its next
        turn if it still has it, one higher; 0 for any. Returns for each seed that side's chances at the end of the
        first turn and of the last, in ten thousandths.
        """
        task, count = self.task, len(seeds)
        task.side, task.turns, task.then, task.seeds, task.seed[:count] = side, turns, then, count, seeds
        self._think(playouts.TRY_OUT, board)
        return [(int(task.soon[n]), int(task.later[n])) for n in range(count)]

    def sums(self, board: int, seeds: Sequence[int], side: int, turns: int, then: int) -> tuple[int, int]:
        """What `try_out` returns, added up."""
        came = self.try_out(board, seeds, side, turns, then)
        return sum(soon for soon, _ in came), sum(later for _, later in came)

    def take_over(self, other: Thinker, first: int, count: int) -> None:
        """Set so many boards, from the first on, to those of another thinker."""
        if self.compiled:
            self._boards[first : first + count] = other._boards[first : first + count]
        else:
            self.boards[first : first + count] = [board.copy() for board in other.boards[first : first + count]]

    def contest(self, board: int, seed: int, top: int) -> int:
        """Play a board to its end, the top side by mind `top` and the bottom side by the other of 0 and 1.

        The board stays as it is; the same seed rolls the same dice. Returns the outcome: the side that won, 0 for top
        and 1 for bottom, or another number.
        """
        self.forget(0)
        self.forget(1)
        self.copy(PLAYED, board)
        self.task.seed[0] = seed
        self._think(playouts.CONTEST, PLAYED, mind=top)
        return int(self.boards[PLAYED].outcome)

    def offer(self, options: Sequence[int]) -> None:
        """Note the sorted legal answers to the question on the root."""
        self.task.count = len(options)
        self._out[: len(options)] = options

    def followed(self, state: State, options: list[int]) -> int:
        """The next answer of the plan that the search follows, where that is one of the options, else NONE."""
        return followed(self.seeker, state, options, len(options))

    def seek(self, options: Sequence[int]) -> int:
        """The answer of a search that counts its playouts to the question on the root."""
        self.offer(options)
        return self._search(playouts.SEEK)

    def gather(self, most: int) -> Iterator[None]:
        """Plan on the root, with one mind and card after the other, until there are so many plans; stops after each."""
        self._search(playouts.BEGIN_GATHER)
        yield
        self.task.count = most
        while self._search(playouts.GATHER):
            yield

    def gather_options(self, options: Sequence[int]) -> None:
        """Take the options themselves as candidates."""
        self.offer(options)
        self._search(playouts.OPTIONS)

    def sift(self, keep: int, turns: int, side: int, playouts_most: int, used: Callable[[], float]) -> None:
        """Play the candidates out for so many turns each, and drop those that come out worse for a side.

        There are so many playouts of all together, or, where that is 0, they go on until `used` is 1: it tells which
        share of the time is used up, and is asked again and again.
        """
        task = self.task
        self.begin_to_sift(keep, turns, side, playouts_most)
        going = 1
        while going:
            task.used = min(playouts.WHOLE, int(used() * playouts.WHOLE))
            going = self._search(playouts.SIFT)

    def candidates(self) -> list[tuple[list[int], float]]:
        """The candidates that are left, the best first: their answers, and the chance to win at the end of the turn."""
        k, found = self.seeker, []
        for n in (int(place) for place in k.order[: int(k.alive)]):
            first = n * ANSWERS_MOST
            answers = [int(answer) for answer in k.answers[first : first + int(k.length[n])]]
            found.append((answers, int(k.chances[n]) / max(1, int(k.turns[n])) / CERTAIN))
        return found

    def pair(self, side: int) -> None:
        """Set beside each plan that is left the same again for every card that its side then holds, as room allows.

        From now on these are played on with that card in the side's next turn. They begin with what the plan came to.
        """
        k = self.seeker
        plans = [int(place) for place in k.order[: int(k.alive)]]
        free = iter([n for n in range(int(k.most)) if n not in plans])
        for plan in plans:
            hand = self.boards[FREE + plan].hand[side * ask.MOST_CARDS :][: ask.MOST_CARDS]
            for card, n in zip([card for card, held in enumerate(hand) if held], free, strict=False):
                for known in (k.length, k.turns, k.chances, k.further, k.changes, k.held):
                    known[n] = known[plan]
                to, source = n * ANSWERS_MOST, plan * ANSWERS_MOST
                k.answers[to : to + ANSWERS_MOST] = k.answers[source : source + ANSWERS_MOST]
                self.copy(FREE + n, FREE + plan)
                k.then[n] = card + 1
                k.order[int(k.alive)] = n
                k.alive += 1
                k.count = max(int(k.count), n + 1)

    def begin_to_sift(self, keep: int, turns: int, side: int, playouts_most: int) -> None:
        """Begin what `sift` does: seeds are drawn, nothing is played."""
        task = self.task
        task.count, task.turns, task.side, task.budget = keep, turns, side, playouts_most
        self._search(playouts.BEGIN_SIFT)

    def take_best(self) -> int:
        """The first answer of the best candidate; the others are to be followed."""
        return self.take(int(self.seeker.order[0]))

    def take(self, candidate: int) -> int:
        """The first answer of a candidate; the others are to be followed."""
        return settle_on(self.seeker, candidate)

    def _search(self, what: int) -> int:
        self.task.what, self.task.root = what, ROOT
        return int(self._carry_out())

    def _think(self, what: int, board: int, mind: int = 0) -> int:
        self.task.what, self.task.board, self.task.mind = what, board, mind
        return int(self._carry_out())
