"""Statements that come with each choice: what they are for a file is made out once, from the tables as all others."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

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
        """Carry it out; how many rows of its table it met. With a file, errors are those of the driver."""
        if connection.dialect.name != _SQLITE.name:
            return connection.execute(self._statement, rows).rowcount
        return driver(connection).executemany(self._text, map(self._in_order, rows)).rowcount

    def _in_order(self, row: Mapping[str, Any]) -> list[Any]:
        """The values of a row as the driver takes them."""
        return [row[name] if fit is None else fit(row[name]) for name, fit in self._values]


def driver(connection: Connection) -> sqlite3.Connection:
    """The same connection to a file as its driver has it, of a thread that writes by itself."""
    return cast(sqlite3.Connection, connection.connection.dbapi_connection)
