"""Whether a battle is fair: the planner plays it against itself, a few battles at a request, and what came is counted.

The battles have seeds of their own, so that everybody who asks gets the same ones. Nobody has to be waited for: a
request plays on where the last one ended, and who asks no more is not played for.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from ..battle.scenarios import Scenario, read_scenario
from ..coach.puzzles import Verdict, judge_named, why_named
from ..compiled import cache
from ..core.digest import rules_digest
from ..lab.arena import play, seed_of
from ..lab.statistics import score_interval
from . import wire
from .messages import Refused
from .questions import ROOM, AtWork, prepare
from .store.own_battles import Outcome, OwnBattles
from .workers import Busy, Died, NoProcess, TooLong, Whose, Workers

log = logging.getLogger("hexillum.fairness")
T = TypeVar("T")

BATTLES: Final = 100
PLAYER: Final = "planner"
SEED: Final = 1  # of the series
DECISIONS: Final = 20_000  # after which a battle counts as unfinished: the longest of the library has some 2,000
CHUNK: Final = 2.0  # seconds after which a request tells how far it came,
SECONDS: Final = 90.0  # and after which it is given up: no battle may last so long
NICE: Final = 15  # how far this yields to everything else that a server does
PROCESSES: Final = 1
PLAYOUTS: Final = 256  # of somebody's plan for a puzzle,
PLAIN_PLAYOUTS: Final = 12  # and where the rules are not compiled


@dataclass(frozen=True)
class Played:
    """The battles that one request has played, and the seconds that they took."""

    made: str  # by which rules and with which mind they were played: others may come to something else
    outcomes: tuple[Outcome, ...]
    seconds: float


def mind() -> str:
    """What the battles are played with, in a few words: results of another mind are no part of the same hundred.

    >>> mind().split()[1]
    'planner'
    """
    return f"{rules_digest()} {PLAYER} {'compiled' if cache.is_ready() else 'plain'}"


def play_some(text: str, player: str, first: int, last: int, seconds: float) -> Played:
    """Play battles of a scenario from one number up to another, as many as go into so many seconds, one at least.

    >>> from hexillum.battle.scenarios import load_scenario, scenario_text
    >>> len(play_some(scenario_text(load_scenario("akragas")), "random", 3, 5, 60).outcomes)
    2
    """
    made, plan = mind(), read_scenario(text)
    begun = time.perf_counter()
    outcomes: list[Outcome] = []
    for number in range(first, last):
        game = play(plan, player, player, seed_of(SEED, number), number=number, limit=DECISIONS)
        outcomes.append(Outcome(game.winner, game.finished, game.banners, game.turns))
        if time.perf_counter() - begun >= seconds:
            break
    return Played(made, tuple(outcomes), time.perf_counter() - begun)


class Judges:
    """The process in which battles are played for those who ask whether they are fair."""

    def __init__(self, player: str = PLAYER, battles: int = BATTLES) -> None:
        self.player = player
        self.battles = battles
        self._workers = Workers(PROCESSES, nice=NICE, prepare=prepare)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def judge(
        self, plan: Scenario, text: str, digest: str, kept: OwnBattles, whose: Whose, go_on: bool
    ) -> tuple[wire.Fairness, float]:
        """What is known of a battle, after some more were played with `go_on`; and the seconds that this took.

        Raises Refused where too much is asked at once, and where one battle takes too long; StoreError.
        """
        lock = self._locks.setdefault(digest, asyncio.Lock())
        async with lock:
            made = mind()
            outcomes = await kept.outcomes(digest, made)
            if not go_on or len(outcomes) >= self.battles:
                return self._told(plan, digest, outcomes, made), 0.0
            played = await self._play(text, len(outcomes), whose)
            if played.made != made:  # the rules have been compiled meanwhile: another hundred begins
                return self._told(plan, digest, await kept.outcomes(digest, played.made), played.made), played.seconds
            outcomes = [*outcomes, *played.outcomes]
            await kept.note_outcomes(digest, made, outcomes)
        return self._told(plan, digest, outcomes, made), played.seconds

    async def _play(self, text: str, first: int, whose: Whose) -> Played:
        try:
            return await self._workers.do(
                play_some, text, self.player, first, self.battles, CHUNK, seconds=SECONDS, whose=whose, memory=ROOM
            )
        except (Busy, NoProcess):
            raise AtWork("too many battles are being played now") from None
        except (TooLong, Died, MemoryError):
            log.warning("a battle of somebody's own was given up: it takes too long to play")
            words = f"one battle of this takes longer than {SECONDS:.0f} s here: it cannot be said whether it is fair"
            raise Refused("too_long", words, status=422) from None

    async def of_puzzle(self, id: str, plan: list[int], whose: Whose) -> Verdict:
        """What becomes of somebody's plan for a puzzle. Raises Refused where too much is asked at once."""
        playouts = PLAYOUTS if cache.is_ready() else PLAIN_PLAYOUTS
        return await self._of_puzzle(judge_named, id, plan, playouts, whose=whose)

    async def why_of_puzzle(self, id: str, whose: Whose) -> tuple[str, ...]:
        """Why the answer of a puzzle is the best plan; nothing where there is no time to find that out."""
        try:
            return await self._of_puzzle(why_named, id, whose=whose)
        except AtWork:
            return ()

    async def _of_puzzle(self, function: Callable[..., T], *args: object, whose: Whose) -> T:
        try:
            return await self._workers.do(function, *args, seconds=SECONDS, whose=whose, memory=ROOM)
        except (Busy, NoProcess, TooLong, Died, MemoryError):
            raise AtWork("too many plans are being played out now") from None

    def _told(self, plan: Scenario, digest: str, outcomes: Sequence[Outcome], made: str) -> wire.Fairness:
        wins = [sum(one.winner == side for one in outcomes) for side in (0, 1)]
        unfinished = sum(not one.finished for one in outcomes)
        even = len(outcomes) - sum(wins)  # drawn or not finished: half a win for each
        low, high = score_interval(wins[0] + even / 2, len(outcomes))
        share = (wins[0] + even / 2) / len(outcomes) if outcomes else 0.5
        return {
            "digest": digest,
            "battles": self.battles,
            "played": len(outcomes),
            "wins": {"top": wins[0], "bottom": wins[1]},
            "even": even,
            "unfinished": unfinished,
            "share": {"top": _of(share, low, high), "bottom": _of(1 - share, 1 - high, 1 - low)},
            "turns": sum(one.turns for one in outcomes) / len(outcomes) if outcomes else 0.0,
            "words": words_on(plan, outcomes, wins, (low, high)) if outcomes else [],
            "how": _how(made),
        }

    def close(self) -> None:
        """End the process, also where it still plays."""
        self._workers.close()


#: What plays, said where it is asked.
HOW: Final = {
    "compiled": "The planner plays both sides: it plans each turn with its cards and minds the answer, "
    "but looks no further. A hundred battles take a minute or two.",
    "plain": "The planner plays both sides: it plans each turn with its cards and minds the answer, but "
    "looks no further. The rules are not compiled on this server, so it thinks with fewer tries, and a hundred battles "
    "take five to twenty minutes.",
    "compiling": "The planner plays both sides: it plans each turn with its cards and minds the answer, "
    "but looks no further. The rules are being compiled just now, which takes a minute or two: until then it thinks "
    "with fewer tries and is slow, and then a new hundred begins.",
}


def _how(made: str) -> str:
    """What plays, by what the battles are made with, and whether that will soon be something better."""
    kind = made.split()[-1]
    with suppress(OSError):  # a cache that cannot be written is none that is being made
        if kind == "plain" and cache.compilers() and cache.is_claimed():
            kind = "compiling"
    return HOW[kind]


def _of(share: float, low: float, high: float) -> wire.ShareOf:
    return {"share": round(share, 4), "low": round(low, 4), "high": round(high, 4)}


def words_on(
    plan: Scenario, outcomes: Sequence[Outcome], wins: Sequence[int], interval: tuple[float, float]
) -> list[str]:
    """What so many battles say, in sentences, with what they do not say.

    >>> from hexillum.battle.scenarios import load_scenario
    >>> words_on(load_scenario("akragas"), [Outcome(0, True, (5, 2), 30)] * 10, (10, 0), (0.72, 1.0))[1]
    'Carthaginian wins between 72 % and 100 % of such battles (95 % interval): the battle favours Carthaginian.'
    """
    low, high = interval
    top, bottom = plan.top.name or "the top army", plan.bottom.name or "the bottom army"
    even = len(outcomes) - sum(wins)
    halves = f", {even} drawn or not finished (half a win each)" if even else ""
    if low > 0.5:
        verdict = f"the battle favours {top}"
    elif high < 0.5:
        verdict = f"the battle favours {bottom}"
    elif high - low <= 0.22:
        verdict = "nothing speaks against a fair battle"
    else:
        verdict = "too few battles to tell"
    return [
        f"Of {len(outcomes)} battles of the planner against itself {top} won {wins[0]} and {bottom} {wins[1]}{halves}.",
        f"{top} wins between {low * 100:.0f} % and {high * 100:.0f} % of such battles (95 % interval): {verdict}.",
        "Between people it may go otherwise.",
    ]
