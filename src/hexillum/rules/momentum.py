"""Momentum advance and bonus close combat (chapters MA, BC)."""

from __future__ import annotations

from ..core import ask, column, event, kinds, proc, rule
from ..core.battlefield import (
    alive,
    beside_enemy_unit,
    beside_lone_enemy_leader,
    free_for,
    has,
    is_a,
    leader_of,
    lone_enemy_leader_at,
    place,
)
from ..core.frames import call, cite, note, pose
from ..core.hexes import NEAR
from ..core.state import NONE, Frame, State, Unit
from ..core.structs import dialect
from .hits import new_sequence


@dialect
def may_advance(s: State, f: Frame, u: Unit) -> bool:
    """Whether the attacker may take the vacated hex: it is alive, still in its hex, and the hex is free (MA-02, MA-14).

    On a ford or marsh only a unit that did not come there this turn may go on.
    """
    if column.HOLDS[s.terrain[u.hex]] == 1 and (u.moved > 0 or f.count == 1):
        return False
    return alive(u) and u.hex == f.one and not has(u, kinds.NO_ADVANCE) and free_for(s, u, f.hex)


@dialect
def may_ride_on(s: State, f: Frame, u: Unit) -> bool:
    """Whether the unit gets the cavalry's further hex: after its first success, on ground that lets it (MA-05)."""
    if f.count == 1 or not has(u, kinds.EXTRA_HEX) or column.LEAVING[s.terrain[u.hex]] > 0:
        return False
    return column.ENDS_ADVANCE[s.terrain[f.hex]] == 0 and s.leader_at[f.hex] == NONE


@dialect
def legal_advance(s: State, f: Frame, out: list[int]) -> int:
    """Hold, the vacated hex, or for cavalry any free hex next to it, its own among them (MA-08, GAP-17)."""
    u = s.units[f.unit]
    out[0] = ask.DONE
    out[1] = ask.HEX_0 + f.hex
    n = 2
    if may_ride_on(s, f, u):
        for hex in NEAR[f.hex]:
            if hex == u.hex or free_for(s, u, hex):
                out[n] = ask.HEX_0 + hex
                n += 1
    return n


@dialect
def after_advance(s: State, f: Frame, u: Unit) -> None:
    """Carry the advance out (MA-02 to MA-08)."""
    if s.answer == ask.DONE:
        cite(s, rule.MA_03)
        cite(s, rule.MA_04)
        note(s, event.HELD, u.hex, 0, 0)
        return
    to = s.answer - ask.HEX_0
    cite(s, column.ADVANCE_RULE[u.kind])
    cite(s, rule.MA_02)
    if leader_of(s, u) != NONE:
        cite(s, rule.MA_18)
    if f.count == 1:
        cite(s, rule.BC_08)
        cite(s, rule.MA_17)
    note(s, event.ADVANCED, u.hex, f.hex, 0)
    marshes = column.MIRES[s.terrain[f.hex]]
    if to != f.hex:
        tell_ride(s, u, f.hex, to)
        marshes += column.MIRES[s.terrain[to]]
    place(s, f.unit, to)
    f.foe = NONE
    enter_marshes(s, f.unit, marshes)


@dialect
def tell_ride(s: State, u: Unit, here: int, to: int) -> None:
    """Tell the log on what the further hex of cavalry rests (MA-05, MA-15)."""
    cite(s, column.EXTRA_RULE[u.kind])
    cite(s, rule.MA_07)
    cite(s, rule.GAP_17)
    if to == u.hex:
        cite(s, rule.MA_08)
    note(s, event.ADVANCED, here, to, 1)


@dialect
def enter_marshes(s: State, i: int, marshes: int) -> None:
    """A unit that has advanced into marshes rolls for them (TER-08)."""
    if marshes > 0:
        new_sequence(s, NONE)
        call(s, proc.MIRE, i, NONE).count = marshes


@dialect
def ride_on(s: State, f: Frame, u: Unit, to: int) -> None:
    """Carry out the further hex that had to wait for an ambush (CARD-22)."""
    tell_ride(s, u, u.hex, to)
    place(s, f.unit, to)
    enter_marshes(s, f.unit, column.MIRES[s.terrain[to]])


@dialect
def offer_bonus(s: State, f: Frame, u: Unit) -> None:
    """After an advance, offer the bonus combat that it may have opened (BC-01 to BC-07)."""
    s.answer = ask.DONE
    if f.count == 1 or f.foe != NONE or not alive(u) or not may_bonus(s, u):
        return
    if f.two != NONE and not alive(s.units[f.two]):
        return
    if beside_enemy_unit(s, u.side, u.hex) or (
        s.law.bonus_at_leader == 1 and beside_lone_enemy_leader(s, u.side, u.hex)
    ):
        pose(s, u.side, ask.BONUS, u.hex, rule.BC_02)


@dialect
def may_bonus(s: State, u: Unit) -> bool:
    """Whether a unit that has advanced may close combat again: its kind or leader, and the ground (BC-03 to BC-10)."""
    if not is_a(u, column.BONUS_ON[s.terrain[u.hex]]):
        return False
    if has(u, kinds.BONUS_ALWAYS):
        return True
    return is_a(u, kinds.FOOT) and leader_of(s, u) != NONE and not has(u, kinds.NO_ADVANCE)


@dialect
def legal_bonus(s: State, f: Frame, out: list[int]) -> int:
    """Any adjacent enemy, or none (BC-07); after an ambush only whoever sprang it (CARD-22)."""
    u = s.units[f.unit]
    out[0] = ask.DONE
    n = 1
    for hex in NEAR[u.hex]:
        i = s.unit_at[hex]
        if i != NONE:
            if s.units[i].side != u.side and (f.two == NONE or f.two == i):
                out[n] = ask.HEX_0 + hex
                n += 1
        elif f.two == NONE and s.law.bonus_at_leader == 1 and lone_enemy_leader_at(s, u.side, hex):
            out[n] = ask.HEX_0 + hex
            n += 1
    return n


@dialect
def after_bonus(s: State, f: Frame) -> None:
    """Tell the log on what the bonus combat rests."""
    cite(s, rule.BC_01)
    cite(s, rule.BC_07)
    cite(s, rule.BC_09)
    cite(s, column.BONUS_RULE[s.units[f.unit].kind])
