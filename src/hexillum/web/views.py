"""The views that connections are sent: made once for all who see the same, and kept as text while they are true."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic_core import to_json

from ..battle.view_types import pair
from .show import going, lasting, seeing
from .table import Table
from .wire import Around, Seat

KEPT_MOST: Final = 16_000_000  # bytes of all views that are kept
AROUND: Final = frozenset(Around.__annotations__)
_EMPTY: Final[Seat] = {"player": "open", "name": "", "present": False}
NOBODY: Final = pair(_EMPTY, _EMPTY)


@dataclass
class Shelf:
    """The views of one table in parts, in the order in which a view has them: first the board, what is around it last.

    What all see alike is kept once, and what lasts as long as the game goes over to its next shelf. `own` has for
    each view what its eyes know, and what goes on. All is true as long as the game stands as it does, but for what is
    around the table, which changes more.
    """

    stands: tuple[int, int, tuple[str, ...]]
    board: bytes
    lasting: bytes
    own: dict[tuple[int | None, frozenset[int], int], tuple[bytes, bytes]] = field(default_factory=dict)
    size: int = 0
    news: int = -1
    around: bytes = b""  # as long as there are no other news


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

    def text(self, table: Table, eyes: int | None, yours: Collection[int], log_from: int = 0) -> bytes:
        """What `Table.view` gives, as JSON in UTF-8."""
        return b"".join(self.parts(table, eyes, yours, log_from))

    def parts(self, table: Table, eyes: int | None, yours: Collection[int], log_from: int = 0) -> tuple[bytes, ...]:
        """The same in parts, to be sent one behind the other."""
        shelf = self._shelf(table)
        key = (eyes, frozenset(yours), min(log_from, table.lines()))
        if shelf.news != table.news:
            shelf.news, shelf.around = table.news, _part(table.around())
        if key not in shelf.own:
            seen = _part(seeing(table.game, key[0], key[1]))
            goes = going(table.game, key[0], key[1], log_from=key[2], seats=NOBODY)
            shelf.own[key] = (seen, _part({name: value for name, value in goes.items() if name not in AROUND}))
            self._grown(shelf, *shelf.own[key])
        seen, goes_on = shelf.own[key]
        return b"{", shelf.board, b",", seen, b",", shelf.lasting, b",", goes_on, b",", shelf.around, b"}"

    def _shelf(self, table: Table) -> Shelf:
        """The shelf of a table, new where its game stands otherwise now."""
        game = table.game
        stands = (game.version, len(game.made), tuple(game.players))
        shelf = self._shelves.pop(game.id, None)
        if shelf is None or shelf.stands != stands:
            self.size -= 0 if shelf is None else shelf.size
            shelf = Shelf(stands, _part(game.board), _part(lasting(game)) if shelf is None else shelf.lasting)
            self._grown(shelf, shelf.board, shelf.lasting)
        self._shelves[game.id] = shelf
        return shelf

    def _grown(self, shelf: Shelf, *parts: bytes) -> None:
        """Count parts that a shelf keeps from now on, and give up shelves that nobody has used for the longest time."""
        size = sum(map(len, parts))
        shelf.size += size
        self.size += size
        while self.size > self.most and self._shelves:
            _, oldest = self._shelves.popitem(last=False)
            self.size -= oldest.size


def _part(part: Mapping[str, Any]) -> bytes:
    """A part of a view as JSON, without the braces around it."""
    return to_json(part)[1:-1]
