"""Pieces that wait off the board: a force in ambush, leaders placed before the battle (SCEN-10, SCEN-11)."""

from __future__ import annotations

from typing import Final

from ..decisions import HEX_0, LEADER_0, LEADER_PIECE, PIECE, PIECE_0, PLACE
from ..edition import CARD_LEADERSHIP
from ..events import PLACED
from ..hexes import NOWHERE, SECTIONS
from ..records import dialect
from ..state import ENTERED, HALF_UNITS, NONE, WAITING, Frame, State
from .battlefield import first_leader, first_unit, free_for, last_unit, leader_may_enter, on_baseline, place, put_leader
from .frames import PLACEMENT, ask, call, cite, finish, note
from .ids import SCEN_10, SCEN_11
from .terrain import stops_unit

NEXT: Final = 0
PIECE_ANSWERED: Final = 1
PLACE_ANSWERED: Final = 2

# What a placement is for.
BEFORE_BATTLE: Final = 0
AMBUSH: Final = 1


@dialect
def waiting_leader(s: State, side: int) -> int:
    """The next leader of a side who waits, or NONE."""
    for k in range(first_leader(side), first_leader(side + 1)):
        if s.leaders[k].waits == WAITING:
            return k
    return NONE


@dialect
def waiting_unit(s: State, side: int, number: int) -> int:
    """The waiting unit of a side with so many waiting before it, or NONE."""
    for i in range(first_unit(side), last_unit(s, side)):
        if s.units[i].waits == WAITING:
            if number == 0:
                return i
            number -= 1
    return NONE


@dialect
def may_come_at(s: State, i: int, hex: int) -> bool:
    """Whether a waiting unit may come on at a hex: free, on the enemy's edge, in the section of the card (SCEN-10)."""
    u = s.units[i]
    if not on_baseline(s, 1 - u.side, hex) or not free_for(s, u, hex):
        return False
    return s.section == 0 or SECTIONS[u.side][hex] & s.section != 0


@dialect
def may_lead_at(s: State, side: int, hex: int, reason: int) -> bool:
    """Whether a waiting leader may be put on a hex; in an ambush only with a unit that has just come (SCEN-11)."""
    i = s.unit_at[hex]
    if s.leader_at[hex] != NONE:
        return False
    if reason == AMBUSH:
        return i != NONE and s.units[i].side == side and s.units[i].waits == ENTERED
    if i != NONE:
        return s.units[i].side == side
    return leader_may_enter(s, hex)


@dialect
def has_hex(s: State, side: int, piece: int, reason: int) -> bool:
    """Whether a waiting piece, by its number in the action table, finds a hex."""
    for hex in range(NOWHERE):
        if piece == LEADER_PIECE:
            if may_lead_at(s, side, hex, reason):
                return True
        elif may_come_at(s, waiting_unit(s, side, piece - PIECE_0), hex):
            return True
    return False


@dialect
def legal_pieces(s: State, side: int, reason: int, out: list[int], n: int) -> int:
    """Add the waiting pieces that find a hex to n answers, one of each kind; returns how many answers there are."""
    for number in range(HALF_UNITS):
        i = waiting_unit(s, side, number)
        if i == NONE:
            break
        new = True
        for before in range(number):
            j = waiting_unit(s, side, before)
            if s.units[j].kind == s.units[i].kind:
                new = False
        if new and has_hex(s, side, PIECE_0 + number, reason):
            out[n] = PIECE_0 + number
            n += 1
    if waiting_leader(s, side) != NONE and has_hex(s, side, LEADER_PIECE, reason):
        out[n] = LEADER_PIECE
        n += 1
    return n


@dialect
def may_ambush(s: State, side: int) -> bool:
    """Whether the card in force may bring the waiting force on (SCEN-10)."""
    council = s.councils[side]
    if council.ambush == 0 or CARD_LEADERSHIP[s.effect] == 0 or s.given > 0:
        return False
    return s.turn // 2 + 1 >= council.ambush and waiting_unit(s, side, 0) != NONE


@dialect
def start_ambush(s: State, side: int, piece: int) -> None:
    """Bring the waiting force on, this piece of it first; the card orders nobody else."""
    f = call(s, PLACEMENT, NONE, NONE)
    f.mode = side
    f.count = AMBUSH
    f.foe = piece
    f.step = PIECE_ANSWERED
    s.answer = piece
    s.room = 0


@dialect
def only_piece(s: State, f: Frame) -> int:
    """The one kind of piece that can be placed now, 0 for none, NONE where there are several."""
    first = 0
    for piece in range(PIECE_0, LEADER_PIECE):
        i = waiting_unit(s, f.mode, piece - PIECE_0)
        if i != NONE and has_hex(s, f.mode, piece, f.count):
            if first == 0:
                first = piece
            elif s.units[i].kind != s.units[waiting_unit(s, f.mode, first - PIECE_0)].kind:
                return NONE
    if waiting_leader(s, f.mode) != NONE and has_hex(s, f.mode, LEADER_PIECE, f.count):
        if first != 0:
            return NONE
        return LEADER_PIECE
    return first


@dialect
def placement(s: State, f: Frame) -> None:
    """Side f.mode places its waiting pieces one by one, f.foe being the present one, as long as any finds a hex."""
    why = SCEN_10 if f.count == AMBUSH else SCEN_11
    if f.step == PLACE_ANSWERED:
        put_on_board(s, f, why)
        f.step = NEXT
    if f.step == NEXT:
        piece = only_piece(s, f)
        if piece == 0:
            finish(s)
            return
        f.step = PIECE_ANSWERED
        if piece == NONE:
            ask(s, f.mode, PIECE, NOWHERE, why)
            return
        s.answer = piece
    f.foe = s.answer
    f.step = PLACE_ANSWERED
    ask(s, f.mode, PLACE, NOWHERE, why)


@dialect
def legal_places(s: State, f: Frame, out: list[int]) -> int:
    """The hexes for the piece that is being placed."""
    n = 0
    for hex in range(NOWHERE):
        if f.foe == LEADER_PIECE:
            if may_lead_at(s, f.mode, hex, f.count):
                out[n] = LEADER_0 + hex
                n += 1
        elif may_come_at(s, waiting_unit(s, f.mode, f.foe - PIECE_0), hex):
            out[n] = HEX_0 + hex
            n += 1
    return n


@dialect
def put_on_board(s: State, f: Frame, why: int) -> None:
    """Put the piece on its hex; units of an ambush are ordered and have made the first hex of their move."""
    if f.foe == LEADER_PIECE:
        k = waiting_leader(s, f.mode)
        s.leaders[k].waits = 0
        put_leader(s, k, s.answer - LEADER_0)
        cite(s, why)
        note(s, PLACED, s.answer - LEADER_0, 1, 0)
        return
    i = waiting_unit(s, f.mode, f.foe - PIECE_0)
    u = s.units[i]
    hex = s.answer - HEX_0
    u.waits = ENTERED
    u.ordered = 1
    u.moved = 1
    u.halted = int(s.leader_at[hex] != NONE or stops_unit(s, u, hex))
    place(s, i, hex)
    if s.section == 0:
        s.section = SECTIONS[f.mode][hex]
    else:
        s.section &= SECTIONS[f.mode][hex]
    cite(s, why)
    note(s, PLACED, hex, 0, 0)
