"""Statements that come with each choice: what they are for the pen is made out once, from the tables as all others."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Insert, Update
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

_SQLITE: Final = SQLiteDialect_pysqlite()


class Often:
    """A statement that is carried out for some rows, each with the values of the same names.

    To lead it through SQLAlchemy each time takes longer than SQLite does to carry it out.
    """

    def __init__(self, statement: Insert | Update, *names: str) -> None:
        self._statement = statement
        made = statement.compile(dialect=_SQLITE, column_keys=names)
        self._text = made.string
        types = [(name, made.binds[name].type) for name in made.positiontup or ()]
        self._values = [(name, type.dialect_impl(_SQLITE).bind_processor(_SQLITE)) for name, type in types]

    def execute(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> int:
        """Carry it out; how many rows of its table it met. At the pen, errors are those of the driver."""
        plain = driver(connection)
        if isinstance(plain, sqlite3.Connection):
            return plain.executemany(self._text, map(self._in_order, rows)).rowcount
        return connection.execute(self._statement, rows).rowcount

    def _in_order(self, row: Mapping[str, Any]) -> list[Any]:
        """The values of a row as the driver takes them."""
        return [row[name] if fit is None else fit(row[name]) for name, fit in self._values]


def driver(connection: Connection) -> Any:
    """The same connection as its driver has it: that of SQLite itself where a thread writes to a file by itself."""
    return connection.connection.dbapi_connection
