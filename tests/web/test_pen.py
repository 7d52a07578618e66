"""What writes to a file: one transaction after the other, each a whole; and looks for garbage, which come late."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, update

from hexillum.web.store import Key, Stale, Store
from hexillum.web.store.tables import META


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
