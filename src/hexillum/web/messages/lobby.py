"""What comes into the lobby: seats that are offered and taken, seats of which to know how they stand, vacations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from . import Hex32, ScenarioText, Wire, Word
from .people import HeldSeat

Pace = Annotated[str, StringConstraints(max_length=10)]


class OfferSeat(Wire):
    """A seat for anybody: a battle of the library or a scenario text, the own side, how fast, and for whom.

    `pace` is "30+20" (minutes and seconds), "1d+7d" (days a turn and in the bank), or "" for as long as both like;
    `match` makes two battles of it, with the armies changed; `watched` lets everybody find it and watch. `share` is the
    SHA-256 of a share of the dice. A `rated` one is for somebody with a name who wants that, too.
    """

    battle: Word | None = None
    scenario: ScenarioText | None = None
    side: Literal["top", "bottom", "any"] = "any"
    pace: Pace = ""
    level: Literal["any", "beginner", "experienced", "strong"] = "any"
    words: Annotated[str, StringConstraints(max_length=500)] = ""
    match: bool = False
    watched: bool = True
    share: Hex32 | None = None
    rated: bool = False


class TakeSeat(Wire):
    """Take an open seat; `share` is the SHA-256 of a share of the dice, and `rated` agrees to a rated battle."""

    share: Hex32 | None = None
    rated: bool = False


class AskMine(Wire):
    """The seats that a browser holds, beside those that somebody has by his name."""

    seats: Annotated[tuple[HeldSeat, ...], Field(max_length=60)] = ()


class TakeVacation(Wire):
    """A vacation of so many days, from now or from a time on."""

    days: Annotated[int, Field(ge=1, le=365)]
    begin: Annotated[float, Field(ge=0, le=1e11)] | None = None
