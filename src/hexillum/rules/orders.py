"""Orders: who may be ordered by the card in force (chapter ORD)."""

from __future__ import annotations

from ..decisions import DONE, HEX_0, LEADER_0
from ..events import DETACHED, ORDERED
from ..hexes import NOWHERE, SECTIONS
from ..records import rule
from ..state import NONE, State
from .battlefield import first_leader, first_unit, is_a, last_unit
from .cards import find_room
from .frames import cite, note
from .ids import ORD_01, ORD_02, ORD_03, ORD_05, ORD_06, ORD_08


@rule
def legal_orders(s: State, side: int, out: list[int]) -> int:
    """Every piece that can still be ordered, or done."""
    out[0] = DONE
    n = 1
    room = s.room
    if room == 0:
        return n
    for i in range(first_unit(side), last_unit(s, side)):
        u = s.units[i]
        if u.hex != NOWHERE and u.ordered == 0 and (s.whom == 0 or is_a(u, s.whom)):
            if (room >> SECTIONS[side][u.hex]) & 1 == 1:
                out[n] = HEX_0 + u.hex
                n += 1
    if s.ordering == 1:
        for k in range(first_leader(side), first_leader(side + 1)):
            leader = s.leaders[k]
            if leader.hex != NOWHERE and leader.ordered == 0 and (room >> SECTIONS[side][leader.hex]) & 1 == 1:
                out[n] = LEADER_0 + leader.hex
                n += 1
    return n


@rule
def order_piece(s: State, side: int, answer: int) -> None:
    """Order the unit, or the leader alone, on the hex of an answer; a unit brings its leader along (ORD-05)."""
    cite(s, ORD_01)
    cite(s, ORD_02)
    if answer >= LEADER_0:
        hex = answer - LEADER_0
        s.leaders[s.leader_at[hex]].ordered = 1
        if s.unit_at[hex] != NONE:
            cite(s, ORD_06)
            note(s, DETACHED, hex, 0, 0)
        else:
            cite(s, ORD_08)
            note(s, ORDERED, hex, 1, 0)
    else:
        hex = answer - HEX_0
        s.units[s.unit_at[hex]].ordered = 1
        if s.leader_at[hex] != NONE:
            cite(s, ORD_05)
        note(s, ORDERED, hex, 0, 0)
    sections = SECTIONS[side][hex]
    if sections == 3 or sections == 6:
        cite(s, ORD_03)
    for more in range(1, 8):
        if more & sections == sections:
            s.slack[more] -= 1
    find_room(s)
