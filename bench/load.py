"""Measure the table under load: games at once of scripted players against a server in a process of its own.

    ./check bench load                        200 games, each with a choice a second, for 30 seconds
    ./check bench load --games 50 --think 0.5 --json

Each game has two people, each with a connection of his own, as two browsers would: the side that is asked thinks for
some time, answers, and the next one answers when it has seen that. `--think` is the mean of that time, spread evenly
from half to one and a half of it; a second is faster than people play, so 200 such games stand for many more of
people. Timed is a choice from when it is sent until its answer comes; seen, until the other side has the new view.
The players and the server share the processors of the machine, so the figures are the worse for it.

Fails where a choice is refused or a connection lost, or where the 95th of 100 answers takes longer than `--bar`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parent.parent
BATTLES = ("akragas", "dara")


@dataclass
class Figures:
    """What was measured, in seconds."""

    answered: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    bytes: int = 0
    over: int = 0
    used: float = 0.0


class Player:
    """A scripted person on a connection."""

    def __init__(self, url: str, game: str, side: str, token: str, figures: Figures) -> None:
        self.address = f"{url.replace('http', 'ws', 1)}/api/games/{game}/live"
        self.side, self.token, self.figures = side, token, figures
        self.view: dict[str, Any] = {}
        self.news = asyncio.Event()
        self.sent: dict[str, tuple[float, asyncio.Future[dict[str, Any]]]] = {}

    async def __aenter__(self) -> Player:
        self.socket: ClientConnection = await connect(self.address, max_size=None, proxy=None, open_timeout=60)
        self.reading = asyncio.create_task(self.read())
        await self.say({"t": "hello", "tokens": [self.token], "eyes": self.side})
        await self.until(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.reading.cancel()
        await self.socket.close()

    async def say(self, message: dict[str, Any]) -> None:
        await self.socket.send(json.dumps(message))

    async def read(self) -> None:
        """Take what comes; a view is understood as a browser does."""
        async for frame in self.socket:
            now = time.perf_counter()
            self.figures.bytes += len(frame)
            message = json.loads(frame)
            if message["t"] == "view":
                self.view, self.at = message["view"], now
                self.news.set()
            elif message.get("id") in self.sent:
                self.sent.pop(message["id"])[1].set_result({**message, "at": now})
            elif message["t"] == "bye":
                self.figures.errors.append(message["message"])

    async def until(self, version: int) -> float:
        """Wait for the view of a version; when it came."""
        while self.view.get("version", -1) < version:
            self.news.clear()
            await self.news.wait()
        return self.at

    async def answer(self, numbers: list[int]) -> dict[str, Any]:
        """Answer and wait for what is said to it."""
        id = str(uuid.uuid4())
        body = {"do": "answer", "numbers": numbers}
        command = {"id": id, "version": self.view["version"], "seat": self.side, "body": body}
        reply: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        begin = time.perf_counter()
        self.sent[id] = (begin, reply)
        await self.say({"t": "command", "command": command})
        told = await asyncio.wait_for(reply, 30)
        return {**told, "begin": begin}


def chosen(view: dict[str, Any], rng: random.Random) -> list[int]:
    """What a scripted player answers: a fight if there is one, a whole move at once as the page does, or anything."""
    options = view["decision"]["options"]
    fights = [o for o in options if o["attack"] or o["attacks"]]
    option = rng.choice(fights or options)
    if option["attacks"]:
        return [option["number"], rng.choice(option["attacks"])["number"]]
    if option["reach"]:
        return list(option["reach"][rng.choice(sorted(option["reach"]))])
    return [option["number"]]


async def play(
    url: str, made: dict[str, Any], figures: Figures, begin: float, end: float, think: float, seed: int
) -> None:
    """Play a game from a time until another; what is measured before `begin` does not count."""
    rng = random.Random(seed)
    try:
        async with (
            Player(url, made["game"], "top", made["tokens"]["top"], figures) as top,
            Player(url, made["game"], "bottom", made["tokens"]["bottom"], figures) as bottom,
        ):
            await asyncio.sleep(rng.random() * think)
            while time.perf_counter() < end:
                asked = top if top.view["decision"]["may"] else bottom
                other = bottom if asked is top else top
                if top.view["outcome"] is not None or not asked.view["decision"]["options"]:
                    figures.over += 1
                    return
                told = await asked.answer(chosen(asked.view, rng))
                if told["t"] != "accepted":
                    figures.errors.append(f"{told['code']}: {told['message']}")
                    return
                came = await asyncio.wait_for(
                    asyncio.gather(asked.until(told["version"]), other.until(told["version"])), 30
                )
                if told["begin"] > begin:
                    figures.answered.append(told["at"] - told["begin"])
                    figures.seen.append(max(came) - told["begin"])
                await asyncio.sleep(think * (0.5 + rng.random()))
    except Exception as error:
        figures.errors.append(f"{type(error).__name__}: {error}")


async def run(url: str, server: int, games: int, think: float, warm: float, seconds: float) -> Figures:
    """Open the games and let them be played."""
    figures = Figures()
    tables = await asyncio.to_thread(lambda: [open_table(url, BATTLES[n % len(BATTLES)], n) for n in range(games)])
    begin = time.perf_counter() + warm
    end = begin + seconds

    async def watch() -> None:
        """How late this program itself is: a figure cannot be better than that. And what the server needs."""
        await asyncio.sleep(warm)
        before = used_by(server)
        while time.perf_counter() < end:
            at = time.perf_counter()
            await asyncio.sleep(0.05)
            figures.late.append(time.perf_counter() - at - 0.05)
        figures.used = used_by(server) - before

    players = (play(url, table, figures, begin, end, think, n) for n, table in enumerate(tables))
    await asyncio.gather(watch(), *players)
    return figures


def open_table(url: str, battle: str, seed: int) -> dict[str, Any]:
    """A table with two people."""
    wish = {"battle": battle, "top": "person", "bottom": "person", "seed": seed}
    asked = urllib.request.Request(f"{url}/api/games", json.dumps(wish).encode(), {"content-type": "application/json"})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(asked, timeout=30) as answered:
        made: dict[str, Any] = json.load(answered)
        return made


def part(values: list[float], of_100: int) -> float:
    """The value that so many of 100 do not exceed, in milliseconds."""
    ordered = sorted(values) or [0.0]
    return 1000 * ordered[min(len(ordered) - 1, len(ordered) * of_100 // 100)]


def told(figures: Figures, seconds: float) -> dict[str, Any]:
    """The figures in words and milliseconds."""
    rows = {"answered": figures.answered, "seen by the other side": figures.seen, "this program late": figures.late}
    return {
        "choices": len(figures.answered),
        "choices/s": round(len(figures.answered) / seconds, 1),
        "errors": len(figures.errors),
        "battles that ended": figures.over,
        "MB to the players": round(figures.bytes / 1e6, 1),
        "server, processor": f"{figures.used / seconds:.0%}",
        "server, ms of processor a choice": round(1000 * figures.used / max(1, len(figures.answered)), 1),
        "ms": {
            name: {
                "p50": round(1000 * statistics.median(values or [0.0]), 1),
                "p95": round(part(values, 95), 1),
                "p99": round(part(values, 99), 1),
                "max": round(part(values, 100), 1),
            }
            for name, values in rows.items()
        },
    }


def used_by(process: int) -> float:
    """The processor's time that a process has had; 0 where that cannot be asked."""
    try:
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="./check bench load", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="games at once (200)")
    parser.add_argument("--think", type=float, default=1.0, help="seconds from a view to the next choice (1)")
    parser.add_argument("--seconds", type=float, default=30, help="how long is measured (30)")
    parser.add_argument("--warm", type=float, default=5, help="seconds of play before that (5)")
    parser.add_argument("--bar", type=float, default=150, help="milliseconds that 95 of 100 answers keep within (150)")
    parser.add_argument("--database", help="an address of PostgreSQL; a new SQLite file otherwise")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--port", "0", "--no-limits", "--database", args.database or f"{folder}/games.db"]
        server = subprocess.Popen(
            [sys.executable, "-m", "hexillum.cli", *words],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            if not line.startswith("Hexillum is at "):
                return 1
            url = line.split()[-1].rstrip("/")
            figures = asyncio.run(run(url, server.pid, args.games, args.think, args.warm, args.seconds))
            out = told(figures, args.seconds)
        finally:
            server.terminate()
            server.wait(20)
    if args.json:
        print(json.dumps({"games": args.games, "think": args.think, **out}, indent=2))
    else:
        print(f"{args.games} games of two people, a choice every {args.think:g} s each, for {args.seconds:g} s\n")
        print("| figure | |\n|---|---:|")
        print("\n".join(f"| {name} | {value} |" for name, value in out.items() if name != "ms"))
        print("\n| ms | p50 | p95 | p99 | max |\n|---|---:|---:|---:|---:|")
        for name, row in out["ms"].items():
            print(f"| {name} | " + " | ".join(f"{value:g}" for value in row.values()) + " |")
    for error in figures.errors[:10]:
        print(error, file=sys.stderr)
    return int(bool(figures.errors) or not figures.answered or out["ms"]["answered"]["p95"] > args.bar)


if __name__ == "__main__":
    sys.exit(main())
