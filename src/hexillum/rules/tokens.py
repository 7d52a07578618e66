"""Inspired action tokens: at most one spent in each turn, gained by cards (chapter IA)."""

from __future__ import annotations

from ..edition import CARD_TOKENS
from ..events import GAINED_TOKEN, SPENT_TOKEN
from ..records import dialect
from ..state import State
from .frames import cite, note
from .ids import IA_02, IA_13


@dialect
def may_spend(s: State, side: int) -> bool:
    """Whether a side has a token that it may still spend in this turn (IA-02)."""
    return s.tokens[side] > 0 and s.spent[side] == 0


@dialect
def spend(s: State, side: int, why: int) -> None:
    """A side spends a token on something."""
    s.tokens[side] -= 1
    s.spent[side] += 1
    cite(s, IA_02)
    cite(s, why)
    note(s, SPENT_TOKEN, side, s.tokens[side], 0)


@dialect
def gain_token(s: State, side: int, why: int) -> None:
    """A side gains a token."""
    s.tokens[side] += 1
    cite(s, why)
    note(s, GAINED_TOKEN, side, s.tokens[side], 0)


@dialect
def card_gives_tokens(s: State) -> None:
    """Some cards give each side tokens when they are played (IA-13)."""
    for _ in range(CARD_TOKENS[s.effect]):
        gain_token(s, s.active, IA_13)
        gain_token(s, 1 - s.active, IA_13)
