"""A database that is open: how it comes to be, how it is, and its transactions, each a whole or nothing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection, func, select, text, update
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from . import place
from .errors import Lost, Stale, StoreError, Unfit, cause
from .file import File, integrity
from .key import Key
from .pen import Pen
from .place import BUSY, address
from .schema import migrate
from .tables import GAMES, META

log = logging.getLogger("hexillum.store")

CHANNEL: Final = "hexillum"  # what PostgreSQL tells of changed games
TALK: Final = "talk"  # and what it adds where something was said at one,
NAMES: Final = "names"  # or where somebody there is called otherwise now
#: Transactions after which the journal of SQLite is written into the file: soon enough that nobody else who writes
#: comes to do that, as he would after 1000 pages.
CHECKPOINT: Final = 64
PATIENCE: Final = 6.0  # seconds that PostgreSQL may take for a transaction, its waiting for locks among them
TURN: Final = 20.0  # seconds that a look waits for its turn where a crowd comes at once

T = TypeVar("T")


class Database:
    """A database, sealed with the key of the server. `open` before use, `close` afterwards.

    With `new_key` it is sealed with this key from now on, although it was with another. Nothing that waits to be
    written may be left when it is closed: `_settle` sees to that.
    """

    def __init__(self, url: str, key: Key | None = None, *, new_key: bool = False) -> None:
        self.url = address(url)
        self.key = key or Key()
        self.new_key = new_key
        self.shared = place.is_shared(self.url)
        self.file = None if self.shared else File(self.url.database or "")
        self._engine: AsyncEngine | None = None
        self.pen: Pen | None = None  # what writes to a file
        self._writing = asyncio.Lock()
        self._looking = asyncio.Semaphore(place.READERS)
        self._written = 0  # transactions since the journal was written into the file
        self._failing = ""  # why the last transaction failed
        self._rescued = False

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
            if self.file is not None:
                self.pen = Pen(self.url)
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
        await self._settle()
        await self._dispose()
        if self.file is not None:
            (self.file.unwatch if hold else self.file.let_go)()

    async def _settle(self) -> None:
        """Wait until nothing waits to be written."""

    async def _dispose(self) -> None:
        if self._engine is not None:
            await self._engine.dispose()
            self._engine = None
        if self.pen is not None:
            await self.pen.close()
            self.pen = None

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
        if self.file is not None and self.file.trouble():
            await asyncio.to_thread(self._seen)
        self._rescued = False

    def _seen(self) -> None:
        """The same, in a thread that may take its time."""
        trouble = self.file.trouble() if self.file is not None else ""
        if self.file is not None and trouble:
            if not self._rescued:
                self._rescued = True
                log.error("the database %s can no longer be used: %s", self.name, trouble)
                self.file.rescue()
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
        """A look at the database; a `sure` one is refused where what is seen may not be there tomorrow.

        Only so many look at once, so that a crowd waits here in its order, and who writes finds a connection.
        """
        try:
            async with self._in_turn(), self._patiently(), self.engine.connect() as connection:
                if sure:
                    await self._see()
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(cause(error)) from None

    @contextlib.asynccontextmanager
    async def _changing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is there as a whole or not at all."""
        with self._told_clearly():
            async with self._patiently(), self._alone(), self.engine.connect() as plain:
                connection = await plain.execution_options(begins=place.CHANGING)
                await self._see()
                async with connection.begin():
                    yield connection
                await self._see()
                if self._journal_is_long():
                    await asyncio.to_thread(self._write_journal)

    async def _change(self, work: Callable[[Connection], T]) -> T:
        """A transaction that is there as a whole or not at all, carried out at one go: what comes often is worth it.

        With a file one thread does all of it, with no way to and fro for each thing that is said to the database.
        """
        if self.pen is None:
            async with self._changing() as connection:
                return await connection.run_sync(work)
        with self._told_clearly():
            async with self._alone():
                return await self.pen.at(partial(self._changed_by, self.pen, work))

    def _changed_by(self, pen: Pen, work: Callable[[Connection], T]) -> T:
        """The same, in the thread of the pen."""
        self._seen()
        done = pen.write(work)
        self._seen()
        if self._journal_is_long():
            self._write_journal()
        return done

    @contextlib.contextmanager
    def _told_clearly(self) -> Iterator[None]:
        """Errors of the database as those of the store; and a note whether it is well."""
        try:
            yield
            self._failing = ""
        except (IntegrityError, sqlite3.IntegrityError):
            raise Stale from None
        except (DataError, sqlite3.DataError, UnicodeError, OverflowError) as error:  # the database itself is well
            raise Unfit(cause(error)) from None
        except Lost as error:
            self._failing = str(error)
            raise
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            self._failing = cause(error)
            raise StoreError(self._failing) from None

    def _journal_is_long(self) -> bool:
        """Count a transaction; whether it is time to write the journal of a file into it."""
        self._written += 1
        return self.file is not None and self._written >= CHECKPOINT

    def _write_journal(self) -> None:
        self._written = 0
        if self.file is not None:
            self.file.write_journal()

    async def vacuum(self) -> tuple[int, int]:
        """Write the database anew without its gaps; its bytes before and afterwards, 0 for PostgreSQL.

        Who writes to a file waits for it, and after some seconds hears that nothing was kept. Raises StoreError.
        """
        try:
            if self.file is None:
                async with self.engine.connect() as plain:
                    connection = await plain.execution_options(isolation_level="AUTOCOMMIT")
                    await connection.execute(text("VACUUM (ANALYZE)" if self.shared else "VACUUM"))
                return 0, 0
            async with self._alone():
                await self._see()
                return await asyncio.to_thread(self.file.vacuum)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise StoreError(f"the database {self.name} could not be vacuumed: {cause(error)}") from None

    async def look_through(self) -> str:
        """Why what is there cannot be right, "" where nothing is wrong. Raises StoreError."""
        if self.shared:
            return ""  # PostgreSQL sees to that by itself
        try:
            return await asyncio.to_thread(integrity, Path(self.url.database or ""))
        except sqlite3.Error as error:
            raise StoreError(f"the database {self.name} cannot be looked through: {error}") from None

    @contextlib.asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        """One of those who look at once."""
        async with asyncio.timeout(TURN):
            await self._looking.acquire()
        try:
            yield
        finally:
            self._looking.release()

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
        await connection.run_sync(self._say, game)

    def _say(self, connection: Connection, game: str) -> None:
        """The same, in a transaction that is carried out at one go."""
        if self.shared:
            connection.execute(text("SELECT pg_notify(:channel, :game)"), {"channel": CHANNEL, "game": game})

    async def _tell_of_talk(self, connection: AsyncConnection, game: str) -> None:
        """The same, where nothing has changed in a game, but something was said at its table."""
        await self._tell(connection, f"{game} {TALK}")
