"""Crowds that come back at once: a server is killed and started again, and everybody dials in the same moment."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from hexillum.web.messages import PROTOCOL
from tests.web.players import Server, Table, bearer

WITHIN = 60.0  # seconds until a test gives up; how fast it is the load bench measures
PROXY = ("--proxy", "127.0.0.1")
TOO_MUCH = ("too_fast", "full")


@dataclass
class Client:
    """A page at a table: it dials again whenever its line breaks, and keeps what it was told."""

    path: str
    tokens: list[str]
    eyes: str | None
    address: str
    versions: list[int] = field(default_factory=list)  # of every view
    goodbyes: list[str] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)  # by HTTP, before there was a line

    async def stay(self, url: str, there: asyncio.Event, back: asyncio.Event) -> None:
        """Be at the table for ever, dialling while the server is `there`; `back` is set at the first view of each line.

        That nobody dials before is the worst that can be: all do in the same moment, however pages spread them.
        """
        rng = random.Random(self.address + self.path)
        wait = 0.25
        while True:
            try:
                head = {"x-forwarded-for": self.address}
                async with connect(
                    f"{url}{self.path}/live", max_size=None, proxy=None, additional_headers=head
                ) as line:
                    wait = await self.listen(line, back)
            except (OSError, EOFError):
                pass  # nobody is there yet
            except Exception as error:
                self.refused.append(getattr(getattr(error, "response", None), "status_code", 0))
            await asyncio.sleep(wait * rng.random())
            wait = min(10.0, 2 * wait)

    async def listen(self, line: ClientConnection, back: asyncio.Event) -> float:
        """Say who one is and hear until the line breaks; how long to wait then."""
        hello = {"t": "hello", "protocol": PROTOCOL, "tokens": self.tokens, "eyes": self.eyes, "log_from": 0}
        await line.send(json.dumps(hello))
        wait = 0.5
        async for frame in line:
            told: dict[str, Any] = json.loads(frame)
            if told["t"] == "view":
                self.versions.append(told["view"]["version"])
                back.set()
                wait = 0.25
            elif told["t"] == "bye":
                self.goodbyes.append(told["code"])
        return wait


def _battles(server: Server, count: int, steps: int) -> list[tuple[Table, int]]:
    """Battles that have begun, and their versions as they were acknowledged."""
    rng = random.Random(5)
    with server.api() as api:
        tables = [Table(api, seed=n) for n in range(1, count + 1)]
        return [(table, table.play(rng, steps)["version"]) for table in tables]


def _clients(tables: list[Table], count: int, *, one_address: bool) -> list[Client]:
    """So many clients of some tables: two of five hold the one seat, two the other one, and one looks on."""
    found = []
    for n in range(count):
        table = tables[n % len(tables)]
        seat = ("top", "bottom", "top", "bottom", None)[n // len(tables) % 5]
        tokens = [table.tokens[seat]] if seat else []
        address = "192.0.2.7" if one_address else f"198.51.{n // 200}.{n % 200 + 1}"
        found.append(Client(table.path, tokens, seat, address))
    return found


async def _herd(url: str, clients: list[Client], restart: Any) -> float:
    """Let clients come, the server be killed and started again, and all come back; how long the last one took."""
    there, backs = asyncio.Event(), [asyncio.Event() for _ in clients]
    there.set()
    staying = [asyncio.create_task(one.stay(url, there, back)) for one, back in zip(clients, backs, strict=True)]
    try:
        await asyncio.wait_for(asyncio.gather(*(back.wait() for back in backs)), WITHIN)
        for one, back in zip(clients, backs, strict=True):
            back.clear()
            one.versions.clear()
        there.clear()
        await asyncio.to_thread(restart)
        there.set()
        begun = time.monotonic()
        await asyncio.wait_for(asyncio.gather(*(back.wait() for back in backs)), WITHIN)
        return time.monotonic() - begun
    finally:
        for task in staying:
            task.cancel()
        await asyncio.gather(*staying, return_exceptions=True)


@pytest.mark.parametrize(
    ("count", "battles", "one_address"),
    [
        pytest.param(40, 4, True, id="forty-at-one-address"),
        pytest.param(200, 20, True, id="two-hundred-at-one-address", marks=pytest.mark.slow),
        pytest.param(200, 20, False, id="two-hundred-behind-a-proxy", marks=pytest.mark.slow),
    ],
)
def test_everybody_is_back_after_a_kill(tmp_path: Path, count: int, battles: int, one_address: bool) -> None:
    database = str(tmp_path / "games.db")
    server = Server(database, *PROXY)
    try:
        begun = _battles(server, battles, 12)
        clients = _clients([table for table, _ in begun], count, one_address=one_address)
        port = server.url.rpartition(":")[2]

        def restart() -> None:
            nonlocal server
            server.kill()
            server = Server(database, *PROXY, "--port", port)

        asyncio.run(_herd(server.url.replace("http", "ws", 1), clients, restart))
        versions = {table.path: version for table, version in begun}
        for one in clients:
            assert one.versions[0] == versions[one.path], "everything acknowledged is there, and nothing else"
            assert not set(one.goodbyes) & {*TOO_MUCH}, one.goodbyes
            assert not set(one.refused) & {429, 403}, one.refused
        with server.api() as api:
            table, version = begun[0]
            view = api.get(table.path, headers=bearer(*table.tokens.values())).json()
            assert view["version"] == version
    finally:
        server.kill()
