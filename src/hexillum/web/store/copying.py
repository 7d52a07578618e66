"""Copies of a database: as a file of SQLite, whatever it is kept in, and back into a file or PostgreSQL.

A copy of a file is made by SQLite itself, page by page while a server writes; one of PostgreSQL is made of its
tables as they were at one moment. Either is a database by itself, which a server could be started with.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import JSON, Connection, String, Table, delete, func, insert, inspect, select, text, type_coerce
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from ... import __version__
from .alone import alone, must_be_there
from .errors import StoreError, cause
from .file import integrity, sync
from .key import Key
from .place import CHANGING, address, is_shared, name, one
from .schema import migrate, newest, see_version
from .tables import GAMES, META, METADATA, PEOPLE, SCENARIOS
from .tournament_tables import RESULTS, TOURNAMENTS

COPIED: Final = "copied"  # what stands in a copy about itself
ROWS: Final = 500  # that are carried over at once
#: What people would miss of a database, the most of it first.
_MISSED: Final = {
    GAMES: "game",
    PEOPLE: "name",
    RESULTS: "result",
    TOURNAMENTS: "tournament",
    SCENARIOS: "laid-out battle",
}
Counts = dict[str, int]


@dataclass(frozen=True)
class Copy:
    """A copy of a database: its file, how large it is, when it was made and of what, and how many rows it has."""

    path: Path
    size: int
    at: float
    source: str
    version: str
    rows: Counts


# ---------------------------------------------------------------------- making one


def back_up(source: URL, target: Path) -> Copy:
    """Copy a database into a new file while servers use it. Raises StoreError; nothing is left of it then.

    The copy is looked through before it has its name. What is sealed stays so: it needs the key of the server.
    """
    must_be_there(source)
    _new(target)
    draft = target.with_name(f".{target.name}.part")
    draft.unlink(missing_ok=True)
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        (_copy_tables_into_file if is_shared(source) else _copy_pages)(source, draft)
        _mark(draft, name(source))
        found = look_at(draft, name(source))
        with open(draft, "rb+") as file:
            os.fsync(file.fileno())
        os.link(draft, target)  # which takes nobody's place, as a new name would
        sync(target.parent)
    except FileExistsError:
        raise StoreError(f"{target} is there already: name another file") from None
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise StoreError(f"no copy of {name(source)} could be made: {cause(error)}") from None
    finally:
        for end in ("", "-wal", "-shm", "-journal"):
            draft.with_name(draft.name + end).unlink(missing_ok=True)
    return Copy(target, found.size, found.at, found.source, found.version, found.rows)


def _new(target: Path) -> None:
    if not target.parent.is_dir():
        raise StoreError(f"{target}: there is no folder {target.parent} to write it to")
    if target.exists():
        raise StoreError(f"{target} is there already: name another file")


def _copy_pages(source: URL, target: Path) -> None:
    """Copy a file of SQLite as it is at one moment; who writes meanwhile does not wait."""
    with closing(sqlite3.connect(source.database or "")) as theirs, closing(sqlite3.connect(target)) as ours:
        for setting in ("wal_autocheckpoint=0", "busy_timeout=10000"):
            theirs.execute(f"PRAGMA {setting}")
        theirs.execute("BEGIN")  # one moment of it, however long that takes
        theirs.execute("SELECT count(*) FROM sqlite_master").fetchone()
        theirs.backup(ours)
        theirs.rollback()
        ours.execute("PRAGMA journal_mode=DELETE")


def _copy_tables_into_file(source: URL, target: Path) -> None:
    """Copy the tables of PostgreSQL as they are at one moment into a file of SQLite."""
    engine = one(source)
    try:
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as theirs, theirs.begin():
            if see_version(theirs, f"the database {name(source)}") != newest():
                raise StoreError(
                    f"the database {name(source)} is of an older version: start the server of this one once"
                )
            into = address(str(target))
            migrate(into, key=Key.of(bytes(32)))
            with changing(into) as ours:
                copy_tables(theirs, ours)
    finally:
        engine.dispose()


@contextlib.contextmanager
def changing(url: URL) -> Iterator[Connection]:
    """A transaction on a database that is there as a whole or not at all."""
    engine = one(url)
    try:
        with engine.connect() as plain:
            connection = plain.execution_options(begins=CHANGING)
            with connection.begin():
                yield connection
    finally:
        engine.dispose()


def _mark(path: Path, source: str) -> None:
    """Note in a copy when and of what it was made."""
    said = json.dumps({"at": time.time(), "of": source, "version": __version__})
    with closing(sqlite3.connect(path)) as copy, copy:
        copy.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (COPIED, said))


# ---------------------------------------------------------------------- looking at one


def look_at(path: Path, called: str = "") -> Copy:
    """What a copy is, having looked through it; `called` is what is named where it is not as it should be.

    Raises StoreError for what is none, damaged, or of a newer version.
    """
    called = called or str(path)
    if not path.is_file():
        raise StoreError(f"there is no file {path}")
    url = address(str(path))
    try:
        damage = integrity(path)
        if damage:
            raise StoreError(f"{called} is damaged: {damage}")
        engine = one(url)
        try:
            with engine.connect() as connection:
                see_version(connection, called)
                there = set(inspect(connection).get_table_names())
                rows = {t.name: _count(connection, t) for t in METADATA.sorted_tables if t.name in there}
                said = connection.scalar(select(META.c.value).where(META.c.name == COPIED)) if "meta" in there else None
        finally:
            engine.dispose()
    except (sqlite3.Error, SQLAlchemyError, OSError) as error:
        raise StoreError(f"{called} is no copy of a database of Hexillum: {cause(error)}") from None
    told = json.loads(said or "{}")
    size = path.stat().st_size
    return Copy(path, size, told.get("at", path.stat().st_mtime), told.get("of", ""), told.get("version", ""), rows)


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


# ---------------------------------------------------------------------- carrying one over


def copy_tables(source: Connection, target: Connection) -> Counts:
    """Put the rows of all tables in the place of those of another database, in the transactions of both."""
    for table in reversed(METADATA.sorted_tables):
        target.execute(delete(table))
    counts = {}
    for table in METADATA.sorted_tables:
        counts[table.name] = 0
        for rows in _rows(source, table):
            target.execute(insert(table), rows)
            counts[table.name] += len(rows)
        there = _count(target, table)
        if there != counts[table.name]:
            raise StoreError(
                f"of {counts[table.name]} rows of the table {table.name} {there} came over: nothing was done"
            )
    return counts


def _rows(source: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """The rows of a table, some at a time. Raises StoreError for one whose text is no JSON where it should be."""
    texts = source.dialect.name == "sqlite"
    jsons = [column.name for column in table.columns if isinstance(column.type, JSON)] if texts else []
    wanted = [type_coerce(c, String).label(c.name) if c.name in jsons else c for c in table.columns]
    found = source.execution_options(stream_results=True).execute(select(*wanted)).mappings()
    while rows := found.fetchmany(ROWS):
        made = [dict(row) for row in rows]
        for row in made:
            for column in jsons:
                try:
                    row[column] = json.loads(row[column])
                except (ValueError, TypeError):
                    whose = ", ".join(str(row[key.name]) for key in table.primary_key.columns)
                    raise StoreError(
                        f"{table.name} {whose} is spoilt (its {column} is no JSON) and cannot be carried over: "
                        "delete that game first"
                    ) from None
        yield made


# ---------------------------------------------------------------------- putting one in place


def restore(copy: Path, target: URL, key: Key, *, replace: bool = False, new_key: bool = False) -> tuple[Counts, str]:
    """Put a copy in the place of a database: the rows that it has then, and where what was there before is kept.

    Raises StoreError over a running server, over a newer version, for a copy that is damaged, newer or sealed with
    another key, and without `replace` over a database that has games, names or results; nothing is changed then.
    """
    look_at(copy)
    folder = (Path(target.database or "").resolve().parent if not is_shared(target) else None) or None
    if folder is not None and not folder.is_dir():
        raise StoreError(f"{target.database}: there is no folder {folder} to put it in")
    try:
        with alone(target), tempfile.TemporaryDirectory(prefix=".restoring-", dir=folder) as place:
            draft = Path(place) / "games.db"
            _copy_pages(address(str(copy)), draft)
            try:
                migrate(address(str(draft)), key=key, new_key=new_key)
            except StoreError as error:
                raise StoreError(str(error).replace(f"the database {draft}", f"the copy {copy}")) from None
            with closing(sqlite3.connect(draft)) as ours, ours:
                ours.execute("DELETE FROM meta WHERE name = ?", (COPIED,))
            before = kept_in(target)
            if before and not replace:
                raise StoreError(
                    f"the database {name(target)} has {before}: --replace puts the copy in their place, and "
                    "keeps them in a file aside"
                )
            return _put(draft, target, bool(before), key, new_key)
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise StoreError(f"{copy} could not be put in place: {cause(error)}") from None


def kept_in(target: URL) -> str:
    """What a database has that people would miss, such as "3 games"; nothing where there is nothing, or no tables yet.

    Also one whose games were all let go has names, results and tournaments. Raises StoreError for one of a newer
    version.
    """
    path = None if is_shared(target) else Path(target.database or "")
    if path is not None and (not path.exists() or not path.stat().st_size):
        return ""
    engine = one(target)
    try:
        with engine.connect() as connection:
            there = inspect(connection)
            if not there.has_table("games"):
                return ""
            see_version(connection, f"the database {name(target)}")
            for table, word in _MISSED.items():
                if there.has_table(table.name) and (count := _count(connection, table)):
                    return f"{count} {word}{'' if count == 1 else 's'}"
            return ""
    finally:
        engine.dispose()


def _put(draft: Path, target: URL, before: bool, key: Key, new_key: bool) -> tuple[Counts, str]:
    """Put a database that is ready in the place of another, which nobody else uses."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    counts = look_at(draft).rows
    if is_shared(target):
        aside = Path(f"hexillum-before-{stamp}.db").resolve() if before else None
        if aside is not None:
            back_up(target, aside)
        if not is_newest(target):  # else its key would be agreed upon, before anything is there that has it
            migrate(target, key=key, new_key=new_key)
        with changing(address(str(draft))) as theirs, changing(target) as ours:
            counts = copy_tables(theirs, ours)
        return counts, str(aside or "")
    path = Path(os.path.realpath(target.database or ""))
    aside = path.with_name(f"{path.name}.before-{stamp}") if before else None
    if aside is not None:
        with closing(sqlite3.connect(path)) as old:  # its journal goes into it, so that it is whole by itself
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        os.link(path, aside)
    os.chmod(draft, 0o600)
    with open(draft, "rb+") as file:
        os.fsync(file.fileno())
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    os.replace(draft, path)
    sync(path.parent)
    return counts, str(aside or "")


def is_newest(url: URL) -> bool:
    """Whether a database is of this program's version. Raises StoreError for one of a newer version."""
    engine = one(url)
    try:
        with engine.connect() as connection:
            there = inspect(connection).has_table("alembic_version")
            return there and see_version(connection, f"the database {name(url)}") == newest()
    finally:
        engine.dispose()


def vacuum(url: URL) -> tuple[int, int]:
    """Let a database be written anew without its gaps; its bytes before and afterwards, 0 for PostgreSQL.

    Raises StoreError where a server uses a file.
    """
    must_be_there(url)
    if is_shared(url):
        engine = one(url)
        try:
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(text("VACUUM (ANALYZE)"))
        except SQLAlchemyError as error:
            raise StoreError(f"the database {name(url)} could not be vacuumed: {cause(error)}") from None
        finally:
            engine.dispose()
        return 0, 0
    with alone(url) as file:
        assert file is not None
        before = file.path.stat().st_size
        try:
            with closing(sqlite3.connect(file.path)) as connection:
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            raise StoreError(f"the database {file.given} could not be vacuumed: {error}") from None
        return before, file.path.stat().st_size
