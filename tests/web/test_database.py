"""Databases that are locked, full, old or new: nothing half-written, and the tables are those of the models."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, event, inspect
from sqlalchemy.pool import NullPool

from hexillum.web.computers import Computers
from hexillum.web.entries import Entry, Opening
from hexillum.web.store import Store, address, migrate
from hexillum.web.store.errors import Unfit
from hexillum.web.store.often import driver
from hexillum.web.store.tables import METADATA
from hexillum.web.tables import OpenTables
from tests.web.players import Person, Server, Table, answer, bearer, choice, command, query

#: What is said where a choice could not be kept.
NOT_KEPT = "this could not be kept, so nothing was done: the database is locked or full. Try again in a moment"


def entries(database: str) -> int:
    """How many entries there are; all games are whole."""
    torn = query(
        database,
        "SELECT id FROM games WHERE version <> (SELECT count(*) FROM entries WHERE game = games.id) "
        "OR 2 <> (SELECT count(*) FROM seats WHERE game = games.id)",
    )
    assert torn == []
    ((count,),) = query(database, "SELECT count(*) FROM entries")
    return int(count)


def refused_once(table: Table, database: str) -> None:
    """See that everything that has to be kept is refused in one sentence, and that looking still works."""
    before, view = entries(database), table.ours()
    sent = command(view, view["decision"]["actor"], answer(choice(view, random.Random(1))))
    headers = bearer(*table.tokens.values())
    answered = table.client.post(f"{table.path}/commands", headers=headers, json=sent)
    assert answered.status_code == 503
    assert answered.json() == {"code": "unavailable", "message": NOT_KEPT, "rules": []}
    assert table.ours() == view
    assert entries(database) == before


def goes_on(table: Table, database: str) -> None:
    """See that the game goes on, and is kept again."""
    before = entries(database)
    table.play(random.Random(5), 3)
    assert entries(database) > before


# ---------------------------------------------------------------------- locked


def test_a_choice_waits_for_a_lock_that_is_short(tmp_path):
    database = str(tmp_path / "games.db")
    server = Server(database)
    try:
        with server.api() as api:
            table = Table(api, seed=3)
            person = Person(server.url, table.id, *table.tokens.values(), eyes="bottom")
            with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                sent = command(person.view, "bottom", answer(choice(person.view, random.Random(1))))
                person.say({"t": "command", "command": sent})
                with pytest.raises(TimeoutError):
                    person.socket.recv(0.3)
                other.execute("ROLLBACK")
            assert person.reply(sent["id"])["t"] == "accepted"
            person.close()
    finally:
        server.kill()


def test_a_choice_is_refused_while_the_database_is_locked(tmp_path):
    database = str(tmp_path / "games.db")
    server = Server(database)
    try:
        with server.api() as api:
            table = Table(api, seed=3)
            person = Person(server.url, table.id, *table.tokens.values(), eyes="bottom")
            with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                refused_once(table, database)
                told = person.do(answer(choice(person.view, random.Random(1))), seat="bottom")
                assert (told["t"], told["code"], told["message"]) == ("refused", "unavailable", NOT_KEPT)
                other.execute("ROLLBACK")
            goes_on(table, database)
            person.until_version(table.ours()["version"])
            person.close()
    finally:
        server.kill()


def test_a_postgresql_that_is_gone_for_a_while_costs_nothing(postgres):
    """A table that is locked, then lines that are cut: what is refused was not done, and the game goes on."""
    server = Server(postgres)
    try:
        with server.api() as api:
            table = Table(api, seed=3)
            for _ in range(3):
                query(
                    postgres,
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()",
                )
                goes_on(table, postgres)
            query(postgres, "ALTER TABLE entries RENAME TO hidden")
            view = table.ours()
            sent = command(view, view["decision"]["actor"], answer(choice(view, random.Random(1))))
            answered = api.post(f"{table.path}/commands", headers=bearer(*table.tokens.values()), json=sent)
            assert (answered.status_code, answered.json()["message"]) == (503, NOT_KEPT)
            query(postgres, "ALTER TABLE hidden RENAME TO entries")
            goes_on(table, postgres)
    finally:
        server.kill()


def test_a_postgresql_that_is_locked_refuses_a_choice_in_time(postgres):
    import psycopg

    server = Server(postgres)
    try:
        with server.api() as api:
            table = Table(api, seed=3)
            view = table.ours()
            with psycopg.connect(postgres) as other:
                other.execute("LOCK TABLE games IN ACCESS EXCLUSIVE MODE")
                sent = command(view, view["decision"]["actor"], answer(choice(view, random.Random(1))))
                answered = api.post(f"{table.path}/commands", headers=bearer(*table.tokens.values()), json=sent)
                assert (answered.status_code, answered.json()["message"]) == (503, NOT_KEPT)
                other.rollback()
            goes_on(table, postgres)
    finally:
        server.kill()


# ---------------------------------------------------------------------- full


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a megabyte."""
    words = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(tmp_path)]
    if os.geteuid() != 0 or subprocess.run(words, capture_output=True).returncode != 0:
        pytest.skip("a small disk can be made by root only")
    yield tmp_path
    subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def fill(file: Path) -> None:
    """Write until the disk is full."""
    with open(file, "wb", buffering=0) as out, contextlib.suppress(OSError):
        while True:
            out.write(bytes(512))


def test_a_choice_is_refused_while_the_disk_is_full(small_disk):
    database = str(small_disk / "games.db")
    server = Server(database)
    try:
        with server.api() as api:
            table = Table(api, seed=3)
            table.play(random.Random(1), 3)
            fill(small_disk / "other")
            while True:  # what was allotted to the database before is still free
                view = table.ours()
                sent = command(view, view["decision"]["actor"], answer(choice(view, random.Random(1))))
                headers = bearer(*table.tokens.values())
                answered = api.post(f"{table.path}/commands", headers=headers, json=sent)
                if answered.status_code != 200:
                    break
            assert (answered.status_code, answered.json()["message"]) == (503, NOT_KEPT)
            refused_once(table, database)
            opened = api.post("/api/games", json={"battle": "akragas"})
            assert (opened.status_code, opened.json()["message"]) == (503, NOT_KEPT)
            (small_disk / "other").unlink()
            again = api.post(f"{table.path}/commands", headers=headers, json=sent)
            assert again.status_code == 200
            goes_on(table, database)
        server.kill()
        server = Server(database)
        with server.api() as api:
            table.client = api
            goes_on(table, database)
    finally:
        server.kill()


def test_a_choice_is_refused_while_the_database_may_not_grow(client):
    """The same without root: SQLite is told that the file is as large as it may be."""
    store = client.app.state.tables.store
    database, pages = str(store.url.database), [1]

    def bound(connection) -> None:
        driver(connection).cursor().execute(f"PRAGMA max_page_count = {pages[0]}")

    def let_grow(most: int) -> None:
        pages[0] = most
        client.portal.call(store.pen.at, lambda: bound(store.pen._connection))

    table = Table(client, seed=3)
    engine = store.engine.sync_engine
    event.listen(engine, "begin", bound)
    let_grow(1)
    try:
        while True:  # the last page is not full yet
            view = table.ours()
            sent = command(view, view["decision"]["actor"], answer(choice(view, random.Random(1))))  # as `refused_once`
            answered = client.post(f"{table.path}/commands", headers=bearer(*table.tokens.values()), json=sent)
            if answered.status_code != 200:
                break
        assert (answered.status_code, answered.json()["message"]) == (503, NOT_KEPT)
        refused_once(table, database)
        let_grow(2**31)
        goes_on(table, database)
    finally:
        let_grow(2**31)
        for _ in range(8):  # at each connection of the pool, or who comes to one after this could keep nothing
            client.post("/api/games", json={"battle": "akragas"})
        event.remove(engine, "begin", bound)


# ---------------------------------------------------------------------- migrations


def shape(database: str) -> dict[str, list[str]]:
    """The tables of a database and their columns."""
    url = address(database)
    engine = create_engine(
        url.set(drivername="sqlite" if url.get_backend_name() == "sqlite" else url.drivername), poolclass=NullPool
    )
    found = inspect(engine)
    return {name: [column["name"] for column in found.get_columns(name)] for name in found.get_table_names()}


def test_migrations_go_up_down_and_up_again(database):
    url = address(database)
    migrate(url)
    first = shape(database)
    assert {"games", "seats", "entries"} <= first.keys()
    migrate(url)
    assert shape(database) == first
    migrate(url, "base")
    assert shape(database).keys() == {"alembic_version"}
    migrate(url)
    assert shape(database) == first


def test_the_models_are_what_migrations_make(database):
    url = address(database)
    migrate(url)
    plain = url.set(drivername="sqlite" if url.get_backend_name() == "sqlite" else url.drivername)
    engine = create_engine(plain, poolclass=NullPool)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, METADATA) == []


def test_games_outlive_a_migration(database):
    """Bringing the tables up to date on every start changes nothing in them."""
    server = Server(database)
    with server.api() as api:
        table = Table(api, seed=3)
        table.play(random.Random(1), 4)
    server.kill()
    words = "SELECT seq, kind, data FROM entries ORDER BY seq"
    before = [
        (seq, kind, data if isinstance(data, str) else json.dumps(data)) for seq, kind, data in query(database, words)
    ]
    migrate(address(database))
    after = [
        (seq, kind, data if isinstance(data, str) else json.dumps(data)) for seq, kind, data in query(database, words)
    ]
    assert before == after and len(before) > 10


# ---------------------------------------------------------------------- several games at once


def test_what_cannot_be_kept_of_one_game_keeps_nothing_from_others(database):
    """What comes at once is written at once: one game's text must not refuse everybody's choices."""

    async def work() -> list[object]:
        tables = OpenTables(Store(database), Computers(1))
        await tables.open()
        store = tables.store
        try:
            opening = Opening("battle", "akragas")
            games = [(await tables.begin(opening, ["person"] * 2, bytes(32), [0, 1]))["game"] for _ in range(4)]
            version = (await tables.table(games[0])).game.version
            what: dict[str, Any] = {"status": "active", "computer": False}
            told = [store.append(id, version, [Entry("resigned", 0)], None, **what) for id in games[1:]]
            bad = store.append(games[0], version, [Entry("resigned", 0)], None, stands="half a sign: \ud800", **what)
            answers = await asyncio.gather(bad, *told, return_exceptions=True)
            news = [len((await store.since(id, version)).entries) for id in games]
            return [type(answers[0]), store.trouble(), *answers[1:], *news]
        finally:
            await tables.close()

    assert asyncio.run(work()) == [Unfit, "", None, None, None, 0, 1, 1, 1]
