"""Turns of computer players: which server process has taken them up, and which wait for one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, or_, select, update

from .database import Database
from .key import Key
from .leases import Watch
from .tables import GAMES

PAGE: Final = 100  # games that are looked for at once


@dataclass(frozen=True)
class Waiting:
    """A game in which a computer player is to decide, at a version, and nobody alive has taken that up."""

    id: str
    version: int


class Turns(Database):
    """The turns of computer players in the games of a database."""

    def __init__(self, url: str, key: Key | None = None, *, new_key: bool = False) -> None:
        super().__init__(url, key, new_key=new_key)
        self._watch = Watch()
        self._held: set[str] = set()  # games whose turns we have taken up

    async def claim(self, id: str, me: str) -> bool:
        """Take the turn of a computer player up for this server process; False where another has it.

        The only server of a file has them all. Among several, who has one says by `beat` that he is alive.
        """
        if not self.shared:
            return True
        pulse = self._watch.pulse(id)
        free = [GAMES.c.lease_by.is_(None), GAMES.c.lease_by == me]
        if pulse is not None and self._watch.stands_still(id, pulse):
            holder, beats = pulse
            free.append((GAMES.c.lease_by == holder) & GAMES.c.lease_until.is_not_distinct_from(beats))
        async with self._changing() as connection:
            changed = await connection.execute(
                update(GAMES)
                .where(GAMES.c.id == id, GAMES.c.computer, GAMES.c.status == "active", or_(*free))
                .values(lease_by=me, lease_until=func.coalesce(GAMES.c.lease_until, 0) + 1)
            )
            if changed.rowcount == 1:
                self._held.add(id)
            return changed.rowcount == 1

    async def beat(self, me: str) -> None:
        """Say of all turns that this server process has taken up that it is alive."""
        if not self._held:
            return
        # a row that is being written is left out: to wait for it with others in hand could be for ever
        mine = select(GAMES.c.id).where(GAMES.c.id.in_(self._held), GAMES.c.lease_by == me)
        async with self._changing() as connection:
            held = (await connection.scalars(mine.with_for_update(skip_locked=True))).all()
            await connection.execute(
                update(GAMES).where(GAMES.c.id.in_(held)).values(lease_until=func.coalesce(GAMES.c.lease_until, 0) + 1)
            )

    async def release(self, id: str, me: str) -> None:
        """Let others take the next turn up."""
        if not self.shared:
            return
        self._held.discard(id)
        async with self._changing() as connection:
            await connection.execute(
                update(GAMES).where(GAMES.c.id == id, GAMES.c.lease_by == me).values(lease_by=None, lease_until=None)
            )

    async def waiting_for_computers(self, me: str, after: str = "") -> tuple[list[Waiting], str]:
        """A page of the games in which a computer player is to decide and nobody alive but `me` has taken that up.

        It begins behind the game `after`; the second value is that of the next page, "" behind the last one.
        """
        if not after:
            self._watch.new_round()
        columns = (GAMES.c.id, GAMES.c.version, GAMES.c.lease_by, GAMES.c.lease_until)
        wanted = select(*columns).where(GAMES.c.status == "active", GAMES.c.computer, GAMES.c.id > after)
        async with self._reading() as connection:
            rows = (await connection.execute(wanted.order_by(GAMES.c.id).limit(PAGE))).all()
        free = [
            Waiting(id, version)
            for id, version, by, beats in rows
            if not self.shared or by is None or by == me or self._watch.stands_still(id, (by, beats))
        ]
        return free, rows[-1].id if len(rows) == PAGE else ""
