"""All games of a database as who looks after it sees them: what there is, which are old, and how one is taken out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import and_, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .admins import note
from .own_battles import Transaction
from .queries import GAME
from .rows import plain
from .tables import ENTRIES, GAMES, PEOPLE, SEATS
from .tournament_tables import PAIRINGS, TOURNAMENTS

PAGE: Final = 100


@dataclass(frozen=True)
class Kept:
    """A game as a list shows it: nothing in it that is secret; `people` says who sits on either side, top first.

    `pace` is how fast it is to be played, empty without clocks; `awaited` that a tournament which goes on counts on it.
    """

    id: str
    kind: str
    battle: str
    people: tuple[str, ...]
    status: str
    version: int
    created_at: float
    acted_at: float
    pace: str = ""
    awaited: bool = False


@dataclass(frozen=True)
class Named:
    """A name that somebody has, or that is blocked; times are seconds."""

    name: str
    blocked: bool
    made_at: float
    seen_at: float


class Archive:
    """The games of a database; `tell` lets the servers know of one that was changed, when the transaction is done."""

    def __init__(
        self, reading: Transaction, changing: Transaction, tell: Callable[[AsyncConnection, str], Awaitable[None]]
    ) -> None:
        self._reading = reading
        self._changing = changing
        self._tell = tell

    async def listing(
        self, *, status: str = "", idle_since: float | None = None, after: str = "", most: int = PAGE
    ) -> list[Kept]:
        """Games, those at which something was done last first; `after` is the last one of the page before.

        `idle_since` leaves out those at which something was done later. Raises StoreError.
        """
        wanted = select(*GAME)
        if status:
            wanted = wanted.where(GAMES.c.status == status)
        if idle_since is not None:
            wanted = wanted.where(GAMES.c.acted_at < idle_since)
        async with self._reading() as connection:
            if after:
                found = select(GAMES.c.acted_at).where(GAMES.c.id == after)
                at = await connection.scalar(found)
                if at is None:
                    return []
                later = and_(GAMES.c.acted_at == at, GAMES.c.id < after)
                wanted = wanted.where(or_(GAMES.c.acted_at < at, later))
            wanted = wanted.order_by(GAMES.c.acted_at.desc(), GAMES.c.id.desc()).limit(most)
            rows = (await connection.execute(wanted)).mappings().all()
            return await self._kept(connection, rows)

    async def one(self, id: str) -> Kept | None:
        """A game, None where there is none. Raises StoreError."""
        async with self._reading() as connection:
            rows = (await connection.execute(select(*GAME).where(GAMES.c.id == id))).mappings().all()
            return next(iter(await self._kept(connection, rows)), None)

    async def ids(self, after: str = "", most: int = PAGE) -> list[str]:
        """A page of the ids of all games in their order. Raises StoreError."""
        async with self._reading() as connection:
            wanted = select(GAMES.c.id).where(GAMES.c.id > after).order_by(GAMES.c.id).limit(most)
            return list((await connection.scalars(wanted)).all())

    async def counts(self) -> dict[str, int]:
        """How many games there are, by how they stand. Raises StoreError."""
        async with self._reading() as connection:
            rows = await connection.execute(select(GAMES.c.status, func.count()).group_by(GAMES.c.status))
            return {status: count for status, count in rows.all()}

    async def rows_of(self, id: str) -> tuple[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]] | None:
        """A game, its seats and its entries as they stand, what is sealed sealed. Raises StoreError."""
        async with self._reading() as connection:
            row = (await connection.execute(select(*GAME).where(GAMES.c.id == id))).mappings().first()
            if row is None:
                return None
            seats = await connection.execute(select(SEATS).where(SEATS.c.game == id).order_by(SEATS.c.side))
            entries = await connection.execute(select(ENTRIES).where(ENTRIES.c.game == id).order_by(ENTRIES.c.seq))
            return dict(row), [dict(one) for one in seats.mappings()], [dict(one) for one in entries.mappings()]

    async def delete(self, id: str, who: str, words: str = "", *, idle_since: float | None = None) -> bool:
        """Take a game out with all that belongs to it; False where there is none. Raises StoreError.

        With `idle_since` it stays where something was done at it later.
        """
        mine = [GAMES.c.id == id] if idle_since is None else [GAMES.c.id == id, GAMES.c.acted_at < idle_since]
        async with self._changing() as connection:
            if (await connection.execute(delete(GAMES).where(*mine))).rowcount != 1:
                return False
            await connection.execute(update(GAMES).where(GAMES.c.rematch == id).values(rematch=None))
            await note(connection, who, "delete", id, words)
            await self._tell(connection, id)
        return True

    async def names(self, *, blocked: bool = False, after: str = "", most: int = PAGE) -> list[Named]:
        """The names of people in their order, those behind one; only the `blocked` ones. Raises StoreError."""
        wanted = select(PEOPLE).where(PEOPLE.c.name > after).order_by(PEOPLE.c.name).limit(most)
        if blocked:
            wanted = wanted.where(PEOPLE.c.blocked)
        async with self._reading() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
        return [Named(row["name"], row["blocked"], row["made_at"], row["seen_at"]) for row in rows]

    async def _kept(self, connection: AsyncConnection, rows: Any) -> list[Kept]:
        ids = [row["id"] for row in rows]
        seats: dict[str, list[str]] = {}
        wanted = select(SEATS.c.game, func.coalesce(PEOPLE.c.name, SEATS.c.player)).where(SEATS.c.game.in_(ids))
        joined = wanted.outerjoin(PEOPLE, PEOPLE.c.id == SEATS.c.person).order_by(SEATS.c.side)
        for game, player in (await connection.execute(joined)).all():
            seats.setdefault(game, []).append(player)
        awaited = await self._awaited(connection, ids)
        return [_kept(row, tuple(seats.get(row["id"], ())), row["id"] in awaited) for row in rows]

    async def _awaited(self, connection: AsyncConnection, ids: list[str]) -> set[str]:
        """Those of some games that are battles of tournaments which go on."""
        found: set[str] = set()
        for battle in (PAIRINGS.c.game, PAIRINGS.c.other):
            running = select(battle).join(TOURNAMENTS, TOURNAMENTS.c.id == PAIRINGS.c.tournament)
            wanted = running.where(battle.in_(ids), TOURNAMENTS.c.state == "running")
            found.update((await connection.scalars(wanted)).all())
        return found


def _kept(row: Any, people: tuple[str, ...], awaited: bool) -> Kept:
    """A game of its row, also where its opening is spoilt."""
    try:
        opening = dict(plain(row["opening"]))
    except (ValueError, TypeError):
        opening = {"kind": "spoilt"}
    kind, battle = str(opening.get("kind", "battle")), str(opening.get("battle") or opening.get("title") or "")
    times = (row["created_at"], row["acted_at"])
    pace = str(opening.get("pace") or "")
    return Kept(row["id"], kind, battle, people, row["status"], row["version"], *times, pace, awaited)
