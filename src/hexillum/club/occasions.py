"""What people are told of while they are away: the words of each occasion, and for how long it is news.

The title of a notice ends with the words of its occasion, behind a colon that no name of a battle keeps: so a notice
in the queue says of itself what it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

#: Until when it is news: until the battle goes on or is over, until something later is told of it, or until it is told.
Lasts = Literal["move", "next", "told"]


@dataclass(frozen=True)
class Occasion:
    """Something that somebody is told of: how it ends the title of a notice, and the sentence below it."""

    words: str
    body: str
    lasts: Lasts


_ENDED: Final = "Look at how it ended, and ask for another one."
OCCASIONS: Final[Mapping[str, Occasion]] = MappingProxyType(
    {
        "turn": Occasion("it is your turn", "Whoever has moved waits for you.", "move"),
        "draw": Occasion("a draw is offered", "Accept or decline it at the table.", "move"),
        "taken": Occasion("your open seat is taken", "They begin; you are told when it is your turn.", "next"),
        "ready": Occasion("your battle is ready", "Your opponent begins; come to the table.", "next"),
        "second": Occasion("the second battle is ready", "The first one of your match is over.", "told"),
        "again": Occasion("a rematch is offered", "Take your seat from where the battle ended.", "told"),
        "said": Occasion("somebody spoke to you", "Read it at the table, where you can also mute it.", "told"),
        "resigned": Occasion("your opponent has resigned", _ENDED, "told"),
        "agreed": Occasion("the draw is agreed", _ENDED, "told"),
        "time": Occasion("your time was up", "Your opponent has claimed the battle.", "told"),
        "over": Occasion("the battle is over", _ENDED, "told"),
    }
)
_BY_WORDS: Final = {one.words: one for one in OCCASIONS.values()}


def occasion_of(title: str) -> Occasion:
    """What a notice is about, by its title.

    >>> occasion_of("Akragas: a draw is offered").lasts, occasion_of("of another version").words
    ('move', 'it is your turn')
    """
    return _BY_WORDS.get(title.rpartition(": ")[2], OCCASIONS["turn"])


def of_end(how: str | None) -> str:
    """The occasion that a battle has ended in a way.

    >>> of_end("resigned"), of_end("banners")
    ('resigned', 'over')
    """
    return how if how in ("resigned", "agreed", "time") else "over"
