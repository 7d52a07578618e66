"""Games that are read whole: those that are asked for together, as by a crowd that comes back, are read together."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from sqlalchemy import select

from .database import Database
from .errors import StoreError, Unreadable
from .key import Key
from .queries import ENTRY, GAME, TALKED, seats_of
from .rows import Stored, to_game
from .tables import ENTRIES, GAMES

TOGETHER: Final = 20  # games that are read at once,
ENTRIES_MOST: Final = 4_000  # and entries of them, unless one has more

#: A game with its seats and entries, as rows.
Rows = tuple[Mapping[Any, Any], list[Mapping[Any, Any]], list[Mapping[Any, Any]]]


class Loading(Database):
    """Games are read from a database."""

    def __init__(self, url: str, key: Key | None = None, *, new_key: bool = False) -> None:
        super().__init__(url, key, new_key=new_key)
        self._wanted: dict[str, asyncio.Future[Rows | None]] = {}
        self._reader: asyncio.Task[None] | None = None

    async def load(self, id: str) -> Stored | None:
        """A game with all its entries; None where there is none.

        Raises StoreError where the database cannot be read, Unreadable where this game cannot.
        """
        asked = self._wanted.get(id)
        if asked is None:
            asked = self._wanted[id] = asyncio.get_running_loop().create_future()
        if self._reader is None or self._reader.done():
            self._reader = asyncio.create_task(self._read_on())
        rows = await asyncio.shield(asked)
        if rows is None:
            return None
        game, seats, entries = rows
        try:
            there = [row for row in entries if row["seq"] < game["version"]]
        except Exception as error:  # whatever stands there
            raise Unreadable(f"{type(error).__name__}: {error}") from None
        return to_game(game, seats, there, self.key)

    async def _settle(self) -> None:
        await super()._settle()
        if self._reader is not None:
            await asyncio.wait([self._reader])

    async def _read_on(self) -> None:
        """Read what is wanted until nothing is."""
        while self._wanted:
            batch = {id: self._wanted.pop(id) for id in list(self._wanted)[:TOGETHER]}
            try:
                while batch:
                    for id, rows in (await self._rows(batch)).items():
                        asked = batch.pop(id)
                        if not asked.done():
                            asked.set_result(rows)
            except BaseException as error:
                for asked in batch.values():
                    _end(asked, error if isinstance(error, Exception) else StoreError("the server was ended"))
                if not isinstance(error, Exception):
                    raise

    async def _rows(self, ids: Collection[str]) -> dict[str, Rows | None]:
        """The rows of games, of the first ones where they are long; of entries some may have come since.

        Raises StoreError.
        """
        async with self._reading() as connection:
            found = (await connection.execute(select(*GAME, TALKED).where(GAMES.c.id.in_(ids)))).mappings().all()
            games = {game["id"]: game for game in found}
            now = _first(ids, games)
            seats = (await connection.execute(seats_of(now))).mappings().all()
            wanted = select(*ENTRY).where(ENTRIES.c.game.in_(now)).order_by(ENTRIES.c.game, ENTRIES.c.seq)
            entries = (await connection.execute(wanted)).mappings().all()
        seated, made = _by_game(seats), _by_game(entries)
        return {id: (games[id], seated.get(id, []), made.get(id, [])) if id in games else None for id in now}


def _first(ids: Collection[str], games: Mapping[str, Mapping[Any, Any]]) -> list[str]:
    """Those of some games that are read now: as many as have not too many entries, but one at least."""
    taken: list[str] = []
    left = ENTRIES_MOST
    for id in ids:
        version = games[id]["version"] if id in games else 0
        left -= version if isinstance(version, int) else 0  # whatever stands there
        if taken and left < 0:
            break
        taken.append(id)
    return taken


def _by_game(rows: Sequence[Mapping[Any, Any]]) -> dict[str, list[Mapping[Any, Any]]]:
    """Rows that stand game by game."""
    return {game: list(of) for game, of in groupby(rows, lambda row: row["game"])}


def _end(asked: asyncio.Future[Any], error: Exception) -> None:
    """Tell who waits why there is nothing, if anybody still does."""
    if not asked.done():
        asked.set_exception(error)
        asked.exception()  # it may be that nobody does
