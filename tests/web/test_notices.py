"""Notices: one for a turn, to who is away, where he wants it; and no way by them into the server's own network."""

from __future__ import annotations

import asyncio
import http.server
import ipaddress
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests
from starlette.testclient import TestClient

from hexillum.club import notices as rules
from hexillum.club.notices import (
    Allowed,
    BadAddress,
    Quiet,
    checked_push,
    checked_url,
    is_public,
    proper_host,
    title_of,
)
from hexillum.web import gate as gates
from hexillum.web import sending
from hexillum.web.app import create_app
from hexillum.web.chance import commitment_of
from hexillum.web.computers import Computers
from hexillum.web.entries import Opening
from hexillum.web.gate import Closed, gate
from hexillum.web.notices import NoticeRules, Notifier
from hexillum.web.sending import Notice, Sent
from hexillum.web.store import Key, Person, Store
from hexillum.web.store import notices as queue
from hexillum.web.tables import OpenTables
from hexillum.web.vapid import FILE, public_part, push_key
from tests.web.conftest import Cluster
from tests.web.kept import check_answer
from tests.web.players import query

PUSH = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc", "p256dh": "B" * 87, "auth": "a" * 22}


class Sender:
    """What would send notices in a process of its own: it keeps them."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, Notice]] = []
        self.comes_to: Callable[[], Sent] = lambda: Sent("sent")

    async def do(self, function: Any, *args: Any, **_: Any) -> Any:
        if function is sending.described:
            return f"Apprise ({args[0].partition('://')[0]})"
        await asyncio.sleep(0)
        self.sent.append((args[0], args[1], args[2]))
        return self.comes_to()

    def close(self) -> None: ...


class Club:
    """A server in this process, whose notices are kept and whose queue is looked at when a test says so."""

    def __init__(self, client: TestClient, sender: Sender) -> None:
        self.client = client
        self.sender = sender
        self.notifier: Notifier = client.app.state.notifier  # type: ignore[attr-defined]
        self.named = 0

    def look(self) -> None:
        """Look at the queue once."""
        self.client.portal.call(self.notifier.look)  # type: ignore[union-attr]

    def person(self, name: str) -> dict[str, str]:
        """The head of requests of somebody who takes a name."""
        self.named += 1
        head = {"hexillum-key": f"{name}-{self.named:040d}"}
        taken = self.client.post("/api/you", headers=head, json={"name": name, "label": "a test"})
        assert taken.status_code == 201, taken.text
        return head

    def add(self, head: dict[str, str], **way: Any) -> dict[str, Any]:
        """Let somebody be told in a way."""
        added = self.client.post("/api/you/notices/channels", headers=head, json=way or {"push": PUSH})
        assert added.status_code == 201, added.text
        told: dict[str, Any] = added.json()["channels"][-1]
        return told

    def battle(self, mine: dict[str, str], theirs: dict[str, str]) -> tuple[str, dict[str, str]]:
        """A battle in which one has the first turn; its address, and the tokens."""
        wish = {"battle": "akragas", "top": "friend", "bottom": "person"}
        made = self.client.post("/api/games", headers=mine, json=wish).json()
        path = f"/api/games/{made['game']}"
        joined = self.client.post(f"{path}/join", headers=theirs, json={"invite": made["invites"]["top"]})
        return path, {"bottom": made["tokens"]["bottom"], "top": joined.json()["token"]}

    def turn(self, path: str, tokens: dict[str, str]) -> str:
        """Play until the other side is asked; who that is."""
        first = ""
        while True:
            head = {"authorization": f"Bearer {tokens['top']},{tokens['bottom']}"}
            view = self.client.get(path, headers=head).json()
            asked = str(view["decision"]["actor"])
            first = first or asked
            if asked != first:
                return asked
            number = next((o["number"] for o in view["decision"]["options"] if o["quiet"]), None)
            number = view["decision"]["options"][0]["number"] if number is None else number
            sent = {"id": f"{time.time_ns():032x}", "version": view["version"], "seat": asked}
            body = {"do": "answer", "numbers": [number]}
            done = self.client.post(f"{path}/commands", headers=head, json={**sent, "body": body})
            assert done.status_code == 200, done.text


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    monkeypatch.setattr(queue, "GRACE", -0.001)
    app = create_app(Store(str(tmp_path / "games.db"), Key(tmp_path / "server.key")), computers=Computers(1))
    sender = Sender()
    app.state.notifier._workers = sender

    async def wait(_: Notifier) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(Notifier, "_work", wait)
    with TestClient(app) as client:
        client.event_hooks = {"response": [check_answer]}
        yield Club(client, sender)


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, dict[str, str]]]:
    """A server whose notices go nowhere, and somebody with a name who asks it."""
    app = create_app(str(tmp_path_factory.mktemp("door") / "games.db"), computers=Computers(1))
    app.state.notifier._workers = Sender()
    with TestClient(app) as client:
        yield client, Club(client, app.state.notifier._workers).person("Bert")


# ---------------------------------------------------------------------- one for a turn


def test_one_notice_comes_when_it_becomes_ones_turn_and_names_the_battle(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(anna)
    club.add(bert)
    path, tokens = club.battle(anna, bert)
    assert club.turn(path, tokens) == "top"
    for _ in range(3):
        club.look()
    assert [notice.title for _, _, notice in club.sender.sent] == ["Akragas: it is your turn"]
    (_, address, notice), *_ = club.sender.sent
    assert json.loads(address)["endpoint"] == PUSH["endpoint"]
    assert notice.link == f"http://testserver/table/{path.rpartition('/')[2]}"
    assert club.turn(path, tokens) == "bottom"
    club.look()
    assert len(club.sender.sent) == 2
    assert len({notice.moment for _, _, notice in club.sender.sent}) == 2, "the second is heard, too"
    rows = query(str(club.notifier.tables.store.url.database), "SELECT state FROM notices ORDER BY version")
    assert rows == [("passed",), ("sent",), ("sent",)], "the first, that Bert has come, was over by then"


def test_who_waits_for_somebody_to_come_is_told_that_he_has(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(anna)
    path, _ = club.battle(anna, bert)
    club.look()
    ((_, _, notice),) = club.sender.sent
    assert notice.tag == path.rpartition("/")[2]


SHARE = {"top": "1" * 64, "bottom": "2" * 64}


def lobby(club: Club, mine: dict[str, str], theirs: dict[str, str] | None) -> list[dict[str, Any]]:
    """The tables of a match from the lobby, as browsers offer it and take it: with shares, which they give at once."""

    def give(head: dict[str, str], side: str, tables: list[dict[str, Any]]) -> None:
        for one in tables:
            proof = {**head, "authorization": f"Bearer {one['tokens'][side]}"}
            path = f"/api/games/{one['game']}/share"
            given = club.client.post(path, headers=proof, json={"seat": side, "share": SHARE[side]})
            assert given.status_code < 300, given.text

    wish = {"battle": "akragas", "side": "bottom", "match": True, "share": commitment_of(SHARE["bottom"])}
    made = club.client.post("/api/lobby", headers=mine, json=wish).json()
    give(mine, "bottom", made["tables"])
    if theirs is not None:
        wish = {"share": commitment_of(SHARE["top"])}
        taken = club.client.post(f"/api/lobby/{made['id']}/take", headers=theirs, json=wish).json()
        give(theirs, "top", taken["tables"])
    return list(made["tables"])


def test_who_offers_a_seat_is_told_when_it_is_taken_and_not_before(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(anna)
    lobby(club, anna, None)
    club.look()
    assert club.sender.sent == [], "nobody sits there yet"
    tables = lobby(club, anna, bert)
    for _ in range(2):
        club.look()
    [moves] = [one["game"] for one in tables if _asked(club, one) == "bottom"]
    assert [notice.tag for _, _, notice in club.sender.sent] == [moves], "in the other battle it is the other's turn"


def _asked(club: Club, table: dict[str, Any]) -> str:
    return str(club.client.get(f"/api/games/{table['game']}").json()["decision"]["actor"])


def test_who_has_the_first_turn_of_a_tournaments_battle_is_told(club: Club) -> None:
    people = []
    for name in ("Anna", "Bert"):
        head = club.person(name)
        club.add(head)
        people.append(Person(club.client.get("/api/you", headers=head).json()["id"], name))
    opening = Opening("battle", "akragas", pace="1d+3d")
    club.client.portal.call(club.notifier.tables.begin_between, "f" * 32, opening, people, True)  # type: ignore[union-attr]
    club.look()
    turns = [notice.tag for _, _, notice in club.sender.sent if notice.title.endswith("your turn")]
    assert turns == ["f" * 32]


def test_an_offer_of_a_draw_takes_no_notice_back(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(bert)
    path, tokens = club.battle(anna, bert)
    assert club.turn(path, tokens) == "top"
    head = {"authorization": f"Bearer {tokens['bottom']}"}
    version = club.client.get(path, headers=head).json()["version"]
    offer = {"id": "1" * 32, "version": version, "seat": "bottom", "body": {"do": "offer_draw"}}
    assert club.client.post(f"{path}/commands", headers=head, json=offer).status_code == 200
    club.look()
    titles = [notice.title for _, _, notice in club.sender.sent]
    assert titles == ["Akragas: it is your turn", "Akragas: a draw is offered"]


def test_nothing_secret_is_in_it(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(bert)
    path, tokens = club.battle(anna, bert)
    club.turn(path, tokens)
    club.look()
    words = " ".join(map(str, club.sender.sent[0][2].__dict__.values()))
    assert all(token not in words for token in tokens.values()) and "seat=" not in words
    view = club.client.get(path, headers={"authorization": f"Bearer {tokens['top']}"}).json()
    for card in view["hand_words"]:
        assert card not in words
    assert "Anna" not in words and "Bert" not in words


def test_who_is_at_the_table_is_told_nothing(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(bert)
    path, tokens = club.battle(anna, bert)
    with club.client.websocket_connect(f"{path}/live") as line:
        line.send_json({"t": "hello", "tokens": [tokens["top"]], "eyes": "top"})
        line.receive_json()
        club.turn(path, tokens)
        club.look()
    assert club.sender.sent == []
    assert query(str(club.notifier.tables.store.url.database), "SELECT state FROM notices") == [("seen",)]


def test_an_onlooker_does_not_keep_a_notice_from_its_player(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(bert)
    path, tokens = club.battle(anna, bert)
    with club.client.websocket_connect(f"{path}/live") as line:
        line.send_json({"t": "hello"})
        line.receive_json()
        club.turn(path, tokens)
        club.look()
    assert len(club.sender.sent) == 1


def test_a_turn_that_is_over_is_not_told_any_more(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(bert)
    path, tokens = club.battle(anna, bert)
    club.turn(path, tokens)
    club.turn(path, tokens)
    club.look()
    assert club.sender.sent == []


def test_guests_and_people_without_a_way_make_no_rows(club: Club) -> None:
    path, tokens = club.battle({}, club.person("Bert"))
    club.turn(path, tokens)
    club.turn(path, tokens)
    assert query(str(club.notifier.tables.store.url.database), "SELECT count(*) FROM notices") == [(0,)]


def test_who_plays_both_sides_himself_is_told_nothing(club: Club) -> None:
    anna = club.person("Anna")
    club.add(anna)
    path, tokens = club.battle(anna, anna)
    club.turn(path, tokens)
    club.look()
    assert club.sender.sent == []


def test_quiet_hours_hold_a_notice_back_until_they_end(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(bert)
    minute = time.gmtime().tm_hour * 60 + time.gmtime().tm_min
    hours = {"begins": (minute - 5) % 1440, "ends": (minute + 60) % 1440, "zone": "UTC"}
    assert club.client.put("/api/you/notices", headers=bert, json=hours).json()["quiet"] == hours
    path, tokens = club.battle(anna, bert)
    club.turn(path, tokens)
    for _ in range(2):
        club.look()
    assert club.sender.sent == []
    database = str(club.notifier.tables.store.url.database)
    ((state, due),) = query(database, "SELECT state, due_at FROM notices")
    assert state == "waiting" and 50 * 60 < due - time.time() < 61 * 60
    club.client.put("/api/you/notices", headers=bert, json={"zone": "UTC"})
    query(database, "UPDATE notices SET due_at = 0")
    club.look()
    assert len(club.sender.sent) == 1


@pytest.mark.parametrize(
    "hours",
    [
        {"begins": 0, "zone": "UTC"},
        {"begins": 0, "ends": 1440, "zone": "UTC"},
        {"begins": 0, "ends": 5, "zone": "../../etc/passwd"},
        {"begins": 0, "ends": 5, "zone": "Europe"},
        {"begins": 0, "ends": 5, "zone": "Europe/Nowhere"},
        {"begins": 0, "ends": 5, "zone": "/etc/localtime"},
    ],
)
def test_hours_that_are_none_are_refused(door: tuple[TestClient, dict[str, str]], hours: dict[str, Any]) -> None:
    client, bert = door
    refused = client.put("/api/you/notices", headers=bert, json=hours)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid")


def test_two_servers_send_one_notice(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both look at the same queue at the same time, again and again; each channel is told once."""
    monkeypatch.setattr(queue, "GRACE", -0.001)

    async def test() -> None:
        address = cluster.new()
        key = Key.of(bytes(32))
        rooms = [OpenTables(Store(address, key), Computers(1)) for _ in range(2)]
        sender = Sender()
        notifiers = [Notifier(one, NoticeRules()) for one in rooms]
        for one, notifier in zip(rooms, notifiers, strict=True):
            await one.open()
            notifier._workers = sender  # type: ignore[assignment]
        try:
            store = rooms[0].store
            anna = await store.people.take("a" * 64, "Anna")
            for n in range(3):
                await store.notices.add(anna.id, "push", json.dumps({**PUSH, "auth": f"{n}" * 22}), "", "http://x")
            for n in range(4):
                await begun(store, f"{n:032x}", anna.id)
            for _ in range(4):
                await asyncio.gather(*(notifier.look() for notifier in notifiers))
            assert len(sender.sent) == 12 == len({(address, notice.tag) for _, address, notice in sender.sent})
        finally:
            for one in rooms:
                await one.close()

    asyncio.run(test())


async def begun(store: Store, game: str, person: str) -> None:
    """A running game in which it has just become somebody's turn."""
    from sqlalchemy import insert

    from hexillum.web.store.tables import GAMES

    values = {"id": game, "opening": {}, "seed": "", "version": 3, "status": "active", "computer": False}
    async with store._changing() as connection:
        await connection.execute(insert(GAMES).values(**values, created_at=0.0, acted_at=0.0))
        turned = queue.Turned(person, 0, "Akragas: it is your turn")
        await connection.run_sync(queue.turn_comes, game, 3, turned, time.time())


def test_a_moment_has_one_row_whoever_writes_it(cluster: Cluster) -> None:
    async def test() -> None:
        from hexillum.web.store import Stale

        store = Store(cluster.new(), Key.of(bytes(32)))
        await store.open()
        try:
            anna = await store.people.take("a" * 64, "Anna")
            await store.notices.add(anna.id, "push", json.dumps(PUSH), "", "http://x")
            await begun(store, "0" * 32, anna.id)
            with pytest.raises(Stale):
                async with store._changing() as connection:
                    turned = queue.Turned(anna.id, 0, "x")
                    await connection.run_sync(queue.turn_comes, "0" * 32, 3, turned, time.time())
        finally:
            await store.close()

    asyncio.run(test())


def test_what_a_dead_server_had_taken_up_is_taken_up_by_another_and_goes_to_nobody_twice(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    first = club.add(bert)
    club.add(bert, push={**PUSH, "auth": "b" * 22})
    path, tokens = club.battle(anna, bert)
    club.turn(path, tokens)
    database = str(club.notifier.tables.store.url.database)
    query(database, "UPDATE notices SET state = 'sending', holder = 'dead', held_until = :t", {"t": time.time() + 60})
    club.look()
    assert club.sender.sent == [], "another server has it"
    ((notice,),) = query(database, "SELECT id FROM notices")
    query(database, "INSERT INTO deliveries VALUES (:n, :c, 'begun', 0)", {"n": notice, "c": first["id"]})
    query(database, "UPDATE notices SET held_until = 1")
    club.look()
    assert [json.loads(address)["auth"] for _, address, _ in club.sender.sent] == ["b" * 22]


# ---------------------------------------------------------------------- ways that fail, and off


def test_a_way_that_fails_rests_and_is_shown_and_the_others_go_on(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    way = club.add(bert)
    club.sender.comes_to = lambda: Sent("failed", "the push service refused it (500)")
    path, tokens = club.battle(anna, bert)
    club.turn(path, tokens)
    club.look()
    (shown,) = club.client.get("/api/you/notices", headers=bert).json()["channels"]
    assert (shown["failures"], shown["trouble"]) == (1, "the push service refused it (500)")
    assert 50 < shown["rests_until"] - time.time() < 61
    club.turn(path, tokens)
    club.turn(path, tokens)
    club.look()
    assert len(club.sender.sent) == 1, "it rests"
    address = f"/api/you/notices/channels/{way['id']}"
    again = club.client.put(address, headers=bert, json={"off": False}).json()["channels"][0]
    assert (again["failures"], again["rests_until"], again["trouble"]) == (0, None, "")
    club.sender.comes_to = lambda: Sent("sent")
    assert club.client.post(f"{address}/test", headers=bert).json() == {"sent": True, "words": ""}


def _due_again(club: Club) -> list[tuple[str, float]]:
    """How the notices stand, and in how many seconds they are looked at again; then time goes by until they are."""
    database = str(club.notifier.tables.store.url.database)
    rows = query(database, "SELECT state, due_at FROM notices WHERE state IN ('waiting', 'nowhere') ORDER BY version")
    query(database, "UPDATE notices SET due_at = 0 WHERE state = 'waiting'")
    query(database, "UPDATE channels SET rests_until = 0")
    return [(state, due - time.time()) for state, due in rows]


def test_a_notice_that_nobody_took_goes_out_once_the_way_has_rested_and_then_once(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(bert)
    path, tokens = club.battle(anna, bert)
    club.sender.comes_to = lambda: Sent("failed", "the push service refused it (500)")
    club.turn(path, tokens)
    for tries, rests in enumerate((60, 300, 1800, 1800, 1800), 1):
        club.look()
        club.look()
        assert len(club.sender.sent) == tries
        ((state, wait),) = _due_again(club)
        assert state == "waiting" and rests - 10 < wait <= rests
    club.sender.comes_to = lambda: Sent("sent")
    for _ in range(3):
        club.look()
        _due_again(club)
    assert len(club.sender.sent) == 6, "it is told once"
    assert len({notice.off for *_, notice in club.sender.sent}) == 1


def test_one_that_nobody_took_is_told_no_more_where_the_turn_is_over(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(bert)
    path, tokens = club.battle(anna, bert)
    club.sender.comes_to = lambda: Sent("failed", "it cannot be reached")
    club.turn(path, tokens)
    club.look()
    club.turn(path, tokens)
    _due_again(club)
    club.sender.comes_to = lambda: Sent("sent")
    club.look()
    assert len(club.sender.sent) == 1


def test_one_that_somebody_may_have_taken_goes_out_no_more(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(bert)
    path, tokens = club.battle(anna, bert)
    club.sender.comes_to = lambda: Sent("unsure", "nothing was answered in time")
    club.turn(path, tokens)
    for _ in range(3):
        club.look()
        _due_again(club)
    assert len(club.sender.sent) == 1
    (shown,) = club.client.get("/api/you/notices", headers=bert).json()["channels"]
    assert shown["failures"] == 1, "it rests, and is shown"


def test_one_way_that_fails_beside_another_that_tells_is_not_made_up_for(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(bert)
    club.add(bert, push={**PUSH, "auth": "b" * 22})
    path, tokens = club.battle(anna, bert)
    results = iter([Sent("failed", "no"), *[Sent("sent")] * 9])
    club.sender.comes_to = lambda: next(results)
    club.turn(path, tokens)
    for _ in range(3):
        club.look()
        _due_again(club)
    assert [json.loads(address)["auth"] for _, address, _ in club.sender.sent] == ["a" * 22, "b" * 22]


def test_a_browser_that_is_gone_is_forgotten(club: Club) -> None:
    bert = club.person("Bert")
    way = club.add(bert)
    club.sender.comes_to = lambda: Sent("gone", "the browser takes no notices any more")
    said = club.client.post(f"/api/you/notices/channels/{way['id']}/test", headers=bert).json()
    assert not said["sent"]
    assert club.client.get("/api/you/notices", headers=bert).json()["channels"] == []


def test_one_click_switches_off_without_a_name_and_a_look_does_not(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(bert)
    path, tokens = club.battle(anna, bert)
    club.turn(path, tokens)
    club.look()
    off = club.sender.sent[0][2].off.removeprefix("http://testserver")
    for _ in range(2):
        looked = club.client.get(off)
        assert looked.status_code == 200 and '<form method="post">' in looked.text
        assert "script" not in looked.text
        assert not club.client.get("/api/you/notices", headers=bert).json()["channels"][0]["off"]
    done = club.client.post(off, data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert club.client.get("/api/you/notices", headers=bert).json()["channels"][0]["off"]
    club.turn(path, tokens)
    club.turn(path, tokens)
    club.look()
    assert len(club.sender.sent) == 1
    assert club.client.post(off, headers={"origin": "https://elsewhere.example"}).status_code == 403


def test_links_to_switch_off_cannot_be_guessed_or_changed(club: Club) -> None:
    bert = club.person("Bert")
    ways = [club.add(bert), club.add(bert, push={**PUSH, "auth": "b" * 22})]
    tickets = [club.notifier.ticket(way["id"]) for way in ways]
    mixed = tickets[0][:32] + tickets[1][32:]
    for wrong in (mixed, tickets[0][:-1], tickets[0] + "0", "x" * 64, ways[0]["id"], "é" * 40, "%00"):
        for ask in (club.client.get, club.client.post):
            assert ask(f"/notices/off/{wrong}").status_code in (404, 422)
    assert not any(one["off"] for one in club.client.get("/api/you/notices", headers=bert).json()["channels"])


def test_ways_belong_to_who_added_them(club: Club) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    way = club.add(bert)
    address = f"/api/you/notices/channels/{way['id']}"
    for head, status in ((anna, 404), ({}, 401)):
        assert club.client.delete(address, headers=head).status_code == status
        assert club.client.put(address, headers=head, json={"off": True}).status_code == status
        assert club.client.post(f"{address}/test", headers=head).status_code == status
    assert club.client.get("/api/you/notices", headers=anna).json()["channels"] == []
    assert club.client.get("/api/you/notices").status_code == 401
    assert club.sender.sent == []
    (kept,) = club.client.get("/api/you/notices", headers=bert).json()["channels"]
    assert not kept["off"] and PUSH["endpoint"] not in json.dumps(kept)


def test_addresses_are_sealed_and_go_with_their_person(club: Club) -> None:
    bert = club.person("Bert")
    club.add(bert)
    database = str(club.notifier.tables.store.url.database)
    ((address,),) = query(database, "SELECT address FROM channels")
    assert address.startswith("sealed:") and "fcm" not in address
    kept = club.client.get("/api/you/export", headers=bert).text
    assert "channels" in kept and "sealed:" not in kept
    assert club.client.delete("/api/you", headers=bert).status_code == 200
    assert query(database, "SELECT count(*) FROM channels") == [(0,)]


def test_what_is_sealed_opens_with_a_new_key_of_the_server(club: Club, tmp_path: Path) -> None:
    """Addresses and standing answers: or the operator could not change the key."""
    from sqlalchemy import create_engine

    from hexillum.web.store.seals import reseal, sealed_in, unopened

    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(bert)
    path, tokens = club.battle(anna, bert)
    sent = {"seat": "top", "orders": {"evade": "never"}}
    head = {"authorization": f"Bearer {tokens['top']}"}
    assert club.client.put(f"{path}/standing", headers=head, json=sent).status_code == 200
    store = club.notifier.tables.store
    new = Key(tmp_path / "new.key")
    with create_engine(f"sqlite:///{store.url.database}").connect() as connection:
        tables = {table.name for table, *_ in sealed_in(connection)}
        assert {"seats", "channels"} <= tables
        assert unopened(connection, store.key)[1] == []
        assert reseal(connection, store.key, new) >= 3
        assert unopened(connection, new)[1] == []


def test_nobody_has_ways_without_end(club: Club) -> None:
    bert = club.person("Bert")
    for n in range(queue.EACH_MOST):
        club.add(bert, push={**PUSH, "auth": f"{n:022d}"})
    full = club.client.post("/api/you/notices/channels", headers=bert, json={"push": {**PUSH, "auth": "z" * 22}})
    assert (full.status_code, full.json()["code"]) == (409, "full")
    again = club.client.post("/api/you/notices/channels", headers=bert, json={"push": {**PUSH, "auth": f"{1:022d}"}})
    assert len(again.json()["channels"]) == queue.EACH_MOST, "the same browser is the same way"


def test_tests_are_bounded_where_the_server_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(str(tmp_path / "games.db"), computers=Computers(1), bounded=True)
    app.state.notifier._workers = Sender()
    with TestClient(app) as client:
        club = Club(client, app.state.notifier._workers)
        bert = club.person("Bert")
        address = f"/api/you/notices/channels/{club.add(bert)['id']}/test"
        answers = [client.post(address, headers=bert).status_code for _ in range(25)]
    assert answers[0] == 200 and answers[-1] == 429


# ---------------------------------------------------------------------- where they may go

CLOSED = [
    *("file:///etc/passwd", "exec://ls", "dbus://", "syslog://", "windows://", "json://127.0.0.1/", "http://x.example"),
    *("discord://1/2 file:///etc/passwd", "discord://1/2,json://localhost", "", "ntfys:/x", "x" * 501),
    *("slack://a/b/c/?template=/etc/passwd", "mailtos://u:p@gmail.com?pgpkey=/etc/passwd", "discord://1/2?attach=x"),
    *(
        "ntfys://ntfy.sh/x?avatar_url=http://169.254.169.254/",
        "discord://1/2\nx",
        "discord://[::1",
        "ntfys://h:99999999/x",
    ),
]


@pytest.mark.parametrize("url", CLOSED)
def test_addresses_that_are_none_or_lead_inside_are_refused(door: tuple[TestClient, dict[str, str]], url: str) -> None:
    client, bert = door
    refused = client.post("/api/you/notices/channels", headers=bert, json={"url": url})
    assert (refused.status_code, refused.json()["code"] in ("bad_address", "invalid")) == (422, True), refused.text


@pytest.mark.parametrize(
    "endpoint",
    [
        *("http://fcm.googleapis.com/x", "https://fcm.googleapis.com:8443/x", "https://u:p@fcm.googleapis.com/x"),
        *("https://127.0.0.1/x", "https://[::1]/x", "https://169.254.169.254/latest", "https://evil.example/x"),
        *(
            "https://fcm.googleapis.com.evil.example/",
            "https://evilpush.apple.com/x",
            "https://fcm.googleapis.com@evil/x",
        ),
        *(
            "https://push.services.mozilla.com.evil.example",
            "file:///etc/passwd",
            "",
            "https://",
            "https://fcm.googleapis.com\\@x",
        ),
    ],
)
def test_push_goes_to_known_push_services_alone(endpoint: str) -> None:
    with pytest.raises(BadAddress):
        checked_push({**PUSH, "endpoint": endpoint}, Allowed())
    for name in ("p256dh", "auth"):
        with pytest.raises(BadAddress):
            checked_push({**PUSH, name: "x\r\n"}, Allowed())


def test_the_operator_names_ways_and_hosts() -> None:
    own = Allowed(("jsons",), (proper_host("Hook.Example:8443"),), (proper_host("*.push.example"),))
    assert checked_url("jsons://hook.example:8443/x", own)
    assert own.reaches("hook.example", 8443) and not own.reaches("hook.example", 443)
    assert checked_push({**PUSH, "endpoint": "https://a.push.example/x"}, own)
    with pytest.raises(BadAddress):
        checked_url("discord://1/2", own)
    for wrong in ("localhost", "10.0.0.1", "a..b", "*", "x.example:0", "x.example:http", "-a.example", "*.*.example"):
        with pytest.raises(BadAddress):
            proper_host(wrong)


PRIVATE = [
    *("127.0.0.1", "127.1.2.3", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
    *("224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1", "198.18.0.1", "::1", "::", "fe80::1", "fc00::1"),
    *("fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1"),
    *("64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2001:db8::1", "fec0::1", "64:ff9b:1::1"),
    *("2a00:1450:4001::5efe:10.0.0.1", "2a00:1450:4001::200:5efe:169.254.169.254", "::ffff:0:10.0.0.1"),
    *("168.63.129.16", "192.0.0.192", "100.100.100.200", "192.88.99.1", "3fff::1", "2001:0:102:304::f5ff:fffe"),
]


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_of_the_open_internet(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["9.9.9.9", "142.250.1.1", "2606:4700::1111", "64:ff9b::808:808"])
def test_addresses_of_the_open_internet(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


class Inside(http.server.BaseHTTPRequestHandler):
    """A server of the own network that nobody outside should reach."""

    def do_POST(self) -> None:
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        if self.path == "/on":
            self.send_response(307)
            self.send_header("location", self.server.onward)  # type: ignore[attr-defined]
        elif self.path == "/breaks":
            self.close_connection = True
            return
        elif self.path == "/silent":
            time.sleep(1.5)
            return
        else:
            self.send_response(int(self.path[1:]) if self.path[1:].isdigit() else 200)
        self.send_header("content-length", "0")
        self.end_headers()

    do_GET = do_POST

    def log_message(self, *_: Any) -> None: ...


@pytest.fixture
def inside() -> Iterator[Any]:
    server: Any = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Inside)
    server.asked = []
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def resolving(*answers: str) -> Callable[..., Any]:
    """Names that come to these addresses, one after the other, and then always to the last."""
    left = list(answers)

    def resolve(_host: str, port: int, *_: Any) -> Any:
        address = left.pop(0) if len(left) > 1 else left[0]
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        return [(family, socket.SOCK_STREAM, 6, "", (address, port))]

    return resolve


def anywhere(_host: str, _port: int) -> bool:
    return True


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1", "0.0.0.0"])
def test_a_name_that_comes_to_a_private_address_is_not_connected_to(inside: Any, address: str) -> None:
    url = f"http://hook.example:{inside.server_port}/x"
    with gate(anywhere, resolving(address)), pytest.raises((Closed, requests.RequestException)):
        requests.post(url, timeout=3)
    assert inside.asked == []


WRITTEN = [
    *("2130706433", "0x7f000001", "0177.0.0.1", "0x7f.1", "127.1", "0", "017700000001", "127.000.000.001"),
    *("localhost", "LOCALHOST.", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]"),
    *("[::127.0.0.1]", "127.0.0.1%00.example", "①②⑦.⓪.⓪.①", "127。0。0。1", "user@127.0.0.1"),
]


@pytest.mark.parametrize("host", WRITTEN)
def test_however_an_address_of_this_machine_is_written_nothing_comes_to_it(inside: Any, host: str) -> None:
    """With the resolver of the machine itself, which reads all of these, and where every host may be reached."""
    url = f"http://{host}:{inside.server_port}/x"
    with gate(anywhere), pytest.raises((Closed, requests.RequestException, ValueError)):
        requests.post(url, timeout=3)
    assert inside.asked == []
    with pytest.raises(BadAddress):
        checked_push({**PUSH, "endpoint": f"https://{host}/x"}, Allowed())
    bare = host.strip("[]").rpartition("@")[2]
    sent = sending.send("apprise", f"ntfys://{host}/x", NOTICE, Allowed(), b"", "")
    assert sent.how == "failed" and not Allowed().reaches(bare, 443)


def test_one_private_address_among_others_closes_the_name(inside: Any) -> None:
    def both(host: str, port: int, *more: Any) -> Any:
        return [*resolving("9.9.9.9")(host, port, *more), *resolving("127.0.0.1")(host, port, *more)]

    with gate(anywhere, both), pytest.raises((Closed, requests.RequestException)):
        requests.post(f"http://hook.example:{inside.server_port}/x", timeout=3)
    assert inside.asked == []


def test_a_redirect_leads_no_further_inside(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first address is let through here, as if it were public; the one that it leads to is looked at anew."""
    monkeypatch.setattr(gates, "is_public", lambda address: str(address) == "127.0.0.1")
    first = f"http://hook.example:{inside.server_port}/on"
    for onward in (f"http://127.0.0.2:{inside.server_port}/x", f"http://other.example:{inside.server_port}/x"):
        inside.onward = onward
        inside.asked.clear()
        with (
            gate(lambda host, _: host in ("hook.example", "127.0.0.2"), _by_name),
            pytest.raises((Closed, requests.RequestException)),
        ):
            requests.post(first, timeout=3)
        assert inside.asked == ["/on"]


def _by_name(host: str, port: int, *more: Any) -> Any:
    return resolving("127.0.0.1" if host == "hook.example" else "127.0.0.2")(host, port, *more)


def test_a_name_that_comes_to_another_address_at_its_second_look_gains_nothing(
    inside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is connected to is what was looked at: a name is resolved by the gate alone."""
    monkeypatch.setattr(gates, "is_public", lambda address: str(address) == "127.0.0.1")
    resolve = resolving("127.0.0.1", "127.0.0.3")
    with gate(anywhere, resolve):
        socket.create_connection(("hook.example", inside.server_port), 3).close()
        with pytest.raises(Closed):  # the second look
            socket.create_connection(("hook.example", inside.server_port), 3)
    with gate(anywhere, resolving("127.0.0.1")):
        with socket.socket() as plain, pytest.raises(Closed):
            plain.connect(("127.0.0.1", inside.server_port))  # never looked at
        with socket.socket(socket.AF_UNIX) as local, pytest.raises(Closed):
            local.connect("/tmp/anything")
        with pytest.raises(Closed):
            socket.gethostbyname("hook.example")


def test_a_proxy_of_the_environment_is_no_way_around(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{inside.server_port}")
    with gate(anywhere, resolving("127.0.0.1")), pytest.raises((Closed, requests.RequestException)):
        requests.get("http://hook.example/", timeout=3)
    assert inside.asked == []
    import os

    assert os.environ["HTTP_PROXY"]


def test_the_gate_is_gone_afterwards() -> None:
    before = (socket.getaddrinfo, socket.socket.connect)
    with pytest.raises(ZeroDivisionError), gate(anywhere):
        raise ZeroDivisionError
    assert (socket.getaddrinfo, socket.socket.connect) == before


NOTICE = Notice("Akragas: it is your turn", "x", "https://games.example/table/1", "https://games.example/notices/off/1")


def one_way(inside: Any) -> Allowed:
    return Allowed(("json", "ntfy", "mailto"), (f"hook.example:{inside.server_port}",), ("push.example",))


def test_apprise_sends_through_the_gate(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("apprise")
    url = f"json://hook.example:{inside.server_port}/x"
    send = partial(sending.send, "apprise", url, NOTICE, one_way(inside), b"", "")
    assert send(resolve=resolving("127.0.0.1")).how == "failed"
    assert inside.asked == []
    monkeypatch.setattr(gates, "is_public", lambda address: str(address) == "127.0.0.1")
    assert send(resolve=resolving("127.0.0.1")) == Sent("sent")
    assert inside.asked == ["/x"]
    assert send(resolve=resolving("127.0.0.9")).how == "failed"
    other = f"json://other.example:{inside.server_port}/x"
    assert sending.send("apprise", other, NOTICE, one_way(inside), b"", "", resolving("127.0.0.1")).how == "failed"
    assert inside.asked == ["/x"]


FAILING = [
    ("500", "failed", "the service refused it (500)"),
    ("403", "failed", "the service refused it (403)"),
    ("410", "failed", "the service refused it (410)"),
    ("breaks", "unsure", "nobody knows"),
    ("silent", "unsure", "nobody knows"),
]


@pytest.mark.parametrize(("path", "how", "words"), FAILING)
def test_what_surely_nobody_took_is_told_from_what_somebody_may_have(
    path: str, how: str, words: str, inside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("apprise")
    monkeypatch.setattr(gates, "is_public", lambda address: str(address) == "127.0.0.1")
    monkeypatch.setattr(sending, "TIMEOUT", 0.5)
    url = f"json://hook.example:{inside.server_port}/{path}"
    sent = sending.send("apprise", url, NOTICE, one_way(inside), b"", "", resolving("127.0.0.1"))
    assert (sent.how, inside.asked) == (how, [f"/{path}"]) and words in sent.words


def test_what_is_not_reached_at_all_is_told_with_why(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("apprise")
    url = f"json://hook.example:{inside.server_port}/x"

    def nobody(*_: Any) -> Any:
        raise socket.gaierror(-2, "Name or service not known")

    def send(resolve: Any, allowed: Allowed, url: str = url) -> Sent:
        return sending.send("apprise", url, NOTICE, allowed, b"", "", resolve)

    assert send(nobody, one_way(inside)) == Sent("failed", "it cannot be reached")
    assert send(resolving("127.0.0.1"), one_way(inside)) == Sent("failed", sending.INSIDE)
    assert send(resolving("9.9.9.9"), Allowed()) == Sent("failed", sending.INSIDE)
    monkeypatch.setattr(gates, "is_public", lambda _: True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    gone = Allowed(("json",), (f"hook.example:{port}",))
    sent = send(resolving("127.0.0.1"), gone, f"json://hook.example:{port}/x")
    assert sent == Sent("failed", "it cannot be reached")


@pytest.mark.parametrize(
    ("status", "error", "how"),
    [
        *((404, None, "gone"), (410, None, "gone"), (500, None, "failed"), (429, None, "failed"), (201, None, "sent")),
        *((302, None, "failed"), (0, requests.exceptions.ConnectTimeout(), "failed")),
        *((0, requests.exceptions.SSLError(), "failed"), (0, requests.exceptions.ReadTimeout(), "unsure")),
        *((0, requests.exceptions.ConnectionError(), "failed"), (0, ValueError(), "failed")),
    ],
)
def test_a_push_goes_again_only_where_nobody_can_have_it(
    status: int, error: Exception | None, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pywebpush = pytest.importorskip("pywebpush")
    answered = requests.Response()
    answered.status_code = status

    def webpush(*_: Any, **__: Any) -> requests.Response:
        if error is not None:
            raise error
        if status >= 400:
            raise pywebpush.WebPushException("no", response=answered)
        return answered

    monkeypatch.setattr(pywebpush, "webpush", webpush)
    key = push_key(Key.of(bytes(32)))
    assert sending.send("push", json.dumps(PUSH), NOTICE, Allowed(), key, "mailto:x@y.example").how == how


def test_a_push_that_leads_inside_is_not_sent() -> None:
    pytest.importorskip("pywebpush")
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    browser = ec.generate_private_key(ec.SECP256R1()).public_key()
    import base64

    point = browser.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": base64.urlsafe_b64encode(point).decode().rstrip("="), "auth": "a" * 22}
    address = json.dumps({**PUSH, **keys})
    for private in ("127.0.0.1", "169.254.169.254", "::1"):
        sent = sending.send(
            "push", address, NOTICE, Allowed(), push_key(Key.of(bytes(32))), "mailto:x@y.example", resolving(private)
        )
        assert sent == Sent("failed", "it leads to an address that this server does not send to")


def test_a_mail_says_in_its_head_where_it_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """By one click of a mail program (RFC 8058)."""
    apprise = pytest.importorskip("apprise")
    seen: list[Any] = []

    def notify(self: Any, **words: Any) -> bool:
        seen.append((dict(self.headers), words))
        return True

    service = sending._service("mailtos://anna:secret@gmail.com?to=anna@example.org")
    monkeypatch.setattr(type(service), "notify", notify)
    sent = sending.send("apprise", "mailtos://anna:secret@gmail.com?to=anna@example.org", NOTICE, Allowed(), b"", "")
    assert sent.how == "sent" and apprise
    ((head, words),) = seen
    assert head["List-Unsubscribe"] == f"<{NOTICE.off}>"
    assert head["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert words["title"] == NOTICE.title and NOTICE.off in words["body"]


def test_an_address_is_described_without_its_secrets() -> None:
    pytest.importorskip("apprise")
    told = sending.described("discord://123456789012345678/a-very-secret-token-of-discord")
    assert "Discord" in told and "very-secret" not in told
    assert "secret" not in sending.described("mailtos://anna:secret@gmail.com?to=anna@example.org")
    with pytest.raises(BadAddress):
        sending.described("discord://x")


@pytest.mark.parametrize(
    ("battle", "title"),
    [
        ("Akragas (406 BC)", "Akragas 406 BC: it is your turn"),
        ("@everyone <script>alert(1)</script>", "everyone script alert1 script: it is your turn"),
        ("a\r\nBcc: x@y.example", "aBcc xy.example: it is your turn"),
        ("\u202egnp.exe", "gnp.exe: it is your turn"),
        ("", "Your battle: it is your turn"),
        ("x" * 500, "x" * rules.TITLE_MOST + ": it is your turn"),
        ("[click](http://evil.example) `x` *y* <!channel>", "click httpevil.example x y channel: it is your turn"),
    ],
)
def test_a_battle_that_somebody_has_named_brings_no_marks_into_a_title(battle: str, title: str) -> None:
    assert title_of(battle) == title


def test_quiet_hours_go_by_the_clocks_of_their_zone() -> None:
    """Also in the night in which these are changed."""
    rome = Quiet(22 * 60, 7 * 60, "Europe/Rome")
    change = 1_774_742_400.0  # 29 March 2026, midnight UTC: at one o'clock UTC the clocks go on
    assert rome.end(change) == change + 5 * 3600
    day = Quiet(9 * 60, 17 * 60, "UTC")
    assert day.end(86_400.0 + 8 * 3600) == 86_400.0 + 8 * 3600
    assert day.end(86_400.0 + 10 * 3600) == 86_400.0 + 17 * 3600
    assert Quiet(60, 60, "UTC").end(3_600.0) == 3_600.0, "from one to one is never"


def test_the_key_for_push_lies_beside_the_servers_and_is_made_once(tmp_path: Path) -> None:
    key = Key(tmp_path / "keys" / "server.key")
    first = push_key(key)
    file = tmp_path / "keys" / FILE
    assert file.stat().st_mode & 0o777 == 0o600
    assert push_key(key) == first and len(public_part(first)) == 87
    other = Key(tmp_path / "other" / "server.key")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "server.key").write_text(key.path.read_text())
    assert push_key(other) == first, "several servers with one key have one here, too"
    file.write_text("not a key")
    with pytest.raises(Exception, match="no key for notices"):
        push_key(key)
