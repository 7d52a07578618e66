"""What stops clocks, in the database: times in which no server ran, and vacations of people with names.

Every server says again and again that it is there. Where nobody has said so for a while, no server ran (or none could
keep anything, which is the same to who plays), and that time costs nobody anything.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ...club.clocks import Span, Stops, vacation
from .errors import Stale
from .own_battles import Transaction
from .tables import GAMES, META, OUTAGES, PEOPLE, SEATS, VACATIONS

PULSE: Final = 5.0  # seconds between two words of a server that it is there,
STILL: Final = 15.0  # and after so many without one there was none
_BEAT: Final = "beat"  # the name of the last such word among what is known of the database
_MARGIN: Final = 3600.0  # seconds by which the clocks of servers may differ

Tell = Callable[[AsyncConnection, str], Awaitable[None]]


@dataclass(frozen=True)
class Vacation:
    """A vacation of somebody, by its id."""

    id: str
    span: Span


class ClockStops:
    """What stops clocks in a database whose transactions are given; `outages` are those that this server knows."""

    def __init__(self, reading: Transaction, changing: Transaction, tell: Tell, shared: bool) -> None:
        self._reading = reading
        self._changing = changing
        self._tell = tell
        self._shared = shared
        self.outages: Stops = Stops()

    # ------------------------------------------------------------------ servers

    async def rise(self) -> None:
        """A server is there again. The only one of a file knows that there was none before. Raises StoreError."""
        await self.beat(2 * PULSE if self._shared else 0.0)

    async def beat(self, still: float | None = None) -> None:
        """Say that a server is there; where nobody has said so for too long, note that none was. Raises StoreError."""
        now = time.time()
        try:
            async with self._changing() as connection:
                mine = select(META.c.value).where(META.c.name == _BEAT).with_for_update()
                said = await connection.scalar(mine)
                last = now if said is None else float(said)
                if now - last > (STILL if still is None else still):
                    await connection.execute(insert(OUTAGES).values(begins_at=last, ends_at=now))
                if said is None:
                    await connection.execute(insert(META).values(name=_BEAT, value=repr(now)))
                else:
                    await connection.execute(update(META).where(META.c.name == _BEAT).values(value=repr(now)))
                await self._learn(connection)
        except Stale:  # another server said so at the same time
            await self.learn()

    async def learn(self) -> None:
        """Know the outages that servers have noted, also beside them. Raises StoreError."""
        async with self._reading() as connection:
            await self._learn(connection)

    async def _learn(self, connection: AsyncConnection) -> None:
        """Know the outages that others have noted."""
        newest = self.outages.spans[-1].end if self.outages.spans else 0.0
        wanted = select(OUTAGES.c.begins_at, OUTAGES.c.ends_at).where(OUTAGES.c.ends_at > newest - _MARGIN)
        found = [Span(begin, end) for begin, end in (await connection.execute(wanted)).all()]
        now = Stops([*self.outages.spans, *found])
        if now.spans != self.outages.spans:  # otherwise it is the same one, by which clocks know that nothing is new
            self.outages = now

    # ------------------------------------------------------------------ vacations

    async def vacations(self, person: str) -> list[Vacation]:
        """The vacations of somebody, in their order. Raises StoreError."""
        async with self._reading() as connection:
            return await self._vacations(connection, person)

    async def _vacations(self, connection: AsyncConnection, person: str) -> list[Vacation]:
        wanted = select(VACATIONS).where(VACATIONS.c.person == person).order_by(VACATIONS.c.begins_at)
        rows = (await connection.execute(wanted)).mappings().all()
        return [Vacation(row["id"], Span(row["begins_at"], row["ends_at"])) for row in rows]

    async def spans(self, people: Collection[str]) -> dict[str, list[Span]]:
        """When some people have vacation. Raises StoreError."""
        if not people:
            return {}
        wanted = select(VACATIONS.c.person, VACATIONS.c.begins_at, VACATIONS.c.ends_at)
        out: dict[str, list[Span]] = {}
        async with self._reading() as connection:
            for person, begin, end in (await connection.execute(wanted.where(VACATIONS.c.person.in_(people)))).all():
                out.setdefault(person, []).append(Span(begin, end))
        return out

    async def take(self, person: str, begin: float, days: int) -> list[str]:
        """Note a vacation; returns the games that it concerns. Raises NoVacation, StoreError."""
        async with self._changing() as connection:  # one at a time, or two of them have the same days
            await connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == person).with_for_update())
            taken = [one.span for one in await self._vacations(connection, person)]
            span = vacation(taken, begin, days, time.time())
            row = {"id": uuid.uuid4().hex, "person": person, "begins_at": span.begin, "ends_at": span.end}
            await connection.execute(insert(VACATIONS).values(**row))
            return await self._tell_games(connection, person)

    async def end(self, person: str, id: str) -> list[str] | None:
        """End a vacation now, or take back one that has not begun; the games that it concerns, None without it."""
        now = time.time()
        mine = (VACATIONS.c.id == id, VACATIONS.c.person == person, VACATIONS.c.ends_at > now)
        async with self._changing() as connection:
            ahead = await connection.execute(delete(VACATIONS).where(*mine, VACATIONS.c.begins_at >= now))
            ended = await connection.execute(update(VACATIONS).where(*mine).values(ends_at=now))
            if not ahead.rowcount and not ended.rowcount:
                return None
            return await self._tell_games(connection, person)

    async def _tell_games(self, connection: AsyncConnection, person: str) -> list[str]:
        """Let the other servers know of the games that somebody plays."""
        wanted = select(SEATS.c.game).join(GAMES, GAMES.c.id == SEATS.c.game)
        mine = wanted.where(SEATS.c.person == person, GAMES.c.status == "active").distinct()
        games = list((await connection.scalars(mine)).all())
        for game in games:
            await self._tell(connection, game)
        return games
