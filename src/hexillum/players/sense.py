"""What no level leaves undone, however little it sees: who stands among enemies strikes."""

from __future__ import annotations

from typing import Final

from ..core import ask
from ..core.hexes import NEAR
from ..core.state import NONE, State

CROWD: Final = 3  # enemies beside a unit


def beside(state: State, hex: int, side: int) -> int:
    """How many enemies of a side stand beside a hex.

    >>> beside(State(), 0, 0)
    0
    """
    near = [state.unit_at[n] for n in NEAR[hex]]
    return sum(unit != NONE and state.units[unit].side != side for unit in near)


def sensible(state: State, options: list[int], answer: int) -> int:
    """An answer, or an attack instead where a side would end its battles with a unit idle among `CROWD` enemies.

    The attacks are among the options, as the legal answers to the question for a battle.

    >>> sensible(State(), [7], 7)
    7
    """
    if state.question != ask.BATTLE or answer != ask.DONE:
        return answer
    for option in options:
        if ask.HEX_0 <= option < ask.LEADER_0 and beside(state, option - ask.HEX_0, state.who) >= CROWD:
            return option
    return answer
