"""Movement: one ordered piece at a time, hex by hex (chapter MOV)."""

from __future__ import annotations

from typing import Final

from ..core import ask, column, event, kinds, proc, rule, steps
from ..core.battlefield import (
    acted_on,
    apart,
    beside_enemy_unit,
    beside_lone_enemy_leader,
    enemy_leader_at,
    enemy_unit_at,
    first_leader,
    first_unit,
    free_for,
    is_a,
    last_unit,
    leader_may_enter,
    may_enter,
    place,
    put_leader,
)
from ..core.frames import call, cite, finish, note, pose
from ..core.hexes import NEAR, NOWHERE
from ..core.state import ENTERED, NONE, UNITS, Frame, State, Unit
from ..core.structs import dialect
from .hits import new_sequence
from .objectives import is_exit, leave, take_camp
from .terrain import stops_leader, stops_unit

LEADER_MOVE: Final = 3  # MOV-08


# Moves after the battles: none, the second ones of a card, a leader's for a token.
NOT_AGAIN: Final = 0
UNITS_AGAIN: Final = 1
LEADER_AGAIN: Final = 2

A_UNIT: Final = 0
A_LEADER: Final = 1


@dialect
def is_quick(s: State, u: Unit) -> bool:
    """Whether the card in force lets a unit move farther and still close combat (CARD-13, CARD-17)."""
    return is_a(u, column.CARD_QUICK[s.effect])


@dialect
def charger(u: Unit) -> bool:
    """Whether the kind may move farther than its ordinary move only to charge (FU-08)."""
    return column.LONGEST_MOVE[u.kind] > column.MOVE_HEXES[u.kind]


@dialect
def ordinary_move(s: State, u: Unit) -> int:
    """The hexes that a unit may move without having to charge, under the card in force."""
    most = column.MOVE_HEXES[u.kind]
    if column.CARD_MOST_MOVE[s.effect] > 0 and acted_on(s, u):
        return min(most, column.CARD_MOST_MOVE[s.effect])
    if is_quick(s, u) and not charger(u):
        return max(most, column.CARD_QUICK_MOVE[s.effect])
    return most + column.CARD_MORE_MOVE[s.effect]


@dialect
def longest_move(s: State, u: Unit) -> int:
    """The hexes that a unit may move at most under the card in force, a charge included."""
    if (
        not charger(u)
        or column.CARD_NO_CLOSE[s.effect] == 1
        or (column.CARD_MOST_MOVE[s.effect] > 0 and acted_on(s, u))
    ):
        return ordinary_move(s, u)
    if is_quick(s, u):
        return column.CARD_QUICK_MOVE[s.effect] + 1
    return column.LONGEST_MOVE[u.kind]


@dialect
def allowance(s: State, u: Unit) -> int:
    """The most hexes that a unit may move from where it stands (MOV-01, MOV-12)."""
    most = longest_move(s, u)
    leaving = column.LEAVING[s.terrain[u.hex]]
    if leaving > 0:
        return min(most, leaving)
    return most


@dialect
def charges(s: State, u: Unit, hex: int) -> bool:
    """Whether a move beyond the ordinary one may end on a hex: next to an enemy unit (FU-08)."""
    if beside_enemy_unit(s, u.side, hex):
        return True
    return s.law.charge_at_leader == 1 and beside_lone_enemy_leader(s, u.side, hex)


@dialect
def charges_on(s: State, u: Unit, hex: int, left: int) -> bool:
    """Whether a charge can go on from a hex to one that it may end on (CARD-13)."""
    if left < 1 or s.leader_at[hex] != NONE or stops_unit(s, u, hex):
        return False
    for n in NEAR[hex]:
        if free_for(s, u, n) and charges(s, u, n):
            return True
    return False


@dialect
def passes_through(s: State, u: Unit, here: int, hex: int, left: int) -> bool:
    """Whether light foot may go through a friendly unit, with so many hexes left after it (MOV-11)."""
    if left < 1 or not is_a(u, kinds.LIGHT_FOOT):
        return False
    i = s.unit_at[hex]
    if i == NONE or s.units[i].side != u.side or not may_enter(s, u, hex) or stops_unit(s, u, hex):
        return False
    for n in NEAR[hex]:
        if n != here and free_for(s, u, n):
            return True
    return False


@dialect
def aim_at(hex: int, i: int) -> int:
    """What a unit that fires in a Fire and Close remembers: the unit it fired at, and where that stood (CARD-24)."""
    return 1 + hex * UNITS + i


@dialect
def aimed_hex(s: State, u: Unit) -> int:
    """Where the target stands that a unit may close with, NOWHERE where it has none or that is gone (CARD-24)."""
    if u.aim <= 0:
        return NOWHERE
    hex = (u.aim - 1) // UNITS
    if s.unit_at[hex] == (u.aim - 1) % UNITS:
        return hex
    return NOWHERE


@dialect
def closes_in(s: State, u: Unit, hex: int, left: int) -> bool:
    """Whether a hex is next to the unit that was fired at, or on the way there with so many hexes left (CARD-24)."""
    target = aimed_hex(s, u)
    if target == NOWHERE:
        return False
    if apart(hex, target) == 1:
        return True
    if left < 1 or s.leader_at[hex] != NONE or stops_unit(s, u, hex):
        return False
    for n in NEAR[hex]:
        if free_for(s, u, n) and apart(n, target) == 1:
            return True
    return False


@dialect
def may_stop(s: State, u: Unit, hex: int, made: int) -> bool:
    """Whether a unit that has made so many hexes may end its move on a hex: a charge or closing in must come to it."""
    if column.CARD_FIRES_FIRST[s.effect] == 1 and acted_on(s, u):
        target = aimed_hex(s, u)
        return target != NOWHERE and apart(hex, target) == 1
    return made <= ordinary_move(s, u) or charges(s, u, hex)


@dialect
def may_step(s: State, u: Unit, here: int, hex: int, made: int, most: int) -> bool:
    """Whether a unit that has made so many hexes of at most so many may enter the next (MOV-02, MOV-03, MOV-05)."""
    if s.unit_at[hex] != NONE:
        return column.CARD_PASSES[s.effect] == 1 and passes_through(s, u, here, hex, most - made - 1)
    if not free_for(s, u, hex) or (made > 0 and column.FROM_BESIDE[s.terrain[hex]] == 1):
        return False
    if column.CARD_FIRES_FIRST[s.effect] == 1 and acted_on(s, u):
        return closes_in(s, u, hex, most - made - 1)
    if made < column.MOVE_HEXES[u.kind] and column.CARD_MOST_MOVE[s.effect] == 0:
        return True
    return made < ordinary_move(s, u) or charges(s, u, hex) or charges_on(s, u, hex, most - made - 1)


@dialect
def already_made(u: Unit) -> int:
    """The hexes of its move that a unit has made before it moves: one where it was put on the board (SCEN-10)."""
    return int(u.waits == ENTERED)


@dialect
def may_leave(s: State, u: Unit, hex: int, made: int, most: int) -> bool:
    """Whether a unit on an exit, after so many hexes of at most so many, may leave the board (SCEN-06)."""
    if made >= min(most, ordinary_move(s, u)):
        return False
    return made == 0 or s.unit_at[hex] != NONE or not must_stop(s, u, hex)


@dialect
def must_stop(s: State, u: Unit, hex: int) -> bool:
    """Whether a move ends on a hex: a lone leader is met there, or the ground stops the unit (MOV-03, MOV-12)."""
    return s.leader_at[hex] != NONE or stops_unit(s, u, hex)


@dialect
def legal_unit_steps(s: State, f: Frame, out: list[int]) -> int:
    u = s.units[f.unit]
    n = 0
    most = allowance(s, u)
    if is_exit(s, u, f.hex) and may_leave(s, u, f.hex, f.count, most):
        out[n] = ask.OFF
        n += 1
    if f.count > 0 and s.unit_at[f.hex] == NONE and may_stop(s, u, f.hex, f.count):
        out[n] = ask.DONE
        n += 1
        if must_stop(s, u, f.hex):
            return n
    if f.count >= most:
        return n
    for hex in NEAR[f.hex]:
        if may_step(s, u, f.hex, hex, f.count, most):
            out[n] = ask.HEX_0 + hex
            n += 1
    return n


@dialect
def leader_may_pass(s: State, side: int, hex: int) -> bool:
    """Whether a moving leader may enter a hex at all (MOV-08)."""
    return leader_may_enter(s, hex) and not enemy_unit_at(s, side, hex) and not enemy_leader_at(s, side, hex)


@dialect
def leader_may_stop(s: State, side: int, hex: int) -> bool:
    return leader_may_pass(s, side, hex) and s.leader_at[hex] == NONE


@dialect
def leader_can_end(s: State, side: int, start: int, hex: int, left: int, made: int) -> bool:
    """Whether a leader who enters a hex after so many others can end his move there or within so many more.

    He does not go back through the hex that he started from.
    """
    if not leader_may_pass(s, side, hex) or (made > 0 and column.FROM_BESIDE[s.terrain[hex]] == 1):
        return False
    if leader_may_stop(s, side, hex):
        return True
    if left == 0 or stops_leader(s, hex):
        return False
    for n in NEAR[hex]:
        if leader_may_stop(s, side, n) and column.FROM_BESIDE[s.terrain[n]] == 0:
            return True
        if left > 1 and n != start and leader_may_pass(s, side, n) and not stops_leader(s, n):
            for m in NEAR[n]:
                if leader_may_stop(s, side, m) and column.FROM_BESIDE[s.terrain[m]] == 0:
                    return True
    return False


@dialect
def leader_allowance(s: State, hex: int) -> int:
    leaving = column.LEAVING[s.terrain[hex]]
    if leaving > 0:
        return min(LEADER_MOVE, leaving)
    return LEADER_MOVE


@dialect
def legal_leader_steps(s: State, f: Frame, out: list[int]) -> int:
    leader = s.leaders[f.unit]
    most = leader_allowance(s, leader.hex)
    n = 0
    if f.count > 0 and s.leader_at[f.hex] == NONE:
        out[0] = ask.DONE
        n = 1
    if f.count == most or (f.count > 0 and stops_leader(s, f.hex)):
        return n
    for hex in NEAR[f.hex]:
        if hex != leader.hex and leader_can_end(s, leader.side, leader.hex, hex, most - f.count - 1, f.count):
            out[n] = ask.HEX_0 + hex
            n += 1
    return n


@dialect
def legal_steps(s: State, f: Frame, out: list[int]) -> int:
    if f.mode == A_LEADER:
        return legal_leader_steps(s, f, out)
    return legal_unit_steps(s, f, out)


@dialect
def can_move(s: State, u: Unit) -> bool:
    """Whether an ordered unit has a first hex to go to; one that was put on the board has made it already."""
    most = allowance(s, u)
    made = already_made(u)
    if made >= most:
        return False
    for hex in NEAR[u.hex]:
        if may_step(s, u, u.hex, hex, made, most):
            return True
    return is_exit(s, u, u.hex) and may_leave(s, u, u.hex, made, most)


@dialect
def leader_can_move(s: State, side: int, hex: int) -> bool:
    most = leader_allowance(s, hex)
    for n in NEAR[hex]:
        if leader_can_end(s, side, hex, n, most - 1, 0):
            return True
    return False


@dialect
def legal_movers(s: State, side: int, out: list[int]) -> int:
    """Ordered pieces that have not moved and can, or done; any leader at the end of a turn (IA-06)."""
    if s.again == LEADER_AGAIN:
        return legal_leader_again(s, side, out)
    out[0] = ask.DONE
    n = 1
    still = column.CARD_NO_MOVES[s.effect] == 1
    if still and column.CARD_ACTS_ON[s.effect] == 0:
        return n
    for i in range(first_unit(side), last_unit(s, side)):
        u = s.units[i]
        if u.ordered == 1 and u.halted == 0 and u.hex != NOWHERE and can_move(s, u):
            if not (still and acted_on(s, u)):
                out[n] = ask.HEX_0 + u.hex
                n += 1
    for k in range(first_leader(side), first_leader(side + 1)):
        leader = s.leaders[k]
        if (
            leader.ordered == 1
            and leader.halted == 0
            and leader.hex != NOWHERE
            and leader_can_move(s, side, leader.hex)
        ):
            out[n] = ask.LEADER_0 + leader.hex
            n += 1
    return n


@dialect
def legal_leader_again(s: State, side: int, out: list[int]) -> int:
    """The leaders of a side that can move, whether or not they were ordered or have moved (IA-06)."""
    n = 0
    for k in range(first_leader(side), first_leader(side + 1)):
        hex = s.leaders[k].hex
        if hex != NOWHERE and leader_can_move(s, side, hex):
            out[n] = ask.LEADER_0 + hex
            n += 1
    return n


@dialect
def start_march(s: State, answer: int) -> None:
    """Begin the move of the unit, or of the leader alone, on the hex of an answer."""
    if answer >= ask.LEADER_0:
        f = call(s, proc.MARCH, s.leader_at[answer - ask.LEADER_0], NONE)
        f.mode = A_LEADER
        f.hex = answer - ask.LEADER_0
    else:
        f = call(s, proc.MARCH, s.unit_at[answer - ask.HEX_0], NONE)
        f.hex = answer - ask.HEX_0
        f.count = already_made(s.units[f.unit])


@dialect
def goes_on(s: State, f: Frame) -> bool:
    """Whether the piece has another hex to go to; a choice to stop is no hex."""
    if f.mode == A_LEADER:
        leader = s.leaders[f.unit]
        most = leader_allowance(s, leader.hex)
        if f.count == most or (f.count > 0 and stops_leader(s, f.hex)):
            return False
        for hex in NEAR[f.hex]:
            if hex != leader.hex and leader_can_end(s, leader.side, leader.hex, hex, most - f.count - 1, f.count):
                return True
        return False
    u = s.units[f.unit]
    if f.count > 0 and s.unit_at[f.hex] == NONE and must_stop(s, u, f.hex):
        return False
    most = allowance(s, u)
    if f.count >= most:
        return False
    for hex in NEAR[f.hex]:
        if may_step(s, u, f.hex, hex, f.count, most):
            return True
    return is_exit(s, u, f.hex) and may_leave(s, u, f.hex, f.count, most)


@dialect
def march(s: State, f: Frame) -> None:
    """A piece moves hex by hex and is put on the board where it stops; f.one is a hex of a unit it passed (MOV-11)."""
    if f.step == steps.MARCH_STANDING:
        if goes_on(s, f):
            f.step = steps.MARCH_STEPPED
            if f.mode == A_LEADER:
                pose(s, s.active, ask.STEP, f.hex, rule.MOV_08)
            else:
                pose(s, s.active, ask.STEP, f.hex, column.MOVE_RULE[s.units[f.unit].kind])
        else:
            halt(s, f)
    elif f.step == steps.MARCH_MIRED:
        finish(s)
    elif s.answer == ask.DONE:
        halt(s, f)
    elif s.answer == ask.OFF:
        leave(s, f.unit)
        finish(s)
    else:
        f.hex = s.answer - ask.HEX_0
        f.count += 1
        f.step = steps.MARCH_STANDING
        if f.mode == A_UNIT and s.unit_at[f.hex] != NONE:
            f.one = f.hex


@dialect
def halt(s: State, f: Frame) -> None:
    """The move is over: the piece is where it stopped, and whoever it joined moves no more (MOV-09)."""
    if f.mode == A_LEADER:
        leader = s.leaders[f.unit]
        cite(s, rule.MOV_08)
        if s.again == LEADER_AGAIN:
            cite(s, rule.IA_06)
        if stops_leader(s, f.hex):
            cite(s, rule.MOV_12)
        note(s, event.MOVED, leader.hex, f.hex, 1)
        put_leader(s, f.unit, f.hex)
        leader.halted = 1
        i = s.unit_at[f.hex]
        if i != NONE:
            s.units[i].halted = 1
            cite(s, rule.MOV_09)
            note(s, event.JOINED, f.hex, 0, 0)
    else:
        u = s.units[f.unit]
        cite(s, rule.MOV_01)
        cite(s, rule.MOV_02 if f.one == NOWHERE else rule.MOV_11)
        cite(s, column.MOVE_RULE[u.kind])
        if f.count > column.MOVE_HEXES[u.kind]:
            cite(s, rule.FU_08 if charger(u) else column.CARD_RULE[s.effect])
        if s.again == UNITS_AGAIN or (column.CARD_FIRES_FIRST[s.effect] == 1 and acted_on(s, u)):
            cite(s, column.CARD_RULE[s.effect])
        if stops_unit(s, u, f.hex):
            cite(s, rule.MOV_12)
        note(s, event.MOVED, u.hex, f.hex, 0)
        if s.leader_at[f.hex] != NONE:
            cite(s, rule.MOV_03)
            note(s, event.JOINED, f.hex, 0, 0)
        place(s, f.unit, f.hex)
        u.moved = f.count
        u.halted = 1
        k = s.leader_at[f.hex]
        if k != NONE:
            s.leaders[k].halted = 1
        take_camp(s, u)
    if column.MIRES[s.terrain[f.hex]] == 1 and (f.mode == A_UNIT or s.unit_at[f.hex] == NONE):
        f.step = steps.MARCH_MIRED
        new_sequence(s, NONE)
        m = call(s, proc.MIRE, f.unit, NONE)
        m.mode = f.mode
        m.count = 1
    else:
        finish(s)
