"""The door of a server: what is too long, too slow or too much is ended, and players always get in."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from hexillum.web import front, live
from hexillum.web.app import create_app
from hexillum.web.front import PING_EVERY, Door, Rank, Visitor
from hexillum.web.guard import Names
from hexillum.web.limits import OF_ADDRESS, OF_SEAT, Limits, Paces, TooFast, neighbourhood
from hexillum.web.live import come_to
from hexillum.web.table import PRESENCE_EVERY
from hexillum.web.views import Views
from tests.web.kept import check_answer
from tests.web.players import ROOT, Person, Server, Table, answer, bearer, command

HELLO = {"t": "hello", "protocol": 2}


@pytest.fixture
def bounded(tmp_path) -> Iterator[TestClient]:
    """A client of a server with limits."""
    with TestClient(create_app(str(tmp_path / "games.db"), bounded=True)) as made:
        made.event_hooks = {"response": [check_answer]}
        yield made


def line_to(server: Server) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=5)


def said_to(server: Server, *parts: bytes) -> bytes:
    """What a server answers until it ends the connection, whether or not it takes all that is sent."""
    got = b""
    with line_to(server) as line, contextlib.suppress(ConnectionError):
        for part in parts:
            line.sendall(part)
        while chunk := line.recv(65536):
            got += chunk
    return got


# ---------------------------------------------------------------------- size


HEAD = b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n"


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\nhost: localhost\r\n\r\n",
        HEAD + b"x: " + b"y" * 9_000 + b"\r\n\r\n",
        HEAD + b"x: y\r\n" * 101 + b"\r\n",
        HEAD + b"x: y\r\n" * 6_000,
        b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n1\r\nz\r\n",
        HEAD + b"host: localhost\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01",
    ],
    ids=["address", "header", "many headers", "endless headers", "chunks", "two hosts", "TLS"],
)
def test_a_head_that_is_too_long_or_wrong_is_refused_and_ends_the_connection(server, request_):
    assert said_to(server, request_).startswith(b"HTTP/1.1 400")


def test_a_body_that_is_too_large_is_not_waited_for(server):
    head = b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999\r\n\r\n"
    told = said_to(server, head)
    assert told.startswith(b"HTTP/1.1 413") and b"connection: close" in told


UPGRADE = b"upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
KEY = b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
LIVE = b" /api/games/" + b"0" * 32 + b"/live HTTP/1.1\r\nhost: localhost\r\n"


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"POST" + LIVE + UPGRADE + KEY, b"405"),
        (b"GET" + LIVE + UPGRADE, b"400"),
        (b"GET" + LIVE + UPGRADE + KEY + b"content-length: 99999999\r\n", b"400"),
        (b"GET" + LIVE + UPGRADE + KEY + b"x: " + b"y" * 8_500 + b"\r\n", b"400"),
    ],
    ids=["method", "no key", "a large body", "a long header"],
)
def test_what_is_no_handshake_is_refused_at_once(server, request_, status):
    assert said_to(server, request_ + b"\r\n").split()[1] == status


def test_messages_are_not_compressed(hasty):
    with hasty.api() as api, connect_to(hasty, Table(api)) as line:
        assert line.response is not None
        assert "Sec-WebSocket-Extensions" not in line.response.headers


def connect_to(server: Server, table: Table, **more):
    return connect(f"{server.url.replace('http', 'ws', 1)}{table.path}/live", proxy=None, max_size=None, **more)


def test_a_message_in_too_many_parts_ends_the_connection(hasty):
    with hasty.api() as api, connect_to(hasty, Table(api)) as line, pytest.raises(ConnectionClosed):
        line.send("" for _ in range(200))
        line.recv(5)


def test_a_flood_of_pings_ends_the_connection(hasty):
    with hasty.api() as api, connect_to(hasty, Table(api), ping_interval=None) as line:
        line.send(json.dumps(HELLO))
        with pytest.raises(ConnectionClosed):
            for n in range(10_000):
                line.ping(str(n).zfill(120))


def test_who_asks_whether_the_server_is_there_before_he_is_at_a_table_is_ended(server):
    with server.api() as api, connect_to(server, Table(api)) as line:
        line.send('{"t":"ping"}')
        assert json.loads(line.recv(5))["code"] == "no_hello"


def test_who_asks_again_and_again_whether_the_server_is_there_is_ended(server):
    with server.api() as api, connect_to(server, Table(api)) as line:
        line.send(json.dumps(HELLO))
        told: list[dict[str, Any]] = [json.loads(line.recv(5))]  # it is at the table
        with contextlib.suppress(ConnectionClosed):
            for _ in range(200):
                line.send('{"t":"ping"}')
            while True:
                told.append(json.loads(line.recv(5)))
        answered = sum(one["t"] == "pong" for one in told)
        assert told[-1]["code"] == "too_fast" and live.ANSWERS[0] < answered < 100  # some of them at the door


# ---------------------------------------------------------------------- time


@pytest.fixture(scope="module")
def hasty(tmp_path_factory) -> Iterator[Server]:
    """A server with less patience than others, so that tests need not wait."""
    made = Server(str(tmp_path_factory.mktemp("hasty") / "games.db"), "--no-limits", by=("-c", HASTE))
    yield made
    made.kill()


HASTE = """
from hexillum.web import front, live
front.HEAD_WITHIN = front.BODY_WITHIN = front.READ_WITHIN = front.CLOSE_WITHIN = live.HELLO_WITHIN = 0.5
front.NEXT_WITHIN = 1
from hexillum.cli import main
raise SystemExit(main())
"""


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [b"GET /api/hea"],
        [b"GET /api/health HTTP/1.1\r\n", *[b"x: y\r\n"] * 90],
        [b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 200\r\n\r\n", *[b" "] * 90],
        [HEAD + b"\r\n", *[b"G"] * 90],
        [HEAD + b"\r\n"],
    ],
    ids=["silence", "half a head", "a head by drops", "a body by drops", "a second head by drops", "nothing more"],
)
def test_who_takes_too_long_is_ended(hasty, parts):
    began = time.monotonic()
    with line_to(hasty) as line:
        line.settimeout(0.1)
        rest = list(parts)
        while time.monotonic() < began + 15:
            try:
                if rest:
                    line.sendall(rest.pop(0))
                if not line.recv(65536):
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
    assert time.monotonic() - began < 10


def test_who_does_not_read_is_ended(hasty):
    with hasty.api() as api:
        page = max((ROOT / "src/hexillum/web/static/assets").iterdir(), key=lambda file: file.stat().st_size)
        assert api.get(f"/assets/{page.name}").status_code == 200
    held = Path(f"/proc/{hasty.process.pid}/fd")
    with contextlib.ExitStack() as crowd:
        before = len(list(held.iterdir()))
        for _ in range(20):
            line = crowd.enter_context(line_to(hasty))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.sendall(f"GET /assets/{page.name} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode() * 30)
        end = time.monotonic() + 20
        while len(list(held.iterdir())) > before and time.monotonic() < end:
            time.sleep(0.2)
        assert len(list(held.iterdir())) <= before


def test_a_connection_that_says_nothing_is_ended(hasty):
    with hasty.api() as api, connect_to(hasty, Table(api)) as line:
        assert json.loads(line.recv(5))["code"] == "no_hello"


def test_who_is_at_a_table_may_be_silent(hasty):
    with hasty.api() as api:
        table = Table(api)
    one = Person(hasty.url, table.id)
    time.sleep(2.5)
    one.say({"t": "ping"})
    one.until(lambda: json.loads(one.frames[-1])["t"] == "pong", 5)
    one.close()


# ---------------------------------------------------------------------- how many


class Wire:
    """A transport that only tells whether it was ended."""

    ended = False

    def abort(self) -> None:
        self.ended = True

    def is_closing(self) -> bool:
        return self.ended


def crowd(door: Door, *hosts: str) -> list[Visitor]:
    return [door.enter(Wire(), host) for host in hosts]  # type: ignore[arg-type]


def here(visitors: list[Visitor]) -> list[bool]:
    return [not one.transport.ended for one in visitors]  # type: ignore[attr-defined]


def test_a_newcomer_gets_the_place_of_who_has_waited_longest():
    async def found() -> None:
        door = Door(most=3, of_address=None)
        first = crowd(door, "192.0.2.1", "192.0.2.2", "192.0.2.3")
        door.rank(first[0], Rank.SEATED)
        door.rank(first[1], Rank.WATCHING)
        assert here([*first, *crowd(door, "192.0.2.4")]) == [True, True, False, True]
        first[1].settle(seated=True)
        assert here([*first[:2], *crowd(door, "192.0.2.5", "192.0.2.6")]) == [True, True, False, True]
        assert len(door.visitors) == 3

    asyncio.run(found())


def test_a_crowd_is_asked_less_often_whether_it_is_still_there():
    async def found() -> list[float]:
        door, every = Door(of_address=None), []
        for _ in range(3):
            every.append(door.ping_every())
            crowd(door, *["192.0.2.1"] * 400)
        return every

    assert asyncio.run(found()) == [PING_EVERY, PING_EVERY, 2 * PING_EVERY]


def test_a_network_of_ipv6_is_one_address_and_takes_its_own_places_only():
    async def found() -> None:
        door = Door(most=100, of_address=2, proxies=["10.0.0.0/8"])
        other = crowd(door, "192.0.2.1", "2001:db8:0:1::1")
        many = crowd(door, *(f"2001:db8::{n:x}" for n in range(10)))
        assert here(other) == [True, True]
        assert here(many) == [False] * 8 + [True] * 2
        assert all(here(crowd(door, *["10.1.2.3"] * 20)))
        for one in list(door.visitors.values()):
            door.leave(one)
        assert not door.visitors and not door._of and not any(door._ranked)

    asyncio.run(found())


def test_seats_are_kept_where_only_seats_are_left():
    async def found() -> None:
        door = Door(most=2, of_address=None)
        seats = crowd(door, "192.0.2.1", "192.0.2.2")
        for one in seats:
            one.settle(seated=True)
        assert here([*seats, *crowd(door, "192.0.2.3")]) == [True, True, False]

    asyncio.run(found())


def test_there_is_room_for_fewer_sockets_than_descriptors():
    import resource

    places = front.room()
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert 32 <= places <= max(32, soft - front.RESERVE)


def test_onlookers_never_take_the_place_of_a_player(bounded, monkeypatch):
    monkeypatch.setattr(live, "LISTENERS_MOST", 3)
    table = Table(bounded)

    def hear(tokens: list[str]) -> str:
        line = lines.enter_context(bounded.websocket_connect(f"{table.path}/live"))
        line.send_json({**HELLO, "tokens": tokens})
        heard = line.receive_json()
        return str(heard.get("code", heard["t"]))

    with contextlib.ExitStack() as lines:
        assert [hear([]) for _ in range(5)] == ["view"] * 3 + ["full"] * 2
        for seat in ("top", "bottom"):
            assert [hear([table.tokens[seat]]) for _ in range(3)] == ["view"] * 3
        assert hear([]) == "full"


def test_onlookers_that_come_too_often_are_not_held_against_a_player(tmp_path, monkeypatch):
    monkeypatch.setitem(OF_ADDRESS, "connection", (3.0, 0.01))
    with TestClient(create_app(str(tmp_path / "games.db"), bounded=True)) as other:
        table = Table(other)

        def hear(*tokens: str) -> str:
            with other.websocket_connect(f"{table.path}/live") as line:
                line.send_json({**HELLO, "tokens": tokens})
                heard = line.receive_json()
                return str(heard.get("code", heard["t"]))

        assert [hear() for _ in range(5)] == ["view"] * 3 + ["too_fast"] * 2
        assert [hear(table.tokens["top"]) for _ in range(5)] == ["view"] * 5


def test_onlookers_of_one_address_leave_room_for_others(bounded, monkeypatch):
    monkeypatch.setattr(live, "LISTENERS_OF_ADDRESS", 2)
    table = Table(bounded)
    with contextlib.ExitStack() as lines:
        told = []
        for _ in range(4):
            line = lines.enter_context(bounded.websocket_connect(f"{table.path}/live"))
            line.send_json(HELLO)
            told.append(line.receive_json().get("code", "view"))
        assert told == ["view"] * 2 + ["full"] * 2


def test_eyes_that_change_all_the_time_end_the_connection(client):
    table = Table(client)
    with client.websocket_connect(f"{table.path}/live") as line:
        line.send_json({**HELLO, "tokens": list(table.tokens.values()), "eyes": "top"})
        for n in range(30):
            line.send_json({"t": "eyes", "eyes": ("bottom", "top")[n % 2]})
        while (heard := line.receive_json())["t"] == "view":
            pass
        assert (heard["t"], heard["code"]) == ("bye", "too_fast")


def test_the_newest_connections_of_a_seat_stay(bounded, monkeypatch):
    monkeypatch.setattr(live, "LINES_OF_SEAT", 4)
    table = Table(bounded)
    with contextlib.ExitStack() as lines:
        held = []
        for _ in range(5):
            line = lines.enter_context(bounded.websocket_connect(f"{table.path}/live"))
            line.send_json({**HELLO, "tokens": [table.tokens["top"]]})
            assert line.receive_json()["t"] == "view"
            held.append(line)
        heard = held[0].receive_json()
        while heard["t"] == "view":
            heard = held[0].receive_json()
        assert (heard["t"], heard["code"]) == ("bye", "elsewhere")
        for line in held[1:]:
            line.send_json({"t": "ping"})
            while (heard := line.receive_json())["t"] == "view":
                pass
            assert heard["t"] == "pong"


# ---------------------------------------------------------------------- how often


def test_addresses_are_told_apart_by_who_has_them():
    assert neighbourhood("192.0.2.1") != neighbourhood("192.0.2.2")
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:1") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("192.0.2.1")
    assert neighbourhood("fe80::1%eth0") == neighbourhood("fe80::2")
    assert neighbourhood("x" * 10_000) == neighbourhood("testclient") == ""


def test_a_crowd_of_addresses_neither_clears_the_buckets_of_others_nor_grows_them():
    paces = Paces((3, 0.0), most=50)
    assert [paces.take("a") for _ in range(4)][-1] > 0
    taken = sum(not paces.take(str(n)) for n in range(1000))
    assert taken == 49 + 3  # those who came first have one each, all others share one
    assert paces.take("a") > 0
    assert len(paces.kept) == 50


def test_a_bucket_that_is_full_again_makes_room():
    paces = Paces((1, 1000.0), most=2)
    for n in range(10):
        assert paces.take(str(n)) == 0
        time.sleep(0.002)
    assert len(paces.kept) == 2


def test_without_limits_nothing_is_refused():
    limits = Limits(bounded=False)
    for _ in range(3000):
        limits.address("table", "192.0.2.1")


def test_a_seat_is_bounded_from_however_many_addresses():
    limits = Limits()
    with pytest.raises(TooFast) as told:
        for n in range(1000):
            limits.address("command", f"192.0.2.{n % 250}")
            limits.seats("command", "0" * 32, [1])
    assert told.value.wait >= 1 and told.value.status == 429
    limits.seats("command", "0" * 32, [0])


def test_who_asks_too_quickly_is_told_when_to_come_again(bounded):
    table = Table(bounded)
    late = table.get("/timeline")
    assert late.status_code == 200
    for _ in range(10 * int(OF_ADDRESS["question"][0])):
        late = table.get("/timeline")
        if late.status_code != 200:
            break
    assert (late.status_code, late.json()["code"]) == (429, "too_fast")
    assert int(late.headers["retry-after"]) >= 1
    assert late.headers["retry-after"] in late.json()["message"]
    assert table.view()["outcome"] is None  # other things may still be asked


@pytest.mark.parametrize("path", ["odds", "threats", "timeline", "moments/0", "record", "position", "luck"])
def test_every_question_that_costs_thought_is_counted(bounded, monkeypatch, path):
    table = Table(bounded)
    monkeypatch.setattr(Limits, "address", refuse_questions)
    assert table.get(f"/{path}", "top").status_code == 429
    assert table.post("/why", "top", {"line": "end"}).status_code == 429


def refuse_questions(_limits, what, _host, cost=1.0):
    if what == "question":
        raise TooFast(what, 1)


def test_new_tables_of_all_kinds_are_counted_together(bounded):
    table = Table(bounded)
    table.do("top", {"do": "resign"})
    burst = int(OF_ADDRESS["table"][0])
    analyses = [bounded.post("/api/analysis", json={"battle": "akragas"}).status_code for _ in range(burst - 10)]
    assert set(analyses) == {201}
    forks = [table.post("/fork", "top", {"moment": 0}).status_code for _ in range(15)]
    assert forks[0] == 201 and forks[-1] == 429
    assert table.post("/rematch", "top").status_code == 429


def test_a_long_log_costs_more_than_a_short_one():
    limits = Limits()
    burst = OF_ADDRESS["request"][0]
    with pytest.raises(TooFast):
        for _ in range(int(burst / 10)):
            limits.log("192.0.2.1", 8000)
    for _ in range(int(burst) + 10):
        limits.log("192.0.2.2", 50)


def test_who_has_long_games_loaded_again_and_again_pays_for_it(bounded, monkeypatch):
    table = Table(bounded)
    inside = bounded.app.state.tables
    monkeypatch.setattr("hexillum.web.live.ENTRIES_OF_ONE", 0.05)
    found = []
    for _ in range(5):
        inside.in_memory.clear()
        found.append(table.get().status_code)
    assert found[0] == 200 and found[-1] == 429
    assert Table(bounded).get().status_code == 200  # what is in memory may be seen


def test_a_game_is_paid_for_once_by_a_crowd_and_leaves_nobody_in_debt_after_a_start(tmp_path, monkeypatch):
    monkeypatch.setattr("hexillum.web.live.ENTRIES_OF_ONE", 0.01)
    monkeypatch.setitem(OF_ADDRESS, "question", (12.0, 0.001))
    database = str(tmp_path / "games.db")
    with TestClient(create_app(database, bounded=False)) as before:
        tables = [Table(before) for _ in range(3)]
    app = create_app(database, bounded=True)
    with TestClient(app) as after:
        inside, inner, host = app.state.tables, app.state.limits, "192.0.2.1"

        async def crowd(table: Table) -> list[object]:
            coming = [come_to(inside, inner, host, table.id, list(table.tokens.values())) for _ in range(10)]
            return await asyncio.gather(*coming, return_exceptions=True)

        assert after.portal is not None
        for table in tables[:2]:  # five of each, and nothing more
            assert all(isinstance(one, tuple) for one in after.portal.call(crowd, table))
        assert all(isinstance(one, TooFast) for one in after.portal.call(crowd, tables[2]))


def test_a_seat_that_plays_too_quickly_is_refused_and_not_thrown_out(tmp_path, monkeypatch):
    monkeypatch.setitem(OF_SEAT, "command", (2.0, 0.01))
    with TestClient(create_app(str(tmp_path / "games.db"), bounded=True)) as other:
        table = Table(other)
        with other.websocket_connect(f"{table.path}/live") as line:
            line.send_json({**HELLO, "tokens": list(table.tokens.values()), "eyes": "top"})
            view = line.receive_json()["view"]
            codes = []
            for _ in range(4):
                line.send_json({"t": "command", "command": command(view, "top", answer(0))})
                while (heard := line.receive_json())["t"] == "view":
                    pass
                codes.append(heard["code"])
        assert codes[-1] == "too_fast" and "too_fast" not in codes[:2]


def test_an_onlooker_that_changes_its_eyes_is_shown_nothing_anew(client):
    table = Table(client)
    with client.websocket_connect(f"{table.path}/live") as line:
        line.send_json(HELLO)
        assert line.receive_json()["t"] == "view"
        for _ in range(5):
            line.send_json({"t": "eyes", "eyes": None})
        line.send_json({"t": "ping"})
        assert line.receive_json()["t"] == "pong"


# ---------------------------------------------------------------------- who asks


@pytest.fixture(scope="module")
def behind(tmp_path_factory) -> Iterator[Server]:
    """A server that believes a proxy at another address than ours."""
    words = ("--proxy", "10.0.0.1", "--allow", "games.example")
    made = Server(str(tmp_path_factory.mktemp("behind") / "games.db"), *words)
    yield made
    made.kill()


def test_what_others_say_of_addresses_is_not_believed(behind):
    with behind.api() as api:
        burst = int(OF_ADDRESS["table"][0])
        headers = [{"x-forwarded-for": f"198.51.100.{n}"} for n in range(burst + 5)]
        codes = [api.post("/api/games", json={"battle": "akragas"}, headers=one).status_code for one in headers]
    assert codes[-1] == 429


def test_a_proxy_that_is_named_is_believed_as_to_the_nearest_address_only(tmp_path):
    one = Server(str(tmp_path / "games.db"), "--proxy", "127.0.0.1")
    try:
        with one.api() as api:

            def post(forwarded: str) -> int:
                headers = {"x-forwarded-for": forwarded}
                return api.post("/api/games", json={"battle": "akragas"}, headers=headers).status_code

            burst = int(OF_ADDRESS["table"][0])
            invented = [post(f"198.51.100.{n}, 203.0.113.5") for n in range(burst + 5)]
            assert invented[-1] == 429
            network = [post(f"2001:db8::{n:x}") for n in range(burst + 5)]
            assert network[-1] == 429
            assert post("203.0.113.6") == 201
    finally:
        one.kill()


@pytest.mark.parametrize(
    "host",
    [b"elsewhere.example", b"localhost.elsewhere.example", b"localhost@x", b"203.0.113.7", b"x/../localhost", b""],
)
def test_a_name_that_is_not_ours_is_refused(server, host):
    for words in (b"connection: close\r\n", UPGRADE + KEY):
        told = said_to(server, b"GET /api/health HTTP/1.1\r\nhost: " + host + b"\r\n" + words + b"\r\n")
        assert told.startswith(b"HTTP/1.1 400"), told
        assert b"other_host" in told


@pytest.mark.parametrize("host", [b"localhost", b"LOCALHOST:99", b"127.0.0.1:8000", b"[::1]", b"games.example"])
def test_the_names_of_a_server_are_its_own(behind, host):
    told = said_to(behind, b"GET /api/health HTTP/1.1\r\nhost: " + host + b"\r\nconnection: close\r\n\r\n")
    assert told.startswith(b"HTTP/1.1 200")


def test_a_page_of_a_name_that_leads_here_gets_no_connection(hasty):
    with hasty.api() as api:
        table = Table(api)
    port = hasty.url.rsplit(":", 1)[1]
    url = f"ws://rebound.example:{port}{table.path}/live"
    with pytest.raises(InvalidStatus) as told, line_to(hasty) as line:
        connect(url, origin=Origin(f"http://rebound.example:{port}"), sock=line, proxy=None).recv()
    assert told.value.response.status_code == 400


def test_a_server_for_all_takes_addresses_and_no_foreign_names():
    names = Names(["castle"], any_address=True)
    assert [names.own(host) for host in ("192.0.2.1:8000", "[2001:db8::1]", "castle:8000", "elsewhere.example")] == [
        True,
        True,
        True,
        False,
    ]


# ---------------------------------------------------------------------- views


def test_a_view_is_made_once_for_all_who_see_the_same(client, monkeypatch):
    table = Table(client, seed=3)
    inside = client.app.state.tables.in_memory[table.id]
    made: list[str] = []

    def shown(*key: object, **more: object) -> dict[str, str]:
        made.append(f"{key[1:]} {more}")
        return {"seen": made[-1]}

    monkeypatch.setattr("hexillum.web.views.going", shown)
    views = Views(most=10_000)
    texts = {views.text(inside, None, (), 0) for _ in range(5)}
    assert len(texts) == len(made) == 1
    assert views.text(inside, 0, (0,)) != views.text(inside, 1, (1,))
    inside.news += 1
    inside.rematch = "f" * 32
    assert b'"rematch":"ffff' in views.text(inside, None, (), 0)  # what is around the board is made anew, and no more
    assert len(made) == 3
    inside.game.version += 1
    views.text(inside, None, (), 0)
    assert len(made) == 4
    for n in range(100):
        inside.game.version += 1
        views.text(inside, None, (), n)
    assert views.size <= 10_000


def test_a_crowd_that_comes_and_goes_wakes_the_others_only_now_and_then(client):
    table = Table(client, seed=3)
    with client.websocket_connect(f"{table.path}/live") as line:
        line.send_json({**HELLO, "tokens": [table.tokens["top"]], "eyes": "top"})
        assert line.receive_json()["view"]["seats"]["top"]["present"]
        began = time.monotonic()
        for _ in range(20):
            with client.websocket_connect(f"{table.path}/live") as other:
                other.send_json(HELLO)
                assert other.receive_json()["t"] == "view"
        time.sleep(2.5 * PRESENCE_EVERY)
        most = 2 + (time.monotonic() - began) / PRESENCE_EVERY
        line.send_json({"t": "ping"})
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1]["t"] == "view":
            heard.append(line.receive_json())
        assert 1 <= len(heard) - 1 <= most
        assert heard[-2]["view"]["watching"] == 0


def test_the_tables_in_memory_are_bounded_by_the_length_of_their_games(client, monkeypatch):
    monkeypatch.setattr("hexillum.web.memory.ENTRIES_MOST", 100)
    tables = [Table(client) for _ in range(40)]
    inside = client.app.state.tables
    held = sum(one.entries_held() for one in inside.in_memory.values() if not one.listeners)
    assert held <= 100 + max(one.entries_held() for one in inside.in_memory.values())
    assert tables[-1].id in inside.in_memory
    assert client.get(tables[0].path, headers=bearer(tables[0].tokens["top"])).status_code == 200
