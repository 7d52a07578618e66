"""Computer players in processes of their own, so that their thinking never holds the table up, within limits."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import replace
from math import ceil
from time import monotonic
from typing import Final, TypeVar

from ..battle.door import Battle
from ..club.standing import Orders, answer
from ..coach.hints import Doubt, Hint, doubt, hint
from ..core.state import State
from ..players import minds, turn
from ..players.outside import START, Forfeit
from ..players.search import TurnTime
from ..players.turn import Thought
from .roster import OwnPlayer
from .workers import Busy, Died, NoProcess, TooLong, Whose, Workers

log = logging.getLogger("hexillum.computers")

SECONDS: Final = 10.0  # a computer player that thinks longer is stopped
ATTEMPTS: Final = 2  # before another one answers in its place
#: Seconds: an answer that may hang on hidden cards comes after so many, or after several times as many. Longer than
#: the consul thinks in the turn of the other side, also on a busy machine.
PAUSE: Final = 0.5
HINT: Final = 20.0  # seconds after which a hint is given up,
DOUBT: Final = 3.0  # and after which a choice is no longer doubted
NICE: Final = 5  # how far thinking yields to the server

#: Ranks of those who wait for a computer player, as `workers.Whose` has them.
HERE, AWAY, NOBODY = 0, 1, 2
SOMEBODY: Final = Whose("")
#: For which table the present task lets computers think.
at_table: Final = ContextVar("at_table", default=SOMEBODY)

T = TypeVar("T")


class Computers:
    """The processes in which computer players think: so many at most, each answer for at most so many seconds.

    Battles of computers alone leave one of them free for those who play against one. An operator's own players have as
    many for themselves, so that one that hangs holds up no other.
    """

    def __init__(self, processes: int = 2, seconds: float = SECONDS) -> None:
        self.processes = processes
        self.seconds = seconds
        self._workers = Workers(processes, nice=NICE, prepare=minds.tuned, humble=NOBODY)
        self._own = Workers(processes, nice=NICE, humble=NOBODY)

    def well(self) -> bool:
        """Whether processes could be started when it was last tried."""
        return self._workers.well() and self._own.well()

    async def answers(self, player: str, seed: int, state: State, time: TurnTime | None = None) -> Thought:
        """What a computer player answers from a state on: as `players.turn.think`, in a process of its own.

        For one that failed or was stopped `ATTEMPTS` times the planner makes a plain plan, and where that comes to
        nothing as well, the plainest answer is taken. Raises NoProcess and Busy: nothing was asked of the player then.
        """
        for _ in range(ATTEMPTS):
            try:
                return await self._do(self.seconds, turn.think, player, seed, state, time)
            except (NoProcess, Busy):
                raise
            except TooLong:
                log.warning("%s thought for more than %s seconds and was stopped", player, self.seconds)
            except Died:
                log.warning("the process in which %s thought has ended", player)
            except Exception:
                log.exception("%s failed", player)
        log.error("%s could not answer: a plain plan takes the place of its own", player)
        try:
            thought = await self._do(SECONDS, turn.plain_plan, state)
        except (NoProcess, Busy):
            raise
        except Exception:
            log.exception("the plain plan failed")
            thought = turn.plainest(state)
        return replace(thought, time=time)

    async def own_answers(self, player: OwnPlayer, seed: int, state: State) -> Thought:
        """What a player of the operator's answers, as `players.turn.think_outside`.

        The process of one that takes too long is ended, and the next one gets another. Raises Forfeit, whose words are
        for the log; NoProcess and Busy: nothing was asked of the player then.
        """
        name, source, seconds = player.name, player.source, player.seconds
        for _ in range(ATTEMPTS):
            try:
                whole = START + 2 * seconds + SECONDS
                return await self._own.do(
                    turn.think_outside, source, seed, state, seconds, seconds=whole, whose=at_table.get()
                )
            except TooLong:
                raise Forfeit(f"{source} did not come to an end", "did not come to an end") from None
            except Died:
                log.warning("the process in which %s thought has ended", name)
        raise Forfeit(f"{source}: the process in which it thought has ended {ATTEMPTS} times")

    async def standing_answer(self, orders: Orders, state: State) -> Thought:
        """What standing answers say that must reckon chances first; no answer where they come to none.

        Raises NoProcess and Busy: then it is to be tried again.
        """
        try:
            return await self._do(self.seconds, reckoned, orders, state)
        except (NoProcess, Busy):
            raise
        except Exception as error:  # also TooLong and Died: whatever it is, its player is asked
            log.warning("a standing answer could not be reckoned: %s", type(error).__name__)
            return Thought([])

    async def hint(self, state: State, seed: int, whose: Whose) -> Hint:
        """What the consul would do, as `coach.hints.hint`. Raises NoProcess, Busy, TooLong, Died."""
        return await self._workers.do(hint, state, seed, seconds=HINT, whose=whose)

    async def doubt(self, state: State, answers: tuple[int, ...], seed: int, whose: Whose) -> Doubt:
        """What some answers give away, as `coach.hints.doubt`. Raises NoProcess, Busy, TooLong, Died."""
        return await self._workers.do(doubt, state, answers, seed, seconds=DOUBT, whose=whose)

    async def _do(self, seconds: float, function: Callable[..., T], *args: object) -> T:
        return await self._workers.do(function, *args, seconds=seconds, whose=at_table.get())

    def queue(self) -> tuple[int, int, int]:
        """How many answers wait, are thought about, and how many processes there are for that."""
        counts = zip(self._workers.queue(), self._own.queue(), strict=True)
        waiting, busy, processes = (sum(pair) for pair in counts)
        return waiting, busy, processes

    def close(self) -> None:
        """End the processes, also those that still think."""
        self._workers.close()
        self._own.close()


def reckoned(orders: Orders, state: State) -> Thought:
    """What standing answers say to the pending question, and how long it took to reckon."""
    began = monotonic()
    found = answer(orders, state, Battle(state).numbers())
    return Thought([] if found is None else [found], None, monotonic() - began)


def still_to_wait(thought: float) -> float:
    """How many seconds are left to wait after so many of thought, so that nobody learns from them what they were for.

    >>> round(still_to_wait(0.064), 3), round(still_to_wait(0.112), 3), round(still_to_wait(0.6), 3)
    (0.436, 0.388, 0.4)
    """
    return PAUSE * max(1, ceil(thought / PAUSE)) - thought
