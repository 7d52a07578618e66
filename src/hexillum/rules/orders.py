"""Orders: who may be ordered by the card in force (chapter ORD)."""

from __future__ import annotations

from ..core import ask, column, event, rule
from ..core.battlefield import belongs, first_leader, first_unit, is_pressed, last_unit
from ..core.cards import PLAIN
from ..core.frames import cite, note
from ..core.hexes import NEAR, NOWHERE, SECTIONS
from ..core.state import NONE, State, Unit
from ..core.structs import dialect
from .cards import find_room, has_quota, one_of_choice, use_quota
from .reserves import AMBUSH, legal_pieces, may_ambush


@dialect
def ordered_at(s: State, side: int, hex: int) -> bool:
    """Whether an ordered piece of a side stands on a hex."""
    i = s.unit_at[hex]
    if i != NONE:
        return s.units[i].side == side and s.units[i].ordered == 1
    k = s.leader_at[hex]
    return k != NONE and s.leaders[k].side == side and s.leaders[k].ordered == 1


@dialect
def is_linked(s: State, side: int, hex: int) -> bool:
    """Whether a piece may join the group of a card that links hexes: the first, or next to one ordered (ORD-09)."""
    if column.CARD_LINKED[s.effect] == 0 or s.given == 0:
        return True
    for n in NEAR[hex]:
        if ordered_at(s, side, n):
            return True
    return False


@dialect
def may_order(s: State, side: int, u: Unit) -> bool:
    """Whether the card in force orders a unit of a section with room: its class, the group, what the dice gave."""
    classes = column.CARD_CLASS[s.effect]
    if classes != 0 and not belongs(u, classes):
        return False
    if column.CARD_DICE[s.effect] > 0 and not has_quota(s, u):
        return False
    if column.CARD_APART[s.effect] == 1 and is_pressed(s, side, u.hex):
        return False
    return is_linked(s, side, u.hex)


@dialect
def legal_orders(s: State, side: int, out: list[int]) -> int:
    """Every piece that can still be ordered, or done."""
    out[0] = ask.DONE
    n = 1
    if s.room == 0:
        return n
    if column.CARD_LEADERSHIP[s.effect] > 0:
        if s.given == 0:
            return legal_first_of_group(s, side, out)
        return legal_group(s, side, out)
    if column.CARD_INSTEAD[s.effect] == 1 and s.given == 0:
        out[n] = ask.INSTEAD
        n += 1
    any_unit = (
        column.CARD_CLASS[s.effect] == 0 and column.CARD_DICE[s.effect] == 0 and column.CARD_LINKED[s.effect] == 0
    )
    room = s.room
    units = s.units
    sections = SECTIONS[side]
    for i in range(first_unit(side), last_unit(s, side)):
        u = units[i]
        if u.hex == NOWHERE or u.ordered == 1 or (room >> sections[u.hex]) & 1 == 0:
            continue
        if any_unit or may_order(s, side, u):
            out[n] = ask.HEX_0 + u.hex
            n += 1
    if column.CARD_LEADERS[s.effect] == 1 and (column.CARD_DICE[s.effect] == 0 or s.quota[3] > 0):
        for k in range(first_leader(side), first_leader(side + 1)):
            leader = s.leaders[k]
            if leader.hex != NOWHERE and leader.ordered == 0 and (s.room >> SECTIONS[side][leader.hex]) & 1 == 1:
                out[n] = ask.LEADER_0 + leader.hex
                n += 1
    return n


@dialect
def legal_first_of_group(s: State, side: int, out: list[int]) -> int:
    """A leadership card begins with a leader of its section, or one unit of choice comes instead (CARD-08, CARD-09).

    A force that waits in ambush may be brought on (SCEN-10).
    """
    out[0] = ask.DONE
    out[1] = ask.INSTEAD
    n = 2
    for k in range(first_leader(side), first_leader(side + 1)):
        hex = s.leaders[k].hex
        if hex != NOWHERE and SECTIONS[side][hex] & s.section != 0:
            out[n] = (ask.HEX_0 if s.unit_at[hex] != NONE else ask.LEADER_0) + hex
            n += 1
    if may_ambush(s, side):
        return legal_pieces(s, side, AMBUSH, out, n)
    return n


@dialect
def legal_group(s: State, side: int, out: list[int]) -> int:
    """The hexes that a leadership card's group can still take in: units, and leaders who are alone (ORD-09)."""
    out[0] = ask.DONE
    n = 1
    for i in range(first_unit(side), last_unit(s, side)):
        u = s.units[i]
        if u.hex != NOWHERE and u.ordered == 0 and is_linked(s, side, u.hex):
            out[n] = ask.HEX_0 + u.hex
            n += 1
    for k in range(first_leader(side), first_leader(side + 1)):
        leader = s.leaders[k]
        if leader.hex != NOWHERE and leader.ordered == 0 and s.unit_at[leader.hex] == NONE:
            if is_linked(s, side, leader.hex):
                out[n] = ask.LEADER_0 + leader.hex
                n += 1
    return n


@dialect
def order_piece(s: State, side: int, answer: int) -> None:
    """Order the unit, or the leader alone, on the hex of an answer; a unit brings its leader along (ORD-05)."""
    if answer == ask.INSTEAD:
        one_of_choice(s)
        return
    cite(s, rule.ORD_01)
    cite(s, rule.ORD_02)
    if column.CARD_LINKED[s.effect] == 1:
        cite(s, rule.ORD_09)
    s.given += 1
    sections = SECTIONS[side][answer - (ask.LEADER_0 if answer >= ask.LEADER_0 else ask.HEX_0)]
    if sections == 3 or sections == 6:
        cite(s, rule.ORD_03)
    if s.effect == PLAIN:
        cite(s, column.CARD_RULE[s.card])
        if column.CARD_ONE_OF_NONE[s.card] == 1:
            cite(s, rule.ORD_07)
    if answer >= ask.LEADER_0:
        hex = answer - ask.LEADER_0
        s.leaders[s.leader_at[hex]].ordered = 1
        if column.CARD_DICE[s.effect] > 0:
            s.quota[3] -= 1
        if s.unit_at[hex] != NONE:
            cite(s, rule.ORD_06)
            note(s, event.DETACHED, hex, 0, 0)
        else:
            cite(s, rule.ORD_08)
            note(s, event.ORDERED, hex, 1, 0)
    else:
        hex = answer - ask.HEX_0
        u = s.units[s.unit_at[hex]]
        u.ordered = 1
        if column.CARD_DICE[s.effect] > 0:
            use_quota(s, u)
        if s.leader_at[hex] != NONE:
            cite(s, rule.ORD_05)
        note(s, event.ORDERED, hex, 0, 0)
    for more in range(1, 8):
        if more & sections == sections:
            s.slack[more] -= 1
    find_room(s)
