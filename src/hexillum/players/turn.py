"""A computer player's answers in one go: from a moment on, until chance or the other side has to decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..core.state import State
from ..engine.step import apply
from ..engine.tryout import numbers_of
from . import player
from .search import Search, TurnTime

CHAIN_MOST: Final = 60  # answers that a computer player gives in one go


@dataclass(frozen=True)
class Thought:
    """What a computer player answers, and what it has left of the time of the turn where it thinks by the clock."""

    answers: list[int]
    time: TurnTime | None = None


def think(name: str, seed: int, state: State, time: TurnTime | None = None) -> Thought:
    """The answers of a computer player from a moment on, until chance or the other side has to decide.

    `name` is that of the player as for `player`, `time` what its last thought has left of the turn: dice interrupt a
    turn, but it has one time for all of it. The state stays as it was. Raises UnknownPlayer, naming those that exist.

    >>> from hexillum.battle.door import Battle
    >>> len(think("greedy", 1, Battle.start("akragas", seed=7).state).answers) > 1
    True
    """
    who = player(name, seed)
    if isinstance(who, Search) and time is not None:
        who.time = time
    s = state.copy()
    answers: list[int] = []
    while s.who == state.who and len(answers) < CHAIN_MOST and (options := numbers_of(s)):
        answers.append(who.choose(s, options))
        apply(s, answers[-1])
    return Thought(answers, who.time if isinstance(who, Search) else None)


def left_of(numbers: list[int], made: list[int]) -> list[int]:
    """What is left of some answers when a game has gone on; nothing where it went another way.

    >>> left_of([5, 6, 7, 8], [5, 6]), left_of([5, 6, 7, 8], [5, 9])
    ([7, 8], [])
    """
    return numbers[len(made) :] if numbers[: len(made)] == made else []
