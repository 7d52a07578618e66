"""What the coach says: reviews of battles that are over, hints while they go on, and doubts about a choice."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from ...battle.view_types import Leader, Pair, SideWord, Unit
from .parts import closed
from .table import Happening


class ReviewMoment(TypedDict):
    """A change of the top side's chance to win, by dice, by cards, or by what `side` chose; `index` is its moment."""

    index: int
    kind: Literal["dice", "cards", "choice"]
    side: SideWord
    before: float
    after: float


class ReviewErrors(TypedDict):
    """Standard errors of two chances."""

    before: float
    after: float


class ReviewTurn(TypedDict):
    """A turn of one side: its change is luck, by dice and cards, and decisions, one's own and the other's.

    `given` is what its plan gave away, as its side sees it; None where that was not looked at.
    """

    turn: int
    side: SideWord
    index: int
    before: float
    after: float
    luck: float
    decisions: float
    dice: float
    cards: float
    own: float
    other: float
    given: float | None
    errors: ReviewErrors
    moments: list[ReviewMoment]


class ReviewPoint(TypedDict):
    """The chance at the beginning of a turn, which is known sooner than what changed it."""

    turn: int
    chance: float
    error: float


class ReviewBetter(TypedDict):
    """A step of a better plan: the number of an answer, and its words in the notation of records."""

    answer: int
    text: str


class ReviewMistake(TypedDict):
    """A decision that gave much away, as its side sees it: with what was played it had `chance`."""

    turn: int
    side: SideWord
    index: int
    given: float
    error: float
    chance: float
    best_chance: float
    played: list[str]
    better: list[ReviewBetter]
    better_lines: list[str]
    why: list[str]


class ReviewExtreme(TypedDict):
    """A throw or a decision that stands out; `change` is that of the top side's chance."""

    turn: int
    index: int
    side: SideWord
    kind: Literal["dice", "cards", "choice"]
    change: float


class ReviewSums(TypedDict):
    """The battle as a whole: what luck gave each side, and what each gave away in a turn of its own on average."""

    luck: Pair[float]
    given: Pair[float]
    best: ReviewExtreme | None
    worst: ReviewExtreme | None


class BattleReview(TypedDict):
    """A review as `hexillum review --json` has it; all chances are those of the top side but in mistakes."""

    format: str
    hexillum: str
    rules: str
    record: str
    battle: str
    players: Pair[str]
    playouts: int
    seed: int
    finished: bool
    complete: bool
    start: float
    turns: list[ReviewTurn]
    result: float
    mistakes: list[ReviewMistake]
    totals: ReviewSums
    curve: list[ReviewPoint]
    notes: list[str]


@closed
class Reviewed(TypedDict):
    """How far the review of a battle is: `done` of `whole`; `ahead` are the reviews before one that waits.

    `words` say what is being done, or why it ended before its end. `review` is as much of it as there is; None for
    nothing, or for nothing more than who asked has. `armies` are what the sides are called, `yours` the seats of who
    asks.
    """

    state: Literal["none", "waiting", "running", "done", "stopped", "failed"]
    words: str
    done: int
    whole: int
    ahead: int
    beats: int
    armies: Pair[str]
    yours: list[SideWord]
    review: BattleReview | None


class PlanStep(TypedDict):
    """An answer of a plan, what it brings about, and the pieces after it."""

    number: int
    words: str
    happened: list[Happening]
    units: list[Unit]
    leaders: list[Leader]


@closed
class PlanShown(TypedDict):
    """A plan step by step, as far as it goes before dice, a draw or the other side; `moment` is where it begins."""

    moment: int
    steps: list[PlanStep]


@closed
class Hinted(TypedDict):
    """What the consul would do at a version of the game, and the chance of `side` to win with it.

    `error` is the standard error of the chance. `why` says in sentences what the plan is out for and what it risks,
    `help` how often this side has asked for help.
    """

    version: int
    side: SideWord
    chance: float
    error: float
    why: list[str]
    steps: list[PlanStep]
    help: int


@closed
class Doubted(TypedDict):
    """Whether a choice gives much away: `given` from 0 to 1, and a sentence where it does, "" otherwise."""

    version: int
    given: float
    error: float
    words: str
