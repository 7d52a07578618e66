"""The store: games are created, loaded and added to, each change as a whole or not at all."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from sqlalchemy import String, bindparam, func, insert, or_, select, text, type_coerce, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..entries import Entry
from . import place
from .errors import Lost, Stale, StoreError, Unreadable, cause
from .file import File
from .key import SEALED, BadSeal, Key
from .leases import Watch
from .own_battles import OwnBattles
from .place import BUSY, address
from .reviews import Reviews
from .rows import News, Said, Stored, open_data, plain, to_entries, to_game, to_rows, to_seats
from .schema import migrate
from .tables import ENTRIES, GAMES, META, SEATS

log = logging.getLogger("hexillum.store")

CHANNEL: Final = "hexillum"  # what PostgreSQL tells of changed games
#: Transactions after which the journal of SQLite is written into the file: soon enough that nobody else who writes
#: comes to do that, as he would after 1000 pages.
CHECKPOINT: Final = 64
PATIENCE: Final = 6.0  # seconds that PostgreSQL may take for a transaction, its waiting for locks among them
PAGE: Final = 100  # games that are looked for at once


@dataclass(frozen=True)
class Waiting:
    """A game in which a computer player is to decide, at a version, and nobody alive has taken that up."""

    id: str
    version: int


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
    key: Key
    at: float = field(default_factory=time.time)
    kept: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def changes(self) -> dict[str, Any]:
        """What changes in the game."""
        version = self.version + len(self.entries)
        changed = {"version": version, "status": self.status, "computer": self.computer, "acted_at": self.at}
        changed["state"] = self.state
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


_GO_ON: Final = update(GAMES).where(GAMES.c.id == bindparam("game_id"), GAMES.c.version == bindparam("game_version"))
#: The columns of a game and an entry, those of JSON as they stand: one that is none must not spoil the others.
_GAME: Final = [type_coerce(c, String).label(c.name) if c.name == "opening" else c for c in GAMES.c]
_ENTRY: Final = [type_coerce(c, String).label(c.name) if c.name == "data" else c for c in ENTRIES.c]


class Store:
    """A database of games, sealed with the key of the server. `open` before use, `close` afterwards.

    With `new_key` the database is sealed with this key from now on, although it was with another.
    """

    def __init__(self, url: str, key: Key | None = None, *, new_key: bool = False) -> None:
        self.url = address(url)
        self.key = key or Key()
        self.new_key = new_key
        self.shared = place.is_shared(self.url)
        self.file = None if self.shared else File(self.url.database or "")
        self._engine: AsyncEngine | None = None
        self._writing = asyncio.Lock()
        self._waiting: list[Addition] = []
        self._writer: asyncio.Task[None] | None = None
        self._written = 0  # transactions since the journal was written into the file
        self._failing = ""  # why the last transaction failed
        self._rescued = False
        self._watch = Watch()
        self._held: set[str] = set()  # games whose turns we have taken up
        self.own_battles = OwnBattles(partial(self._reading, sure=True), self._changing, self.shared)
        self.reviews = Reviews(partial(self._reading, sure=True), self._changing)

    # ------------------------------------------------------------------ opening

    async def open(self) -> None:
        """Bring the tables up to date and be ready. Raises StoreError, in one sentence; nothing is left then."""
        place.need_driver(self.url)
        try:
            if self.file is not None:
                self.file.take()
                self.url = self.url.set(database=str(self.file.path))
            await asyncio.to_thread(migrate, self.url, key=self.key, new_key=self.new_key)
            if self.file is not None:
                await asyncio.to_thread(self.file.watch)
            self._engine = place.many(self.url)
            async with self._reading() as connection:
                await connection.execute(select(func.count()).select_from(GAMES))
        except BaseException as error:
            await self._dispose()
            if self.file is not None:
                self.file.let_go(undo=True)
            if isinstance(error, SQLAlchemyError | sqlite3.Error | OSError):
                raise StoreError(f"the database {self.name} cannot be used: {cause(error)}") from None
            raise

    @property
    def name(self) -> str:
        """The database in words, without a password."""
        return str(self.file.given) if self.file is not None else place.name(self.url)

    async def close(self, *, hold: bool = False) -> None:
        """Let the database go, once what waits is written; with `hold` its file stays ours, for another `open`."""
        if self._writer is not None:
            await asyncio.wait([self._writer])
        await self._dispose()
        if self.file is not None:
            (self.file.unwatch if hold else self.file.let_go)()

    async def _dispose(self) -> None:
        if self._engine is not None:
            await self._engine.dispose()
            self._engine = None

    # ------------------------------------------------------------------ how it is

    def trouble(self) -> str:
        """Why nothing can be kept at the moment, in words for everybody; "" where all is well."""
        if self._engine is None:
            return "it is not open"
        lost = self.file.trouble() if self.file is not None else ""
        return lost or ("it is locked or full, or cannot be reached" if self._failing else "")

    def free(self) -> int | None:
        """The bytes that are free for the database; None where that is not ours to know."""
        if self.file is None:
            return None
        try:
            return shutil.disk_usage(self.file.path.parent).free
        except OSError:
            return 0

    async def look(self) -> None:
        """See whether the database is there, and where the last transaction failed, whether one goes through now."""
        try:
            if self._failing:
                async with self._changing() as connection:
                    await connection.execute(update(META).values(value=META.c.value))
            else:
                async with self._reading(sure=True) as connection:
                    await connection.execute(select(META.c.name))
        except StoreError as error:
            if not self._failing:
                log.error("the database is not well: %s", error)
            self._failing = str(error)

    async def _see(self) -> None:
        """See that what is written is where it will be looked for. Raises Lost."""
        trouble = self.file.trouble() if self.file is not None else ""
        if self.file is not None and trouble:
            if not self._rescued:
                self._rescued = True
                log.error("the database %s can no longer be used: %s", self.name, trouble)
                await asyncio.to_thread(self.file.rescue)
            raise Lost(f"the database {self.name} can no longer be used: {trouble}")
        self._rescued = False

    # ------------------------------------------------------------------ transactions

    @property
    def engine(self) -> AsyncEngine:
        """The open engine."""
        if self._engine is None:
            raise StoreError("the store is not open")
        return self._engine

    @contextlib.asynccontextmanager
    async def _reading(self, *, sure: bool = False) -> AsyncIterator[AsyncConnection]:
        """A look at the database; a `sure` one is refused where what is seen may not be there tomorrow."""
        try:
            async with self._patiently(), self.engine.connect() as connection:
                if sure:
                    await self._see()
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(cause(error)) from None

    @contextlib.asynccontextmanager
    async def _changing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is there as a whole or not at all."""
        try:
            async with self._patiently(), self._alone(), self.engine.connect() as plain:
                connection = await plain.execution_options(begins=place.CHANGING)
                await self._see()
                async with connection.begin():
                    yield connection
                await self._see()
                await self._write_journal()
            self._failing = ""
        except IntegrityError:
            raise Stale from None
        except Lost as error:
            self._failing = str(error)
            raise
        except (SQLAlchemyError, OSError) as error:
            self._failing = cause(error)
            raise StoreError(self._failing) from None

    async def _write_journal(self) -> None:
        self._written += 1
        if self.file is not None and self._written >= CHECKPOINT:
            self._written = 0
            await asyncio.to_thread(self.file.write_journal)

    def _patiently(self) -> contextlib.AbstractAsyncContextManager[object]:
        """A PostgreSQL that says nothing any more is not waited for; SQLite has nobody who could be silent."""
        return asyncio.timeout(PATIENCE) if self.shared else contextlib.nullcontext()

    @contextlib.asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """The only writer of an SQLite file; nobody waits longer for his turn than for a locked database."""
        if self.shared:
            yield
            return
        async with asyncio.timeout(BUSY):
            await self._writing.acquire()
        try:
            yield
        finally:
            self._writing.release()

    async def _tell(self, connection: AsyncConnection, game: str) -> None:
        """Let the other server processes know; sent when the transaction is done."""
        if self.shared:
            await connection.execute(text("SELECT pg_notify(:channel, :game)"), {"channel": CHANNEL, "game": game})

    # ------------------------------------------------------------------ games

    async def create(self, game: Stored, *, status: str, computer: bool, state: str | None = None) -> None:
        """Keep a new game with its seats and first entries; `state` is the digest of the state that they lead to.

        Raises StoreError where it cannot be written.
        """
        now = time.time()
        seed = game.seed.hex() if status == "over" else self.key.seal(game.seed, game.id)
        async with self._changing() as connection:
            await connection.execute(
                insert(GAMES).values(
                    id=game.id,
                    opening=game.opening.as_dict(),
                    seed=seed,
                    version=len(game.entries),
                    status=status,
                    computer=computer,
                    created_at=now,
                    acted_at=now,
                    rules=game.rules,
                    state=state,
                )
            )
            await connection.execute(
                insert(SEATS),
                [
                    {"game": game.id, "side": side, "player": s.player, "token": s.token, "invite": s.invite}
                    for side, s in enumerate(game.seats)
                ],
            )
            if game.entries:
                await connection.execute(insert(ENTRIES), to_rows(game.id, 0, game.entries, None, now, self.key))

    async def load(self, id: str) -> Stored | None:
        """A game with all its entries; None where there is none.

        Raises StoreError where the database cannot be read, Unreadable where this game cannot.
        """
        async with self._reading() as connection:
            row = (await connection.execute(select(*_GAME).where(GAMES.c.id == id))).mappings().first()
            if row is None:
                return None
            seats = await connection.execute(_seats_of(id))
            entries = await connection.execute(_entries_of(id, 0, row["version"]))
        return to_game(row, seats.mappings(), entries.mappings(), self.key)

    async def since(self, id: str, version: int) -> News:
        """What has come to a game since a version. Raises StoreError, Unreadable."""
        async with self._reading(sure=True) as connection:
            now = select(GAMES.c.version, GAMES.c.rematch, GAMES.c.state).where(GAMES.c.id == id)
            row = (await connection.execute(now)).mappings().one()
            entries = await connection.execute(_entries_of(id, version, row["version"]))
            seats = await connection.execute(_seats_of(id))
        try:
            read, torn = to_entries(entries.mappings(), version, row["version"], id, self.key)
            return News(row["version"], read, to_seats(seats.mappings()), row["rematch"], row["state"], torn)
        except Exception as error:  # whatever stands there
            raise Unreadable(f"{type(error).__name__}: {error}") from None

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
    ) -> None:
        """Add entries to a game that is at a version. Raises Stale where it has gone on, StoreError.

        What comes while others are being written is written together afterwards: a disk is slow to say that it has
        something for good, however much that is.
        """
        one = Addition(id, version, entries, said, status, computer, state, self.key)
        self._waiting.append(one)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        await one.kept

    async def _write(self) -> None:
        """Write what waits until nothing does."""
        batch: list[Addition] = []
        try:
            while self._waiting:
                batch = sorted(
                    self._waiting, key=lambda one: one.id
                )  # in one order, or two servers wait for each other
                self._waiting.clear()
                await self._add(batch)
        except BaseException:  # ended in the middle: nobody may wait for ever
            for one in (*batch, *self._waiting):
                one.end(StoreError("the server was ended"))
            self._waiting.clear()
            raise

    async def _add(self, batch: Sequence[Addition]) -> None:
        """Write additions in one transaction; where one of them is stale, each in its own."""
        try:
            async with self._changing() as connection:
                changed = await connection.execute(_GO_ON, [one.changes() for one in batch])
                if changed.rowcount != len(batch):
                    raise Stale
                await connection.execute(insert(ENTRIES), [row for one in batch for row in one.rows()])
                await self._unseal(connection, [one.id for one in batch if one.status == "over"])
                for one in batch:
                    await self._tell(connection, one.id)
        except Stale as error:
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

    async def _unseal(self, connection: AsyncConnection, over: Sequence[str]) -> None:
        """Games that are over have no secrets any more: their records need the key no longer."""
        if not over:
            return
        sealed = select(GAMES.c.id, GAMES.c.seed).where(GAMES.c.id.in_(over), GAMES.c.seed.startswith(SEALED))
        for id, seed in (await connection.execute(sealed)).all():
            with contextlib.suppress(BadSeal):
                opened = self.key.open(seed, id).hex()
                await connection.execute(update(GAMES).where(GAMES.c.id == id).values(seed=opened))
                await self._unseal_entries(connection, id)

    async def _unseal_entries(self, connection: AsyncConnection, id: str) -> None:
        """The same for what of the entries of a game was secret."""
        entries = (await connection.execute(_entries_of(id, 0, (1 << 31) - 1))).mappings()
        sealed = [(row["seq"], plain(row["data"])) for row in entries if "sealed" in str(row["data"])]
        opened = [{"entry_seq": seq, "data": open_data(data, id, self.key)} for seq, data in sealed]
        if opened:
            of_entry = (ENTRIES.c.game == id, ENTRIES.c.seq == bindparam("entry_seq"))
            await connection.execute(update(ENTRIES).where(*of_entry), opened)

    async def command(self, id: str, command: str) -> Said | None:
        """A command that was carried out already, None where there was none of that id."""
        async with self._reading(sure=True) as connection:
            wanted = select(ENTRIES.c.body).where(ENTRIES.c.game == id, ENTRIES.c.command == command)
            found = (await connection.execute(wanted)).first()
            return None if found is None else Said(command, found.body or "")

    async def take_seat(self, id: str, side: int, invite: str, token: str) -> bool:
        """Give an open seat to whoever has its invitation; False where it is taken or the invitation is wrong."""
        async with self._changing() as connection:
            changed = await connection.execute(
                update(SEATS)
                .where(SEATS.c.game == id, SEATS.c.side == side, SEATS.c.invite == invite)
                .values(player="person", token=token, invite=None)
            )
            await self._tell(connection, id)
            return changed.rowcount == 1

    async def note_rematch(self, id: str, rematch: str) -> bool:
        """Note the game of a rematch; False where there is one already."""
        async with self._changing() as connection:
            changed = await connection.execute(
                update(GAMES).where(GAMES.c.id == id, GAMES.c.rematch.is_(None)).values(rematch=rematch)
            )
            await self._tell(connection, id)
            return changed.rowcount == 1

    # ------------------------------------------------------------------ computer players

    async def claim(self, id: str, me: str) -> bool:
        """Take the turn of a computer player up for this server process; False where another has it.

        The only server of a file has them all. Among several, who has one says by `beat` that he is alive.
        """
        if not self.shared:
            return True
        pulse = self._watch.pulse(id)
        free = [GAMES.c.lease_by.is_(None), GAMES.c.lease_by == me]
        if pulse is not None and self._watch.stands_still(id, pulse):
            holder, beats = pulse
            free.append((GAMES.c.lease_by == holder) & GAMES.c.lease_until.is_not_distinct_from(beats))
        async with self._changing() as connection:
            changed = await connection.execute(
                update(GAMES)
                .where(GAMES.c.id == id, GAMES.c.computer, GAMES.c.status == "active", or_(*free))
                .values(lease_by=me, lease_until=func.coalesce(GAMES.c.lease_until, 0) + 1)
            )
            if changed.rowcount == 1:
                self._held.add(id)
            return changed.rowcount == 1

    async def beat(self, me: str) -> None:
        """Say of all turns that this server process has taken up that it is alive."""
        if not self._held:
            return
        # a row that is being written is left out: to wait for it with others in hand could be for ever
        mine = select(GAMES.c.id).where(GAMES.c.id.in_(self._held), GAMES.c.lease_by == me)
        async with self._changing() as connection:
            held = (await connection.scalars(mine.with_for_update(skip_locked=True))).all()
            await connection.execute(
                update(GAMES).where(GAMES.c.id.in_(held)).values(lease_until=func.coalesce(GAMES.c.lease_until, 0) + 1)
            )

    async def release(self, id: str, me: str) -> None:
        """Let others take the next turn up."""
        if not self.shared:
            return
        self._held.discard(id)
        async with self._changing() as connection:
            await connection.execute(
                update(GAMES).where(GAMES.c.id == id, GAMES.c.lease_by == me).values(lease_by=None, lease_until=None)
            )

    async def waiting_for_computers(self, me: str, after: str = "") -> tuple[list[Waiting], str]:
        """A page of the games in which a computer player is to decide and nobody alive but `me` has taken that up.

        It begins behind the game `after`; the second value is that of the next page, "" behind the last one.
        """
        if not after:
            self._watch.new_round()
        columns = (GAMES.c.id, GAMES.c.version, GAMES.c.lease_by, GAMES.c.lease_until)
        wanted = select(*columns).where(GAMES.c.status == "active", GAMES.c.computer, GAMES.c.id > after)
        async with self._reading() as connection:
            rows = (await connection.execute(wanted.order_by(GAMES.c.id).limit(PAGE))).all()
        free = [
            Waiting(id, version)
            for id, version, by, beats in rows
            if not self.shared or by is None or by == me or self._watch.stands_still(id, (by, beats))
        ]
        return free, rows[-1].id if len(rows) == PAGE else ""


def _seats_of(id: str) -> Any:
    return select(SEATS).where(SEATS.c.game == id).order_by(SEATS.c.side)


def _entries_of(id: str, first: int, version: int) -> Any:
    there = (ENTRIES.c.game == id, ENTRIES.c.seq >= first, ENTRIES.c.seq < version)
    return select(*_ENTRY).where(*there).order_by(ENTRIES.c.seq)
