"""A database that nobody else uses, for what cannot be done while a server runs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from .errors import StoreError, cause
from .file import File
from .place import SERVING, is_shared, name, need_driver, one

RUNNING = "a server uses the database {0}: end it first (all of them, where there are several)"


@contextlib.contextmanager
def alone(url: URL) -> Iterator[File | None]:
    """Have a database for oneself until the block is left; its file, None for PostgreSQL.

    Raises StoreError where a server uses it. A file that is not there is made, and taken away where nothing came of it.
    """
    need_driver(url)
    if not is_shared(url):
        file = File(url.database or "")
        made = not file.given.exists()
        try:
            file.take()
        except StoreError as error:
            raise StoreError(RUNNING.format(file.given)) if "another server" in str(error) else error from None
        except OSError as error:
            raise StoreError(f"the database {file.given} cannot be used: {error.strerror or error}") from None
        try:
            yield file
        finally:
            file.let_go(undo=made and file.path.exists() and file.path.stat().st_size == 0)
        return
    engine = one(url)
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            if not connection.scalar(text("SELECT pg_try_advisory_lock(:n)"), {"n": SERVING}):
                raise StoreError(RUNNING.format(name(url)))
            yield None
    except SQLAlchemyError as error:
        raise StoreError(f"the database {name(url)} cannot be used: {cause(error)}") from None
    finally:
        engine.dispose()


def must_be_there(url: URL) -> None:
    """Raise StoreError where a file is named as a database that is not there."""
    if not is_shared(url) and not File(url.database or "").given.is_file():
        raise StoreError(
            f"there is no database {url.database}: start the server once, which makes it, or name another with "
            "--database"
        )


def path_of(url: URL) -> Path | None:
    """The file of a database, by whatever name; None for PostgreSQL."""
    return None if is_shared(url) else Path(os.path.realpath(url.database or ""))
