"""Words for people at the table: the question in one sentence, one more line of help, and the names of the buttons."""

from __future__ import annotations

import re
from typing import Final

from .. import hexes, rulebook
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
    CARD_0,
    CHANCE,
    DONE,
    EVADE,
    EVADE_PATH,
    FIRST_STRIKE,
    FORFEIT,
    IGNORE,
    IGNORE_0,
    INSPIRATION,
    INSTEAD,
    KEEP,
    LEADER,
    MOVE,
    MOVE_A_LEADER,
    OFF,
    ORDER,
    PARTHIAN,
    PIECE,
    PLACE,
    RALLY,
    RETREAT,
    SECTION,
    STEP,
    TARGET,
    TOKEN_0,
    TRAMPLE,
    YES,
)
from ..edition import CARDS, INSPIRATIONS, KINDS
from ..referee import Battle
from ..rules import turn
from ..state import NONE, State
from .wire import Phase, Piece

#: For each question: the sentence, in which {piece} is who it is about, and one line of help.
QUESTIONS: Final = {
    CARD: ("Play a command card", "Choose it in your hand; a second click plays it."),
    SECTION: ("Choose a section for the card", ""),
    ORDER: ("Order units", "Choose a lit piece; finish when nobody more is to be ordered."),
    MOVE: ("Move an ordered piece", "Choose a piece, then a lit hex."),
    STEP: ("Move {piece} on", "Choose the next hex, or stop here."),
    BATTLE: ("Battle with a unit", "Choose a unit, then a marked enemy."),
    TARGET: ("Whom does {piece} attack?", "Choose a marked enemy."),
    FIRST_STRIKE: ("{piece} is attacked: play First Strike?", "It would roll before the attacker."),
    EVADE: ("{piece} is attacked: stand or evade?", "Who evades goes back two hexes and does not battle back."),
    EVADE_PATH: ("{piece} evades: choose the next hex", ""),
    IGNORE: ("How many flags does {piece} ignore?", "Every flag that is not ignored is a retreat."),
    RETREAT: ("{piece} retreats: choose the next hex", ""),
    LEADER: ("The leader flees: choose his way", ""),
    TRAMPLE: ("The elephants rampage: choose where", ""),
    ADVANCE: ("Does {piece} advance?", "The hex that was taken, or hold."),
    BONUS: ("A bonus combat for {piece}?", "Choose a marked enemy, or none."),
    BACK: ("Does {piece} battle back?", ""),
    RALLY: ("Choose a unit to rally", ""),
    PIECE: ("Which piece is placed next?", ""),
    PLACE: ("Choose the hex for it", ""),
    BATTLE_BONUS: ("A token for one die more with {piece}?", ""),
    BRAVERY: ("A token to ignore one flag with {piece}?", ""),
    MOVE_A_LEADER: ("A token to move a leader?", ""),
    INSPIRATION: ("What does the leader inspire for a token?", "One inspired action a turn, or none."),
    PARTHIAN: ("Does {piece} shoot back while it evades?", ""),
    AMBUSH: ("{piece} has advanced next to you: play Ambush?", ""),
    AMBUSHER: ("Who comes out of the ambush?", ""),
    KEEP: ("Keep one of the two cards", ""),
}

_QUIET: Final = {
    ORDER: "Finish orders",
    MOVE: "Finish moves",
    STEP: "Stop here",
    BATTLE: "Finish battles",
    TARGET: "Nobody",
    FIRST_STRIKE: "No card",
    EVADE: "Stand",
    LEADER: "Stop here",
    ADVANCE: "Hold",
    BONUS: "No bonus combat",
    BACK: "No battle back",
    RALLY: "Finish",
    CARD: "Play no card",
    AMBUSH: "No card",
    PARTHIAN: "Do not shoot",
    BATTLE_BONUS: "No token",
    BRAVERY: "No token",
    MOVE_A_LEADER: "No token",
    INSPIRATION: "No token",
}

_YES: Final = {
    EVADE: "Evade",
    BACK: "Battle back",
    PARTHIAN: "Shoot back",
    BATTLE_BONUS: "One die more for a token",
    BRAVERY: "Ignore a flag for a token",
    MOVE_A_LEADER: "Move a leader for a token",
}

PHASES: Final[dict[int, Phase]] = {
    turn.BEGINNING: "card",
    turn.CARD_ANSWERED: "card",
    turn.SECTION_ANSWERED: "card",
    turn.DICE_ROLLED: "order",
    turn.ORDERING: "order",
    turn.ORDER_ANSWERED: "order",
    turn.RALLY_ANSWERED: "order",
    turn.INSPIRATION_ANSWERED: "order",
    turn.LEADER_ANSWERED: "order",
    turn.MOVING: "move",
    turn.MOVE_ANSWERED: "move",
    turn.BATTLING: "battle",
    turn.BATTLE_ANSWERED: "battle",
    turn.TARGET_ANSWERED: "battle",
}


def phase(s: State) -> Phase:
    """The step of the turn: card, order, move, battle or draw.

    >>> phase(Battle.start("akragas", seed=7).state)
    'card'
    """
    if s.outcome != NONE:
        return "over"
    return PHASES.get(s.frames[0].step, "draw") if s.depth >= 0 else "card"


def piece_on(s: State, hex: int) -> str:
    """Who stands on a hex, for a sentence."""
    if not 0 <= hex < hexes.NOWHERE:
        return "the unit"
    i = s.unit_at[hex]
    if i != NONE:
        return f"{KINDS[s.units[i].kind].name} {hexes.name(hex)}"
    return f"the leader at {hexes.name(hex)}" if s.leader_at[hex] != NONE else hexes.name(hex)


def prompt(battle: Battle) -> tuple[str, str]:
    """The question in one sentence, and one line of help.

    >>> prompt(Battle.start("akragas", seed=7))[0]
    'Play a command card'
    """
    s = battle.state
    if battle.over:
        return "The battle is over", ""
    if s.who == CHANCE:
        words = battle.prompt()
        return words[0].upper() + words[1:], ""
    if s.question == FORFEIT:
        return "A card is lost", ""
    asked, help = QUESTIONS[s.question]
    if s.question == ORDER and 0 < s.slack[7] < s.units_of[s.who]:
        asked = f"Order units: {s.slack[7]} left"
    asked = asked.format(piece=piece_on(s, s.subject))
    return asked[0].upper() + asked[1:], help


def label(battle: Battle, number: int, text: str) -> str:
    """The words of a button for an answer.

    >>> battle = Battle.start("akragas", seed=7)
    >>> label(battle, battle.options[0].number, battle.options[0].text)
    'Order Two Units Left'
    """
    question = battle.state.question
    if number == DONE:
        return _QUIET.get(question, "Done")
    if number == YES:
        return _YES.get(question, "Yes")
    if number == INSTEAD:
        return "One unit of your choice instead"
    if number == OFF:
        return "Leave the board"
    if question == IGNORE:
        flags = number - IGNORE_0
        return f"Ignore {flags} flag{'s' * (flags != 1)}"
    if question == INSPIRATION:
        return INSPIRATIONS[number - TOKEN_0].replace("-", " ").capitalize()
    if number >= CARD_0:
        return CARDS[number - CARD_0].name
    return text[0].upper() + text[1:]


def sentence(words: str) -> str:
    """Words with a capital and a full stop.

    >>> sentence("order 2 units")
    'Order 2 units.'
    """
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")


_NUMBER: Final = re.compile(r"\(?\b([A-Z]+-[0-9]+)\b\)?")


def pieces(text: str) -> list[Piece]:
    """A text in pieces, so that the numbers of rules in it can lead to them.

    >>> [piece["rule"] for piece in pieces("It may evade (EV-01), as in 300-BC.")]
    ['', 'EV-01', '']
    """
    out: list[Piece] = []
    for n, part in enumerate(_NUMBER.split(text)):
        if n % 2 and part in rulebook.rules():
            out.append({"text": part, "rule": part})
        elif out and not out[-1]["rule"]:
            out[-1]["text"] += part
        elif part:
            out.append({"text": part, "rule": ""})
    return out
