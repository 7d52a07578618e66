"""A push belongs to the browser that asked for it: it goes with that browser's key, and everything else stays."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from hexillum.web.store import Key, Store, address, migrate
from hexillum.web.table import digest
from tests.web.players import query
from tests.web.test_notices import PUSH, Club, begun, club  # noqa: F401  (a fixture)

OTHER = {**PUSH, "auth": "b" * 22}
Head = dict[str, str]


def of_store(club: Club, function: Any, *args: Any) -> Any:  # noqa: F811
    """What a function of the store gives, called in the server's loop."""
    assert club.client.portal is not None
    return club.client.portal.call(function, *args)


def phone_of(club: Club, head: Head) -> Head:  # noqa: F811
    """The head of requests of another browser of somebody."""
    phone = {"hexillum-key": "phone-" + head["hexillum-key"]}
    id = club.client.get("/api/you", headers=head).json()["id"]
    people = club.notifier.tables.store.people
    assert of_store(club, people.add_key, id, digest(phone["hexillum-key"]), "phone")
    return phone


def take_away(club: Club, by: Head, which: Head) -> None:  # noqa: F811
    """Let somebody be known no longer by one of his browsers."""
    device = digest(which["hexillum-key"])[:16]
    assert club.client.delete(f"/api/you/devices/{device}", headers=by).status_code == 200


def pushed(club: Club) -> list[str]:  # noqa: F811
    """Which browsers a notice went to, by what tells them apart."""
    club.look()
    found = [json.loads(where)["auth"][0] if kind == "push" else kind for kind, where, _ in club.sender.sent]
    club.sender.sent.clear()
    return sorted(found)


def test_a_browser_that_is_taken_away_is_told_nothing_any_more(club: Club) -> None:  # noqa: F811
    anna, bert = club.person("Anna"), club.person("Bert")
    phone = phone_of(club, bert)
    club.add(bert)
    club.add(phone, push=OTHER)
    id = club.client.get("/api/you", headers=bert).json()["id"]
    of_store(club, club.notifier.tables.store.notices.add, id, "apprise", "ntfys://ntfy.sh/bert", "ntfy", "")
    club.turn(*club.battle(anna, bert))
    assert pushed(club) == ["a", "apprise", "b"]
    take_away(club, bert, phone)
    club.turn(*club.battle(anna, bert))
    assert pushed(club) == ["a", "apprise"]
    labels = [one["kind"] for one in club.client.get("/api/you/notices", headers=bert).json()["channels"]]
    assert labels == ["push", "apprise"]


def test_a_push_belongs_to_the_browser_that_asked_last(club: Club) -> None:  # noqa: F811
    """Whose name was brought to the same browser by another key, as after its storage was emptied."""
    bert = club.person("Bert")
    phone = phone_of(club, bert)
    club.add(bert)
    club.add(phone)
    take_away(club, phone, bert)
    assert len(club.client.get("/api/you/notices", headers=phone).json()["channels"]) == 1


def test_of_a_browser_of_before_the_push_goes_with_the_last_browser(club: Club) -> None:  # noqa: F811
    bert = club.person("Bert")
    phone = phone_of(club, bert)
    club.add(bert)
    database = str(club.notifier.tables.store.url.database)
    query(database, "UPDATE channels SET key = NULL")
    take_away(club, bert, phone)
    assert query(database, "SELECT count(*) FROM channels") == [(1,)], "nobody knows whose it was"
    take_away(club, bert, bert)
    assert query(database, "SELECT count(*) FROM channels") == [(0,)]


def test_no_push_is_kept_for_a_browser_that_is_gone_and_no_export_has_its_key(database: str) -> None:
    async def work() -> None:
        store = Store(database, Key.of(bytes(32)))
        await store.open()
        try:
            anna = await store.people.take("a" * 64, "Anna")
            assert await store.people.add_key(anna.id, "b" * 64, "phone")
            for key in ("a" * 64, "b" * 64):
                assert await store.notices.add(anna.id, "push", f"to {key}", "a browser", "", key) is not None
            exported = json.dumps(await store.people.export(anna.id))
            assert "a browser" in exported and "a" * 64 not in exported
            assert await store.people.take_away(anna.id, "b" * 16)
            assert [one.address for one in await store.notices.channels(anna.id)] == ["to " + "a" * 64]
            assert await store.notices.add(anna.id, "push", "late", "a browser", "", "b" * 64) is None
            await store.people.forget(anna.id)
            assert await store.notices.channels(anna.id) == []
        finally:
            await store.close()

    asyncio.run(work())


@pytest.mark.parametrize("revision", ["0012"])
def test_the_ways_of_before_stay_when_tables_go_up_and_down(database: str, revision: str) -> None:
    async def fill() -> None:
        store = Store(database, Key.of(bytes(32)))
        await store.open()
        try:
            anna = await store.people.take("a" * 64, "Anna")
            id = await store.notices.add(anna.id, "push", "here", "a browser", "", "a" * 64)
            assert id is not None
            await begun(store, "0" * 32, anna.id)
            [notice] = await store.notices.soon()
            assert await store.notices.begin(notice.id, id)
        finally:
            await store.close()

    asyncio.run(fill())
    migrate(address(database), revision, Key.of(bytes(32)))
    assert query(database, "SELECT label FROM channels") == [("a browser",)]
    migrate(address(database), key=Key.of(bytes(32)))
    assert query(database, "SELECT label, key FROM channels") == [("a browser", None)]
    query(database, "UPDATE channels SET key = :key", {"key": "a" * 64})
    assert query(database, "SELECT count(*) FROM deliveries") == [(1,)], "nor does what went out by them go"
