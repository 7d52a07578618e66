"""Crowds that come at once, as after a server was started again: each waits for its turn, and nobody is turned away."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import event

from hexillum.web import memory
from hexillum.web.chance import fresh_seed
from hexillum.web.entries import Entry, Opening
from hexillum.web.store import Said, Seat, Store, Stored, StoreError, Unreadable, loading, place
from hexillum.web.tables import OpenTables
from tests.web.players import Table, query

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

    async def fail(*_: object, **__: object) -> None:
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


# ---------------------------------------------------------------------- together


IDS = [f"{n:032x}" for n in range(12)]
DRAWN = [Entry("draw", None, (n,)) for n in (3, 5)]


async def keep(store: Store, id: str) -> None:
    """Keep a game."""
    seats = [Seat("person", "a" * 64), Seat("person", "b" * 64)]
    stored = Stored(id, Opening("battle", "akragas"), fresh_seed(1), seats, list(DRAWN))
    await store.create(stored, status="active", computer=False, stands=id)


def count(store: Store, *words: str) -> list[str]:
    """What the database is asked from now on, so far as it begins with one of some words."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, said: str, *_: object) -> None:
        asked.extend([said] if said.startswith(words) else [])

    event.listen(store.engine.sync_engine, "before_cursor_execute", note)
    return asked


def test_games_that_are_asked_for_together_are_read_together_each_with_its_own(database):
    async def crowd() -> None:
        async with opened(database) as store:
            for id in IDS:
                await keep(store, id)
            asked = count(store, "SELECT")
            found = await asyncio.gather(*(store.load(id) for id in [*IDS, *IDS, "0" * 31 + "x"]))
            assert [None if one is None else one.id for one in found] == [*IDS, *IDS, None]
            assert all(one is not None and one.entries == DRAWN and len(one.seats) == 2 for one in found[:-1])
            assert len(asked) <= 6

    asyncio.run(crowd())


def test_long_games_are_not_read_together(tmp_path, monkeypatch):
    monkeypatch.setattr(loading, "ENTRIES_MOST", 5)  # two games of two entries

    async def crowd() -> None:
        async with opened(str(tmp_path / "games.db")) as store:
            for id in IDS:
                await keep(store, id)
            asked = count(store, "SELECT")
            found = await asyncio.gather(*(store.load(id) for id in IDS))
            assert [one.id for one in found if one is not None] == IDS
            assert sum("FROM entries" in one for one in asked) == len(IDS) // 2

    asyncio.run(crowd())


@pytest.mark.parametrize("spoilt", ["opening = '1'", "version = 9", "seed = 'sealed:1:x'"])
def test_a_game_that_cannot_be_read_spoils_no_other_that_is_read_with_it(database, spoilt):
    async def crowd() -> list[Stored | BaseException | None]:
        async with opened(database) as store:
            for id in IDS:
                await keep(store, id)
            query(database, f"UPDATE games SET {spoilt} WHERE id = '{IDS[4]}'")
            return await asyncio.gather(*(store.load(id) for id in IDS), return_exceptions=True)

    found = asyncio.run(crowd())
    for n, one in enumerate(found):
        if n == 4:
            assert isinstance(one, Unreadable) or (isinstance(one, Stored) and (one.torn or not one.seed))
        else:
            assert isinstance(one, Stored) and one.entries == DRAWN and one.seed and not one.torn


def test_a_table_that_somebody_waits_for_stays_however_many_others_come(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "TABLES_MOST", 2)

    async def crowd() -> None:
        tables = OpenTables(Store(str(tmp_path / "games.db")))
        await tables.open()
        try:
            for id in IDS:
                await keep(tables.store, id)

            async def come(id: str) -> bool:
                return await tables.table(id) is tables.in_memory.get(id)

            assert all(await asyncio.gather(*(come(id) for id in IDS)))
        finally:
            await tables.close()

    asyncio.run(crowd())


def test_what_comes_while_something_is_written_is_written_together(database, monkeypatch):
    async def crowd() -> None:
        async with opened(database) as store:
            for id in IDS:
                await keep(store, id)
            change, transactions = store._change, []

            async def counted(work):
                transactions.append(work)
                await change(work)

            monkeypatch.setattr(store, "_change", counted)
            more = [
                store.append(id, 2, [Entry("draw", None, (8,))], Said(f"{n}"), status="active", computer=False)
                for n, id in enumerate(IDS)
            ]
            await asyncio.gather(*more)
            assert len(transactions) <= 2
            loaded = [await store.load(id) for id in IDS]
            assert all(one is not None and len(one.entries) == 3 for one in loaded)

    asyncio.run(crowd())


def test_battles_that_begin_alike_share_nothing():
    opening = Opening("battle", "akragas")
    one, other = opening.begin(), opening.begin()
    before = (other.state.copy(), other.first_state.copy())
    one.choose(one.numbers()[0])
    type(one).of_state(one.first_state).choose(other.numbers()[0])
    assert (other.state, other.first_state) == before
    assert (opening.begin().state, opening.begin().first_state) == before
    assert not other.choices and other.source is not one.source
