"""What orders and moves gain, by the yardstick: each piece's best move, and what a card's best orders gain together."""

from __future__ import annotations

from typing import Final

from ...core import ask, column
from ...core.battlefield import first_leader, first_unit, last_unit
from ...core.hexes import NEAR, NOWHERE
from ...core.state import LEADERS, NONE, UNITS, State, Unit, copy_board
from ...core.structs import dialect
from ...engine.step import apply, legal
from ...rules.dice import freshen
from ...rules.movement import allowance, leader_allowance, leader_may_pass, leader_may_stop, may_step, must_stop
from ...rules.ranged import reach
from ...rules.terrain import stops_leader
from ..ground import nearest_unit
from .scales import GAINS, ORDERS, READ, SHOTS, TRIAL, WAY_MOST, Scales
from .worth import best_attack, danger, note_foes, stand_back, stand_on, standing

CAUTION: Final = 0.6  # how much the danger of a hex counts at first,
HASTE: Final = 0.01  # how much less with every turn,
BOLDNESS: Final = 0.1  # and how much at least, so that every battle comes to an end
DICE_WORTH: Final = 0.08  # a die of a card that rolls for its orders
JOIN: Final = 0.25  # a leader with a unit
TOKEN_WORTH: Final = 0.1  # a token that a card brings


@dialect
def caution(s: State) -> float:
    """How much danger counts: less from turn to turn."""
    return max(BOLDNESS, CAUTION - HASTE * s.turn)


@dialect
def make_trial(b: list[State], to: int, source: int) -> None:
    """Make a board a copy of another to try things on, every unit ready for a new combat."""
    copy_board(b, to, source)
    t = b[to]
    for u in t.units:
        freshen(t, u)


# ---------------------------------------------------------------- where a piece can go


@dialect
def start_flood(k: Scales, hex: int) -> None:
    """Begin a flood on a hex."""
    k.stamp += 1
    k.seen_at[hex] = k.stamp
    k.made[hex] = 0
    k.queue[0] = hex
    k.ends = 0
    k.end = NOWHERE


@dialect
def note_hex(k: Scales, here: int, hex: int) -> None:
    """A flood comes from one hex to the next."""
    k.seen_at[hex] = k.stamp
    k.made[hex] = k.made[here] + 1
    k.before[hex] = here


@dialect
def note_end(k: Scales, hex: int) -> None:
    k.ended[k.ends] = hex
    k.ends += 1


@dialect
def flood_unit(s: State, k: Scales, u: Unit) -> None:
    """Note the hexes where a unit may end its move, its own not among them (MOV-01, MOV-12)."""
    start_flood(k, u.hex)
    most = allowance(s, u)
    first = 0
    last = 1
    while first < last:
        here = k.queue[first]
        first += 1
        made = k.made[here]
        if made >= most:
            break
        for hex in NEAR[here]:
            if k.seen_at[hex] != k.stamp and may_step(s, u, here, hex, made, most):
                note_hex(k, here, hex)
                if s.unit_at[hex] == NONE:
                    note_end(k, hex)
                    if must_stop(s, u, hex):
                        continue
                k.queue[last] = hex
                last += 1


@dialect
def flood_leader(s: State, k: Scales, j: int) -> None:
    """Note the hexes where a leader may end a move on his own, not his own hex (MOV-08)."""
    leader = s.leaders[j]
    start_flood(k, leader.hex)
    most = leader_allowance(s, leader.hex)
    first = 0
    last = 1
    while first < last:
        here = k.queue[first]
        first += 1
        if k.made[here] >= most:
            break
        for hex in NEAR[here]:
            if k.seen_at[hex] != k.stamp and leader_may_pass(s, leader.side, hex):
                note_hex(k, here, hex)
                if leader_may_stop(s, leader.side, hex):
                    note_end(k, hex)
                if not stops_leader(s, hex):
                    k.queue[last] = hex
                    last += 1


@dialect
def take_way(k: Scales, start: int, turn: int, kind: int, piece: int) -> None:
    """Remember the way from a hex to the end of the move looked at last: of a unit (kind 0) or a leader (1)."""
    k.way_turn = turn
    k.way_kind = kind
    k.way_piece = piece
    k.way_from = start
    k.ways = min(k.made[k.end], WAY_MOST)
    hex = k.end
    n = k.ways
    while n > 0:
        n -= 1
        k.way[n] = hex
        hex = k.before[hex]


# ---------------------------------------------------------------- what that gains


@dialect
def resting(s: State, k: Scales, sums: list[float], side: int, hex: int) -> float:
    """What it is worth to a leader of a side to be on a hex."""
    i = s.unit_at[hex]
    if i == NONE:
        return -0.05 * max(0, 5 - nearest_unit(s, 1 - side, hex)) - 0.01 * nearest_unit(s, side, hex)
    u = s.units[i]
    note_foes(s, k, sums, u)
    return JOIN + 0.02 * u.blocks - 0.3 * caution(s) * danger(s, k, sums, u, hex)


@dialect
def leader_gain(t: State, k: Scales, sums: list[float], j: int) -> float:
    """What the best move of a leader alone gains, to a unit and away from enemies; notes where it ends."""
    leader = t.leaders[j]
    here = resting(t, k, sums, leader.side, leader.hex)
    best = 0.0
    end = NOWHERE
    flood_leader(t, k, j)
    for n in range(k.ends):
        gain = resting(t, k, sums, leader.side, k.ended[n]) - here
        if gain > best:
            best = gain
            end = k.ended[n]
    k.end = end
    return best


@dialect
def unit_gain(t: State, k: Scales, sums: list[float], i: int, out: list[int]) -> float:
    """What the best move of a unit gains over standing still and doing nothing; notes where it ends."""
    u = t.units[i]
    start = u.hex
    moved = u.moved
    note_foes(t, k, sums, u)
    care = caution(t)
    near = max(1, reach(u))
    here = standing(t, k, sums, u, care)
    best = 0.0
    end = NOWHERE
    flood_unit(t, k, u)
    for n in range(k.ends):
        hex = k.ended[n]
        met = stand_on(t, i, hex)
        u.moved = k.made[hex]
        gain = standing(t, k, sums, u, care)
        if k.nearest <= near:
            gain += best_attack(t, i, out)
        u.moved = moved
        stand_back(t, i, start, met)
        if gain - here > best:
            best = gain - here
            end = hex
    k.end = end
    return best


@dialect
def looks_the_same(s: State, k: Scales) -> bool:
    """Note what tells this board from others; returns whether it is the one that was noted last."""
    same = k.seen == 1 and k.sight[0] == s.active and k.sight[1] == s.turn
    k.seen = 1
    k.sight[0] = s.active
    k.sight[1] = s.turn
    for i in range(UNITS):
        place = s.units[i].hex * 8 + s.units[i].blocks
        same = same and k.sight[2 + i] == place
        k.sight[2 + i] = place
    for j in range(LEADERS):
        same = same and k.sight[2 + UNITS + j] == s.leaders[j].hex
        k.sight[2 + UNITS + j] = s.leaders[j].hex
    return same


@dialect
def note_gain(k: Scales, sums: list[float], answer: int, gain: float) -> None:
    k.known[answer] = 1
    sums[GAINS + answer] = gain


@dialect
def weigh(b: list[State], at: int, k: Scales, sums: list[float], out: list[int]) -> None:
    """Work out what an order gains for each piece of the active side, once for every board."""
    s = b[at]
    if looks_the_same(s, k):
        return
    make_trial(b, at + TRIAL, at)
    t = b[at + TRIAL]
    for answer in range(ask.ACTIONS):
        k.known[answer] = 0
        sums[GAINS + answer] = 0.0
    for i in range(first_unit(t.active), last_unit(t, t.active)):
        u = t.units[i]
        if u.hex != NOWHERE:
            u.ordered = 1
            gain = unit_gain(t, k, sums, i, out)
            note_gain(k, sums, ask.HEX_0 + u.hex, max(gain, best_attack(t, i, out)))
    for j in range(first_leader(t.active), first_leader(t.active + 1)):
        hex = t.leaders[j].hex
        if hex != NOWHERE and t.unit_at[hex] == NONE:
            note_gain(k, sums, ask.LEADER_0 + hex, leader_gain(t, k, sums, j))


# ---------------------------------------------------------------- what a card gains


@dialect
def best_beside(sums: list[float], hex: int, most: int) -> float:
    """What the best of those beside a hex gain together, so many at most."""
    total = 0.0
    taken = 0
    for _ in range(most):
        best = 0.0
        chosen = NONE
        for d in range(6):
            gain = sums[GAINS + ask.HEX_0 + NEAR[hex][d]]
            if gain > best and (taken >> d) & 1 == 0:
                best = gain
                chosen = d
        if chosen == NONE:
            break
        taken |= 1 << chosen
        total += best
    return total


@dialect
def gain_of(s: State, sums: list[float], answer: int) -> float:
    """What an order gains: the piece's own plan, and for the leader of a group his followers'."""
    if answer == ask.INSTEAD:
        best = 0.0
        for n in range(ask.ACTIONS):
            best = max(best, sums[GAINS + n])
        return best - 1e-6
    gain = sums[GAINS + answer]
    most = column.CARD_LEADERSHIP[s.effect]
    if most > 0 and s.given == 0 and answer >= ask.HEX_0:
        hex = answer - (ask.LEADER_0 if answer >= ask.LEADER_0 else ask.HEX_0)
        gain += best_beside(sums, hex, most)
    return gain


@dialect
def orders_worth(
    b: list[State], at: int, source: int, k: Scales, sums: list[float], option: int, out: list[int]
) -> float:
    """What the best orders gain together that a card or a section lets a side give on a board; `weigh` comes before."""
    copy_board(b, at + ORDERS, source)
    t = b[at + ORDERS]
    apply(t, option)
    if t.question == ask.ROLL:
        return DICE_WORTH * t.dice
    total = 0.0
    while t.question == ask.ORDER:
        best = -1.0
        choice = NONE
        for n in range(legal(t, out)):
            gain = gain_of(t, sums, out[n])
            if gain > best or (gain == best and out[n] > choice):
                best = gain
                choice = out[n]
        if best <= 0:
            break
        total += sums[GAINS + choice] if k.known[choice] == 1 else best
        apply(t, choice)
    if column.CARD_ALL_LEADERS[t.effect] > 0:
        total = 0.0
        for u in t.units:
            if u.ordered == 1 and u.hex != NOWHERE:
                total += sums[GAINS + ask.HEX_0 + u.hex]
    if column.CARD_SCOUTS[t.effect] > 0 or column.CARD_INSPIRES[t.effect] > 0:
        total += TOKEN_WORTH
    if column.CARD_ALL[t.effect] > 0:
        make_trial(b, at + SHOTS, at + ORDERS)
        total = 0.0
        for i in range(UNITS):
            u = b[at + SHOTS].units[i]
            if u.ordered == 1 and u.hex != NOWHERE:
                total += max(0.0, best_attack(b[at + SHOTS], i, out))
        total *= column.CARD_SHOTS[t.effect]
    return total


@dialect
def card_worth(b: list[State], at: int, k: Scales, sums: list[float], option: int, out: list[int]) -> float:
    """What the best orders of a card, or of a section, gain together, after `weigh`."""
    copy_board(b, at + READ, at)
    apply(b[at + READ], option)
    if b[at + READ].question != ask.SECTION:
        return orders_worth(b, at, at, k, sums, option, out)
    best = -1.0
    for n in range(legal(b[at + READ], out)):
        legal(b[at + READ], out)
        best = max(best, orders_worth(b, at, at + READ, k, sums, out[n], out))
    return best
