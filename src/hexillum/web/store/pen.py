"""The thread that writes to a file: whole transactions, each at one go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL

from . import place
from .often import driver

T = TypeVar("T")


class Pen:
    """A thread with a connection of its own. Who waits for each thing that he says to a database waits for the
    program's other threads each time; a transaction that is carried out in here waits once.
    """

    def __init__(self, url: URL) -> None:
        self.engine = place.alone(url)
        self._thread = ThreadPoolExecutor(1, "pen")

    async def at(self, task: Callable[[], T]) -> T:
        """Carry something out in the thread; who is ended meanwhile waits until that has ended, too."""
        loop = asyncio.get_running_loop()
        carried: asyncio.Future[T] = loop.create_future()

        def carry() -> None:
            try:
                done = task()
            except BaseException as error:
                loop.call_soon_threadsafe(carried.set_exception, error)
            else:
                loop.call_soon_threadsafe(carried.set_result, done)

        self._thread.submit(carry)  # cheaper than `run_in_executor`, which links futures of two kinds
        try:
            return await asyncio.shield(carried)
        except asyncio.CancelledError:
            await asyncio.wait([carried])
            raise

    def write(self, work: Callable[[Connection], T]) -> T:
        """A transaction that is there as a whole or not at all; in the thread only.

        It begins and ends at the driver. What the work says by SQLAlchemy comes into it, which then ends it.
        """
        connection, plain = self._connection, driver(self._connection)
        plain.execute(place.CHANGING)
        try:
            done = work(connection)
            (connection if connection.in_transaction() else plain).commit()
        except BaseException:
            connection.rollback()
            plain.rollback()  # which does nothing where that has done it
            raise
        return done

    @cached_property
    def _connection(self) -> Connection:
        """The connection, kept: to take it out and put it back each time costs as much as a statement."""
        return self.engine.connect()

    async def close(self) -> None:
        """Let the database go."""
        await self.at(self.engine.dispose)
        self._thread.shutdown(wait=False)
