"""What every answer carries and every request must fulfil: security headers, own origin, bounds on size and pace."""

from __future__ import annotations

import contextlib
import logging
import time
from typing import Final
from urllib.parse import urlsplit

from pydantic_core import to_json
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .messages import BODY_MOST

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


class Guard:
    """Refuses what comes from pages of others or is too large, and sets the headers of every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
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

        if scope["method"] not in _SAFE and not own_origin(headers):
            await refuse(guarded, 403, "other_origin", "this was asked by a page of another site")
            return
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > BODY_MOST:
            await refuse(guarded, 413, "too_large", f"more than {BODY_MOST // 1024} kB are not taken")
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
                await refuse(guarded, 500, "error", "an error of ours; it was noted")
            return
        if not begun and taken > BODY_MOST:
            await refuse(guarded, 413, "too_large", f"more than {BODY_MOST // 1024} kB are not taken")


async def refuse(send: Send, status: int, code: str, message: str) -> None:
    """Answer with a problem."""
    body = to_json({"code": code, "message": message, "rules": []})
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())],
        }
    )
    await send({"type": "http.response.body", "body": body})


class Pace:
    """So many at once, then so many a second: a bucket that fills again.

    >>> pace = Pace(burst=2, each=0.0)
    >>> pace.take(), pace.take(), pace.take()
    (True, True, False)
    """

    def __init__(self, burst: float, each: float) -> None:
        self.burst, self.each = burst, each
        self.left, self.at = burst, time.monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.each)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
