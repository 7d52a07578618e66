"""Rampage: an elephant that has to retreat tramples whoever stands next to it first (chapter RM)."""

from __future__ import annotations

from typing import Final

from ..decisions import HEX_0, TRAMPLE
from ..edition import FLAG, HELMET, SYMBOL
from ..events import HITS, MISSES, TRAMPLED
from ..events import RAMPAGE as RAMPAGE_BEGINS
from ..hexes import NEAR
from ..records import dialect
from ..state import NONE, Frame, State
from .dice import told
from .frames import FLIGHT, LOSSES, ask, call, cite, faces, finish, note, roll
from .hits import new_sequence
from .ids import (
    GAP_26,
    LE_02,
    RM_02,
    RM_03,
    RM_05,
    RM_06,
    RM_07,
    RM_08,
    RM_09,
    RM_10,
    RM_18,
    RM_20,
)
from .victory import lose_leader

BEGUN: Final = 0
CHOOSING: Final = 1
CHOSEN: Final = 2
ROLLED: Final = 3

DICE: Final = 2  # RM-03


@dialect
def rampage(s: State, f: Frame) -> None:
    """Elephant f.unit tramples; bit d of f.hits tells that the hex in direction d is still due (GAP-26)."""
    u = s.units[f.unit]
    if f.step == BEGUN:
        new_sequence(s, s.leader_at[u.hex])
        cite(s, RM_02)
        cite(s, RM_20)
        note(s, RAMPAGE_BEGINS, u.hex, 0, 0)
        for d in range(6):
            hex = NEAR[u.hex][d]
            if s.unit_at[hex] != NONE or s.leader_at[hex] != NONE:
                f.hits |= 1 << d
        f.step = CHOOSING
    elif f.step == CHOOSING:
        if f.hits == 0 or s.outcome != NONE:
            finish(s)
            return
        f.step = CHOSEN
        ask(s, 1 - u.side, TRAMPLE, u.hex, RM_09)
    elif f.step == CHOSEN:
        f.hex = s.answer - HEX_0
        for d in range(6):
            if NEAR[u.hex][d] == f.hex:
                f.hits &= ~(1 << d)
        f.step = CHOOSING
        # A lone leader due here cannot have left, a unit cannot have moved: but its last block may be gone (GAP-26).
        if s.unit_at[f.hex] != NONE or s.leader_at[f.hex] != NONE:
            f.step = ROLLED
            cite(s, RM_09)
            cite(s, RM_03)
            cite(s, RM_10)
            note(s, TRAMPLED, f.hex, 0, 0)
            roll(s, DICE, f.hex, RM_03)
    else:
        f.step = CHOOSING
        trample(s, f)


@dialect
def trample(s: State, f: Frame) -> None:
    """What the two dice do to the piece on f.hex (RM-05 to RM-08)."""
    i = s.unit_at[f.hex]
    if i == NONE:
        k = s.leader_at[f.hex]
        for face in range(6):
            told(s, face, faces(s, face), HITS if face == HELMET else MISSES, RM_06)
        if faces(s, HELMET) > 0:
            cite(s, RM_06)
            lose_leader(s, k)
        else:
            cite(s, RM_07)
            cite(s, LE_02)
            call(s, FLIGHT, k, NONE)
        return
    symbol = SYMBOL[s.units[i].kind]
    hits = faces(s, symbol)
    for face in range(6):
        told(s, face, faces(s, face), HITS if face == symbol else MISSES, RM_05)
    if faces(s, FLAG) > 0:
        cite(s, RM_18)
    if hits > 0:
        if s.leader_at[f.hex] != NONE:
            cite(s, RM_08)
            cite(s, GAP_26)
        call(s, LOSSES, i, NONE).count = hits


@dialect
def legal_trample(s: State, f: Frame, out: list[int]) -> int:
    n = 0
    for d in range(6):
        if (f.hits >> d) & 1 == 1:
            out[n] = HEX_0 + NEAR[s.units[f.unit].hex][d]
            n += 1
    return n
