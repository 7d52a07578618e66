"""A server that somebody looks after: its database, its key and the tokens of its admins."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from hexillum.web import admin
from hexillum.web.computers import Computers
from hexillum.web.entries import Opening
from hexillum.web.store import Beside, Key, Store
from hexillum.web.tables import OpenTables
from tests.web.test_rules_digest import play

SEED = bytes(range(32))
T = TypeVar("T")


class House:
    """A folder with the key of a server, and a database that may be elsewhere."""

    def __init__(self, folder: Path, database: str | None = None) -> None:
        self.folder = folder
        self.database = database or str(folder / "games.db")
        self.key_file = folder / "server.key"

    @property
    def key(self) -> Key:
        """Its key, read anew."""
        return Key(self.key_file)

    def store(self) -> Store:
        """A store over it."""
        return Store(self.database, self.key)

    def words(self, *words: str) -> list[str]:
        """The words of a command that works on it."""
        return [*words, "--database", self.database, "--key-file", str(self.key_file)]

    def serving(self, work: Callable[[OpenTables], Awaitable[T]]) -> T:
        """What comes of some work at a server over it."""

        async def run() -> T:
            tables = OpenTables(self.store(), Computers(1))
            await tables.open()
            try:
                return await work(tables)
            finally:
                await tables.close()

        return asyncio.run(run())

    def beside(self, work: Callable[[Beside], Awaitable[T]]) -> T:
        """What comes of some work beside whatever serves it."""

        async def run() -> T:
            store = Beside(self.database, self.key)
            await store.open()
            try:
                return await work(store)
            finally:
                await store.close()

        return asyncio.run(run())

    def filled(self) -> list[str]:
        """Put three games into it, of which the last is over; their ids."""

        async def work(tables: OpenTables) -> list[str]:
            made = [await game(tables, choices) for choices in (12, 5, 3)]
            await admin.end(tables.store, made[-1], "a test")
            return made

        return self.serving(work)


async def game(tables: OpenTables, choices: int = 6) -> str:
    """A game between two people after some choices."""
    made = await tables.begin(Opening("battle", "dara"), ["person", "person"], SEED, [0, 1])
    await play(tables, made["game"], choices)
    return str(made["game"])
