"""Trying out: what may be answered now, and what an answer would lead to, for everybody who asks above the rules."""

from __future__ import annotations

from ..core.event import Event, Log
from ..core.state import NONE, State
from .playout import ANSWERS_MOST
from .step import apply, legal


def numbers_of(s: State) -> list[int]:
    """The legal answers to the pending question as numbers, sorted; none once the battle is over, none for dice.

    >>> numbers_of(State())
    []
    """
    if s.outcome != NONE:
        return []
    out = [0] * ANSWERS_MOST
    return sorted(out[: legal(s, out)])


def answer(s: State, number: int) -> list[Event]:
    """Answer the pending question of a state and return what happened, up to the next one."""
    log = s.log = Log(s)
    try:
        apply(s, number)
    finally:
        s.log = None
    return log.close()


def tried(s: State, *numbers: int) -> State:
    """The state that some answers lead to, one after the other; the state itself stays as it was."""
    after = s.copy()
    for number in numbers:
        apply(after, number)
    return after
