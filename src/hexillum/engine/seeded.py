"""Chance as a seed has it: the dice and cards that `core.dice.Seeded` gives, in both forms.

`mt` has the numbers that it goes by, from the place `at` on (`engine.twister`).
"""

from __future__ import annotations

from ..core import ask
from ..core.state import State
from ..core.structs import dialect
from .step import legal
from .twister import under, unit


@dialect
def thrown(s: State, mt: list[int], at: int) -> int:
    """The faces of the dice that are due, counted, as `Seeded.roll` throws them."""
    roll = 0
    for _ in range(s.dice):
        roll += 1 << (4 * under(mt, at, 6))
    return roll


@dialect
def copies(s: State, card: int) -> int:
    """Copies of a card where chance picks from: in the deck, or in the hand that loses one (SCEN-05)."""
    if s.question == ask.FORFEIT:
        return int(s.hand[s.frames[s.depth].mode * ask.MOST_CARDS + card])
    return int(s.deck[card])


@dialect
def drawn(s: State, mt: list[int], at: int, out: list[int]) -> int:
    """The card that chance picks, as `Seeded.pick` does."""
    count = legal(s, out)
    total = 0
    for n in range(count):
        total += copies(s, out[n] - ask.CARD_0)
    place = unit(mt, at) * total
    passed = 0
    for n in range(count - 1):
        passed += copies(s, out[n] - ask.CARD_0)
        if place < passed:
            return out[n]
    return out[count - 1]


@dialect
def sort_answers(out: list[int], count: int) -> None:
    """Sort so many answers."""
    for n in range(1, count):
        one = out[n]
        at = n
        while at > 0 and out[at - 1] > one:
            out[at] = out[at - 1]
            at -= 1
        out[at] = one
