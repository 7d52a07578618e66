"""Trying out: what may be answered now, and what an answer would lead to, for everybody who asks above the rules."""

from __future__ import annotations

from ..core.event import Event, Log
from ..core.state import NONE, State
from .playout import ANSWERS_MOST
from .step import apply, legal


def numbers_of(s: State) -> list[int]:
    """The legal answers to the pending question, as numbers of the action table, sorted.

    None once the battle is over, and none for dice, whose answers are the faces counted (`dice.rolls`).

    >>> numbers_of(State())
    []
    """
    if s.outcome != NONE:
        return []
    out = [0] * ANSWERS_MOST
    return sorted(out[: legal(s, out)])


def answer(s: State, number: int) -> list[Event]:
    """Answer the pending question of a state and return what happened, in order, up to the next one.

    `number` must be one of `numbers_of`, or the faces of the dice counted (`dice.roll_of`): nothing here checks it. The
    state changes.

    >>> from hexillum.battle.door import Battle
    >>> s = Battle.start("akragas", seed=7).state
    >>> answer(s, numbers_of(s)[0])[0].text
    'bottom plays Order Two Units Left'
    """
    log = s.log = Log(s)
    try:
        apply(s, number)
    finally:
        s.log = None
    return log.close()


def tried(s: State, *numbers: int) -> State:
    """The state that some answers lead to, one after the other; the state itself stays as it was.

    The numbers are as for `answer`, each legal where its turn comes.

    >>> from hexillum.battle.door import Battle
    >>> s = Battle.start("akragas", seed=7).state
    >>> after = tried(s, numbers_of(s)[0])
    >>> after.question == s.question, after.who == s.who
    (False, True)
    """
    after = s.copy()
    for number in numbers:
        apply(after, number)
    return after
