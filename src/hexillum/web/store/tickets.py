"""What is good once and for a while: invitations to take a name, links that go by mail, questions to passkeys."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from .people import TooMany, Transaction
from .tables import TICKETS

ALL_MOST: Final = 20_000  # that are good at a time
OF_PERSON_MOST: Final = 20
_LOCK: Final = 0x68657874  # one at a time counts them in PostgreSQL
Kind = Literal["name", "mail", "device", "passkey", "sign_in"]


@dataclass(frozen=True)
class Ticket:
    """What somebody may do once: `person` is the id of who it is for, `data` what it is about."""

    kind: str
    person: str | None
    data: str


class Tickets:
    """What is good once, in a database whose transactions are given."""

    def __init__(self, changing: Transaction, shared: bool) -> None:
        self._changing = changing
        self._shared = shared

    async def invite(self, seconds: float) -> str:
        """An invitation to take a name, good once and for some seconds. Raises TooMany, StoreError."""
        return await self.make("name", seconds)

    async def make(
        self,
        kind: Kind,
        seconds: float,
        *,
        person: str | None = None,
        key: str | None = None,
        data: str = "",
        alike: int = ALL_MOST,
    ) -> str:
        """A secret of 256 bits that is good once; `key` is the digest of the only key that may use it, None for any.

        At most `alike` are good at a time that are about the same. Raises TooMany, StoreError.
        """
        secret, now = secrets.token_urlsafe(32), time.time()
        async with self._changing() as connection:
            if self._shared:  # otherwise two could see the same last place
                await connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK})
            await connection.execute(delete(TICKETS).where(TICKETS.c.ends_at <= now))
            if (await connection.scalar(select(func.count()).select_from(TICKETS)) or 0) >= ALL_MOST:
                raise TooMany("too much is waiting for an answer at this server: try again later")
            same = select(func.count()).select_from(TICKETS).where(TICKETS.c.data == data)
            if data and (await connection.scalar(same) or 0) >= alike:
                raise TooMany("this was asked for often enough: try again later")
            if person is not None:
                await self._make_room(connection, person)
            row = {"digest": digest(secret), "kind": kind, "person": person, "key": key, "data": data}
            await connection.execute(insert(TICKETS).values(**row, made_at=now, ends_at=now + seconds))
        return secret

    async def _make_room(self, connection: AsyncConnection, person: str) -> None:
        """Let the oldest of somebody's go where they are too many."""
        mine = select(TICKETS.c.digest).where(TICKETS.c.person == person).order_by(TICKETS.c.made_at.desc())
        old = (await connection.scalars(mine.offset(OF_PERSON_MOST - 1))).all()
        if old:
            await connection.execute(delete(TICKETS).where(TICKETS.c.digest.in_(old)))

    async def use(self, kind: Kind, secret: str, key: str | None = None) -> Ticket | None:
        """Use something up; None where it is no such thing, was used, is over, or is another key's.

        Whoever comes with a wrong key has not used it up. Raises StoreError.
        """
        async with self._changing() as connection:
            return await use(connection, kind, secret, key)


async def use(connection: AsyncConnection, kind: Kind, secret: str, key: str | None = None) -> Ticket | None:
    """The same within a transaction."""
    mine = [TICKETS.c.digest == digest(secret), TICKETS.c.kind == kind, TICKETS.c.ends_at > time.time()]
    mine.append(TICKETS.c.key.is_(None) if key is None else TICKETS.c.key.is_(None) | (TICKETS.c.key == key))
    row = (await connection.execute(delete(TICKETS).where(*mine).returning(TICKETS))).mappings().first()
    return None if row is None else Ticket(row["kind"], row["person"], row["data"])


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
