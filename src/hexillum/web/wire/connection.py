"""What the server sends to a connection at a table."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from .parts import closed
from .table import View
from .talk import TalkAt


@closed
class Seen(TypedDict):
    """The newest view, at a time of the server in seconds since 1970."""

    t: Literal["view"]
    now: float
    view: View


@closed
class Spoken(TypedDict):
    """What was said at the table, of which this connection may hear; `all` where it is all that there is."""

    t: Literal["talk"]
    talk: TalkAt


@closed
class Accepted(TypedDict):
    """A command was carried out; the game has come to a version."""

    t: Literal["accepted"]
    id: str
    version: int


@closed
class NotDone(TypedDict):
    """A command was not carried out, and nothing has changed."""

    t: Literal["refused"]
    id: str
    code: str
    message: str
    rules: list[str]


@closed
class Goodbye(TypedDict):
    """The connection ends, and why."""

    t: Literal["bye"]
    code: str
    message: str


@closed
class Pong(TypedDict):
    """The server is there."""

    t: Literal["pong"]


Message = Seen | Spoken | Accepted | NotDone | Goodbye | Pong

FromServer: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="t")])
