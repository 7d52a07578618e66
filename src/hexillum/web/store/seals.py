"""What is sealed in a database: opened to see that it can be, and sealed anew with another key."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from sqlalchemy import JSON, Column, Connection, String, Table, and_, cast, select, type_coerce, update

from .errors import StoreError
from .key import SEALED, BadSeal, Key
from .tables import META, METADATA

_KEY: Final = "key"
Sealed = tuple[Table, dict[str, Any], Column[Any], str]


def sealed_in(connection: Connection) -> Iterator[Sealed]:
    """Whatever is sealed: its table, the row's words by their columns, the column, and the sealed text.

    Every column of text is looked at, so that nothing is left out that another part of the program seals.
    """
    for table in METADATA.sorted_tables:
        texts = [column for column in table.columns if isinstance(column.type, String | JSON)]
        as_text = cast if connection.dialect.name == "postgresql" else type_coerce
        wanted = [as_text(column, String).label(column.name) for column in texts]
        keys = [column for column in table.primary_key.columns if column not in texts]
        for row in connection.execute(select(*wanted, *keys)).mappings().all():
            for column in texts:
                said = row[column.name]
                if isinstance(said, str) and SEALED in said:
                    found = _sealed_text(said, column)
                    if found:
                        yield table, dict(row), column, found


def opened(one: Sealed, key: Key) -> tuple[bytes, str]:
    """What is sealed, and for what it was: the name of something in its row, or of its place. Raises BadSeal."""
    table, row, column, text = one
    names = [value for value in row.values() if isinstance(value, str) and len(value) <= 200 and SEALED not in value]
    numbers = [row[key.name] for key in table.primary_key.columns if isinstance(row[key.name], int)]
    parts = [f"{name}/{column.name}/{number}" for name in names for number in numbers]  # of a part of something
    for name in (*names, *parts, f"{table.name}.{column.name}", table.name, column.name):
        try:
            return key.open(text, name), name
        except BadSeal:
            continue
    raise BadSeal(f"what is sealed in {where(one)} cannot be opened with the key of this server")


def where(one: Sealed) -> str:
    """Where something sealed stands, in words."""
    table, row, column, _ = one
    row_key = ", ".join(str(row[key.name]) for key in table.primary_key.columns)
    return f"{table.name} {row_key} ({column.name})"


def reseal(connection: Connection, old: Key, new: Key) -> int:
    """Seal everything anew, in the transaction of the connection; how much that was. Raises StoreError.

    What cannot be opened with the old key stops it: it would be lost for good. Everything is opened again with the new
    key before the end.
    """
    count = 0
    for one in list(sealed_in(connection)):
        table, row, column, _ = one
        try:
            secret, name = opened(one, old)
        except BadSeal:
            raise StoreError(
                f"{where(one)} is not sealed with the key in {old.path}: it would be lost; nothing was changed. "
                "Delete that game first, or name the right key with --key-file"
            ) from None
        sealed: Any = new.seal(secret, name)
        if isinstance(column.type, JSON):
            sealed = {"sealed": sealed}
        mine = and_(*(key == row[key.name] for key in table.primary_key.columns))
        connection.execute(update(table).where(mine).values({column.name: sealed}))
        count += 1
    connection.execute(update(META).where(META.c.name == _KEY).values(value=new.name))
    wrong = [where(one) for one in sealed_in(connection) if not _opens(one, new)]
    if wrong:
        raise StoreError(f"{wrong[0]} would not open with the new key: nothing was changed")
    return count


def unopened(connection: Connection, key: Key) -> tuple[int, list[str]]:
    """How much is sealed, and where what is cannot be opened with a key."""
    found = list(sealed_in(connection))
    return len(found), [where(one) for one in found if not _opens(one, key)]


def _opens(one: Sealed, key: Key) -> bool:
    try:
        opened(one, key)
    except BadSeal:
        return False
    return True


def _sealed_text(said: str, column: Column[Any]) -> str:
    """The sealed text of a column, "" where it only speaks of one."""
    if not isinstance(column.type, JSON):
        return said if said.startswith(SEALED) else ""
    try:
        data = json.loads(said)
    except ValueError:
        return ""
    found = data.get("sealed") if isinstance(data, Mapping) else None
    return found if isinstance(found, str) else ""
