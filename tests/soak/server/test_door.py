"""Attacks on the door of a server: endless requests, silent and slow crowds, floods; figures with `pytest -s`."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import websockets

from tests.web.players import Person, Server, Table, bearer

HELLO = json.dumps({"t": "hello", "protocol": 1})
EYES = json.dumps({"t": "eyes", "eyes": None})


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own for each attack."""
    made = Server(str(tmp_path / "games.db"))
    yield made
    made.kill()


def megabytes(server: Server) -> float:
    """The memory that a server holds."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def most_megabytes(server: Server) -> float:
    """The most memory that a server ever held."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def line_to(server: Server, timeout: float = 5) -> socket.socket:
    """A connection to a server."""
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=timeout)


def pour(server: Server, head: bytes, more: bytes, most: int) -> int:
    """Send a beginning and then more and more, until the server ends it; how many bytes it took."""
    sent = 0
    with line_to(server) as line, contextlib.suppress(OSError):
        line.sendall(head)
        while sent < most:
            line.sendall(more)
            sent += len(more)
    return sent


def ended_after(server: Server, *parts: bytes, pause: float = 1.0, most: float = 60.0) -> float:
    """Seconds until a server ends a connection that sends so much and no more; `most` where it does not."""
    began = time.monotonic()
    with line_to(server, timeout=0.1) as line:
        rest = list(parts)
        while time.monotonic() - began < most:
            try:
                if rest:
                    line.sendall(rest.pop(0))
                    time.sleep(pause)
                if not line.recv(65536):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
    return min(most, time.monotonic() - began)


def choices(server: Server, table: Table, seconds: float) -> list[float]:
    """How long each choice at a table takes, in milliseconds, made one after the other."""
    rng, found = random.Random(1), []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        view = table.ours()
        if view["outcome"] is not None:
            break
        began = time.monotonic()
        table.step(rng, view)
        found.append(1000 * (time.monotonic() - began))
        time.sleep(0.05)
    return found


def told(name: str, **figures: object) -> None:
    """Print the figures of an attack."""
    print(f"\n{name}: " + ", ".join(f"{what.replace('_', ' ')} {figure}" for what, figure in figures.items()))


@pytest.mark.parametrize(
    ("head", "more"),
    [
        (b"GET / HTTP/1.1\r\n", b"x: " + b"y" * 65_000 + b"\r\n"),
        (b"GET / HTTP/1.1\r\n", b"x: y\r\n" * 10_000),
        (b"GET /", b"a" * 65_536),
        (b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999\r\n\r\n", b"z" * 65_536),
        (b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n", b"1\r\nz\r\n" * 10_000),
    ],
    ids=["headers", "short headers", "address line", "body", "chunks"],
)
def test_what_does_not_end_is_cut_off(server, head, more):
    before = megabytes(server)
    taken = pour(server, head, more, 100_000_000)
    told(f"endless {head[:12]!r}", taken_MB=round(taken / 1e6, 1), grown_MB=round(most_megabytes(server) - before))
    assert taken < 10_000_000
    assert most_megabytes(server) - before < 50


HALVES = {
    "silence": (),
    "half a head": (b"GET /api/health HTTP/1.1\r\nhost: local",),
    "a head by drops": (b"GET /api/health HTTP/1.1\r\n", *[b"x: y\r\n"] * 60),
    "half a body": (b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{",),
    "a body by drops": (
        b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n",
        *[b" "] * 60,
    ),
    "a second request by drops": (
        b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n",
        *[b"G", b"E", b"T", b" ", *[b"/"] * 60],
    ),
}


def test_what_is_half_sent_is_not_kept(server):
    async def all_of_them() -> list[float]:
        return await asyncio.gather(*(asyncio.to_thread(ended_after, server, *parts) for parts in HALVES.values()))

    found = asyncio.run(all_of_them())
    told("half-sent, seconds until it is ended", **dict(zip(HALVES, (round(one, 1) for one in found), strict=True)))
    assert max(found) < 45


FEW = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))
from tests.kit.same_chance import main
raise SystemExit(main())
"""


def limited(database: str, descriptors: int) -> Server:
    """A server that may open only so many descriptors."""
    return Server(database, by=("-c", FEW.replace("DESCRIPTORS", str(descriptors))))


@pytest.mark.parametrize("head", [b"", b"GET / HTTP/1.1\r\nx: "], ids=["silent", "half a head"])
def test_a_silent_crowd_locks_nobody_out(tmp_path, head):
    server = limited(str(tmp_path / "games.db"), 1024)
    try:
        with server.api() as api:
            table = Table(api)
        with contextlib.ExitStack() as crowd:
            for _ in range(1_100):
                line = crowd.enter_context(line_to(server))
                line.sendall(head)
            began = time.monotonic()
            try:
                with server.api() as api:
                    api.timeout = 10
                    assert api.get("/api/health").status_code == 200
                asked = time.monotonic() - began
                one = Person(server.url, table.id, table.tokens["top"], eyes="top")
                one.close()
                seated = time.monotonic() - began
            except Exception as error:
                told(f"1,100 silent sockets {head!r}", locked_out=repr(error)[:60])
                raise
        told(f"1,100 silent sockets {head!r}", answer_s=round(asked, 2), seat_s=round(seated, 2))
        assert seated < 5
    finally:
        server.kill()


def test_a_crowd_of_onlookers_shuts_no_player_out(server):
    with server.api() as api:
        table = Table(api)
    url = f"{server.url.replace('http', 'ws', 1)}{table.path}/live"

    async def crowd() -> tuple[int, str]:
        async def look() -> tuple[str, object]:
            line = await websockets.connect(url, proxy=None, open_timeout=30)
            await line.send(HELLO)
            return json.loads(await asyncio.wait_for(line.recv(), 30))["t"], line

        held = [await look() for _ in range(220)]
        await asyncio.sleep(0.5)
        one = await asyncio.to_thread(Person, server.url, table.id, table.tokens["top"], eyes="top", hello=False)
        one.say({"t": "hello", "protocol": 2, "tokens": [table.tokens["top"]], "eyes": "top"})
        heard = await asyncio.to_thread(one.hear)
        return [kind for kind, _ in held].count("view"), str(heard.get("code", heard["t"]))

    watching, heard = asyncio.run(crowd())
    told("220 onlookers", watching=watching, the_player_hears=heard)
    assert heard == "view"


def test_a_crowd_that_changes_its_eyes_holds_nobody_up(server):
    rng = random.Random(1)
    with server.api() as api:
        table, other = Table(api, seed=3), Table(api, seed=4)
        table.play(rng, 150)
        quiet = choices(server, other, 4)
        url = f"{server.url.replace('http', 'ws', 1)}{table.path}/live"

        async def crowd() -> list[float]:
            async def look() -> None:
                while True:
                    with contextlib.suppress(OSError, websockets.WebSocketException):
                        async with websockets.connect(url, proxy=None, open_timeout=30, max_size=None) as line:
                            await line.send(HELLO)

                            async def flood(line=line) -> None:
                                while True:
                                    await line.send(EYES)
                                    await asyncio.sleep(1 / 15)

                            flooding = asyncio.create_task(flood())
                            try:
                                async for _ in line:
                                    pass
                            finally:
                                flooding.cancel()
                    await asyncio.sleep(0.5)

            tasks = [asyncio.create_task(look()) for _ in range(100)]
            await asyncio.sleep(3)
            found = await asyncio.to_thread(choices, server, other, 10)
            for task in tasks:
                task.cancel()
            return found

        loud = asyncio.run(crowd())
    told(
        "100 onlookers change their eyes, a choice at another table",
        alone_ms=round(statistics.median(quiet)),
        median_ms=round(statistics.median(loud)),
        most_ms=round(max(loud)),
        choices=len(loud),
    )
    assert statistics.median(loud) < 500


def test_those_who_do_not_read_cost_no_memory(server):
    with server.api() as api:
        table = Table(api, seed=3)
        table.play(random.Random(1), 200)
    before = megabytes(server)
    with contextlib.ExitStack() as crowd:
        began = time.monotonic()
        for _ in range(40):
            line = crowd.enter_context(line_to(server))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.sendall(handshake(table))
            line.recv(1024)
            with contextlib.suppress(OSError):
                line.sendall(frame(1, HELLO.encode()))
                line.settimeout(0.2)
                for _ in range(400):  # pings, whose pongs nobody reads
                    line.sendall(frame(9, b"x" * 120) * 300)
        grown = megabytes(server) - before
        told("40 that flood with pings and do not read", grown_MB=round(grown), s=round(time.monotonic() - began))
    assert grown < 100


def handshake(table: Table) -> bytes:
    """The request that opens a connection at a table."""
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    words = (
        f"GET {table.path}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}\r\n"
    )
    return words.encode()


def frame(opcode: int, data: bytes) -> bytes:
    """A frame of a client, with a mask of zeros."""
    assert len(data) < 126
    return bytes([0x80 | opcode, 0x80 | len(data), 0, 0, 0, 0]) + data


def test_floods_of_tables_are_slowed_down(server):
    made, refused = 0, ""
    with server.api() as api:
        end = time.monotonic() + 10
        n = 0
        while time.monotonic() < end:
            n += 1
            headers = {"x-forwarded-for": f"198.51.100.{n % 250}"}
            answered = api.post("/api/games", json={"battle": "akragas"}, headers=headers)
            made += answered.status_code == 201
            if answered.status_code == 429:
                refused = answered.headers.get("retry-after", "")
                time.sleep(0.01)
    told("tables opened in 10 s", made=made, retry_after=refused)
    assert made < 60
    assert refused


def test_a_seat_that_hurries_is_slowed_down_and_no_more(server):
    with server.api() as api:
        table = Table(api)
        codes = [table.get("/odds", "top", params={"from": "E6", "to": "F7"}).status_code for _ in range(400)]
        again = api.get("/api/health").status_code
        view = api.get(table.path, headers=bearer(table.tokens["top"])).status_code
    told("400 questions about odds at once", answered=codes.count(200), too_fast=codes.count(429))
    assert codes.count(429) > 0
    assert (again, view) == (200, 200)
