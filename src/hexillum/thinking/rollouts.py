"""Whole battles played on in thought from any moment, each side by a quick mind: who wins, again and again.

Each playout has dice of its own, and each of its turns as well: two moments that are played on with the same seed meet
the same dice in every turn to come, so that what differs between them stands out.
"""

from __future__ import annotations

from typing import Final

from ..core import ask
from ..core.state import NONE, State, copy_board
from ..core.structs import dialect
from ..engine.playout import random_answer
from ..engine.step import apply
from .answers import answer
from .mind import Mind
from .playouts import LONGEST, Task, deal_again

BOTH: Final = NONE  # whose knowledge: nobody's hand is dealt anew
_MASK: Final = 0xFFFFFFFF
_MIX: Final = 0x45D9F3B


@dialect
def mixed(one: int, other: int) -> int:
    """A number of 32 bits made of two, never 0: near ones make far ones."""
    x = (one ^ ((other & 0xFFFF) * 0x1E3779B1)) & _MASK
    x = ((x ^ (x >> 16)) * _MIX) & _MASK
    x = ((x ^ (x >> 16)) * _MIX) & _MASK
    return (x ^ (x >> 16)) | 1


@dialect
def play_out(b: list[State], at: int, minds: list[Mind], first: int, seed: int, rng: list[int], out: list[int]) -> int:
    """Play a board to the end of the battle, each side by its mind; the outcome, NONE where it is too long."""
    for side in range(2):
        minds[first + side].turn = 0
        minds[first + side].way_turn = 0
    s = b[at]
    turn = NONE
    n = 0
    while s.outcome == NONE and n < 10 * LONGEST:
        if s.turn != turn:
            turn = int(s.turn)
            rng[0] = mixed(seed, turn)
        if s.who == ask.CHANCE:
            apply(s, random_answer(s, rng, out))
        else:
            apply(s, answer(b, at, minds[first + s.who], out))
        n += 1
    return int(s.outcome)


@dialect
def roll_out(b: list[State], minds: list[Mind], task: Task, rng: list[int], out: list[int], told: list[int]) -> None:
    """Play a board to the end so many times, as a side knows it or as both do; notes the outcomes in `told`."""
    at = task.trial
    for n in range(task.count):
        seed = mixed(task.seed[0], task.first + n)
        copy_board(b, at, task.board)
        if task.side != BOTH:
            rng[0] = mixed(seed, _MASK)
            deal_again(b[at], task.side, rng)
        told[n] = play_out(b, at, minds, task.minds, seed, rng, out)
