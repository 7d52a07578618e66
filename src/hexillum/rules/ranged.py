"""Ranged combat: who may fire at whom (chapter RC)."""

from __future__ import annotations

from ..core import ask, column, event, proc, rule, steps
from ..core.battlefield import acted_on, first_leader, first_unit, last_unit
from ..core.frames import call, cite, finish, note
from ..core.hexes import FAR, NOWHERE
from ..core.state import ARMED, BOW_RANGE, IMMORTALS, LEGION, LEGION_RANGE, NONE, Frame, State, Unit
from ..core.structs import dialect
from .dice import fire_dice, freshen
from .movement import aim_at
from .terrain import may_fight_here, sees


@dialect
def reach(u: Unit) -> int:
    """The range of a unit's missiles, 0 for none; a scenario may arm other kinds (RC-05)."""
    if u.marks & ARMED != 0:
        return LEGION_RANGE if u.marks & LEGION != 0 else BOW_RANGE
    return column.RANGE[u.kind]


@dialect
def may_fire(s: State, u: Unit) -> bool:
    """Whether a unit has missiles and may still use them this turn: the card, its move, its ground."""
    if reach(u) == 0 or (column.CARD_NO_FIRE[s.effect] == 1 and acted_on(s, u)):
        return False
    if column.CARD_FIRES_FIRST[s.effect] == 1 and acted_on(s, u) != (s.firing == 1):
        return False
    return u.moved <= column.FIRE_AFTER[u.kind] and may_fight_here(s, u)


@dialect
def in_reach(s: State, u: Unit, hex: int, most: int) -> bool:
    """Whether a hex is a target: more than one hex away, within range and in sight (RC-07, RC-09)."""
    far = FAR[u.hex][hex]
    if far > most or far < 2 or not sees(s, u.hex, hex):
        return False
    return column.DICE_LESS[s.terrain[u.hex]] == 0 or fire_dice(s, u, hex) > 0


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
            out[n] = ask.HEX_0 + hex
            n += 1
    for k in range(first_leader(1 - u.side), first_leader(2 - u.side)):
        hex = s.leaders[k].hex
        if hex != NOWHERE and s.unit_at[hex] == NONE and in_reach(s, u, hex, most):
            out[n] = ask.HEX_0 + hex
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
    cite(s, rule.RC_14)
    cite(s, rule.RC_16)
    cite(s, rule.RC_07)
    cite(s, rule.RC_13)
    cite(s, column.MISSILE_RULE[u.kind])
    cite(s, column.RANGE_RULE[u.kind])
    if u.marks & ARMED != 0:
        cite(s, rule.RC_05)
        cite(s, rule.SPEC_06 if u.marks & LEGION != 0 else rule.SPEC_04 if u.marks & IMMORTALS != 0 else rule.SPEC_01)
    foe = s.unit_at[hex]
    cite(s, rule.RC_17)
    if foe == NONE:
        cite(s, rule.LC_10)
    else:
        cite(s, rule.RC_12)
        cite(s, rule.RC_11)
    note(s, event.FIRE, u.hex, hex, 0)
    if s.firing == 1 and foe != NONE:
        u.aim = aim_at(hex, foe)
    if foe == NONE:
        f = call(s, proc.AT_LEADER, i, s.leader_at[hex])
        f.mode = proc.FIRING
    else:
        f = call(s, proc.RANGED_COMBAT, i, foe)
    f.hex = hex


@dialect
def ranged_combat(s: State, f: Frame) -> None:
    """Unit f.unit fires at unit f.foe, who can neither evade nor answer (RC-11, RC-12)."""
    if f.step == steps.RANGED_ANNOUNCED:
        f.step = steps.RANGED_OVER
        freshen(s, s.units[f.foe])
        call(s, proc.ATTACK, f.unit, f.foe).mode = proc.FIRING
    else:
        finish(s)
