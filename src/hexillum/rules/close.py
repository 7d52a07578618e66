"""Close combat, in its eight steps from the announcement to the battle back (chapters CC, EV, BB)."""

from __future__ import annotations

from typing import Final

from ..decisions import BACK, CARD_0, DONE, EVADE, FIRST_STRIKE, HEX_0, MOST_CARDS, YES
from ..edition import CARD_NO_CLOSE, CLOSE_AFTER, FIRST_STRIKE_CARD, STRIKES_FIRST
from ..events import BACK as BATTLES_BACK
from ..events import CLOSE, EVADES, NO_BACK, STANDS
from ..events import STRIKES_FIRST as STRIKES_FIRST_EVENT
from ..hexes import NEAR, NOWHERE
from ..records import rule
from ..state import BONUS_FOUGHT, NONE, Frame, State, Unit
from .battlefield import alive, leader_of, lone_enemy_leader_at, may_enter
from .cards import take_card
from .dice import close_dice, freshen
from .evade import may_evade
from .frames import (
    AT_LEADER,
    ATTACK,
    ATTACKING,
    BATTLING_BACK,
    CLOSE_COMBAT,
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
    CC_02,
    CC_06,
    CC_07,
    EV_01,
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
    TER_12,
)
from .momentum import after_advance, after_bonus, may_advance, offer_advance, offer_bonus
from .movement import is_quick, longest_move
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


@rule
def close_after(s: State, u: Unit) -> int:
    """The most hexes that a unit may move and still close combat (MOV-07)."""
    if is_quick(s, u):
        return longest_move(s, u)
    return CLOSE_AFTER[u.kind]


@rule
def may_close(s: State, u: Unit, hex: int) -> bool:
    """Whether a unit may still close combat at a hex this turn: its move, its ground, at least one die."""
    if CARD_NO_CLOSE[s.effect] == 1 or u.moved > close_after(s, u) or not may_fight_here(s, u):
        return False
    if STRIKES_FIRST[s.terrain[hex]] == 1 and u.moved > 0 and not may_enter(s, u, hex):
        return False
    return s.terrain[u.hex] == 0 or close_dice(s, u, s.unit_at[hex], hex, ATTACKING) > 0


@rule
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


@rule
def strike_is_possible(s: State, side: int) -> bool:
    """Whether, for all that everybody can see, a side may hold a First Strike card (GAP-04)."""
    unseen = s.deck[FIRST_STRIKE_CARD] + s.hand[FIRST_STRIKE_CARD] + s.hand[MOST_CARDS + FIRST_STRIKE_CARD]
    return s.held[side] > 0 and unseen > 0


@rule
def legal_strike(s: State, side: int, out: list[int]) -> int:
    out[0] = DONE
    if s.hand[side * MOST_CARDS + FIRST_STRIKE_CARD] > 0:
        out[1] = CARD_0 + FIRST_STRIKE_CARD
        return 2
    return 1


@rule
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


@rule
def close_combat(s: State, f: Frame) -> None:
    """Unit f.unit on f.one against unit f.foe on f.hex; f.count is 1 in a bonus combat.

    f.two is the defender's leader, f.three is set once it was asked whether it evades, f.spared while it does.
    """
    u = s.units[f.unit]
    foe = s.units[max(f.foe, 0)]
    if f.step == ANNOUNCED:
        freshen(s, u)
        freshen(s, foe)
        cite(s, CC_06)
        f.two = leader_of(s, foe)
        if f.count == 1:
            cite(s, BC_11)
        f.step = EVADE_ASKED
        if strike_is_possible(s, foe.side):
            f.step = STRIKE_ANSWERED
            ask(s, foe.side, FIRST_STRIKE, foe.hex, GAP_04)
    elif f.step == STRIKE_ANSWERED:
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
    elif f.step == STRUCK:
        f.step = OVER
        cite(s, GAP_04)
        cite(s, MA_12)
        if alive(u) and u.hex == f.one and alive(foe):
            f.step = ROLLED
            call(s, ATTACK, f.unit, f.foe).mode = ATTACKING
    elif f.step == EVADE_ASKED:
        f.step = EVADE_ANSWERED
        s.answer = DONE
        if may_evade(s, foe, u):
            cite(s, CC_07)
            if f.count == 1:
                cite(s, EV_27)
            f.three = foe.hex
            ask(s, foe.side, EVADE, foe.hex, EV_01)
    elif f.step == EVADE_ANSWERED:
        begin_attack(s, f, u, foe)
    elif f.step == ROLLED:
        settle(s, f, u, foe)
    elif f.step == ADVANCE_ANSWERED:
        f.step = ADVANCE_MADE
        after_advance(s, f, u)
    elif f.step == ADVANCE_MADE:
        f.step = BONUS_ANSWERED
        offer_bonus(s, f, u)
    elif f.step == BONUS_ANSWERED:
        f.step = OVER
        if s.answer != DONE:
            after_bonus(s, f)
            u.fought = BONUS_FOUGHT
            start_close(s, f.unit, s.answer - HEX_0, 1)
    elif f.step == BACK_ANSWERED:
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
    else:
        if f.foe == NONE:
            take_camp(s, u)
        finish(s)


@rule
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


@rule
def settle(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """After the attack roll: the evade move, the advance, or the battle back."""
    f.step = OVER
    if f.spared == 1:
        cite(s, EV_24)
        cite(s, EV_25)
        cite(s, MA_09)
        if alive(foe):
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
