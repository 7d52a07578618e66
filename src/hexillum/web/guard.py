"""What every answer carries and every request must fulfil: security headers, own name and origin, bounds on size."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import math
import time
from collections.abc import Callable, Collection
from typing import Final
from urllib.parse import urlsplit

from pydantic_core import to_json
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .messages import BODY_MOST, Refused

log = logging.getLogger("hexillum.web")

HEADERS: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_SAFE: Final = ("GET", "HEAD", "OPTIONS")


class TooLarge(Exception):
    """More was sent than is taken."""


def own_origin(headers: Headers) -> bool:
    """Whether a request comes from a page of this server, or from a program, which tells no origin.

    >>> own_origin(Headers({"origin": "https://elsewhere.example", "host": "127.0.0.1:8000"}))
    False
    """
    origin = headers.get("origin")
    if origin is not None:
        with contextlib.suppress(ValueError):  # an origin that is none is not ours
            return urlsplit(origin).netloc == headers.get("host", "")
        return False
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


class Names:
    """The names that a server answers to: a page elsewhere may let its own name lead here, and be the same origin then.

    >>> names = Names(["games.example"])
    >>> [names.own(host) for host in ("games.example:8000", "[::1]:8000", "elsewhere.example", "192.0.2.1", "")]
    [True, True, False, False, False]
    """

    def __init__(self, names: Collection[str] = (), any_address: bool = False) -> None:
        self.names = {"localhost", *(name.lower().strip("[]") for name in names)}
        self.any_address = any_address  # no name leads astray where none is used

    def own(self, host: str) -> bool:
        """Whether a `Host` header names this server."""
        try:
            parts = urlsplit(f"//{host}")
            name = (parts.hostname or "").removesuffix(".")
            if parts.netloc != host or "@" in host:
                return False
        except ValueError:
            return False
        if name in self.names:
            return True
        with contextlib.suppress(ValueError):
            return ipaddress.ip_address(name).is_loopback or self.any_address
        return False


def any_caller(_scope: Scope) -> None:
    """Take every caller: what `Guard` asks where nothing else is said."""


class Guard:
    """Refuses what comes from pages of others or is too large, and sets the headers of every answer.

    `admit` raises Refused for what else is not taken, before anything is read.
    """

    def __init__(self, app: ASGIApp, admit: Callable[[Scope], None] = any_caller) -> None:
        self.app = app
        self.admit = admit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] == "websocket":
            try:
                self.admit(scope)
            except Refused as error:
                await turn_away(scope, send, error)
            else:
                await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    answer.setdefault("cache-control", "no-store")
            await send(message)

        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > BODY_MOST:
            await refuse(guarded, TOO_LARGE)
            return
        try:
            self.admit(scope)
            if scope["method"] not in _SAFE and not own_origin(headers):
                raise Refused("other_origin", "this was asked by a page of another site", status=403)
        except Refused as error:
            await refuse(guarded, error)
            return
        taken = 0
        begun = False

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > BODY_MOST:
                raise TooLarge
            return message

        async def noted(message: Message) -> None:
            nonlocal begun
            if begun or taken <= BODY_MOST:  # what others make of TooLarge is not sent
                begun = True
                await guarded(message)

        try:
            with contextlib.suppress(TooLarge):
                await self.app(scope, counted, noted)
        except Exception as error:
            log.error("an error of ours", exc_info=error)
            if not begun:
                await refuse(guarded, Refused("error", "an error of ours; it was noted", status=500))
            return
        if not begun and taken > BODY_MOST:
            await refuse(guarded, TOO_LARGE)


TOO_LARGE: Final = Refused("too_large", f"more than {BODY_MOST // 1024} kB are not taken", status=413)


async def refuse(send: Send, error: Refused, kind: str = "http") -> None:
    """Answer with a problem; what is too large is not waited for."""
    body = to_json(error.problem())
    headers = {"content-type": "application/json", "content-length": str(len(body)), **error.headers()}
    if error is TOO_LARGE:
        headers["connection"] = "close"
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": f"{kind}.response.start", "status": error.status, "headers": pairs})
    await send({"type": f"{kind}.response.body", "body": body})


async def turn_away(scope: Scope, send: Send, error: Refused) -> None:
    """Refuse a connection before it is one."""
    if "websocket.http.response" in scope.get("extensions", {}):
        await refuse(send, error, "websocket.http")
    else:
        await send({"type": "websocket.close", "code": 4400, "reason": error.code})


class Pace:
    """So many at once, then so many a second: a bucket that fills again.

    >>> pace = Pace(burst=2, each=0.0)
    >>> pace.take(), pace.take(), pace.take()
    (True, True, False)
    """

    __slots__ = ("at", "burst", "each", "left")

    def __init__(self, burst: float, each: float) -> None:
        self.burst, self.each = burst, each
        self.left, self.at = burst, time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Take so much, if it is there."""
        self._fill()
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def wait(self, cost: float = 1.0) -> float:
        """The seconds until so much is there; without end where it never will be."""
        self._fill()
        return max(0.0, cost - self.left) / self.each if self.each else math.inf

    def full(self) -> bool:
        """Whether nothing is taken from it any more."""
        self._fill()
        return self.left >= self.burst

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.each)
        self.at = now
