"""Evade: leaving before the blow falls, at the risk of the attacker's own symbol only (chapter EV)."""

from __future__ import annotations

from typing import Final

from ..core import ask, column, event, kinds, legend, proc, rule, steps
from ..core.battlefield import free_for, has, leader_of, place
from ..core.frames import call, cite, finish, note, pose
from ..core.hexes import NOWHERE, REAR
from ..core.state import NONE, Frame, State, Unit
from ..core.structs import dialect
from .victory import remove_unit

HEXES_OF_EVADE: Final = 2


@dialect
def can_go_on(s: State, u: Unit, hex: int) -> bool:
    """Whether a rear hex of a hex is free for the unit."""
    for n in REAR[u.side][hex]:
        if free_for(s, u, n):
            return True
    return False


@dialect
def two_hexes(s: State, u: Unit) -> bool:
    """Whether the unit can evade the full two hexes, or fewer onto a lone friendly leader (EV-19, EV-20, EV-23)."""
    for n in REAR[u.side][u.hex]:
        if free_for(s, u, n) and (s.leader_at[n] != NONE or can_go_on(s, u, n)):
            return True
    return False


@dialect
def full_evade(s: State, u: Unit) -> bool:
    """Whether some path really makes two hexes."""
    for n in REAR[u.side][u.hex]:
        if free_for(s, u, n) and s.leader_at[n] == NONE and can_go_on(s, u, n):
            return True
    return False


@dialect
def may_evade(s: State, u: Unit, by: Unit) -> bool:
    """Whether a unit may evade an attack by another: its kind, and a free way (EV-08 to EV-12, EV-21)."""
    if column.EVADES[u.kind] & column.FOE[by.kind] == 0:
        return False
    if s.law.exact_evade == 1:
        return two_hexes(s, u)
    return can_go_on(s, u, u.hex)


@dialect
def short_is_barred(s: State, u: Unit) -> bool:
    """Whether the first hex must lead on or hold a leader: one hex alone is the last way out (EV-19), or none (EV-20).

    The strict readings count an evade onto a lone leader (EV-23) as another way out, the usual one two hexes only.
    """
    if s.law.exact_evade == 1 or s.law.strict_short_evade == 1:
        return two_hexes(s, u)
    return full_evade(s, u)


@dialect
def legal_evade(s: State, f: Frame, out: list[int]) -> int:
    """The first hex must allow the second, unless a leader waits there or one hex alone is allowed (EV-19, EV-20)."""
    u = s.units[f.unit]
    n = 0
    full = f.count == HEXES_OF_EVADE and short_is_barred(s, u)
    for hex in REAR[u.side][u.hex]:
        if free_for(s, u, hex) and (not full or s.leader_at[hex] != NONE or can_go_on(s, u, hex)):
            out[n] = ask.HEX_0 + hex
            n += 1
    return n


@dialect
def evade(s: State, f: Frame) -> None:
    """Unit f.unit slips away two hexes, f.foe being whom it shot at before; a war machine loses its crew (WM-04)."""
    u = s.units[f.unit]
    if f.step == steps.EVADE_GOING:
        crew = has(u, kinds.CREW_ESCAPES)
        if crew and leader_of(s, u) == NONE:
            cite(s, rule.WM_04)
            note(s, event.CREW_GONE, u.hex, u.side, 0)
            remove_unit(s, f.unit)
            finish(s)
            return
        if f.count == 0 and f.mode == 0:
            f.count = HEXES_OF_EVADE
            f.mode = 1
        if f.count == 0 or not can_go_on(s, u, u.hex):
            f.step = steps.EVADE_OVER
            if legend.marshes(f) > 0:
                call(s, proc.MIRE, f.unit, NONE).count = legend.marshes(f)
            return
        f.step = steps.EVADE_GONE_TO
        pose(s, u.side, ask.EVADE_PATH, u.hex, rule.EV_18)
    elif f.step == steps.EVADE_GONE_TO:
        to = s.answer - ask.HEX_0
        met = s.leader_at[to] != NONE
        cite(s, rule.EV_18)
        cite(s, rule.EV_28)
        if f.count == HEXES_OF_EVADE and not can_go_on(s, u, to) and not met:
            cite(s, rule.EV_19)
        if f.foe != NONE:
            cite(s, rule.PS_05)
        if met:
            cite(s, rule.EV_23 if f.count == HEXES_OF_EVADE else rule.GAP_14)
        note(s, event.RETREATED, u.hex, to, 0)
        place(s, f.unit, to)
        f.hits += column.MIRES[s.terrain[to]]
        f.count -= 1
        if met:
            f.count = 0
        f.step = steps.EVADE_GOING
    else:
        if has(u, kinds.CREW_ESCAPES) and u.hex != NOWHERE:
            cite(s, rule.WM_04)
            cite(s, rule.GAP_27)
            note(s, event.CREW_GONE, u.hex, u.side, 0)
            remove_unit(s, f.unit)
        finish(s)
