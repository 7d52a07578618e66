"""The rules as others see them: what is asked, which answers are legal, and an answer's consequences."""

from __future__ import annotations

from ..core import ask, proc
from ..core.frames import forget
from ..core.state import NONE, State
from ..core.structs import dialect
from ..rules.cards import legal_cards, legal_draws, legal_rallies, legal_sections
from ..rules.close import close_combat, legal_ambushers, legal_answer_card
from ..rules.evade import evade, legal_evade
from ..rules.hand_size import legal_forfeits, settlement
from ..rules.hits import attack, legal_ignore, losses
from ..rules.inspired import legal_inspirations
from ..rules.leaders import at_leader, flight, legal_flight
from ..rules.marsh import mire
from ..rules.momentum import legal_advance, legal_bonus
from ..rules.movement import legal_movers, legal_steps, march
from ..rules.orders import legal_orders
from ..rules.rampage import legal_trample, rampage
from ..rules.ranged import ranged_combat
from ..rules.reserves import legal_pieces, legal_places, placement
from ..rules.retreat import legal_retreat, retreat
from ..rules.turn import deal, legal_battles, legal_keeps, targets, turn


@dialect
def step(s: State) -> None:
    """Let the topmost procedure take one step."""
    f = s.frames[s.depth]
    running = f.proc
    if running == proc.TURN:
        turn(s, f)
    elif running == proc.MARCH:
        march(s, f)
    elif running == proc.CLOSE_COMBAT:
        close_combat(s, f)
    elif running == proc.RANGED_COMBAT:
        ranged_combat(s, f)
    elif running == proc.ATTACK:
        attack(s, f)
    elif running == proc.LOSSES:
        losses(s, f)
    elif running == proc.RETREAT:
        retreat(s, f)
    elif running == proc.AT_LEADER:
        at_leader(s, f)
    elif running == proc.EVADE:
        evade(s, f)
    elif running == proc.RAMPAGE:
        rampage(s, f)
    elif running == proc.DEAL:
        deal(s, f)
    elif running == proc.MIRE:
        mire(s, f)
    elif running == proc.SETTLEMENT:
        settlement(s, f)
    elif running == proc.PLACEMENT:
        placement(s, f)
    else:
        flight(s, f)


@dialect
def apply(s: State, answer: int) -> None:
    """Answer the pending question and run on to the next one, or to the end of the battle (VB-03)."""
    s.answer = answer
    s.question = ask.NOTHING
    while s.question == ask.NOTHING and s.outcome == NONE:
        step(s)
        if s.log is not None:
            forget(s)
    s.answer = 0  # a battle that waits does not remember how it came there
    if s.outcome != NONE:
        s.question = ask.OVER
        s.dice = 0


@dialect
def legal(s: State, out: list[int]) -> int:
    """Write the legal answers to the pending question into a buffer; returns how many. Rolls are not listed."""
    q = s.question
    f = s.frames[s.depth]
    if q == ask.STEP:
        return legal_steps(s, f, out)
    if q == ask.ORDER:
        return legal_orders(s, s.active, out)
    if q == ask.MOVE:
        return legal_movers(s, s.active, out)
    if q == ask.BATTLE:
        return legal_battles(s, s.active, out)
    if q == ask.TARGET:
        return targets(s, f.unit, out)
    if q == ask.CARD:
        return legal_cards(s, s.active, out)
    if (
        q == ask.EVADE
        or q == ask.BACK
        or q == ask.BATTLE_BONUS
        or q == ask.BRAVERY
        or q == ask.PARTHIAN
        or q == ask.MOVE_A_LEADER
    ):
        out[0] = ask.DONE
        out[1] = ask.YES
        return 2
    if q == ask.RETREAT:
        return legal_retreat(s, f, out)
    if q == ask.IGNORE:
        return legal_ignore(s, f, out)
    if q == ask.EVADE_PATH:
        return legal_evade(s, f, out)
    if q == ask.ADVANCE:
        return legal_advance(s, f, out)
    if q == ask.BONUS:
        return legal_bonus(s, f, out)
    if q == ask.LEADER:
        return legal_flight(s, f, out)
    if q == ask.TRAMPLE:
        return legal_trample(s, f, out)
    if q == ask.SECTION:
        return legal_sections(s, s.active, out)
    if q == ask.RALLY:
        return legal_rallies(s, s.active, out)
    if q == ask.FIRST_STRIKE:
        return legal_answer_card(s, s.who, s.law.strike_card, out)
    if q == ask.AMBUSH:
        return legal_answer_card(s, s.who, s.law.ambush_card, out)
    if q == ask.AMBUSHER:
        return legal_ambushers(s, f, out)
    if q == ask.INSPIRATION:
        return legal_inspirations(s, out)
    if q == ask.KEEP:
        return legal_keeps(f, out)
    if q == ask.DRAW:
        return legal_draws(s, out)
    if q == ask.PIECE:
        return legal_pieces(s, f.mode, f.count, out, 0)
    if q == ask.PLACE:
        return legal_places(s, f, out)
    if q == ask.FORFEIT:
        return legal_forfeits(s, f, out)
    return 0
