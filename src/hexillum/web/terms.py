"""Whether a battle is rated: what its seats have said, and what stands against it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..battle import scenarios
from .messages import Refused
from .table import Table, by_side
from .tables import OpenTables
from .wire import Terms


def against(table: Table) -> str:
    """Why a battle cannot be rated, whatever its seats want; "" where it can."""
    opening = table.game.opening
    if opening.kind != "battle" or opening.scenario or opening.battle not in scenarios.names():
        return "only battles of the library are rated"
    if opening.dice == "typed" or opening.seed_chosen:
        return "only battles with the dice of the server are rated"
    if any(seat.player not in ("person", "open") for seat in table.seats):
        return "only battles between two people are rated"
    people = [seat.person for seat in table.seats if seat.player == "person"]
    if None in people or len(set(people)) < len(people):
        return "only battles between two people with names are rated"
    return "one side was helped by the coach" if table.game.help else ""


async def terms_of(tables: OpenTables, table: Table) -> Terms:
    """Whether a battle is rated, and who wants it so. Raises StoreError."""
    said = await tables.store.results.terms(table.game.id)
    why = against(table)
    return {"wanted": by_side(said), "rated": not why and _both(said), "why": why}


async def agree(tables: OpenTables, table: Table, sides: Collection[int], rated: bool) -> None:
    """Note what seats want, in the first turn; what both have agreed on stays. Raises Refused."""
    if not sides:
        raise Refused("not_yours", "only the players say whether their battle is rated", status=403)
    if why := against(table):
        raise Refused("not_rated", why)
    if table.game.battle.over or table.game.battle.state.turn > 0:
        raise Refused("too_late", "that is said in the first turn, before anybody knows how it goes")
    if _both(await tables.store.results.terms(table.game.id)):
        raise Refused("agreed", "both sides have agreed that this battle is rated")
    await tables.store.results.agree(table.game.id, sides, rated)


def _both(said: Mapping[int, bool]) -> bool:
    return said.get(0, False) and said.get(1, False)
