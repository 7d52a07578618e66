"""The turn: card, orders, movement, battles, draw (chapter TURN)."""

from __future__ import annotations

from typing import Final

from ..decisions import (
    BATTLE,
    CARD,
    CARD_0,
    DONE,
    HEX_0,
    INSTEAD,
    KEEP,
    MOVE,
    ORDER,
    PIECE_0,
    RALLY,
    SECTION,
    SECTION_0,
    TARGET,
    TOKEN_0,
)
from ..edition import (
    CARD_COUNTERS,
    CARD_DICE,
    CARD_FIRES_FIRST,
    CARD_LEADERSHIP,
    CARD_MOVES_AGAIN,
    CARD_RULE,
    CARD_SHOTS,
    DICE_RALLY,
    HELMET,
    PLAIN,
)
from ..edition import MOVE as MOVE_HEXES
from ..events import COUNTS, DICE, MISSES, NOTHING_TO_COPY
from ..events import TURN as TURN_BEGINS
from ..hexes import NEAR, NOWHERE
from ..records import dialect
from ..state import ENTERED, NONE, Frame, State, Unit
from .battlefield import (
    acted_on,
    apart,
    beside_enemy_unit,
    beside_lone_enemy_leader,
    enemy_unit_at,
    first_leader,
    first_unit,
    last_unit,
    lone_enemy_leader_at,
)
from .cards import (
    keep,
    leader_in,
    one_of_choice,
    put_in_hand,
    rally,
    read_card,
    refill,
    reshuffle,
    take_card,
    take_dice,
)
from .close import close_targets, may_close, start_close
from .dice import told
from .frames import ask, cite, draw, faces, finish, note, roll
from .hand_size import grow, start_settlement
from .ids import (
    CARD_08,
    CARD_11,
    CARD_23,
    FU_09,
    GEN_03,
    GEN_06,
    IA_06,
    MOV_01,
    ORD_02,
    TURN_01,
    TURN_02,
    TURN_03,
    TURN_05,
    TURN_06,
)
from .inspired import (
    ask_inspiration,
    ask_move_a_leader,
    gain_at_end,
    inspire,
    may_inspire,
    may_move_a_leader,
)
from .movement import LEADER_AGAIN, NOT_AGAIN, UNITS_AGAIN, charger, start_march
from .objectives import hold_ground, plunder
from .orders import order_piece
from .ranged import fire_targets, may_fire, sees_target, start_fire
from .reserves import may_ambush, start_ambush
from .tokens import card_gives_tokens, spend

BEGINNING: Final = 0
CARD_ANSWERED: Final = 1
ORDERING: Final = 2
ORDER_ANSWERED: Final = 3
MOVING: Final = 4
MOVE_ANSWERED: Final = 5
BATTLING: Final = 6
BATTLE_ANSWERED: Final = 7
TARGET_ANSWERED: Final = 8
DRAWING: Final = 9
DRAWN: Final = 10
ENDING: Final = 11
SECTION_ANSWERED: Final = 12
DICE_ROLLED: Final = 13
RALLY_ANSWERED: Final = 14
INSPIRATION_ANSWERED: Final = 15
CLOSING: Final = 16
LEADER_ANSWERED: Final = 17
KEEP_ANSWERED: Final = 18


@dialect
def clear_marks(s: State) -> None:
    """Forget what the active side's pieces did in the turn that is over."""
    for i in range(first_unit(s.active), last_unit(s, s.active)):
        u = s.units[i]
        if u.ordered == 1:
            u.moved = 0
            u.ordered = 0
            u.fought = 0
        u.halted = 0
        u.aim = 0
        if u.waits == ENTERED:
            u.waits = 0
    for k in range(first_leader(s.active), first_leader(s.active + 1)):
        leader = s.leaders[k]
        leader.halted = 0
        leader.ordered = 0
    s.card = NONE
    s.struck = NONE
    s.effect = PLAIN
    s.section = 0
    s.given = 0
    s.again = NOT_AGAIN
    s.room = 0
    s.scouts = 0
    s.inspires = 0
    s.firing = 0
    s.spent[0] = 0
    s.spent[1] = 0
    for n in range(4):
        s.quota[n] = 0
    for sections in range(8):
        s.slack[sections] = 0


@dialect
def targets(s: State, i: int, out: list[int]) -> int:
    """Everything a unit may battle now: next to an enemy unit close combat only (RC-10), else fire too (GAP-15)."""
    n = close_targets(s, i, out)
    if beside_enemy_unit(s, s.units[i].side, s.units[i].hex):
        return n
    return fire_targets(s, i, out, n)


@dialect
def has_target(s: State, i: int) -> bool:
    """Whether a unit may battle anybody now."""
    u = s.units[i]
    if beside_enemy_unit(s, u.side, u.hex) or beside_lone_enemy_leader(s, u.side, u.hex):
        for hex in NEAR[u.hex]:
            if (enemy_unit_at(s, u.side, hex) or lone_enemy_leader_at(s, u.side, hex)) and may_close(s, u, hex):
                return True
        if beside_enemy_unit(s, u.side, u.hex):
            return False
    return may_fire(s, u) and sees_target(s, u)


@dialect
def must_battle(u: Unit) -> bool:
    """Whether a unit has charged farther than its ordinary move (FU-09)."""
    return charger(u) and u.moved > MOVE_HEXES[u.kind]


@dialect
def shots(s: State, u: Unit) -> int:
    """How often a unit may battle in this turn: once, or as often as its card lets it fire (CARD-12)."""
    if CARD_SHOTS[s.effect] > 1 and acted_on(s, u):
        return CARD_SHOTS[s.effect]
    return 1


@dialect
def legal_battles(s: State, side: int, out: list[int]) -> int:
    """Ordered units that have not battled and can; done, unless warriors owe the close combat they charged for."""
    n = 0
    owed = False
    for i in range(first_unit(side), last_unit(s, side)):
        u = s.units[i]
        if u.ordered == 1 and u.fought < shots(s, u) and u.hex != NOWHERE and has_target(s, i):
            out[n] = HEX_0 + u.hex
            n += 1
            owed = owed or must_battle(u)
    if not owed:
        out[n] = DONE
        n += 1
    return n


@dialect
def turn(s: State, f: Frame) -> None:
    """One turn of the side s.active after another; the bottom of the stack."""
    if f.step == ORDER_ANSWERED:
        if s.answer == DONE:
            end_orders(s, f)
        elif s.answer >= PIECE_0 and s.answer < HEX_0:
            f.step = MOVING
            start_ambush(s, s.active, s.answer)
        else:
            order_piece(s, s.active, s.answer)
            ask(s, s.active, ORDER, NOWHERE, ORD_02)
    elif f.step == MOVE_ANSWERED:
        if s.answer == DONE:
            f.step = BATTLING if s.again == NOT_AGAIN else CLOSING
        else:
            f.step = MOVING if s.again != LEADER_AGAIN else DRAWING
            start_march(s, s.answer)
    elif f.step in (MOVING, BATTLING, CLOSING, DRAWING) and start_settlement(s):
        return
    elif f.step == MOVING:
        ask_move(s, f)
    elif f.step >= BATTLING and f.step <= TARGET_ANSWERED:
        battles(s, f)
    elif f.step >= DRAWING and f.step <= ENDING:
        end_of_turn(s, f)
    elif f.step == ORDERING:
        begin_orders(s, f)
    elif f.step == INSPIRATION_ANSWERED:
        begin_action(s, f)
    elif f.step == CLOSING or f.step == LEADER_ANSWERED:
        close_turn(s, f)
    elif f.step == KEEP_ANSWERED:
        end_of_turn(s, f)
    elif f.step >= SECTION_ANSWERED:
        special_orders(s, f)
    else:
        play_card(s, f)


@dialect
def play_card(s: State, f: Frame) -> None:
    """The first step of a turn (TURN-02)."""
    if f.step == BEGINNING:
        cite(s, TURN_01)
        note(s, TURN_BEGINS, s.active, s.turn, 0)
        plunder(s, s.active)
        hold_ground(s, s.active)
        f.step = CARD_ANSWERED
        ask(s, s.active, CARD, NOWHERE, TURN_02)
    elif s.answer == DONE:
        f.step = ENDING
        s.last_card[s.active] = NONE  # a turn without a card leaves none to repeat (CARD-11)
    else:
        card = s.answer - CARD_0
        read_card(s, s.active, card)
        take_card(s, s.active, card)
        if CARD_COUNTERS[card] == 1 and s.effect == PLAIN and s.room == 0:
            cite(s, CARD_11)
            note(s, NOTHING_TO_COPY, s.active, card, 0)
        card_gives_tokens(s)
        begin_orders(s, f)


@dialect
def begin_orders(s: State, f: Frame) -> None:
    """Ask what the card in force asks first: a section, dice, or orders."""
    anywhere = CARD_LEADERSHIP[s.effect] > 0 and s.section == 0
    if anywhere and (leader_in(s, s.active, 7) or may_ambush(s, s.active)):
        f.step = SECTION_ANSWERED
        ask(s, s.active, SECTION, NOWHERE, CARD_08)
    elif CARD_DICE[s.effect] == DICE_RALLY and not leader_in(s, s.active, 7):
        one_of_choice(s)
        ask_order(s, f)
    elif CARD_DICE[s.effect] > 0:
        f.step = DICE_ROLLED
        roll(s, s.command[s.active], NOWHERE, CARD_RULE[s.effect])
    else:
        ask_order(s, f)


@dialect
def special_orders(s: State, f: Frame) -> None:
    """The section of a leadership card, the dice of I Am Spartacus and Rally, the blocks that Rally brings back."""
    if f.step == SECTION_ANSWERED:
        if s.answer == INSTEAD:
            one_of_choice(s)
        else:
            s.section = 1 << (s.answer - SECTION_0)
            s.last_section[s.active] = s.section
        ask_order(s, f)
    elif f.step == DICE_ROLLED:
        take_dice(s)
        cite(s, CARD_RULE[s.effect])
        note(s, DICE, s.dice, NOWHERE, NOWHERE)
        for face in range(6):
            told(s, face, faces(s, face), COUNTS if face <= HELMET else MISSES, CARD_RULE[s.effect])
        if CARD_DICE[s.effect] == DICE_RALLY:
            ask_rally(s, f)
        else:
            ask_order(s, f)
    elif s.answer == DONE:
        ask_move(s, f)
    else:
        rally(s, s.answer)
        ask_rally(s, f)


@dialect
def end_orders(s: State, f: Frame) -> None:
    """The orders are given: leaders may inspire for a token, then the moves, or the fire before them, begin (IA-03)."""
    if may_inspire(s):
        f.step = INSPIRATION_ANSWERED
        ask_inspiration(s)
    elif s.firing == 1:
        f.step = BATTLING
    else:
        ask_move(s, f)


@dialect
def begin_action(s: State, f: Frame) -> None:
    """The ordered units begin what their leader inspires, if a token was spent (IA-04)."""
    if s.answer != DONE:
        inspire(s, s.answer - TOKEN_0)
    if CARD_DICE[s.effect] > 0:
        f.step = DICE_ROLLED
        roll(s, s.command[s.active], NOWHERE, CARD_RULE[s.effect])
    elif CARD_FIRES_FIRST[s.effect] == 1:
        s.firing = 1
        f.step = BATTLING
    else:
        ask_move(s, f)


@dialect
def end_fire(s: State, f: Frame) -> None:
    """The fire of a Fire and Close is over: its units may now close with what they fired at (CARD-24)."""
    s.firing = 0
    for i in range(first_unit(s.active), last_unit(s, s.active)):
        u = s.units[i]
        if u.ordered == 1 and u.aim > 0:
            u.fought = 0
    ask_move(s, f)


@dialect
def close_turn(s: State, f: Frame) -> None:
    """The battles are over: a leader may move for a token, then cards and leaders bring theirs (IA-06, IA-11)."""
    if f.step == CLOSING:
        f.step = LEADER_ANSWERED
        s.answer = DONE
        if may_move_a_leader(s):
            ask_move_a_leader(s)
    elif s.answer == DONE:
        f.count = 0
        f.step = DRAWING
        gain_at_end(s)
    else:
        spend(s, s.active, IA_06)
        s.again = LEADER_AGAIN
        gain_at_end(s)
        f.count = 0
        f.step = MOVE_ANSWERED
        ask(s, s.active, MOVE, NOWHERE, IA_06)


@dialect
def ask_rally(s: State, f: Frame) -> None:
    f.step = RALLY_ANSWERED
    ask(s, s.active, RALLY, NOWHERE, CARD_RULE[s.effect])


@dialect
def ask_order(s: State, f: Frame) -> None:
    f.step = ORDER_ANSWERED
    ask(s, s.active, ORDER, NOWHERE, ORD_02)


@dialect
def ask_move(s: State, f: Frame) -> None:
    f.step = MOVE_ANSWERED
    ask(s, s.active, MOVE, NOWHERE, MOV_01)


@dialect
def move_again(s: State, f: Frame) -> None:
    """After the fire of Move-Fire-Move its units may move once more (CARD-18)."""
    s.again = UNITS_AGAIN
    for i in range(first_unit(s.active), last_unit(s, s.active)):
        s.units[i].halted = int(not acted_on(s, s.units[i]))
    ask_move(s, f)


@dialect
def battles(s: State, f: Frame) -> None:
    """The battle phase: one ordered unit after another, each to its end (GEN-03, GEN-04)."""
    if f.step == BATTLING:
        f.step = BATTLE_ANSWERED
        ask(s, s.active, BATTLE, NOWHERE, GEN_06)
    elif f.step == BATTLE_ANSWERED:
        if s.answer == DONE:
            f.step = CLOSING
            if s.firing == 1:
                end_fire(s, f)
            elif CARD_MOVES_AGAIN[s.effect] == 1:
                move_again(s, f)
            return
        f.unit = s.unit_at[s.answer - HEX_0]
        f.step = TARGET_ANSWERED
        ask(s, s.active, TARGET, s.answer - HEX_0, GEN_03)
    else:
        u = s.units[f.unit]
        hex = s.answer - HEX_0
        u.fought += 1
        f.step = BATTLING
        if must_battle(u):
            cite(s, FU_09)
        if apart(u.hex, hex) == 1:
            start_close(s, f.unit, hex, 0)
        else:
            start_fire(s, f.unit, hex)


@dialect
def end_of_turn(s: State, f: Frame) -> None:
    """Draw back to hand size, the First Strike player first (TURN-03, TURN-06); then it is the other side's turn."""
    if f.step == DRAWING:
        grow(s, s.active)
        if s.reshuffle == 1:
            reshuffle(s)
        side = s.active
        if s.struck != NONE and f.count == 0:
            side = s.struck
        f.mode = side
        wanted = s.command[side]
        if side == s.active and s.scouts > 0:
            wanted += 1
        if s.held[side] < wanted and refill(s):
            f.step = DRAWN
            draw(s, CARD_23 if s.scouts > 0 and side == s.active else TURN_03)
        elif f.count == 0 and s.struck != NONE:
            f.count = 1
        else:
            f.step = ENDING
    elif f.step == DRAWN:
        if f.mode == s.struck:
            cite(s, TURN_06)
        put_in_hand(s, f.mode, s.answer - CARD_0, CARD_23 if s.scouts > 0 and f.mode == s.active else TURN_03)
        f.step = DRAWING
        if s.scouts > 0 and f.mode == s.active:
            scout(s, f, s.answer - CARD_0)
    elif f.step == KEEP_ANSWERED:
        kept = s.answer - CARD_0
        keep(s, s.active, kept, f.two if kept == f.one else f.one)
        f.step = DRAWING
    else:
        clear_marks(s)
        s.active = 1 - s.active
        s.turn += 1
        f.unit = NONE
        f.mode = 0
        f.count = 0
        f.step = BEGINNING


@dialect
def scout(s: State, f: Frame, card: int) -> None:
    """The first two cards that a Scout draws are looked at, and one of them is kept (CARD-23)."""
    if s.scouts == 1:
        s.scouts = 2
        f.one = card
    else:
        s.scouts = 0
        f.two = card
        f.step = KEEP_ANSWERED
        ask(s, s.active, KEEP, NOWHERE, CARD_23)


@dialect
def legal_keeps(f: Frame, out: list[int]) -> int:
    """The two cards of a Scout, lower number first."""
    out[0] = CARD_0 + min(f.one, f.two)
    if f.one == f.two:
        return 1
    out[1] = CARD_0 + max(f.one, f.two)
    return 2


@dialect
def deal(s: State, f: Frame) -> None:
    """Before the first turn both sides draw their hands, the top side first (TURN-05)."""
    if f.step == 0:
        side = 0 if s.held[0] < s.command[0] else 1
        if s.held[side] < s.command[side] and refill(s):
            f.mode = side
            f.step = 1
            draw(s, TURN_05)
        else:
            finish(s)
    else:
        put_in_hand(s, f.mode, s.answer - CARD_0, TURN_05)
        f.step = 0
