"""What clients that mean no good, or are broken, cannot do."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
import websockets
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from hexillum.web.guard import HEADERS
from hexillum.web.messages import BODY_MOST, MESSAGE_MOST
from tests.web.players import ROOT, Person, Server, Table, answer, bearer, choice, command


@pytest.fixture
def table(client):
    return Table(client, seed=3)


def truth(client: TestClient, table: Table):
    return client.app.state.tables.in_memory[table.id].game  # type: ignore[attr-defined]


def refused(table: Table, answered, status: int, code: str) -> None:
    """An answer is a problem of a kind."""
    assert (answered.status_code, answered.json()["code"]) == (status, code), answered.text
    assert set(answered.json()) == {"code", "message", "rules"}


# ---------------------------------------------------------------------- seats and tokens


def test_nobody_acts_without_the_token_of_the_seat(client, table):
    view = table.view("bottom")
    sent = command(view, "bottom", answer(choice(view, random.Random(1))))
    other = Table(client)
    path = f"{table.path}/commands"
    before = truth(client, table).version
    refused(table, client.post(path, json=sent), 403, "not_yours")
    refused(table, client.post(path, json=sent, headers=bearer(table.tokens["top"])), 403, "not_yours")
    refused(table, client.post(path, json=sent, headers=bearer(other.tokens["bottom"])), 403, "wrong_token")
    refused(table, client.post(path, json=sent, headers=bearer("x" * 43)), 403, "wrong_token")
    for header in ("Basic abc", "Bearer", "Bearer a,b,c", "x" * 399, ""):
        answered = client.post(path, json=sent, headers={"authorization": header})
        refused(table, answered, 401, "wrong_token")
    assert truth(client, table).version == before
    assert client.post(path, json=sent, headers=bearer(table.tokens["bottom"])).status_code == 200


@pytest.mark.parametrize("path", ["", "/threats", "/moments/0", "/record", "/position"])
def test_a_token_of_another_game_opens_nothing(client, table, path):
    other = Table(client)
    answered = client.get(table.path + path, headers=bearer(other.tokens["top"]))
    refused(table, answered, 403, "wrong_token")


def test_the_side_that_is_not_asked_cannot_answer(client, table):
    view = table.view("bottom")
    number = choice(view, random.Random(1))
    refused(table, table.do("top", answer(number)), 409, "not_yours")


# ---------------------------------------------------------------------- commands


def test_a_command_for_an_old_view_changes_nothing(client, table):
    rng = random.Random(1)
    old = table.ours()
    table.step(rng, old)
    before = truth(client, table).version
    for version in (old["version"], before + 1, 2**31 - 1):
        sent = command(old, "bottom", answer(choice(old, rng)), version=version)
        refused(table, table.post("/commands", "bottom", sent), 409, "stale_version")
    assert truth(client, table).version == before


@pytest.mark.parametrize("number", [0, 1, 15, 200, 299, 511, 512, 5000, 2**31 - 1])
def test_what_is_not_offered_is_refused(client, table, number):
    view = table.view("bottom")
    assert number not in [o["number"] for o in view["decision"]["options"]]
    before = truth(client, table).version
    answered = table.do("bottom", answer(number))
    refused(table, answered, 409, "not_offered")
    assert answered.json()["rules"]
    assert truth(client, table).version == before


def test_one_wrong_answer_in_a_row_undoes_the_row(client, table):
    view = table.view("bottom")
    number = choice(view, random.Random(1))
    before = truth(client, table).battle.state.copy()
    refused(table, table.do("bottom", answer(number, 5000)), 409, "not_offered")
    assert truth(client, table).battle.state == before


@pytest.mark.parametrize(
    ("body", "code"), [({"do": "roll"}, "not_asked"), ({"do": "dice", "faces": "GG"}, "not_asked")]
)
def test_nobody_rolls_when_no_dice_are_asked(client, table, body, code):
    refused(table, table.do("bottom", body), 409, code)


GOOD = {"id": "00000000-0000", "version": 0, "seat": "top", "body": {"do": "resign"}}


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        [],
        None,
        "resign",
        {**GOOD, "more": 1},
        {**GOOD, "body": {"do": "resign", "more": 1}},
        {**GOOD, "body": {"do": "win"}},
        {**GOOD, "version": -1},
        {**GOOD, "version": 10**30},
        {**GOOD, "version": 1.5},
        {**GOOD, "version": "NaN"},
        {**GOOD, "version": None},
        {**GOOD, "seat": "chance"},
        {**GOOD, "seat": 0},
        {**GOOD, "id": "x"},
        {**GOOD, "id": "a" * 41},
        {**GOOD, "body": {"do": "answer", "numbers": []}},
        {**GOOD, "body": {"do": "answer", "numbers": [1] * 25}},
        {**GOOD, "body": {"do": "answer", "numbers": [-1]}},
        {**GOOD, "body": {"do": "answer", "numbers": [2**31]}},
        {**GOOD, "body": {"do": "dice", "faces": "XYZ"}},
        {**GOOD, "body": {"do": "dice", "faces": "G" * 1000}},
        {**GOOD, "body": {"do": "undo", "moment": -1}},
    ],
)
def test_commands_of_a_wrong_form_are_not_understood(client, table, wrong):
    refused(table, table.post("/commands", "top", wrong), 422, "invalid")
    assert table.view()["outcome"] is None


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"",
        b"\xff\xfe",
        b'{"battle": NaN}',
        b'{"battle": "akragas", "seed": NaN}',
        b'{"battle": "akragas", "seed": Infinity}',
        b'{"battle": "akragas", "seed": 1e400}',
        b'{"battle": "akragas", "seed": ' + b"9" * 5000 + b"}",
        b'{"battle": "\\ud800"}',
        b'{"\\ud800": 1}',
        b'{"battle": "akragas", "switches": {"\\ud800": true}}',
        b"[" * 100_000,
        b'{"battle": "a\\u0000b"}',
    ],
    ids=lambda body: repr(body[:40]),
)
def test_a_body_that_is_no_message_is_an_error_of_the_client(client, body):
    answered = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert answered.status_code in (400, 422), answered.text
    assert set(answered.json()) == {"code", "message", "rules"}


def test_a_body_that_is_too_large_is_not_read(client, table):
    text = json.dumps({"record": "x" * BODY_MOST})
    answered = client.post("/api/analysis", content=text, headers={"content-type": "application/json"})
    refused(table, answered, 413, "too_large")


def test_a_body_of_unknown_length_is_not_read_to_its_end(client, table):
    sent = []

    def endless():
        for _ in range(1000):
            sent.append(1)
            yield b"x" * 8192

    answered = client.post("/api/analysis", content=endless(), headers={"content-type": "application/json"})
    refused(table, answered, 413, "too_large")


@pytest.mark.parametrize("length", ["-5", "abc", "\u00b2", "1e3", "99999999999999999999"])
def test_a_length_that_is_none_is_refused(client, table, length):
    answered = client.post("/api/games", content=b"{}", headers={"content-length": length.encode("latin-1")})
    assert answered.status_code == 413


# ---------------------------------------------------------------------- once, and one of two


def test_the_same_command_counts_once(client, table):
    view = table.view("bottom")
    sent = command(view, "bottom", answer(choice(view, random.Random(1))))
    first = table.post("/commands", "bottom", sent)
    again = table.post("/commands", "bottom", sent)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    later = table.post("/commands", "bottom", {**sent, "version": first.json()["version"]})
    assert later.status_code in (200, 409)
    assert truth(client, table).version == first.json()["version"]


def test_of_two_commands_at_one_version_one_wins(server):
    with server.api() as api:
        table = Table(api)
        for _ in range(5):
            view = table.ours()
            seat = view["decision"]["actor"]
            rng = random.Random(1)
            both = bearer(*table.tokens.values())

            def post(sent, path=f"{table.path}/commands", both=both):
                return api.post(path, json=sent, headers=both)

            sent = [command(view, seat, answer(choice(view, rng))) for _ in range(4)]
            with ThreadPoolExecutor(4) as pool:
                found = [a.status_code for a in pool.map(post, sent)]
            assert sorted(found) == [200, 409, 409, 409]
            assert table.ours()["version"] > view["version"]


# ---------------------------------------------------------------------- other sites


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://testserver.elsewhere.example"},
        {"origin": "http://["},
        {"origin": "http://testserver:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=str,
)
def test_pages_of_other_sites_can_do_nothing(client, table, headers):
    refused(table, client.post("/api/games", json={"battle": "akragas"}, headers=headers), 403, "other_origin")
    sent = command(table.view("top"), "top", {"do": "resign"})
    mine = {**bearer(table.tokens["top"]), **headers}
    refused(table, client.post(f"{table.path}/commands", json=sent, headers=mine), 403, "other_origin")
    assert table.view()["outcome"] is None


def test_the_own_page_may(client):
    headers = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
    assert client.post("/api/games", json={"battle": "akragas"}, headers=headers).status_code == 201


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://["])
def test_a_page_of_another_site_gets_no_connection(server, origin):
    with server.api() as api:
        table = Table(api)
    url = f"{server.url.replace('http', 'ws', 1)}{table.path}/live"
    with pytest.raises((InvalidStatus, ConnectionClosed)) as told, connect(url, origin=origin, proxy=None) as one:
        one.recv(5)
    assert not isinstance(told.value, InvalidStatus) or told.value.response.status_code == 403


# ---------------------------------------------------------------------- connections


@pytest.fixture(scope="module")
def live(server: Server):
    with server.api() as api:
        table = Table(api, seed=3)
        yield table


def stranger(server: Server, table: Table) -> Person:
    return Person(server.url, table.id, hello=False)


HELLO = {"t": "hello", "protocol": 1}


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ([{"t": "ping"}], "no_hello"),
        ([{"t": "command", "command": GOOD}], "no_hello"),
        ([{**HELLO, "protocol": 0}], "protocol"),
        ([{**HELLO, "protocol": 10**30}], "protocol"),
        ([HELLO, HELLO], "hello_again"),
        ([{**HELLO, "eyes": "top"}], "not_yours"),
        ([{**HELLO, "eyes": "chance"}], "unreadable"),
        ([{**HELLO, "tokens": ["x" * 43]}], "wrong_token"),
        ([{**HELLO, "tokens": ["x" * 43] * 3}], "unreadable"),
        ([{**HELLO, "more": 1}], "unreadable"),
        ([{**HELLO, "log_from": -1}], "unreadable"),
        ([HELLO, {"t": "eyes", "eyes": "bottom"}], "not_yours"),
        ([HELLO, {"t": "fly"}], "unreadable"),
        ([HELLO, "{"], "unreadable"),
        ([HELLO, "NaN"], "unreadable"),
        ([HELLO, "\x00"], "unreadable"),
        ([HELLO, "[" * 10_000], "unreadable"),
        ([HELLO, b'{"t": "ping"}'], "unreadable"),
        ([b"\xff\xff"], "unreadable"),
        ([HELLO, " " * (MESSAGE_MOST + 1)], "too_large"),
        ([HELLO, *[{"t": "ping"}] * 60], "too_fast"),
        ([HELLO, {"t": "command", "command": {**GOOD, "body": {"do": "answer", "numbers": [-1]}}}], "unreadable"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_connection_that_says_what_it_may_not_is_closed_with_the_reason(server, live, said, code):
    one = stranger(server, live)
    heard = {}
    with pytest.raises(ConnectionClosed) as closed:
        for message in said:
            one.say(message)
        while True:
            heard = one.hear(10)
    if heard.get("t") != "bye":  # a flood may break the line before everything was sent
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                heard = one.hear(10)
    assert (heard["t"], heard["code"]) == ("bye", code)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4400, code)


def test_a_message_beyond_all_bounds_ends_the_connection_only(server, live):
    one = stranger(server, live)
    one.say(HELLO)
    with pytest.raises(ConnectionClosed):
        one.say("x" * 1_000_000)
        while True:
            one.hear(10)
    assert live.view()["outcome"] is None


def test_a_connection_to_no_game_is_told_so(server):
    for game in ("0" * 32, "x", "%00", "%ff", "a" * 3000):
        one = Person(server.url, game, hello=False)
        with pytest.raises(ConnectionClosed):
            one.say(HELLO)
            while True:
                heard = one.hear(10)
        assert heard["code"] == "no_game"


def test_an_onlooker_cannot_act_over_a_connection(server, live):
    one = Person(server.url, live.id)
    before = one.view["version"]
    for seat in ("top", "bottom"):
        told = one.do({"do": "resign"}, seat=seat)
        assert (told["t"], told["code"]) == ("refused", "not_yours")
    assert live.view()["version"] == before
    one.close()


def test_a_player_cannot_act_for_the_other_seat_over_a_connection(server, live):
    one = Person(server.url, live.id, live.tokens["top"], eyes="top")
    told = one.do({"do": "resign"}, seat="bottom")
    assert (told["t"], told["code"]) == ("refused", "not_yours")
    assert one.do(answer(0))["code"] == "not_yours"
    one.close()


def test_a_refused_command_is_followed_by_the_view_of_now(server, live):
    one = Person(server.url, live.id, live.tokens["bottom"], eyes="bottom")
    told = one.do(answer(choice(one.view, random.Random(1))), version=10_000)
    assert (told["t"], told["code"]) == ("refused", "stale_version")
    assert one.hear()["t"] == "view"
    one.close()


def test_a_thousand_connections_at_once_do_not_hold_others_up(server):
    with server.api() as api:
        tables = [Table(api) for _ in range(20)]
        url = server.url.replace("http", "ws", 1)

        async def one(n: int) -> str:
            table = tables[n % len(tables)]
            async with websockets.connect(f"{url}{table.path}/live", proxy=None, open_timeout=60) as socket:
                if n % 4 == 0:
                    return "silent"
                await socket.send(json.dumps(HELLO))
                return str(json.loads(await asyncio.wait_for(socket.recv(), 60))["t"])

        async def everybody() -> list[str]:
            gate = asyncio.Semaphore(200)

            async def let(n: int) -> str:
                async with gate:
                    return await one(n)

            return await asyncio.gather(*(let(n) for n in range(1000)))

        found = asyncio.run(everybody())
        assert found.count("view") == 750
        table = tables[0]
        assert table.step(random.Random(1))["version"] > 0


def test_a_table_takes_only_so_many_onlookers(client, monkeypatch):
    monkeypatch.setattr("hexillum.web.live.LISTENERS_MOST", 4)
    table = Table(client)
    with contextlib.ExitStack() as crowd:
        told = []
        for _ in range(6):
            socket = crowd.enter_context(client.websocket_connect(f"{table.path}/live"))
            socket.send_json(HELLO)
            told.append(socket.receive_json().get("code", "view"))
    assert told == ["view"] * 4 + ["full"] * 2


# ---------------------------------------------------------------------- addresses


def raw(server: Server, request: bytes) -> bytes:
    """What is answered to bytes as they stand."""
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall(request)
        got = b""
        while chunk := line.recv(65536):
            got += chunk
    return got


@pytest.mark.parametrize(
    "path",
    [
        "/..%2f..%2fpyproject.toml",
        "/../../pyproject.toml",
        "/..%2f..%2f..%2f..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/app.py",
        "/assets/..%2f..%2fapp.py",
        "/assets/%2e%2e/%2e%2e/app.py",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/..%5c..%5capp.py",
        "/.",
        "/..",
        "/%00",
        "/assets/%00",
        "/" + "a" * 300,
        "/" + "a/" * 3000,
        "/%ff%fe",
    ],
    ids=lambda path: path[:40],
)
def test_no_address_leads_out_of_the_folder_of_pages(server, path):
    got = raw(server, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    head, _, body = got.partition(b"\r\n\r\n")
    status = int(head.split()[1])
    assert status in (200, 400, 404), head
    for secret in (b"[build-system]", b"root:", b"create_app"):
        assert secret not in body
    if status == 200:
        assert b"text/html" in head.lower()


def test_a_record_to_analyse_names_a_battle_and_never_a_file(client, tmp_path):
    secret = tmp_path / "secret.toml"
    secret.write_text('password = "open sesame"\n')
    for name in (str(secret), "/etc/passwd", str(ROOT / "src/hexillum/data/scenarios/akragas.toml"), "pyproject.toml"):
        text = f"hexillum record 1\nscenario {name}\nscript\nend 0 e3b0c44298fc1c14\n"
        answered = client.post("/api/analysis", json={"record": text})
        assert answered.status_code == 422
        assert "no scenario" in answered.json()["message"], answered.text
        assert "password" not in answered.text and "sesame" not in answered.text


ADDRESSES = [
    ("GET", "/api/health"),
    ("GET", "/api/battles"),
    ("POST", "/api/games"),
    ("POST", "/api/analysis"),
    ("GET", "/api/games/" + "0" * 32),
    ("POST", "/api/games/" + "0" * 32 + "/commands"),
    ("GET", "/api/games/" + "0" * 32 + "/moments/3"),
]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"])
@pytest.mark.parametrize(("right", "path"), ADDRESSES)
def test_a_method_that_an_address_does_not_take_is_answered_with_those_it_takes(client, method, right, path):
    if method == right:
        return
    answered = client.request(method, path)
    assert answered.status_code == 405, (method, path, answered.status_code)
    assert answered.headers["allow"] == right
    if method != "HEAD":
        assert answered.json()["code"] == "http"


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_no_address_of_the_api_is_a_page(client, method):
    answered = client.request(method, "/api/nothing/here", headers={"accept": "text/html"})
    assert answered.status_code == 404
    assert answered.json()["code"] == "no_address"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", (200, 404)),
        ("GET", "/games/whatever", (200, 404)),
        ("GET", "/api/health", (200,)),
        ("GET", "/api/nothing", (404,)),
        ("PUT", "/api/games", (405,)),
        ("POST", "/api/games", (422,)),
        ("GET", "/api/games/" + "0" * 32, (404,)),
        ("GET", "/assets/nothing.js", (404,)),
        ("GET", "/api/openapi.json", (200,)),
    ],
)
def test_every_answer_carries_the_headers_of_safety(client, method, path, status):
    answered = client.request(method, path)
    assert answered.status_code in status
    for name, value in HEADERS.items():
        assert answered.headers[name] == value
    if path.startswith("/api/"):
        assert answered.headers["cache-control"] == "no-store"
    assert "server" not in answered.headers


def test_refusals_carry_the_headers_of_safety_too(client):
    for answered in (
        client.post("/api/games", json={}, headers={"origin": "https://elsewhere.example"}),
        client.post("/api/analysis", content=b"x" * (BODY_MOST + 1)),
    ):
        assert HEADERS.items() <= dict(answered.headers).items()


def test_an_error_of_ours_is_told_in_one_sentence_with_the_headers_of_safety(client, monkeypatch):
    table = Table(client)

    def broken(*_args, **_more):
        raise RuntimeError("secret words of the inside")

    monkeypatch.setattr("hexillum.web.views.going", broken)
    answered = client.get(table.path)
    assert answered.status_code == 500
    assert answered.json()["code"] == "error"
    assert "secret" not in answered.text
    assert HEADERS.items() <= dict(answered.headers).items()


def test_tables_of_one_address_are_bounded_where_strangers_come(tmp_path):
    from hexillum.web.app import create_app
    from hexillum.web.limits import GAMES

    with TestClient(create_app(str(tmp_path / "games.db"), bounded=True)) as many:
        found = [many.post("/api/games", json={"battle": "akragas"}).status_code for _ in range(int(GAMES[0]) + 3)]
    assert found[: int(GAMES[0])] == [201] * int(GAMES[0])
    assert found[-1] == 429


def test_identities_of_games_cannot_be_guessed(client):
    ids = {Table(client).id for _ in range(5)}
    assert len(ids) == 5
    assert all(uuid.UUID(id).version == 4 for id in ids)


def test_threads_of_the_server_do_not_pile_up(server):
    assert threading.active_count() < 100
    assert server.process.poll() is None
