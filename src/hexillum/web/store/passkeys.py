"""Passkeys of people in the database: their public keys, by which a name comes to another browser."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, func, insert, select, update

from .errors import Stale
from .people import NameTaken, Person, TooMany, Transaction, add_key
from .tables import PASSKEYS, PEOPLE
from .tickets import digest

OF_PERSON_MOST: Final = 20
NAMED: Final = 16  # letters of the digest of a passkey's id that name it to its owner
_KNOWN: Final = "this passkey is known already"


@dataclass(frozen=True)
class Passkey:
    """A passkey as it is kept: its id and public key in base64, and how often it was used, as it says itself."""

    id: str
    person: str
    public_key: str
    uses: int
    label: str
    made_at: float
    seen_at: float

    @property
    def short(self) -> str:
        """What it is called to its owner."""
        return digest(self.id)[:NAMED]


class Passkeys:
    """The passkeys in a database whose transactions are given: to look, and to change."""

    def __init__(self, reading: Transaction, changing: Transaction) -> None:
        self._reading = reading
        self._changing = changing

    async def of(self, person: str) -> list[Passkey]:
        """The passkeys of somebody, the latest first. Raises StoreError."""
        wanted = select(PASSKEYS).where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.made_at.desc(), PASSKEYS.c.id)
        async with self._reading() as connection:
            return [Passkey(**row) for row in (await connection.execute(wanted)).mappings()]

    async def one(self, id: str) -> Passkey | None:
        """A passkey by its id, None where there is none. Raises StoreError."""
        async with self._reading() as connection:
            row = (await connection.execute(select(PASSKEYS).where(PASSKEYS.c.id == id))).mappings().first()
        return None if row is None else Passkey(**row)

    async def keep(self, id: str, person: str, public_key: str, uses: int, label: str) -> None:
        """Keep a new passkey of somebody. Raises NameTaken where it is known, TooMany, StoreError."""
        now = time.time()
        row = {"id": id, "person": person, "public_key": public_key, "uses": uses, "label": label}
        try:
            async with self._changing() as connection:
                held = select(func.count()).where(PASSKEYS.c.person == person)
                if (await connection.scalar(held) or 0) >= OF_PERSON_MOST:
                    raise TooMany(f"you have {OF_PERSON_MOST} passkeys already: take one away first")
                await connection.execute(insert(PASSKEYS).values(**row, made_at=now, seen_at=now))
        except Stale:
            raise NameTaken(_KNOWN) from None

    async def used(self, passkey: Passkey, uses: int, key: str, label: str) -> Person | None:
        """Note that a passkey was used, and let its owner be known by the key of a digest.

        None where it was used or taken away meanwhile, or its owner is blocked. Raises NameTaken, TooMany, StoreError.
        """
        now = time.time()
        mine = (PASSKEYS.c.id == passkey.id, PASSKEYS.c.uses == passkey.uses)
        try:
            async with self._changing() as connection:
                who = select(PEOPLE).where(PEOPLE.c.id == passkey.person, PEOPLE.c.blocked.is_(False))
                row = (await connection.execute(who)).mappings().first()
                changed = await connection.execute(update(PASSKEYS).where(*mine).values(uses=uses, seen_at=now))
                if row is None or changed.rowcount != 1:
                    return None
                await add_key(connection, passkey.person, key, label)
                return Person(row["id"], row["name"])
        except Stale:
            raise NameTaken(_KNOWN) from None

    async def take_away(self, person: str, short: str) -> bool:
        """Take a passkey of somebody away; False where it is none of his. Raises StoreError."""
        async with self._changing() as connection:
            mine = (await connection.scalars(select(PASSKEYS.c.id).where(PASSKEYS.c.person == person))).all()
            gone = [id for id in mine if digest(id)[:NAMED] == short]
            if gone:
                await connection.execute(delete(PASSKEYS).where(PASSKEYS.c.id.in_(gone)))
            return bool(gone)
