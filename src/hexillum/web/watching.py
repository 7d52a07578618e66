"""Every request is given an id, timed, counted, and told in the log where it went wrong or took long."""

from __future__ import annotations

import logging
import re
import time
import uuid
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .logs import ASKED, REQUESTS
from .metrics import Figures

log = logging.getLogger(REQUESTS)

ID: Final = "x-request-id"
SLOW: Final = 5.0  # seconds after which an answer is told in the log
_THEIRS: Final = re.compile(r"[A-Za-z0-9-]{8,64}")
OTHER: Final = "other"  # the address of what is at none


class Watching:
    """What stands before everything else of the application."""

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self.app = app
        self.figures = figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asked = uuid.uuid4().hex[:16]
        theirs = Headers(scope=scope).get(ID, "")
        if _THEIRS.fullmatch(theirs):  # a proxy's own, beside ours: who makes it up deceives nobody but himself
            asked = f"{asked}/{theirs}"
        token = ASKED.set(asked)
        began, status = time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[ID] = asked
            await send(message)

        try:
            await self.app(scope, receive, noted if scope["type"] == "http" else send)
        finally:
            if scope["type"] == "http" and status:
                self._tell(scope, status, time.perf_counter() - began)
            ASKED.reset(token)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        address = getattr(scope.get("route"), "path", OTHER)
        self.figures.answer(scope["method"] if scope["method"] in _METHODS else OTHER, address, status, seconds)
        grave = status >= 500 or seconds > SLOW
        if grave or log.isEnabledFor(logging.INFO):
            told = {"method": scope["method"], "address": address, "status": status, "ms": round(1000 * seconds, 1)}
            log.log(logging.WARNING if grave else logging.INFO, "answered", extra=told)


_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
