"""What is said of clocks and vacations."""

from __future__ import annotations

from typing_extensions import TypedDict

from ...battle.view_types import Pair, SideWord
from .parts import closed


@closed
class Clock(TypedDict):
    """The clocks of a battle, at the time `at` of the server; times are seconds since 1970, spans are seconds.

    `left` is what each side has left, less than zero where its flag has fallen, `bank` how much of it is left beyond
    this turn; `running` whose clock runs, since it is asked: from `at` on or, in a vacation, from `stopped_until`. If
    it does nothing, its flag falls at `falls_at`, and from `claim_from` on the other side may claim the win. With
    `short` left it is time to warn. `vacation` are the sides on vacation. They have not `started` before both seats are
    taken.
    """

    pace: str
    words: str
    live: bool
    started: bool
    at: float
    left: Pair[float]
    bank: Pair[float]
    running: SideWord | None
    stopped_until: float | None
    falls_at: float | None
    claim_from: float | None
    short: float
    vacation: list[SideWord]


@closed
class ClockNow(TypedDict):
    """The clocks of a battle as they are now, None where there are none."""

    clock: Clock | None


@closed
class VacationCard(TypedDict):
    """A vacation, and whether it is `now`."""

    id: str
    begins_at: float
    ends_at: float
    now: bool


@closed
class Vacations(TypedDict):
    """The vacations of somebody that are not over, and how many days of this year are left."""

    days_left: float
    vacations: list[VacationCard]
