"""The yardstick's answer to every question: the one that promises most now, one turn ahead at the farthest."""

from __future__ import annotations

from typing import Final

from ...core import ask, column, kinds, proc
from ...core.battlefield import enemy_unit_at, first_leader, has, inspired
from ...core.hexes import NEAR, NOWHERE
from ...core.state import NONE, State, Unit
from ...core.structs import dialect
from ...engine.twister import under, unit
from ...rules.dice import close_dice
from ...rules.momentum import may_bonus
from ...rules.movement import A_LEADER
from ...rules.retreat import room
from ..ground import nearest_unit
from ..tables import SYMBOL_ONLY, TWELFTHS
from .plans import card_worth, caution, gain_of, leader_gain, make_trial, resting, take_way, unit_gain, weigh
from .scales import BEST, TRIAL, Scales
from .tokens import ambush, ambusher, battle_bonus, bravery, inspiration
from .worth import (
    BACK_SHARE,
    BLOCK,
    PUSHED,
    attack_worth,
    back_harm,
    best_attack,
    chance_of,
    close_worth,
    harm,
    note_foes,
    stand_back,
    stand_on,
    standing,
)

STRIKE_FROM: Final = 0.4  # what a First Strike must promise to be played
LEADER_TOKEN: Final = 0.3  # what a leader's move must gain to cost a token
LOWEST: Final = -1e9
TIE: Final = 1e-6  # how much chance adds to a score, so that it decides between equals


@dialect
def yardstick_answer(
    b: list[State], at: int, k: Scales, sums: list[float], mt: list[int], dice: int, out: list[int], count: int
) -> int:
    """The answer of the yardstick to the question that is pending on a board, of the legal ones, sorted, in `out`.

    The boards after it are for trying things. `mt` has at `dice` the numbers that decide between equals.
    """
    k.count = count
    for n in range(count):
        k.offered[n] = out[n]
    k.choice = NONE
    sums[BEST] = LOWEST
    s = b[at]
    q = s.question
    if q == ask.CARD or q == ask.SECTION or q == ask.ORDER:
        weigh(b, at, k, sums, out)
        for n in range(count):
            worth = gain_of(s, sums, k.offered[n]) if q == ask.ORDER else card_worth(b, at, k, sums, k.offered[n], out)
            weigh_up(k, sums, mt, dice, worth, k.offered[n])
        return int(k.choice)
    if q == ask.STEP:
        return step_on(s, k, sums, mt, dice)
    if q == ask.BACK or q == ask.PARTHIAN:
        return ask.YES
    if q == ask.FIRST_STRIKE:
        return strike_first(s, k)
    if q == ask.IGNORE:
        return flags_to_ignore(s, k, sums, mt, dice)
    if q == ask.LEADER:
        return flight_of(s, k, sums, mt, dice)
    if q == ask.TRAMPLE:
        return piece_to_trample(s, k, sums, mt, dice)
    if q == ask.RALLY:
        return unit_to_rally(s, k, sums, mt, dice)
    if q == ask.BATTLE_BONUS:
        return battle_bonus(s)
    if q == ask.BRAVERY:
        return bravery(b, at)
    if q == ask.INSPIRATION:
        return inspiration(s, k)
    if q == ask.AMBUSH:
        return ambush(b, at, k)
    if q == ask.AMBUSHER:
        return ambusher(b, at, k)
    make_trial(b, at + TRIAL, at)
    t = b[at + TRIAL]
    if q == ask.MOVE:
        return move_of(t, k, sums, out)
    if q == ask.BATTLE:
        return unit_to_battle(t, k, sums, mt, dice, out)
    if q == ask.TARGET:
        return target_of(t, k, sums, mt, dice)
    if q == ask.EVADE:
        return evade_or_stand(t)
    if q == ask.RETREAT or q == ask.EVADE_PATH:
        return way_back(t, k, sums, mt, dice)
    if q == ask.ADVANCE:
        return advance_to(t, k, sums, mt, dice)
    if q == ask.BONUS:
        return bonus_at(t, k, sums, mt, dice)
    if q == ask.MOVE_A_LEADER:
        return move_a_leader(t, k, sums)
    return k.offered[under(mt, dice, count)]


@dialect
def weigh_up(k: Scales, sums: list[float], mt: list[int], dice: int, worth: float, answer: int) -> None:
    """Keep an answer if it is the best so far; chance decides between equals."""
    score = worth + TIE * unit(mt, dice)
    if score > sums[BEST] or (score == sums[BEST] and answer > k.choice):
        sums[BEST] = score
        k.choice = answer


@dialect
def is_offered(k: Scales, answer: int) -> bool:
    """Whether an answer is offered."""
    for n in range(k.count):
        if k.offered[n] == answer:
            return True
    return False


@dialect
def unit_to_rally(s: State, k: Scales, sums: list[float], mt: list[int], dice: int) -> int:
    """A block for the unit that has lost most."""
    for n in range(k.count):
        worth = 0.0
        if k.offered[n] != ask.DONE:
            worth = 1.0 / s.units[s.unit_at[k.offered[n] - ask.HEX_0]].blocks
        weigh_up(k, sums, mt, dice, worth, k.offered[n])
    return int(k.choice)


# ---------------------------------------------------------------- movement


@dialect
def move_of(t: State, k: Scales, sums: list[float], out: list[int]) -> int:
    """The piece whose move gains most, or done where no move gains anything."""
    best = 1e-9
    choice = ask.DONE
    for n in range(k.count):
        option = k.offered[n]
        if option == ask.DONE:
            continue
        kind = int(option >= ask.LEADER_0)
        hex = option - (ask.LEADER_0 if kind == 1 else ask.HEX_0)
        if kind == 1:
            piece = t.leader_at[hex]
            gain = leader_gain(t, k, sums, piece)
        else:
            piece = t.unit_at[hex]
            gain = unit_gain(t, k, sums, piece, out)
            gain -= best_attack(t, piece, out)
        if k.end != NOWHERE and (gain > best or (gain == best and option > choice)):
            best = gain
            choice = option
            take_way(k, hex, t.turn, kind, piece)
    return choice if is_offered(k, choice) else k.offered[k.count - 1]


@dialect
def move_a_leader(t: State, k: Scales, sums: list[float]) -> int:
    """A token for a leader who stands badly."""
    best = 0.0
    for j in range(first_leader(t.active), first_leader(t.active + 1)):
        if t.leaders[j].hex != NOWHERE:
            best = max(best, leader_gain(t, k, sums, j))
    return ask.YES if best >= LEADER_TOKEN else ask.DONE


@dialect
def step_on(s: State, k: Scales, sums: list[float], mt: list[int], dice: int) -> int:
    """The next hex of the way, or the end of it."""
    f = s.frames[s.depth]
    if k.way_turn != s.turn or k.way_kind != int(f.mode == A_LEADER) or k.way_piece != f.unit:
        k.ways = 0
    answer = ask.DONE
    hex = k.way_from
    for n in range(k.ways):
        if hex == f.hex:
            answer = ask.HEX_0 + k.way[n]
        hex = k.way[n]
    if is_offered(k, answer):
        return answer
    if is_offered(k, ask.DONE):
        return ask.DONE
    for n in range(k.count):
        far = nearest_unit(s, 1 - s.active, k.offered[n] - ask.HEX_0)
        weigh_up(k, sums, mt, dice, -1.0 * far, k.offered[n])
    return int(k.choice)


# ---------------------------------------------------------------- battle


@dialect
def unit_to_battle(t: State, k: Scales, sums: list[float], mt: list[int], dice: int, out: list[int]) -> int:
    """The unit with the best attack, or done where none is worth while."""
    for n in range(k.count):
        if k.offered[n] != ask.DONE:
            worth = best_attack(t, t.unit_at[k.offered[n] - ask.HEX_0], out)
            weigh_up(k, sums, mt, dice, worth, k.offered[n])
    if is_offered(k, ask.DONE):
        weigh_up(k, sums, mt, dice, 0.0, ask.DONE)
    return int(k.choice)


@dialect
def target_of(t: State, k: Scales, sums: list[float], mt: list[int], dice: int) -> int:
    """The enemy that promises most."""
    u = t.units[t.frames[t.depth].unit]
    for n in range(k.count):
        weigh_up(k, sums, mt, dice, attack_worth(t, u, k.offered[n] - ask.HEX_0), k.offered[n])
    return int(k.choice)


@dialect
def strike_first(s: State, k: Scales) -> int:
    """Strike first where it promises enough for the card."""
    f = s.frames[s.depth]
    u = s.units[f.foe]
    foe = s.units[f.unit]
    dice = close_dice(s, u, f.unit, foe.hex, proc.STRIKING_FIRST)
    promise = harm(dice, TWELFTHS[u.kind][foe.kind][0], foe.blocks)
    return k.offered[k.count - 1] if promise >= STRIKE_FROM else ask.DONE


@dialect
def evade_or_stand(t: State) -> int:
    """Evade where standing would cost more, the blow back deducted."""
    f = t.frames[t.depth]
    u = t.units[f.foe]
    foe = t.units[f.unit]
    dice = close_dice(t, foe, f.foe, u.hex, proc.ATTACKING)
    twelfths = TWELFTHS[foe.kind][u.kind][int(inspired(t, foe))]
    back = back_harm(t, u, foe) * (1.0 - chance_of(dice, twelfths, u.blocks))
    stood = harm(dice, twelfths, u.blocks) - BACK_SHARE * back
    return ask.YES if harm(dice, SYMBOL_ONLY, u.blocks) + PUSHED / 2 < stood else ask.DONE


@dialect
def bonus_at(t: State, k: Scales, sums: list[float], mt: list[int], dice: int) -> int:
    """The best bonus close combat, or none."""
    u = t.units[t.frames[t.depth].unit]
    for n in range(k.count):
        worth = 0.0
        if k.offered[n] != ask.DONE:
            worth = close_worth(t, u, k.offered[n] - ask.HEX_0)
        weigh_up(k, sums, mt, dice, worth, k.offered[n])
    return int(k.choice)


@dialect
def best_blow(t: State, u: Unit) -> float:
    """What the best close combat of a unit promises where it stands."""
    best = 0.0
    for hex in NEAR[u.hex]:
        if enemy_unit_at(t, u.side, hex):
            best = max(best, close_worth(t, u, hex))
    return best


@dialect
def advance_to(t: State, k: Scales, sums: list[float], mt: list[int], dice: int) -> int:
    """The hex where the unit stands best, the bonus combat from it included."""
    f = t.frames[t.depth]
    i = f.unit
    u = t.units[i]
    start = u.hex
    note_foes(t, k, sums, u)
    for n in range(k.count):
        option = k.offered[n]
        met = stand_on(t, i, start if option == ask.DONE else option - ask.HEX_0)
        worth = standing(t, k, sums, u, caution(t))
        if option != ask.DONE and f.count == 0 and may_bonus(t, u):
            worth += best_blow(t, u)
        weigh_up(k, sums, mt, dice, worth, option)
        stand_back(t, i, start, met)
    return int(k.choice)


# ---------------------------------------------------------------- flags, flight, rampage


@dialect
def flags_to_ignore(s: State, k: Scales, sums: list[float], mt: list[int], dice: int) -> int:
    """As many flags as can be, unless a last block does better to run."""
    f = s.frames[s.depth]
    u = s.units[f.foe]
    for n in range(k.count):
        hexes = column.RETREAT_HEXES[u.kind] * (f.banners - (k.offered[n] - ask.IGNORE_0))
        lost = 0
        if hexes != 0:
            lost = hexes - room(s, u, u.hex, hexes)
        cost = BLOCK * lost + (1.0 if lost >= u.blocks else 0.0) + 0.01 * hexes
        if hexes != 0:
            if has(u, kinds.RAMPAGES):
                cost += BLOCK * friends_over_enemies(s, u)
            else:
                cost += -0.3 if u.blocks == 1 else PUSHED
        weigh_up(k, sums, mt, dice, -cost, k.offered[n])
    return int(k.choice)


@dialect
def friends_over_enemies(s: State, u: Unit) -> int:
    """How many more friends than enemies stand next to a unit: those that a rampage hurts."""
    count = 0
    for hex in NEAR[u.hex]:
        i = s.unit_at[hex]
        if i != NONE:
            count += 1 if s.units[i].side == u.side else -1
    return count


@dialect
def way_back(t: State, k: Scales, sums: list[float], mt: list[int], dice: int) -> int:
    """The safest next hex."""
    i = t.frames[t.depth].unit
    u = t.units[i]
    start = u.hex
    note_foes(t, k, sums, u)
    for n in range(k.count):
        met = stand_on(t, i, k.offered[n] - ask.HEX_0)
        weigh_up(k, sums, mt, dice, standing(t, k, sums, u, 1.0), k.offered[n])
        stand_back(t, i, start, met)
    return int(k.choice)


@dialect
def flight_of(s: State, k: Scales, sums: list[float], mt: list[int], dice: int) -> int:
    """To a unit without a leader where there is one, else away from the enemy; off the board last."""
    f = s.frames[s.depth]
    side = s.leaders[f.unit].side
    for n in range(k.count):
        worth = -1.0
        if k.offered[n] != ask.OFF:
            hex = f.hex if k.offered[n] == ask.DONE else k.offered[n] - ask.HEX_0
            worth = resting(s, k, sums, side, hex) - (2.0 if enemy_unit_at(s, side, hex) else 0.0)
            worth += 0.01 if k.offered[n] == ask.DONE else 0.0
        weigh_up(k, sums, mt, dice, worth, k.offered[n])
    return int(k.choice)


@dialect
def piece_to_trample(s: State, k: Scales, sums: list[float], mt: list[int], dice: int) -> int:
    """Enemies first."""
    for n in range(k.count):
        enemy = enemy_unit_at(s, s.who, k.offered[n] - ask.HEX_0)
        weigh_up(k, sums, mt, dice, 1.0 if enemy else 0.0, k.offered[n])
    return int(k.choice)
