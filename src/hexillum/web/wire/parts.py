"""What the types of the wire are made of, and the answers of every address: health, and what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeVar

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from ...core import ask, event

_NO_KINDS: Final = (
    *("HITS", "MISSES", "SPARED", "FLAGGED", "REROLLED", "COUNTS"),
    *("LOST_ON_PATH", "LEADER_IN_MARSH", "NOWHERE"),
)
#: The kind of event that only tables tell: somebody else answered for a computer player.
STOOD_IN: Final = 0
#: The names of the kinds of event.
KIND_NAMES: Final = {
    value: name.lower()
    for name, value in [*vars(event).items(), ("STOOD_IN", STOOD_IN)]
    if name.isupper() and isinstance(value, int) and name not in _NO_KINDS
}

if TYPE_CHECKING:
    EventKind = str
    Question = str
else:
    EventKind = Literal[tuple(sorted(KIND_NAMES.values()))]
    Question = Literal[tuple(dict.fromkeys(ask.KIND_WORDS.values()))]

Effect = Literal["", "hits", "misses", "spared", "flag", "rerolled"]
Water = Literal["river", "ford", "shallow", "bridge", "marsh", "sea", "lake"]
Family = Literal["plain", "forest", "hill", "peak", "slope", "broken", "town", "camp", "wall", "fort", "gate"] | Water
GameKind = Literal["battle", "analysis"]
Numbered = Literal["entries", "choices"]
Phase = Literal["card", "order", "move", "battle", "draw", "over"]
Symbol = Literal["green", "blue", "red"]

T = TypeVar("T")
closed: Final[Callable[[Any], Any]] = with_config(ConfigDict(extra="forbid"))  # nothing is said that is not named


class Some(TypedDict, Generic[T], total=False):
    """Something for the sides that have it."""

    top: T
    bottom: T


@closed
class Health(TypedDict):
    """Whether all is well with the server, its version and that of the protocol.

    `database` and `thinkers` are "ok", or say what is wrong; `disk` are the bytes that are free for the database, None
    where it is not on a disk of this server.
    """

    ok: bool
    version: str
    protocol: int
    database: str
    disk: int | None
    thinkers: str


@closed
class Problem(TypedDict):
    """What went wrong, in one sentence, with the rules that stand against it."""

    code: str
    message: str
    rules: list[str]
