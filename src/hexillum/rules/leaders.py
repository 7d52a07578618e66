"""Leaders on their own: attacked, in flight, escaping through enemy units (chapters LC, LE)."""

from __future__ import annotations

from typing import Final

from ..core import ask, column, event, proc, rule, steps
from ..core.battlefield import enemy_unit_at, leader_may_enter, lone_enemy_leader_at, on_baseline, put_leader
from ..core.dice import HELMET
from ..core.frames import call, cite, faces, finish, note, pose, roll
from ..core.hexes import NOWHERE, REAR
from ..core.state import NONE, Frame, Leader, State
from ..core.structs import dialect
from .dice import close_dice, fire_dice, freshen, told
from .hits import ask_battle_bonus, battle_bonus, new_sequence
from .victory import lose_leader, lose_leader_at

LONGEST_FLIGHT: Final = 3  # LE-01
PATH_LEAVES: Final = NOWHERE + 1  # a step of a path that leaves the board


@dialect
def at_leader(s: State, f: Frame) -> None:
    """Unit f.unit attacks the leader f.foe, who is alone on f.hex, in the way f.mode (LC-10, LC-11)."""
    u = s.units[f.unit]
    if f.step == steps.AT_LEADER_ROLLING:
        new_sequence(s, NONE)
        freshen(s, u)
        f.step = steps.AT_LEADER_BONUS_ANSWERED
        s.answer = ask.DONE
        ask_battle_bonus(s, u, f.mode)
    elif f.step == steps.AT_LEADER_BONUS_ANSWERED:
        f.step = steps.AT_LEADER_ROLLED
        more = battle_bonus(s, u)
        cite(s, rule.LC_10)
        dice = fire_dice(s, u, f.hex) if f.mode == proc.FIRING else close_dice(s, u, NONE, f.hex, proc.ATTACKING)
        dice += more
        if more > 0:
            cite(s, rule.IA_07)
        note(s, event.DICE, dice, u.hex, f.hex)
        roll(s, dice, u.hex, rule.DICE_05)
    elif f.step == steps.AT_LEADER_ROLLED:
        f.step = steps.AT_LEADER_OVER
        for face in range(6):
            told(
                s,
                face,
                faces(s, face),
                event.HITS if face == HELMET else event.MISSES,
                rule.LC_13 if face == 5 else rule.LC_11,
            )
        if faces(s, HELMET) > 0:
            cite(s, rule.LC_10)
            cite(s, rule.LC_11)
            lose_leader(s, f.foe)
        else:
            call(s, proc.FLIGHT, f.foe, NONE)
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
        out[n] = ask.DONE
        n += 1
    if left > 0:
        if on_baseline(s, side, f.hex):
            out[n] = ask.OFF
            n += 1
        for hex in REAR[side][f.hex]:
            if ends_well(s, side, hex, left - 1):
                out[n] = ask.HEX_0 + hex
                n += 1
        if n == 0:
            for hex in REAR[side][f.hex]:
                if may_meet_enemy(s, side, hex, left - 1):
                    out[n] = ask.HEX_0 + hex
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
    if f.step == steps.FLIGHT_CHOOSING:
        if f.count == 0:
            f.hex = leader.hex
        if has_way_on(s, leader.side, f):
            f.step = steps.FLIGHT_CHOSEN
            pose(s, leader.side, ask.LEADER, leader.hex, rule.LE_01)
        else:
            f.step = steps.FLIGHT_WALKING
    elif f.step == steps.FLIGHT_CHOSEN:
        f.step = steps.FLIGHT_CHOOSING
        if s.answer == ask.DONE:
            f.step = steps.FLIGHT_WALKING
        elif s.answer == ask.OFF:
            add_to_path(f, PATH_LEAVES)
            f.step = steps.FLIGHT_WALKING
        else:
            f.hex = s.answer - ask.HEX_0
            add_to_path(f, f.hex)
    elif f.step == steps.FLIGHT_WALKING:
        walk(s, f, leader)
    elif f.step == steps.FLIGHT_MIRED:
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
    if hex == PATH_LEAVES:
        tell_flight(s, f, leader)
        cite(s, rule.LE_08)
        if f.count == 1:
            cite(s, rule.GAP_23)
        note(s, event.FLED, leader.hex, NOWHERE, leader.side)
        put_leader(s, f.unit, NOWHERE)
        finish(s)
    elif enemy_unit_at(s, leader.side, hex):
        if f.spared == LONGEST_FLIGHT:
            cite(s, rule.LE_16)
            lose_leader_at(s, f.unit, hex)
            finish(s)
            return
        foe = s.units[s.unit_at[hex]]
        dice = column.ESCAPE_DICE[foe.kind]
        if s.law.escape_full_strength_die == 1 and foe.blocks == foe.full:
            dice += column.FULL_DICE[foe.kind]
        f.step = steps.FLIGHT_ESCAPING
        cite(s, rule.LE_05)
        cite(s, rule.LE_10)
        cite(s, rule.LE_12)
        cite(s, rule.LE_13)
        cite(s, rule.GAP_11)
        if f.hits > 0:
            cite(s, rule.LE_15)
        f.hits += 1
        note(s, event.ESCAPES, hex, dice, 0)
        roll(s, dice, hex, rule.LE_12)


@dialect
def tell_flight(s: State, f: Frame, leader: Leader) -> None:
    """Tell the log why a leader evades (LE-02, LC-07, RM-07) and whom his path passes (LE-03, LE-07, GAP-12)."""
    caller = s.frames[s.depth - 1]
    if caller.proc == proc.LOSSES:
        cite(s, rule.LC_07)
        above = s.frames[s.depth - 2]
        if above.proc != proc.ATTACK or above.count == 1:
            cite(s, rule.GAP_08)
    else:
        cite(s, rule.RM_07 if caller.proc == proc.RAMPAGE else rule.LE_02)
    for i in range(f.count - 1):
        hex = path_hex(f, i)
        if s.unit_at[hex] != NONE and not enemy_unit_at(s, leader.side, hex):
            cite(s, rule.LE_03)
            cite(s, rule.LE_07)
        elif lone_enemy_leader_at(s, leader.side, hex):
            cite(s, rule.GAP_12)


@dialect
def face_escape(s: State, f: Frame) -> None:
    """One helmet ends an escape; otherwise he goes on (LE-14, LE-15)."""
    f.step = steps.FLIGHT_WALKING
    for face in range(6):
        told(s, face, faces(s, face), event.HITS if face == HELMET else event.MISSES, rule.LE_14)
    if faces(s, HELMET) > 0:
        cite(s, rule.LE_14)
        lose_leader_at(s, f.unit, path_hex(f, f.spared - 1))
        finish(s)


@dialect
def arrive(s: State, f: Frame, leader: Leader) -> None:
    """The end of the path: he rests there, or he is lost where he may not (LE-04, LE-09, GAP-25)."""
    last = path_hex(f, max(f.count - 1, 0))
    if f.count == 0 or not can_rest(s, leader.side, last):
        blocked = not can_pass(s, REAR[leader.side][leader.hex][0]) and not can_pass(
            s, REAR[leader.side][leader.hex][1]
        )
        cite(s, rule.LE_09 if f.count == 0 and blocked else rule.GAP_25)
        lose_leader_at(s, f.unit, last if f.count > 0 else leader.hex)
    else:
        tell_flight(s, f, leader)
        cite(s, rule.LE_01)
        if s.unit_at[last] != NONE:
            cite(s, rule.LE_18 if f.hits > 0 else rule.LE_06)
        note(s, event.FLED, leader.hex, last, leader.side)
        put_leader(s, f.unit, last)
        marshes = 0
        for i in range(f.count):
            marshes += column.MIRES[s.terrain[path_hex(f, i)]]
        if marshes > 0:
            f.step = steps.FLIGHT_MIRED
            m = call(s, proc.MIRE, f.unit, NONE)
            m.mode = 1
            m.count = marshes
            return
    finish(s)
