"""How a table is come to, and with whose eyes it is looked at."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Path as InPath

from ..limits import Limits
from ..live import come_to
from ..table import Table
from ..tables import OpenTables

GAME_ID: Final = r"^[0-9a-f]{32}$"
Game = Annotated[str, InPath(pattern=GAME_ID, description="The id of a game.")]


async def asked(
    tables: OpenTables, limits: Limits, host: str, game: str, tokens: tuple[str, ...] = ()
) -> tuple[Table, frozenset[int]]:
    """The table of a question that costs thought, and the seats that the tokens prove. Raises Refused."""
    limits.address("question", host)
    table, seats = await come_to(tables, limits, host, game, tokens)
    limits.seats("question", game, seats)
    return table, seats


def eyes(table: Table, seats: frozenset[int]) -> int | None:
    """With whose eyes somebody looks: those of the only seat, or of the seat that decides."""
    if len(seats) == 1:
        return next(iter(seats))
    if not seats:
        return None
    who = table.game.battle.state.who
    return int(who) if who in seats else table.game.battle.state.active
