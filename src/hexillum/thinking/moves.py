"""Where a piece can go, and the best place for it: floods over the steps that the rules allow."""

from __future__ import annotations

from typing import Final

from ..core import column, kinds
from ..core.battlefield import acted_on, beside_lone_enemy_leader, place, put_leader
from ..core.hexes import NEAR, NOWHERE
from ..core.state import NONE, UNITS, State, Unit
from ..core.structs import dialect
from ..rules.dice import freshen
from ..rules.movement import (
    allowance,
    already_made,
    leader_allowance,
    leader_may_pass,
    leader_may_stop,
    may_leave,
    may_step,
    may_stop,
    must_stop,
)
from ..rules.objectives import is_exit
from ..rules.ranged import reach
from ..rules.terrain import stops_leader
from .blows import best_target, driven_off, price
from .ground import caution, leader_standing, note_foes, standing
from .mind import Mind

LEFT_WORTH: Final = 700  # a unit that leaves the board for a banner: what it could still have done is lost


@dialect
def ready(s: State) -> None:
    """Make a board fit for trying things: every unit is ready for a new combat."""
    for u in s.units:
        freshen(s, u)


@dialect
def start_flood(m: Mind, hex: int, made: int) -> None:
    """Begin a flood on a hex."""
    m.stamp += 1
    m.seen[hex] = m.stamp
    m.made[hex] = made
    m.before[hex] = NOWHERE
    m.queue[0] = hex
    m.ends = 0


@dialect
def note_hex(m: Mind, here: int, hex: int) -> None:
    """A flood comes from one hex to the next."""
    m.seen[hex] = m.stamp
    m.made[hex] = m.made[here] + 1
    m.before[hex] = here


@dialect
def note_end(m: Mind, hex: int) -> None:
    m.ended[m.ends] = hex
    m.ends += 1


@dialect
def flood_unit(s: State, m: Mind, i: int) -> None:
    """Note the hexes where a unit may end its move, with the ways there; NOWHERE stands for leaving the board."""
    u = s.units[i]
    start_flood(m, u.hex, already_made(u))
    if column.CARD_NO_MOVES[s.effect] == 1 and (column.CARD_ACTS_ON[s.effect] == 0 or acted_on(s, u)):
        return
    most = allowance(s, u)
    first = 0
    last = 1
    leaves = False
    while first < last:
        here = m.queue[first]
        first += 1
        made = m.made[here]
        if not leaves and is_exit(s, u, here) and may_leave(s, u, here, made, most):
            leaves = True
            m.before[NOWHERE] = here
            note_end(m, NOWHERE)
        if made >= most:
            continue
        for hex in NEAR[here]:
            if m.seen[hex] != m.stamp and may_step(s, u, here, hex, made, most):
                note_hex(m, here, hex)
                if s.unit_at[hex] == NONE:
                    if may_stop(s, u, hex, made + 1):
                        note_end(m, hex)
                    if must_stop(s, u, hex):
                        continue
                m.queue[last] = hex
                last += 1


@dialect
def flood_leader(s: State, m: Mind, k: int) -> None:
    """Note the hexes where a leader who moves alone may end his move, with the ways there."""
    leader = s.leaders[k]
    start_flood(m, leader.hex, 0)
    most = leader_allowance(s, leader.hex)
    first = 0
    last = 1
    while first < last:
        here = m.queue[first]
        first += 1
        if m.made[here] >= most:
            continue
        for hex in NEAR[here]:
            if m.seen[hex] != m.stamp and leader_may_pass(s, leader.side, hex):
                note_hex(m, here, hex)
                if leader_may_stop(s, leader.side, hex):
                    note_end(m, hex)
                if not stops_leader(s, hex):
                    m.queue[last] = hex
                    last += 1


@dialect
def find_way(m: Mind, start: int, end: int) -> None:
    """Note the way from where the last flood began to a hex that it came to."""
    m.ways = 0
    hex = end
    while hex != start:
        m.ways += 1
        hex = m.before[hex]
    n = m.ways
    hex = end
    while n > 0:
        n -= 1
        m.way[n] = hex
        hex = m.before[hex]


@dialect
def comes_to(m: Mind, hex: int) -> bool:
    """Whether the last flood may end on a hex."""
    for n in range(m.ends):
        if m.ended[n] == hex:
            return True
    return False


@dialect
def put_unit(s: State, i: int, hex: int) -> int:
    """Put a unit on a hex of a trial board; returns the lone leader that it met there, or NONE."""
    if hex == s.units[i].hex:
        return NONE
    met = s.leader_at[hex]
    place(s, i, hex)
    return met


@dialect
def put_back(s: State, i: int, hex: int, met: int) -> None:
    """Take `put_unit` back."""
    there = s.units[i].hex
    if there == hex:
        return
    place(s, i, hex)
    if met != NONE:
        if s.leader_at[hex] == met:
            s.leader_at[hex] = NONE
        put_leader(s, met, there)


@dialect
def attack_from(s: State, m: Mind, i: int) -> int:
    """What the best attack of a unit promises where it stands, and what it takes off the danger there."""
    hex = best_target(s, m, i)
    if hex == NOWHERE:
        return 0
    k = s.unit_at[hex]
    if k == NONE:
        return m.promise
    off = driven_off(s, s.units[i], hex)
    relief = 0
    for n in range(m.foes):
        if m.foe_hex[n] == hex:
            relief = m.foe_blow[n] * off // 1000 * caution(s, m) // 1000 * m.w.relief // 1000
    return m.promise + relief


@dialect
def in_touch(s: State, m: Mind, u: Unit, hex: int) -> bool:
    """Whether a unit on the hex whose danger was looked at last may have somebody to attack."""
    return m.nearest <= max(1, reach(u)) or beside_lone_enemy_leader(s, u.side, hex)


@dialect
def best_end(s: State, m: Mind, i: int) -> int:
    """The best end of a unit's move, attack included: what it gains over no order at all. Notes where in `end`."""
    u = s.units[i]
    note_foes(s, m, u)
    start = u.hex
    moved = u.moved
    base = standing(s, m, u, start)
    best = 0
    m.end[i] = start
    if in_touch(s, m, u, start):
        best = attack_from(s, m, i)
    flood_unit(s, m, i)
    for n in range(m.ends):
        hex = m.ended[n]
        if hex == NOWHERE:
            gain = price(s, m, u.side) * LEFT_WORTH // 1000
        else:
            gain = standing(s, m, u, hex) - base
            if in_touch(s, m, u, hex):
                met = put_unit(s, i, hex)
                u.moved = m.made[hex]
                gain += attack_from(s, m, i)
                u.moved = moved
                put_back(s, i, start, met)
        if gain > best:
            best = gain
            m.end[i] = hex
    return best


@dialect
def best_leader_end(s: State, m: Mind, k: int) -> int:
    """The best end of a move of a leader alone: what it gains over standing. Notes where in `end`."""
    leader = s.leaders[k]
    base = leader_standing(s, m, leader.side, leader.hex)
    best = 0
    m.end[UNITS + k] = leader.hex
    flood_leader(s, m, k)
    for n in range(m.ends):
        gain = leader_standing(s, m, leader.side, m.ended[n]) - base
        if gain > best:
            best = gain
            m.end[UNITS + k] = m.ended[n]
    return best


@dialect
def best_piece_end(s: State, m: Mind, piece: int) -> int:
    """What the best move of a piece gains."""
    if piece >= UNITS:
        return best_leader_end(s, m, piece - UNITS)
    gain = best_end(s, m, piece)
    if m.riders > 0 and gain > 0 and column.WALKS[s.units[piece].kind] & kinds.MOUNTED != 0:
        gain += gain * m.riders // 1000
    return gain
