"""Command cards: hands, the deck, and what each card lets a side order (chapter CARD)."""

from __future__ import annotations

from ..decisions import CARD_0, MOST_CARDS
from ..edition import (
    CARD_CLASS,
    CARD_KINDS,
    CARD_LEADERS,
    CARD_MORE_BONUS,
    CARD_MORE_DICE,
    CARD_PASSES,
    CARD_REACTS,
    CARD_RULE,
    CARD_SECTIONS,
)
from ..events import DREW, PLAYED, RESHUFFLED
from ..hexes import NOWHERE
from ..records import rule
from ..state import State
from .battlefield import first_unit, is_a, last_unit
from .frames import cite, note
from .ids import ORD_04, ORD_07, TURN_03, TURN_04


@rule
def take_card(s: State, side: int, card: int) -> None:
    """A card leaves a hand and lies face up."""
    s.hand[side * MOST_CARDS + card] -= 1
    s.held[side] -= 1
    s.discards[card] += 1
    cite(s, CARD_RULE[card])
    note(s, PLAYED, side, card, 0)


@rule
def put_in_hand(s: State, side: int, card: int) -> None:
    """A card from the deck joins a hand (TURN-03)."""
    s.deck[card] -= 1
    s.deck_left -= 1
    s.hand[side * MOST_CARDS + card] += 1
    s.held[side] += 1
    cite(s, TURN_03)
    note(s, DREW, side, card, 0)


@rule
def refill(s: State) -> bool:
    """Shuffle the discards into an empty deck (TURN-04); returns whether there is a card to draw."""
    if s.deck_left > 0:
        return True
    for card in range(CARD_KINDS):
        s.deck_left += s.discards[card]
        s.deck[card] += s.discards[card]
        s.discards[card] = 0
    if s.deck_left > 0:
        cite(s, TURN_04)
        note(s, RESHUFFLED, 0, 0, 0)
    return s.deck_left > 0


@rule
def legal_cards(s: State, side: int, out: list[int]) -> int:
    """The cards that a side can play; with none at all the turn passes, answered by done."""
    n = 0
    for card in range(CARD_KINDS):
        if s.hand[side * MOST_CARDS + card] > 0:
            out[n] = CARD_0 + card
            n += 1
    if n == 0:
        out[0] = 0
        n = 1
    return n


@rule
def legal_draws(s: State, out: list[int]) -> int:
    n = 0
    for card in range(CARD_KINDS):
        if s.deck[card] > 0:
            out[n] = CARD_0 + card
            n += 1
    return n


@rule
def has_class(s: State, side: int, classes: int) -> bool:
    """Whether a side has a unit of a class on the board."""
    for i in range(first_unit(side), last_unit(s, side)):
        if s.units[i].hex != NOWHERE and is_a(s.units[i], classes):
            return True
    return False


@rule
def find_room(s: State) -> None:
    """Note in which sections one more piece can be ordered, however the others are counted (ORD-03)."""
    room = 0
    if s.slack[7] > 0:
        for sections in (1, 2, 3, 4, 6):
            fits = 1
            for more in range(1, 8):
                if more & sections == sections and s.slack[more] < 1:
                    fits = 0
            room |= fits << sections
    s.room = room


@rule
def read_card(s: State, side: int, card: int) -> None:
    """Set out what a card orders: `slack` is how many orders are left in each set of sections (ORD-04, ORD-07)."""
    s.card = card
    s.whom = CARD_CLASS[card]
    s.ordering = CARD_LEADERS[card]
    s.passing = CARD_PASSES[card]
    s.more_dice = CARD_MORE_DICE[card]
    s.more_bonus = CARD_MORE_BONUS[card]
    for sections in range(8):
        s.slack[sections] = 0
    s.room = 0
    if CARD_REACTS[card] == 1:
        return
    if s.whom == 0:
        for sections in range(1, 8):
            for bit in range(3):
                if (sections >> bit) & 1 == 1:
                    s.slack[sections] += CARD_SECTIONS[card][bit]
        find_room(s)
        return
    orders = s.command[side]
    cite(s, ORD_04)
    if not has_class(s, side, s.whom):
        orders = 1
        s.whom = 0
        s.ordering = 0
        s.passing = 0
        s.more_dice = 0
        s.more_bonus = 0
        cite(s, ORD_07)
    for sections in range(1, 8):
        s.slack[sections] = orders
    find_room(s)
