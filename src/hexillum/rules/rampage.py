"""Rampage: an elephant that has to retreat tramples whoever stands next to it first (chapter RM)."""

from __future__ import annotations

from typing import Final

from ..core import ask, column, event, proc, rule, steps
from ..core.dice import FLAG, HELMET
from ..core.frames import call, cite, faces, finish, note, pose, roll
from ..core.hexes import NEAR
from ..core.state import NONE, Frame, State
from ..core.structs import dialect
from .dice import told
from .hits import new_sequence
from .victory import lose_leader

DICE: Final = 2  # RM-03


@dialect
def rampage(s: State, f: Frame) -> None:
    """Elephant f.unit tramples; bit d of f.hits tells that the hex in direction d is still due (GAP-26)."""
    u = s.units[f.unit]
    if f.step == steps.RAMPAGE_BEGUN:
        new_sequence(s, s.leader_at[u.hex])
        cite(s, rule.RM_01)
        cite(s, rule.RM_02)
        cite(s, rule.RM_20)
        note(s, event.RAMPAGE, u.hex, 0, 0)
        for d in range(6):
            hex = NEAR[u.hex][d]
            if s.unit_at[hex] != NONE or s.leader_at[hex] != NONE:
                f.hits |= 1 << d
        f.step = steps.RAMPAGE_CHOOSING
    elif f.step == steps.RAMPAGE_CHOOSING:
        if f.hits == 0 or s.outcome != NONE:
            finish(s)
            return
        f.step = steps.RAMPAGE_CHOSEN
        pose(s, 1 - u.side, ask.TRAMPLE, u.hex, rule.RM_09)
    elif f.step == steps.RAMPAGE_CHOSEN:
        f.hex = s.answer - ask.HEX_0
        for d in range(6):
            if NEAR[u.hex][d] == f.hex:
                f.hits &= ~(1 << d)
        f.step = steps.RAMPAGE_CHOOSING
        # A lone leader due here cannot have left, a unit cannot have moved: but its last block may be gone (GAP-26).
        if s.unit_at[f.hex] != NONE or s.leader_at[f.hex] != NONE:
            f.step = steps.RAMPAGE_ROLLED
            cite(s, rule.RM_09)
            cite(s, rule.RM_03)
            cite(s, rule.RM_10)
            note(s, event.TRAMPLED, f.hex, 0, 0)
            roll(s, DICE, f.hex, rule.RM_03)
    else:
        f.step = steps.RAMPAGE_CHOOSING
        trample(s, f)


@dialect
def trample(s: State, f: Frame) -> None:
    """What the two dice do to the piece on f.hex (RM-05 to RM-08)."""
    i = s.unit_at[f.hex]
    if i == NONE:
        k = s.leader_at[f.hex]
        for face in range(6):
            told(s, face, faces(s, face), event.HITS if face == HELMET else event.MISSES, rule.RM_06)
        if faces(s, HELMET) > 0:
            cite(s, rule.RM_06)
            lose_leader(s, k)
        else:
            call(s, proc.FLIGHT, k, NONE)
        return
    symbol = column.SYMBOL[s.units[i].kind]
    hits = faces(s, symbol)
    for face in range(6):
        if face == FLAG and faces(s, FLAG) > 0:
            cite(s, rule.RM_18)
        told(s, face, faces(s, face), event.HITS if face == symbol else event.MISSES, rule.RM_05)
    if hits > 0:
        call(s, proc.LOSSES, i, NONE).count = hits


@dialect
def legal_trample(s: State, f: Frame, out: list[int]) -> int:
    n = 0
    for d in range(6):
        if (f.hits >> d) & 1 == 1:
            out[n] = ask.HEX_0 + NEAR[s.units[f.unit].hex][d]
            n += 1
    return n
