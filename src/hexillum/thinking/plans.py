"""The plan of a turn: for each card, one piece after another, whatever gains most beside those planned already."""

from __future__ import annotations

from typing import Final

from ..core import ask, column, kinds
from ..core.battlefield import first_leader, first_unit, has, last_unit, near_leader, put_leader
from ..core.cards import DICE_RALLY
from ..core.hexes import FAR, NEAR, NOWHERE
from ..core.rows import MOST_ROWS
from ..core.state import NONE, UNITS, State, copy_board
from ..core.structs import dialect, growing
from ..engine.step import apply, legal
from .blows import best_target, driven_off
from .ground import note_goals
from .mind import PIECES, PLAN_MOST, Mind
from .moves import best_piece_end, put_unit, ready
from .position import threats

NEVER: Final = -(10**6)
HOPED: Final = 10**6  # a piece that has not been looked at under the card in force
UNUSED_MOST: Final = 3  # orders that a card leaves unused are counted up to here

# Boards beside the one that is played on: on the first orders are given, on the last pieces are moved.
ORDERS: Final = 1
CARD_READ: Final = 2
MOVES: Final = 3
BOARDS: Final = 4


def _changes(effect: int) -> bool:
    """Whether pieces do something else under a card than what every card lets them do."""
    more = (
        column.CARD_MORE_DICE[effect]
        + column.CARD_MORE_FIRE[effect]
        + column.CARD_MORE_MOVE[effect]
        + column.CARD_MOST_MOVE[effect]
    )
    other = (
        column.CARD_NO_CLOSE[effect]
        + column.CARD_NO_FIRE[effect]
        + column.CARD_NO_MOVES[effect]
        + column.CARD_PASSES[effect]
    )
    return more + other + column.CARD_QUICK[effect] + column.CARD_FIRES_FIRST[effect] + column.CARD_ACTS_ON[effect] > 0


#: For each effect 1 where the pieces have to be looked at anew under it.
CHANGES: Final = growing(lambda: [int(_changes(effect)) for effect in range(MOST_ROWS)])


@dialect
def piece_of(s: State, answer: int) -> int:
    """The piece that an answer orders or moves."""
    if answer >= ask.LEADER_0:
        return UNITS + s.leader_at[answer - ask.LEADER_0]
    return s.unit_at[answer - ask.HEX_0]


@dialect
def hex_of(s: State, piece: int) -> int:
    """Where a piece stands."""
    if piece >= UNITS:
        return s.leaders[piece - UNITS].hex
    return s.units[piece].hex


@dialect
def answer_for(s: State, piece: int) -> int:
    """The answer that orders or moves a piece."""
    if piece >= UNITS:
        return ask.LEADER_0 + s.leaders[piece - UNITS].hex
    return ask.HEX_0 + s.units[piece].hex


@dialect
def begin_plan(s: State, m: Mind, side: int) -> None:
    """Forget the plan of attacks; note down what the side is after."""
    note_goals(s, m, side)
    for i in range(UNITS):
        m.gone[i] = 0


@dialect
def look_at_all(s: State, m: Mind, side: int) -> None:
    """Work out what an order gains for each piece of a side, the others standing still."""
    begin_plan(s, m, side)
    for piece in range(PIECES):
        m.known[piece] = NEVER
    for i in range(first_unit(side), last_unit(s, side)):
        if s.units[i].hex != NOWHERE:
            m.known[i] = best_piece_end(s, m, i)
    for k in range(first_leader(side), first_leader(side + 1)):
        hex = s.leaders[k].hex
        if hex != NOWHERE and s.unit_at[hex] == NONE:
            m.known[UNITS + k] = best_piece_end(s, m, UNITS + k)


@dialect
def hope(s: State, m: Mind) -> None:
    """Begin with what is known of each piece, or with hope where the card in force changes that."""
    for piece in range(PIECES):
        m.gain[piece] = m.known[piece]
        m.fresh[piece] = 0
        if CHANGES[s.effect] == 1 and m.known[piece] != NEVER:
            m.gain[piece] = HOPED
    m.steps = 0


@dialect
def followers(s: State, m: Mind, hex: int) -> int:
    """What the pieces beside the first of a leadership card's group may add."""
    total = 0
    count = 0
    for n in NEAR[hex]:
        i = s.unit_at[n]
        if i != NONE and s.units[i].side == s.active and m.known[i] > 0:
            total += m.known[i]
            count += 1
    most = column.CARD_LEADERSHIP[s.effect]
    if count > most:
        return total * most // count
    return total


@dialect
def accept(q: State, m: Mind, piece: int) -> None:
    """A piece joins the plan: on the board of moves it goes, and what it attacks may soon be gone."""
    end = m.end[piece]
    m.plan_piece[m.steps] = piece
    m.plan_end[m.steps] = end
    m.steps += 1
    m.gain[piece] = NEVER
    if end == NOWHERE:
        return
    if piece >= UNITS:
        put_leader(q, piece - UNITS, end)
        return
    u = q.units[piece]
    u.ordered = 1
    u.moved = FAR[u.hex][end]
    put_unit(q, piece, end)
    target = best_target(q, m, piece)
    if target != NOWHERE and q.unit_at[target] != NONE:
        k = q.unit_at[target]
        m.gone[k] += (1000 - m.gone[k]) * driven_off(q, u, target) // 1000


@dialect
def look_again(q: State, m: Mind, piece: int) -> bool:
    """Look at a piece once more if others have moved since; returns whether that was necessary."""
    if m.fresh[piece] == m.steps + 1:
        return False
    m.gain[piece] = best_piece_end(q, m, piece)
    m.fresh[piece] = m.steps + 1
    return True


@dialect
def plan_orders(b: list[State], at: int, m: Mind, out: list[int]) -> int:
    """Plan the orders that the board of orders asks for, and the moves; returns what they gain together."""
    copy_board(b, at + MOVES, at + ORDERS)
    o = b[at + ORDERS]
    q = b[at + MOVES]
    ready(q)
    begin_plan(q, m, o.active)
    hope(o, m)
    total = 0
    instead = 0
    while o.question == ask.ORDER and m.steps < PLAN_MOST:
        n = legal(o, out)
        best = 0
        choice = ask.DONE
        leads = column.CARD_LEADERSHIP[o.effect] > 0 and o.given == 0
        for j in range(n):
            if out[j] == ask.INSTEAD:
                instead = 1
            elif out[j] >= ask.HEX_0:
                piece = piece_of(o, out[j])
                gain = m.gain[piece]
                if leads and gain != NEVER:
                    gain = max(gain, 0) + 1 + followers(q, m, hex_of(o, piece))
                if gain > best:
                    best = gain
                    choice = out[j]
        if choice == ask.DONE:
            break
        piece = piece_of(o, choice)
        if look_again(q, m, piece):
            continue
        total += m.gain[piece]
        apply(o, choice)
        accept(q, m, piece)
    m.instead = 0
    unused = min(UNUSED_MOST, max(0, o.slack[7]))
    if instead == 1:
        total = max(total, one_instead(b, at, m, total))
    return worth_of_plan(b[at + MOVES], m, o.active, total) - unused * m.w.unused


@dialect
def worth_of_plan(q: State, m: Mind, side: int, total: int) -> int:
    """What a plan is worth whose orders gain so much: its further moves, and who threatens whom at its end."""
    worth = total + plan_moves(q, m, side)
    if m.w.mine > 0:
        worth += threats(q, m, side) * m.w.mine // 1000
    if m.w.theirs > 0:
        worth -= threats(q, m, 1 - side) * m.w.theirs // 1000
    return worth


@dialect
def best_known(m: Mind) -> int:
    """The piece that gains most by itself, or NONE."""
    best = 0
    piece = NONE
    for i in range(UNITS):
        if m.known[i] > best:
            best = m.known[i]
            piece = i
    return piece


@dialect
def one_instead(b: list[State], at: int, m: Mind, total: int) -> int:
    """Plan one unit of choice instead of a group that gains less; returns what it gains."""
    piece = best_known(m)
    if piece == NONE or m.known[piece] <= total:
        return 0
    copy_board(b, at + MOVES, at)
    q = b[at + MOVES]
    ready(q)
    begin_plan(q, m, q.active)
    m.steps = 0
    gain = best_piece_end(q, m, piece)
    accept(q, m, piece)
    m.instead = 1
    return gain


@dialect
def plan_moves(q: State, m: Mind, side: int) -> int:
    """Plan the moves of the pieces that are ordered already on the board of moves; returns what they gain."""
    total = 0
    while m.steps < PLAN_MOST:
        best = 0
        choice = NONE
        for piece in range(PIECES):
            if m.gain[piece] > best and hex_of(q, piece) != NOWHERE and is_free(q, piece, side):
                best = m.gain[piece]
                choice = piece
        if choice == NONE:
            break
        if look_again(q, m, choice):
            continue
        total += m.gain[choice]
        accept(q, m, choice)
    return total


@dialect
def is_free(s: State, piece: int, side: int) -> bool:
    """Whether a piece of a side is ordered and may still move."""
    if piece >= UNITS:
        leader = s.leaders[piece - UNITS]
        return leader.side == side and leader.ordered == 1 and leader.halted == 0
    u = s.units[piece]
    return u.side == side and u.ordered == 1 and u.halted == 0


@dialect
def consider(m: Mind, value: int, card: int, group: int) -> None:
    """Keep the present plan if it is the best so far."""
    if value <= m.best:
        return
    m.best = value
    m.card = card
    m.group = group
    m.best_instead = m.instead
    m.best_steps = m.steps
    for n in range(m.steps):
        m.best_piece[n] = m.plan_piece[n]
        m.best_end[n] = m.plan_end[n]


@dialect
def worth_of_dice(o: State, m: Mind) -> int:
    """What the dice of a card promise: orders, or blocks as far as units near a leader have lost some."""
    if column.CARD_DICE[o.effect] != DICE_RALLY:
        return o.dice * m.w.dice
    lost = 0
    for i in range(first_unit(o.active), last_unit(o, o.active)):
        u = o.units[i]
        if u.hex != NOWHERE and near_leader(o, u) and not has(u, kinds.NO_RALLY):
            lost += u.full - u.blocks
    return min(lost, o.dice // 2) * m.w.block


@dialect
def plan_card(b: list[State], at: int, m: Mind, out: list[int], card: int) -> None:
    """Plan what a card lets a side do, the card being read on the board of orders."""
    o = b[at + ORDERS]
    extra = 0
    if column.CARD_SCOUTS[o.effect] == 1 or column.CARD_INSPIRES[o.effect] == 1:
        extra += m.w.token
    if column.CARD_REACTS[card] == 1:
        extra -= m.w.reaction
    if o.question == ask.SECTION:
        copy_board(b, at + CARD_READ, at + ORDERS)
        n = legal(o, out)
        for j in range(n):
            copy_board(b, at + ORDERS, at + CARD_READ)
            legal(b[at + CARD_READ], out)
            group = out[j]
            apply(b[at + ORDERS], group)
            consider(m, plan_orders(b, at, m, out) + extra, card, group)
    elif o.question == ask.ROLL:
        m.steps = 0
        m.instead = 0
        consider(m, worth_of_dice(o, m) + extra, card, ask.DONE)
    else:
        shots = column.CARD_SHOTS[o.effect] if column.CARD_ALL[o.effect] == 1 else 1
        consider(m, plan_orders(b, at, m, out) * shots + extra, card, ask.DONE)


@dialect
def plan_turn(b: list[State], at: int, m: Mind, out: list[int]) -> None:
    """Plan the turn that begins on a board with the question for a card; with any where the only one is gone."""
    side = b[at].active
    first = side * ask.MOST_CARDS
    only = m.only if m.only > 0 and b[at].hand[first + m.only - 1] > 0 else 0
    copy_board(b, at + MOVES, at)
    ready(b[at + MOVES])
    m.best = NEVER
    look_at_all(b[at + MOVES], m, side)
    for card in range(column.CARDS_FROM[b[at].edition], column.CARDS_END[b[at].edition]):
        if b[at].hand[first + card] > 0 and (only == 0 or only == card + 1):
            copy_board(b, at + ORDERS, at)
            apply(b[at + ORDERS], ask.CARD_0 + card)
            plan_card(b, at, m, out, card)
    keep_best(b[at], m)


@dialect
def keep_best(s: State, m: Mind) -> None:
    """The best plan becomes the one that is followed."""
    m.instead = m.best_instead
    m.steps = m.best_steps
    for n in range(m.steps):
        m.plan_piece[n] = m.best_piece[n]
        m.plan_end[n] = m.best_end[n]
    m.turn = s.turn + 1
    m.stage = s.again


@dialect
def plan_anew(b: list[State], at: int, m: Mind, out: list[int]) -> None:
    """Plan what is left of a turn from a question for orders or for moves."""
    s = b[at]
    copy_board(b, at + MOVES, at)
    ready(b[at + MOVES])
    if s.question == ask.MOVE:
        begin_plan(b[at + MOVES], m, s.active)
        for piece in range(PIECES):
            m.gain[piece] = HOPED
            m.fresh[piece] = 0
        m.steps = 0
        m.instead = 0
        plan_moves(b[at + MOVES], m, s.active)
    else:
        look_at_all(b[at + MOVES], m, s.active)
        copy_board(b, at + ORDERS, at)
        plan_orders(b, at, m, out)
    m.turn = s.turn + 1
    m.stage = s.again
