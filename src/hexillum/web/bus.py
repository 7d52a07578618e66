"""Who is told that a game has changed: the connections of this process, and through PostgreSQL those of others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy.engine import URL

from .store import CHANNEL, LINE, SERVING

log = logging.getLogger("hexillum.bus")


async def listen(url: URL, changed: Callable[[str], None], back: Callable[[], None]) -> None:
    """Hear of changed games for ever: `changed(game)` for each, `back()` whenever the line is there (again)."""
    import psycopg

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    wait = 0.25
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True, **LINE) as connection:
                await connection.execute(f"SELECT pg_advisory_lock_shared({SERVING})")  # `alone` sees that we are here
                await connection.execute(f"LISTEN {CHANNEL}")
                wait = 0.25
                back()
                async for note in connection.notifies():
                    changed(note.payload)
        except Exception as error:  # also what those fail with who are told: the line must come back
            log.warning("the line to PostgreSQL is lost, trying again: %s", error)
        await asyncio.sleep(wait)
        wait = min(wait * 2, 5.0)


async def stop(task: asyncio.Task[Any] | None) -> None:
    """End a background task and wait for it."""
    if task is not None:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
