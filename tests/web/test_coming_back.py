"""Crowds that come at once, as after a server was started again: each waits for its turn, and nobody is turned away."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from hexillum.web.store import Store, StoreError, place
from hexillum.web.tables import OpenTables
from tests.web.players import Table

HELLO = {"t": "hello", "protocol": 6}
READING = 0.06  # seconds that a look takes here


@contextlib.asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    """A store that is open."""
    store = Store(database)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def look(store: Store, seconds: float = READING) -> None:
    """A look that takes some time."""
    async with store._reading(sure=True):
        await asyncio.sleep(seconds)


def test_who_looks_at_the_database_waits_for_his_turn_however_many_there_are(database, monkeypatch):
    monkeypatch.setattr(place, "BUSY", 5 * READING)  # what the pool of connections waits at most

    async def crowd() -> None:
        async with opened(database) as store:
            await asyncio.gather(*(look(store) for _ in range(10 * place.READERS)))

    asyncio.run(crowd())


def test_who_writes_need_not_wait_for_a_crowd_that_looks(database):
    async def write() -> bool:
        async with opened(database) as store:
            crowd = [asyncio.create_task(look(store, 1.0)) for _ in range(4 * place.READERS)]
            await asyncio.sleep(READING)
            await store.clocks.beat()
            early = not any(one.done() for one in crowd)
            for one in crowd:
                one.cancel()
            await asyncio.gather(*crowd, return_exceptions=True)
            return early

    assert asyncio.run(write())


def test_who_comes_while_the_database_fails_hears_when_to_come_back(client, monkeypatch):
    table = Table(client)

    async def fail(*_: object) -> None:
        raise StoreError("the disk is on fire")

    with monkeypatch.context() as patch, client.websocket_connect(f"{table.path}/live") as line:
        patch.setattr(OpenTables, "visit", fail)
        line.send_json(HELLO)
        heard = line.receive_json()
        assert (heard["t"], heard["code"]) == ("bye", "unavailable")
        assert "come back" in heard["message"] and "fire" not in heard["message"]
    with client.websocket_connect(f"{table.path}/live") as line:
        line.send_json({**HELLO, "tokens": list(table.tokens.values())})
        assert line.receive_json()["t"] == "view"
