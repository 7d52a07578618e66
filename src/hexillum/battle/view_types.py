"""The types of what leaves the door: a view of a battle and the pieces in it, as plain values for JSON.

Hexes, kinds, terrain and cards are told by their names. The server's `web.wire` builds on these types: what a side may
see is listed once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from typing import TypedDict
else:
    try:  # the server's models can read no other before Python 3.12
        from typing_extensions import TypedDict
    except ImportError:
        from typing import TypedDict

SideWord = Literal["top", "bottom"]
ActorWord = Literal["top", "bottom", "chance"]
Result = Literal["top", "bottom", "draw"]

SIDES: Final[tuple[SideWord, SideWord]] = ("top", "bottom")
ACTORS: Final[tuple[SideWord, SideWord, ActorWord]] = ("top", "bottom", "chance")

T = TypeVar("T")


class Pair(TypedDict, Generic[T]):
    """Something for each side."""

    top: T
    bottom: T


def pair(top: T, bottom: T) -> Pair[T]:
    """Something for each side.

    >>> pair(5, 6)
    {'top': 5, 'bottom': 6}
    """
    return {"top": top, "bottom": bottom}


class Unit(TypedDict):
    """A unit on the board; `id` is its own from the beginning to the end, `moved` the hexes that it moved this turn."""

    id: int
    hex: str
    kind: str
    side: SideWord
    blocks: int
    full: int
    leader: bool
    special: list[str]
    moved: int
    ordered: bool
    fought: bool


class Leader(TypedDict):
    """A leader on the board, with a unit (attached) or alone; `name` is "" for one without."""

    id: int
    name: str
    side: SideWord
    hex: str
    attached: bool
    ordered: bool


class Rampart(TypedDict):
    """A protected hexside: the hex that is defended, and the one outside."""

    hex: str
    outside: str


class Position(TypedDict):
    """What stands on the table for all to see.

    `terrain` has the hexes that are not clear. `ramparts` has each protected hexside as "E6/D6", `rampart_sides` the
    same in parts. `camps`, `exits` and `ground` are the hexes worth a banner to a side, and to whoever holds them.
    """

    rows: int
    units: list[Unit]
    leaders: list[Leader]
    terrain: dict[str, str]
    ramparts: list[str]
    rampart_sides: list[Rampart]
    camps: Pair[list[str]]
    exits: Pair[list[str]]
    ground: list[str]


class Known(TypedDict):
    """What one side may know of a battle beside its board; `hand` has cards with their copies, None for an onlooker."""

    scenario: str | None
    viewer: SideWord | None
    turn: int
    active: SideWord
    banners: Pair[int]
    goals: Pair[int]
    command: Pair[int]
    tokens: Pair[int]
    tokens_spent: Pair[int]
    waiting: Pair[list[str]]
    card: str | None
    last_cards: Pair[str | None]
    hand: dict[str, int] | None
    hand_sizes: Pair[int]
    deck_size: int
    discards: dict[str, int]
    outcome: Result | None


class Standing(Position, Known):
    """How a battle stands, as one side may know it."""


class Answer(TypedDict):
    """A legal answer: its number in the action table, and its words as a script line has them."""

    number: int
    text: str


class Asked(TypedDict):
    """What is asked; the answers only where the viewer gives them."""

    actor: ActorWord | None
    word: str
    kind: int
    subject: str
    rule: str
    dice: int
    prompt: str
    options: list[Answer]


class View(Standing):
    """Everything that a side may know of a battle; `log` has a line for each thing that happened."""

    armies: Pair[str] | None
    decision: Asked
    log: list[str]
