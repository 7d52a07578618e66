"""A small proxy before several servers, as a real one would stand there: it shares requests out, and says who asks."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import threading
from collections.abc import Sequence

MOST = 64_000  # bytes of a head


class Proxy:
    """A proxy of its own thread, at `url`; `servers` are the ports of those behind it, on this machine.

    A server that does not answer is passed over. Every connection carries one request, or a WebSocket.
    """

    def __init__(self, servers: Sequence[int], client: str = "203.0.113.7") -> None:
        self.servers = list(servers)
        self.client = client  # whom it says that everybody is
        self.served: dict[int, int] = dict.fromkeys(servers, 0)
        self._turn = itertools.count()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        made = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop)
        self._server = made.result(10)
        self.port: int = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """End it, and all that it carries."""

        async def end() -> None:
            self._server.close()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
            await asyncio.sleep(0)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            head = await reader.readuntil(b"\r\n\r\n")
            there, back = await self._one_of_them()
            back.write(self._head(head))
            await asyncio.gather(_carry(reader, back), _carry(there, writer))
        with contextlib.suppress(OSError):
            writer.close()

    async def _one_of_them(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        first = next(self._turn)
        for n in range(len(self.servers)):
            port = self.servers[(first + n) % len(self.servers)]
            with contextlib.suppress(OSError):
                lines = await asyncio.open_connection("127.0.0.1", port, limit=MOST)
                self.served[port] += 1
                return lines
        raise OSError("no server answers")

    def _head(self, head: bytes) -> bytes:
        """The head of a request as it is passed on: who asks is said by the proxy alone."""
        lines = head.split(b"\r\n")[:-2]
        kept = [line for line in lines if not line.lower().startswith((b"x-forwarded-", b"connection: keep"))]
        if not any(line.lower().startswith(b"upgrade:") for line in kept):
            kept.append(b"connection: close")
        kept.append(b"x-forwarded-for: " + self.client.encode())
        return b"\r\n".join(kept) + b"\r\n\r\n"


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes, until nothing does."""
    try:
        while data := await reader.read(MOST):
            writer.write(data)
            await writer.drain()
    finally:
        with contextlib.suppress(OSError, RuntimeError):
            writer.close()
