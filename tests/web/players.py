"""Scripted players of the tests: a server in a process of its own, people over REST and over a connection."""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import random
import select
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx2
from websockets.sync.client import ClientConnection, connect

from hexillum.web.guard import Pace
from hexillum.web.live import ANSWERS
from hexillum.web.messages import PROTOCOL
from hexillum.web.store import address
from tests.web.kept import check_answer, check_frame

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT))), "HEXILLUM_COMPILE": "no"}
WAIT = 30.0
PACE = (ANSWERS[0] - 4, ANSWERS[1] * 0.9)  # of a scripted person, just below what the server takes

View = dict[str, Any]


#: What starts a server in the tests: the words after `python`.
STARTER = ("-m", "tests.kit.same_chance")


def serve(*words: str, by: Sequence[str] = STARTER) -> list[str]:
    """The command that starts a server."""
    return [sys.executable, *by, "serve", *words]


class Server:
    """A server in a process of its own, over a database."""

    def __init__(self, database: str, *words: str, by: Sequence[str] = STARTER) -> None:
        self.database = database
        self.process = subprocess.Popen(
            serve("--port", "0", "--thinkers", "1", "--database", database, *words, by=by),
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.url = self._address()

    def _address(self) -> str:
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], WAIT)
        line = self.process.stdout.readline() if ready else ""
        if not line.startswith("Hexillum is at "):
            self.kill()
            raise RuntimeError(f"the server did not start: {line!r} {self.said}")
        return line.split()[-1].rstrip("/")

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl-C would."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
        _, self.said = self.process.communicate(timeout=WAIT)

    def api(self) -> httpx2.Client:
        """A client of it."""
        hooks = {"response": [check_answer]}
        return httpx2.Client(base_url=self.url, timeout=WAIT, trust_env=False, event_hooks=hooks)


def bearer(*tokens: str) -> dict[str, str]:
    """The header that proves seats."""
    return {"authorization": f"Bearer {','.join(tokens)}"} if tokens else {}


def command(view: View, seat: str, body: dict[str, Any], **other: Any) -> dict[str, Any]:
    """A command that answers a view."""
    return {"id": str(uuid.uuid4()), "version": view["version"], "seat": seat, "body": body, **other}


def answer(*numbers: int) -> dict[str, Any]:
    """The body of a choice."""
    return {"do": "answer", "numbers": list(numbers)}


def choice(view: View, rng: random.Random) -> int:
    """What a scripted player answers: it fights where it can, and otherwise does anything."""
    options = view["decision"]["options"]
    fights = [o for o in options if o["attack"] or o["attacks"]]
    return int(rng.choice(fights or options)["number"])


class Table:
    """A game over REST, with the tokens of its seats."""

    def __init__(self, client: httpx2.Client, battle: str = "akragas", **wish: Any) -> None:
        self.client = client
        answered = client.post("/api/games", json={"battle": battle, "top": "person", "bottom": "person", **wish})
        assert answered.status_code == 201, answered.text
        made = answered.json()
        self.id: str = made["game"]
        self.tokens: dict[str, str] = made["tokens"]
        self.invites: dict[str, str] = made["invites"]

    @property
    def path(self) -> str:
        return f"/api/games/{self.id}"

    def get(self, path: str = "", seat: str | None = None, **more: Any) -> httpx2.Response:
        """Ask for something with the eyes of a seat."""
        headers = bearer(self.tokens[seat]) if seat else {}
        return self.client.get(self.path + path, headers=headers, **more)

    def post(self, path: str, seat: str | None = None, body: Any = None) -> httpx2.Response:
        """Send something from a seat."""
        headers = bearer(self.tokens[seat]) if seat else {}
        return self.client.post(self.path + path, headers=headers, json=body)

    def view(self, seat: str | None = None) -> View:
        """The view of a seat."""
        answered = self.get("", seat, params={"log_from": 0})
        assert answered.status_code == 200, answered.text
        return dict(answered.json())

    def do(self, seat: str, body: dict[str, Any], **other: Any) -> httpx2.Response:
        """Do something at a seat, at the version that is now."""
        return self.post("/commands", seat, command(self.view(seat), seat, body, **other))

    def ours(self) -> View:
        """The view of everybody at the table together, without its log, once no computer player has to decide."""
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            answered = self.client.get(self.path, headers=bearer(*self.tokens.values()), params={"log_from": 1_000_000})
            assert answered.status_code == 200, answered.text
            view: View = answered.json()
            if view["decision"]["actor"] in (None, "chance", *self.tokens):
                return view
            time.sleep(0.02)
        raise AssertionError("nobody is asked")

    def asked(self) -> str:
        """The seat that has to decide; none when the battle is over."""
        return self.ours()["decision"]["actor"] or ""

    def step(self, rng: random.Random, view: View | None = None) -> View:
        """Let the side that is asked answer anything; what everybody together sees afterwards."""
        view = view or self.ours()
        sent = command(view, view["decision"]["actor"], answer(choice(view, rng)))
        answered = self.client.post(
            f"{self.path}/commands?log_from=1000000", headers=bearer(*self.tokens.values()), json=sent
        )
        assert answered.status_code == 200, answered.text
        after: View = answered.json()
        return after if after["decision"]["actor"] in (None, "chance", *self.tokens) else self.ours()

    def play(self, rng: random.Random, steps: int = 100_000) -> View:
        """Play on; the last view."""
        view = self.ours()
        for _ in range(steps):
            if view["outcome"] is not None:
                break
            view = self.step(rng, view)
        return view


class Person:
    """Somebody at a table over a connection, who keeps every frame that ever came."""

    def __init__(self, url: str, game: str, *tokens: str, eyes: str | None = None, hello: bool = True) -> None:
        self.url, self.game, self.tokens, self.eyes = url, game, tokens, eyes
        self.frames: list[str] = []
        self.view: View = {}
        self.log: list[dict[str, Any]] = []
        self.closing = contextlib.ExitStack()
        self.pace = Pace(*PACE)
        self.socket = self.open()
        if hello:
            self.hello()

    def open(self) -> ClientConnection:
        """A new connection."""
        url = f"{self.url.replace('http', 'ws', 1)}/api/games/{self.game}/live"
        return self.closing.enter_context(connect(url, max_size=None, proxy=None))

    def hello(self, **more: Any) -> None:
        """Say who it is and wait for the first view."""
        self.view = {}
        self.say({"t": "hello", "protocol": PROTOCOL, "tokens": list(self.tokens), "eyes": self.eyes, **more})
        self.until(lambda: bool(self.view))

    def again(self) -> None:
        """Connect anew."""
        self.close()
        self.socket = self.open()
        self.hello()

    def say(self, message: Any) -> None:
        """Send a message."""
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self, timeout: float = WAIT) -> dict[str, Any]:
        """The next frame."""
        frame = self.socket.recv(timeout)
        assert isinstance(frame, str)
        self.frames.append(frame)
        check_frame(frame)
        message: dict[str, Any] = json.loads(frame)
        if message["t"] == "view":
            self.view = message["view"]
            del self.log[self.view["log_from"] :]
            self.log += self.view["log"]
        return message

    def until(self, done: Callable[[], bool], timeout: float = WAIT) -> None:
        """Hear until something is so."""
        end = time.monotonic() + timeout
        while not done():
            self.hear(max(0.01, end - time.monotonic()))

    def until_version(self, version: int) -> View:
        """Hear until the view is of a version, or later."""
        self.until(lambda: self.view.get("version", -1) >= version)
        return self.view

    def do(self, body: dict[str, Any], *, seat: str | None = None, **other: Any) -> dict[str, Any]:
        """Do something, no faster than the server takes it; what is answered to it."""
        while not self.pace.take():
            time.sleep(0.02)
        sent = command(self.view, seat or self.eyes or "top", body, **other)
        self.say({"t": "command", "command": sent})
        return self.reply(sent["id"])

    def reply(self, id: str) -> dict[str, Any]:
        """The answer to a command."""
        while True:
            message = self.hear()
            if message.get("id") == id or message["t"] == "bye":
                return message

    def may(self) -> bool:
        """Whether it is asked now."""
        return bool(self.view["decision"]["may"]) and bool(self.view["decision"]["options"])

    def close(self) -> None:
        """Leave."""
        with contextlib.suppress(Exception):
            self.closing.close()


def play_on(people: Sequence[Person], rng: random.Random, steps: int) -> int:
    """Let connected people play so many choices; how many were made before the battle was over."""
    for made in range(steps):
        for person in people:
            person.until_version(max(other.view["version"] for other in people))
        asked = next((person for person in people if person.may()), None)
        if asked is None:
            return made
        reply = asked.do(answer(choice(asked.view, rng)))
        assert reply["t"] == "accepted", reply
        for person in people:
            person.until_version(reply["version"])
    return steps


def rolled(key: bytes, number: int, dice: int) -> str:
    """The roll with a number, by the words of /dice alone."""
    block, stream, faces = 0, b"", ""
    while len(faces) < dice:
        if len(stream) < 2:
            stream += hmac.digest(key, f"{number}.{block}".encode(), "sha256")
            block += 1
        value, stream = int.from_bytes(stream[:2], "big"), stream[2:]
        if value < 65536 - 65536 % 6:
            faces += "GBRLSF"[value % 6]
    return faces


def query(database: str, words: str, values: dict[str, Any] | None = None) -> list[Any]:
    """Run one statement on a database, as somebody who looks at it from outside."""
    from sqlalchemy import create_engine, text
    from sqlalchemy.pool import NullPool

    url = address(database)
    plain = url.set(drivername="sqlite" if url.get_backend_name() == "sqlite" else "postgresql+psycopg")
    engine = create_engine(plain, poolclass=NullPool)
    with engine.begin() as connection:
        found = connection.execute(text(words), values or {})
        return list(found) if found.returns_rows else []
