"""The views that connections are sent: made once for all who see the same, and kept as text while they are true."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection
from typing import Final

from pydantic_core import to_json

from .table import Table

KEPT_MOST: Final = 16_000_000  # characters of all views that are kept


class Views:
    """The views of all tables as they are now, as JSON; `turn` is held by who makes one for an onlooker.

    A crowd that is told something new makes its views one after the other in its turns, so that whoever plays
    elsewhere comes in between.
    """

    def __init__(self, most: int = KEPT_MOST) -> None:
        self.most = most
        self.size = 0
        self.turn = asyncio.Lock()
        self._kept: OrderedDict[tuple[object, ...], str] = OrderedDict()

    def text(self, table: Table, eyes: int | None, yours: Collection[int], log_from: int = 0) -> str:
        """What `Table.view` gives, as JSON."""
        start = min(log_from, len(table.game.battle.events))
        key = (table.news, table.game.version, eyes, frozenset(yours), start)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = to_json(table.view(eyes, yours, start)).decode()
        self._kept[key] = made
        self.size += len(made)
        while self.size > self.most:
            _, old = self._kept.popitem(last=False)
            self.size -= len(old)
        return made
