"""What leaves the door has names: sides, questions and events as enums, equal to the plain numbers used inside.

The numbers are written out, so that type checkers and editors know the names; inside, `ask` and `event` hold the same
numbers as constants, since the compiled form knows no enums.
"""

from __future__ import annotations

from enum import IntEnum


class Side(IntEnum):
    """A side of the table: the army at the top edge of the map, or that at the bottom edge.

    >>> Side.BOTTOM == 1, str(Side.BOTTOM.other.name)
    (True, 'TOP')
    """

    TOP = 0
    BOTTOM = 1

    @property
    def other(self) -> Side:
        """The enemy of this side."""
        return Side(1 - self)


class Actor(IntEnum):
    """Who decides: a side, with the number that it has as `Side`, or chance, that is dice and deck.

    >>> Actor.BOTTOM == Side.BOTTOM
    True
    """

    TOP = 0
    BOTTOM = 1
    CHANCE = 2


class Question(IntEnum):
    """What a decision asks: the kinds of decision of `core.ask`.

    >>> Question.CARD == 1, Question(17).name
    (True, 'ROLL')
    """

    NOTHING = 0
    CARD = 1
    ORDER = 2
    MOVE = 3
    STEP = 4
    BATTLE = 5
    TARGET = 6
    FIRST_STRIKE = 7
    EVADE = 8
    EVADE_PATH = 9
    IGNORE = 10
    RETREAT = 11
    LEADER = 12
    TRAMPLE = 13
    ADVANCE = 14
    BONUS = 15
    BACK = 16
    ROLL = 17
    DRAW = 18
    OVER = 19
    SECTION = 20
    RALLY = 21
    PIECE = 22
    PLACE = 23
    FORFEIT = 24
    BATTLE_BONUS = 25
    BRAVERY = 26
    MOVE_A_LEADER = 27
    INSPIRATION = 28
    PARTHIAN = 29
    AMBUSH = 30
    AMBUSHER = 31
    KEEP = 32


class EventKind(IntEnum):
    """What an event tells of; what its three numbers mean stands beside the constants of `core.event`.

    >>> EventKind.TURN == 1, EventKind(11).name
    (True, 'DICE')
    """

    TURN = 1
    PLAYED = 2
    ORDERED = 3
    MOVED = 4
    JOINED = 5
    CLOSE = 6
    FIRE = 7
    STRIKES_FIRST = 8
    EVADES = 9
    STANDS = 10
    DICE = 11
    FACE = 12
    LOST = 13
    ELIMINATED = 14
    BANNER = 15
    LEADER_CHECK = 16
    LEADER_SAFE = 17
    FLAGS = 18
    IGNORED = 19
    MUST_RETREAT = 20
    RETREATED = 21
    BLOCKED = 22
    RAMPAGE = 23
    TRAMPLED = 24
    FLED = 25
    ESCAPES = 26
    CREW_GONE = 27
    ADVANCED = 28
    HELD = 29
    BACK = 30
    NO_BACK = 31
    DREW = 32
    RESHUFFLED = 33
    ENDED = 34
    DETACHED = 35
    RALLIED = 36
    PLACED = 37
    LEFT = 38
    TAKEN = 39
    FORFEITED = 40
    COMMAND = 41
    SPENT_TOKEN = 42
    GAINED_TOKEN = 43
    SHOOTS_BACK = 44
    AMBUSHES = 45
    LOST_GROUND = 46
    PLUNDERED = 47
    NOTHING_TO_COPY = 48
