"""What is said to who learns: the lessons, a moment of one, and the coach's words at a first battle."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from ...battle.view_types import Position, SideWord
from .parts import closed
from .table import Shown

Light = Literal["hand", "board", "card", "dice", "place", "banners", "prompt"]


class Cited(TypedDict):
    """A rule by its number, with the title of its chapter and its words."""

    id: str
    chapter: str
    text: str


@closed
class LessonCard(TypedDict):
    """A lesson in the list: how many steps it has, what it is about, and the ground that it begins on."""

    id: str
    number: int
    title: str
    edition: str
    about: str
    steps: int
    chapters: list[str]
    rules: list[str]
    position: Position


class Said(TypedDict):
    """What a lesson says to what was done.

    `chosen`: it is the choice of that number, and the view is after all that followed. `open`: more is to be answered.
    `other`: legal, but not what the lesson is about; the view is that of the question again.
    """

    kind: Literal["chosen", "open", "other"]
    choice: int | None
    good: bool
    again: bool
    told: str
    rules: list[Cited]


class Notice(TypedDict):
    """What to notice before an answer, and the hexes that it speaks of."""

    words: str
    hexes: list[str]


@closed
class LessonMoment(TypedDict):
    """A question of a lesson, or what came of the answer: `step` counts from 0, `said` is None before an answer.

    `remember` is told after the last step.
    """

    id: str
    title: str
    step: int
    steps: int
    ask: str
    hint: str
    notice: list[Notice]
    view: Shown
    said: Said | None
    remember: list[str]


class CoachPrompt(TypedDict):
    """What the coach says once, when its moment has come: a question is asked, or something has happened.

    What has happened must rest on one of the rules `cites`, if there are any. `by` is the turn of the player at whose
    card it comes at the latest, 0 for none; `lights` what it speaks of, which is not dimmed.
    """

    asked: str
    happened: str
    cites: list[str]
    by: int
    lights: list[Light]
    title: str
    text: str
    hint: str
    rules: list[Cited]


@closed
class FirstBattle(TypedDict):
    """The battle to begin with: what a new table for it is, and the coach's prompts in their order."""

    battle: str
    seat: SideWord
    opponent: str
    seed: int
    prompts: list[CoachPrompt]


class Way(TypedDict):
    """An arrow of a diagram, from a hex to another: a move, a retreat or an attack."""

    kind: Literal["move", "retreat", "attack"]
    start: str
    to: str


@closed
class RuleDiagram(TypedDict):
    """A small position for a chapter of the rules, by the letters of its rules; `marks` are hexes to look at."""

    chapter: str
    edition: str
    caption: str
    marks: list[str]
    arrows: list[Way]
    position: Position
