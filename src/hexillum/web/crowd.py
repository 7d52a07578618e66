"""A crowd at the tables: what its connections say within a moment is taken together.

A message that comes alone finds the processor's caches full of other things, and has a transaction of its own. Where
many come, those of a moment are read, planned, written and shown in one go. Who plays among few does not wait.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Final

TOGETHER: Final = 0.04  # seconds from one moment at which a crowd's messages are taken to the next, at most
ENOUGH: Final = 4  # choices that do not wait for more
LATELY: Final = 0.25  # seconds in which messages are counted,
MANY: Final = 40  # and so many of them are a crowd


class Crowd:
    """The messages that come to a server: whether they are a crowd's, and those that wait to be taken together."""

    def __init__(self) -> None:
        self._since = -math.inf  # when those that are counted began to come
        self._came = 0
        self._many = False
        self._waiting: list[Callable[[], None]] = []
        self._choices = 0  # that wait
        self._taken = -math.inf  # when the last ones were, by the clock of the loop
        self._due: asyncio.TimerHandle | None = None

    def here(self, now: float) -> bool:
        """Count a message that comes at a time, in seconds; whether so many have come lately that it waits for others.

        >>> crowd = Crowd()
        >>> [crowd.here(n / 100) for n in range(30)].count(True)
        0
        >>> [crowd.here(1 + n / 1000) for n in range(300)].count(True)
        49
        """
        if now - self._since > LATELY:
            self._many = self._came >= MANY and now - self._since < 2 * LATELY
            self._since, self._came = now, 0
        self._came += 1
        return self._many

    def wait(self, take: Callable[[], None], *, choice: bool) -> None:
        """Let something be taken together with what else waits, soon; of a loop that runs."""
        self._waiting.append(take)
        self._choices += choice
        loop = asyncio.get_running_loop()
        if self._due is None:
            self._due = loop.call_at(max(loop.time(), self._taken + TOGETHER), self._take, loop)
        if self._choices == ENOUGH:
            self._due.cancel()
            self._due = loop.call_at(loop.time(), self._take, loop)

    def _take(self, loop: asyncio.AbstractEventLoop) -> None:
        waiting, self._waiting = self._waiting, []
        self._choices, self._due, self._taken = 0, None, loop.time()
        for take in waiting:
            loop.call_soon(take)  # each by itself: what goes wrong with one is no other's
