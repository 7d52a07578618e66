"""Close combat, in its eight steps from the announcement to the battle back (chapters CC, EV, BB)."""

from __future__ import annotations

from typing import Final

from ..decisions import AMBUSH, AMBUSHER, BACK, CARD_0, DONE, EVADE, FIRST_STRIKE, HEX_0, MOST_CARDS, PARTHIAN, YES
from ..edition import CARD_FIRES_FIRST, CARD_NO_CLOSE, CLOSE_AFTER, PARTHIAN_SHOT, STRIKES_FIRST
from ..events import AMBUSHES, CLOSE, EVADES, NO_BACK, SHOOTS_BACK, STANDS
from ..events import BACK as BATTLES_BACK
from ..events import STRIKES_FIRST as STRIKES_FIRST_EVENT
from ..hexes import NEAR, NOWHERE
from ..records import dialect
from ..state import BONUS_FOUGHT, NONE, Frame, State, Unit
from .battlefield import (
    acted_on,
    alive,
    beside_enemy_unit,
    enemy_unit_at,
    free_for,
    has,
    leader_of,
    lone_enemy_leader_at,
    may_enter,
)
from .cards import take_card
from .dice import close_dice, freshen
from .evade import may_evade
from .frames import (
    AMBUSHING,
    AT_LEADER,
    ATTACK,
    ATTACKING,
    BATTLING_BACK,
    CLOSE_COMBAT,
    SHOOTING_BACK,
    STRIKING_FIRST,
    ask,
    call,
    cite,
    finish,
    note,
)
from .frames import EVADE as EVADING
from .ids import (
    BB_01,
    BB_04,
    BB_05,
    BB_07,
    BC_11,
    CARD_14,
    CARD_22,
    CC_02,
    CC_06,
    CC_07,
    EV_01,
    EV_04,
    EV_24,
    EV_25,
    EV_27,
    FU_13,
    GAP_04,
    LC_09,
    MA_01,
    MA_09,
    MA_10,
    MA_12,
    PS_01,
    PS_02,
    PS_05,
    TER_12,
)
from .momentum import after_advance, after_bonus, may_advance, offer_advance, offer_bonus, ride_on
from .movement import aimed_hex, is_quick, longest_move
from .objectives import take_camp
from .terrain import may_fight_here

ANNOUNCED: Final = 0
STRIKE_ANSWERED: Final = 1
STRUCK: Final = 2
EVADE_ASKED: Final = 3
EVADE_ANSWERED: Final = 4
ROLLED: Final = 5
ADVANCE_ANSWERED: Final = 6
BONUS_ANSWERED: Final = 7
BACK_ANSWERED: Final = 8
OVER: Final = 9
ADVANCE_MADE: Final = 10
AMBUSH_ANSWERED: Final = 11
AMBUSHER_ANSWERED: Final = 12
RIDING_ON: Final = 13
BONUS_OFFERED: Final = 14
PARTHIAN_ANSWERED: Final = 15
SHOT_BACK: Final = 16


@dialect
def close_after(s: State, u: Unit) -> int:
    """The most hexes that a unit may move and still close combat (MOV-07)."""
    if is_quick(s, u):
        return longest_move(s, u)
    return CLOSE_AFTER[u.kind]


@dialect
def may_close(s: State, u: Unit, hex: int) -> bool:
    """Whether a unit may still close combat at a hex this turn: its move, its ground, at least one die."""
    if u.moved > close_after(s, u) or not may_fight_here(s, u) or (CARD_NO_CLOSE[s.effect] == 1 and acted_on(s, u)):
        return False
    if CARD_FIRES_FIRST[s.effect] == 1 and (s.firing == 1 or (acted_on(s, u) and aimed_hex(s, u) != hex)):
        return False
    if STRIKES_FIRST[s.terrain[hex]] == 1 and u.moved > 0 and not may_enter(s, u, hex):
        return False
    return s.terrain[u.hex] == 0 or close_dice(s, u, s.unit_at[hex], hex, ATTACKING) > 0


@dialect
def close_targets(s: State, i: int, out: list[int]) -> int:
    """The adjacent enemies that a unit may close combat: units, and leaders who are alone (GEN-01, CC-01)."""
    u = s.units[i]
    n = 0
    for hex in NEAR[u.hex]:
        k = s.unit_at[hex]
        if (k != NONE and s.units[k].side != u.side) or lone_enemy_leader_at(s, u.side, hex):
            if may_close(s, u, hex):
                out[n] = HEX_0 + hex
                n += 1
    return n


@dialect
def may_hold(s: State, side: int, card: int) -> bool:
    """Whether, for all that everybody can see, a side may hold a card that answers the enemy (GAP-04)."""
    if card == NONE:
        return False
    unseen = s.deck[card] + s.hand[card] + s.hand[MOST_CARDS + card]
    return s.held[side] > 0 and unseen > 0


@dialect
def legal_answer_card(s: State, side: int, card: int, out: list[int]) -> int:
    """A card that answers the enemy, where the side holds it, or none."""
    out[0] = DONE
    if s.hand[side * MOST_CARDS + card] > 0:
        out[1] = CARD_0 + card
        return 2
    return 1


@dialect
def start_close(s: State, i: int, hex: int, bonus: int) -> None:
    """Announce a close combat of a unit against whoever stands on a hex (CC-04)."""
    u = s.units[i]
    cite(s, CC_02)
    note(s, CLOSE, u.hex, hex, bonus)
    foe = s.unit_at[hex]
    if foe == NONE:
        cite(s, MA_10)
        f = call(s, AT_LEADER, i, s.leader_at[hex])
        f.mode = ATTACKING
    else:
        f = call(s, CLOSE_COMBAT, i, foe)
        f.count = bonus
        f.one = u.hex
    f.hex = hex


@dialect
def close_combat(s: State, f: Frame) -> None:
    """Unit f.unit on f.one against unit f.foe on f.hex; f.count is 1 in a bonus combat.

    f.two is the defender's leader, f.three is set once it was asked whether it evades, f.spared while it does. After
    an advance f.two is whoever came out of an ambush, f.three the further hex that waits until that is over.
    """
    u = s.units[f.unit]
    foe = s.units[max(f.foe, 0)]
    if f.step == ANNOUNCED:
        announce(s, f, u, foe)
    elif f.step == STRIKE_ANSWERED:
        strike_first(s, f, u, foe)
    elif f.step == STRUCK:
        f.step = OVER
        cite(s, GAP_04)
        cite(s, MA_12)
        if alive(u) and u.hex == f.one and alive(foe):
            f.step = ROLLED
            call(s, ATTACK, f.unit, f.foe).mode = ATTACKING
    elif f.step == EVADE_ASKED:
        ask_evade(s, f, u, foe)
    elif f.step == EVADE_ANSWERED:
        begin_attack(s, f, u, foe)
    elif f.step == ROLLED:
        settle(s, f, u, foe)
    elif f.step == PARTHIAN_ANSWERED:
        shoot_back(s, f, u, foe)
    elif f.step == SHOT_BACK:
        f.step = OVER
        if alive(foe):
            cite(s, PS_05)
            call(s, EVADING, f.foe, NONE)
    elif f.step == BACK_ANSWERED:
        battle_back(s, f, u, foe)
    elif f.step == OVER:
        if f.foe == NONE:
            take_camp(s, u)
        finish(s)
    else:
        after_success(s, f, u)


@dialect
def announce(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """The attack is announced: both sides' full strength is noted, the defender may strike first (CC-06, GAP-04).

    Whoever was ambushed fights its bonus combat as it began the ambush (CARD-22).
    """
    if f.mode != STRIKING_FIRST:
        freshen(s, u)
        freshen(s, foe)
    cite(s, CC_06)
    f.two = leader_of(s, foe)
    if f.count == 1:
        cite(s, BC_11)
    f.step = EVADE_ASKED
    if may_hold(s, foe.side, s.law.strike_card):
        f.step = STRIKE_ANSWERED
        ask(s, foe.side, FIRST_STRIKE, foe.hex, GAP_04)


@dialect
def strike_first(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """The defender strikes first with its card, or the attack goes on (CARD-14)."""
    f.step = EVADE_ASKED
    if s.answer != DONE:
        take_card(s, foe.side, s.answer - CARD_0)
        s.struck = foe.side
        f.step = STRUCK
        f.mode = STRIKING_FIRST
        cite(s, GAP_04)
        cite(s, CARD_14)
        note(s, STRIKES_FIRST_EVENT, foe.hex, u.hex, 0)
        call(s, ATTACK, f.foe, f.unit).mode = STRIKING_FIRST


@dialect
def ask_evade(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """Ask the defender whether it evades, where it may (CC-07)."""
    f.step = EVADE_ANSWERED
    s.answer = DONE
    if may_evade(s, foe, u):
        cite(s, CC_07)
        if f.count == 1:
            cite(s, EV_27)
        f.three = foe.hex
        ask(s, foe.side, EVADE, foe.hex, EV_01)


@dialect
def begin_attack(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """The evade choice is made: a defender on a wall who stands strikes first, else the attacker rolls (TER-12)."""
    if s.answer != YES and f.three != NOWHERE:
        note(s, STANDS, foe.hex, 0, 0)
    if s.answer != YES and STRIKES_FIRST[s.terrain[foe.hex]] == 1 and STRIKES_FIRST[s.terrain[u.hex]] == 0:
        f.step = STRUCK
        f.mode = STRIKING_FIRST
        cite(s, TER_12)
        note(s, STRIKES_FIRST_EVENT, foe.hex, u.hex, 0)
        call(s, ATTACK, f.foe, f.unit).mode = STRIKING_FIRST
        return
    a = call(s, ATTACK, f.unit, f.foe)
    a.mode = ATTACKING
    f.step = ROLLED
    if s.answer == YES:
        a.count = 1
        f.spared = 1
        cite(s, EV_01)
        note(s, EVADES, foe.hex, 0, 0)


@dialect
def settle(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """After the attack roll: the evade move, the advance, or the battle back."""
    f.step = OVER
    if f.spared == 1:
        cite(s, EV_24)
        cite(s, EV_25)
        cite(s, MA_09)
        if alive(foe) and alive(u) and has(foe, PARTHIAN_SHOT):
            f.step = PARTHIAN_ANSWERED
            ask(s, foe.side, PARTHIAN, foe.hex, PS_01)
        elif alive(foe):
            call(s, EVADING, f.foe, NONE)
    elif not alive(foe) or foe.hex != f.hex:
        cite(s, MA_01)
        if not alive(foe) and f.two != NONE:
            cite(s, LC_09)
        if may_advance(s, f, u):
            f.step = ADVANCE_ANSWERED
            offer_advance(s, f, u)
    elif f.mode != STRIKING_FIRST and alive(u) and u.hex == f.one:
        f.step = BACK_ANSWERED
        cite(s, FU_13)
        ask(s, foe.side, BACK, foe.hex, BB_01)


@dialect
def shoot_back(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """Light bow cavalry that evades may shoot before it goes (PS-01 to PS-04)."""
    f.step = SHOT_BACK
    if s.answer == YES:
        cite(s, PS_01)
        cite(s, PS_02)
        note(s, SHOOTS_BACK, foe.hex, u.hex, 0)
        a = call(s, ATTACK, f.foe, f.unit)
        a.mode = SHOOTING_BACK
        a.count = 1


@dialect
def battle_back(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """The defender that stood its ground battles back, or lets it be (BB-01, BB-07)."""
    f.step = OVER
    if s.answer == YES:
        cite(s, BB_01)
        cite(s, BB_04)
        cite(s, BB_05)
        note(s, BATTLES_BACK, foe.hex, u.hex, 0)
        call(s, ATTACK, f.foe, f.unit).mode = BATTLING_BACK
    else:
        cite(s, BB_07)
        note(s, NO_BACK, foe.hex, 0, 0)


@dialect
def after_success(s: State, f: Frame, u: Unit) -> None:
    """The defender is gone: the advance, an ambush that it may run into, the bonus combat (MA-01, CARD-22, BC-01)."""
    if f.step == ADVANCE_ANSWERED:
        f.step = ADVANCE_MADE
        f.two = NONE
        f.three = NOWHERE
        to = s.answer - HEX_0
        if s.answer != DONE and to != f.hex and s.law.ambush_before_extra_hex == 1:
            if ambush_is_possible(s, u.side, f.hex):
                f.three = to
                s.answer = HEX_0 + f.hex
        after_advance(s, f, u)
    elif f.step == ADVANCE_MADE:
        f.step = BONUS_OFFERED
        if f.foe == NONE and alive(u) and ambush_is_possible(s, u.side, u.hex):
            f.step = AMBUSH_ANSWERED
            ask(s, 1 - u.side, AMBUSH, u.hex, CARD_22)
    elif f.step == AMBUSH_ANSWERED:
        f.step = RIDING_ON
        if s.answer != DONE:
            take_card(s, 1 - u.side, s.answer - CARD_0)
            s.struck = 1 - u.side
            f.step = AMBUSHER_ANSWERED
            ask(s, 1 - u.side, AMBUSHER, u.hex, CARD_22)
    elif f.step == AMBUSHER_ANSWERED:
        f.step = RIDING_ON
        f.one = u.hex
        f.two = s.unit_at[s.answer - HEX_0]
        freshen(s, u)
        freshen(s, s.units[f.two])
        cite(s, CARD_22)
        cite(s, EV_04)
        note(s, AMBUSHES, s.answer - HEX_0, u.hex, 0)
        call(s, ATTACK, f.two, f.unit).mode = AMBUSHING
    elif f.step == RIDING_ON:
        f.step = BONUS_OFFERED
        if f.two != NONE and u.hex != f.one:
            f.step = OVER
        elif alive(u) and f.three != NOWHERE and (f.three == f.one or free_for(s, u, f.three)):
            ride_on(s, f, u, f.three)
    elif f.step == BONUS_OFFERED:
        f.step = BONUS_ANSWERED
        offer_bonus(s, f, u)
    else:
        f.step = OVER
        if s.answer != DONE:
            after_bonus(s, f)
            u.fought = BONUS_FOUGHT
            ambushed = f.two != NONE
            start_close(s, f.unit, s.answer - HEX_0, 1)
            if ambushed:
                s.frames[s.depth].mode = STRIKING_FIRST


@dialect
def ambush_is_possible(s: State, side: int, hex: int) -> bool:
    """Whether a unit that has advanced to a hex may run into an ambush, for all that can be seen (CARD-22)."""
    return beside_enemy_unit(s, side, hex) and may_hold(s, 1 - side, s.law.ambush_card)


@dialect
def legal_ambushers(s: State, f: Frame, out: list[int]) -> int:
    """The units next to the one that has advanced, of which one comes out of the ambush (CARD-22)."""
    u = s.units[f.unit]
    n = 0
    for hex in NEAR[u.hex]:
        if enemy_unit_at(s, u.side, hex):
            out[n] = HEX_0 + hex
            n += 1
    return n
