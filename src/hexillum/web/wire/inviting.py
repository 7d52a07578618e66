"""What the server says of invitations: what one is to, by which address a friend comes, and a link as a code."""

from __future__ import annotations

from typing_extensions import TypedDict

from ...battle.view_types import SideWord
from .parts import closed


@closed
class Invitation(TypedDict):
    """What an invitation is to, for who has it: nothing is taken by looking.

    `by` is the name of who sits on the other side, "" for a guest or nobody; `against` says who that is in words.
    `army` and `commander` are what the invited would lead, `occasion` is when and where the battle was. `rated` says
    that the other side wants it to count for the ladder, which needs a name and the same wish of the invited.
    """

    game: str
    title: str
    occasion: str
    by: str
    against: str
    side: SideWord
    army: str
    commander: str
    other: str
    pace_words: str
    rated: bool


@closed
class ReachOf(TypedDict):
    """By what others reach this server, for who sits at its machine: for everybody else `here` is false.

    `open` says that it listens to others at all; `addresses` are those of the machine in its network, the likeliest
    first.
    """

    here: bool
    open: bool
    addresses: list[str]


@closed
class LinkCode(TypedDict):
    """A code that a phone reads: `size` squares on a side, and the path of the dark ones for a picture of that size."""

    size: int
    path: str
