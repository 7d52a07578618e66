"""Who looks after a server, by the digests of their tokens, and what they have done."""

from __future__ import annotations

import secrets
import time
import uuid
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .own_battles import Transaction
from .tables import ADMINS, DEEDS

Rights = Literal["admin", "figures"]
DEEDS_SHOWN: Final = 200
SEEN_EVERY: Final = 60.0  # seconds between two notes of when somebody was here last


@dataclass(frozen=True)
class Admin:
    """Somebody who looks after the server, or only reads how it runs; times are seconds, None for never."""

    name: str
    rights: Rights
    made_at: float
    seen_at: float | None
    revoked_at: float | None


@dataclass(frozen=True)
class Deed:
    """What was done, when and by whom, to which game or name, and what else there is to say of it."""

    at: float
    who: str
    what: str
    whom: str
    words: str


class Taken(Exception):
    """There is somebody of that name already."""


class Admins:
    """Admins and their deeds in a database whose transactions are given: to look, and to change."""

    def __init__(self, reading: Transaction, changing: Transaction) -> None:
        self._reading = reading
        self._changing = changing

    async def make(self, name: str, digest: str, rights: Rights, *, again: bool = False) -> None:
        """Let somebody in by the digest of a token; `again` takes that of before from him. Raises Taken, StoreError."""
        now = time.time()
        live = (ADMINS.c.name == name, ADMINS.c.revoked_at.is_(None))
        async with self._changing() as connection:
            if again:
                await connection.execute(update(ADMINS).where(*live).values(revoked_at=now))
            elif (await connection.execute(select(ADMINS.c.digest).where(*live))).first() is not None:
                raise Taken
            await connection.execute(insert(ADMINS).values(digest=digest, name=name, rights=rights, made_at=now))

    async def revoke(self, name: str) -> bool:
        """Let somebody in no longer; False where there is nobody of that name. Raises StoreError."""
        live = (ADMINS.c.name == name, ADMINS.c.revoked_at.is_(None))
        async with self._changing() as connection:
            return (await connection.execute(update(ADMINS).where(*live).values(revoked_at=time.time()))).rowcount > 0

    async def all(self) -> list[Admin]:
        """All of them, those of before, too. Raises StoreError."""
        async with self._reading() as connection:
            rows = await connection.execute(select(ADMINS).order_by(ADMINS.c.name, ADMINS.c.made_at))
            return [_admin(row) for row in rows.mappings()]

    async def of(self, digest: str) -> Admin | None:
        """Who has the token of a digest, None where nobody has, or no longer. Raises StoreError.

        How long the look takes says nothing: what is compared is a digest, which nobody can come nearer to.
        """
        async with self._reading() as connection:
            wanted = select(ADMINS).where(ADMINS.c.digest == digest, ADMINS.c.revoked_at.is_(None))
            row = (await connection.execute(wanted)).mappings().first()
        found = None if row is None else _admin(row)
        now = time.time()
        if found is not None and now - (found.seen_at or 0) > SEEN_EVERY:
            async with self._changing() as connection:
                await connection.execute(update(ADMINS).where(ADMINS.c.digest == digest).values(seen_at=now))
        return found

    # ------------------------------------------------------------------ deeds

    async def note(self, who: str, what: str, whom: str = "", words: str = "") -> None:
        """Note what somebody has done. Raises StoreError."""
        async with self._changing() as connection:
            await note(connection, who, what, whom, words)

    async def deeds(self, most: int = DEEDS_SHOWN) -> list[Deed]:
        """What was done last, the latest first. Raises StoreError."""
        async with self._reading() as connection:
            rows = await connection.execute(select(DEEDS).order_by(DEEDS.c.at.desc()).limit(most))
            return [Deed(row["at"], row["who"], row["what"], row["whom"], row["words"]) for row in rows.mappings()]

    async def changed_since(self, at: float, known: Collection[str]) -> dict[str, str]:
        """The games that were changed by deeds from a moment on which are not `known`: by the ids of the deeds.

        For a deed to a name it is "": any table may show it.
        """
        of_games, of_names = ("end", "delete"), ("block", "unblock")
        wanted = select(DEEDS).where(DEEDS.c.at >= at, DEEDS.c.what.in_((*of_games, *of_names)))
        async with self._reading() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
        return {row["id"]: row["whom"] if row["what"] in of_games else "" for row in rows if row["id"] not in known}


async def note(connection: AsyncConnection, who: str, what: str, whom: str, words: str) -> None:
    """Note a deed in the transaction that does it."""
    row = {"id": uuid.uuid4().hex, "at": time.time(), "who": who[:60], "what": what, "whom": whom[:80], "words": words}
    await connection.execute(insert(DEEDS).values(**row))


def new_token() -> str:
    """A token that nobody can guess.

    >>> len(new_token())
    43
    """
    return secrets.token_urlsafe(32)


def _admin(row: object) -> Admin:
    told = dict(row)  # type: ignore[call-overload]
    return Admin(told["name"], told["rights"], told["made_at"], told["seen_at"], told["revoked_at"])
