"""A whole database is copied while it is used, put back, carried elsewhere, sealed anew; nothing is lost by it."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from hexillum.club.standing import Orders
from hexillum.web import admin, moving
from hexillum.web.sealed_orders import orders_of, sealed
from hexillum.web.store import SERVING, Beside, Key, StoreError, address
from hexillum.web.store.copying import back_up, look_at, restore, vacuum
from hexillum.web.store.place import one
from hexillum.web.tables import OpenTables
from tests.web.looked_after import House, game
from tests.web.players import query
from tests.web.test_rules_digest import play

HELD = f"SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = {SERVING} AND granted"


@pytest.fixture
def house(tmp_path: Path, database: str) -> House:
    """A server's folder, with a database of either kind."""
    return House(tmp_path, database)


@pytest.fixture
def file_house(tmp_path: Path) -> House:
    """A server's folder, with a file."""
    return House(tmp_path)


def fates(house: House) -> dict[str, str]:
    """What every game comes to."""
    engine = one(address(house.database))
    with engine.connect() as connection:
        found = dict(moving.fates(connection, house.key))
    engine.dispose()
    return found


def elsewhere(house: House, copy: Path, name: str = "elsewhere.db") -> House:
    """The same games in another place, put there from a copy."""
    other = House(house.folder, str(house.folder / name))
    restore(copy, address(other.database), other.key)
    return other


# ---------------------------------------------------------------------- copies


def test_a_copy_made_while_people_play_is_whole_and_the_server_goes_on(house):
    copy = house.folder / "copy.db"

    async def work(tables: OpenTables) -> tuple[str, int]:
        id = await game(tables, 10)
        playing = asyncio.create_task(play(tables, id, 60))
        made = await asyncio.to_thread(back_up, address(house.database), copy)
        await playing
        assert tables.store.trouble() == ""
        await play(tables, id, 3)
        assert tables.store.trouble() == ""
        assert made.rows["games"] == 1
        return id, (await tables.table(id)).game.version

    id, version = house.serving(work)
    found = fates(elsewhere(house, copy))[id]
    assert not found.startswith("wrong")
    assert 0 < int(found.split()[0]) <= version


def test_a_copy_has_everything_that_was_acknowledged_before_it_was_asked_for(house):
    async def work(tables: OpenTables) -> int:
        id = await game(tables, 8)
        version = (await tables.table(id)).game.version
        await asyncio.to_thread(back_up, address(house.database), house.folder / "copy.db")
        return version

    version = house.serving(work)
    [fate] = fates(elsewhere(house, house.folder / "copy.db")).values()
    assert int(fate.split()[0]) == version


def test_a_copy_is_its_owners_alone_takes_nobodys_place_and_leaves_nothing_beside(house):
    house.filled()
    copy = house.folder / "copies" / "one.db"
    with pytest.raises(StoreError, match="there is no folder"):
        back_up(address(house.database), copy)
    copy.parent.mkdir()
    back_up(address(house.database), copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert os.listdir(copy.parent) == ["one.db"]
    before = copy.read_bytes()
    with pytest.raises(StoreError, match="is there already"):
        back_up(address(house.database), copy)
    assert copy.read_bytes() == before


def test_no_copy_of_what_is_not_there(tmp_path):
    with pytest.raises(StoreError, match="there is no database"):
        back_up(address(str(tmp_path / "nothing.db")), tmp_path / "copy.db")
    assert os.listdir(tmp_path) == []


def test_a_copy_says_what_it_is_and_what_is_damaged_is_no_copy(file_house):
    ids = file_house.filled()
    copy = file_house.folder / "copy.db"
    back_up(address(file_house.database), copy)
    found = look_at(copy)
    assert found.rows["games"] == len(ids) and found.source == file_house.database
    torn = file_house.folder / "torn.db"
    torn.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    text = file_house.folder / "text.db"
    text.write_text("no database at all, but long enough to be looked at as one")
    other = file_house.folder / "other.db"
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE cats (name)")
    for wrong in (torn, text, other):
        with pytest.raises(StoreError, match=r"damaged|no copy|no database of Hexillum"):
            restore(wrong, address(str(file_house.folder / "new.db")), file_house.key)
    assert not (file_house.folder / "new.db").exists()


# ---------------------------------------------------------------------- restoring


def test_a_copy_comes_back_with_every_game_as_it_was(house, cluster):
    house.filled()
    before = fates(house)
    copy = house.folder / "copy.db"
    back_up(address(house.database), copy)
    for target in (str(house.folder / "new.db"), cluster.new()):
        other = House(house.folder, target)
        rows, aside = restore(copy, address(target), other.key)
        assert fates(other) == before and rows["games"] == 3 and aside == ""
        assert other.serving(lambda tables: game(tables, 3)) not in before


def test_nothing_is_restored_over_a_server_that_runs(house):
    house.filled()
    copy = house.folder / "copy.db"
    back_up(address(house.database), copy)

    async def work(tables: OpenTables) -> None:
        id = await game(tables, 3)
        while tables.store.shared and not query(house.database, HELD):  # it has its line a moment later
            await asyncio.sleep(0.05)
        for change in (
            lambda: restore(copy, address(house.database), house.key, replace=True),
            lambda: moving.rotate(address(house.database), house.key),
            lambda: moving.move(address(house.database), address(str(house.folder / "new.db")), house.key),
        ):
            with pytest.raises(StoreError, match="a server uses the database"):
                await asyncio.to_thread(change)
        await play(tables, id, 3)
        assert tables.store.trouble() == ""

    house.serving(work)


def test_names_without_games_are_not_lost_by_a_copy_either(house, tmp_path, monkeypatch):
    monkeypatch.chdir(house.folder)
    house.filled()
    copy = house.folder / "copy.db"
    back_up(address(house.database), copy)
    query(house.database, "INSERT INTO people VALUES ('1', 'Anna', 'anna', 0, 0, false, null)")
    query(house.database, "DELETE FROM games")
    with pytest.raises(StoreError, match="has 1 name: --replace"):
        restore(copy, address(house.database), house.key)
    other = House(tmp_path / "other")
    other.folder.mkdir()
    shutil.copy(house.key_file, other.key_file)
    other.filled()
    with pytest.raises(StoreError, match="has 1 name already"):
        moving.move(address(other.database), address(house.database), other.key)
    assert query(house.database, "SELECT name FROM people") == [("Anna",)]
    _, aside = restore(copy, address(house.database), house.key, replace=True)
    assert query(aside, "SELECT name FROM people") == [("Anna",)]


def test_games_are_replaced_only_where_that_is_said_and_then_kept_aside(house, monkeypatch):
    monkeypatch.chdir(house.folder)
    ids = house.filled()
    copy = house.folder / "copy.db"
    back_up(address(house.database), copy)
    later = house.serving(lambda tables: game(tables, 4))
    with pytest.raises(StoreError, match="has 4 games: --replace"):
        restore(copy, address(house.database), house.key)
    assert later in fates(house)
    _, aside = restore(copy, address(house.database), house.key, replace=True)
    assert set(fates(house)) == set(ids)
    kept = elsewhere(house, Path(aside))
    assert later in fates(kept)


def test_a_newer_copy_and_a_newer_database_are_refused(file_house):
    file_house.filled()
    copy = file_house.folder / "copy.db"
    back_up(address(file_house.database), copy)
    newer = file_house.folder / "newer.db"
    shutil.copy(copy, newer)
    query(str(newer), "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer version"):
        restore(newer, address(str(file_house.folder / "new.db")), file_house.key)
    query(file_house.database, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer version"):
        restore(copy, address(file_house.database), file_house.key, replace=True)
    other = file_house.folder / "other.db"
    with pytest.raises(StoreError, match=rf"^(the database )?{re.escape(file_house.database)} is of a newer version"):
        back_up(address(file_house.database), other)
    assert not other.exists() and not list(file_house.folder.glob("*.part*"))


def test_a_copy_of_another_key_is_refused_before_anything_is_done(house):
    house.filled()
    before = fates(house)
    copy = house.folder / "copy.db"
    back_up(address(house.database), copy)
    with pytest.raises(StoreError, match="sealed with"):
        restore(copy, address(house.database), Key(house.folder / "other.key").next(), replace=True)
    assert fates(house) == before


# ---------------------------------------------------------------------- keys


def test_a_new_key_opens_everything_and_the_old_one_nothing(house):
    house.filled()
    before, old = fates(house), house.key
    assert old.name
    mark = old.mark("anna@games.example")
    count, aside = moving.rotate(address(house.database), house.key)
    assert count > 0 and aside is not None and Key(aside).name == old.name != house.key.name
    assert fates(house) == before and house.key.mark("anna@games.example") == mark
    moving.rotate(address(house.database), house.key)
    assert house.key.mark("anna@games.example") == mark != Key(house.folder / "other.key").mark("anna@games.example")
    assert moving.seals(address(house.database), house.key) == (count, [])
    assert len(moving.seals(address(house.database), old)[1]) == count
    house.serving(lambda tables: game(tables, 3))


def test_addresses_of_notices_and_standing_answers_are_sealed_anew_too(house):
    house.serving(lambda tables: game(tables, 3))
    [(id,)] = query(house.database, "SELECT id FROM games")
    orders = Orders(flags="all")

    async def fill(store: Beside) -> str:
        anna = await store.people.take("a" * 64, "Anna")
        await store.give_orders(id, 0, sealed(store.key, id, 0, orders))
        await store.notices.add(anna.id, "apprise", "ntfy://club/anna", "ntfy", "")
        return anna.id

    async def read(store: Beside) -> tuple[str, Orders, int]:
        [channel] = await store.notices.channels(anna)
        stored = await store.load(id)
        assert stored is not None
        again = await store.notices.add(anna, "apprise", "ntfy://club/anna", "ntfy", "")  # known by its mark
        assert again == channel.id
        return channel.address, orders_of(store.key, id, stored.seats)[0], len(stored.entries)

    anna = house.beside(fill)
    before = house.beside(read)
    assert before[:2] == ("ntfy://club/anna", orders)
    moving.rotate(address(house.database), house.key)
    assert house.beside(read) == before


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_change_of_keys_that_is_cut_off_is_ended_by_the_next_start(house, monkeypatch, moment):
    house.filled()
    before = fates(house)

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(*((moving, "reseal", dies) if moment == "before" else (os, "replace", dies)))
        with pytest.raises(KeyboardInterrupt):
            moving.rotate(address(house.database), house.key)
    house.serving(lambda tables: game(tables, 2))
    found = fates(house)
    assert {id: found[id] for id in before} == before
    assert moving.seals(address(house.database), house.key)[1] == []


def test_what_would_be_lost_by_a_new_key_stops_it(file_house):
    first, *_ = file_house.filled()
    other = Key(file_house.folder / "other.key")
    query(file_house.database, f"UPDATE games SET seed = '{other.seal(b'1' * 32, first)}' WHERE id = '{first}'")
    name = file_house.key.name
    with pytest.raises(StoreError, match=f"games {first} .seed. is not sealed with the key"):
        moving.rotate(address(file_house.database), file_house.key)
    assert file_house.key.name == name
    assert moving.seals(address(file_house.database), file_house.key)[1] == [f"games {first} (seed)"]


# ---------------------------------------------------------------------- moving


def test_a_file_moves_to_postgresql_and_back_and_every_game_is_the_same(file_house, cluster):
    file_house.filled()
    before = fates(file_house)
    there = House(file_house.folder, cluster.new())
    moved = moving.move(address(file_house.database), address(there.database), file_house.key)
    assert moved.folded == 3 and moved.aside == () and moved.rows["games"] == 3
    assert fates(there) == before == fates(file_house)
    there.serving(lambda tables: game(tables, 3))
    back = House(file_house.folder, str(file_house.folder / "back.db"))
    assert moving.move(address(there.database), address(back.database), back.key).rows["games"] == 4
    back.serving(lambda tables: game(tables, 3))


def test_nothing_moves_onto_other_games_nor_onto_itself(house, cluster):
    house.filled()
    other = House(house.folder, cluster.new())
    other.serving(lambda tables: game(tables, 3))
    with pytest.raises(StoreError, match="has 1 game already"):
        moving.move(address(house.database), address(other.database), house.key)
    with pytest.raises(StoreError, match="is the old one"):
        moving.move(address(house.database), address(house.database), house.key)
    assert len(fates(other)) == 1 and len(fates(house)) == 3


def test_where_a_game_differs_nothing_is_moved(file_house, cluster, monkeypatch):
    file_house.filled()
    url = cluster.new()
    plain, calls = moving.fates, iter([False, True])

    def changed(connection, key):
        different = next(calls)
        for id, fate in plain(connection, key):
            yield id, f"other {fate}" if different else fate

    monkeypatch.setattr(moving, "fates", changed)
    with pytest.raises(StoreError, match="nothing was moved"):
        moving.move(address(file_house.database), address(url), file_house.key)
    assert query(url, "SELECT count(*) FROM games") == [(0,)]


def test_a_spoilt_row_is_named_and_nothing_is_moved(file_house, cluster):
    first, *_ = file_house.filled()
    query(file_house.database, f"UPDATE games SET opening = 'no JSON' WHERE id = '{first}'")
    url = cluster.new()
    with pytest.raises(StoreError, match=f"games {first} is spoilt"):
        moving.move(address(file_house.database), address(url), file_house.key)
    assert query(url, "SELECT count(*) FROM games") == [(0,)]


# ---------------------------------------------------------------------- room, and checks


def test_a_database_is_written_anew_while_it_serves(house):
    async def work(tables: OpenTables) -> None:
        for _ in range(3):
            id = await game(tables, 8)
        await tables.store.archive.delete(id, "a test")
        before, after = await tables.store.vacuum()
        assert after <= before
        assert tables.store.trouble() == ""
        await game(tables, 3)
        assert tables.store.trouble() == "" and await tables.store.look_through() == ""

    house.serving(work)
    vacuum(address(house.database))
    assert all(not fate.startswith("wrong") for fate in fates(house).values())


def test_a_check_names_what_is_wrong_and_only_that(house):
    first, second, _ = house.filled()
    query(house.database, f"DELETE FROM entries WHERE game = '{first}' AND seq = 5")
    query(house.database, f"UPDATE games SET state = '{'0' * 16}' WHERE id = '{second}'")

    async def work(store):
        return [(count, found) async for count, found in admin.check(store)]

    [(count, found)] = house.beside(work)
    assert count == 3 and {one.game for one in found} == {first, second}
    assert any("entry 5" in one.why for one in found)
