"""What is said at tables: words or a ready phrase, who is heard no longer, what is reported."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from ...battle.view_types import SideWord
from . import Number, Wire


class Say(Wire):
    """Something to say, in one's own words or by the key of a ready phrase; `seat` for who holds both."""

    words: Annotated[str, StringConstraints(max_length=2_000)] | None = None
    phrase: Annotated[str, StringConstraints(max_length=20)] | None = None
    seat: SideWord | None = None


class Mute(Wire):
    """Hear the other seat no longer, or again; as an onlooker, the other onlookers."""

    mute: bool
    seat: SideWord | None = None


class ReportLine(Wire):
    """Show a line to who runs the server."""

    seq: Number
