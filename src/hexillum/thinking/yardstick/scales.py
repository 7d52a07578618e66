"""What the yardstick remembers, and its room for sums.

Records hold whole numbers only, so that fractions lie in a list beside them: `ROOM` numbers, at the places named here.
"""

from __future__ import annotations

from typing import Annotated, Final

from ...core import ask
from ...core.hexes import HEXES
from ...core.state import HALF_UNITS, LEADERS, UNITS
from ...core.structs import Record, i8, i16, i32, record
from ...engine.playout import ANSWERS_MOST

WAY_MOST: Final = 16

GAINS: Final = 0  # what an order gains, by the number of the answer that gives it,
BLOWS: Final = GAINS + ask.ACTIONS  # what each enemy threatens,
SHOT: Final = BLOWS + HALF_UNITS  # and what any of them that fires does
BEST: Final = SHOT + 1  # the score of the best answer so far
ROOM: Final = BEST + 1

# Boards beside the one that is played on: on the first things are tried, on the others cards are.
TRIAL: Final = 1
READ: Final = 2
ORDERS: Final = 3
SHOTS: Final = 4
BOARDS: Final = 5

#: What tells a board from others: who is active, the turn, each unit and each leader.
SIGHT: Final = 2 + UNITS + LEADERS


@record
class Scales(Record):
    """What the yardstick has in mind during a battle."""

    count: i16  # how many answers are offered,
    offered: Annotated[list[int], "i2", ANSWERS_MOST]  # and which
    choice: i16  # the best of those looked at so far, NONE for none
    seen: i8  # whether `sight` is about a board
    sight: Annotated[list[int], "i4", SIGHT]  # the board that the gains are about
    known: Annotated[list[int], "i1", ask.ACTIONS]  # the answers whose gain is worked out
    # the enemies as one unit sees them
    foes: i16
    foe_hex: Annotated[list[int], "i2", HALF_UNITS]
    foe_strikes: Annotated[list[int], "i2", HALF_UNITS]  # how far its blow reaches,
    foe_fires: Annotated[list[int], "i2", HALF_UNITS]  # and its shot
    nearest: i16  # how far the nearest enemy of the hex looked at last is
    # the flood over the hexes where a piece may go
    stamp: i32
    seen_at: Annotated[list[int], "i4", HEXES]
    made: Annotated[list[int], "i2", HEXES]
    before: Annotated[list[int], "i2", HEXES]
    queue: Annotated[list[int], "i2", HEXES]
    ends: i16
    ended: Annotated[list[int], "i2", HEXES]
    end: i16  # where the best move looked at last ends, NOWHERE for none
    # the way of the piece that moves: the turn, 0 for a unit or 1 for a leader, and its number
    way_turn: i16
    way_kind: i8
    way_piece: i16
    way_from: i16
    ways: i16
    way: Annotated[list[int], "i2", WAY_MOST]
