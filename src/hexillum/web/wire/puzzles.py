"""What is said to who solves puzzles."""

from __future__ import annotations

from typing_extensions import TypedDict

from ...battle.view_types import Position, SideWord
from .parts import closed
from .table import Shown


@closed
class PuzzleCard(TypedDict):
    """A puzzle in the list: the battle and turn that it is from, who is to move, how seldom computers find the best.

    `difficulty` is from 0 to 1. What the other side holds is not in it, nor the answer.
    """

    id: str
    title: str
    battle: str
    edition: str
    side: SideWord
    turn: int
    difficulty: float
    position: Position


@closed
class Puzzles(TypedDict):
    """All puzzles, the easiest first, and the one of the day by its name, "" where there are none."""

    puzzles: list[PuzzleCard]
    today: str


class PuzzlePlan(TypedDict):
    """A plan of a turn: its answers in words and by number, and the chance to win after it with its standard error."""

    lines: list[str]
    numbers: list[int]
    chance: float
    error: float


class PuzzleVerdict(TypedDict):
    """What is said of somebody's plan: his own chance, the best plan, and the best one with any other card.

    `chance` and `error` are None where he asked for the answer without a plan of his own. `why` says in sentences what
    makes the best plan better than his, or than the next where his is as good or there is none.
    """

    solved: bool
    chance: float | None
    error: float | None
    best: PuzzlePlan
    next: PuzzlePlan
    why: list[str]


@closed
class PuzzleMoment(TypedDict):
    """A puzzle after some answers; `over` says that the plan is made, and then there is a verdict.

    `answers` are all that were given, with the end of a move where that was asked for.
    """

    id: str
    title: str
    side: SideWord
    turn: int
    difficulty: float
    answers: list[int]
    over: bool
    view: Shown
    verdict: PuzzleVerdict | None
