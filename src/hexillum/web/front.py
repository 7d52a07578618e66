"""The front of the server: how many sockets there are, and how long one may be silent, half-said or unread.

uvicorn bounds none of these times. Its protocol over h11, which bounds what it keeps of a request, is used with a
`Door` that counts the sockets and ends what takes too long.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from enum import IntEnum
from typing import Any, ClassVar, Final

import h11
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from .crowd import Crowd
from .guard import Pace
from .limits import Paces, Rate, neighbourhood

if sys.platform != "win32":
    import resource

HEAD_MOST: Final = 32_768  # bytes of a request before its body
HEADERS_MOST: Final = 100
LINE_MOST: Final = 8_000  # bytes of an address, or of a header
HEAD_WITHIN: Final = 10.0  # seconds until a request's head is whole, from the first moment on
NEXT_WITHIN: Final = 5  # seconds until the next request begins
BODY_WITHIN: Final = 30.0  # seconds for its body
PINGS: Final = 100  # over all connections at tables together, a second at most: each takes a fifth of a millisecond
PING_EVERY: Final = (
    4.0  # seconds between two pings over a connection at a table, where there are not too many for that,
)
PONG_WITHIN: Final = 5.0  # and until each is answered: who is gone without a word is missed within their sum
PING, PONG = b'{"t":"ping"}', b'{"t":"pong"}'  # by which a page asks whether the server is there,
PING_FRAME: Final = 6 + len(PING)  # bytes that this takes on its way
ASKS: Final[Rate] = (5.0, 1.0)  # so often at once, and a second: who asks more often waits behind his other messages
SOON: Final = 0.5  # seconds to the next ping for which it is not worth while to wait
READ_WITHIN: Final = 30.0  # seconds for who is sent something to take it
CLOSE_WITHIN: Final = 5.0  # seconds until a connection that is ended is gone
UNREAD_MOST: Final = 4_000_000  # bytes that wait for who does not read
FRAGMENTS_MOST: Final = 64  # parts of one message
BYTES: Final[Rate] = (4_000_000.0, 500_000.0)  # of one address at once, and a second
OF_LINE: Final[Rate] = (256_000.0, 32_000.0)  # bytes of one connection at a table at once, and a second

SOCKETS_MOST: Final = 4_000
OF_ADDRESS: Final = 256  # sockets of one address
RESERVE: Final = 128  # descriptors for the database, thinking processes and files
DESCRIPTORS: Final = 16_384  # as many as are asked for


class Rank(IntEnum):
    """How much it matters to keep a socket: who waits without a word goes first, and a seat never for a newcomer."""

    WAITING = 0
    SERVED = 1
    WATCHING = 2
    SEATED = 3


class Visitor:
    """A socket at the door: whose it is, how it ranks, and when it is ended."""

    __slots__ = ("address", "door", "ends", "post", "rank", "stuck", "transport")

    def __init__(self, door: Door, transport: asyncio.Transport, address: str) -> None:
        self.door = door
        self.transport = transport
        self.address = address
        self.rank = Rank.WAITING
        self.ends = math.inf  # by the clock of the loop
        self.stuck = math.inf  # the same, for who does not read
        self.post: Callable[[Sequence[bytes]], bool] | None = None  # how messages go out in one go, at a table

    def settle(self, *, seated: bool) -> None:
        """It has come to a table, as a player or to look on, and may stay."""
        self.door.rank(self, Rank.SEATED if seated else Rank.WATCHING)
        self.ends = math.inf


class Door:
    """Counts the sockets of a server, makes room for newcomers, and ends who takes too long.

    `most` sockets at once, `of_address` of one address (None: no bound); `proxies` are the addresses and networks of
    those behind which are many people, and which bound them.
    """

    def __init__(self, most: int = SOCKETS_MOST, of_address: int | None = OF_ADDRESS, proxies: Collection[str] = ()):
        self.most = most
        self.of_address = None if of_address is None else min(of_address, most // 2)
        self.proxies = [ipaddress.ip_network(one, strict=False) for one in proxies]
        self.bytes = Paces(BYTES)
        self.crowd = Crowd()
        self.visitors: dict[asyncio.Transport, Visitor] = {}
        self._ranked: tuple[dict[Visitor, None], ...] = tuple({} for _ in Rank)  # the oldest first
        self._of: dict[str, dict[Visitor, None]] = {}
        self._looking: asyncio.TimerHandle | None = None

    def enter(self, transport: asyncio.Transport, host: str) -> Visitor:
        """Let a socket in; where there are too many, the one that matters least is ended, if it is no seat."""
        address = "" if self.of_address is None or self._is_proxy(host) else neighbourhood(host)
        visitor = Visitor(self, transport, address)
        if address:
            mine = self._of.get(address, {})
            if len(mine) >= (self.of_address or 0):
                self._make_room(min(mine, key=lambda one: one.rank), visitor)
            self._of.setdefault(address, {})[visitor] = None
        if len(self.visitors) >= self.most:
            self._make_room(next(one for rank in self._ranked for one in rank), visitor)
        self.visitors[transport] = visitor
        self._ranked[visitor.rank][visitor] = None
        self.give(visitor, HEAD_WITHIN)
        if self._looking is None:
            self._look()
        return visitor

    def ping_every(self) -> float:
        """The seconds between two pings over a connection at a table.

        >>> Door().ping_every()
        4.0
        """
        return max(PING_EVERY, len(self.visitors) / PINGS)

    def _make_room(self, least: Visitor, newcomer: Visitor) -> None:
        if least.rank is Rank.SEATED:
            newcomer.transport.abort()  # it is forgotten when it is lost
        else:
            self.end(least)

    def leave(self, visitor: Visitor) -> None:
        """Forget a socket that is gone."""
        if self.visitors.pop(visitor.transport, None) is None:
            return
        self._ranked[visitor.rank].pop(visitor, None)
        mine = self._of.get(visitor.address)
        if mine is not None:
            mine.pop(visitor, None)
            if not mine:
                self._of.pop(visitor.address, None)

    def end(self, visitor: Visitor) -> None:
        """End a socket at once."""
        self.leave(visitor)
        visitor.transport.abort()

    def rank(self, visitor: Visitor, rank: Rank) -> None:
        """Let a socket matter more, or less."""
        if visitor.rank is not rank and visitor.transport in self.visitors:
            self._ranked[visitor.rank].pop(visitor, None)
            visitor.rank = rank
            self._ranked[rank][visitor] = None

    def give(self, visitor: Visitor, seconds: float) -> None:
        """Let a socket stay for so many seconds from now on, if nothing else is said."""
        visitor.ends = asyncio.get_running_loop().time() + seconds

    def may_send(self, visitor: Visitor, size: int) -> bool:
        """Whether an address may send so many bytes more."""
        return not visitor.address or not self.bytes.take(visitor.address, size)

    def _is_proxy(self, host: str) -> bool:
        with suppress(ValueError):
            address = ipaddress.ip_address(host)
            return any(address in network for network in self.proxies)
        return False

    def _look(self) -> None:
        """End whose time has come, once a second while anybody is there."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        for visitor in list(self.visitors.values()):
            if visitor.ends <= now or visitor.stuck <= now:
                self.end(visitor)
            elif visitor.transport.is_closing():  # what it was sent last may never be read
                visitor.ends = min(visitor.ends, now + CLOSE_WITHIN)
        self._looking = loop.call_later(1.0, self._look) if self.visitors else None


class CarefulConnection(h11.Connection):
    """What is read of requests: none with a crowd of headers, or whose body has no length."""

    def next_event(self) -> Any:
        """The next part of a request. Raises h11.RemoteProtocolError."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            longest = max(len(event.target), *(len(name) + len(value) for name, value in event.headers), 0)
            if len(event.headers) > HEADERS_MOST or longest > LINE_MOST:
                raise h11.RemoteProtocolError("too long", 431)
            if any(name == b"transfer-encoding" for name, _ in event.headers):
                raise h11.RemoteProtocolError("a length is needed", 411)  # parts of a byte each cost much to read
        return event


class _Guided(asyncio.Protocol):
    """What both protocols share: the door, and the application that is told who the visitor is."""

    door: ClassVar[Door]
    visitor: Visitor
    config: Any
    loop: asyncio.AbstractEventLoop

    async def _served(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["hexillum.visitor"] = self.visitor
        await self.config.loaded_app(scope, receive, send)

    def pause_writing(self) -> None:
        """It does not read what it was sent."""
        super().pause_writing()
        self.visitor.stuck = self.loop.time() + READ_WITHIN

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self.visitor.stuck = math.inf


class Http(_Guided, H11Protocol):
    """A connection of HTTP."""

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self.conn = CarefulConnection(h11.SERVER, HEAD_MOST)
        self.app = self._served
        self._asked: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in."""
        super().connection_made(transport)
        self.visitor = self.door.enter(transport, self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self.door.leave(self.visitor)
        with suppress(h11.LocalProtocolError):
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, if it is not too much."""
        if self.door.may_send(self.visitor, len(data)):
            super().data_received(data)
        else:
            self.door.end(self.visitor)

    def handle_events(self) -> None:
        """Read what has come, and wait so long for what follows."""
        super().handle_events()
        cycle = self.cycle
        if cycle is None or cycle.response_complete or self.transport.is_closing():
            return
        if cycle is not self._asked:
            self._asked = cycle
            self.door.rank(self.visitor, Rank.SERVED)
            self.door.give(self.visitor, BODY_WITHIN)
        if not cycle.more_body:
            self.visitor.ends = math.inf

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self.door.rank(self.visitor, Rank.WAITING)
        self.door.give(self.visitor, NEXT_WITHIN + HEAD_WITHIN)
        super().on_response_complete()


class Socket(_Guided, WebSocketsSansIOProtocol):
    """A connection at a table."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Go on with what was a connection of HTTP."""
        super().connection_made(transport)
        self.app = self._served
        self.visitor = self.door.visitors[self.transport]
        self.door.give(self.visitor, HEAD_WITHIN)
        self.visitor.post = self.post
        self.pace = Pace(*OF_LINE)
        self.heard = self.loop.time()
        self.asks = Pace(*ASKS)
        self.arrived: list[bytes] = []  # in a crowd: what waits to be read with that of others, in its order

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone; what it said before is heard."""
        self.door.leave(self.visitor)
        with suppress(RuntimeError):  # to answer a ping is too late
            self.take()
        super().connection_lost(exc)

    def post(self, texts: Sequence[bytes]) -> bool:
        """Send messages, in UTF-8, in one go, and not one by one through the application.

        Whether that could be done; else they have to wait until who is there has read.
        """
        if self.conn.state is not State.OPEN or self.transport.is_closing() or not self.writable.is_set():
            return False
        for text in texts:
            self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def data_received(self, data: bytes) -> None:
        """Read on, if it is not too much, and what was answered is read, too."""
        self.heard = self.loop.time()
        if not self.pace.take(len(data)) or self.transport.get_write_buffer_size() > UNREAD_MOST:
            self.door.end(self.visitor)
        elif self.arrived or (self.visitor.rank >= Rank.WATCHING and self.door.crowd.here(self.heard)):
            self.arrived.append(data)
            if len(self.arrived) == 1:
                self.door.crowd.wait(self.take, choice=len(data) > PING_FRAME)
        else:
            self.read(data)

    def take(self) -> None:
        """Read what has arrived and waited."""
        if self.arrived:
            arrived, self.arrived = self.arrived, []
            self.read(b"".join(arrived))

    def read(self, data: bytes) -> None:
        """Read on."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:  # uvicorn would wait for ever
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
            self.transport.close()

    def schedule_ping(self) -> None:
        """See after some time whether anybody is still there; the later, the more there are."""
        self.ping_interval = self.door.ping_every()
        super().schedule_ping()

    def send_keepalive_ping(self) -> None:
        """Ask whether anybody is still there, unless something was heard from there since."""
        self.ping_interval = self.door.ping_every()
        left = self.ping_interval - self.last_ping_rtt - (self.loop.time() - self.heard)
        if left > SOON:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def handle_text(self, event: Frame) -> None:
        """Take a message; who is at a table and asks whether the server is there is answered at once.

        Each page does so every few seconds: of all that comes from a thousand battles, most is this.
        """
        there = self.visitor.rank >= Rank.WATCHING and self.conn.state is State.OPEN
        if event.data == PING and event.fin and there and self.asks.take():
            self.conn.send_text(PONG)
            self.transport.write(b"".join(self.conn.data_to_send()))
        else:
            super().handle_text(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message."""
        if len(self.frames) < FRAGMENTS_MOST:
            super().handle_cont(event)
        else:
            self.door.end(self.visitor)


def protocols(door: Door) -> tuple[type[Http], type[Socket]]:
    """The protocols of a server with this door, for `uvicorn.Config(http=…, ws=…)`."""
    return type("Http", (Http,), {"door": door}), type("Socket", (Socket,), {"door": door})


def room() -> int:
    """How many sockets a server may have, having asked for as many descriptors as it may get."""
    soft = 2 * SOCKETS_MOST + RESERVE  # Windows counts no descriptors
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wished = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
        if soft < wished:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
                soft = wished
    return max(32, min(SOCKETS_MOST, (soft - RESERVE) // 2))  # a file may be sent over each of them
