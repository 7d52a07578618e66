"""Where games are kept: SQLite in a file, or PostgreSQL by its address. What is acknowledged is there for good."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from alembic import command as alembic
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, bindparam, create_engine, event, func, insert, or_, select, text, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from ..game import Entry, Opening
from .tables import ENTRIES, GAMES, SEATS

MIGRATIONS: Final = Path(__file__).parent / "migrations"
BUSY: Final = 3.0  # seconds that a choice waits for a locked database
CHANNEL: Final = "hexillum"  # what PostgreSQL tells of changed games
_LOCK: Final = 0x68657869  # one process at a time brings the tables up to date


class StoreError(Exception):
    """The database cannot be read or written; nothing is half-written."""


class Stale(Exception):
    """The game has gone on since."""


@dataclass
class Seat:
    """Who sits on a side of a game, and the digests of the secrets that prove it."""

    player: str
    token: str | None = None
    invite: str | None = None


@dataclass
class Stored:
    """A game as it is kept."""

    id: str
    opening: Opening
    seed: bytes
    seats: list[Seat]
    entries: list[Entry] = field(default_factory=list)
    rematch: str | None = None
    rules: str | None = None  # the digest of those that it began under, None where that is not known
    state: str | None = None  # the digest of the state that the entries led to


def address(url: str) -> URL:
    """The address of a database: that of PostgreSQL as it stands, anything else is the path of an SQLite file.

    Raises StoreError for an address that is neither.

    >>> address("games.db").drivername, address("postgresql://localhost/h").drivername
    ('sqlite+aiosqlite', 'postgresql+psycopg')
    """
    if "://" not in url:
        return URL.create("sqlite+aiosqlite", database=url)
    try:
        made = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError(f"{url!r} is no address of a database") from None
    kind = made.get_backend_name()
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
    if kind not in drivers:
        raise StoreError(f"{kind!r} is no kind of database that can be used: expected sqlite or postgresql")
    return made.set(drivername=drivers[kind])


@dataclass(eq=False)
class Addition:
    """Entries that wait to be added to a game, and what comes of it."""

    id: str
    version: int
    entries: Sequence[Entry]
    command: str | None
    status: str
    computer: bool
    state: str | None
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
        return _rows(self.id, self.version, self.entries, self.command, self.at)

    def end(self, error: Exception | None) -> None:
        """Tell who waits, if anybody still does."""
        if not self.kept.done():
            if error is None:
                self.kept.set_result(None)
            else:
                self.kept.set_exception(error)


_GO_ON: Final = update(GAMES).where(GAMES.c.id == bindparam("game_id"), GAMES.c.version == bindparam("game_version"))


class Store:
    """A database of games. `open` before use, `close` afterwards."""

    def __init__(self, url: str) -> None:
        self.url = address(url)
        self.shared = self.url.get_backend_name() == "postgresql"
        self._engine: AsyncEngine | None = None
        self._writing = asyncio.Lock()
        self._waiting: list[Addition] = []
        self._writer: asyncio.Task[None] | None = None
        self._guard: Any = None

    # ------------------------------------------------------------------ opening

    async def open(self) -> None:
        """Bring the tables up to date and be ready. Raises StoreError, in one sentence."""
        try:
            if not self.shared:
                self._take_file()
            await asyncio.to_thread(migrate, self.url)
            self._engine = create_async_engine(self.url, **self._settings())
            if not self.shared:
                event.listen(self._engine.sync_engine, "connect", _sqlite_connected)
                event.listen(self._engine.sync_engine, "begin", _sqlite_begins)
            async with self._reading() as connection:
                await connection.execute(select(func.count()).select_from(GAMES))
        except CommandError:  # tables of a revision that this program does not have
            self._let_file_go()
            raise StoreError(f"the database {self.name} is of a newer version of Hexillum: start that one") from None
        except (SQLAlchemyError, OSError) as error:
            self._let_file_go()
            raise StoreError(f"the database {self.name} cannot be used: {_cause(error)}") from None

    def _settings(self) -> dict[str, Any]:
        if self.shared:
            waits = {"options": f"-c lock_timeout={int(BUSY * 1000)}"}
            return {
                "connect_args": waits,
                "pool_size": 8,
                "max_overflow": 8,
                "pool_timeout": BUSY,
                "pool_pre_ping": True,
            }
        return {"connect_args": {"timeout": BUSY}, "pool_size": 4, "max_overflow": 4, "pool_timeout": BUSY}

    @property
    def name(self) -> str:
        """The database in words, without a password."""
        return str(self.url.database) if not self.shared else self.url.render_as_string(hide_password=True)

    def _take_file(self) -> None:
        """Make sure that no other server uses the file: SQLite tells nobody of changes."""
        import fcntl

        if not self.url.database or self.url.database == ":memory:":
            return
        path = Path(self.url.database)
        path.parent.mkdir(parents=True, exist_ok=True)
        guard = open(f"{path}.lock", "w", encoding="utf-8")  # noqa: SIM115
        try:
            fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            guard.close()
            raise StoreError(
                f"another server uses the database {path}: end it, or give each its own with --database; "
                "several servers together need PostgreSQL"
            ) from None
        self._guard = guard

    def _let_file_go(self) -> None:
        if self._guard is not None:
            self._guard.close()
            self._guard = None

    async def close(self) -> None:
        """Let the database go, once what waits is written."""
        if self._writer is not None:
            await self._writer
        if self._engine is not None:
            await self._engine.dispose()
        self._let_file_go()

    # ------------------------------------------------------------------ transactions

    @property
    def engine(self) -> AsyncEngine:
        """The open engine."""
        if self._engine is None:
            raise StoreError("the store is not open")
        return self._engine

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(_cause(error)) from None

    @contextlib.asynccontextmanager
    async def _changing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is there as a whole or not at all."""
        try:
            async with self._alone(), self.engine.connect() as plain:
                connection = await plain.execution_options(changes=True)
                async with connection.begin():
                    yield connection
        except IntegrityError:
            raise Stale from None
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(_cause(error)) from None

    @contextlib.asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """The only writer of an SQLite file; nobody waits longer for his turn than for a locked database."""
        if self.shared:
            yield
            return
        await asyncio.wait_for(self._writing.acquire(), BUSY)
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
        async with self._changing() as connection:
            await connection.execute(
                insert(GAMES).values(
                    id=game.id,
                    opening=game.opening.as_dict(),
                    seed=game.seed.hex(),
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
                await connection.execute(insert(ENTRIES), _rows(game.id, 0, game.entries, None, now))

    async def load(self, id: str) -> Stored | None:
        """A game with all its entries; None where there is none. Raises StoreError where it cannot be read."""
        async with self._reading() as connection:
            row = (await connection.execute(select(GAMES).where(GAMES.c.id == id))).mappings().first()
            if row is None:
                return None
            seats = await connection.execute(select(SEATS).where(SEATS.c.game == id).order_by(SEATS.c.side))
            entries = await connection.execute(select(ENTRIES).where(ENTRIES.c.game == id).order_by(ENTRIES.c.seq))
            return Stored(
                id,
                Opening(**row["opening"]),
                bytes.fromhex(row["seed"]),
                [Seat(seat["player"], seat["token"], seat["invite"]) for seat in seats.mappings()],
                [_entry(entry) for entry in entries.mappings()],
                row["rematch"],
                row["rules"],
                row["state"],
            )

    async def since(self, id: str, version: int) -> tuple[list[Entry], list[Seat], str | None, str | None]:
        """The entries after a version, the seats as they are now, the game of the rematch, and the state reached."""
        async with self._reading() as connection:
            now = select(GAMES.c.version, GAMES.c.rematch, GAMES.c.state).where(GAMES.c.id == id)
            row = (await connection.execute(now)).mappings().one()
            new = (ENTRIES.c.game == id, ENTRIES.c.seq >= version, ENTRIES.c.seq < row["version"])
            entries = await connection.execute(select(ENTRIES).where(*new).order_by(ENTRIES.c.seq))
            seats = await connection.execute(select(SEATS).where(SEATS.c.game == id).order_by(SEATS.c.side))
            return (
                [_entry(entry) for entry in entries.mappings()],
                [Seat(seat["player"], seat["token"], seat["invite"]) for seat in seats.mappings()],
                row["rematch"],
                row["state"],
            )

    async def append(
        self,
        id: str,
        version: int,
        entries: Sequence[Entry],
        command: str | None,
        *,
        status: str,
        computer: bool,
        state: str | None = None,
    ) -> None:
        """Add entries to a game that is at a version. Raises Stale where it has gone on, StoreError.

        What comes while others are being written is written together afterwards: a disk is slow to say that it has
        something for good, however much that is.
        """
        one = Addition(id, version, entries, command, status, computer, state)
        self._waiting.append(one)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        await one.kept

    async def _write(self) -> None:
        """Write what waits until nothing does."""
        while self._waiting:
            batch = sorted(self._waiting, key=lambda one: one.id)  # in one order, or two servers wait for each other
            self._waiting.clear()
            await self._add(batch)
        self._writer = None

    async def _add(self, batch: Sequence[Addition]) -> None:
        """Write additions in one transaction; where one of them is stale, each in its own."""
        try:
            async with self._changing() as connection:
                changed = await connection.execute(_GO_ON, [one.changes() for one in batch])
                if changed.rowcount != len(batch):
                    raise Stale
                await connection.execute(insert(ENTRIES), [row for one in batch for row in one.rows()])
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

    async def has_command(self, id: str, command: str) -> bool:
        """Whether a command was carried out already."""
        async with self._reading() as connection:
            found = await connection.scalar(
                select(ENTRIES.c.seq).where(ENTRIES.c.game == id, ENTRIES.c.command == command)
            )
            return found is not None

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

    async def claim(self, id: str, me: str, seconds: float) -> bool:
        """Take the turn of a computer player up for this server process; False where another has it."""
        now = time.time()
        async with self._changing() as connection:
            changed = await connection.execute(
                update(GAMES)
                .where(
                    GAMES.c.id == id,
                    GAMES.c.computer,
                    GAMES.c.status == "active",
                    or_(GAMES.c.lease_until.is_(None), GAMES.c.lease_until < now, GAMES.c.lease_by == me),
                )
                .values(lease_by=me, lease_until=now + seconds)
            )
            return changed.rowcount == 1

    async def release(self, id: str, me: str) -> None:
        """Let others take the next turn up."""
        async with self._changing() as connection:
            await connection.execute(
                update(GAMES).where(GAMES.c.id == id, GAMES.c.lease_by == me).values(lease_by=None, lease_until=None)
            )

    async def release_all(self) -> None:
        """Let every turn be taken up: for a file that only this server works at, so that whoever held one is dead."""
        async with self._changing() as connection:
            await connection.execute(update(GAMES).values(lease_by=None, lease_until=None))

    async def waiting_for_computers(self) -> list[str]:
        """The games in which a computer player is to decide and nobody has taken that up."""
        async with self._reading() as connection:
            rows = await connection.scalars(
                select(GAMES.c.id)
                .where(
                    GAMES.c.status == "active",
                    GAMES.c.computer,
                    or_(GAMES.c.lease_until.is_(None), GAMES.c.lease_until < time.time()),
                )
                .limit(100)
            )
            return list(rows)


def _rows(id: str, version: int, entries: Sequence[Entry], command: str | None, at: float) -> list[dict[str, Any]]:
    return [
        {
            "game": id,
            "seq": version + n,
            "at": at,
            "side": entry.side,
            "kind": entry.kind,
            "data": entry.data(),
            "command": command if n == 0 else None,
        }
        for n, entry in enumerate(entries)
    ]


def _entry(row: Mapping[Any, Any]) -> Entry:
    return Entry.read(row["kind"], row["side"], row["data"])


def _cause(error: BaseException) -> str:
    """What a database says, in one line."""
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split()) or type(cause).__name__


def _sqlite_connected(connection: Any, _record: Any) -> None:
    """Writers wait for each other, a crash loses nothing acknowledged, and the driver begins no transaction itself."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={int(BUSY * 1000)}"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _sqlite_begins(connection: Connection) -> None:
    """A writer takes its lock at once: one that begins as a reader would be refused when it comes to write."""
    changes = connection.get_execution_options().get("changes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if changes else "BEGIN")


def migrate(url: URL, revision: str = "head") -> None:
    """Bring a database to the tables of a revision, up or down."""
    plain = url.set(drivername="sqlite" if url.get_backend_name() == "sqlite" else "postgresql+psycopg")
    engine = create_engine(plain, poolclass=NullPool)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK})
            config.attributes["connection"] = connection
            (alembic.upgrade if revision == "head" else alembic.downgrade)(config, revision)
    finally:
        engine.dispose()
