"""Whether a server's memory stays level while connections come and go and choices are made.

PYTHONPATH=src:. python tests/soak/server/memory.py --minutes 60
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import websockets

from tests.web.players import Server, Table

HELLO = json.dumps({"t": "hello", "protocol": 2})
AT_ONCE = 50
LEVEL = 0.3  # megabytes that a round may add, where a line is called level


def megabytes(server: Server) -> float:
    """The memory that a server holds now."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def come_and_go(server: Server, table: Table, many: int) -> None:
    """So many connections look at a table once and leave."""
    url = f"{server.url.replace('http', 'ws', 1)}{table.path}/live"

    async def one() -> None:
        async with websockets.connect(url, proxy=None, open_timeout=60, max_size=None) as line:
            await line.send(HELLO)
            await asyncio.wait_for(line.recv(), 60)

    async def crowd() -> None:
        for _ in range(0, many, AT_ONCE):
            await asyncio.gather(*(one() for _ in range(AT_ONCE)))

    asyncio.run(crowd())


def play(server: Server, many: int, rng: random.Random) -> None:
    """So many choices, at as many tables as that takes."""
    with server.api() as api:
        api.event_hooks = {}
        left = many
        while left > 0:
            table = Table(api, rng.choice(["akragas", "cannae"]))
            view = table.ours()
            while left > 0 and view["outcome"] is None:
                view = table.step(rng, view)
                left -= 1


def line_of(server: Server, rounds: int, work: Callable[[], None], say: Callable[[str], None]) -> list[float]:
    """The memory after each of so many rounds of work."""
    found = []
    for n in range(rounds):
        began = time.monotonic()
        work()
        found.append(megabytes(server))
        say(f"round {n + 1}: {found[-1]:.1f} MB after {time.monotonic() - began:.0f} s")
    return found


def slope(line: list[float]) -> float:
    """How many megabytes a round adds in the second half of a line.

    >>> slope([50.0, 90.0, 95.0, 96.0, 96.5])
    0.75
    """
    half = line[len(line) // 2 :]
    return (half[-1] - half[0]) / (len(half) - 1)


def main() -> int:
    """Go on for so many minutes and tell the line; 1 where it is not level in the end."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--minutes", type=float, default=60)
    reader.add_argument("--connections", type=int, default=500, help="that come and go in a round")
    reader.add_argument("--choices", type=int, default=1_000, help="that are made in a round")
    reader.add_argument("words", nargs="*", default=["--no-limits"], help="more words for the server")
    told = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(folder) / "games.db"), *told.words)
        try:
            found, rng = [megabytes(server)], random.Random(1)
            with server.api() as api:
                table = Table(api)
            end = time.monotonic() + 60 * told.minutes
            while time.monotonic() < end:
                come_and_go(server, table, told.connections)
                play(server, told.choices, rng)
                found.append(megabytes(server))
                print(f"round {len(found) - 1}: {found[-1]:.1f} MB", flush=True)
        finally:
            server.kill()
    print(f"{slope(found):.2f} MB a round in the second half")
    return int(slope(found) > LEVEL)


if __name__ == "__main__":
    sys.exit(main())
