"""Inspired actions: what leaders inspire for a token, a leader's last move, what brings tokens (chapter IA)."""

from __future__ import annotations

from typing import Final

from ..core import ask, column, rule
from ..core.battlefield import first_leader, first_unit, is_pressed, last_unit
from ..core.cards import INSPIRED_ACTIONS
from ..core.frames import cite, pose
from ..core.hexes import NOWHERE
from ..core.state import NO_PART, State
from ..core.structs import dialect
from .movement import leader_can_move
from .tokens import gain_token, may_spend, spend

# What became of a leadership card: it may still bring a token, or its leaders inspired for one.
MAY_INSPIRE: Final = 1
INSPIRED: Final = 2


@dialect
def may_inspire(s: State) -> bool:
    """Whether the leadership card in force lets its player spend a token (IA-03)."""
    return column.CARD_INSPIRES[s.effect] == 1 and may_spend(s, s.active)


@dialect
def ask_inspiration(s: State) -> None:
    pose(s, s.active, ask.INSPIRATION, NOWHERE, rule.IA_03)


@dialect
def legal_inspirations(s: State, out: list[int]) -> int:
    """Every inspired leadership action, or none."""
    out[0] = ask.DONE
    n = 1
    for action in range(INSPIRED_ACTIONS):
        out[n] = ask.TOKEN_0 + action
        n += 1
    return n


@dialect
def inspire(s: State, action: int) -> None:
    """The ordered units carry out an action; it comes on top of the card's orders (GAP-05)."""
    s.inspires = INSPIRED
    s.effect = column.INSPIRED_EFFECT[s.edition][action]
    cite(s, rule.IA_04)
    cite(s, column.CARD_RULE[s.effect])
    spend(s, s.active, rule.IA_03)
    note_parts(s)


@dialect
def note_parts(s: State) -> None:
    """Units that stand next to an enemy take no part in a Fire and Close (CARD-24)."""
    if column.CARD_APART[s.effect] == 0:
        return
    for i in range(first_unit(s.active), last_unit(s, s.active)):
        u = s.units[i]
        if u.ordered == 1 and is_pressed(s, u.side, u.hex):
            u.aim = NO_PART


@dialect
def may_move_a_leader(s: State) -> bool:
    """Whether the active side may spend a token to move a leader at the end of its turn (IA-06)."""
    if not may_spend(s, s.active):
        return False
    for k in range(first_leader(s.active), first_leader(s.active + 1)):
        if s.leaders[k].hex != NOWHERE and leader_can_move(s, s.active, s.leaders[k].hex):
            return True
    return False


@dialect
def ask_move_a_leader(s: State) -> None:
    pose(s, s.active, ask.MOVE_A_LEADER, NOWHERE, rule.IA_06)


@dialect
def gain_at_end(s: State) -> None:
    """At the end of the turn a Scout and a leadership card bring a token (IA-11, IA-12)."""
    side = s.active
    if s.scouts == 1:
        gain_token(s, side, rule.IA_11)
    if s.inspires == MAY_INSPIRE and (s.spent[side] == 0 or s.law.leadership_gain_only_if_no_token == 0):
        gain_token(s, side, rule.IA_12)
