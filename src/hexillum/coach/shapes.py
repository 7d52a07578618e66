"""What a review is, as plain values: these names are those of `hexillum review --json`, of files and of the pages.

All chances are those of the top side, 0 to 1, but where a mistake is told from its mover's view. Every chance of the
split is a multiple of 2**-16, so that sums of them are exact, in whatever order they are added.
"""

from __future__ import annotations

from typing import Final, Literal, TypedDict

#: What a file of a review says first.
FORMAT: Final = "hexillum-review 1"
GRAIN: Final = 2**16

SideName = Literal["top", "bottom"]
Kind = Literal["dice", "cards", "choice"]


def grained(chance: float) -> float:
    """A chance as a multiple of 2**-16: such numbers add up without any rounding.

    >>> grained(0.1) + grained(0.2) - grained(0.1) == grained(0.2)
    True
    """
    return round(chance * GRAIN) / GRAIN


class Moment(TypedDict):
    """A change of the chance: dice, cards, or what one side chose between two moments of chance."""

    index: int  # of the first answer in the record's list of answers, those of chance counted, from 0
    kind: Kind
    side: SideName  # who chose; of dice and cards, whose turn it is
    before: float
    after: float


class Totals(TypedDict):
    """A number for each side."""

    top: float
    bottom: float


class Errors(TypedDict):
    """Standard errors of two chances."""

    before: float
    after: float


class Turn(TypedDict):
    """A turn of one side: its change is luck and decisions, which are dice and cards, one's own and the other's."""

    turn: int  # from 1, as the log counts
    side: SideName  # whose turn it is
    index: int  # its first answer
    before: float
    after: float
    luck: float  # dice + cards
    decisions: float  # own + other
    dice: float
    cards: float
    own: float
    other: float
    given: float | None  # what the plan of the turn gave away, from its side's view; None where it was not looked at
    errors: Errors
    moments: list[Moment]


class Better(TypedDict):
    """A step of the better plan: the number of an answer, and its words in the notation of records."""

    answer: int
    text: str


class Mistake(TypedDict):
    """A decision that gave much away. `given` is 0 to 1, from the mover's view; so are the chances."""

    turn: int
    side: SideName
    index: int  # the answer at which the better plan begins
    given: float
    error: float  # standard error of `given`
    chance: float  # with what was played,
    best_chance: float  # and with the better plan
    played: list[str]  # script lines
    better: list[Better]
    better_lines: list[str]  # the same as script lines
    why: list[str]  # sentences; the numbers in them back them


class Extreme(TypedDict):
    """A decision or a throw that stands out."""

    turn: int
    index: int
    side: SideName
    kind: Kind
    change: float  # of the top side's chance


class Sums(TypedDict):
    """The battle as a whole."""

    luck: Totals  # what dice and cards gave each side; the two are each other's opposite
    given: Totals  # what each side's mistakes gave away a turn of its own, 0 to 1
    best: Extreme | None  # the throw that changed most
    worst: Extreme | None  # the decision that gave away most


class Players(TypedDict):
    """Who played, or the armies where nobody knows."""

    top: str
    bottom: str


class Point(TypedDict):
    """The chance at the beginning of a turn."""

    turn: int
    chance: float
    error: float


class KeptJudged(TypedDict):
    """A decision that was looked at: which, the best alternative, and the playouts of both."""

    span: int
    index: int
    best: list[int]
    played: str
    better: str


class Kept(TypedDict):
    """What a review needs to be gone on with: a letter for each playout, 1 won by the top side, 0 lost, h drawn."""

    worths: list[str]
    judged: list[KeptJudged]


class ReviewJson(TypedDict):
    """A review. `turns` are those that are known, from the first on.

    `result` is 1, 0 or 0.5, or the chance at the last moment of an unfinished battle; of a review that is not done it
    is the chance after the last turn that is known.
    """

    format: str
    hexillum: str
    rules: str  # digest
    record: str  # digest of the record
    battle: str  # its name
    players: Players
    playouts: int  # for each moment
    seed: int
    finished: bool  # whether the battle has ended
    complete: bool  # whether the review has: all moments, and all decisions looked at
    start: float
    turns: list[Turn]
    result: float
    mistakes: list[Mistake]
    totals: Sums
    curve: list[Point]  # known sooner than the turns; of the same playouts, and more
    notes: list[str]  # sentences for people: what is coarse or missing, and why
    kept: Kept
