"""The views that connections are sent: made once for all who see the same, and kept as text while they are true."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from pydantic_core import to_json

from .table import Table

KEPT_MOST: Final = 4_000_000  # characters of all views that are kept


@dataclass
class Shelf:
    """The views of one table, as long as nothing is new there."""

    news: tuple[int, int]
    texts: dict[tuple[int | None, frozenset[int], int], str] = field(default_factory=dict)
    size: int = 0


class Views:
    """The views of all tables as they are now, as JSON; `turn` is held by who makes one for an onlooker.

    A crowd that is told something new makes its views one after the other in its turns, so that whoever plays
    elsewhere comes in between.
    """

    def __init__(self, most: int = KEPT_MOST) -> None:
        self.most = most
        self.turn = asyncio.Lock()
        self.size = 0
        self._shelves: OrderedDict[str, Shelf] = OrderedDict()  # the longest unused first

    def text(self, table: Table, eyes: int | None, yours: Collection[int], log_from: int = 0) -> str:
        """What `Table.view` gives, as JSON."""
        shelf = self._shelf(table)
        key = (eyes, frozenset(yours), min(log_from, table.lines()))
        text = shelf.texts.get(key)
        if text is None:
            text = shelf.texts[key] = to_json(table.view(*key)).decode()
            shelf.size += len(text)
            self.size += len(text)
            while self.size > self.most:
                _, oldest = self._shelves.popitem(last=False)
                self.size -= oldest.size
        return text

    def _shelf(self, table: Table) -> Shelf:
        """The shelf of a table, empty where something is new since."""
        news = (table.news, table.game.version)
        shelf = self._shelves.pop(table.game.id, None)
        if shelf is None or shelf.news != news:
            self.size -= 0 if shelf is None else shelf.size
            shelf = Shelf(news)
        self._shelves[table.game.id] = shelf
        return shelf
