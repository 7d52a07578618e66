"""A computer player's answers in one go: from a moment on, until chance or the other side has to decide."""

from __future__ import annotations

import time as clock
from dataclasses import dataclass
from math import inf
from typing import Final

from ..core import ask
from ..core.state import State
from ..engine.step import apply
from ..engine.tryout import numbers_of
from . import Player, player
from .outside import Forfeit, Outside
from .planner import Planner
from .search import Search, TurnTime

CHAIN_MOST: Final = 60  # answers that a computer player gives in one go


@dataclass(frozen=True)
class Thought:
    """What a computer player answers, and what it has left of the time of the turn where it thinks by the clock.

    `seconds` is how long it thought; `stood_in` says that these are not its own answers, but those given in its place.
    """

    answers: list[int]
    time: TurnTime | None = None
    seconds: float = 0.0
    stood_in: bool = False


def think(name: str, seed: int, state: State, time: TurnTime | None = None) -> Thought:
    """The answers of a computer player from a moment on, until chance or the other side has to decide.

    `name` is that of the player as for `player`, `time` what its last thought has left of the turn: dice interrupt a
    turn, but it has one time for all of it. The state stays as it was. Raises UnknownPlayer, naming those that exist.

    >>> from hexillum.battle.door import Battle
    >>> len(think("greedy", 1, Battle.start("akragas", seed=7).state).answers) > 1
    True
    """
    began = clock.monotonic()
    who = player(name, seed)
    if isinstance(who, Search) and time is not None:
        who.time = time
    answers = _answers(who, state)
    return Thought(answers, who.time if isinstance(who, Search) else None, clock.monotonic() - began)


def think_outside(name: str, seed: int, state: State, patience: float) -> Thought:
    """The answers of a player from outside, FILE.py:CLASS or an entry point's name, in one go as `think` has them.

    Each answer may take `patience` seconds; after as many no further one is begun, so that others come to their turn.
    What the player prints goes nowhere. Raises `outside.Forfeit` for what loses it the battle.
    """
    began = clock.monotonic()
    try:
        who = Outside(name, seed, patience, quiet=True)
    except ValueError as error:
        raise Forfeit(f"{name}: {error}") from None
    answers = _answers(who, state, began + patience)
    return Thought(answers, None, clock.monotonic() - began)


def plain_plan(state: State) -> Thought:
    """The planner's plain plan, for who cannot answer himself: the same answers for the same state.

    >>> from hexillum.battle.door import Battle
    >>> plain_plan(Battle.start("akragas", seed=7).state).stood_in
    True
    """
    return Thought(_answers(Planner(compiled=False), state), stood_in=True)


def plainest(state: State) -> Thought:
    """One answer without any thought: to be done where that is offered, else the first of the legal ones.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> plainest(battle.state).answers == battle.numbers()[:1]
    True
    """
    options = numbers_of(state)
    return Thought([ask.DONE] if ask.DONE in options else options[:1], stood_in=True)


def _answers(who: Player, state: State, until: float = inf) -> list[int]:
    """The answers until somebody else is asked, or until a moment by the monotonic clock has come."""
    s = state.copy()
    answers: list[int] = []
    while s.who == state.who and len(answers) < CHAIN_MOST and (options := numbers_of(s)):
        answers.append(who.choose(s, options))
        apply(s, answers[-1])
        if clock.monotonic() > until:
            break
    return answers


def left_of(numbers: list[int], made: list[int]) -> list[int]:
    """What is left of some answers when a game has gone on; nothing where it went another way.

    >>> left_of([5, 6, 7, 8], [5, 6]), left_of([5, 6, 7, 8], [5, 9])
    ([7, 8], [])
    """
    return numbers[len(made) :] if numbers[: len(made)] == made else []
