"""A connection at a table: commands come in, views go out; the newest view only, so that nobody slow holds it up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Collection
from contextlib import nullcontext
from typing import Any, Final

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from pydantic_core import to_json
from starlette.websockets import WebSocketState

from ..core import event
from .front import Visitor
from .guard import Pace, own_origin
from .limits import Limits, neighbourhood
from .messages import MESSAGE_MOST, OLDEST, PROTOCOL, Commanding, Eyes, Hello, Ping, Refused, ToServer
from .store import StoreError
from .table import LATER, Listener, Proofs, Table, digest
from .tables import OpenTables
from .talk import ear_of, told
from .views import Views
from .wire import Message

log = logging.getLogger("hexillum.live")

MOVED: Final = ("moved", "the table was set up anew: load the page again")
UNREAD: Final = ("unavailable", "this battle could not be read at the moment: come back in a moment")
HELLO_WITHIN: Final = 5.0  # seconds until a connection must have said who it is
LISTENERS_MOST: Final = 200  # onlookers at one table
LISTENERS_OF_ADDRESS: Final = 100  # those of them from one address
LINES_OF_SEAT: Final = 8  # connections of one seat: the oldest goes for the newest
ANSWERS: Final = (40.0, 20.0)  # messages of a connection at once, and a second
LOADING: Final = 5.0  # questions that it costs at least to have a table loaded
ENTRIES_OF_ONE: Final = 25  # entries of its game that cost as much as one
LOOKS: Final = (20.0, 4.0)  # how often it may change its eyes, each time for the whole log


class Bye(Exception):
    """The connection is closed, with the reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


async def come_to(
    tables: OpenTables, limits: Limits, host: str, game: str, tokens: Collection[str] = (), *, told: bool = False
) -> tuple[Table, frozenset[int]]:
    """The table that an address comes to, and the seats that its tokens prove; `told` as for a visit. Raises Refused.

    Where it has to be loaded, its whole game is folded: that costs so much that an address may come in debt. Of a
    crowd only the first pays, and after a start of the server nobody comes in debt: a club may sit behind one address.
    """
    if not tables.at_hand(game):
        limits.address("question", host, LOADING)
        again = tables.was_at_hand(game)
        table = await tables.table(game)
        if again:
            limits.owe("question", host, max(0.0, table.game.version / ENTRIES_OF_ONE - LOADING))
    return await tables.visit(game, tokens, told=told)


class Line:
    """One connection at a table: a WebSocket, and the tables, views and limits of the server."""

    def __init__(self, socket: WebSocket, tables: OpenTables, views: Views, limits: Limits) -> None:
        self.socket = socket
        self.tables = tables
        self.views = views
        self.limits = limits
        self.host = socket.client.host if socket.client else ""
        self.pace = Pace(*ANSWERS)
        self.looks = Pace(*LOOKS)
        self.eyes: int | None = None
        self.told = 0  # log lines that this connection has
        self.past = 0  # and the number of choices made then, to see that something was taken back
        self.shown = -1  # the version of the view that was sent last
        self.seen: tuple[int, int | None] | None = None  # the news that it told, and to which eyes
        self.heard = -1  # the last line of talk that was sent
        self.muted = False
        self.key: str | None = None  # the digest of the browser's own key
        self.asking = False  # a command of this connection is being carried out
        self.answers: list[bytes] = []  # what goes out with the next view
        visitor: Visitor | None = socket.scope.get("hexillum.visitor")
        self.visitor = visitor
        self.sending = asyncio.Lock()

    async def serve(self, game: str) -> None:
        """Serve the connection until it ends."""
        if not own_origin(self.socket.headers):
            await self.socket.close(4403, "another origin")
            return
        await self.socket.accept()
        table: Table | None = None
        listener: Listener | None = None
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                hello = await self.read()
            if not isinstance(hello, Hello):
                raise Bye("no_hello", "the first message must be hello")
            if not OLDEST <= hello.protocol <= PROTOCOL:
                raise Bye("protocol", "this page is older than the server: load it again")
            if self.tables.stopping:
                raise Bye(*LATER)
            self.key = None if hello.key is None else digest(hello.key)
            person = None if self.key is None else await self.tables.store.people.of_key(self.key)
            person = None if person is None or person.blocked else person
            proofs = Proofs(hello.tokens, person)
            table, seats = await come_to(self.tables, self.limits, self.host, game, proofs, told=True)
            self.look(hello.eyes, seats)
            self.told = hello.log_from
            listener = Listener(seats, neighbourhood(self.host), person, key=self.key)
            self.take_place(table, listener)
            table.come(listener)
            if table.talk is None:
                await self.tables.hear_of(table)
            elif table.talk:
                listener.hear()
            await self.talk(table, listener)
        except Bye as bye:
            await self.end(bye.code, bye.message)
        except Refused as refused:
            await self.end(refused.code, refused.message)
        except StoreError as error:
            log.warning("a connection waits, since the database failed: %s", error)
            await self.end(*UNREAD)
        except TimeoutError:
            await self.end("no_hello", "nothing was said")
        except WebSocketDisconnect:
            pass
        finally:
            if table is not None and listener is not None:
                table.go(listener)

    def take_place(self, table: Table, newcomer: Listener) -> None:
        """Make room at a table for a seat; an onlooker needs room among onlookers. Raises Bye, and TooFast.

        What others of the same address do is not held against a seat.
        """
        self.limits.seats("connection", table.game.id, newcomer.seats)
        for side in newcomer.seats:
            held = [one for one in table.listeners if side in one.seats and not one.must_go]
            for oldest in held[: max(0, len(held) + 1 - LINES_OF_SEAT)]:
                oldest.send_away()
        if not newcomer.seats:
            self.limits.address("connection", self.host)
            self.limits.log(self.host, table.lines() - self.told)
            onlookers = [one for one in table.listeners if not one.seats]
            neighbours = sum(one.address == newcomer.address for one in onlookers)
            if len(onlookers) >= LISTENERS_MOST or (self.limits.bounded and neighbours >= LISTENERS_OF_ADDRESS):
                raise Bye("full", "too many people watch this battle now")
        if self.visitor is not None:
            self.visitor.settle(seated=bool(newcomer.seats))

    def look(self, eyes: str | None, seats: frozenset[int]) -> None:
        """Look with the eyes of one of the own seats, or with none."""
        side = None if eyes is None else event.SIDE_NAMES.index(eyes)
        if side is not None and side not in seats:
            raise Bye("not_yours", "these are not your eyes")
        self.eyes = side
        self.told = 0

    def look_again(self, eyes: str | None, listener: Listener) -> None:
        """Look with other eyes; with the same ones there is nothing new to see."""
        before = self.eyes
        told = self.told
        self.look(eyes, listener.seats)
        if self.eyes == before:
            self.told = told
        elif self.looks.take():
            listener.flag.set()
        else:
            raise Bye("too_fast", "too many changes of eyes")

    async def talk(self, table: Table, listener: Listener) -> None:
        """Read and write side by side; where one ends, the other is ended."""
        writer = asyncio.create_task(self.write(table, listener))
        reader = asyncio.create_task(self.listen(table, listener))
        done, _ = await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        for task in (writer, reader):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, Bye, Refused, RuntimeError):
                await task
        for task in done:
            error = None if task.cancelled() else task.exception()
            if isinstance(error, RuntimeError):
                return
            if error is not None:
                raise error

    async def write(self, table: Table, listener: Listener) -> None:
        """Send the newest view whenever something has changed."""
        while True:
            await listener.flag.wait()
            listener.flag.clear()
            if listener.spoken:
                listener.spoken = False
                await self.send_talk(table, listener)
                if self.seen == (table.news, self.eyes):
                    continue
            moved = table is not self.tables.in_memory.get(table.game.id, table)
            if listener.must_go or moved:
                await self.send_made(*self.answers)  # none is lost that was waiting for a view
                raise Bye(*(listener.goodbye if listener.must_go else MOVED))
            if self.asking and not table.lock.locked():
                continue  # its command is done, and the view goes with the answer
            async with nullcontext() if listener.seats else self.views.turn:
                log = table.lines()
                moment = len(table.game.made)
                start = self.told if moment >= self.past and self.told <= log else 0
                view = self.views.parts(table, self.eyes, listener.seats, start)
                self.told, self.past, self.shown = log, moment, table.game.version
                self.seen = (table.news, self.eyes)
            answers, self.answers = self.answers, []
            await self.send_made(b"".join((b'{"t":"view","now":%.3f,"view":' % time.time(), *view, b"}")), *answers)

    async def send_talk(self, table: Table, listener: Listener) -> None:
        """Send what was said since the last time, where this connection may hear it."""
        said = told(table, ear_of(listener.seats, listener.person, self.key), self.heard)
        muted, self.muted = self.muted, said["muted"]
        if said["lines"] or muted != self.muted:
            self.heard = max([self.heard, *(line["seq"] for line in said["lines"])])
            await self.send({"t": "talk", "talk": said})

    async def listen(self, table: Table, listener: Listener) -> None:
        """Take what comes in."""
        while True:
            message = await self.read()
            if isinstance(message, Ping):
                await self.send({"t": "pong"})
            elif isinstance(message, Eyes):
                self.look_again(message.eyes, listener)
            elif isinstance(message, Commanding):
                await self.carry_out(table, listener, message)
            else:
                raise Bye("hello_again", "hello is said once")

    async def carry_out(self, table: Table, listener: Listener, message: Commanding) -> None:
        """Carry a command out and say how it went."""
        command = message.command
        self.asking = True
        try:
            self.limits.address("command", self.host)
            self.limits.seats("command", table.game.id, listener.seats & {event.SIDE_NAMES.index(command.seat)})
            self.limits.name("command", table.person_at(command.seat, listener.seats))
            done = await self.tables.command(table.game.id, listener.seats, command)
        except Refused as refused:
            await self.send({"t": "refused", "id": command.id, **refused.problem()})
            listener.flag.set()
            return
        finally:
            self.asking = False
        accepted: Message = {"t": "accepted", "id": command.id, "version": done.game.version}
        if self.shown == done.game.version and self.seen == (table.news, self.eyes):  # all of it has gone out already
            await self.send(accepted)
        else:
            self.answers.append(to_json(accepted))
            listener.flag.set()

    async def read(self) -> Any:
        """The next message. Raises Bye for what is none, too large, or too much."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None:
            raise Bye("unreadable", "messages are text")
        if len(text) > MESSAGE_MOST:
            raise Bye("too_large", f"a message has at most {MESSAGE_MOST} bytes")
        if not self.pace.take():
            raise Bye("too_fast", "too many messages")
        try:
            return ToServer.validate_json(text)
        except ValidationError:
            raise Bye("unreadable", "this message is not understood") from None

    async def send(self, message: Message) -> None:
        """Send a message."""
        await self.send_made(to_json(message))

    async def send_made(self, *texts: bytes) -> None:
        """Send messages that are made already, in UTF-8; one at a time, but those that come together in one go."""
        async with self.sending:
            post = None if self.visitor is None else self.visitor.post
            if post is None or not post(texts):
                for text in texts:
                    await self.socket.send_text(text.decode())

    async def end(self, code: str, message: str) -> None:
        """Say why, and close."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            if self.socket.application_state is WebSocketState.CONNECTED:
                await self.send({"t": "bye", "code": code, "message": message})
                await self.socket.close(4400, code)
