"""What one room of the club's server grants, and another has taken away: names, seats, offers, tournaments."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from hexillum.web.store import Beside
from tests.web.players import Person, Server
from tests.web.test_people import Somebody


def block(database: str, name: str) -> None:
    """Block a name as `hexillum admin block` does, beside the server."""

    async def work() -> None:
        store = Beside(database)
        await store.open()
        try:
            await store.people.block(name)
        finally:
            await store.close()

    asyncio.run(work())


def by_name(server: Server, somebody: Somebody, game: str) -> Person:
    """A connection that proves its seat by a name alone."""
    come = Person(server.url, game, eyes="top", hello=False)
    come.hello(key=somebody.key)
    return come


def goodbye(come: Person) -> str:
    """The code with which a connection ends, whatever else it hears before."""
    heard: dict[str, Any] = {}
    while heard.get("t") != "bye":
        heard = come.hear(5.0)
    return str(heard["code"])


@pytest.mark.parametrize("how", ["blocked", "deleted", "taken away"])
def test_a_connection_does_not_outlive_the_name_that_proves_its_seat(server, how):
    """Who plays on by an open line would see the hand of a seat that is his no more."""
    with server.api() as client:
        anna, ben = (Somebody(client, f"{name} {how}") for name in ("Anna", "Ben"))
        games = [anna.opens()["game"], ben.opens()["game"]]
        lines = [by_name(server, anna, games[0]), by_name(server, ben, games[1])]
        assert lines[0].view["hand"] and lines[0].view["yours"] == ["top"]
        if how == "blocked":
            block(server.database, anna.you()["name"])
        elif how == "deleted":
            assert anna.ask("DELETE", "/api/you").status_code == 200
        else:
            [device] = anna.you()["devices"]
            anna.ask("DELETE", f"/api/you/devices/{device['id']}")
        assert goodbye(lines[0]) == "moved"
        again = Person(server.url, games[0], hello=False)
        again.hello(key=anna.key)
        assert not again.view["yours"] and not again.view["hand"]
        lines[1].say({"t": "ping"})
        while lines[1].hear()["t"] != "pong":
            pass
        for one in (*lines, again):
            one.close()
