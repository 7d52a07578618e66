"""How a server begins, and how it ends: it takes no more, ends what it has begun, and tells everybody to come back."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from typing import TYPE_CHECKING, Final

import uvicorn

from . import garbage

if TYPE_CHECKING:
    from .tables import OpenTables

log = logging.getLogger("hexillum.server")

#: Seconds for what people have begun, and then for connections to go: an end takes no longer than both and a moment.
BEGUN: Final = 5.0
GOING: Final = 2


class Server(uvicorn.Server):
    """A server that ends like this when it is told to (SIGTERM, Ctrl-C). A second Ctrl-C ends it at once."""

    def __init__(self, config: uvicorn.Config, tables: OpenTables) -> None:
        super().__init__(config)
        self.tables = tables

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and look for garbage once those are back who were here before."""
        await super().startup(sockets)
        asyncio.get_running_loop().call_later(garbage.RETURN, garbage.begin)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections nor choices, end those begun, and say goodbye; then the rest."""
        log.info("ending: nothing new is begun")
        for server in self.servers:
            server.close()
        for one in sockets or []:
            with contextlib.suppress(OSError):
                one.close()
        await self.tables.finish(BEGUN)
        await super().shutdown(sockets)
        log.info("ended: what was acknowledged is kept")
