"""The turn: card, orders, movement, battles, draw (chapter TURN)."""

from __future__ import annotations

from ..core import ask, column, event, rule, steps
from ..core.battlefield import (
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
from ..core.cards import DICE_RALLY, PLAIN
from ..core.dice import HELMET
from ..core.frames import cite, draw, faces, finish, note, pose, roll
from ..core.hexes import NEAR, NOWHERE
from ..core.state import ENTERED, NONE, Frame, State, Unit
from ..core.structs import dialect
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
from .hand_size import grow, start_settlement
from .inspired import ask_inspiration, ask_move_a_leader, gain_at_end, inspire, may_inspire, may_move_a_leader
from .movement import LEADER_AGAIN, NOT_AGAIN, UNITS_AGAIN, charger, start_march
from .objectives import hold_ground, plunder
from .orders import order_piece
from .ranged import fire_targets, may_fire, sees_target, start_fire
from .reserves import may_ambush, start_ambush
from .tokens import card_gives_tokens, spend


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
    return charger(u) and u.moved > column.MOVE_HEXES[u.kind]


@dialect
def shots(s: State, u: Unit) -> int:
    """How often a unit may battle in this turn: once, or as often as its card lets it fire (CARD-12)."""
    if column.CARD_SHOTS[s.effect] > 1 and acted_on(s, u):
        return column.CARD_SHOTS[s.effect]
    return 1


@dialect
def legal_battles(s: State, side: int, out: list[int]) -> int:
    """Ordered units that have not battled and can; done, unless warriors owe the close combat they charged for."""
    n = 0
    owed = False
    units = s.units
    for i in range(first_unit(side), last_unit(s, side)):
        u = units[i]
        if u.ordered == 1 and u.fought < shots(s, u) and u.hex != NOWHERE and has_target(s, i):
            out[n] = ask.HEX_0 + u.hex
            n += 1
            owed = owed or must_battle(u)
    if not owed:
        out[n] = ask.DONE
        n += 1
    return n


@dialect
def is_between(at: int) -> bool:
    """Whether a step of the turn lies between two moves or combats, where cards that are due change hands."""
    if at == steps.TURN_MOVING or at == steps.TURN_BATTLING:
        return True
    return at == steps.TURN_CLOSING or at == steps.TURN_DRAWING


@dialect
def turn(s: State, f: Frame) -> None:
    """One turn of the side s.active after another; the bottom of the stack."""
    at = f.step
    if at == steps.TURN_ORDER_ANSWERED:
        if s.answer == ask.DONE:
            end_orders(s, f)
        elif s.answer >= ask.PIECE_0 and s.answer < ask.HEX_0:
            f.step = steps.TURN_MOVING
            start_ambush(s, s.active, s.answer)
        else:
            order_piece(s, s.active, s.answer)
            pose(s, s.active, ask.ORDER, NOWHERE, rule.ORD_02)
    elif at == steps.TURN_MOVE_ANSWERED:
        if s.answer == ask.DONE:
            f.step = steps.TURN_BATTLING if s.again == NOT_AGAIN else steps.TURN_CLOSING
        else:
            f.step = steps.TURN_MOVING if s.again != LEADER_AGAIN else steps.TURN_DRAWING
            start_march(s, s.answer)
    elif is_between(at) and start_settlement(s):
        return
    elif at == steps.TURN_MOVING:
        ask_move(s, f)
    elif at >= steps.TURN_BATTLING and at <= steps.TURN_TARGET_ANSWERED:
        battles(s, f)
    elif at >= steps.TURN_DRAWING and at <= steps.TURN_ENDING:
        end_of_turn(s, f)
    elif at == steps.TURN_ORDERING:
        begin_orders(s, f)
    elif at == steps.TURN_INSPIRATION_ANSWERED:
        begin_action(s, f)
    elif at == steps.TURN_CLOSING or at == steps.TURN_LEADER_ANSWERED:
        close_turn(s, f)
    elif at == steps.TURN_KEEP_ANSWERED:
        end_of_turn(s, f)
    elif at >= steps.TURN_SECTION_ANSWERED:
        special_orders(s, f)
    else:
        play_card(s, f)


@dialect
def play_card(s: State, f: Frame) -> None:
    """The first step of a turn (TURN-02)."""
    if f.step == steps.TURN_BEGINNING:
        cite(s, rule.TURN_01)
        note(s, event.TURN, s.active, s.turn, 0)
        plunder(s, s.active)
        hold_ground(s, s.active)
        f.step = steps.TURN_CARD_ANSWERED
        pose(s, s.active, ask.CARD, NOWHERE, rule.TURN_02)
    elif s.answer == ask.DONE:
        f.step = steps.TURN_ENDING
        s.last_card[s.active] = NONE  # a turn without a card leaves none to repeat (CARD-11)
    else:
        card = s.answer - ask.CARD_0
        read_card(s, s.active, card)
        take_card(s, s.active, card)
        if column.CARD_COUNTERS[card] == 1 and s.effect == PLAIN and s.room == 0:
            cite(s, rule.CARD_11)
            note(s, event.NOTHING_TO_COPY, s.active, card, 0)
        card_gives_tokens(s)
        begin_orders(s, f)


@dialect
def begin_orders(s: State, f: Frame) -> None:
    """Ask what the card in force asks first: a section, dice, or orders."""
    anywhere = column.CARD_LEADERSHIP[s.effect] > 0 and s.section == 0
    if anywhere and (leader_in(s, s.active, 7) or may_ambush(s, s.active)):
        f.step = steps.TURN_SECTION_ANSWERED
        pose(s, s.active, ask.SECTION, NOWHERE, rule.CARD_08)
    elif column.CARD_DICE[s.effect] == DICE_RALLY and not leader_in(s, s.active, 7):
        one_of_choice(s)
        ask_order(s, f)
    elif column.CARD_DICE[s.effect] > 0:
        f.step = steps.TURN_DICE_ROLLED
        roll(s, max(s.command[s.active], 1), NOWHERE, column.CARD_RULE[s.effect])
    else:
        ask_order(s, f)


@dialect
def special_orders(s: State, f: Frame) -> None:
    """The section of a leadership card, the dice of I Am Spartacus and Rally, the blocks that Rally brings back."""
    if f.step == steps.TURN_SECTION_ANSWERED:
        if s.answer == ask.INSTEAD:
            one_of_choice(s)
        else:
            s.section = 1 << (s.answer - ask.SECTION_0)
            s.last_section[s.active] = s.section
        ask_order(s, f)
    elif f.step == steps.TURN_DICE_ROLLED:
        take_dice(s)
        cite(s, column.CARD_RULE[s.effect])
        note(s, event.DICE, s.dice, NOWHERE, NOWHERE)
        for face in range(6):
            told(s, face, faces(s, face), event.COUNTS if face <= HELMET else event.MISSES, column.CARD_RULE[s.effect])
        if column.CARD_DICE[s.effect] == DICE_RALLY:
            ask_rally(s, f)
        else:
            ask_order(s, f)
    elif s.answer == ask.DONE:
        ask_move(s, f)
    else:
        rally(s, s.answer)
        ask_rally(s, f)


@dialect
def end_orders(s: State, f: Frame) -> None:
    """The orders are given: leaders may inspire for a token, then the moves, or the fire before them, begin (IA-03)."""
    if may_inspire(s):
        f.step = steps.TURN_INSPIRATION_ANSWERED
        ask_inspiration(s)
    elif s.firing == 1:
        f.step = steps.TURN_BATTLING
    else:
        ask_move(s, f)


@dialect
def begin_action(s: State, f: Frame) -> None:
    """The ordered units begin what their leader inspires, if a token was spent (IA-04)."""
    if s.answer != ask.DONE:
        inspire(s, s.answer - ask.TOKEN_0)
    if column.CARD_DICE[s.effect] > 0:
        f.step = steps.TURN_DICE_ROLLED
        roll(s, max(s.command[s.active], 1), NOWHERE, column.CARD_RULE[s.effect])
    elif column.CARD_FIRES_FIRST[s.effect] == 1:
        s.firing = 1
        f.step = steps.TURN_BATTLING
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
    if f.step == steps.TURN_CLOSING:
        f.step = steps.TURN_LEADER_ANSWERED
        s.answer = ask.DONE
        if may_move_a_leader(s):
            ask_move_a_leader(s)
    elif s.answer == ask.DONE:
        f.count = 0
        f.step = steps.TURN_DRAWING
        gain_at_end(s)
    else:
        spend(s, s.active, rule.IA_06)
        s.again = LEADER_AGAIN
        gain_at_end(s)
        f.count = 0
        f.step = steps.TURN_MOVE_ANSWERED
        pose(s, s.active, ask.MOVE, NOWHERE, rule.IA_06)


@dialect
def ask_rally(s: State, f: Frame) -> None:
    f.step = steps.TURN_RALLY_ANSWERED
    pose(s, s.active, ask.RALLY, NOWHERE, column.CARD_RULE[s.effect])


@dialect
def ask_order(s: State, f: Frame) -> None:
    f.step = steps.TURN_ORDER_ANSWERED
    pose(s, s.active, ask.ORDER, NOWHERE, rule.ORD_02)


@dialect
def ask_move(s: State, f: Frame) -> None:
    f.step = steps.TURN_MOVE_ANSWERED
    pose(s, s.active, ask.MOVE, NOWHERE, rule.MOV_01)


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
    if f.step == steps.TURN_BATTLING:
        f.step = steps.TURN_BATTLE_ANSWERED
        pose(s, s.active, ask.BATTLE, NOWHERE, rule.GEN_06)
    elif f.step == steps.TURN_BATTLE_ANSWERED:
        if s.answer == ask.DONE:
            f.step = steps.TURN_CLOSING
            if s.firing == 1:
                end_fire(s, f)
            elif column.CARD_MOVES_AGAIN[s.effect] == 1:
                move_again(s, f)
            return
        f.unit = s.unit_at[s.answer - ask.HEX_0]
        f.step = steps.TURN_TARGET_ANSWERED
        pose(s, s.active, ask.TARGET, s.answer - ask.HEX_0, rule.GEN_03)
    else:
        u = s.units[f.unit]
        hex = s.answer - ask.HEX_0
        u.fought += 1
        f.step = steps.TURN_BATTLING
        if must_battle(u):
            cite(s, rule.FU_09)
        if apart(u.hex, hex) == 1:
            start_close(s, f.unit, hex, 0)
        else:
            start_fire(s, f.unit, hex)


@dialect
def end_of_turn(s: State, f: Frame) -> None:
    """Draw back to hand size, the First Strike player first (TURN-03, TURN-06); then it is the other side's turn."""
    if f.step == steps.TURN_DRAWING:
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
            f.step = steps.TURN_DRAWN
            draw(s, rule.CARD_23 if s.scouts > 0 and side == s.active else rule.TURN_03)
        elif f.count == 0 and s.struck != NONE:
            f.count = 1
        else:
            f.step = steps.TURN_ENDING
    elif f.step == steps.TURN_DRAWN:
        if f.mode == s.struck:
            cite(s, rule.TURN_06)
        put_in_hand(
            s, f.mode, s.answer - ask.CARD_0, rule.CARD_23 if s.scouts > 0 and f.mode == s.active else rule.TURN_03
        )
        f.step = steps.TURN_DRAWING
        if s.scouts > 0 and f.mode == s.active:
            scout(s, f, s.answer - ask.CARD_0)
    elif f.step == steps.TURN_KEEP_ANSWERED:
        kept = s.answer - ask.CARD_0
        keep(s, s.active, kept, f.two if kept == f.one else f.one)
        f.step = steps.TURN_DRAWING
    else:
        clear_marks(s)
        s.active = 1 - s.active
        s.turn += 1
        f.unit = NONE
        f.mode = 0
        f.count = 0
        f.step = steps.TURN_BEGINNING


@dialect
def scout(s: State, f: Frame, card: int) -> None:
    """The first two cards that a Scout draws are looked at, and one of them is kept (CARD-23)."""
    if s.scouts == 1:
        s.scouts = 2
        f.one = card
    else:
        s.scouts = 0
        f.two = card
        f.step = steps.TURN_KEEP_ANSWERED
        pose(s, s.active, ask.KEEP, NOWHERE, rule.CARD_23)


@dialect
def legal_keeps(f: Frame, out: list[int]) -> int:
    """The two cards of a Scout, lower number first."""
    out[0] = ask.CARD_0 + min(f.one, f.two)
    if f.one == f.two:
        return 1
    out[1] = ask.CARD_0 + max(f.one, f.two)
    return 2


@dialect
def deal(s: State, f: Frame) -> None:
    """Before the first turn both sides draw their hands, the top side first (TURN-05)."""
    if f.step == steps.DEAL_DEALING:
        side = 0 if s.held[0] < s.command[0] else 1
        if s.held[side] < s.command[side] and refill(s):
            f.mode = side
            f.step = steps.DEAL_DEALT
            draw(s, rule.TURN_05)
        else:
            finish(s)
    else:
        put_in_hand(s, f.mode, s.answer - ask.CARD_0, rule.TURN_05)
        f.step = steps.DEAL_DEALING
