"""Names that look alike by their figures: no new ones are taken, and those of before go on beside each other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.people import House
from hexillum.web.store import Key, NameTaken, Store, address, migrate
from tests.web.players import query
from tests.web.test_people import Somebody, problem

KEY = Key.of(bytes(32))
T = TypeVar("T")


def at(database: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """What comes of some work at a store."""

    async def run() -> T:
        store = Store(database, KEY)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def of_before(database: str) -> None:
    """A database of before with Bob, 8ob and 5ixtus, whom nobody then took for each other."""

    async def fill(store: Store) -> None:
        for key, name in (("a", "Bob"), ("b", "Carl"), ("c", "Dora")):
            await store.people.take(key * 64, name)

    at(database, fill)
    migrate(address(database), "0013", KEY)
    for name, now in (("Carl", "8ob"), ("Dora", "5ixtus")):
        alike = now.replace("i", "l")
        values = {"name": name, "now": now, "alike": alike}
        query(database, "UPDATE people SET name = :now, skeleton = :alike WHERE name = :name", values)
    migrate(address(database), key=KEY)


async def names(store: Store) -> list[str]:
    """What the three are called, by their keys."""
    return [one.name if (one := await store.people.of_key(key * 64)) else "" for key in "abc"]


def test_a_new_name_that_looks_like_another_by_its_figures_is_refused(database: str) -> None:
    async def work(store: Store) -> None:
        await store.people.take("a" * 64, "Bob")
        anna = await store.people.take("b" * 64, "Anna1")
        await store.people.take("c" * 64, "Anna2")
        for name in ("8ob", "b0b", "80B"):
            with pytest.raises(NameTaken):
                await store.people.take("d" * 64, name)
            with pytest.raises(NameTaken):
                await store.people.rename(anna.id, name)
        now = await store.people.rename(anna.id, "Anna5")
        assert now is not None and now.name == "Anna5"

    at(database, work)


def test_names_of_before_go_on_and_nobody_else_takes_one_like_them(database: str) -> None:
    of_before(database)

    async def work(store: Store) -> None:
        people = store.people
        assert await names(store) == ["Bob", "8ob", "5ixtus"]
        found = [await people.of_name(name) for name in ("Bob", "8ob", "80b", "Sixtus")]
        assert [one.name for one in found if one] == ["Bob", "8ob", "Bob", "5ixtus"]
        for name in ("80b", "Sixtus"):
            with pytest.raises(NameTaken):
                await people.take("d" * 64, name)
        await people.block("8ob")
        blocked = [one.blocked for one in [await people.of_key(key * 64) for key in "ab"] if one]
        assert blocked == [False, True], "one is not the other"
        await people.block("8ob", False)
        bob = await people.of_key("a" * 64)
        assert bob is not None
        await people.forget(bob.id)
        with pytest.raises(NameTaken):  # it would be taken for the one who is left
            await people.take("d" * 64, "Bob")
        assert await names(store) == ["", "8ob", "5ixtus"]

    at(database, work)


def test_names_are_as_before_where_the_tables_are_again(database: str) -> None:
    of_before(database)
    migrate(address(database), "0013", KEY)
    found = query(database, "SELECT name, skeleton FROM people ORDER BY name")
    assert sorted(map(tuple, found)) == [("5ixtus", "5lxtus"), ("8ob", "8ob"), ("Bob", "bob")]


def test_who_is_called_almost_like_an_organiser_since_before_becomes_none(tmp_path) -> None:
    from starlette.testclient import TestClient

    database = str(tmp_path / "games.db")
    with TestClient(create_app(database, computers=Computers(1), house=House(organisers=("Bob",)))) as client:
        one = Somebody(client, "Carl")
        query(database, "UPDATE people SET name = '8ob', skeleton = 'bob'")
        assert problem(one.ask("PUT", "/api/you", {"name": "Bob"})) == (403, "not_invited")
        assert one.you()["name"] == "8ob"
        assert problem(one.ask("POST", "/api/tournaments", {"name": "Spring", "battles": ["akragas"]})) == (
            403,
            "not_yours",
        )
