"""What is said of talk at a table."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from ...battle.view_types import SideWord
from .parts import closed


@closed
class Phrase(TypedDict):
    """A ready phrase, by its key."""

    key: str
    words: str


@closed
class TalkLine(TypedDict):
    """Something that was said at a table: plain text, whatever stands in it.

    `room` is that of the seats or of those who watch, `side` the seat that said it, `name` who it was where he has a
    name; `by` tells speakers of one table apart and nothing else, `yours` whether it was who asks.
    """

    seq: int
    room: Literal["seats", "watch"]
    side: SideWord | None
    name: str
    by: str
    yours: bool
    at: float
    words: str


@closed
class TalkAt(TypedDict):
    """The talk at a table, as far as who asks may hear it, and in which room he may speak, None where he may not.

    `why` says why not; `muted` whether he hears the others of his room no longer, the other seat or other onlookers;
    `longest` is how many characters there may be.
    """

    lines: list[TalkLine]
    room: Literal["seats", "watch"] | None
    why: str
    muted: bool
    phrases: list[Phrase]
    longest: int
