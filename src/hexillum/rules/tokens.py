"""Inspired action tokens: at most one spent in each turn, gained by cards (chapter IA)."""

from __future__ import annotations

from ..core import column, event, rule
from ..core.frames import cite, note
from ..core.state import State
from ..core.structs import dialect


@dialect
def may_spend(s: State, side: int) -> bool:
    """Whether a side has a token that it may still spend in this turn (IA-02)."""
    return s.tokens[side] > 0 and s.spent[side] == 0


@dialect
def spend(s: State, side: int, why: int) -> None:
    """A side spends a token on what a rule names: an inspired action, or one of the battlefield actions (IA-05)."""
    s.tokens[side] -= 1
    s.spent[side] += 1
    cite(s, rule.IA_02)
    cite(s, why)
    if why != rule.IA_03:
        cite(s, rule.IA_05)
    note(s, event.SPENT_TOKEN, side, s.tokens[side], why)


@dialect
def gain_token(s: State, side: int, why: int) -> None:
    """A side gains a token."""
    s.tokens[side] += 1
    cite(s, why)
    note(s, event.GAINED_TOKEN, side, s.tokens[side], 0)


@dialect
def card_gives_tokens(s: State) -> None:
    """Some cards give each side tokens when they are played (IA-13)."""
    for _ in range(column.CARD_TOKENS[s.effect]):
        gain_token(s, s.active, rule.IA_13)
        gain_token(s, 1 - s.active, rule.IA_13)
