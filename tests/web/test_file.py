"""One server to a file, whatever it is called; and nothing is acknowledged that is not in the file of that name."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.store import File, Store, StoreError
from tests.web.players import Server, Table, answer, bearer, choice, command, query
from tests.web.test_start import said

LOST = "this could not be kept, so nothing was done: the database is gone or was changed. Tell who runs the server"

# ---------------------------------------------------------------------- one server to a file


def by_symlink(file: Path) -> Path:
    other = file.with_name("symlink.db")
    other.symlink_to(file)
    return other


def by_symlink_of_the_folder(file: Path) -> Path:
    other = file.parent.with_name("elsewhere")
    other.symlink_to(file.parent)
    return other / file.name


def by_hard_link(file: Path) -> Path:
    other = file.with_name("hard.db")
    other.hardlink_to(file)
    return other


def after_locks_are_gone(file: Path) -> Path:
    for other in file.parent.glob("*lock*"):
        other.unlink()
    return file


def by_a_long_way(file: Path) -> Path:
    return file.parent / ".." / file.parent.name / "." / file.name


def by_a_short_way(file: Path) -> Path:
    return Path(os.path.relpath(file))


WAYS = [by_symlink, by_symlink_of_the_folder, by_hard_link, after_locks_are_gone, by_a_long_way, by_a_short_way]


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A server in a folder of its own."""
    server = Server(str(tmp_path_factory.mktemp("house") / "room" / "games.db"))
    yield server
    server.kill()


@pytest.mark.parametrize("way", WAYS)
def test_there_is_no_second_way_into_a_file(way, running):
    other = way(Path(running.database))
    told = said("--port", "0", "--database", str(other))
    assert "another server uses the database" in told and str(other) in told


def test_a_server_in_the_same_process_is_refused_without_taking_the_locks_of_the_first(tmp_path):
    database = tmp_path / "games.db"
    with TestClient(create_app(str(database), computers=Computers(1))) as client:
        table = Table(client, seed=3)
        link = by_symlink(database)
        with pytest.raises(StoreError, match="another server uses"), TestClient(create_app(str(link))):
            pass
        assert "another server uses" in said("--port", "0", "--database", str(database))
        query(str(database), "SELECT 1")
        assert database.with_name("games.db-wal").exists(), "nobody thought himself the last one"
        table.play(random.Random(1), 3)


def test_a_file_of_several_names_is_not_opened_without_its_journal(tmp_path):
    """What a killed server acknowledged is in the journal, which lies beside the name that it used."""
    first, second = tmp_path / "first" / "games.db", tmp_path / "second.db"
    server = Server(str(first))
    with server.api() as api:
        table = Table(api, seed=3)
    second.hardlink_to(first)
    server.kill()
    told = said("--port", "0", "--database", str(second))
    assert "hard links" in told and "start with the name that it had" in told
    server = Server(str(first))
    try:
        with server.api() as api:
            table.client = api
            assert table.view("top")
    finally:
        server.kill()


REFUSED: dict[str, Callable[[Path], object]] = {
    "a letter": lambda file: file.write_bytes(b"Dear all, " * 200),
    "a folder": lambda file: file.mkdir(),
    "a pipe": lambda file: os.mkfifo(file),
    "another database": lambda file: query(str(file), "CREATE TABLE bookmarks (url TEXT)"),
    "a link to nowhere": lambda file: file.symlink_to("/proc/nothing/games.db"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_refused_database_leaves_nothing_behind(what, tmp_path):
    REFUSED[what](tmp_path / "games.db")
    before = sorted(file.name for file in tmp_path.iterdir())
    said("--port", "0", "--database", str(tmp_path / "games.db"))
    assert sorted(file.name for file in tmp_path.iterdir()) == before


def test_what_was_made_for_a_refused_database_is_taken_away(tmp_path):
    (tmp_path / "server.key").write_text("no key")
    key = ("--key-file", str(tmp_path / "server.key"))
    said("--port", "0", "--database", str(tmp_path / "some" / "where" / "games.db"), *key)
    assert [file.name for file in tmp_path.iterdir()] == ["server.key"]


def test_a_file_is_let_go(tmp_path):
    for _ in range(2):
        file = File(tmp_path / "games.db")
        file.take()
        with pytest.raises(StoreError, match="another server"):
            File(tmp_path / "games.db").take()
        file.let_go()


def test_a_file_stays_that_of_a_server_between_its_look_and_its_start(tmp_path):
    async def look() -> None:
        store = Store(str(tmp_path / "games.db"))
        await store.open()
        await store.close(hold=True)
        with pytest.raises(StoreError, match="another server"):
            await Store(str(tmp_path / "games.db")).open()
        await store.open()
        await store.close()
        other = Store(str(tmp_path / "games.db"))
        await other.open()
        await other.close()

    asyncio.run(look())


def test_settings_in_the_address_of_a_file_are_refused(tmp_path):
    told = said("--port", "0", "--database", f"sqlite:///file:{tmp_path}/games.db?uri=true")
    assert "leave them out" in told
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------------- a file that goes away


def removed(file: Path) -> None:
    file.unlink()


def moved(file: Path) -> None:
    file.rename(file.with_name("old.db"))


def replaced_by_a_copy(file: Path) -> None:
    copy = file.with_name("copy.db")
    shutil.copy(file, copy)
    copy.replace(file)


def overwritten(file: Path) -> None:
    """By what it was before, under its own number."""
    content = file.read_bytes()
    file.write_bytes(content)


def emptied(file: Path) -> None:
    os.truncate(file, 0)


def cut_in_half(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def without_its_journal(file: Path) -> None:
    file.with_name(file.name + "-wal").unlink()


def with_its_journal_emptied(file: Path) -> None:
    os.truncate(file.with_name(file.name + "-wal"), 0)


def without_its_index(file: Path) -> None:
    file.with_name(file.name + "-shm").unlink()


def without_its_folder(file: Path) -> None:
    file.parent.rename(file.parent.with_name("away"))


def without_everything(file: Path) -> None:
    shutil.rmtree(file.parent)


LOSSES = [removed, moved, replaced_by_a_copy, overwritten, emptied, cut_in_half, without_its_journal]
LOSSES += [with_its_journal_emptied, without_its_index, without_its_folder, without_everything]


@pytest.mark.parametrize("loss", LOSSES)
def test_nothing_is_acknowledged_once_the_file_is_lost(loss, tmp_path):
    database = tmp_path / "data" / "games.db"
    with TestClient(create_app(str(database), computers=Computers(1))) as client:
        table = Table(client, seed=3)
        table.play(random.Random(1), 5)
        assert client.get("/api/health").json()["database"] == "ok"
        loss(database)
        view = table.ours()
        headers = bearer(*table.tokens.values())
        sent = command(view, view["decision"]["actor"], answer(choice(view, random.Random(1))))
        for version in (view["version"], view["version"], view["version"] - 1):
            told = client.post(f"{table.path}/commands", headers=headers, json={**sent, "version": version})
            assert (told.status_code, told.json()["message"]) == (503, LOST), told.text
        assert client.post("/api/games", json={"battle": "dara"}).status_code == 503
        assert table.ours() == view, "looking goes on"
        health = client.get("/api/health")
        assert health.status_code == 503
        assert health.json()["ok"] is False and health.json()["database"] != "ok"
        assert str(tmp_path) not in health.text


@pytest.mark.parametrize("loss", [pytest.param(without_its_journal, marks=pytest.mark.slow), without_its_index])
def test_what_was_acknowledged_is_saved_where_only_the_journal_is_lost(loss, tmp_path):
    database = tmp_path / "games.db"
    server = Server(str(database))
    with server.api() as api:
        table = Table(api, seed=3)
        table.play(random.Random(1), 20)
        version = table.ours()["version"]
        loss(database)
        assert table.do(table.asked(), answer(table.ours()["decision"]["options"][0]["number"])).status_code == 503
    server.kill()
    server = Server(str(database))
    try:
        with server.api() as api:
            table.client = api
            assert table.ours()["version"] == version
            table.play(random.Random(1), 3)
    finally:
        server.kill()


def test_a_file_that_is_put_back_goes_on(tmp_path):
    database = tmp_path / "games.db"
    with TestClient(create_app(str(database), computers=Computers(1))) as client:
        table = Table(client, seed=3)
        database.rename(tmp_path / "away.db")
        view = table.ours()
        told = table.do(view["decision"]["actor"], answer(choice(view, random.Random(1))))
        assert told.status_code == 503
        (tmp_path / "away.db").rename(database)
        table.play(random.Random(1), 3)
        assert client.get("/api/health").status_code == 200


def test_the_journal_is_written_into_the_file_and_others_may_look(tmp_path, monkeypatch):
    monkeypatch.setattr("hexillum.web.store.database.CHECKPOINT", 4)
    database = tmp_path / "games.db"
    with TestClient(create_app(str(database), computers=Computers(1))) as client:
        table = Table(client, seed=3)
        size = database.stat().st_size
        for n in range(30):
            table.play(random.Random(n), 1)
            with contextlib.closing(sqlite3.connect(database)) as other:
                ((count,),) = other.execute("SELECT count(*) FROM entries")
                assert count == table.ours()["version"]
                other.execute(f"VACUUM INTO '{tmp_path / f'copy-{n}.db'}'")
        assert database.stat().st_size >= size
        assert client.get("/api/health").status_code == 200


# ---------------------------------------------------------------------- health


def test_health_tells_of_the_database_the_disk_and_the_thinkers(client, monkeypatch):
    told = client.get("/api/health").json()
    assert (told["ok"], told["database"], told["thinkers"]) == (True, "ok", "ok")
    assert told["disk"] > 50_000_000
    monkeypatch.setattr("hexillum.web.health.DISK_LEAST", told["disk"] * 1000)
    full = client.get("/api/health")
    assert (full.status_code, full.json()["ok"], full.json()["database"]) == (503, False, "ok")
    monkeypatch.undo()
    monkeypatch.setattr(Computers, "well", lambda _: False, raising=False)
    ill = client.get("/api/health")
    assert (ill.status_code, ill.json()["ok"]) == (503, False)
    assert ill.json()["thinkers"] != "ok"


def test_health_tells_that_postgresql_is_gone_and_that_it_is_back(postgres):
    server = Server(postgres)
    try:
        with server.api() as api:
            assert api.get("/api/health").json()["disk"] is None
            query(postgres, "ALTER TABLE meta RENAME TO hidden")
            until(lambda: api.get("/api/health").status_code == 503)
            query(postgres, "ALTER TABLE hidden RENAME TO meta")
            until(lambda: api.get("/api/health").status_code == 200)
    finally:
        server.kill()


def until(done: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until something is so."""

    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)
