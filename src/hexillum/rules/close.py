"""Close combat, in its eight steps from the announcement to the battle back (chapters CC, EV, BB)."""

from __future__ import annotations

from ..core import ask, column, event, kinds, proc, rule, steps
from ..core.battlefield import (
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
from ..core.frames import call, cite, finish, note, pose
from ..core.hexes import NEAR, NOWHERE
from ..core.state import BONUS_FOUGHT, NONE, Frame, State, Unit
from ..core.structs import dialect
from .cards import take_card
from .dice import close_dice, freshen
from .evade import may_evade
from .momentum import after_advance, after_bonus, may_advance, offer_bonus, ride_on
from .movement import aimed_hex, is_quick, longest_move
from .objectives import take_camp
from .terrain import may_fight_here


@dialect
def close_after(s: State, u: Unit) -> int:
    """The most hexes that a unit may move and still close combat (MOV-07)."""
    if is_quick(s, u):
        return longest_move(s, u)
    return column.CLOSE_AFTER[u.kind]


@dialect
def may_close(s: State, u: Unit, hex: int) -> bool:
    """Whether a unit may still close combat at a hex this turn: its move, its ground, at least one die."""
    if (
        u.moved > close_after(s, u)
        or not may_fight_here(s, u)
        or (column.CARD_NO_CLOSE[s.effect] == 1 and acted_on(s, u))
    ):
        return False
    if column.CARD_FIRES_FIRST[s.effect] == 1 and (s.firing == 1 or (acted_on(s, u) and aimed_hex(s, u) != hex)):
        return False
    if column.STRIKES_FIRST[s.terrain[hex]] == 1 and u.moved > 0 and not may_enter(s, u, hex):
        return False
    return s.terrain[u.hex] == 0 or close_dice(s, u, s.unit_at[hex], hex, proc.ATTACKING) > 0


@dialect
def close_targets(s: State, i: int, out: list[int]) -> int:
    """The adjacent enemies that a unit may close combat: units, and leaders who are alone (GEN-01, CC-01)."""
    u = s.units[i]
    n = 0
    for hex in NEAR[u.hex]:
        k = s.unit_at[hex]
        if (k != NONE and s.units[k].side != u.side) or lone_enemy_leader_at(s, u.side, hex):
            if may_close(s, u, hex):
                out[n] = ask.HEX_0 + hex
                n += 1
    return n


@dialect
def may_hold(s: State, side: int, card: int) -> bool:
    """Whether, for all that everybody can see, a side may hold a card that answers the enemy (GAP-04)."""
    if card == NONE:
        return False
    unseen = s.deck[card] + s.hand[card] + s.hand[ask.MOST_CARDS + card]
    return s.held[side] > 0 and unseen > 0


@dialect
def legal_answer_card(s: State, side: int, card: int, out: list[int]) -> int:
    """A card that answers the enemy, where the side holds it, or none."""
    out[0] = ask.DONE
    if s.hand[side * ask.MOST_CARDS + card] > 0:
        out[1] = ask.CARD_0 + card
        return 2
    return 1


@dialect
def start_close(s: State, i: int, hex: int, bonus: int) -> None:
    """Announce a close combat of a unit against whoever stands on a hex (CC-04)."""
    u = s.units[i]
    foe = s.unit_at[hex]
    cite(s, rule.CC_02)
    if foe == NONE:
        cite(s, rule.LC_10)
        cite(s, rule.MA_10)
    else:
        cite(s, rule.CC_06)
        if bonus == 1:
            cite(s, rule.BC_11)
    note(s, event.CLOSE, u.hex, hex, bonus)
    if foe == NONE:
        f = call(s, proc.AT_LEADER, i, s.leader_at[hex])
        f.mode = proc.ATTACKING
    else:
        f = call(s, proc.CLOSE_COMBAT, i, foe)
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
    if f.step == steps.CLOSE_ANNOUNCED:
        announce(s, f, u, foe)
    elif f.step == steps.CLOSE_STRIKE_ANSWERED:
        strike_first(s, f, u, foe)
    elif f.step == steps.CLOSE_STRUCK:
        f.step = steps.CLOSE_OVER
        if alive(u) and u.hex == f.one and alive(foe):
            f.step = steps.CLOSE_ROLLED
            call(s, proc.ATTACK, f.unit, f.foe).mode = proc.ATTACKING
    elif f.step == steps.CLOSE_EVADE_ASKED:
        ask_evade(s, f, u, foe)
    elif f.step == steps.CLOSE_EVADE_ANSWERED:
        begin_attack(s, f, u, foe)
    elif f.step == steps.CLOSE_ROLLED:
        settle(s, f, u, foe)
    elif f.step == steps.CLOSE_PARTHIAN_ANSWERED:
        shoot_back(s, f, u, foe)
    elif f.step == steps.CLOSE_SHOT_BACK:
        f.step = steps.CLOSE_OVER
        if alive(foe):
            call(s, proc.EVADE, f.foe, f.unit if f.mode == proc.SHOOTING_BACK else NONE)
    elif f.step == steps.CLOSE_BACK_ANSWERED:
        battle_back(s, f, u, foe)
    elif f.step == steps.CLOSE_OVER:
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
    if f.mode != proc.STRIKING_FIRST:
        freshen(s, u)
        freshen(s, foe)
    f.two = leader_of(s, foe)
    f.step = steps.CLOSE_EVADE_ASKED
    if may_hold(s, foe.side, s.law.strike_card):
        f.step = steps.CLOSE_STRIKE_ANSWERED
        pose(s, foe.side, ask.FIRST_STRIKE, foe.hex, rule.GAP_04)


@dialect
def strike_first(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """The defender strikes first with its card, or the attack goes on (CARD-14)."""
    f.step = steps.CLOSE_EVADE_ASKED
    if s.answer != ask.DONE:
        take_card(s, foe.side, s.answer - ask.CARD_0)
        s.struck = foe.side
        f.step = steps.CLOSE_STRUCK
        f.mode = proc.STRIKING_FIRST
        cite(s, rule.GAP_04)
        cite(s, rule.CARD_14)
        cite(s, rule.MA_12)
        note(s, event.STRIKES_FIRST, foe.hex, u.hex, 0)
        call(s, proc.ATTACK, f.foe, f.unit).mode = proc.STRIKING_FIRST


@dialect
def ask_evade(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """Ask the defender whether it evades, where it may (CC-07)."""
    f.step = steps.CLOSE_EVADE_ANSWERED
    s.answer = ask.DONE
    if may_evade(s, foe, u):
        f.three = foe.hex
        pose(s, foe.side, ask.EVADE, foe.hex, rule.EV_01)


@dialect
def begin_attack(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """The evade choice is made: a defender on a wall who stands strikes first, else the attacker rolls (TER-12)."""
    if s.answer != ask.YES and f.three != NOWHERE:
        tell_may_evade(s, f, foe)
        note(s, event.STANDS, foe.hex, 0, 0)
    if (
        s.answer != ask.YES
        and column.STRIKES_FIRST[s.terrain[foe.hex]] == 1
        and column.STRIKES_FIRST[s.terrain[u.hex]] == 0
    ):
        f.step = steps.CLOSE_STRUCK
        f.mode = proc.STRIKING_FIRST
        cite(s, rule.TER_12)
        note(s, event.STRIKES_FIRST, foe.hex, u.hex, 0)
        call(s, proc.ATTACK, f.foe, f.unit).mode = proc.STRIKING_FIRST
        return
    a = call(s, proc.ATTACK, f.unit, f.foe)
    a.mode = proc.ATTACKING
    f.step = steps.CLOSE_ROLLED
    if s.answer == ask.YES:
        a.count = 1
        f.spared = 1
        cite(s, rule.EV_01)
        tell_may_evade(s, f, foe)
        cite(s, rule.EV_24)
        cite(s, rule.EV_25)
        cite(s, rule.MA_09)
        note(s, event.EVADES, foe.hex, 0, 0)


@dialect
def tell_may_evade(s: State, f: Frame, foe: Unit) -> None:
    """Tell the log why the defender was asked whether it evades."""
    cite(s, rule.CC_07)
    cite(s, column.EVADE_RULE[foe.kind])
    if f.count == 1:
        cite(s, rule.EV_27)


@dialect
def settle(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """After the attack roll: the evade move, the advance, or the battle back."""
    f.step = steps.CLOSE_OVER
    if f.spared == 1:
        if alive(foe) and alive(u) and has(foe, kinds.PARTHIAN_SHOT):
            f.step = steps.CLOSE_PARTHIAN_ANSWERED
            pose(s, foe.side, ask.PARTHIAN, foe.hex, rule.PS_01)
        elif alive(foe):
            call(s, proc.EVADE, f.foe, NONE)
    elif not alive(foe) or foe.hex != f.hex:
        if may_advance(s, f, u):
            f.step = steps.CLOSE_ADVANCE_ANSWERED
            pose(s, u.side, ask.ADVANCE, u.hex, rule.MA_02)
    elif f.mode != proc.STRIKING_FIRST and alive(u) and u.hex == f.one:
        f.step = steps.CLOSE_BACK_ANSWERED
        pose(s, foe.side, ask.BACK, foe.hex, rule.BB_01)


@dialect
def shoot_back(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """Light bow cavalry that evades may shoot before it goes (PS-01 to PS-04)."""
    f.step = steps.CLOSE_SHOT_BACK
    if s.answer == ask.YES:
        f.mode = proc.SHOOTING_BACK
        cite(s, rule.PS_01)
        cite(s, rule.PS_02)
        note(s, event.SHOOTS_BACK, foe.hex, u.hex, 0)
        a = call(s, proc.ATTACK, f.foe, f.unit)
        a.mode = proc.SHOOTING_BACK
        a.count = 1


@dialect
def battle_back(s: State, f: Frame, u: Unit, foe: Unit) -> None:
    """The defender that stood its ground battles back, or lets it be (BB-01, BB-07)."""
    f.step = steps.CLOSE_OVER
    if s.answer == ask.YES:
        cite(s, rule.BB_01)
        cite(s, rule.BB_05)
        note(s, event.BACK, foe.hex, u.hex, 0)
        call(s, proc.ATTACK, f.foe, f.unit).mode = proc.BATTLING_BACK
    else:
        cite(s, rule.BB_07)
        note(s, event.NO_BACK, foe.hex, 0, 0)


@dialect
def after_success(s: State, f: Frame, u: Unit) -> None:
    """The defender is gone: the advance, an ambush that it may run into, the bonus combat (MA-01, CARD-22, BC-01)."""
    if f.step == steps.CLOSE_ADVANCE_ANSWERED:
        f.step = steps.CLOSE_ADVANCE_MADE
        if s.answer != ask.DONE:
            tell_success(s, f)
        f.two = NONE
        f.three = NOWHERE
        to = s.answer - ask.HEX_0
        if s.answer != ask.DONE and to != f.hex and s.law.ambush_before_extra_hex == 1:
            if ambush_is_possible(s, u.side, f.hex):
                f.three = to
                s.answer = ask.HEX_0 + f.hex
        after_advance(s, f, u)
    elif f.step == steps.CLOSE_ADVANCE_MADE:
        f.step = steps.CLOSE_BONUS_OFFERED
        if f.foe == NONE and alive(u) and ambush_is_possible(s, u.side, u.hex):
            f.step = steps.CLOSE_AMBUSH_ANSWERED
            pose(s, 1 - u.side, ask.AMBUSH, u.hex, rule.CARD_22)
    elif f.step == steps.CLOSE_AMBUSH_ANSWERED:
        f.step = steps.CLOSE_RIDING_ON
        if s.answer != ask.DONE:
            take_card(s, 1 - u.side, s.answer - ask.CARD_0)
            s.struck = 1 - u.side
            f.step = steps.CLOSE_AMBUSHER_ANSWERED
            pose(s, 1 - u.side, ask.AMBUSHER, u.hex, rule.CARD_22)
    elif f.step == steps.CLOSE_AMBUSHER_ANSWERED:
        f.step = steps.CLOSE_RIDING_ON
        f.one = u.hex
        f.two = s.unit_at[s.answer - ask.HEX_0]
        freshen(s, u)
        freshen(s, s.units[f.two])
        cite(s, rule.CARD_22)
        cite(s, rule.EV_04)
        note(s, event.AMBUSHES, s.answer - ask.HEX_0, u.hex, 0)
        call(s, proc.ATTACK, f.two, f.unit).mode = proc.AMBUSHING
    elif f.step == steps.CLOSE_RIDING_ON:
        f.step = steps.CLOSE_BONUS_OFFERED
        if f.two != NONE and u.hex != f.one:
            f.step = steps.CLOSE_OVER
        elif alive(u) and f.three != NOWHERE and (f.three == f.one or free_for(s, u, f.three)):
            ride_on(s, f, u, f.three)
    elif f.step == steps.CLOSE_BONUS_OFFERED:
        f.step = steps.CLOSE_BONUS_ANSWERED
        offer_bonus(s, f, u)
    else:
        f.step = steps.CLOSE_OVER
        if s.answer != ask.DONE:
            after_bonus(s, f)
            u.fought = BONUS_FOUGHT
            ambushed = f.two != NONE
            start_close(s, f.unit, s.answer - ask.HEX_0, 1)
            if ambushed:
                s.frames[s.depth].mode = proc.STRIKING_FIRST


@dialect
def tell_success(s: State, f: Frame) -> None:
    """Tell the log why the attacker may advance: the defender is gone, and with it perhaps its leader, or a rampage."""
    cite(s, rule.MA_01)
    foe = s.units[f.foe]
    if not alive(foe) and f.two != NONE:
        cite(s, rule.LC_09)
    if alive(foe) and has(foe, kinds.RAMPAGES):
        cite(s, rule.RM_19)


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
            out[n] = ask.HEX_0 + hex
            n += 1
    return n
