"""A database that is killed on its way to the tables of this version comes there at the next start, with its games."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, event

from hexillum.web.store import Key, StoreError, address, migrate
from hexillum.web.store.schema import MIGRATIONS, REVISIONS, newest
from hexillum.web.store.tables import METADATA
from tests.web.players import query

OLD = json.loads((Path(__file__).parents[1] / "notation" / "files_of_1" / "games.json").read_text(encoding="utf-8"))
KEY = Key.of(bytes(range(32)))
EARLIER = ["base", "0001", "0002"]


def made_by(revision: str, database: str) -> list[str]:
    """A database of a revision with a game in it; its seeds as they are known."""
    migrate(address(database), key=KEY)
    migrate(address(database), revision, KEY)
    if revision == "base":
        return []
    for old in OLD:
        columns = "id, opening, seed, version, status, computer, created_at, acted_at"
        values = {"id": old["id"], "opening": json.dumps(old["opening"]), "seed": old["seed"], "n": old["version"]}
        query(
            database, f"INSERT INTO games ({columns}) VALUES (:id, :opening, :seed, :n, 'active', false, 0, 0)", values
        )
        for side in (0, 1):
            query(
                database, "INSERT INTO seats VALUES (:id, :side, 'person', NULL, NULL)", {"id": old["id"], "side": side}
            )
        for seq, (kind, side, data) in enumerate(old["entries"]):
            row = {"id": old["id"], "seq": seq, "side": side, "kind": kind, "data": json.dumps(data)}
            query(database, "INSERT INTO entries VALUES (:id, :seq, 0, :side, :kind, :data, NULL)", row)
    if revision == "0002" and "://" not in database:  # one that a server has worked at
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
    return sorted(old["seed"] for old in OLD)


def seeds(database: str) -> list[str]:
    """The seeds of all games, opened."""
    return sorted(KEY.open(seed, id).hex() for id, seed in query(database, "SELECT id, seed FROM games"))


def entries(database: str) -> int:
    return int(query(database, "SELECT count(*) FROM entries")[0][0])


def killed_at(database: str, statement: int) -> bool:
    """Bring a database up to date in a process that is ended at a statement; whether it came so far."""
    child = os.fork()
    if child == 0:
        left = [statement]

        def count(*_: object) -> None:
            left[0] -= 1
            if left[0] < 0:
                os._exit(9)

        event.listen(Engine, "before_cursor_execute", count)
        event.listen(Engine, "commit", count)
        try:
            migrate(address(database), key=KEY)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def each_fifth_or_slowly_each() -> list[Any]:
    """Some earlier revisions, and which of the statements a start is killed at."""
    quick = [pytest.param(revision, 5, id=f"{revision}-each fifth") for revision in EARLIER[:2]]
    slow = [pytest.param(revision, 1, marks=pytest.mark.slow, id=f"{revision}-each") for revision in EARLIER[:3]]
    return [*quick, *slow]


@pytest.mark.parametrize(("revision", "every"), each_fifth_or_slowly_each())
def test_a_start_that_is_killed_at_any_statement_is_made_good_by_the_next(revision, every, tmp_path):
    source = str(tmp_path / "source.db")
    known = made_by(revision, source)
    content = Path(source).read_bytes()
    statement = 0
    while True:
        database = str(tmp_path / f"games-{statement}.db")
        if revision != "base":
            Path(database).write_bytes(content)
        if not killed_at(database, statement):
            break
        migrate(address(database), key=KEY)
        assert query(database, "SELECT version_num FROM alembic_version") == [(newest(),)]
        assert seeds(database) == known
        assert entries(database) == entries(source) if known else entries(database) == 0
        statement += every
    assert statement > 15


@pytest.mark.parametrize("revision", EARLIER[1:])
def test_old_seeds_are_sealed_and_can_be_opened_again(revision, database):
    known = made_by(revision, database)
    migrate(address(database), key=KEY)
    assert seeds(database) == known
    if "://" not in database:
        assert not [seed for seed in known if seed.encode() in Path(database).read_bytes()]
    migrate(address(database), "0002", KEY)
    assert sorted(seed for (seed,) in query(database, "SELECT seed FROM games")) == known


#: What earlier versions left behind that were killed at their first start, and what hands can do.
HALF_MADE = {
    "nothing but the table of versions": "DROP TABLE games; DROP TABLE seats; DROP TABLE entries; DROP TABLE meta;"
    "DELETE FROM alembic_version",
    "one table": "DROP TABLE seats; DROP TABLE entries; DROP TABLE meta; DELETE FROM alembic_version",
    "a table without its index": "DROP TABLE seats; DROP TABLE entries; DROP TABLE meta; DROP INDEX ix_games_computer;"
    "DROP TABLE alembic_version",
    "all tables and no version": "DELETE FROM alembic_version",
    "no table of versions": "DROP TABLE alembic_version",
    "a version without tables": "DROP TABLE games; DROP TABLE seats; DROP TABLE entries; DROP TABLE meta",
    "a version that is too new": "DROP TABLE meta",
    "a version that is too old": "UPDATE alembic_version SET version_num = '0001'",
    "a column that is missing": "ALTER TABLE games DROP COLUMN state",
    "a draft that was left": "CREATE TABLE _alembic_tmp_games (id TEXT)",
}


@pytest.mark.parametrize("left", HALF_MADE)
def test_a_half_made_database_is_completed(left, tmp_path):
    database = str(tmp_path / "games.db")
    migrate(address(database), key=KEY)
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(HALF_MADE[left])
    migrate(address(database), key=KEY)
    with closing(sqlite3.connect(database)) as connection:
        for name, table in METADATA.tables.items():
            found = {row[1] for row in connection.execute(f"PRAGMA table_info({name})")}
            assert found == {column.name for column in table.columns}
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(newest(),)]


@pytest.mark.parametrize("left", ["all tables and no version", "no table of versions", "a version that is too old"])
def test_a_database_whose_version_is_wrong_keeps_its_games(left, tmp_path):
    database = str(tmp_path / "games.db")
    known = made_by("0002", database)
    migrate(address(database), key=KEY)
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(HALF_MADE[left])
    migrate(address(database), key=KEY)
    assert seeds(database) == known


def test_a_database_that_has_lost_a_table_is_refused_and_left_as_it_is(tmp_path):
    database = str(tmp_path / "games.db")
    made_by("0002", database)
    query(database, "DROP TABLE entries")
    before = Path(database).read_bytes()
    with pytest.raises(StoreError, match=r"damaged.* table games, but the table entries is missing; put a copy"):
        migrate(address(database), key=KEY)
    assert Path(database).read_bytes() == before


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("CREATE TABLE bookmarks (url TEXT)", "it has the table bookmarks"),
        ("CREATE TABLE games (id TEXT, title TEXT)", "its table games has no column acted_at"),
    ],
)
def test_a_database_of_another_program_is_left_as_it_is(sql, why, tmp_path):
    database = tmp_path / "games.db"
    query(str(database), sql)
    before = database.read_bytes()
    with pytest.raises(StoreError, match=rf"of another program \({why}\): name another with --database"):
        migrate(address(str(database)), key=KEY)
    assert database.read_bytes() == before


def test_one_seed_that_is_none_does_not_stop_the_others(tmp_path):
    database = str(tmp_path / "games.db")
    made_by("0002", database)
    query(database, "UPDATE games SET seed = 'no seed' WHERE id = :id", {"id": OLD[0]["id"]})
    migrate(address(database), key=KEY)
    sealed = [seed for (seed,) in query(database, "SELECT seed FROM games") if seed.startswith("sealed:")]
    assert len(sealed) == len(OLD) - 1


def test_all_revisions_are_known_in_their_order() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS)).walk_revisions()
    assert tuple(script.revision for script in scripts)[::-1] == REVISIONS


def test_a_start_with_tables_of_this_version_loads_nothing_that_changes_tables(tmp_path: Path) -> None:
    """It takes a tenth of a second, and everybody waits who comes back."""
    script = f"""
import sys
from hexillum.web.store import Key, address, migrate
migrate(address({str(tmp_path / "games.db")!r}), key=Key.of(bytes(32)))
print("alembic" in sys.modules)
"""
    told = [subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout for _ in range(2)]
    assert told == ["True\n", "False\n"]
