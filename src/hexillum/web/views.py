"""The views that connections are sent: made once for all who see the same, and kept as text while they are true."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from pydantic_core import to_json

from ..battle.view_types import pair
from .show import show
from .table import Table
from .wire import Around, Seat

KEPT_MOST: Final = 16_000_000  # characters of all views that are kept
AROUND: Final = frozenset(Around.__annotations__)
_EMPTY: Final[Seat] = {"player": "open", "name": "", "present": False}
NOBODY: Final = pair(_EMPTY, _EMPTY)


@dataclass
class Shelf:
    """The views of one table, as long as its game stands as it does: without what is around it, which changes more."""

    stands: tuple[int, int, tuple[str, ...]]
    texts: dict[tuple[int | None, frozenset[int], int], str] = field(default_factory=dict)
    size: int = 0
    news: int = -1
    around: str = ""  # as long as there are no other news


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
        if shelf.news != table.news:
            shelf.news, shelf.around = table.news, to_json(table.around()).decode()
        text = shelf.texts.get(key)
        if text is None:
            seen = dict(show(table.game, key[0], key[1], log_from=key[2], seats=NOBODY))
            text = shelf.texts[key] = to_json({name: seen[name] for name in seen if name not in AROUND}).decode()
            shelf.size += len(text)
            self.size += len(text)
            while self.size > self.most:
                _, oldest = self._shelves.popitem(last=False)
                self.size -= oldest.size
        return f"{text[:-1]},{shelf.around[1:]}"

    def _shelf(self, table: Table) -> Shelf:
        """The shelf of a table, empty where its game stands otherwise now."""
        game = table.game
        stands = (game.version, len(game.made), tuple(game.players))
        shelf = self._shelves.pop(game.id, None)
        if shelf is None or shelf.stands != stands:
            self.size -= 0 if shelf is None else shelf.size
            shelf = Shelf(stands)
        self._shelves[game.id] = shelf
        return shelf
