"""Entries that are added to games: those of several games that come together are written together."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, bindparam, func, insert, literal, select, update

from ..entries import Entry
from .database import Database
from .errors import Stale, StoreError, Unfit
from .key import SEALED, BadSeal, Key
from .notices import Turned, turn_comes
from .often import Often
from .queries import entries_of
from .results import Ended, note
from .rows import Said, open_data, plain, to_rows
from .tables import ENTRIES, GAMES, SEATS


@dataclass(eq=False)
class Addition:
    """Entries that wait to be added to a game, and what comes of it."""

    id: str
    version: int
    entries: Sequence[Entry]
    said: Said | None
    status: str
    computer: bool
    state: str | None
    ended: Ended | None
    stands: str | None
    orders: Mapping[int, str | None]
    turn: Turned | None
    key: Key
    at: float = field(default_factory=time.time)
    kept: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def changes(self) -> dict[str, Any]:
        """What changes in the game."""
        version = self.version + len(self.entries)
        changed = {"version": version, "status": self.status, "computer": self.computer, "acted_at": self.at}
        changed |= {"state": self.state, "stands": self.stands}
        return {"game_id": self.id, "game_version": self.version, **changed}

    def rows(self) -> list[dict[str, Any]]:
        """The rows of the entries."""
        return to_rows(self.id, self.version, self.entries, self.said, self.at, self.key)

    def end(self, error: BaseException | None) -> None:
        """Tell who waits, if anybody still does."""
        if not self.kept.done():
            if error is None:
                self.kept.set_result(None)
            else:
                self.kept.set_exception(error)


#: Seconds from one transaction to the next: what comes meanwhile is written together, since a transaction costs much
#: whatever is in it. Who comes alone does not wait.
GATHER: Final = 0.005
_AS_IT_WAS: Final = (GAMES.c.id == bindparam("game_id"), GAMES.c.version == bindparam("game_version"))
_GO_ON: Final = Often(update(GAMES).where(*_AS_IT_WAS), "version", "status", "computer", "acted_at", "state", "stands")
_ADD: Final = Often(insert(ENTRIES), *ENTRIES.c.keys())


class Additions(Database):
    """Additions to the games of a database."""

    def __init__(self, url: str, key: Key | None = None, *, new_key: bool = False) -> None:
        super().__init__(url, key, new_key=new_key)
        self._waiting: list[Addition] = []
        self._writer: asyncio.Task[None] | None = None
        self._wrote = -GATHER  # when the last transaction began, by the monotonic clock

    async def _settle(self) -> None:
        if self._writer is not None:
            await asyncio.wait([self._writer])

    async def append(
        self,
        id: str,
        version: int,
        entries: Sequence[Entry],
        said: Said | None,
        *,
        status: str,
        computer: bool,
        state: str | None = None,
        ended: Ended | None = None,
        stands: str | None = None,
        orders: Mapping[int, str | None] | None = None,
        turn: Turned | None = None,
    ) -> None:
        """Add entries to a game that is at a version; `ended` is how it ends with them, to be noted at once.

        Raises Stale where it has gone on, StoreError.

        `orders` are the standing answers, sealed, of the sides for which some have spoken: where they are others by
        now, or withdrawn, it is stale as well. `turn` says whose turn it becomes, if anybody's who may be told so.

        What comes while others are being written is written together afterwards: a disk is slow to say that it has
        something for good, however much that is.
        """
        noted = (ended, stands, orders or {}, turn)
        one = Addition(id, version, entries, said, status, computer, state, *noted, self.key)
        self._waiting.append(one)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        await one.kept

    async def _write(self) -> None:
        """Write what waits until nothing does."""
        batch: list[Addition] = []
        try:
            while self._waiting:
                await asyncio.sleep(max(0.0, self._wrote + GATHER - time.monotonic()))
                self._wrote = time.monotonic()
                # in one order, or two servers wait for each other
                batch = sorted(self._waiting, key=lambda one: one.id)
                self._waiting.clear()
                await self._add(batch)
        except BaseException:  # ended in the middle: nobody may wait for ever
            for one in (*batch, *self._waiting):
                one.end(StoreError("the server was ended"))
            self._waiting.clear()
            raise

    async def _add(self, batch: Sequence[Addition]) -> None:
        """Write additions in one transaction; where one of them is stale, or cannot be kept, each in its own."""
        try:
            await self._change(partial(self._added, batch))
        except (Stale, Unfit) as error:
            if len(batch) == 1:
                batch[0].end(error)
            else:
                for one in batch:
                    await self._add([one])
        except Exception as error:
            for one in batch:
                one.end(error)
        else:
            for one in batch:
                one.end(None)

    def _added(self, batch: Sequence[Addition], connection: Connection) -> None:
        """Add them, within a transaction. Raises Stale where one of the games has gone on."""
        if _GO_ON.execute(connection, [one.changes() for one in batch]) != len(batch):
            raise Stale
        for one in batch:
            _see_orders(connection, one)
        _ADD.execute(connection, [row for one in batch for row in one.rows()])
        for one in batch:
            if one.turn is not None:
                now = func.extract("epoch", func.clock_timestamp()) if self.shared else literal(one.at)
                turn_comes(connection, one.id, one.version + len(one.entries), one.turn, now)
        self._unseal(connection, [one.id for one in batch if one.status == "over"])
        for one in batch:
            if one.ended is not None:
                note(connection, one.id, one.ended, one.at)
            self._say(connection, one.id)

    def _unseal(self, connection: Connection, over: Sequence[str]) -> None:
        """Games that are over have no secrets any more: their records need the key no longer."""
        if not over:
            return
        sealed = select(GAMES.c.id, GAMES.c.seed).where(GAMES.c.id.in_(over), GAMES.c.seed.startswith(SEALED))
        for id, seed in connection.execute(sealed).all():
            with contextlib.suppress(BadSeal):
                opened = self.key.open(seed, id).hex()
                connection.execute(update(GAMES).where(GAMES.c.id == id).values(seed=opened))
                self._unseal_entries(connection, id)

    def _unseal_entries(self, connection: Connection, id: str) -> None:
        """The same for what of the entries of a game was secret."""
        entries = connection.execute(entries_of(id, 0, (1 << 31) - 1)).mappings()
        sealed = [(row["seq"], plain(row["data"])) for row in entries if "sealed" in str(row["data"])]
        opened = [{"entry_seq": seq, "data": open_data(data, id, self.key)} for seq, data in sealed]
        if opened:
            of_entry = (ENTRIES.c.game == id, ENTRIES.c.seq == bindparam("entry_seq"))
            connection.execute(update(ENTRIES).where(*of_entry), opened)


def _see_orders(connection: Connection, one: Addition) -> None:
    """See that the standing answers that have spoken still stand, until this is written. Raises Stale."""
    for side, sealed in sorted(one.orders.items()):
        mine = select(SEATS.c.standing).where(SEATS.c.game == one.id, SEATS.c.side == side)
        if connection.scalar(mine.with_for_update()) != sealed:
            raise Stale
