"""Measure the table under load: battles at once of scripted players against a server in a process of its own.

    ./check bench load                        what a club asks for: 1,000 battles with a choice each ten
                                              seconds, then 200 with one each second
    ./check bench load --games 50 --think 0.5 --json
    ./check bench load --database postgresql://localhost/load --servers 2

Each battle has two people, each with a connection of his own, as two browsers would: the side that is asked thinks for
some time, answers, and the next one answers when it has seen that. `--think` is the mean of that time, spread evenly
from half to one and a half of it. Timed is a choice from when it is sent until its answer comes; seen, until the other
side has the new view. The players and the server share the processors of the machine, so the figures are the worse.

Each page asks every five seconds whether the server is still there, as browsers do. What the server needs for that and
for whatever else goes on where nobody plays is measured first; a choice's own time is what it needs more when they do.

At the end the server is killed as by a power cut and started again at the same port. Everybody comes back as the pages
do: each at a moment of its own within 0.4 seconds, then within twice that and so on; a choice without an answer is sent
again. Timed is how long that takes, from the moment when it was killed, and none whose choice was acknowledged
may find a battle that knows nothing of it.

Fails where a choice is refused, a connection ends for another reason, anything acknowledged is lost, somebody takes
longer than `--back` to come back, or the 95th of 100 answers longer than `--bar`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

ROOT: Final = Path(__file__).resolve().parent.parent
BATTLES: Final = ("akragas", "dara")
PROTOCOL: Final = 6
#: As the pages do: seconds before one comes again, at least, at first and at most, and for the first view to come.
LEAST_WAIT, FIRST_WAIT, LONGEST_WAIT, ANSWER_WITHIN = 0.05, 0.4, 4.0, 8.0
PING_EVERY: Final = 5.0  # and to the next question whether the server is there
LATEST: Final = 60.0  # seconds after which a choice or a view is given up
SETTLED, WAITING = 3.0, 10.0  # seconds until nobody comes any more, and in which nobody plays
AFTERWARDS: Final = 10.0  # seconds of play after everybody is back
#: A browser asks for nothing by the protocol itself, it only answers.
AS_A_BROWSER: Final[dict[str, Any]] = {
    "max_size": None,
    "proxy": None,
    "open_timeout": ANSWER_WITHIN,
    "ping_interval": None,
}
#: What a club asks for, without words of one's own: battles, and seconds from a view to the next choice.
CLUB: Final = ((1000, 10.0), (200, 1.0))


class Failed(Exception):
    """Something that may not happen under load."""


@dataclass
class Figures:
    """What was measured, in seconds."""

    answered: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    dialled: int = 0
    bytes: int = 0
    over: int = 0
    used: float = 0.0
    waiting: float = 0.0  # the processor's time of a second in which nobody plays
    come: int = 0  # players who are there
    begin: asyncio.Event = field(default_factory=asyncio.Event)
    memory: list[float] = field(default_factory=list)
    measuring: bool = False
    killed: float = 0.0  # when the server was, 0 while it was not
    used_by_all: float = 0.0  # the processor's time that the new one has had until everybody was back


class Servers:
    """The servers, in processes of their own, over one database."""

    def __init__(self, database: str, number: int) -> None:
        self.database = database
        self.running = [self._start(0) for _ in range(number)]

    def _start(self, port: int) -> tuple[subprocess.Popen[str], str]:
        words = ["serve", "--port", str(port), "--no-limits", "--database", self.database]
        server = subprocess.Popen(
            [sys.executable, "-m", "hexillum.cli", *words],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert server.stdout is not None
        line = server.stdout.readline()
        if not line.startswith("Hexillum is at "):
            server.kill()
            raise SystemExit("the server did not start")
        return server, line.split()[-1].rstrip("/")

    @property
    def urls(self) -> list[str]:
        """Where they listen."""
        return [url for _, url in self.running]

    def used(self) -> float:
        """The processor's time that they have had; 0 where that cannot be asked."""
        return sum(used_by(server.pid) for server, _ in self.running)

    def memory(self) -> float:
        """The megabytes of memory that they have; 0 where that cannot be asked."""
        return sum(memory_of(server.pid) for server, _ in self.running)

    def kill_and_start(self) -> None:
        """End them as a power cut would, and start them again where they were."""
        for server, _ in self.running:
            server.send_signal(signal.SIGKILL)
            server.wait()
        self.running = [self._start(int(url.rpartition(":")[2])) for url in self.urls]

    def stop(self) -> None:
        """End them as Ctrl-C would."""
        for server, _ in self.running:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()


class Player:
    """A scripted person on a connection, who comes back where it ends."""

    def __init__(self, url: str, game: str, side: str, token: str, figures: Figures) -> None:
        self.address = f"{url.replace('http', 'ws', 1)}/api/games/{game}/live"
        self.side, self.token, self.figures = side, token, figures
        self.view: dict[str, Any] = {}
        self.at = 0.0
        self.news = asyncio.Event()
        self.sent: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self.kept = 0  # the version that was acknowledged last
        self.socket: ClientConnection | None = None

    async def __aenter__(self) -> Player:
        self.living = asyncio.create_task(self.live())
        self.pinging = asyncio.create_task(self.ping())
        async with asyncio.timeout(LATEST):
            await self.until(0)
        self.figures.come += 1
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in (self.living, self.pinging):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def ping(self) -> None:
        """Ask again and again whether the server is there."""
        await asyncio.sleep(PING_EVERY * random.random())
        while True:
            await self.say({"t": "ping"})
            await asyncio.sleep(PING_EVERY)

    async def live(self) -> None:
        """Come, stay, and come back."""
        wait = FIRST_WAIT
        while True:
            self.figures.dialled += 1
            with contextlib.suppress(OSError, TimeoutError, WebSocketException, InvalidHandshake):
                async with connect(self.address, **AS_A_BROWSER) as socket:
                    await self.stay(socket)
                    wait = FIRST_WAIT
                    if not self.figures.killed:
                        self.figures.errors.append("a connection ended")
            await asyncio.sleep(LEAST_WAIT + wait * random.random())
            wait = min(LONGEST_WAIT, 2 * wait)

    async def stay(self, socket: ClientConnection) -> None:
        """Say who it is, and hear until the connection ends."""
        hello = {"t": "hello", "protocol": PROTOCOL, "tokens": [self.token], "eyes": self.side, "log_from": 0}
        await socket.send(json.dumps(hello))
        async with asyncio.timeout(ANSWER_WITHIN):
            self.take(await socket.recv())
        self.came_back()
        self.socket = socket
        try:
            for command, _ in list(self.sent.values()):
                await self.say({"t": "command", "command": command})
            async for frame in socket:
                self.take(frame)
        except WebSocketException:
            pass
        finally:
            self.socket = None

    def came_back(self) -> None:
        """Note when, and see that nothing is missing."""
        if self.figures.killed:
            self.figures.back.append(self.at - self.figures.killed)
        if self.view["version"] < self.kept:
            self.figures.errors.append(f"choice {self.kept} was acknowledged, and is lost")

    async def say(self, message: dict[str, Any]) -> None:
        if self.socket is not None:
            with contextlib.suppress(WebSocketException):  # it is said again by who comes back
                await self.socket.send(json.dumps(message, separators=(",", ":")))

    def take(self, frame: str | bytes) -> None:
        """What the server said; a view is understood as a browser does."""
        now = time.perf_counter()
        self.figures.bytes += len(frame)
        message = json.loads(frame)
        if message["t"] == "view":
            self.view, self.at = message["view"], now
            self.news.set()
        elif message.get("id") in self.sent:
            _, reply = self.sent.pop(message["id"])
            if not reply.done():  # it may have been given up
                reply.set_result({**message, "at": now})
        elif message["t"] == "bye" and not self.figures.killed:
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
        self.sent[id] = (command, reply)
        await self.say({"t": "command", "command": command})
        async with asyncio.timeout(LATEST):
            told = await reply
        if told["t"] != "accepted":
            raise Failed(f"{told['code']}: {told['message']}")
        self.kept = told["version"]
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


async def play(urls: tuple[str, str], made: dict[str, Any], figures: Figures, think: float, seed: int) -> None:
    """Play a battle until this is cancelled or it ends."""
    rng = random.Random(seed)
    players = (
        Player(url, made["game"], side, made["tokens"][side], figures)
        for url, side in zip(urls, ("top", "bottom"), strict=True)
    )
    try:
        async with next(players) as top, next(players) as bottom:
            await figures.begin.wait()
            await asyncio.sleep(rng.random() * think)
            while True:
                asked = top if top.view["decision"]["may"] else bottom
                other = bottom if asked is top else top
                if top.view["outcome"] is not None or not asked.view["decision"]["options"]:
                    figures.over += 1
                    await asyncio.Event().wait()  # they look at the end, and keep their connections
                measured = figures.measuring
                told = await asked.answer(chosen(asked.view, rng))
                async with asyncio.timeout(LATEST):
                    came = [await one.until(told["version"]) for one in (asked, other)]
                if measured and figures.measuring:
                    figures.answered.append(told["at"] - told["begin"])
                    figures.seen.append(max(came) - told["begin"])
                await asyncio.sleep(think * (0.5 + rng.random()))
    except Exception as error:
        figures.errors.append(f"{type(error).__name__}: {error}")


async def run(
    servers: Servers, games: int, think: float, args: argparse.Namespace, say: Callable[[str], None]
) -> Figures:
    """Open the battles and let them be played; then kill the servers, and see everybody back."""
    figures = Figures()
    urls = servers.urls
    say(f"opening {games} battles ...")
    made = await asyncio.to_thread(lambda: [open_table(urls[0], BATTLES[n % len(BATTLES)], n) for n in range(games)])
    pairs = zip(cycle(urls), cycle(urls[1:] + urls[:1]), strict=False)
    say("everybody comes ...")
    tasks = [
        asyncio.create_task(play(pair, table, figures, think, n))
        for n, (table, pair) in enumerate(zip(made, pairs, strict=False))
    ]
    try:
        await waited(servers, 2 * games, figures)
        await asyncio.sleep(args.warm if args.warm is not None else max(5.0, think))
        say(f"measuring for {args.seconds:g} s ...")
        await measured(servers, args.seconds, figures)
        if args.restart:
            say("the server is killed, and started again ...")
            await killed(servers, 2 * games, figures)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return figures


async def waited(servers: Servers, connections: int, figures: Figures) -> None:
    """Measure what the servers need while everybody is there and nobody plays; then let them play."""
    until = time.perf_counter() + LATEST
    while figures.come < connections and not figures.errors and time.perf_counter() < until:
        await asyncio.sleep(0.1)
    await asyncio.sleep(SETTLED)
    used = servers.used()
    await asyncio.sleep(WAITING)
    figures.waiting = (servers.used() - used) / WAITING
    figures.begin.set()


async def measured(servers: Servers, seconds: float, figures: Figures) -> None:
    """Measure for some time; also how late this program itself is: no figure can be better than that."""
    used, figures.measuring = servers.used(), True
    figures.memory.append(servers.memory())
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        at = time.perf_counter()
        await asyncio.sleep(0.05)
        figures.late.append(time.perf_counter() - at - 0.05)
    figures.used, figures.measuring = servers.used() - used, False
    figures.memory.append(servers.memory())


async def killed(servers: Servers, connections: int, figures: Figures) -> None:
    """Kill the servers, start them again, and wait for everybody; then let them play on for a while."""
    figures.killed = time.perf_counter()
    await asyncio.to_thread(servers.kill_and_start)
    while len(figures.back) < connections and time.perf_counter() < figures.killed + LATEST:
        await asyncio.sleep(0.05)
    if len(figures.back) < connections:
        figures.errors.append(f"{connections - len(figures.back)} of {connections} did not come back")
    figures.used_by_all = servers.used()
    await asyncio.sleep(AFTERWARDS)
    figures.memory.append(servers.memory())


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
    rows = {
        "answered": figures.answered,
        "seen by the other side": figures.seen,
        "this program late": figures.late,
        "back after the server was killed": figures.back,
    }
    choices = max(1, len(figures.answered))
    return {
        "choices": len(figures.answered),
        "choices/s": round(len(figures.answered) / seconds, 1),
        "errors": len(figures.errors),
        "battles that ended": figures.over,
        "MB to the players": round(figures.bytes / 1e6, 1),
        "server, processor": f"{figures.used / seconds:.0%}",
        "server, processor where nobody plays": f"{figures.waiting:.1%}",
        "server, ms of processor a choice": round(1000 * (figures.used - figures.waiting * seconds) / choices, 2),
        "the same with what it needs where nobody plays": round(1000 * figures.used / choices, 2),
        "server, s of processor until all were back": round(figures.used_by_all, 1),
        "server, MB of memory: before, after, after the restart": ", ".join(f"{mb:.0f}" for mb in figures.memory),
        "ms": {
            name: {
                "p50": round(1000 * statistics.median(values or [0.0]), 1),
                "p95": round(part(values, 95), 1),
                "p99": round(part(values, 99), 1),
                "max": round(part(values, 100), 1),
            }
            for name, values in rows.items()
            if values
        },
    }


def used_by(process: int) -> float:
    """The processor's time that a process has had; 0 where that cannot be asked."""
    try:
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


def memory_of(process: int) -> float:
    """The megabytes of memory of a process; 0 where that cannot be asked."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))
    except (OSError, StopIteration):
        return 0.0


@contextlib.contextmanager
def served(args: argparse.Namespace) -> Iterator[Servers]:
    """The servers, over a database of their own unless one is named."""
    with tempfile.TemporaryDirectory() as folder:
        servers = Servers(args.database or f"{folder}/games.db", args.servers)
        try:
            yield servers
        finally:
            servers.stop()


def show(games: int, think: float, seconds: float, out: dict[str, Any]) -> None:
    """Print the figures as tables."""
    print(f"{games} battles of two people, a choice every {think:g} s each, for {seconds:g} s\n")
    print("| figure | |\n|---|---:|")
    print("\n".join(f"| {name} | {value} |" for name, value in out.items() if name != "ms"))
    print("\n| ms | p50 | p95 | p99 | max |\n|---|---:|---:|---:|---:|")
    for name, row in out["ms"].items():
        print(f"| {name} | " + " | ".join(f"{value:g}" for value in row.values()) + " |")
    print(flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="./check bench load", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, help="battles at once (1,000, then 200)")
    parser.add_argument("--think", type=float, help="seconds from a view to the next choice (10, then 1)")
    parser.add_argument("--seconds", type=float, default=60, help="how long is measured (60)")
    parser.add_argument("--warm", type=float, help="seconds of play before that (those of a choice, 5 at least)")
    parser.add_argument("--bar", type=float, default=150, help="milliseconds that 95 of 100 answers keep within (150)")
    parser.add_argument("--back", type=float, default=10, help="seconds in which everybody is back (10)")
    parser.add_argument("--no-restart", dest="restart", action="store_false", help="do not kill the server at the end")
    parser.add_argument("--database", help="an address of PostgreSQL; a new SQLite file otherwise")
    parser.add_argument("--servers", type=int, default=1, help="servers at that PostgreSQL (1)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    if args.servers > 1 and not args.database:
        parser.error("--servers: several servers need PostgreSQL, name it by --database")
    settings = CLUB if args.games is None and args.think is None else ((args.games or 200, args.think or 1.0),)
    failed, outs = False, []
    for games, think in settings:
        with served(args) as servers:
            figures = asyncio.run(run(servers, games, think, args, lambda words: print(words, file=sys.stderr)))
        out = told(figures, args.seconds)
        outs.append({"games": games, "think": think, **out})
        if not args.json:
            show(games, think, args.seconds, out)
        for error in figures.errors[:10]:
            print(error, file=sys.stderr)
        slow = not figures.answered or out["ms"]["answered"]["p95"] > args.bar
        failed |= bool(figures.errors) or slow or max(figures.back, default=0.0) > args.back
    if args.json:
        print(json.dumps(outs, indent=2))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
