"""Where a database is, and how its connections are set up."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool, StaticPool

from .errors import StoreError

BUSY: Final = 3.0  # seconds that a choice waits for a locked database
READERS: Final = 5  # who look at once; connections beyond those are for who writes
PAGES: Final = 512  # kilobytes of the file that a connection to SQLite keeps in memory
#: How soon a line to PostgreSQL that is dead is found out: seconds, and how many questions remain without an answer.
LINE: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
#: What every server of a PostgreSQL holds while it has a line to it, so that who must have it alone sees them.
SERVING: Final = 0x68657876
#: What a transaction of SQLite begins with: a writer takes its lock at once, since one that begins as a reader would be
#: refused when it comes to write; who changes the tables lets nobody else look.
READING, CHANGING, REBUILDING = "BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"


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
    if kind == "sqlite" and made.query:  # with uri=true the name would not be that of the file
        raise StoreError(f"{url!r} has settings after the name of the file: leave them out")
    return made.set(drivername=drivers[kind])


def need_driver(url: URL) -> None:
    """See that the package is there that speaks with such a database. Raises StoreError, which says how to get it."""
    if is_shared(url) and find_spec("psycopg") is None:
        raise StoreError("PostgreSQL needs the package psycopg: run pip install 'hexillum[web,postgres]'")


def is_shared(url: URL) -> bool:
    """Whether several servers may use the database at once.

    >>> is_shared(address("games.db"))
    False
    """
    return url.get_backend_name() == "postgresql"


def name(url: URL) -> str:
    """A database in words, without a password.

    >>> name(address("postgresql://me:secret@localhost/h"))
    'postgresql+psycopg://me:***@localhost/h'
    """
    return url.render_as_string(hide_password=True) if is_shared(url) else str(url.database)


def many(url: URL) -> AsyncEngine:
    """The connections of a server to its database."""
    if is_shared(url):
        # what is acknowledged is on the disk, whatever the cluster is set to
        waits: dict[str, Any] = {**LINE, "options": f"-c lock_timeout={int(BUSY * 1000)} -c synchronous_commit=on"}
        bounds: dict[str, Any] = {"pool_size": 8, "max_overflow": 8, "pool_pre_ping": True}
    else:
        waits = {}
        bounds = {"pool_size": 4, "max_overflow": 4}
    engine = create_async_engine(url, connect_args=waits, pool_timeout=BUSY, **bounds)
    _prepare(engine.sync_engine, settings())
    return engine


def alone(url: URL) -> Engine:
    """The only connection of a thread that writes to a file, which begins its transactions itself."""
    engine = create_engine(url.set(drivername="sqlite"), poolclass=StaticPool)
    _connects(engine, settings())
    return engine


def one(url: URL) -> Engine:
    """A single plain connection at a time, for who changes the tables.

    Foreign keys are off there: a table that is made anew under its old name would take the rows of others with it. What
    is taken out is wiped: there may be secrets in it.
    """
    plain = url.set(drivername="postgresql+psycopg" if is_shared(url) else "sqlite")
    engine = create_engine(plain, poolclass=NullPool)
    _prepare(engine, [*settings(), "foreign_keys=OFF", "secure_delete=ON"])
    return engine


def _prepare(engine: Engine, settings: Sequence[str]) -> None:
    if engine.dialect.name == "sqlite":
        _connects(engine, settings)
        event.listen(engine, "begin", _begins)


def _connects(engine: Engine, settings: Sequence[str]) -> None:
    def connected(connection: Any, _record: Any) -> None:
        # the driver begins no transaction itself: it would leave the statements that make tables outside
        connection.isolation_level = None
        cursor = connection.cursor()
        for setting in settings:
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    event.listen(engine, "connect", connected)


def settings() -> list[str]:
    """What every connection to an SQLite file is told: writers wait, and a crash loses nothing acknowledged.

    The journal is written into the file by the store itself, which then knows when anybody else has changed it.
    """
    return [
        f"busy_timeout={int(BUSY * 1000)}",
        "synchronous=FULL",
        "wal_autocheckpoint=0",
        "foreign_keys=ON",
        f"cache_size=-{PAGES}",
    ]


def _begins(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begins", READING))
