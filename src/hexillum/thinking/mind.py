"""What a planning player has in mind: its weights, its plan for the turn, and room for sums."""

from __future__ import annotations

from typing import Annotated, Final

from ..core.hexes import HEXES
from ..core.state import LEADERS, UNITS
from ..core.structs import Record, fields, i8, i16, i32, record


@record
class Weights(Record):
    """What the player thinks things are worth, in thousandths of a banner where nothing else is said.

    The values are data (`data/players/planner.toml`), by these names.
    """

    block: i32  # a block lost, beside the banner for the last one
    pushed: i32  # a unit driven back
    last: i32  # the banner that wins the battle
    back: i32  # how much the blow back counts, in thousandths
    bonus: i32  # what may follow a success of a unit that advances and fights on, for each of its dice
    fall: i32  # the leader of a unit that is destroyed, in thousandths of the chance of that
    caution: i32  # how much danger counts at first, in thousandths,
    haste: i32  # how much less with every turn,
    boldness: i32  # and how much at least
    second: i32  # how much of the second worst threat adds to danger, in thousandths,
    third: i32  # and of the third
    deterred: i32  # how much of the blow back keeps an enemy away, in thousandths
    weak: i32  # danger to a unit of one block beyond its losses, in thousandths for each block lost
    led: i32  # danger to a unit with a leader beyond its own, in thousandths
    cornered: i32  # danger to a unit that cannot retreat beyond its own, in thousandths
    relief: i32  # how much it counts that an attack may drive the target off, in thousandths
    focus: i32  # how much less a target promises that others attack already, in thousandths
    prey: i32  # what a unit could attack next, in thousandths
    nearer: i32  # a hex nearer to the nearest enemy
    support: i32  # a friend beside a unit, up to two
    beside_leader: i32  # a leader beside a unit or with it
    goal: i32  # a hex nearer to ground that is worth a banner
    join: i32  # a leader with a unit
    lonely: i32  # a leader alone, for each hex that the enemy is nearer than five
    follow: i32  # a hex between a lone leader and the nearest friendly unit
    strike: i32  # what a First Strike or an ambush must promise
    dice: i32  # a die of a card that rolls for its orders
    mine: i32  # what a side threatens at the end of its plan, in thousandths,
    theirs: i32  # and what threatens it
    unused: i32  # an order that a card could have given and did not
    reaction: i32  # a card that answers the enemy, played in one's own turn
    token: i32  # a token
    inspire: i32  # what an inspired action must promise


#: What blocks are worth goes by these; elephants and chariots are their own.
RANKS: Final = (
    "light-foot",
    "medium-foot",
    "heavy-foot",
    "light-mounted",
    "medium-mounted",
    "heavy-mounted",
    "elephant-or-chariot",
)


@record
class Position(Record):
    """What counts for the chance to win, in thousandths of a logit; the values are data, too."""

    tempo: i32  # to be the side that begins its turn
    need: i32  # a banner that is still needed,
    near_goal: i32  # and the more the fewer they are
    block: Annotated[list[int], "i4", len(RANKS)]  # a block of a unit, by its rank
    one: i32  # a unit of one block, deducted,
    two: i32  # or of two
    leader: i32
    lone: i32  # a leader without a unit, deducted
    behind: i32  # a hex from the nearest enemy for four blocks of foot of the line, deducted,
    aloof: i32  # and for a unit with a leader
    mine: i32  # what the side that begins its turn threatens, for a banner's worth,
    theirs: i32  # and what the other side does


#: The names of the weights, in order.
WEIGHTS: Final = tuple(fields(Weights))

CALM: Final = 1000
PLAN_MOST: Final = 64
PIECES: Final = UNITS + LEADERS  # a piece is a unit by its number, or a leader by UNITS and his


@record
class Mind(Record):
    """One player's thoughts. A plan lists pieces in the order of their moves, and where each is to end.

    A piece is a unit by its number, or a leader by UNITS and his; ends and ways are hexes, chances thousandths, and
    worths thousandths of a banner.
    """

    w: Weights
    p: Position
    mood: i32  # how careful it is now, in thousandths of its ordinary caution
    riders: i32  # how much more it makes of what mounted units gain, in thousandths
    turn: i16  # the turn that the plan is about, one higher; 0 for none
    card: i16  # the answers of the plan to the questions for card
    group: i16  # and section
    instead: i8  # it orders one unit of choice instead of what the card says
    stage: i8  # it is about the first moves of the turn, or about later ones
    steps: i16
    plan_piece: Annotated[list[int], "i2", PLAN_MOST]
    plan_end: Annotated[list[int], "i2", PLAN_MOST]
    only: i16  # the only card that may be played as long as it is in the hand, one higher; 0 for any
    best: i32  # what the best plan gains, while others are tried
    best_instead: i8
    best_steps: i16
    best_piece: Annotated[list[int], "i2", PLAN_MOST]
    best_end: Annotated[list[int], "i2", PLAN_MOST]
    known: Annotated[list[int], "i4", PIECES]  # what an order gains for each piece as long as nobody else moves
    fresh: Annotated[list[int], "i2", PIECES]  # after how many steps of the plan it was looked at last, one higher
    gain: Annotated[list[int], "i4", PIECES]  # what an order gains for each piece,
    end: Annotated[list[int], "i2", PIECES]  # and where its move ends
    gone: Annotated[list[int], "i4", UNITS]  # the chance that the attacks planned destroy or drive off a unit
    goals: i16  # hexes that are worth a banner to the side that plans
    goal: Annotated[list[int], "i2", HEXES]
    # the enemies as one unit sees them
    foes: i16
    foe_hex: Annotated[list[int], "i2", UNITS]
    foe_strikes: Annotated[list[int], "i2", UNITS]  # how far its blow reaches,
    foe_fires: Annotated[list[int], "i2", UNITS]  # its shot,
    foe_shoots: Annotated[list[int], "i2", UNITS]  # and its shot after a move
    foe_blow: Annotated[list[int], "i4", UNITS]
    foe_shot: Annotated[list[int], "i4", UNITS]
    foe_prey: Annotated[list[int], "i4", UNITS]
    nearest: i16  # how far the nearest enemy of the hex looked at last is
    promise: i32  # what the best attack looked at last promises
    relief: i32  # what the attack looked at last does to the danger
    # the flood over the hexes where a piece may go
    stamp: i32
    seen: Annotated[list[int], "i4", HEXES]
    made: Annotated[list[int], "i2", HEXES]
    before: Annotated[list[int], "i2", HEXES]
    queue: Annotated[list[int], "i2", HEXES]
    ends: i16
    ended: Annotated[list[int], "i2", HEXES]
    # the way of the piece that moves
    way_piece: i16
    way_turn: i16
    way_from: i16
    ways: i16
    way: Annotated[list[int], "i2", 16]


def mind_of(weights: dict[str, int], position: dict[str, int | list[int]], mood: int = CALM) -> Mind:
    """A mind with these weights that remembers nothing yet.

    `weights` are the values of fields of Weights, `position` those of Position, lists for its lists; what is not named
    is 0. `mood` is its caution in thousandths of the ordinary. Raises AttributeError for a name that is no weight.

    >>> mind_of({"block": 150}, {"need": 500}).w.block
    150
    """
    m = Mind()
    for name, value in weights.items():
        setattr(m.w, name, value)
    for name, worth in position.items():
        if isinstance(worth, list):
            getattr(m.p, name)[:] = worth
        else:
            setattr(m.p, name, worth)
    m.mood = mood
    return m


def copy_mind(minds: list[Mind], to: int, source: int) -> None:
    """Make one mind of a list equal to another; the compiled form has its own.

    >>> minds = [mind_of({"block": 150}, {}), mind_of({}, {})]
    >>> copy_mind(minds, 1, 0)
    >>> minds[1].w.block, minds[1] is minds[0]
    (150, False)
    """
    minds[to] = minds[source].copy()
