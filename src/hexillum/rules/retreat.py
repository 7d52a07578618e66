"""Retreat: back toward one's own side, hex by hex, and what it costs where there is no way (chapter RT)."""

from __future__ import annotations

from typing import Final

from ..decisions import HEX_0
from ..decisions import RETREAT as RETREAT_STEP
from ..edition import MIRES, RAMPAGES
from ..events import BLOCKED, ELIMINATED, RETREATED
from ..hexes import AT, HALF, NOWHERE, REACH, REAR, ROW, WIDTH
from ..records import dialect
from ..state import NONE, Frame, State, Unit
from .battlefield import alive, free_for, has, leader_of, lone_enemy_leader_at, place, put_leader
from .frames import LOSSES, MIRE, ask, call, cite, finish, note
from .hits import take_blocks
from .ids import (
    BB_03,
    EL_23,
    GAP_09,
    LC_02,
    RM_11,
    RM_12,
    RM_13,
    RM_14,
    RM_15,
    RM_17,
    RT_15,
    RT_16,
    RT_21,
    RT_22,
    RT_23,
    RT_24,
    RT_25,
    RT_26,
    RT_27,
    VB_02,
)
from .victory import gain_together, leader_falls, remove_unit

GOING: Final = 0
GONE_TO: Final = 1
STUCK: Final = 2
OVER: Final = 3
CRUSHED: Final = 4

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
            out[n] = HEX_0 + hex
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
            cite(s, RM_12)
            take_blocks(s, i, f.count)
            if side == 0:
                f.one = i
            else:
                f.two = i
            if not alive(s.units[i]):
                cite(s, RM_13)
                note(s, ELIMINATED, hex, s.units[i].side, 0)
                remove_unit(s, i)
                if s.units[i].side == 0:
                    gained_bottom += 1
                else:
                    gained_top += 1
        elif k != NONE and s.leaders[k].side != u.side:
            cite(s, RM_14)
            cite(s, VB_02)
            note(s, ELIMINATED, hex, s.leaders[k].side, 1)
            put_leader(s, k, NOWHERE)
            if side == 0:
                leader_left = k
            else:
                leader_right = k
            if s.leaders[k].side == 0:
                gained_bottom += 1
            else:
                gained_top += 1
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
    c = call(s, LOSSES, i, s.leader_at[hex])
    c.mode = 1
    c.hex = hex


@dialect
def retreat(s: State, f: Frame) -> None:
    """Unit f.unit goes back f.count hexes, one at a time, as far as it can; f.mode tells whether it has moved."""
    u = s.units[f.unit]
    if f.step == GOING:
        best = room(s, u, u.hex, f.count)
        if best == 0:
            f.step = STUCK if f.count > 0 else OVER
            if f.hits > 0:
                call(s, MIRE, f.unit, NONE).count = f.hits
            return
        f.step = GONE_TO
        if has(u, RAMPAGES):
            cite(s, RM_11)
        cite(s, RT_24 if best == f.count else RT_25)
        ask(s, u.side, RETREAT_STEP, u.hex, RT_15)
    elif f.step == GONE_TO:
        to = s.answer - HEX_0
        met = s.leader_at[to] != NONE
        cite(s, RT_16)
        if leader_of(s, u) != NONE:
            cite(s, RT_21)
        note(s, RETREATED, u.hex, to, 0)
        place(s, f.unit, to)
        f.hits += MIRES[s.terrain[to]]
        f.mode = 1
        f.count -= 1
        f.step = GOING
        if met:
            f.count = 0
            cite(s, RM_15 if has(u, RAMPAGES) else RT_22)
    elif f.step == STUCK:
        f.step = OVER
        if not alive(u):
            return
        cite(s, RT_27 if f.mode == 1 else BB_03)
        note(s, BLOCKED, u.hex, f.count, 0)
        if has(u, RAMPAGES) and blocked_by_others(s, u):
            if f.mode == 1:
                cite(s, RM_17)
            else:
                cite(s, EL_23)
            f.hex = u.hex
            crush(s, f, u)
            f.step = CRUSHED
            if s.outcome == NONE:
                check_crushed(s, f.one, REAR[u.side][f.hex][0])
            return
        cite(s, GAP_09 if has(u, RAMPAGES) else RT_23)
        cite(s, RT_23)
        cite(s, LC_02)
        if f.count >= u.blocks:
            cite(s, RT_26)
        call(s, LOSSES, f.unit, NONE).count = f.count
    elif f.step == CRUSHED:
        f.step = OVER
        if s.outcome == NONE:
            check_crushed(s, f.two, REAR[u.side][f.hex][1])
    else:
        finish(s)
