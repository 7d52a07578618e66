"""Battles that people have laid out, and how they went when computers played them, in the database."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, delete, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .rows import plain
from .tables import KEYS, OUTCOMES, SCENARIOS

EACH_MOST: Final = 100  # battles of one key,
ALL_MOST: Final = 50_000  # and of all together: some kilobytes each
LISTED_MOST: Final = 500  # of all keys of somebody that a list tells
JUDGED_MOST: Final = 20_000  # battles whose outcomes are kept
_LOCK: Final = 0x68657873  # one at a time counts them in PostgreSQL

Transaction = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


class Full(Exception):
    """There is no room for another battle; the message says whose room it is."""


@dataclass(frozen=True)
class About:
    """What a list shows of a battle."""

    name: str
    year_text: str
    edition: str
    top: str
    bottom: str


@dataclass(frozen=True)
class Own:
    """A battle that somebody keeps; `owner` is the digest of the key that it belongs to, `changed_at` seconds."""

    id: str
    owner: str
    text: str
    about: About
    changed_at: float


@dataclass(frozen=True)
class Outcome:
    """How a battle between computers went: who won (0 top, 1 bottom, None for nobody), banners, turns."""

    winner: int | None
    finished: bool
    banners: tuple[int, int]
    turns: int


class OwnBattles:
    """The battles of people in a database whose transactions are given: to look, and to change."""

    def __init__(self, reading: Transaction, changing: Transaction, shared: bool) -> None:
        self._reading = reading
        self._changing = changing
        self._shared = shared

    async def keep(self, owner: str, written: str, about: About) -> str:
        """Keep a new battle; its id, which nobody can guess. Raises Full, StoreError."""
        id, now = uuid.uuid4().hex, time.time()
        async with self._changing() as connection:
            if self._shared:  # otherwise two could see the same last place
                await connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK})
            of_owner = select(func.count()).select_from(SCENARIOS).where(SCENARIOS.c.owner == owner)
            if (await connection.scalar(of_owner) or 0) >= EACH_MOST:
                raise Full(f"you keep {EACH_MOST} battles already: take one away first")
            if (await connection.scalar(select(func.count()).select_from(SCENARIOS)) or 0) >= ALL_MOST:
                raise Full("this server has no room for more battles of people: save yours as a file")
            row = {"id": id, "owner": owner, "text": written, "created_at": now, "changed_at": now}
            await connection.execute(insert(SCENARIOS).values(**row, **about.__dict__))
        return id

    async def change(self, id: str, owner: str, written: str, about: About) -> bool:
        """Write a battle anew; False where there is none of that id and owner. Raises StoreError."""
        mine = (SCENARIOS.c.id == id, _of(owner))
        values = {"text": written, "changed_at": time.time(), **about.__dict__}
        async with self._changing() as connection:
            return (await connection.execute(update(SCENARIOS).where(*mine).values(**values))).rowcount == 1

    async def forget(self, id: str, owner: str) -> bool:
        """Take a battle away; False where there is none of that id and owner. Raises StoreError."""
        async with self._changing() as connection:
            mine = (SCENARIOS.c.id == id, _of(owner))
            return (await connection.execute(delete(SCENARIOS).where(*mine))).rowcount == 1

    async def one(self, id: str) -> Own | None:
        """A battle by its id, None where there is none. Raises StoreError."""
        async with self._reading() as connection:
            row = (await connection.execute(select(SCENARIOS).where(SCENARIOS.c.id == id))).mappings().first()
        return None if row is None else _own(row)

    async def of(self, owner: str) -> list[Own]:
        """The battles of an owner, those of all his keys where he has a name, the latest first. Raises StoreError."""
        wanted = select(SCENARIOS).where(_of(owner))
        async with self._reading() as connection:
            rows = await connection.execute(wanted.order_by(SCENARIOS.c.changed_at.desc()).limit(LISTED_MOST))
            return [_own(row) for row in rows.mappings()]

    async def is_of(self, id: str, owner: str) -> bool:
        """Whether a battle is an owner's, by any of his keys. Raises StoreError."""
        async with self._reading() as connection:
            return await connection.scalar(select(SCENARIOS.c.id).where(SCENARIOS.c.id == id, _of(owner))) is not None

    # ------------------------------------------------------------------ outcomes

    async def outcomes(self, digest: str, made: str) -> list[Outcome]:
        """How the battles went that were played of a set-up, in their order; none where it is not known.

        `made` says by which rules and with which mind. Raises StoreError.
        """
        wanted = select(OUTCOMES.c.outcomes).where(OUTCOMES.c.digest == digest, OUTCOMES.c.made == made)
        async with self._reading() as connection:
            kept = await connection.scalar(wanted)
        try:
            return [Outcome(one[0], bool(one[1]), (one[2], one[3]), one[4]) for one in plain(kept or "[]")]
        except (ValueError, TypeError, LookupError):  # whatever stands there: it is played again
            return []

    async def note_outcomes(self, digest: str, made: str, outcomes: Sequence[Outcome]) -> None:
        """Keep how the battles of a set-up went, where that is more than is known. Raises StoreError."""
        rows = [[one.winner, int(one.finished), *one.banners, one.turns] for one in outcomes]
        values = {"outcomes": json.dumps(rows), "played": len(rows), "changed_at": time.time()}
        mine = (OUTCOMES.c.digest == digest, OUTCOMES.c.made == made)
        async with self._changing() as connection:
            if self._shared:
                await connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK})
            known = await connection.scalar(select(OUTCOMES.c.played).where(*mine))
            if known is None:
                await connection.execute(insert(OUTCOMES).values(digest=digest, made=made, **values))
                await self._make_room(connection)
            elif known < len(rows):
                await connection.execute(update(OUTCOMES).where(*mine).values(**values))

    async def _make_room(self, connection: AsyncConnection) -> None:
        """Let the outcomes go that nobody has asked for longest, where they are too many."""
        if (await connection.scalar(select(func.count()).select_from(OUTCOMES)) or 0) > JUDGED_MOST:
            oldest = select(func.min(OUTCOMES.c.changed_at)).scalar_subquery()
            await connection.execute(delete(OUTCOMES).where(OUTCOMES.c.changed_at == oldest))


def _of(owner: str) -> ColumnElement[bool]:
    """That a battle is of a key, or of another one by which the same person is known."""
    person = select(KEYS.c.person).where(KEYS.c.digest == owner).scalar_subquery()
    return or_(SCENARIOS.c.owner == owner, SCENARIOS.c.owner.in_(select(KEYS.c.digest).where(KEYS.c.person == person)))


def _own(row: object) -> Own:
    """A battle of its row."""
    told = dict(row)  # type: ignore[call-overload]
    about = About(told["name"], told["year_text"], told["edition"], told["top"], told["bottom"])
    return Own(told["id"], told["owner"], told["text"], about, told["changed_at"])
