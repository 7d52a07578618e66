"""Ranged combat: who may fire at whom (chapter RC)."""

from __future__ import annotations

from typing import Final

from ..decisions import HEX_0
from ..edition import CARD_FIRES_FIRST, CARD_NO_FIRE, DICE_LESS, FIRE_AFTER, MISSILE_RULE, RANGE, RANGE_RULE
from ..events import FIRE
from ..hexes import FAR, NOWHERE
from ..records import dialect
from ..state import ARMED, BOW_RANGE, IMMORTALS, LEGION, LEGION_RANGE, NONE, Frame, State, Unit
from .battlefield import acted_on, first_leader, first_unit, last_unit
from .dice import fire_dice, freshen
from .frames import AT_LEADER, ATTACK, FIRING, RANGED_COMBAT, call, cite, finish, note
from .ids import RC_05, RC_07, RC_11, RC_12, RC_13, RC_14, RC_16, RC_17, SPEC_01, SPEC_04, SPEC_06
from .movement import aim_at
from .terrain import may_fight_here, sees

ANNOUNCED: Final = 0
OVER: Final = 1


@dialect
def reach(u: Unit) -> int:
    """The range of a unit's missiles, 0 for none; a scenario may arm other kinds (RC-05)."""
    if u.marks & ARMED != 0:
        return LEGION_RANGE if u.marks & LEGION != 0 else BOW_RANGE
    return RANGE[u.kind]


@dialect
def may_fire(s: State, u: Unit) -> bool:
    """Whether a unit has missiles and may still use them this turn: the card, its move, its ground."""
    if reach(u) == 0 or (CARD_NO_FIRE[s.effect] == 1 and acted_on(s, u)):
        return False
    if CARD_FIRES_FIRST[s.effect] == 1 and acted_on(s, u) != (s.firing == 1):
        return False
    return u.moved <= FIRE_AFTER[u.kind] and may_fight_here(s, u)


@dialect
def in_reach(s: State, u: Unit, hex: int, most: int) -> bool:
    """Whether a hex is a target: more than one hex away, within range and in sight (RC-07, RC-09)."""
    far = FAR[u.hex][hex]
    if far > most or far < 2 or not sees(s, u.hex, hex):
        return False
    return DICE_LESS[s.terrain[u.hex]] == 0 or fire_dice(s, u, hex) > 0


@dialect
def fire_targets(s: State, i: int, out: list[int], n: int) -> int:
    """Add the enemies that a unit may fire at, units first, then leaders who are alone; returns the new count."""
    u = s.units[i]
    if not may_fire(s, u):
        return n
    most = reach(u)
    for k in range(first_unit(1 - u.side), last_unit(s, 1 - u.side)):
        hex = s.units[k].hex
        if in_reach(s, u, hex, most):
            out[n] = HEX_0 + hex
            n += 1
    for k in range(first_leader(1 - u.side), first_leader(2 - u.side)):
        hex = s.leaders[k].hex
        if hex != NOWHERE and s.unit_at[hex] == NONE and in_reach(s, u, hex, most):
            out[n] = HEX_0 + hex
            n += 1
    return n


@dialect
def sees_target(s: State, u: Unit) -> bool:
    """Whether any enemy unit or lone enemy leader is a target for a unit's missiles."""
    most = reach(u)
    for k in range(first_unit(1 - u.side), last_unit(s, 1 - u.side)):
        hex = s.units[k].hex
        if in_reach(s, u, hex, most):
            return True
    for k in range(first_leader(1 - u.side), first_leader(2 - u.side)):
        hex = s.leaders[k].hex
        if hex != NOWHERE and s.unit_at[hex] == NONE and in_reach(s, u, hex, most):
            return True
    return False


@dialect
def start_fire(s: State, i: int, hex: int) -> None:
    """Announce fire of a unit at whoever stands on a hex (RC-16)."""
    u = s.units[i]
    cite(s, RC_14)
    cite(s, RC_16)
    cite(s, RC_07)
    cite(s, RC_13)
    cite(s, MISSILE_RULE[u.kind])
    cite(s, RANGE_RULE[u.kind])
    if u.marks & ARMED != 0:
        cite(s, RC_05)
        cite(s, SPEC_06 if u.marks & LEGION != 0 else SPEC_04 if u.marks & IMMORTALS != 0 else SPEC_01)
    note(s, FIRE, u.hex, hex, 0)
    foe = s.unit_at[hex]
    if s.firing == 1 and foe != NONE:
        u.aim = aim_at(hex, foe)
    if foe == NONE:
        f = call(s, AT_LEADER, i, s.leader_at[hex])
        f.mode = FIRING
    else:
        f = call(s, RANGED_COMBAT, i, foe)
    f.hex = hex


@dialect
def ranged_combat(s: State, f: Frame) -> None:
    """Unit f.unit fires at unit f.foe, who can neither evade nor answer (RC-11, RC-12)."""
    if f.step == ANNOUNCED:
        f.step = OVER
        cite(s, RC_17)
        cite(s, RC_12)
        freshen(s, s.units[f.foe])
        call(s, ATTACK, f.unit, f.foe).mode = FIRING
    else:
        cite(s, RC_11)
        finish(s)
