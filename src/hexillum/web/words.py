"""Words for people at the table: the question in one sentence, one more line of help, and the names of the buttons."""

from __future__ import annotations

import re
from typing import Final

from ..battle.door import Battle
from ..battle.prompts import names_a_piece, piece_name
from ..core import ask, hexes, legend, rulebook, steps
from ..core.cards import CARDS, INSPIRATIONS
from ..core.kinds import KINDS
from ..core.state import NONE, State, edition_of
from ..core.telling import counted
from .wire import Phase, Piece

#: For each question: the sentence, in which {piece} is who it is about, and one line of help.
QUESTIONS: Final = {
    ask.CARD: ("Play a command card", "Choose it in your hand; a second click plays it."),
    ask.SECTION: ("Choose a section for the card", ""),
    ask.ORDER: ("Order units", "Choose a lit piece; finish when you want to order no more."),
    ask.MOVE: ("Move an ordered piece", "Choose a piece, then a lit hex."),
    ask.STEP: ("Move {piece} further", "Choose the next hex, or stop here."),
    ask.BATTLE: ("Battle with a unit", "Choose a unit, then a marked enemy."),
    ask.TARGET: ("Whom does {piece} attack?", "Choose a marked enemy."),
    ask.FIRST_STRIKE: ("{piece} is attacked: play First Strike?", "It would then roll before the attacker."),
    ask.EVADE: (
        "{piece} is attacked: stand or evade?",
        "A unit that evades goes back two hexes and does not battle back.",
    ),
    ask.EVADE_PATH: ("{piece} evades: choose the next hex", ""),
    ask.IGNORE: ("How many flags does {piece} ignore?", "It retreats for every flag that it does not ignore."),
    ask.RETREAT: ("{piece} retreats: choose the next hex", ""),
    ask.LEADER: ("The leader flees: choose his way", ""),
    ask.TRAMPLE: ("The elephants rampage: choose where", ""),
    ask.ADVANCE: ("Does {piece} advance?", "Choose the hex that was taken, or hold."),
    ask.BONUS: ("A bonus combat for {piece}?", "Choose a marked enemy, or none."),
    ask.BACK: ("Does {piece} battle back?", ""),
    ask.RALLY: ("Choose a unit to rally", ""),
    ask.PIECE: ("Which piece is placed next?", ""),
    ask.PLACE: ("Choose the hex for it", ""),
    ask.BATTLE_BONUS: ("One more die for a token, for {piece}?", ""),
    ask.BRAVERY: ("Ignore one flag for a token, with {piece}?", ""),
    ask.MOVE_A_LEADER: ("Spend a token to move a leader?", ""),
    ask.INSPIRATION: ("Spend a token on what the leader inspires?", "One inspired action a turn, or none."),
    ask.PARTHIAN: ("Does {piece} shoot back while it evades?", ""),
    ask.AMBUSH: ("{piece} has advanced next to you: play Ambush?", ""),
    ask.AMBUSHER: ("Who comes out of the ambush?", ""),
    ask.KEEP: ("Keep one of the two cards", ""),
}

_QUIET: Final = {
    ask.ORDER: "Finish orders",
    ask.MOVE: "Finish moves",
    ask.STEP: "Stop here",
    ask.BATTLE: "Finish battles",
    ask.TARGET: "Nobody",
    ask.FIRST_STRIKE: "No card",
    ask.EVADE: "Stand",
    ask.LEADER: "Stop here",
    ask.ADVANCE: "Hold",
    ask.BONUS: "No bonus combat",
    ask.BACK: "No battle back",
    ask.RALLY: "Finish",
    ask.CARD: "Play no card",
    ask.AMBUSH: "No card",
    ask.PARTHIAN: "Do not shoot",
    ask.BATTLE_BONUS: "No token",
    ask.BRAVERY: "No token",
    ask.MOVE_A_LEADER: "No token",
    ask.INSPIRATION: "No token",
}

_YES: Final = {
    ask.EVADE: "Evade",
    ask.BACK: "Battle back",
    ask.PARTHIAN: "Shoot back",
    ask.BATTLE_BONUS: "One more die for a token",
    ask.BRAVERY: "Ignore a flag for a token",
    ask.MOVE_A_LEADER: "Move a leader for a token",
}

#: What an answer that names a hex does there.
_AT: Final = {
    ask.BATTLE: "Battle with",
    ask.TARGET: "Attack",
    ask.BONUS: "Attack",
    ask.ADVANCE: "Advance to",
}

#: The button by which an answer card is not asked for again in this turn.
FOR_THE_TURN: Final = {
    ask.FIRST_STRIKE: "Not this turn",
    ask.AMBUSH: "Not this turn",
}

PHASES: Final[dict[int, Phase]] = {
    steps.TURN_BEGINNING: "card",
    steps.TURN_CARD_ANSWERED: "card",
    steps.TURN_SECTION_ANSWERED: "card",
    steps.TURN_DICE_ROLLED: "order",
    steps.TURN_ORDERING: "order",
    steps.TURN_ORDER_ANSWERED: "order",
    steps.TURN_RALLY_ANSWERED: "order",
    steps.TURN_INSPIRATION_ANSWERED: "order",
    steps.TURN_LEADER_ANSWERED: "order",
    steps.TURN_MOVING: "move",
    steps.TURN_MOVE_ANSWERED: "move",
    steps.TURN_BATTLING: "battle",
    steps.TURN_BATTLE_ANSWERED: "battle",
    steps.TURN_TARGET_ANSWERED: "battle",
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
    """Who stands on a hex, for a sentence: the unit, the leader alone, or the hex by its name where nobody does.

    >>> state = Battle.start("akragas", seed=7).state
    >>> piece_on(state, state.units[0].hex)
    'the Medium Infantry on B2'
    """
    if not 0 <= hex < hexes.NOWHERE:
        return "the unit"
    i = s.unit_at[hex]
    if i != NONE:
        return f"the {KINDS[s.units[i].kind].name} on {hexes.name(hex)}"
    return f"the leader on {hexes.name(hex)}" if s.leader_at[hex] != NONE else hexes.name(hex)


def prompt(battle: Battle) -> tuple[str, str]:
    """The question that is pending in one sentence, and one line of help, "" where there is none to give.

    >>> prompt(Battle.start("akragas", seed=7))[0]
    'Play a command card'
    """
    s = battle.state
    if battle.over:
        return "The battle is over", ""
    if s.who == ask.CHANCE:
        words = battle.prompt()
        return words[0].upper() + words[1:], ""
    if s.question == ask.FORFEIT:
        return "A card is lost", ""
    asked, help = QUESTIONS[s.question]
    if s.question == ask.ORDER and 0 < s.slack[7] < s.units_of[s.who]:
        asked = f"Order units: {s.slack[7]} left"
    asked = asked.format(piece=_on_the_move(s) if s.question == ask.STEP else piece_on(s, s.subject))
    return asked[0].upper() + asked[1:], help


def _on_the_move(s: State) -> str:
    """Who moves step by step, and where it is by now: it is put there only when it stops."""
    f = s.frames[s.depth]
    who = "leader" if legend.moves_leader(f) else KINDS[s.units[f.unit].kind].name
    return f"the {who} on {hexes.name(s.subject)}"


def label(battle: Battle, number: int, text: str) -> str:
    """The words of a button for an answer: `number` is the answer, `text` its line in a script.

    >>> battle = Battle.start("akragas", seed=7)
    >>> label(battle, battle.options[0].number, battle.options[0].text)
    'Order Two Units Left'
    """
    s = battle.state
    question = s.question
    if number == ask.DONE:
        return _QUIET.get(question, "Done")
    if number == ask.YES:
        return _YES.get(question, "Yes")
    if number == ask.INSTEAD:
        return "One unit of your choice instead"
    if number == ask.OFF:
        return "Leave the board"
    if question == ask.IGNORE:
        flags = number - ask.IGNORE_0
        return f"Ignore {counted(flags, 'flag')}" if flags else "Ignore no flag"
    if question == ask.INSPIRATION:
        return INSPIRATIONS[number - ask.TOKEN_0].replace("-", " ").capitalize()
    if number >= ask.CARD_0:
        return CARDS[number - ask.CARD_0].name
    if names_a_piece(s, number):
        return f"Place the {_plain(s, piece_name(s, number))}"
    if question == ask.PLACE:
        piece = _plain(s, piece_name(s, legend.piece_placed(s.frames[s.depth])))
        return f"Place the {piece} on {hexes.name((number - ask.HEX_0) % hexes.HEXES)}"
    if question in _AT and ask.HEX_0 <= number < ask.LEADER_0:
        return f"{_AT[question]} {hexes.name(number - ask.HEX_0)}"
    return text[0].upper() + text[1:]


def _plain(s: State, piece: str) -> str:
    """A piece that waits, by its key, in words."""
    return next((kind.name for kind in KINDS.among(edition_of(s)) if kind.key == piece), piece)


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
