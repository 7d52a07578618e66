"""What can be asked and what can be answered: the kinds of decision, the one action table, and their words.

An answer of a player is a number of the action table, below `ACTIONS`. An answer of chance is either a card of that
table or a roll: the faces of the dice counted, four bits a face (`dice.roll_of`), since their order never matters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .cards import CARDS, INSPIRATIONS, PLAIN
from .dice import faces_of, faces_text
from .enums import Actor, Question
from .hexes import HEXES, name

# Kinds of decision.
NOTHING: Final = 0
CARD: Final = 1
ORDER: Final = 2
MOVE: Final = 3
STEP: Final = 4
BATTLE: Final = 5
TARGET: Final = 6
FIRST_STRIKE: Final = 7
EVADE: Final = 8
EVADE_PATH: Final = 9
IGNORE: Final = 10
RETREAT: Final = 11
LEADER: Final = 12
TRAMPLE: Final = 13
ADVANCE: Final = 14
BONUS: Final = 15
BACK: Final = 16
ROLL: Final = 17
DRAW: Final = 18
OVER: Final = 19
SECTION: Final = 20
RALLY: Final = 21
PIECE: Final = 22
PLACE: Final = 23
FORFEIT: Final = 24
BATTLE_BONUS: Final = 25
BRAVERY: Final = 26
MOVE_A_LEADER: Final = 27
INSPIRATION: Final = 28
PARTHIAN: Final = 29
AMBUSH: Final = 30
AMBUSHER: Final = 31
KEEP: Final = 32

KIND_WORDS: Final = {
    CARD: "card",
    ORDER: "order",
    MOVE: "move",
    STEP: "move",
    BATTLE: "battle",
    TARGET: "battle",
    FIRST_STRIKE: "first-strike",
    EVADE: "evade",
    EVADE_PATH: "retreat",
    IGNORE: "ignore",
    RETREAT: "retreat",
    LEADER: "leader",
    TRAMPLE: "trample",
    ADVANCE: "advance",
    BONUS: "bonus",
    BACK: "back",
    ROLL: "roll",
    DRAW: "draw",
    OVER: "over",
    SECTION: "card",
    RALLY: "rally",
    PIECE: "place",
    PLACE: "place",
    FORFEIT: "discard",
    BATTLE_BONUS: "token",
    BRAVERY: "token",
    MOVE_A_LEADER: "token",
    INSPIRATION: "token",
    PARTHIAN: "parthian",
    AMBUSH: "ambush",
    AMBUSHER: "ambush",
    KEEP: "keep",
}

#: Decisions to spend a token on one thing, with the word of that in the notation.
TOKEN_WORDS: Final = {BATTLE_BONUS: "battle-bonus", BRAVERY: "bravery", MOVE_A_LEADER: "move-a-leader"}

# Who decides.
CHANCE: Final = 2

# The action table.
DONE: Final = 0  # the quiet answer: done, stand, hold, no card, no back, stop here
YES: Final = 1  # evade, battle back
OFF: Final = 2  # leave the board
INSTEAD: Final = 3  # one unit of choice instead of a leadership card's group
SECTION_0: Final = 4  # left, center, right
TOKEN_0: Final = 4  # what leaders inspire, in the order of INSPIRATIONS
IGNORE_0: Final = 8  # and the seven numbers after it
PIECE_0: Final = 8  # waiting units by their number; the last one stands for a leader
LEADER_PIECE: Final = PIECE_0 + 7
HEX_0: Final = 16  # a hex, or the unit on it
LEADER_0: Final = HEX_0 + HEXES  # the leader on a hex, without the unit
CARD_0: Final = LEADER_0 + HEXES
MOST_CARDS: Final = PLAIN  # of the decks of all editions together
ACTIONS: Final = CARD_0 + MOST_CARDS
MOST_DICE: Final = 12
SECTION_WORDS: Final = ("left", "center", "right")


@dataclass(frozen=True, order=True)
class Option:
    """One legal answer: its number, and its words as a script line has them.

    The number is one of the action table, or a roll's faces counted. Options sort by their numbers; `str` gives the
    words. `Battle.choose` takes an option, its number or its words.

    >>> str(Option(YES, action_text(BACK, YES)))
    'back'
    """

    number: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Decision:
    """What the battle waits for: who decides (None when over), what, where, by which rule.

    `kind` is one of the kinds of decision of this module. `subject` is the name of the hex that it is about, or "", and
    `rule` the id of the rule that asks. `dice` is the number of dice where chance has to roll, otherwise 0.

    >>> Decision(1, EVADE, "E5", "EV-01").word
    'evade'
    """

    actor: Actor | None
    kind: Question
    subject: str
    rule: str
    dice: int = 0

    @property
    def word(self) -> str:
        """The kind in the words of the case notation, such as "order" or "evade"; "over" once the battle has ended."""
        return KIND_WORDS[self.kind]


#: What is said by who does nothing, where that is not "done".
_QUIET: Final = {
    EVADE: "stand",
    ADVANCE: "hold",
    BACK: "no back",
    FIRST_STRIKE: "no card",
    LEADER: "stop",
    STEP: "stop",
    CARD: "no card",
    AMBUSH: "no card",
    PARTHIAN: "no parthian",
    **dict.fromkeys((*TOKEN_WORDS, INSPIRATION), "no token"),
}


def action_text(kind: int, action: int, subject: str = "") -> str:
    """An answer in the words of the case notation; a move, a target or a path is told with the hex it starts from.

    `kind` is the kind of decision that is answered, `action` the answer's number, for a roll its faces counted.
    `subject` is the name of the hex that the decision is about; where a waiting piece is placed, it is what the piece
    is.

    >>> action_text(EVADE, YES), action_text(EVADE, DONE), action_text(TARGET, HEX_0 + 57, "F6")
    ('evade', 'stand', 'F6xE6')
    >>> action_text(PLACE, HEX_0 + 57, "warrior")
    'place E6 warrior'
    """
    if kind == ROLL:
        return f"roll {faces_text(faces_of(action))}"
    if action == DONE:
        return _QUIET.get(kind, "done")
    if action == YES and kind in TOKEN_WORDS:
        return f"token {TOKEN_WORDS[kind]}"
    if action == YES:
        return {BACK: "back", PARTHIAN: "parthian"}.get(kind, "evade")
    if kind == INSPIRATION:
        return f"token {INSPIRATIONS[action - TOKEN_0]}"
    if action == OFF:
        return "to off"
    if action == INSTEAD:
        return "instead"
    if SECTION_0 <= action < SECTION_0 + 3:
        return SECTION_WORDS[action - SECTION_0]
    if PIECE_0 <= action < HEX_0 and kind in (ORDER, PIECE):
        return f"place {subject}"
    if IGNORE_0 <= action < HEX_0:
        return f"ignore {action - IGNORE_0}"
    if action >= CARD_0:
        return f"{ {DRAW: 'draw', FORFEIT: 'discard', KEEP: 'keep'}.get(kind, 'card') } {CARDS[action - CARD_0].key}"
    if kind == PLACE:
        return f"place {name((action - HEX_0) % HEXES)} {subject}"
    if action >= LEADER_0:
        return f"{'order' if kind == ORDER else 'move'} leader {name(action - LEADER_0)}"
    place = name(action - HEX_0)
    if kind in (TARGET, BONUS):
        return f"{subject}x{place}"
    if kind == AMBUSHER:
        return f"{place}x{subject}"
    verbs = {ORDER: "order", MOVE: "move", STEP: "to", BATTLE: "battle", EVADE_PATH: "to", RETREAT: "to", LEADER: "to"}
    verbs |= {RALLY: "rally", TRAMPLE: "trample", ADVANCE: "advance"}
    return f"{verbs.get(kind, 'hex')} {place}"
