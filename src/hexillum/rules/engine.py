"""The rules as others see them: what is asked, which answers are legal, and an answer's consequences."""

from __future__ import annotations

from ..decisions import (
    ADVANCE,
    AMBUSH,
    AMBUSHER,
    BACK,
    BATTLE,
    BATTLE_BONUS,
    BONUS,
    BRAVERY,
    CARD,
    DONE,
    DRAW,
    EVADE,
    EVADE_PATH,
    FIRST_STRIKE,
    FORFEIT,
    IGNORE,
    INSPIRATION,
    KEEP,
    LEADER,
    MOVE,
    MOVE_A_LEADER,
    NOTHING,
    ORDER,
    OVER,
    PARTHIAN,
    PIECE,
    PLACE,
    RALLY,
    RETREAT,
    SECTION,
    STEP,
    TARGET,
    TRAMPLE,
    YES,
)
from ..records import dialect
from ..state import NONE, State
from . import frames
from .cards import legal_cards, legal_draws, legal_rallies, legal_sections
from .close import close_combat, legal_ambushers, legal_answer_card
from .evade import evade, legal_evade
from .frames import forget
from .hand_size import legal_forfeits, settlement
from .hits import attack, legal_ignore, losses
from .inspired import legal_inspirations
from .leaders import at_leader, flight, legal_flight
from .marsh import mire
from .momentum import legal_advance, legal_bonus
from .movement import legal_movers, legal_steps, march
from .orders import legal_orders
from .rampage import legal_trample, rampage
from .ranged import ranged_combat
from .reserves import legal_pieces, legal_places, placement
from .retreat import legal_retreat, retreat
from .turn import deal, legal_battles, legal_keeps, targets, turn

P_TURN = frames.TURN
P_DEAL = frames.DEAL
P_MARCH = frames.MARCH
P_CLOSE_COMBAT = frames.CLOSE_COMBAT
P_RANGED_COMBAT = frames.RANGED_COMBAT
P_AT_LEADER = frames.AT_LEADER
P_ATTACK = frames.ATTACK
P_LOSSES = frames.LOSSES
P_RETREAT = frames.RETREAT
P_RAMPAGE = frames.RAMPAGE
P_EVADE = frames.EVADE
P_MIRE = frames.MIRE
P_SETTLEMENT = frames.SETTLEMENT
P_PLACEMENT = frames.PLACEMENT


@dialect
def step(s: State) -> None:
    """Let the topmost procedure take one step."""
    f = s.frames[s.depth]
    proc = f.proc
    if proc == P_TURN:
        turn(s, f)
    elif proc == P_MARCH:
        march(s, f)
    elif proc == P_CLOSE_COMBAT:
        close_combat(s, f)
    elif proc == P_RANGED_COMBAT:
        ranged_combat(s, f)
    elif proc == P_ATTACK:
        attack(s, f)
    elif proc == P_LOSSES:
        losses(s, f)
    elif proc == P_RETREAT:
        retreat(s, f)
    elif proc == P_AT_LEADER:
        at_leader(s, f)
    elif proc == P_EVADE:
        evade(s, f)
    elif proc == P_RAMPAGE:
        rampage(s, f)
    elif proc == P_DEAL:
        deal(s, f)
    elif proc == P_MIRE:
        mire(s, f)
    elif proc == P_SETTLEMENT:
        settlement(s, f)
    elif proc == P_PLACEMENT:
        placement(s, f)
    else:
        flight(s, f)


@dialect
def apply(s: State, answer: int) -> None:
    """Answer the pending question and run on to the next one, or to the end of the battle (VB-03)."""
    s.answer = answer
    s.question = NOTHING
    while s.question == NOTHING and s.outcome == NONE:
        step(s)
        forget(s)
    s.answer = 0  # a battle that waits does not remember how it came there
    if s.outcome != NONE:
        s.question = OVER
        s.dice = 0


@dialect
def legal(s: State, out: list[int]) -> int:
    """Write the legal answers to the pending question into a buffer; returns how many. Rolls are not listed."""
    q = s.question
    f = s.frames[s.depth]
    if q == STEP:
        return legal_steps(s, f, out)
    if q == ORDER:
        return legal_orders(s, s.active, out)
    if q == MOVE:
        return legal_movers(s, s.active, out)
    if q == BATTLE:
        return legal_battles(s, s.active, out)
    if q == TARGET:
        return targets(s, f.unit, out)
    if q == CARD:
        return legal_cards(s, s.active, out)
    if q == EVADE or q == BACK or q == BATTLE_BONUS or q == BRAVERY or q == PARTHIAN or q == MOVE_A_LEADER:
        out[0] = DONE
        out[1] = YES
        return 2
    if q == RETREAT:
        return legal_retreat(s, f, out)
    if q == IGNORE:
        return legal_ignore(s, f, out)
    if q == EVADE_PATH:
        return legal_evade(s, f, out)
    if q == ADVANCE:
        return legal_advance(s, f, out)
    if q == BONUS:
        return legal_bonus(s, f, out)
    if q == LEADER:
        return legal_flight(s, f, out)
    if q == TRAMPLE:
        return legal_trample(s, f, out)
    if q == SECTION:
        return legal_sections(s, s.active, out)
    if q == RALLY:
        return legal_rallies(s, s.active, out)
    if q == FIRST_STRIKE:
        return legal_answer_card(s, s.who, s.law.strike_card, out)
    if q == AMBUSH:
        return legal_answer_card(s, s.who, s.law.ambush_card, out)
    if q == AMBUSHER:
        return legal_ambushers(s, f, out)
    if q == INSPIRATION:
        return legal_inspirations(s, out)
    if q == KEEP:
        return legal_keeps(f, out)
    if q == DRAW:
        return legal_draws(s, out)
    if q == PIECE:
        return legal_pieces(s, f.mode, f.count, out, 0)
    if q == PLACE:
        return legal_places(s, f, out)
    if q == FORFEIT:
        return legal_forfeits(s, f, out)
    return 0
