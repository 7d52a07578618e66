"""What is asked of the tables of games in more than one room."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, String, case, literal, select, type_coerce

from .rows import BLOCKED
from .tables import ENTRIES, GAMES, PEOPLE, SEATS

#: The columns of a game and an entry, those of JSON as they stand: one that is none must not spoil the others.
GAME: Final = [type_coerce(c, String).label(c.name) if c.name == "opening" else c for c in GAMES.c]
ENTRY: Final = [type_coerce(c, String).label(c.name) if c.name == "data" else c for c in ENTRIES.c]
#: A name as others read it.
SHOWN_NAME: Final[ColumnElement[str]] = case((PEOPLE.c.blocked, literal(BLOCKED)), else_=PEOPLE.c.name).label("name")


def seats_of(id: str) -> Any:
    """The seats of a game with the names of who sits there, top first."""
    named = SEATS.outerjoin(PEOPLE, PEOPLE.c.id == SEATS.c.person)
    return select(SEATS, SHOWN_NAME).select_from(named).where(SEATS.c.game == id).order_by(SEATS.c.side)


def entries_of(id: str, first: int, version: int) -> Any:
    """The entries of a game from one up to a version, in their order."""
    there = (ENTRIES.c.game == id, ENTRIES.c.seq >= first, ENTRIES.c.seq < version)
    return select(*ENTRY).where(*there).order_by(ENTRIES.c.seq)
