"""Hints while a battle goes on: what the consul would do, and whether a choice gives much away.

Both know only what the side knows that is asked: the cards that it has not seen are dealt anew before anything is
thought about. They count playouts and not seconds, so that the same moment gets the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from ..core.state import NONE, State
from ..engine.step import apply
from ..engine.tryout import numbers_of
from ..players.observed import without_secrets
from ..players.search import Effort, Search
from .fates import seer
from .rollouts import Chance, roller
from .why import aims

#: How much is thought about a hint: about as much as the consul does in his second; and where nothing is compiled.
EFFORT: Final = Effort(plan=2500, choice=800, further=2500)
PLAIN: Final = Effort(plan=6, choice=6, views=1)
#: The same for whether a choice gives much away: nobody waits long for a warning.
QUICK: Final = Effort(plan=500, choice=200, further=500)
BATTLES: Final = 256  # played on to their end for the chance of a hint,
PLAIN_BATTLES: Final = 6  # where nothing is compiled,
PAIRS: Final = 128  # and with each of two plans that are compared
SEED: Final = 1
ANSWERS_MOST: Final = 60  # of a plan


@dataclass(frozen=True)
class Hint:
    """What the consul would do until chance or the other side decides, and the chance of his side to win with it.

    `why` says in sentences what the plan is out for and what it risks.
    """

    answers: tuple[int, ...]
    chance: float
    error: float
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class Doubt:
    """What a choice gives away against the consul's plan, from 0 to 1, with the standard error of that."""

    given: float
    error: float


def hint(state: State, seed: int = SEED) -> Hint:
    """What the consul would do at a question to a side, within its knowledge; the state stays as it was.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> hint(battle.state).answers[0] in battle.numbers()
    True
    """
    side = state.who
    known = without_secrets(state, side)
    compiled = roller().compiled
    answers, after = _plan(known, EFFORT if compiled else PLAIN, seed)
    chance = roller().chance(after, BATTLES if compiled else PLAIN_BATTLES, seed, knows=side)
    why = tuple(aims(known, answers, side, seer()))
    return Hint(answers, _own(chance, side), max(chance.error, 0.5 / max(1, chance.n)), why)


def doubt(state: State, answers: Sequence[int], seed: int = SEED) -> Doubt:
    """What some legal answers of the side that is asked give away; nothing where the consul would give them too.

    Nothing is known of that where the thinking is not compiled: it would take too long.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> doubt(battle.state, battle.numbers()[:1], seed=2).given >= 0
    True
    """
    if not roller().compiled:
        return Doubt(0.0, 0.0)
    side = state.who
    known = without_secrets(state, side)
    best, _ = _plan(known, QUICK, seed)
    if tuple(answers) == best[: len(answers)]:
        return Doubt(0.0, 0.0)
    better = _after(known, best[: len(answers)])
    pairs = zip(*(roller().worths(one, PAIRS, seed, side) for one in (better, _after(known, answers))), strict=True)
    sign = 1 if side == 0 else -1
    gaps = [sign * (there - here) for there, here in pairs]
    mean = sum(gaps) / PAIRS
    error = sqrt(sum((gap - mean) ** 2 for gap in gaps) / (PAIRS - 1) / PAIRS)
    return Doubt(max(0.0, mean), error)


def _plan(state: State, effort: Effort, seed: int) -> tuple[tuple[int, ...], State]:
    """The consul's answers until somebody else is asked, and the state after them."""
    who, s = Search(seed, effort), state.copy()
    answers: list[int] = []
    while s.outcome == NONE and s.who == state.who and len(answers) < ANSWERS_MOST and (options := numbers_of(s)):
        answers.append(who.choose(s, options))
        apply(s, answers[-1])
    return tuple(answers), s


def _after(state: State, answers: Sequence[int]) -> State:
    """The state after answers of the side that is asked, as far as it goes on being asked."""
    s = state.copy()
    for answer in answers:
        if s.outcome != NONE or s.who != state.who or answer not in numbers_of(s):
            break
        apply(s, answer)
    return s


def _own(chance: Chance, side: int) -> float:
    return chance.top if side == 0 else 1 - chance.top
