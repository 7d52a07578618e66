"""How a database comes to the tables of this version: as a whole or not at all, whatever it was left like."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Inspector, delete, insert, inspect, select, text
from sqlalchemy.engine import URL

from .errors import StoreError
from .key import Key
from .place import REBUILDING, is_shared, name, one
from .tables import META, METADATA

MIGRATIONS: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x68657869  # one process at a time brings the tables of PostgreSQL up to date
_FIRST: Final = ("games", "seats", "entries")  # the tables of the first revision
_DRAFTS: Final = "_alembic_tmp_"  # what Alembic makes a table anew as, before it gives it its name
_KEY: Final = "key"
#: The revisions after the first, in their order, and what each of them adds: tables and, as "games.rules", columns.
_ADDED: Final = {
    "0002": {"games.rules", "games.state"},
    "0003": {"meta"},
    "0004": {"entries.body"},
    "0005": {"scenarios", "outcomes"},
    "0006": {"reviews"},
    "0007": {"people", "keys", "passkeys", "tickets", "seats.person"},
    "0008": {
        *("games.stands", "games.watched", "offers", "matches", "vacations", "outages", "talk", "mutes", "reports"),
    },
    "0009": {"seats.standing", "channels", "quiet_hours", "notices", "deliveries"},
    "0010": {"admins", "deeds"},
    "0011": {"terms", "results", "tournaments", "entrants", "pairings"},
    "0012": set(),  # it only makes room in a column
    "0013": {"channels.key"},
    "0014": set(),  # it only writes skeletons anew
    "0015": {"quiet_hours.talk"},
    "0016": {"watch_mutes"},
}
#: All revisions in their order.
REVISIONS: Final = ("0001", *_ADDED)


def migrate(url: URL, revision: str = "head", key: Key | None = None, *, new_key: bool = False) -> None:
    """Bring a database to the tables of a revision, up or down, and see that it is sealed with this key.

    With `new_key` it is sealed with this one from now on, whichever it was. All is done in one transaction. Raises
    StoreError, in one sentence that says the way out; SQLAlchemyError where the database fails.
    """
    key = key or Key()
    engine = one(url)
    try:
        with engine.connect() as plain:
            connection = plain.execution_options(begins=REBUILDING)
            with connection.begin():
                if is_shared(url):
                    connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK})
                if revision != "head":
                    _go(connection, url, key, revision, up=False)
                    return
                _mend(connection, url)
                if _said(connection) != [newest()]:
                    _go(connection, url, key, newest())
                _agree(connection, url, key, new_key)
    finally:
        engine.dispose()


def _go(connection: Connection, url: URL, key: Key, revision: str, *, up: bool = True) -> None:
    """Go up to a revision, or down to it. Raises StoreError from one that this program does not have."""
    from alembic import command  # at most starts there is nothing to do, and it takes long to load
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes |= {"connection": connection, "key": key}
    try:
        (command.upgrade if up else command.downgrade)(config, revision)
    except CommandError:
        raise StoreError(f"the database {name(url)} is of a newer version of Hexillum: start that one") from None


def _said(connection: Connection) -> list[str]:
    """The revisions that a database says that it is of: one, or it is a strange one."""
    if not inspect(connection).has_table("alembic_version"):
        return []
    return list(connection.scalars(text("SELECT version_num FROM alembic_version")))


def see_version(connection: Connection, what: str) -> str:
    """The revision of a database, which is this program's or one of before. Raises StoreError for any other.

    `what` is the database in words.
    """
    if not inspect(connection).has_table("alembic_version"):
        raise StoreError(f"{what} is no database of Hexillum")
    said = _said(connection)
    if len(said) != 1:
        raise StoreError(f"{what} does not say of which version it is: start a server with it, which mends that")
    if said[0] not in REVISIONS:
        raise StoreError(f"{what} is of a newer version of Hexillum: use that one")
    return said[0]


def newest() -> str:
    """The revision of the tables of this program."""
    return REVISIONS[-1]


def _mend(connection: Connection, url: URL) -> None:
    """Make a database that was left half-made one from which the migrations lead on; they add only what is missing.

    Nothing that has rows is taken out. Raises StoreError for what is no database of ours, or has lost a part.
    """
    found = inspect(connection)
    there = set(found.get_table_names())
    for table in _FIRST:
        draft = _DRAFTS + table
        if draft in there:
            connection.execute(
                text(f"DROP TABLE {draft}" if table in there else f"ALTER TABLE {draft} RENAME TO {table}")
            )
            found = inspect(connection)
            there = set(found.get_table_names())
    ours = [table for table in _FIRST if table in there]
    versioned = "alembic_version" in there
    if there and not ours and not versioned and not is_shared(url):
        raise _foreign(url, f"it has the table {min(there)}")
    later = set().union(*_ADDED.values())
    for table in ours:
        wanted = {column.name for column in METADATA.tables[table].columns if f"{table}.{column.name}" not in later}
        lacking = wanted - _columns(found, table)
        if lacking:
            raise _foreign(url, f"its table {table} has no column {min(lacking)}")
    if len(ours) < len(_FIRST):
        full = [table for table in ours if connection.scalar(text(f"SELECT count(*) FROM {table}"))]
        if full:
            missing = next(table for table in _FIRST if table not in there)
            raise StoreError(
                f"the database {name(url)} is damaged: there are rows in its table {full[0]}, but the table {missing} "
                "is missing; put a copy of it back, or name another with --database"
            )
    if versioned:
        _correct_version(connection, found)


def _correct_version(connection: Connection, found: Inspector) -> None:
    """Where a database says that it is of a revision whose tables it does not have, say what it really is of."""
    said = _said(connection)
    reached = _reached(found)
    if len(said) == 1 and said[0] in REVISIONS and (reached is None or said[0] > reached):
        connection.execute(text("DELETE FROM alembic_version"))
        if reached is not None:
            connection.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": reached})


def _reached(found: Inspector) -> str | None:
    """The last revision of which everything is there."""
    there = set(found.get_table_names())
    if not there.issuperset(_FIRST):
        return None
    there |= {f"{table}.{column}" for table in there for column in _columns(found, table)}
    reached = "0001"
    for revision, added in _ADDED.items():
        if not there >= added:
            break
        reached = revision
    return reached


def _columns(found: Inspector, table: str) -> set[str]:
    return {column["name"] for column in found.get_columns(table)}


def _foreign(url: URL, why: str) -> StoreError:
    return StoreError(
        f"the database {name(url)} is of another program ({why}): name another with --database, or leave it out"
    )


def _agree(connection: Connection, url: URL, key: Key, new_key: bool) -> None:
    """See that the database is sealed with this key, or is from now on. Raises StoreError."""
    said = connection.scalar(select(META.c.value).where(META.c.name == _KEY))
    if said is not None and not new_key:
        key.take_up(said)
        if not key.there:
            raise _sealed(url, f"with a key that is not at {key.path}")
        if said != key.name:
            raise _sealed(url, f"with another key than that in {key.path}")
    elif said is None or said != key.name:
        connection.execute(delete(META).where(META.c.name == _KEY))
        connection.execute(insert(META).values(name=_KEY, value=key.name))


def _sealed(url: URL, how: str) -> StoreError:
    return StoreError(
        f"the database {name(url)} was sealed {how}: name the right one with --key-file; "
        "if it is lost, --new-key goes on without it, and battles that are not over can then only be read"
    )
