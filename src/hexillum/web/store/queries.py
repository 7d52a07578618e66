"""What is asked of the tables of games in more than one room."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import String, exists, or_, select, type_coerce

from .tables import ENTRIES, GAMES, MUTES, PEOPLE, SEATS, TALK

#: The columns of a game and an entry, those of JSON as they stand: one that is none must not spoil the others.
GAME: Final = [type_coerce(c, String).label(c.name) if c.name == "opening" else c for c in GAMES.c]
ENTRY: Final = [type_coerce(c, String).label(c.name) if c.name == "data" else c for c in ENTRIES.c]

#: Whether something was said at the table of a game, or somebody there wants to hear nothing.
TALKED: Final = or_(exists().where(TALK.c.game == GAMES.c.id), exists().where(MUTES.c.game == GAMES.c.id)).label("talk")


def seats_of(ids: Collection[str]) -> Any:
    """The seats of games with the names of who sits there, game by game, top first."""
    named = SEATS.outerjoin(PEOPLE, PEOPLE.c.id == SEATS.c.person)
    return (
        select(SEATS, PEOPLE.c.name)
        .select_from(named)
        .where(SEATS.c.game.in_(ids))
        .order_by(SEATS.c.game, SEATS.c.side)
    )


def entries_of(id: str, first: int, version: int) -> Any:
    """The entries of a game from one up to a version, in their order."""
    there = (ENTRIES.c.game == id, ENTRIES.c.seq >= first, ENTRIES.c.seq < version)
    return select(*ENTRY).where(*there).order_by(ENTRIES.c.seq)
