"""What writes to a file: one transaction after the other, each a whole; and looks for garbage, which come late."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, text, update

from hexillum.web.entries import Entry, Opening
from hexillum.web.store import Key, Seat, Stale, Store, Stored, StoreError, additions, place
from hexillum.web.store.additions import _ADD, _GO_ON
from hexillum.web.store.place import address, alone
from hexillum.web.store.tables import ENTRIES, GAMES, META

ENTRY = {"game": "a", "seq": 0, "at": 1.5, "side": 1, "kind": "answer"}
ENTRY |= {"data": {"n": [1, "kallias/two"], "why": "\u2694"}, "command": "one", "body": "two"}


async def kept(store: Store) -> str:
    """What a row of the database says."""
    async with store._reading() as connection:
        return str(await connection.scalar(select(META.c.value)))


def written(connection: Connection, words: str) -> None:
    connection.execute(update(META).values(value=words))


def test_who_is_ended_while_he_writes_waits_for_the_end_and_lets_nobody_else_in(tmp_path: Path) -> None:
    async def test() -> tuple[bool, str]:
        store = Store(str(tmp_path / "games.db"), Key.of(bytes(32)))
        await store.open()
        begun, goes_on = threading.Event(), threading.Event()

        def slow(connection: Connection) -> None:
            written(connection, "slow")
            begun.set()
            goes_on.wait(20)

        first = asyncio.create_task(store._change(slow))
        await asyncio.to_thread(begun.wait, 20)
        first.cancel()
        second = asyncio.create_task(store._change(lambda connection: written(connection, "second")))
        await asyncio.sleep(0.2)
        waits = not first.done() and not second.done()
        goes_on.set()
        with pytest.raises(asyncio.CancelledError):
            await first
        await second
        try:
            return waits, await kept(store)
        finally:
            await store.close()

    assert asyncio.run(test()) == (True, "second")


def test_what_fails_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    async def test() -> bool:
        store = Store(str(tmp_path / "games.db"), Key.of(bytes(32)))
        await store.open()
        before = await kept(store)

        def breaks_off(connection: Connection) -> None:
            written(connection, "half")
            raise Stale

        with pytest.raises(Stale):
            await store._change(breaks_off)
        try:
            return bool(await kept(store) == before and not store.trouble())
        finally:
            await store.close()

    assert asyncio.run(test())


def test_what_fails_at_its_end_leaves_nothing_and_lets_the_next_one_write(tmp_path: Path) -> None:
    async def test() -> tuple[bool, str]:
        store = Store(str(tmp_path / "games.db"), Key.of(bytes(32)))
        await store.open()

        def belongs_to_nothing(connection: Connection) -> None:
            written(connection, "half")
            connection.execute(text("PRAGMA defer_foreign_keys=ON"))
            connection.execute(insert(ENTRIES).values(ENTRY))

        with pytest.raises(Stale):
            await store._change(belongs_to_nothing)
        nothing = await kept(store) != "half"
        await store._change(lambda connection: written(connection, "next"))
        try:
            return nothing, await kept(store)
        finally:
            await store.close()

    assert asyncio.run(test()) == (True, "next")


def test_a_choice_that_finds_the_file_locked_is_refused_and_taken_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, "BUSY", 0.1)
    path = str(tmp_path / "games.db")

    async def test() -> tuple[bool, bool]:
        store = Store(path, Key.of(bytes(32)))
        await store.open()
        game = Stored("a", Opening(battle="akragas"), b"", [Seat("person"), Seat("person")])
        await store.create(game, status="active", computer=False)
        other = sqlite3.connect(path)
        other.execute("BEGIN IMMEDIATE")
        chosen = partial(store.append, "a", 0, [Entry("answer", 0, (1,))], None, status="active", computer=False)
        with pytest.raises(StoreError, match="locked"):
            await chosen()
        other.close()
        unwell = bool(store.trouble())
        await chosen()
        try:
            return unwell, bool(store.trouble())
        finally:
            await store.close()

    assert asyncio.run(test()) == (True, False)


def test_a_transaction_is_one_whole_whoever_says_what_in_it(tmp_path: Path) -> None:
    """What is said by SQLAlchemy and what is said to the driver are kept together, or not at all."""

    async def test() -> tuple[int, int, str]:
        store = Store(str(tmp_path / "games.db"), Key.of(bytes(32)))
        await store.open()
        game = Stored("a", Opening(battle="akragas"), b"", [Seat("person"), Seat("person")])
        await store.create(game, status="active", computer=False)

        def both(connection: Connection, *, fails: bool = False) -> None:
            _ADD.execute(connection, [{**ENTRY, "seq": 8 if fails else 7}])
            written(connection, "half" if fails else "whole")
            if fails:
                raise Stale

        await store._change(both)
        with pytest.raises(Stale):
            await store._change(partial(both, fails=True))
        async with store._reading() as connection:
            rows = await connection.execute(select(ENTRIES.c.seq).order_by(ENTRIES.c.seq))
            found = [row.seq for row in rows]
        try:
            return len(found), found[0], await kept(store)
        finally:
            await store.close()

    assert asyncio.run(test()) == (1, 7, "whole")


def test_what_comes_while_others_are_written_is_written_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> list[int]:
        store = Store(str(tmp_path / "games.db"), Key.of(bytes(32)))
        await store.open()
        for id in "abcde":
            game = Stored(id, Opening(battle="akragas"), b"", [Seat("person"), Seat("person")])
            await store.create(game, status="active", computer=False)
        batches: list[int] = []
        added = store._added

        def noted(batch: Sequence[additions.Addition], connection: Connection) -> None:
            batches.append(len(batch))
            time.sleep(0.2)
            added(batch, connection)

        monkeypatch.setattr(store, "_added", noted)
        chosen = partial(store.append, version=0, said=None, status="active", computer=False)
        first = asyncio.create_task(chosen("a", entries=[Entry("answer", 0, (1,))]))
        await asyncio.sleep(0.1)
        await asyncio.gather(first, *(chosen(id, entries=[Entry("answer", 0, (1,))]) for id in "bcde"))
        try:
            return batches
        finally:
            await store.close()

    assert asyncio.run(test()) == [1, 4]


def test_what_comes_often_is_kept_as_the_tables_say(tmp_path: Path) -> None:
    """What is made out for the driver writes what SQLAlchemy writes, in all columns that there are."""
    engine = alone(address(str(tmp_path / "games.db")))
    game = {"opening": {}, "seed": "", "version": 3, "status": "active", "computer": False}
    changes = {"version": 4, "status": "over", "computer": True, "acted_at": 2.5, "state": None, "stands": "\u2694"}
    with engine.connect() as connection, connection.begin():
        for table in (GAMES, ENTRIES):
            table.create(connection)
        connection.execute(insert(GAMES), [{**game, "id": id, "created_at": 1.0, "acted_at": 1.0} for id in "ab"])
        connection.execute(insert(ENTRIES).values(ENTRY))
        connection.execute(update(GAMES).where(GAMES.c.id == "a").values(changes))

        assert (
            _ADD.execute(connection, [{**ENTRY, "game": "b"}, {**ENTRY, "game": "b", "seq": 1, "command": None}]) == 2
        )
        stands = [{**changes, "game_id": "b", "game_version": 3}, {**changes, "game_id": "b", "game_version": 2}]
        assert _GO_ON.execute(connection, stands) == 1

        entries = connection.execute(text("SELECT * FROM entries")).mappings().all()
        games = connection.execute(text("SELECT * FROM games")).mappings().all()
    engine.dispose()
    assert entries[1] == {**entries[0], "game": "b"} and None not in entries[1].values()
    assert games[1] == {**games[0], "id": "b"}


def test_garbage_is_looked_for_again_once_a_crowd_is_back() -> None:
    script = """
import gc
from hexillum.web import garbage
garbage.wait()
waits = gc.isenabled()
many = [[n] for n in range(100_000)]
young = gc.get_count()[0]
garbage.begin()
print(waits, gc.isenabled(), gc.get_threshold() == garbage.LOOKS, young > 90_000, len(gc.get_objects(0)) < 1000)
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert told == "False True True True True\n"
