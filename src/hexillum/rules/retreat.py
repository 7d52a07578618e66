"""Retreat: back toward one's own side, hex by hex, and what it costs where there is no way (chapter RT)."""

from __future__ import annotations

from typing import Final

from ..core import ask, column, event, kinds, legend, proc, rule, steps
from ..core.battlefield import alive, free_for, has, leader_of, lone_enemy_leader_at, place, put_leader
from ..core.frames import call, cite, finish, note, pose
from ..core.hexes import AT, HALF, NOWHERE, REACH, REAR, ROW, WIDTH
from ..core.state import NONE, Frame, State, Unit
from ..core.structs import dialect
from .hits import take_blocks
from .victory import gain_together, leader_falls, remove_unit

_PAD: Final = 2 * REACH


@dialect
def room(s: State, u: Unit, hex: int, steps: int) -> int:
    """How many hexes of a retreat the unit can make from a hex on the best path; all where a leader waits (RT-22).

    After n steps it can stand on n + 1 hexes of one row; bit j of `live` tells whether the j-th from the left is one.
    """
    row = ROW[hex]
    low = HALF[hex]
    back = 1 if u.side == 1 else -1
    live = 1
    for n in range(steps):
        row += back
        low -= 1
        if row < 0 or row >= s.rows:
            return n
        reach = live | (live << 1)
        live = 0
        for j in range(n + 2):
            half = low + 2 * j
            if (reach >> j) & 1 == 1 and half >= 0 and half < 2 * WIDTH:
                to = AT[row + REACH][half + _PAD]
                if free_for(s, u, to):
                    if s.leader_at[to] != NONE:
                        return steps
                    live |= 1 << j
        if live == 0:
            return n
    return steps


@dialect
def step_back(s: State, u: Unit, hex: int, steps: int, best: int) -> bool:
    """Whether a rear hex lies on a retreat path that makes as many of the hexes as possible (RT-24, RT-25)."""
    if not free_for(s, u, hex):
        return False
    if s.leader_at[hex] != NONE:
        return True
    made = 1 + room(s, u, hex, steps - 1)
    return made >= best or (s.law.retreat_longest_path == 0 and best < steps)


@dialect
def legal_retreat(s: State, f: Frame, out: list[int]) -> int:
    u = s.units[f.unit]
    best = room(s, u, u.hex, f.count)
    n = 0
    for hex in REAR[u.side][u.hex]:
        if step_back(s, u, hex, f.count, best):
            out[n] = ask.HEX_0 + hex
            n += 1
    return n


@dialect
def blocked_by_others(s: State, u: Unit) -> bool:
    """Whether units or a lone enemy leader stand on the elephant's rear hexes (RM-12, GAP-09)."""
    for hex in REAR[u.side][u.hex]:
        if s.unit_at[hex] != NONE or lone_enemy_leader_at(s, u.side, hex):
            return True
    return False


@dialect
def crush(s: State, f: Frame, u: Unit) -> None:
    """Whoever blocks a retreating elephant pays, all at the same time (RM-12 to RM-16)."""
    gained_top = 0
    gained_bottom = 0
    leader_left = NONE
    leader_right = NONE
    f.one = NONE
    f.two = NONE
    for side in range(2):
        hex = REAR[u.side][u.hex][side]
        i = s.unit_at[hex]
        k = s.leader_at[hex]
        if i != NONE:
            cite(s, rule.RM_12)
            take_blocks(s, i, f.count)
            if side == 0:
                f.one = i
            else:
                f.two = i
            if not alive(s.units[i]):
                cite(s, rule.RM_13)
                note(s, event.ELIMINATED, hex, s.units[i].side, 0)
                remove_unit(s, i)
                if s.units[i].side == 0:
                    gained_bottom += 1
                else:
                    gained_top += 1
        elif k != NONE and s.leaders[k].side != u.side:
            cite(s, rule.RM_14)
            note(s, event.ELIMINATED, hex, s.leaders[k].side, 1)
            put_leader(s, k, NOWHERE)
            if side == 0:
                leader_left = k
            else:
                leader_right = k
            if s.leaders[k].side == 0:
                gained_bottom += 1
            else:
                gained_top += 1
    if leader_left != NONE or leader_right != NONE:
        cite(s, rule.VB_02)
    gain_together(s, gained_top, gained_bottom)
    if leader_left != NONE:
        leader_falls(s, leader_left)
    if leader_right != NONE:
        leader_falls(s, leader_right)


@dialect
def check_crushed(s: State, i: int, hex: int) -> None:
    """The leader of a crushed unit, if any, is checked (GAP-03)."""
    if i == NONE or s.leader_at[hex] == NONE:
        return
    c = call(s, proc.LOSSES, i, s.leader_at[hex])
    c.mode = 1
    c.hex = hex


@dialect
def tell_step_back(s: State, f: Frame, u: Unit, met: bool) -> None:
    """Tell the log why a unit takes this hex of its retreat: on a path that is as long as it can be made."""
    cite(s, rule.RM_11 if has(u, kinds.RAMPAGES) else rule.RT_16)
    cite(s, rule.RT_24 if room(s, u, u.hex, f.count) == f.count else rule.RT_25)
    if leader_of(s, u) != NONE:
        cite(s, rule.RT_21)
    if met:
        cite(s, rule.RM_15 if has(u, kinds.RAMPAGES) else rule.RT_22)


@dialect
def tell_blocked(s: State, f: Frame, u: Unit, crushing: bool) -> None:
    """Tell the log what becomes of a retreat that cannot go on, f.mode telling whether it had begun."""
    defends = s.frames[s.depth - 1].mode == proc.ATTACKING
    if f.mode == 1:
        cite(s, rule.RM_17 if crushing else rule.RT_27 if defends else rule.RT_25)
    elif defends:
        cite(s, rule.EL_23 if crushing else rule.BB_03)
    cite(s, rule.RM_12 if crushing else rule.RT_23)


@dialect
def retreat(s: State, f: Frame) -> None:
    """Unit f.unit goes back f.count hexes, one at a time, as far as it can; f.mode tells whether it has moved."""
    u = s.units[f.unit]
    if f.step == steps.RETREAT_GOING:
        best = room(s, u, u.hex, f.count)
        if best == 0:
            f.step = steps.RETREAT_STUCK if f.count > 0 else steps.RETREAT_OVER
            if legend.marshes(f) > 0:
                call(s, proc.MIRE, f.unit, NONE).count = legend.marshes(f)
            return
        f.step = steps.RETREAT_GONE_TO
        pose(s, u.side, ask.RETREAT, u.hex, rule.RT_15)
    elif f.step == steps.RETREAT_GONE_TO:
        to = s.answer - ask.HEX_0
        met = s.leader_at[to] != NONE
        tell_step_back(s, f, u, met)
        note(s, event.RETREATED, u.hex, to, 0)
        place(s, f.unit, to)
        f.hits += column.MIRES[s.terrain[to]]
        f.mode = 1
        f.count -= 1
        f.step = steps.RETREAT_GOING
        if met:
            f.count = 0
    elif f.step == steps.RETREAT_STUCK:
        f.step = steps.RETREAT_OVER
        if not alive(u):
            return
        crushing = has(u, kinds.RAMPAGES) and blocked_by_others(s, u)
        tell_blocked(s, f, u, crushing)
        note(s, event.BLOCKED, u.hex, f.count, 0)
        if crushing:
            f.hex = u.hex
            crush(s, f, u)
            f.step = steps.RETREAT_CRUSHED
            if s.outcome == NONE:
                check_crushed(s, f.one, REAR[u.side][f.hex][0])
            return
        call(s, proc.LOSSES, f.unit, NONE).count = f.count
    elif f.step == steps.RETREAT_CRUSHED:
        f.step = steps.RETREAT_OVER
        if s.outcome == NONE:
            check_crushed(s, f.two, REAR[u.side][f.hex][1])
    else:
        finish(s)
