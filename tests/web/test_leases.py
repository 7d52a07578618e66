"""Which server moves a computer player: told by heartbeats, whatever the clocks say."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest

from hexillum.web.computers import Computers
from hexillum.web.entries import Opening
from hexillum.web.store import Store, leases
from hexillum.web.store.leases import STILL, Watch
from hexillum.web.tables import OpenTables
from tests.web.players import query


def test_a_heart_that_beats_is_never_taken_for_a_dead_one():
    now = [0.0]
    watch = Watch(lambda: now[0])
    for beat in range(100):
        assert not watch.stands_still("game", ("one", beat))
        now[0] += STILL * 0.9
    assert not watch.stands_still("game", ("another", 99)), "a new holder"
    now[0] += STILL
    assert watch.stands_still("game", ("another", 99))
    assert watch.stands_still("game", ("another", 99))


def test_games_that_do_not_come_up_again_are_forgotten():
    watch = Watch(lambda: 0.0)
    watch.stands_still("game", ("one", 1))
    watch.new_round()
    assert watch.pulse("game") == ("one", 1)
    watch.new_round()
    assert watch.pulse("game") is None


@pytest.fixture
def clock_goes_back(monkeypatch):
    """The clock on the wall goes back an hour as soon as it is called."""
    real = time.time

    def go_back() -> None:
        monkeypatch.setattr(time, "time", lambda: real() - 3600)

    return go_back


def waiting_in(database: str, holder: str | None) -> Callable[[], int]:
    """A database with a game in which greedy is to decide, held by a server that is dead; its version from then on."""

    async def make() -> None:
        tables = OpenTables(Store(database), Computers(1))
        tables.let_think = lambda table: None  # type: ignore[method-assign]
        await tables.open()
        await tables.begin(Opening("battle", "akragas"), ["greedy", "greedy"], bytes(32), [])
        await tables.close()

    asyncio.run(make())
    query(
        database, "UPDATE games SET lease_by = :by, lease_until = :until", {"by": holder, "until": time.time() + 3600}
    )
    return lambda: int(query(database, "SELECT version FROM games")[0][0])


def seconds_until_it_goes_on(database: str, version: Callable[[], int], meanwhile: Callable[[], None]) -> float:
    """How long a server takes to move the computer player, if something happens as soon as it has begun."""

    async def run() -> float:
        tables = OpenTables(Store(database), Computers(1))
        first = version()
        await tables.open()
        meanwhile()
        begun = time.monotonic()
        try:
            async with asyncio.timeout(30):
                while version() == first:
                    await asyncio.sleep(0.05)
            return time.monotonic() - begun
        finally:
            await tables.close()

    return asyncio.run(run())


def test_a_dead_servers_turn_is_taken_over_although_clocks_go_back(database, clock_goes_back):
    """The only server of a file takes it over at once, others when its heart has stood still for a while."""
    version = waiting_in(database, "dead")
    taken = seconds_until_it_goes_on(database, version, clock_goes_back)
    assert taken < STILL + 9
    if "://" in database:
        assert taken > STILL * 0.9


def test_the_turn_of_a_server_that_lives_is_left_to_it(postgres, monkeypatch):
    monkeypatch.setattr(leases, "STILL", 0.5)
    version = waiting_in(postgres, "alive")

    async def run() -> None:
        tables, other = (OpenTables(Store(postgres), Computers(1)) for _ in range(2))
        await other.store.open()
        other.store._held.add(query(postgres, "SELECT id FROM games")[0][0])
        await tables.open()
        first = version()
        try:
            end = time.monotonic() + 2.0
            while time.monotonic() < end:
                await other.store.beat("alive")
                await asyncio.sleep(0.1)
            assert version() == first
            async with asyncio.timeout(30):  # and it dies
                while version() == first:
                    await asyncio.sleep(0.1)
        finally:
            await tables.close()
            await other.store.close()

    asyncio.run(run())
