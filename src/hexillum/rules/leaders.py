"""Leaders on their own: attacked, in flight, escaping through enemy units (chapters LC, LE)."""

from __future__ import annotations

from typing import Final

from ..decisions import DONE, HEX_0, LEADER, OFF
from ..edition import ESCAPE, FULL_DICE, HELMET, MIRES
from ..events import DICE, ESCAPES, FLED, HITS, MISSES
from ..hexes import NOWHERE, REAR
from ..records import dialect
from ..state import NONE, Frame, Leader, State
from .battlefield import enemy_unit_at, leader_may_enter, on_baseline, put_leader
from .dice import close_dice, fire_dice, freshen, told
from .frames import ATTACKING, FIRING, FLIGHT, MIRE, ask, call, cite, faces, finish, note, roll
from .hits import ask_battle_bonus, battle_bonus, new_sequence
from .ids import (
    DICE_05,
    GAP_11,
    GAP_23,
    GAP_25,
    LC_10,
    LC_11,
    LC_13,
    LE_01,
    LE_02,
    LE_03,
    LE_05,
    LE_06,
    LE_07,
    LE_08,
    LE_09,
    LE_10,
    LE_12,
    LE_13,
    LE_14,
    LE_15,
    LE_16,
    LE_18,
)
from .victory import lose_leader

LONGEST_FLIGHT: Final = 3  # LE-01
OFF_BOARD: Final = NOWHERE + 1  # a step of a path that leaves the board

ROLLING: Final = 0
ROLLED: Final = 1
OVER: Final = 2
BONUS_ANSWERED: Final = 3

CHOOSING: Final = 0
CHOSEN: Final = 1
WALKING: Final = 2
ESCAPING: Final = 3
MIRED: Final = 4


@dialect
def at_leader(s: State, f: Frame) -> None:
    """Unit f.unit attacks the leader f.foe, who is alone on f.hex, in the way f.mode (LC-10, LC-11)."""
    u = s.units[f.unit]
    if f.step == ROLLING:
        new_sequence(s, NONE)
        freshen(s, u)
        f.step = BONUS_ANSWERED
        s.answer = DONE
        ask_battle_bonus(s, u, f.mode)
    elif f.step == BONUS_ANSWERED:
        f.step = ROLLED
        cite(s, LC_10)
        dice = fire_dice(s, u, f.hex) if f.mode == FIRING else close_dice(s, u, NONE, f.hex, ATTACKING)
        dice += battle_bonus(s, u)
        note(s, DICE, dice, u.hex, f.hex)
        roll(s, dice, u.hex, DICE_05)
    elif f.step == ROLLED:
        f.step = OVER
        for face in range(6):
            told(s, face, faces(s, face), HITS if face == HELMET else MISSES, LC_13 if face == 5 else LC_11)
        if faces(s, HELMET) > 0:
            cite(s, LC_10)
            cite(s, LC_11)
            lose_leader(s, f.foe)
        else:
            cite(s, LE_02)
            call(s, FLIGHT, f.foe, NONE)
    else:
        finish(s)


@dialect
def can_pass(s: State, hex: int) -> bool:
    """Whether a fleeing leader may set foot on a hex: only impassable terrain keeps him out (LE-03, GAP-12, GAP-24)."""
    return hex != NOWHERE and leader_may_enter(s, hex)


@dialect
def can_rest(s: State, side: int, hex: int) -> bool:
    """Whether a leader may end his evade on a hex (LE-04)."""
    return can_pass(s, hex) and s.leader_at[hex] == NONE and not enemy_unit_at(s, side, hex)


@dialect
def ends_well_in_1(s: State, side: int, hex: int) -> bool:
    """Whether a leader on a hex of his path can end well with at most one hex more."""
    if can_rest(s, side, hex) or on_baseline(s, side, hex):
        return True
    for n in REAR[side][hex]:
        if can_rest(s, side, n):
            return True
    return False


@dialect
def ends_well(s: State, side: int, hex: int, left: int) -> bool:
    """Whether a leader on a hex of his path can end well with so many hexes more."""
    if not can_pass(s, hex):
        return False
    if left == 0:
        return can_rest(s, side, hex)
    if left == 1 or ends_well_in_1(s, side, hex):
        return ends_well_in_1(s, side, hex)
    for n in REAR[side][hex]:
        if can_pass(s, n) and ends_well_in_1(s, side, n):
            return True
    return False


@dialect
def may_meet_enemy(s: State, side: int, hex: int, left: int) -> bool:
    """Whether an enemy unit stands on a hex or within so many rear hexes of it: an escape is then rolled for."""
    if not can_pass(s, hex):
        return False
    if enemy_unit_at(s, side, hex):
        return True
    if left > 0:
        for n in REAR[side][hex]:
            if can_pass(s, n) and enemy_unit_at(s, side, n):
                return True
            if left > 1 and can_pass(s, n):
                for m in REAR[side][n]:
                    if can_pass(s, m) and enemy_unit_at(s, side, m):
                        return True
    return False


@dialect
def legal_flight(s: State, f: Frame, out: list[int]) -> int:
    """The next hex of the path, or to stop, or to leave the board; lost ways only where no other is left (GAP-25)."""
    side = s.leaders[f.unit].side
    left = LONGEST_FLIGHT - f.count
    n = 0
    if f.count > 0 and can_rest(s, side, f.hex):
        out[n] = DONE
        n += 1
    if left > 0:
        if on_baseline(s, side, f.hex):
            out[n] = OFF
            n += 1
        for hex in REAR[side][f.hex]:
            if ends_well(s, side, hex, left - 1):
                out[n] = HEX_0 + hex
                n += 1
        if n == 0:
            for hex in REAR[side][f.hex]:
                if may_meet_enemy(s, side, hex, left - 1):
                    out[n] = HEX_0 + hex
                    n += 1
    return n


@dialect
def path_hex(f: Frame, i: int) -> int:
    if i == 0:
        return f.one
    if i == 1:
        return f.two
    return f.three


@dialect
def add_to_path(f: Frame, hex: int) -> None:
    if f.count == 0:
        f.one = hex
    elif f.count == 1:
        f.two = hex
    else:
        f.three = hex
    f.count += 1


@dialect
def has_way_on(s: State, side: int, f: Frame) -> bool:
    """Whether the path may be made longer."""
    if f.count == LONGEST_FLIGHT:
        return False
    if on_baseline(s, side, f.hex):
        return True
    left = LONGEST_FLIGHT - f.count
    for hex in REAR[side][f.hex]:
        if ends_well(s, side, hex, left - 1) or may_meet_enemy(s, side, hex, left - 1):
            return True
    return False


@dialect
def flight(s: State, f: Frame) -> None:
    """Leader f.unit evades 1 to 3 hexes: first the whole path is chosen, then it is walked with its escapes."""
    leader = s.leaders[f.unit]
    if f.step == CHOOSING:
        if f.count == 0:
            f.hex = leader.hex
        if has_way_on(s, leader.side, f):
            f.step = CHOSEN
            ask(s, leader.side, LEADER, leader.hex, LE_01)
        else:
            f.step = WALKING
    elif f.step == CHOSEN:
        f.step = CHOOSING
        if s.answer == DONE:
            f.step = WALKING
        elif s.answer == OFF:
            add_to_path(f, OFF_BOARD)
            f.step = WALKING
        else:
            f.hex = s.answer - HEX_0
            add_to_path(f, f.hex)
    elif f.step == WALKING:
        walk(s, f, leader)
    elif f.step == MIRED:
        finish(s)
    else:
        face_escape(s, f)


@dialect
def walk(s: State, f: Frame, leader: Leader) -> None:
    """Take the next hex of the path, f.spared being how many are behind him."""
    if f.spared == f.count:
        arrive(s, f, leader)
        return
    hex = path_hex(f, f.spared)
    f.spared += 1
    if hex == OFF_BOARD:
        cite(s, LE_08)
        if f.count == 1:
            cite(s, GAP_23)
        note(s, FLED, leader.hex, NOWHERE, leader.side)
        put_leader(s, f.unit, NOWHERE)
        finish(s)
    elif enemy_unit_at(s, leader.side, hex):
        if f.spared == LONGEST_FLIGHT:
            cite(s, LE_16)
            lose_leader(s, f.unit)
            finish(s)
            return
        foe = s.units[s.unit_at[hex]]
        dice = ESCAPE[foe.kind]
        if s.law.escape_full_strength_die == 1 and foe.blocks == foe.full:
            dice += FULL_DICE[foe.kind]
        f.step = ESCAPING
        cite(s, LE_05)
        cite(s, LE_10)
        cite(s, LE_12)
        cite(s, LE_13)
        cite(s, GAP_11)
        if f.hits > 0:
            cite(s, LE_15)
        f.hits += 1
        note(s, ESCAPES, hex, dice, 0)
        roll(s, dice, hex, LE_12)
    elif s.unit_at[hex] != NONE:
        cite(s, LE_03)
        cite(s, LE_07)


@dialect
def face_escape(s: State, f: Frame) -> None:
    """One helmet ends an escape; otherwise he goes on (LE-14, LE-15)."""
    f.step = WALKING
    for face in range(6):
        told(s, face, faces(s, face), HITS if face == HELMET else MISSES, LE_14)
    if faces(s, HELMET) > 0:
        cite(s, LE_14)
        lose_leader(s, f.unit)
        finish(s)


@dialect
def arrive(s: State, f: Frame, leader: Leader) -> None:
    """The end of the path: he rests there, or he is lost where he may not (LE-04, LE-09, GAP-25)."""
    last = path_hex(f, max(f.count - 1, 0))
    if f.count == 0 or not can_rest(s, leader.side, last):
        blocked = not can_pass(s, REAR[leader.side][leader.hex][0]) and not can_pass(
            s, REAR[leader.side][leader.hex][1]
        )
        cite(s, LE_09 if f.count == 0 and blocked else GAP_25)
        lose_leader(s, f.unit)
    else:
        cite(s, LE_01)
        if s.unit_at[last] != NONE:
            cite(s, LE_18 if f.hits > 0 else LE_06)
        note(s, FLED, leader.hex, last, leader.side)
        put_leader(s, f.unit, last)
        marshes = 0
        for i in range(f.count):
            marshes += MIRES[s.terrain[path_hex(f, i)]]
        if marshes > 0:
            f.step = MIRED
            m = call(s, MIRE, f.unit, NONE)
            m.mode = 1
            m.count = marshes
            return
    finish(s)
