"""What is said to a question about a table, and to one who looks back at its battle."""

from __future__ import annotations

from typing_extensions import TypedDict

from ...battle.view_types import Pair, SideWord
from ...odds import sheet_types
from .library import BattleCard, Story
from .parts import Numbered, Some, closed


@closed
class Explained(TypedDict):
    """Whether a line is possible now, and why not."""

    legal: bool
    why: str
    rules: list[str]


@closed
class Threatened(sheet_types.Threatened):
    """A piece, and who could come at it in the next turn."""


@closed
class OddsSheet(sheet_types.OddsSheet):
    """What one piece's attack on another would be and lead to.

    `at` is the hex that it attacks from; without `ways`, `why` and `rules` say why there is nothing to work out.
    """


class Turn(TypedDict):
    """Where a turn begins."""

    moment: int
    turn: int
    side: SideWord


@closed
class Timeline(TypedDict):
    """Where in a battle what happened, by the number of choices made, and whether it is over."""

    moments: int
    over: bool
    turns: list[Turn]
    rolls: list[int]
    eliminations: list[int]


class LuckOf(TypedDict):
    """The dice of a side in its attacks, against what was to be expected; `sigmas` are deviations above that."""

    rolls: int
    dice: int
    hits: int
    expected: float
    variance: float
    flags: int
    expected_flags: float
    faces: dict[str, int]
    sigmas: float


@closed
class LuckOfBoth(TypedDict):
    """The luck of both sides."""

    top: LuckOf
    bottom: LuckOf


class BannerStep(TypedDict):
    """A change of a side's banners: how many it has from then on."""

    turn: int
    moment: int
    side: SideWord
    banners: int


class DecisiveRoll(TypedDict):
    """The roll that did most for `side`: the largest difference between what it took and what it promised."""

    moment: int
    turn: int
    side: SideWord
    words: str


class BestUnit(TypedDict):
    """The unit that took most blocks; `kind` is the key of its kind."""

    side: SideWord
    kind: str
    name: str
    words: str


@closed
class Ending(TypedDict):
    """What is told of a battle that is over.

    `headline` says what it means that this side has won. `history` is what happened to those whose battle it was,
    `next` the battle that comes after it in the library; None for a battle that is not of the library.
    """

    turns: int
    goals: Pair[int]
    banners: list[BannerStep]
    headline: str
    decisive: DecisiveRoll | None
    best: BestUnit | None
    luck: LuckOfBoth
    history: Story | None
    next: BattleCard | None


@closed
class DiceProof(TypedDict):
    """What the dice of a game were made of, in hexadecimal: seed, salt and shares only after the end.

    A share is "" where its seat has let it go; `how` tells how they make the dice, by results whose numbers count
    choices, or in battles of before the entries of their records (`numbered`).
    """

    commitment: str
    seed: str | None
    salt: str | None
    seed_chosen: bool
    commitments: Some[str]
    shares: Some[str] | None
    numbered: Numbered
    how: str
