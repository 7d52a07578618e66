"""Playing on in thought: hidden cards dealt anew, both sides by their minds, and what the position then is worth."""

from __future__ import annotations

from typing import Final

from ..decisions import BATTLE, CARD_0, CHANCE, MOST_CARDS
from ..edition import CARD_KINDS
from ..records import dialect
from ..rules.engine import apply
from ..rules.playout import random_answer, random_draw
from ..state import NONE, State
from .answers import answer
from .mind import Mind, copy_board
from .position import chance_to_win

LONGEST: Final = 4000  # answers of a playout
OTHER_DICE: Final = 0x2545F490  # the later turns have dice of their own: plans that differ meet the same answers

# What to think of: see `think`.
ANSWER: Final = 0
PLAN: Final = 1
TRY_OUT: Final = 2
CONTEST: Final = 3


@dialect
def deal_again(s: State, side: int, rng: list[int]) -> None:
    """Deal the other side's hand anew from all the cards that a side has not seen."""
    first = (1 - side) * MOST_CARDS
    for card in range(CARD_KINDS):
        s.deck[card] += s.hand[first + card]
        s.hand[first + card] = 0
    s.deck_left += s.held[1 - side]
    for _ in range(s.held[1 - side]):
        card = random_draw(s, rng) - CARD_0
        s.deck[card] -= 1
        s.deck_left -= 1
        s.hand[first + card] += 1


@dialect
def play_on_with(b: list[State], at: int, minds: list[Mind], rng: list[int], out: list[int], until: int) -> int:
    """Play on, each side by its mind, to the start of a turn or the end of the battle; returns how many answers."""
    n = 0
    s = b[at]
    while s.outcome == NONE and s.turn < until and n < LONGEST:
        if s.who == CHANCE:
            apply(s, random_answer(s, rng, out))
        else:
            apply(s, answer(b, at, minds[s.who], out))
        n += 1
    return n


@dialect
def plan_ahead(b: list[State], at: int, m: Mind, out: list[int], answers: list[int]) -> int:
    """Follow a mind's plan until chance, the other side or a battle decides; notes its answers, returns how many."""
    n = 0
    s = b[at]
    side = s.who
    while s.outcome == NONE and s.who == side and (n == 0 or s.question != BATTLE):
        answers[n] = answer(b, at, m, out)
        apply(s, answers[n])
        n += 1
    return n


@dialect
def try_out(
    b: list[State],
    root: int,
    at: int,
    minds: list[Mind],
    rng: list[int],
    seeds: list[int],
    first: int,
    last: int,
    out: list[int],
    side: int,
    turns: int,
    results: list[int],
) -> None:
    """Play a position on for so many turns with each of some seeds.

    Notes a side's chances at the end of the first turn and of the last, for each seed one beside the other.
    """
    for n in range(first, last):
        copy_board(b, at, root)
        rng[0] = seeds[n]
        deal_again(b[at], side, rng)
        minds[0].turn = 0
        minds[1].turn = 0
        play_on_with(b, at, minds, rng, out, b[root].turn + 1)
        results[2 * n] = chance_to_win(b[at], minds[side], side)
        results[2 * n + 1] = results[2 * n]
        if turns > 1:
            rng[0] = seeds[n] ^ OTHER_DICE
            play_on_with(b, at, minds, rng, out, b[root].turn + turns)
            results[2 * n + 1] = chance_to_win(b[at], minds[side], side)


@dialect
def contest(b: list[State], at: int, minds: list[Mind], rng: list[int], out: list[int], top: int) -> None:
    """Play a battle to its end, the top side by one of the minds, the bottom side by the other."""
    n = 0
    s = b[at]
    while s.outcome == NONE and n < 10 * LONGEST:
        if s.who == CHANCE:
            apply(s, random_answer(s, rng, out))
        else:
            apply(s, answer(b, at, minds[s.who ^ top], out))
        n += 1


@dialect
def think(
    what: int,
    b: list[State],
    root: int,
    at: int,
    minds: list[Mind],
    rng: list[int],
    seeds: list[int],
    first: int,
    last: int,
    out: list[int],
    side: int,
    turns: int,
    results: list[int],
) -> int:
    """The one door to the thinking, since each door has to be compiled with all that lies behind it."""
    if what == ANSWER:
        return answer(b, at, minds[side], out)
    if what == PLAN:
        return plan_ahead(b, at, minds[side], out, results)
    if what == TRY_OUT:
        try_out(b, root, at, minds, rng, seeds, first, last, out, side, turns, results)
    else:
        contest(b, at, minds, rng, out, side)
    return 0
