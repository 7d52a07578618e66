"""An answer to every question that a battle can ask a side."""

from __future__ import annotations

from typing import Final

from ..core import ask, column, kinds, proc
from ..core.battlefield import enemy_unit_at, first_leader, has, inspired
from ..core.hexes import NEAR, NOWHERE
from ..core.state import HALF_LEADERS, NONE, UNITS, State, copy_board
from ..core.structs import dialect
from ..engine.step import legal
from ..rules.dice import close_dice, freshen
from ..rules.momentum import may_bonus
from ..rules.movement import A_LEADER
from ..rules.retreat import room
from .blows import attack_worth, best_target, close_worth, harm, hits_chance, price
from .ground import leader_standing, nearest_unit, note_foes, note_goals, standing
from .mind import Mind
from .moves import best_leader_end, best_piece_end, comes_to, find_way, flood_leader, flood_unit, put_back, put_unit
from .plans import MOVES, answer_for, hex_of, piece_of, plan_anew, plan_turn
from .tables import SYMBOL_ONLY, TWELFTHS
from .tokens import answer_about_tokens, card_worth

LOWEST: Final = -(10**9)
PASSING: Final = 1  # what decides where nothing else does


@dialect
def answer(b: list[State], at: int, m: Mind, out: list[int]) -> int:
    """The answer of a mind to the question that is pending on a board; the boards after it are for trying things."""
    n = legal(b[at], out)
    if n == 1:
        return out[0]
    q = b[at].question
    if q == ask.CARD or q == ask.SECTION or q == ask.ORDER or q == ask.MOVE:
        return answer_of_plan(b, at, m, out)
    s = b[at]
    if q == ask.STEP:
        return step_on(s, m, out, n)
    if q == ask.BACK or q == ask.PARTHIAN:
        return ask.YES
    if q == ask.IGNORE:
        return flags_to_ignore(s, m, out, n)
    if q == ask.RALLY:
        return unit_to_rally(s, out, n)
    if q == ask.TRAMPLE:
        return piece_to_trample(s, out, n)
    if q == ask.PLACE:
        return place_for(s, m, out, n)
    if q == ask.KEEP:
        return out[int(card_worth(s, m, out[1] - ask.CARD_0) > card_worth(s, m, out[0] - ask.CARD_0))]
    copy_board(b, at + MOVES, at)
    t = b[at + MOVES]
    if q != ask.BONUS and q != ask.FIRST_STRIKE:
        for u in t.units:
            freshen(t, u)
    for i in range(UNITS):
        m.gone[i] = 0
    if q == ask.BATTLE:
        return unit_to_battle(t, m, out, n)
    if q == ask.TARGET:
        return target_of(t, m, out, n)
    if q == ask.FIRST_STRIKE:
        return strike_first(t, m, out, n)
    if q == ask.EVADE:
        return evade_or_stand(t, m)
    if q == ask.RETREAT or q == ask.EVADE_PATH:
        return way_back(t, m, out, n)
    if q == ask.LEADER:
        return flight_of(t, m, out, n)
    if q == ask.ADVANCE:
        return advance_to(t, m, out, n)
    if q == ask.BONUS:
        return bonus_at(t, m, out, n)
    if q == ask.MOVE_A_LEADER:
        return move_a_leader(t, m)
    if q == ask.BATTLE_BONUS or q == ask.BRAVERY or q == ask.INSPIRATION or q == ask.AMBUSH or q == ask.AMBUSHER:
        return answer_about_tokens(t, m, out, n)
    return out[0]


# ---------------------------------------------------------------- cards, orders, moves


@dialect
def answer_of_plan(b: list[State], at: int, m: Mind, out: list[int]) -> int:
    """What the plan of the turn says, made where there is none."""
    q = b[at].question
    if q == ask.CARD:
        plan_turn(b, at, m, out)
        if m.card >= 0:
            return ask.CARD_0 + m.card
        legal(b[at], out)
        return out[0]
    s = b[at]
    fits = m.turn == s.turn + 1 and m.stage == s.again
    if q == ask.SECTION:
        if fits and m.card == s.card and is_offered(m.group, out, legal(s, out)):
            return m.group
        return ask.INSTEAD
    if q == ask.ORDER:
        return order_of(b, at, m, out, fits)
    return move_of(b, at, m, out, fits)


@dialect
def is_offered(answer: int, out: list[int], n: int) -> bool:
    """Whether an answer is one of n."""
    for j in range(n):
        if out[j] == answer:
            return True
    return False


@dialect
def order_of(b: list[State], at: int, m: Mind, out: list[int], fits: bool) -> int:
    """The next piece of the plan that can be ordered, or done."""
    if not fits or m.steps == 0:
        plan_anew(b, at, m, out)
    s = b[at]
    n = legal(s, out)
    if m.instead == 1 and is_offered(ask.INSTEAD, out, n):
        return ask.INSTEAD
    for step in range(m.steps):
        hex = hex_of(s, m.plan_piece[step])
        if hex != NOWHERE:
            wanted = answer_for(s, m.plan_piece[step])
            if is_offered(wanted, out, n):
                return wanted
    return ask.DONE


@dialect
def move_of(b: list[State], at: int, m: Mind, out: list[int], fits: bool) -> int:
    """The next piece of the plan that still has to move, with its way; or done."""
    if not fits or m.steps == 0:
        plan_anew(b, at, m, out)
    s = b[at]
    n = legal(s, out)
    for step in range(m.steps):
        piece = m.plan_piece[step]
        start = hex_of(s, piece)
        end = m.plan_end[step]
        if start == NOWHERE or start == end or not is_offered(answer_for(s, piece), out, n):
            continue
        m.plan_end[step] = start
        flood(s, m, piece)
        if comes_to(m, end):
            take_way(s, m, piece, start, end)
            return answer_for(s, piece)
    if n > 0 and out[0] != ask.DONE:
        return any_move(s, m, out, n)
    return ask.DONE


@dialect
def flood(s: State, m: Mind, piece: int) -> None:
    """Where a piece may go."""
    if piece >= UNITS:
        flood_leader(s, m, piece - UNITS)
    else:
        flood_unit(s, m, piece)


@dialect
def take_way(s: State, m: Mind, piece: int, start: int, end: int) -> None:
    """Remember the way of the piece that is about to move."""
    find_way(m, start, end)
    m.way_piece = piece
    m.way_turn = s.turn + 1
    m.way_from = start


@dialect
def any_move(s: State, m: Mind, out: list[int], n: int) -> int:
    """The move that gains most where some piece has to move: a leader's for a token (IA-06)."""
    best = LOWEST
    choice = out[0]
    for j in range(n):
        piece = piece_of(s, out[j])
        gain = best_piece_end(s, m, piece)
        end = m.end[piece]
        if gain > best and end != hex_of(s, piece):
            best = gain
            choice = out[j]
            take_way(s, m, piece, hex_of(s, piece), end)
    return choice


@dialect
def step_on(s: State, m: Mind, out: list[int], n: int) -> int:
    """The next hex of the way, or the end of it."""
    f = s.frames[s.depth]
    piece = f.unit + UNITS if f.mode == A_LEADER else f.unit
    if m.way_piece == piece and m.way_turn == s.turn + 1:
        hex = m.way_from
        for k in range(m.ways):
            if hex == f.hex:
                wanted = ask.OFF if m.way[k] == NOWHERE else ask.HEX_0 + m.way[k]
                if is_offered(wanted, out, n):
                    return wanted
            hex = m.way[k]
    if is_offered(ask.DONE, out, n):
        return ask.DONE
    best = LOWEST
    choice = out[0]
    for j in range(n):
        if out[j] >= ask.HEX_0:
            far = -nearest_unit(s, 1 - s.active, out[j] - ask.HEX_0)
            if far > best:
                best = far
                choice = out[j]
    return choice


@dialect
def unit_to_rally(s: State, out: list[int], n: int) -> int:
    """A block for the unit that is weakest."""
    fewest = 99
    choice = ask.DONE
    for j in range(n):
        if out[j] != ask.DONE and s.units[s.unit_at[out[j] - ask.HEX_0]].blocks < fewest:
            fewest = s.units[s.unit_at[out[j] - ask.HEX_0]].blocks
            choice = out[j]
    return choice


@dialect
def place_for(s: State, m: Mind, out: list[int], n: int) -> int:
    """A leader comes to the strongest unit near the middle of his side, a unit where enemies are near."""
    best = LOWEST
    choice = out[0]
    side = s.frames[s.depth].mode
    for j in range(n):
        if out[j] >= ask.LEADER_0:
            worth = leader_standing(s, m, side, out[j] - ask.LEADER_0)
        else:
            worth = -nearest_unit(s, 1 - side, out[j] - ask.HEX_0)
        if worth > best:
            best = worth
            choice = out[j]
    return choice


# ---------------------------------------------------------------- battle


@dialect
def unit_to_battle(s: State, m: Mind, out: list[int], n: int) -> int:
    """The unit with the best attack, or done where none is worth while."""
    best = 0
    choice = NONE
    for j in range(n):
        if out[j] == ask.DONE:
            choice = max(choice, ask.DONE)
    for j in range(n):
        if out[j] != ask.DONE:
            best_target(s, m, s.unit_at[out[j] - ask.HEX_0])
            if m.promise > best or choice == NONE:
                best = m.promise
                choice = out[j]
    return choice


@dialect
def target_of(s: State, m: Mind, out: list[int], n: int) -> int:
    """The enemy that promises most."""
    u = s.units[s.frames[s.depth].unit]
    best = LOWEST
    choice = out[0]
    for j in range(n):
        worth = attack_worth(s, m, u, out[j] - ask.HEX_0)
        if worth > best:
            best = worth
            choice = out[j]
    return choice


@dialect
def strike_first(s: State, m: Mind, out: list[int], n: int) -> int:
    """Strike first where it promises enough for the card."""
    f = s.frames[s.depth]
    u = s.units[f.foe]
    foe = s.units[f.unit]
    dice = close_dice(s, u, f.unit, foe.hex, proc.STRIKING_FIRST)
    promise = harm(m, dice, TWELFTHS[u.kind][foe.kind][int(inspired(s, u))], foe.blocks, price(s, m, u.side))
    if promise >= m.w.strike:
        return out[n - 1]
    return ask.DONE


@dialect
def evade_or_stand(s: State, m: Mind) -> int:
    """Evade where standing would cost more, the blow back deducted."""
    f = s.frames[s.depth]
    u = s.units[f.foe]
    foe = s.units[f.unit]
    loss = price(s, m, foe.side)
    dice = close_dice(s, foe, f.foe, u.hex, proc.ATTACKING)
    twelfths = TWELFTHS[foe.kind][u.kind][int(inspired(s, foe))]
    stays = 1000 - hits_chance(dice, twelfths, u.blocks)
    back_dice = close_dice(s, u, f.unit, foe.hex, proc.BATTLING_BACK)
    back = harm(m, back_dice, TWELFTHS[u.kind][foe.kind][int(inspired(s, u))], foe.blocks, price(s, m, u.side))
    stood = harm(m, dice, twelfths, u.blocks, loss) - back * stays // 1000 * m.w.back // 1000
    gone = harm(m, dice, SYMBOL_ONLY, u.blocks, loss) + m.w.pushed // 2
    return ask.YES if gone < stood else ask.DONE


@dialect
def bonus_at(s: State, m: Mind, out: list[int], n: int) -> int:
    """The best bonus close combat, or none."""
    u = s.units[s.frames[s.depth].unit]
    freshen(s, u)
    best = 0
    choice = ask.DONE
    for j in range(n):
        if out[j] != ask.DONE:
            worth = close_worth(s, m, u, out[j] - ask.HEX_0)
            if worth > best:
                best = worth
                choice = out[j]
    return choice


@dialect
def advance_to(s: State, m: Mind, out: list[int], n: int) -> int:
    """The hex where the unit stands best, the bonus combat from it included."""
    f = s.frames[s.depth]
    i = f.unit
    u = s.units[i]
    start = u.hex
    note_goals(s, m, u.side)
    note_foes(s, m, u)
    best = LOWEST
    choice = ask.DONE
    for j in range(n):
        end = start if out[j] == ask.DONE else out[j] - ask.HEX_0
        worth = standing(s, m, u, end) + int(out[j] == ask.DONE) * PASSING
        if out[j] != ask.DONE and f.count == 0:
            met = put_unit(s, i, end)
            if may_bonus(s, u):
                worth += best_blow(s, m, i)
            put_back(s, i, start, met)
        if worth > best:
            best = worth
            choice = out[j]
    return choice


@dialect
def best_blow(s: State, m: Mind, i: int) -> int:
    """What the best close combat of a unit promises where it stands."""
    u = s.units[i]
    best = 0
    for hex in NEAR[u.hex]:
        if enemy_unit_at(s, u.side, hex):
            best = max(best, close_worth(s, m, u, hex))
    return best


# ---------------------------------------------------------------- flags, flight, rampage


@dialect
def flags_to_ignore(s: State, m: Mind, out: list[int], n: int) -> int:
    """As many flags as can be, unless a last block does better to run."""
    f = s.frames[s.depth]
    u = s.units[f.foe]
    least = -LOWEST
    choice = out[0]
    for j in range(n):
        hexes = column.RETREAT_HEXES[u.kind] * (f.banners - (out[j] - ask.IGNORE_0))
        cost = 0
        if hexes > 0:
            lost = hexes - room(s, u, u.hex, hexes)
            cost = m.w.block * lost + 10 * hexes
            if lost >= u.blocks:
                cost += price(s, m, 1 - u.side)
            if has(u, kinds.RAMPAGES):
                cost += m.w.block * friends_over_enemies(s, u.side, u.hex)
            elif u.blocks == 1:
                cost -= 2 * m.w.pushed
            else:
                cost += m.w.pushed
        if cost < least:
            least = cost
            choice = out[j]
    return choice


@dialect
def friends_over_enemies(s: State, side: int, hex: int) -> int:
    """How many more friends than enemies stand next to a hex: those that a rampage hurts."""
    count = 0
    for n in NEAR[hex]:
        i = s.unit_at[n]
        if i != NONE:
            count += 1 if s.units[i].side == side else -1
    return count


@dialect
def way_back(s: State, m: Mind, out: list[int], n: int) -> int:
    """The safest next hex."""
    u = s.units[s.frames[s.depth].unit]
    note_goals(s, m, u.side)
    note_foes(s, m, u)
    best = LOWEST
    choice = out[0]
    for j in range(n):
        worth = standing(s, m, u, out[j] - ask.HEX_0)
        if worth > best:
            best = worth
            choice = out[j]
    return choice


@dialect
def flight_of(s: State, m: Mind, out: list[int], n: int) -> int:
    """To a unit without a leader where there is one, else away from the enemy; off the board last."""
    f = s.frames[s.depth]
    side = s.leaders[f.unit].side
    best = LOWEST
    choice = out[0]
    for j in range(n):
        worth = -1500
        if out[j] != ask.OFF:
            hex = f.hex if out[j] == ask.DONE else out[j] - ask.HEX_0
            worth = leader_standing(s, m, side, hex) + int(out[j] == ask.DONE) * PASSING
            if enemy_unit_at(s, side, hex):
                worth -= 2000
        if worth > best:
            best = worth
            choice = out[j]
    return choice


@dialect
def piece_to_trample(s: State, out: list[int], n: int) -> int:
    """Enemies of whoever chooses first."""
    for j in range(n):
        if enemy_unit_at(s, s.who, out[j] - ask.HEX_0):
            return out[j]
    return out[0]


@dialect
def move_a_leader(s: State, m: Mind) -> int:
    """A token for a leader who stands badly."""
    best = 0
    for k in range(first_leader(s.active), first_leader(s.active) + HALF_LEADERS):
        if s.leaders[k].hex != NOWHERE:
            best = max(best, best_leader_end(s, m, k))
    return ask.YES if best >= 3 * m.w.token else ask.DONE
