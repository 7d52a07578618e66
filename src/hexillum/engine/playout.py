"""Random play to the end of a battle: the same text, and the same numbers, in both forms."""

from __future__ import annotations

from ..core import ask, column
from ..core.state import NONE, State
from ..core.structs import dialect
from .step import apply, legal

ANSWERS_MOST = 512


@dialect
def below(rng: list[int], n: int) -> int:
    """A number below n from a 32-bit xorshift generator, whose state is the one number in `rng`."""
    x = rng[0]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    rng[0] = x
    return (x * n) >> 32


@dialect
def random_roll(s: State, rng: list[int]) -> int:
    """The faces of the dice that are due, counted."""
    roll = 0
    for _ in range(s.dice):
        roll += 1 << (4 * below(rng, 6))
    return roll


@dialect
def random_draw(s: State, rng: list[int]) -> int:
    """A card from the deck, each copy as likely as any other."""
    n = below(rng, s.deck_left)
    deck = s.deck
    for card in range(column.CARDS_FROM[s.edition], column.CARDS_END[s.edition]):
        n -= deck[card]
        if n < 0:
            return ask.CARD_0 + card
    return ask.CARD_0


@dialect
def random_forfeit(s: State, rng: list[int]) -> int:
    """A card of the hand that loses one, each copy as likely as any other (SCEN-05)."""
    side = s.frames[s.depth].mode
    n = below(rng, s.held[side])
    for card in range(column.CARDS_FROM[s.edition], column.CARDS_END[s.edition]):
        n -= s.hand[side * ask.MOST_CARDS + card]
        if n < 0:
            return ask.CARD_0 + card
    return ask.CARD_0


@dialect
def random_answer(s: State, rng: list[int], out: list[int]) -> int:
    """An answer to the pending question: chance as chance falls, a side any of its options alike."""
    q = s.question
    if q == ask.ROLL:
        return random_roll(s, rng)
    if q == ask.DRAW:
        return random_draw(s, rng)
    if q == ask.FORFEIT:
        return random_forfeit(s, rng)
    return out[below(rng, legal(s, out))]


@dialect
def play_on(s: State, rng: list[int], out: list[int], limit: int) -> int:
    """Play at random until the battle ends or so many answers are given; returns how many were."""
    n = 0
    while s.outcome == NONE and n < limit:
        apply(s, random_answer(s, rng, out))
        n += 1
    return n
