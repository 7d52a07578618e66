"""How the server is: whether choices can be kept, there is room for more, and computer players think."""

from __future__ import annotations

import time
from collections import Counter
from typing import Final

from .. import __version__
from .messages import PROTOCOL
from .metrics import Gauges
from .store import StoreError
from .tables import OpenTables
from .wire import Health

FRESH: Final = 5.0  # seconds for which the number of games is not looked up again
LINES: Final = ("seat", "onlooker")
READY_AGAIN: Final = 0.5  # and whether the database answers: who asks faster than that hears the same
DISK_LEAST: Final = 50_000_000  # free bytes below which the server is not well


def health(tables: OpenTables) -> Health:
    """How the server is now; it costs a few looks at the file of the database."""
    trouble, free = tables.store.trouble(), tables.store.free()
    thinking = bool(getattr(tables.computers, "well", lambda: True)())
    enough = free is None or free >= DISK_LEAST
    return {
        "ok": not trouble and enough and thinking,
        "version": __version__,
        "protocol": PROTOCOL,
        "database": trouble or "ok",
        "disk": free,
        "thinkers": "ok" if thinking else "no process can be started for them",
    }


class Readiness:
    """Whether this server should be sent people: its database answers, is of this version, and it is not ending."""

    def __init__(self, tables: OpenTables) -> None:
        self.tables = tables
        self._said = ""
        self._at = -READY_AGAIN

    async def trouble(self) -> str:
        """Why nobody should be sent here, in words for everybody; "" where all is well."""
        if self.tables.stopping:
            return "this server is ending"
        if time.monotonic() - self._at >= READY_AGAIN:
            self._said = await self._look()
            self._at = time.monotonic()
        return self._said

    async def _look(self) -> str:
        try:
            other = await self.tables.store.other_version()
        except StoreError:
            return "the database does not answer"
        if other:
            return "the database is of another version than this server"
        return self.tables.store.trouble()


class Standing:
    """How a server stands, in figures: games, tables, connections, the queue of thinkers."""

    def __init__(self, tables: OpenTables) -> None:
        self.tables = tables
        self._games: dict[str, int] = {}
        self._at = -FRESH

    async def look(self) -> None:
        """Look up how many games there are, where that is not known as of late. Raises StoreError."""
        if time.monotonic() - self._at >= FRESH:
            self._games = await self.tables.store.archive.counts()
            self._at = time.monotonic()

    def gauges(self) -> Gauges:
        """The figures now."""
        tables = self.tables
        listeners = [one for table in list(tables.in_memory.values()) for one in table.listeners]
        lines = Counter("seat" if one.seats else "onlooker" for one in listeners)
        waiting, busy, processes = tables.computers.queue()
        queue = {"waiting": waiting, "thinking": busy, "processes": processes}
        well = health(tables)["ok"]
        thinkers = "Answers that computers think about or that wait, and processes."
        return {
            "games": ("Games in the database.", _by("status", {"active": 0, "over": 0, **self._games})),
            "tables": ("Games in the memory of this server.", {(): len(tables.in_memory)}),
            "connections": ("Connections at tables.", _by("kind", {kind: lines[kind] for kind in LINES})),
            "thinkers": (thinkers, _by("what", queue)),
            "ok": ("1 where the server is well.", {(): float(well)}),
            "stopping": ("1 where the server is ending.", {(): float(tables.stopping)}),
        }


def _by(label: str, values: dict[str, int]) -> dict[tuple[tuple[str, str], ...], float]:
    return {((label, name),): float(value) for name, value in values.items()}
