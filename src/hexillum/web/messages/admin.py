"""What admins send."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from . import Short, Wire


class EndGame(Wire):
    """End a game without a winner; `why` is read by its players."""

    why: Short = ""


class CheckGames(Wire):
    """Check the games behind one, "" for the first of all."""

    after: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{32})?$")] = ""
