"""Who may read what is kept: files are their owner's, and the secrets of running games are sealed with a key."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from hexillum.web.computers import Computers
from hexillum.web.entries import Opening
from hexillum.web.messages import Command, Refused, Word_
from hexillum.web.store import Key, Store, Stored, StoreError
from hexillum.web.table import NO_KEY
from hexillum.web.tables import OpenTables
from tests.web.players import Server, Table, query
from tests.web.test_rules_digest import begin, play
from tests.web.test_start import said

SEED = bytes(range(32))


def at(store: Store, work):
    """What comes of some work at a server over a store."""

    async def run():
        tables = OpenTables(store, Computers(1))
        await tables.open()
        try:
            return await work(tables)
        finally:
            await tables.close()

    return asyncio.run(run())


def key(folder: Path, name: str = "server.key") -> Key:
    return Key(folder / "keys" / name)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def a_game(tables: OpenTables) -> str:
    made = await tables.begin(Opening("battle", "dara"), ["person", "person"], SEED, [0, 1])
    await play(tables, made["game"], 6)
    return str(made["game"])


async def resign(tables: OpenTables, id: str) -> None:
    version = (await tables.table(id)).game.version
    await tables.command(id, {0, 1}, Command(id="dead-0000", version=version, seat="top", body=Word_(do="resign")))


# ---------------------------------------------------------------------- what is sealed


def test_the_seed_of_a_running_game_is_nowhere_on_the_disk(tmp_path):
    database = tmp_path / "games.db"

    async def look(tables: OpenTables) -> None:
        await a_game(tables)
        found = b"".join(file.read_bytes() for file in tmp_path.glob("games.db*"))
        assert SEED not in found and SEED.hex().encode() not in found

    at(Store(str(database), key(tmp_path)), look)
    assert SEED.hex().encode() not in database.read_bytes()


def test_the_cards_of_a_running_game_are_sealed_and_stand_open_when_it_is_over(database, tmp_path):
    def drawn() -> list[str]:
        rows = query(database, "SELECT data FROM entries WHERE kind = 'draw' ORDER BY seq")
        return [str(data) for (data,) in rows]

    async def two(tables: OpenTables) -> None:
        id = await a_game(tables)
        before = (await tables.table(id)).game.made
        sealed = drawn()
        assert len(sealed) > 8 and all("sealed" in one and "medieval" not in one for one in sealed)
        tables.in_memory.clear()
        assert (await tables.table(id)).game.made == before
        await resign(tables, id)
        assert all("medieval/" in one and "sealed" not in one for one in drawn())
        tables.in_memory.clear()
        assert (await tables.table(id)).game.made == before

    at(Store(database, key(tmp_path)), two)


def test_a_game_goes_on_with_its_seed_and_tells_it_when_it_is_over(database, tmp_path):
    id = at(Store(database, key(tmp_path)), a_game)

    async def go_on(tables: OpenTables) -> None:
        assert (await tables.table(id)).game.seed == SEED
        await play(tables, id, 2)
        await resign(tables, id)

    at(Store(database, key(tmp_path)), go_on)
    assert query(database, "SELECT seed FROM games") == [(SEED.hex(),)]


def test_a_secret_may_be_long(database, tmp_path):
    async def keep(tables: OpenTables) -> bytes:
        game = (await tables.table(await a_game(tables))).game
        long = Stored("f" * 32, game.opening, bytes(4096), (await tables.table(game.id)).seats)
        await tables.store.create(long, status="active", computer=False)
        found = await tables.store.load(long.id)
        assert found is not None
        return found.seed

    assert at(Store(database, key(tmp_path)), keep) == bytes(4096)


def test_what_is_sealed_for_one_game_is_not_opened_for_another(tmp_path):
    database = str(tmp_path / "games.db")
    first, second = (at(Store(database, key(tmp_path)), a_game) for _ in range(2))
    query(
        database,
        "UPDATE games SET seed = (SELECT seed FROM games WHERE id = :a) WHERE id = :b",
        {"a": first, "b": second},
    )

    async def look(tables: OpenTables) -> None:
        assert (await tables.table(second)).stopped and not (await tables.table(first)).stopped

    at(Store(database, key(tmp_path)), look)


# ---------------------------------------------------------------------- the key


@pytest.mark.parametrize("how", ["another", "none"])
def test_a_database_that_was_sealed_with_another_key_is_refused(how, database, tmp_path):
    at(Store(database, key(tmp_path)), a_game)
    other = key(tmp_path, "other.key")
    if how == "another":
        assert other.name
    told = said("--port", "0", "--database", database, "--key-file", str(other.path))
    assert "was sealed with" in told and str(other.path) in told and "--key-file" in told and "--new-key" in told
    assert other.path.exists() is (how == "another"), "none is made for it"


def test_without_its_key_a_database_can_be_read_and_takes_new_games(database, tmp_path):
    async def two(tables: OpenTables) -> tuple[str, str]:
        over = await a_game(tables)
        await resign(tables, over)
        return await a_game(tables), over

    running, over = at(Store(database, key(tmp_path)), two)
    entries = query(database, "SELECT count(*) FROM entries")
    new = key(tmp_path, "new.key")

    async def look(tables: OpenTables) -> None:
        table = await tables.table(running)
        view = table.view(None, ())
        assert (view["rules"]["goes_on"], view["rules"]["notice"], view["seed_commitment"]) == (False, NO_KEY, "")
        with pytest.raises(Refused, match="The key to the secret dice of this battle is lost"):
            await play(tables, running)
        assert tables.dice(await tables.table(over))["seed"] == SEED.hex()

    at(Store(database, new, new_key=True), look)
    at(Store(database, new), look)
    assert query(database, "SELECT count(*) FROM entries") == entries
    at(Store(database, new), begin)


def test_a_key_is_made_once_and_for_its_owner_only(tmp_path):
    path = tmp_path / "config" / "hexillum" / "server.key"
    names: list[str] = []
    threads = [threading.Thread(target=lambda: names.append(Key(path).name)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(names) == 8 and len(set(names)) == 1
    assert [file.name for file in path.parent.iterdir()] == ["server.key"]
    assert (mode(path.parent), mode(path)) == (0o700, 0o600)


@pytest.mark.parametrize("content", [b"", b"a letter", b"00" * 31, b"zz" * 32, bytes(2000)])
def test_a_file_that_is_no_key_is_refused(content, tmp_path):
    path = tmp_path / "server.key"
    path.write_bytes(content)
    told = said("--port", "0", "--database", str(tmp_path / "games.db"), "--key-file", str(path))
    assert f"{path} is no key of a server" in told
    assert path.read_bytes() == content
    assert not (tmp_path / "games.db").exists()


def test_a_key_that_cannot_be_kept_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot be kept in .*: name another file with --key-file"):
        assert Key(tmp_path / "file" / "server.key").name


def test_several_servers_of_one_database_share_its_key(postgres):
    servers = [Server(postgres), Server(postgres)]
    try:
        with servers[0].api() as first, servers[1].api() as second:
            table = Table(first, seed=3)
            table.client = second
            assert table.view("top")["seed_commitment"]
    finally:
        for server in servers:
            server.kill()


# ---------------------------------------------------------------------- files


def test_what_a_server_makes_is_its_owners_only(tmp_path):
    database = tmp_path / "some" / "where" / "games.db"
    mask = os.umask(0)
    try:

        async def look(tables: OpenTables) -> None:
            await a_game(tables)
            assert {file.name: mode(file) for file in database.parent.iterdir()} == {
                "games.db": 0o600,
                "games.db-wal": 0o600,
                "games.db-shm": 0o600,
            }

        at(Store(str(database), key(tmp_path)), look)
    finally:
        os.umask(mask)
    assert mode(database.parent) == mode(database.parent.parent) == 0o700


def test_a_database_that_others_could_read_is_closed_to_them(tmp_path, caplog):
    database = tmp_path / "games.db"
    at(Store(str(database), key(tmp_path)), a_game)
    other = sqlite3.connect(database)
    other.execute("UPDATE games SET rematch = NULL")
    other.commit()
    for file in tmp_path.glob("games.db*"):
        file.chmod(0o644)
    with closing(other):
        at(Store(str(database), key(tmp_path)), begin)
        assert {mode(file) for file in tmp_path.glob("games.db*")} == {0o600}
    assert f"{database} could be read by others: now it is open to its owner only" in caplog.messages


def test_the_data_folder_is_its_owners_only(tmp_path, monkeypatch):
    from hexillum.cli import serve

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "data" / "hexillum"
    folder.mkdir(parents=True, mode=0o755)
    assert serve._own_folder() == folder
    assert mode(folder) == 0o700
