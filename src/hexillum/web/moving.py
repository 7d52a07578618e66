"""A database that changes its place or its key, checked before it counts: every game is folded there."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from .admin import fold
from .store import Key, StoreError, Unreadable, address, migrate
from .store.alone import alone, must_be_there, path_of
from .store.copying import COPIED, Counts, back_up, changing, copy_tables, is_newest, kept_in
from .store.errors import cause
from .store.place import name, need_driver, one
from .store.queries import GAME, entries_of, seats_of
from .store.rows import to_game
from .store.seals import reseal, unopened
from .store.tables import GAMES

ALL: Final = (1 << 31) - 1


@dataclass(frozen=True)
class Moved:
    """What came over: the rows of each table, and how many games were folded at both places, to the same end."""

    rows: Counts
    folded: int
    aside: tuple[str, ...]  # games that could not be folded at the old place either


def fates(connection: Connection, key: Key) -> Iterator[tuple[str, str]]:
    """Every game with what comes of folding it: its version and the digest of its state, or why it cannot be."""
    for id in connection.scalars(select(GAMES.c.id).order_by(GAMES.c.id)).all():
        row = connection.execute(select(*GAME).where(GAMES.c.id == id)).mappings().one()
        seats = connection.execute(seats_of([id])).mappings()
        entries = connection.execute(entries_of(id, 0, ALL)).mappings()
        try:
            game, wrong = fold(to_game(row, seats, entries, key))
        except Unreadable as error:
            game, wrong = None, str(error)
        yield id, f"wrong: {wrong}" if game is None or wrong else f"{game.version} {row['state']}"


def move(source: URL, target: URL, key: Key) -> Moved:
    """Carry a whole database over to another that is empty, and fold every game at both places.

    The old one stays as it was. Raises StoreError while a server uses either, where the new one is not empty, and where
    anything differs; the new one is empty then.
    """
    must_be_there(source)
    need_driver(target)
    if source == target or (path_of(source) and path_of(source) == path_of(target)):
        raise StoreError("the new database is the old one: name another with --to")
    try:
        with alone(source), alone(target), tempfile.TemporaryDirectory(prefix="hexillum-") as folder:
            copy = Path(folder) / "games.db"
            back_up(source, copy)
            if there := kept_in(target):
                raise StoreError(f"the database {name(target)} has {there} already: move to an empty one")
            migrate(address(str(copy)), key=key)
            with closing(sqlite3.connect(copy)) as plain, plain:
                plain.execute("DELETE FROM meta WHERE name = ?", (COPIED,))
            migrate(target, key=key)
            with changing(address(str(copy))) as theirs, changing(target) as ours:
                rows = copy_tables(theirs, ours)
                before, after = dict(fates(theirs, key)), dict(fates(ours, key))
                for id, fate in before.items():
                    if after.get(id) != fate:
                        raise StoreError(
                            f"game {id} comes to {fate} in the old database and to {after.get(id)} in the new one: "
                            "nothing was moved"
                        )
                aside = tuple(id for id, fate in before.items() if fate.startswith("wrong"))
            return Moved(rows, len(before) - len(aside), aside)
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise StoreError(f"{name(source)} could not be moved: {cause(error)}") from None


def rotate(url: URL, key: Key) -> tuple[int, Path | None]:
    """Seal all secrets anew with a new key, in one transaction; how many, and where the old key is kept.

    The new key is made beside the old one, and takes its place when the transaction is done; whatever this is cut off
    at, the next start or the next try ends it. Raises StoreError while a server uses the database; nothing has changed
    then.
    """
    must_be_there(url)
    try:
        with alone(url):
            if not is_newest(url):
                raise StoreError(f"the database {name(url)} is of an older version: start this one's server once")
            migrate(url, key=key)  # which ends a change of keys that was cut off, and sees that it is the right key
            new = key.next()
            with changing(url) as connection:
                count = reseal(connection, key, new)
            return count, key.take_up(new.name)
    except (OSError, SQLAlchemyError) as error:
        raise StoreError(f"the secrets of {name(url)} could not be sealed anew: {cause(error)}") from None


def seals(url: URL, key: Key) -> tuple[int, list[str]]:
    """How much is sealed in a database, and where what cannot be opened stands. Raises StoreError."""
    engine = one(url)
    try:
        with engine.connect() as connection:
            return unopened(connection, key)
    except SQLAlchemyError as error:
        raise StoreError(f"the database {name(url)} cannot be used: {cause(error)}") from None
    finally:
        engine.dispose()
