"""What is said of standing answers, to who holds the seat alone."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from .parts import Some, closed


class OrdersOfSeat(TypedDict):
    """What a seat answers beforehand, by the sort of question; "ask" leaves it open."""

    evade: Literal["ask", "always", "never", "loss", "balance"]
    flags: Literal["ask", "all", "none"]
    back: Literal["ask", "always", "never"]
    parthian: Literal["ask", "always", "never"]
    strike: Literal["ask", "never", "chance"]
    strike_chance: int
    ambush: Literal["ask", "never"]
    tokens: Literal["ask", "never"]
    way: Literal["ask", "support", "away"]
    leader: Literal["ask", "join"]
    losses: Literal["ask", "theirs", "own"]


@closed
class StandingAnswers(TypedDict):
    """The standing answers of one's own seats."""

    seats: Some[OrdersOfSeat]


class SpokenAnswer(TypedDict):
    """That a standing answer of one's own has spoken: before which line of the log, the question and the answer."""

    line: int
    words: str
