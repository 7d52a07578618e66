"""What is asked and what may be answered, in words: the prompt of a decision, and the texts of its options."""

from __future__ import annotations

from typing import Final

from ..core import ask, hexes, legend, proc
from ..core.ask import Decision, action_text
from ..core.event import SIDE_NAMES
from ..core.kinds import KINDS
from ..core.state import NONE, State
from ..rules.reserves import waiting_unit

#: What a side must do, by the kind of decision; the hex that the question is about is told behind it.
PROMPTS: Final = {
    ask.CARD: "choose a card",
    ask.ORDER: "order a unit, or finish ordering",
    ask.MOVE: "move a piece, or finish moving",
    ask.STEP: "choose the next hex of the move",
    ask.BATTLE: "choose a unit to battle with, or finish",
    ask.TARGET: "choose the target of the unit",
    ask.FIRST_STRIKE: "play First Strike or not, when attacked",
    ask.EVADE: "evade or stand",
    ask.EVADE_PATH: "choose the next hex for the evade of the unit",
    ask.IGNORE: "choose how many flags to ignore",
    ask.RETREAT: "choose the next hex for the retreat of the unit",
    ask.LEADER: "choose the evade of the leader",
    ask.TRAMPLE: "choose the next target of the elephants' rampage",
    ask.ADVANCE: "advance with the unit, or hold",
    ask.BONUS: "choose a bonus combat for the unit, or finish",
    ask.BACK: "battle back with the unit, or not",
    ask.SECTION: "choose a section for the card",
    ask.RALLY: "choose a unit to rally, or finish",
    ask.PIECE: "choose which piece to place next",
    ask.PLACE: "choose the hex for the piece",
    ask.BATTLE_BONUS: "spend a token on one more die for the unit, or not",
    ask.BRAVERY: "spend a token on ignoring a flag with the unit, or not",
    ask.MOVE_A_LEADER: "spend a token on moving a leader, or not",
    ask.INSPIRATION: "choose what the leader inspires for a token, or nothing",
    ask.PARTHIAN: "shoot back with the unit, or not",
    ask.AMBUSH: "play Ambush against the unit, or not",
    ask.AMBUSHER: "choose who comes out of the ambush against the unit",
    ask.KEEP: "choose which of the two cards to keep",
}


def dice_rolled(count: int) -> str:
    """That so many dice are rolled, in words.

    >>> dice_rolled(1), dice_rolled(2)
    ('1 die is rolled', '2 dice are rolled')
    """
    return "1 die is rolled" if count == 1 else f"{count} dice are rolled"


def piece_name(s: State, piece: int) -> str:
    """What a waiting piece is, by its number in the action table: a kind of unit or a leader (SCEN-10, SCEN-11)."""
    if piece == ask.LEADER_PIECE:
        return "leader"
    side = s.who if s.question == ask.ORDER else legend.side_of(s.frames[s.depth])
    return KINDS[s.units[waiting_unit(s, side, piece - ask.PIECE_0)].kind].key


def names_a_piece(s: State, number: int) -> bool:
    """Whether an answer names a waiting piece, by its number in the action table (SCEN-10, SCEN-11)."""
    return s.question in (ask.ORDER, ask.PIECE) and ask.PIECE_0 <= number < ask.HEX_0


def option_text(s: State, number: int) -> str:
    """A legal answer in the words of the notation, as a script line has them."""
    subject = hexes.name(s.subject) if s.subject < hexes.NOWHERE else ""
    if s.question == ask.ADVANCE and number == ask.HEX_0 + legend.vacated(s.frames[s.depth]):
        return "advance"
    if names_a_piece(s, number):
        subject = piece_name(s, number)
    elif s.question == ask.PLACE:
        subject = piece_name(s, legend.piece_placed(s.frames[s.depth]))
    return action_text(s.question, number, subject)


def prompt_of(s: State, d: Decision) -> str:
    """Who has to decide what in a state, in one sentence."""
    if d.actor is None:
        return "the battle is over"
    if d.actor == ask.CHANCE:
        if d.kind == ask.FORFEIT:
            return f"{SIDE_NAMES[legend.side_of(s.frames[s.depth])]} loses a card by chance"
        return dice_rolled(d.dice) if d.dice else "a card is drawn"
    if d.kind not in PROMPTS:
        return "nothing is asked"  # of a state that has not begun
    at = f" at {d.subject}" if d.subject else ""
    return f"{SIDE_NAMES[d.actor]} must {PROMPTS[d.kind]}{at}"


def who_rolls(s: State) -> int:
    """The side (0 top, 1 bottom) that rolls the dice that are due; only for a battle that waits for dice.

    Whoever attacks rolls; against a piece that tramples, marshes or checks threaten, its owner's opponent rolls (RM-04,
    LC-01); for a card the side whose turn it is.

    >>> who_rolls(State())
    0
    """
    f = s.frames[max(s.depth, 0)]
    if f.proc in (proc.ATTACK, proc.AT_LEADER):
        return int(s.units[f.unit].side)
    if f.proc == proc.LOSSES:
        return 1 - int(s.units[f.unit].side)
    if f.proc == proc.FLIGHT or (f.proc == proc.MIRE and legend.moves_leader(f)):
        return 1 - int(s.leaders[f.unit].side)
    if f.proc == proc.MIRE:
        return 1 - int(s.units[f.unit].side)
    if f.proc == proc.RAMPAGE:
        i, k = s.unit_at[s.subject], s.leader_at[s.subject]
        return 1 - int(s.units[i].side if i != NONE else s.leaders[k].side)
    return int(s.active)
