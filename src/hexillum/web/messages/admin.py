"""What admins send."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from . import Short, Wire


class EndGame(Wire):
    """End a game without a winner; `why` is read by its players."""

    why: Short = ""


class CheckGames(Wire):
    """Check the games behind one, "" for the first of all."""

    after: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{32})?$")] = ""


class BlockName(Wire):
    """Block a name, or let it free."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    blocked: bool


class InviteSomebody(Wire):
    """Make an invitation to take a name, good for some days."""

    days: Annotated[float, Field(gt=0, le=90)] = 14.0
