"""What was said at tables, in the database: kept with its game, bounded; who is muted, and what was reported."""

from __future__ import annotations

import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ...club.talk import LINES_MOST, LONGEST, to_wait
from .errors import Stale
from .own_battles import Full, Transaction
from .queries import SHOWN_NAME
from .rows import FORMER
from .tables import MUTES, PEOPLE, REPORTS, TALK, WATCH_MUTES

REPORTS_MOST: Final = 20  # of one who reports, at one table
WATCH_MUTES_MOST: Final = 200  # onlookers of one table who hear nothing from the others
TRIES: Final = 20

Room = Literal["seats", "watch"]
Tell = Callable[[AsyncConnection, str], Awaitable[None]]


@dataclass(frozen=True)
class Line:
    """Something that was said; `name` is that of somebody who has one, `side` the seat that said it."""

    seq: int
    room: Room
    side: int | None
    speaker: str
    name: str
    at: float
    words: str


@dataclass(frozen=True)
class Report:
    """A line that somebody has shown to who runs the server."""

    id: str
    game: str
    seq: int
    person: str | None
    speaker: str
    words: str
    reporter: str
    at: float
    settled_at: float | None


class TooSoon(Exception):
    """Somebody has said so much that he must wait; `wait` are the seconds."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"{wait:.1f} s")
        self.wait = wait


class Talk:
    """The talk in a database whose transactions are given; `tell` lets other servers hear of it."""

    def __init__(self, reading: Transaction, changing: Transaction, tell: Tell) -> None:
        self._reading = reading
        self._changing = changing
        self._tell = tell

    async def at(self, game: str, after: int = -1) -> tuple[list[Line], frozenset[str]]:
        """What was said at a table after a line, in its order, and who hears nothing from the others of his room.

        They are told as speakers are. Raises StoreError.
        """
        named = TALK.outerjoin(PEOPLE, PEOPLE.c.id == TALK.c.person)
        wanted = select(TALK, SHOWN_NAME).select_from(named).where(TALK.c.game == game, TALK.c.seq > after)
        async with self._reading() as connection:
            rows = (await connection.execute(wanted.order_by(TALK.c.seq))).mappings().all()
            seats = (await connection.scalars(select(MUTES.c.side).where(MUTES.c.game == game))).all()
            watching = await connection.scalars(select(WATCH_MUTES.c.speaker).where(WATCH_MUTES.c.game == game))
            return [_line(row) for row in rows], frozenset((*map(speaker_at, seats), *watching))

    async def say(
        self, game: str, room: Room, speaker: str, words: str, side: int | None = None, person: str | None = None
    ) -> None:
        """Keep a line; the oldest of its room goes where there are too many.

        How fast somebody speaks is seen where the line is kept: who says much at once at several servers waits, too.
        Raises TooSoon, StoreError.
        """
        for _ in range(TRIES):
            try:
                await self._say(game, room, speaker, words, side, person)
                return
            except Stale:  # somebody else spoke at the same time
                continue
        raise Full("everybody speaks at once here: try again")

    async def _say(self, game: str, room: Room, speaker: str, words: str, side: int | None, person: str | None) -> None:
        async with self._changing() as connection:
            newest = await connection.scalar(select(func.max(TALK.c.seq)).where(TALK.c.game == game))
            now = time.time()
            mine = (TALK.c.game == game, TALK.c.speaker == speaker, TALK.c.at > now - 2 * LONGEST)
            wait = to_wait((await connection.scalars(select(TALK.c.at).where(*mine))).all(), now)
            if wait:
                raise TooSoon(wait)
            row = {"game": game, "seq": 0 if newest is None else newest + 1, "room": room, "side": side}
            said = {"person": person, "speaker": speaker, "at": now, "words": words}
            await connection.execute(insert(TALK).values(**row, **said))
            here = (TALK.c.game == game, TALK.c.room == room)
            old = select(TALK.c.seq).where(*here).order_by(TALK.c.seq.desc()).offset(LINES_MOST).limit(1)
            oldest = await connection.scalar(old)
            if oldest is not None:
                await connection.execute(delete(TALK).where(*here, TALK.c.seq <= oldest))
            await self._tell(connection, game)

    # ------------------------------------------------------------------ mute and report

    async def mute(self, game: str, side: int, mute: bool) -> None:
        """Let a seat hear the other one no longer, or again. Raises StoreError."""
        async with self._changing() as connection:
            await connection.execute(delete(MUTES).where(MUTES.c.game == game, MUTES.c.side == side))
            if mute:
                await connection.execute(insert(MUTES).values(game=game, side=side))
            await self._tell(connection, game)

    async def mute_watch(self, game: str, speaker: str, person: str | None, mute: bool) -> None:
        """Let an onlooker hear the others no longer, or again. Raises Full, StoreError."""
        try:
            async with self._changing() as connection:
                mine = (WATCH_MUTES.c.game == game, WATCH_MUTES.c.speaker == speaker)
                await connection.execute(delete(WATCH_MUTES).where(*mine))
                if mute:
                    count = select(func.count()).select_from(WATCH_MUTES).where(WATCH_MUTES.c.game == game)
                    if (await connection.scalar(count) or 0) >= WATCH_MUTES_MOST:
                        raise Full(f"{WATCH_MUTES_MOST} onlookers hear nothing here already: hide who disturbs you")
                    row = {"game": game, "speaker": speaker, "person": person}
                    await connection.execute(insert(WATCH_MUTES).values(**row))
                await self._tell(connection, game)
        except Stale:  # by another connection of his, or he or the game is gone
            pass

    async def report(self, game: str, seq: int, rooms: frozenset[str], reporter: str) -> bool:
        """Show a line of some rooms to who runs the server; False where there is none. Raises Full, StoreError.

        Its words are kept with the report; the same one again is the same report.
        """
        here = (TALK.c.game == game, TALK.c.seq == seq, TALK.c.room.in_(rooms))
        mine = (REPORTS.c.game == game, REPORTS.c.reporter == reporter)
        try:
            async with self._changing() as connection:
                line = (await connection.execute(select(TALK).where(*here))).mappings().first()
                if line is None:
                    return False
                count = select(func.count()).select_from(REPORTS).where(*mine)
                if (await connection.scalar(count) or 0) >= REPORTS_MOST:
                    raise Full(f"you have reported {REPORTS_MOST} lines of this table: who runs the server reads them")
                said = {name: line[name] for name in ("game", "seq", "person", "speaker", "words")}
                row = {"id": uuid.uuid4().hex, "reporter": reporter, "at": time.time(), **said}
                await connection.execute(insert(REPORTS).values(**row))
        except Stale:  # reported already
            pass
        return True

    async def reports(self, *, settled: bool = False, most: int = 100) -> list[Report]:
        """The reports that wait to be read or, with `settled`, those that were; the latest first. Raises StoreError."""
        which = REPORTS.c.settled_at.is_not(None) if settled else REPORTS.c.settled_at.is_(None)
        async with self._reading() as connection:
            wanted = select(REPORTS).where(which).order_by(REPORTS.c.at.desc()).limit(most)
            return [Report(**row) for row in (await connection.execute(wanted)).mappings()]

    async def settle(self, id: str) -> bool:
        """Note that a report was read; False where there is none that waits. Raises StoreError."""
        async with self._changing() as connection:
            mine = (REPORTS.c.id == id, REPORTS.c.settled_at.is_(None))
            changed = await connection.execute(update(REPORTS).where(*mine).values(settled_at=time.time()))
            return changed.rowcount == 1


def speaker_at(side: int) -> str:
    """What tells a seat from others who speak at a table.

    >>> speaker_at(0)
    'seat0'
    """
    return f"seat{side}"


def _line(row: Mapping[Any, Any]) -> Line:
    of_person = row["side"] is None and len(row["speaker"]) == 32
    name = row["name"] or (FORMER if of_person else "")
    return Line(row["seq"], row["room"], row["side"], row["speaker"], name, row["at"], row["words"])
