"""People with names in the database: the keys by which they are known, what is kept of them, and that it goes."""

from __future__ import annotations

import json
import secrets
import time
import uuid
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ...club.names import skeleton
from .database import CHANNEL, NAMES
from .errors import Stale
from .lobby import Tell, withdraw_all
from .tables import CHANNELS, KEYS, METADATA, PASSKEYS, PEOPLE, SCENARIOS, SEATS, TICKETS
from .tournament_tables import ENTRANTS, PAIRINGS, RESULTS, TOURNAMENTS

ALL_MOST: Final = 50_000  # people of a server,
KEYS_MOST: Final = 20  # and browsers of one of them
SEEN_EVERY: Final = 3600.0  # seconds after which it is noted again that somebody was here

Row = dict[str, str | int | float | bool | None]
Transaction = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


class NameTaken(Exception):
    """Somebody has this name, or one that looks like it; or the key has a name already. The message says which."""


class TooMany(Exception):
    """There is no room for more; the message says of what."""


class NotInvited(Exception):
    """The invitation is none, or was used, or is over."""


@dataclass(frozen=True)
class Person:
    """Somebody with a name; `id` says nothing of him, and may be shown."""

    id: str
    name: str
    blocked: bool = False


@dataclass(frozen=True)
class Device:
    """A browser that somebody is known by: `id` is a part of its key's digest, `label` what it says it is."""

    id: str
    label: str
    made_at: float
    seen_at: float
    this: bool


class People:
    """The people in a database whose transactions are given: to look, and to change."""

    def __init__(self, reading: Transaction, changing: Transaction, tell: Tell, shared: bool) -> None:
        self._reading = reading
        self._changing = changing
        self._tell = tell
        self._shared = shared

    # ------------------------------------------------------------------ who somebody is

    async def of_key(self, digest: str) -> Person | None:
        """Who has the key of a digest, None for a guest. Raises StoreError."""
        wanted = select(PEOPLE, KEYS.c.seen_at.label("key_seen_at")).join(KEYS, KEYS.c.person == PEOPLE.c.id)
        async with self._reading() as connection:
            row = (await connection.execute(wanted.where(KEYS.c.digest == digest))).mappings().first()
        if row is None:
            return None
        if time.time() - row["key_seen_at"] > SEEN_EVERY:
            await self._seen(digest, row["id"])
        return Person(row["id"], row["name"], row["blocked"])

    async def known(self, digests: Collection[str]) -> dict[str, str]:
        """Who has the keys of some digests, by his id; without those whose names are blocked. Raises StoreError."""
        found: dict[str, str] = {}
        wanted = sorted(digests)
        good = select(KEYS.c.digest, KEYS.c.person).join(PEOPLE, PEOPLE.c.id == KEYS.c.person)
        async with self._reading() as connection:
            for n in range(0, len(wanted), 500):
                mine = good.where(PEOPLE.c.blocked.is_(False), KEYS.c.digest.in_(wanted[n : n + 500]))
                found |= {row.digest: row.person for row in await connection.execute(mine)}
        return found

    async def _seen(self, digest: str, person: str) -> None:
        now = time.time()
        async with self._changing() as connection:
            await connection.execute(update(KEYS).where(KEYS.c.digest == digest).values(seen_at=now))
            await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(seen_at=now))

    async def one(self, id: str) -> Person | None:
        """Somebody by his id. Raises StoreError."""
        return await self._one(PEOPLE.c.id == id)

    async def of_name(self, name: str) -> Person | None:
        """Who has a name, or else one that looks like it. Raises StoreError."""
        return await self._one(_alike(name), *_nearest(name))

    async def _one(self, which: Any, *order: Any) -> Person | None:
        async with self._reading() as connection:
            row = (await connection.execute(select(PEOPLE).where(which).order_by(*order))).mappings().first()
        return None if row is None else Person(row["id"], row["name"], row["blocked"])

    # ------------------------------------------------------------------ names

    async def take(self, digest: str, name: str, label: str = "", invitation: str | None = None) -> Person:
        """Give a name to the key of a digest; `invitation` is the digest of one that is used up by that.

        `name` is a proper one. Raises NameTaken, TooMany, NotInvited, StoreError.
        """
        id, now = uuid.uuid4().hex, time.time()
        try:
            async with self._changing() as connection:
                if await connection.scalar(select(KEYS.c.person).where(KEYS.c.digest == digest)) is not None:
                    raise NameTaken("you have a name already: change that")
                if (await connection.scalar(select(func.count()).select_from(PEOPLE)) or 0) >= ALL_MOST:
                    raise TooMany("this server has no room for more names")
                await self._free(connection, name)
                if invitation is not None:
                    good = (TICKETS.c.digest == invitation, TICKETS.c.kind == "name", TICKETS.c.ends_at > now)
                    if (await connection.execute(delete(TICKETS).where(*good))).rowcount != 1:
                        raise NotInvited
                row = {"id": id, "name": name, "skeleton": skeleton(name), "made_at": now, "seen_at": now}
                await connection.execute(insert(PEOPLE).values(**row, blocked=False))
                await connection.execute(
                    insert(KEYS).values(digest=digest, person=id, label=label, made_at=now, seen_at=now)
                )
        except Stale:  # another server was faster
            raise NameTaken(_TAKEN) from None
        return Person(id, name)

    async def rename(self, id: str, name: str) -> Person | None:
        """Give somebody another name, a proper one; None where he is gone. Raises NameTaken, StoreError."""
        try:
            async with self._changing() as connection:
                await self._free(connection, name, but=id)
                mine = update(PEOPLE).where(PEOPLE.c.id == id)
                changed = await connection.execute(mine.values(name=name, skeleton=skeleton(name)))
                await self._tell_tables(connection, id)
        except Stale:
            raise NameTaken(_TAKEN) from None
        return await self.one(id) if changed.rowcount else None

    async def forget(self, id: str) -> None:
        """Delete somebody's name with all that is kept of him; his games go on without it. Raises StoreError.

        The seats that he offers are taken back: nobody finds them any more. A name that is blocked stays so, although
        nobody has it any more.
        """
        async with self._changing() as connection:
            await withdraw_all(connection, id, self._tell)
            await self._tell_tables(connection, id)
            keys = select(KEYS.c.digest).where(KEYS.c.person == id)
            await connection.execute(delete(SCENARIOS).where(SCENARIOS.c.owner.in_(keys)))
            for table, column, stays in reversed(_of_people()):
                gone = update(table).values({column.name: None}) if stays else delete(table)
                await connection.execute(gone.where(column == id))
            await connection.execute(delete(PEOPLE).where(PEOPLE.c.id == id, PEOPLE.c.blocked.is_(False)))
            await connection.execute(update(PEOPLE).where(PEOPLE.c.id == id).values(id=uuid.uuid4().hex, mail=None))

    async def claim(self, id: str, seats: Sequence[tuple[str, str]]) -> list[str]:
        """Let seats of guests be somebody's: games with the digests of the seats' tokens; the games of those that are.

        Raises StoreError.
        """
        claimed: list[str] = []
        async with self._changing() as connection:
            if await connection.scalar(select(PEOPLE.c.id).where(PEOPLE.c.id == id)) is None:
                return []
            for game, token in sorted(set(seats)):  # in one order, or two servers wait for each other
                guest = (SEATS.c.game == game, SEATS.c.token == token, SEATS.c.person.is_(None))
                if (await connection.execute(update(SEATS).where(*guest).values(person=id))).rowcount:
                    claimed.append(game)
            if claimed:
                await self._tell_tables(connection, id)
        return claimed

    async def block(self, name: str, blocked: bool = True) -> Person | None:
        """Block a name, also one that nobody has, or let it free; who it is, None where nobody has it.

        Where nobody has it, who looks like it is blocked. The seats that he offers are taken back. Raises StoreError.
        """
        now = time.time()
        async with self._changing() as connection:
            held = await connection.scalar(select(PEOPLE.c.id).where(_alike(name)).order_by(*_nearest(name)))
            if held is not None:
                await self._tell_tables(connection, held)
            if blocked and held is not None:
                await withdraw_all(connection, held, self._tell)
            await connection.execute(update(PEOPLE).where(PEOPLE.c.id == held).values(blocked=blocked))
            if blocked and held is None:
                row = {"id": uuid.uuid4().hex, "name": name, "skeleton": skeleton(name), "made_at": now, "seen_at": now}
                await connection.execute(insert(PEOPLE).values(**row, blocked=True))
            if not blocked:  # a name that nobody can use is not taken
                used = PEOPLE.c.id.in_(select(KEYS.c.person).union(select(PASSKEYS.c.person))) | PEOPLE.c.mail.is_not(
                    None
                )
                await connection.execute(delete(PEOPLE).where(PEOPLE.c.id == held, ~used))
        return await self.of_name(name)

    async def _free(self, connection: AsyncConnection, name: str, but: str = "") -> None:
        """See that nobody else has a name, or one that looks like it. Raises NameTaken."""
        held = select(PEOPLE.c.id).where(_alike(name), PEOPLE.c.id != but).limit(1)
        if await connection.scalar(held) is not None:
            raise NameTaken(_TAKEN)

    async def _tell_tables(self, connection: AsyncConnection, person: str) -> None:
        """Let the other server processes know of the tables where he is read; sent when the transaction is done."""
        if self._shared:
            there = "SELECT game FROM seats WHERE person = :person UNION SELECT game FROM talk WHERE person = :person"
            told = text(f"SELECT pg_notify(:channel, game || :what) FROM ({there}) AS there")
            await connection.execute(told, {"channel": CHANNEL, "person": person, "what": f" {NAMES}"})

    # ------------------------------------------------------------------ devices

    async def devices(self, id: str, digest: str = "") -> list[Device]:
        """The browsers that somebody is known by, the latest first; `digest` is that of this one. Raises StoreError."""
        wanted = select(KEYS).where(KEYS.c.person == id).order_by(KEYS.c.seen_at.desc(), KEYS.c.digest)
        async with self._reading() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
        return [
            Device(row["digest"][:DEVICE], row["label"], row["made_at"], row["seen_at"], row["digest"] == digest)
            for row in rows
        ]

    async def take_away(self, id: str, device: str) -> bool:
        """Let somebody no longer be known by a browser; False where it is none of his. Raises StoreError.

        Battles that were laid out there stay his, where he has another; and at his seats no token is good any more that
        this browser may hold. The others play there by his name. What was pushed to it goes with its key; of those
        browsers of which that is not known, with the last one.
        """
        mine = select(KEYS.c.digest).where(KEYS.c.person == id)
        async with self._changing() as connection:
            keys = (await connection.scalars(mine.order_by(KEYS.c.seen_at.desc()))).all()
            gone = [one for one in keys if one.startswith(device)]
            left = next((one for one in keys if one not in gone), None)
            if left is not None:
                await connection.execute(update(SCENARIOS).where(SCENARIOS.c.owner.in_(gone)).values(owner=left))
            else:
                await connection.execute(delete(CHANNELS).where(CHANNELS.c.person == id, CHANNELS.c.kind == "push"))
            await connection.execute(delete(KEYS).where(KEYS.c.digest.in_(gone)))
            if gone and await self._comes_back(connection, id):
                await self._lock_seats(connection, id)
        return bool(gone)

    async def _comes_back(self, connection: AsyncConnection, id: str) -> bool:
        """Whether somebody is still known by anything, or can bring his name to a browser again."""
        passkey = select(PASSKEYS.c.person).where(PASSKEYS.c.person == id)
        mail = select(PEOPLE.c.id).where(PEOPLE.c.id == id, PEOPLE.c.mail.is_not(None))
        ways = select(KEYS.c.person).where(KEYS.c.person == id).union(passkey, mail)
        return await connection.scalar(ways) is not None

    async def _lock_seats(self, connection: AsyncConnection, id: str) -> None:
        """Let the tokens of somebody's seats be good for nothing: his name opens them.

        Also where the battle is over: whoever holds a seat there may ask for the one at its rematch.
        """
        held = (SEATS.c.person == id, SEATS.c.token.is_not(None))
        await connection.execute(update(SEATS).where(*held).values(token=secrets.token_hex(32)))
        await self._tell_tables(connection, id)

    async def add_key(self, id: str, digest: str, label: str) -> bool:
        """Let somebody be known by another browser; False where he is gone. Raises NameTaken, TooMany, StoreError."""
        try:
            async with self._changing() as connection:
                return await add_key(connection, id, digest, label)
        except Stale:
            raise NameTaken(_OTHER) from None

    # ------------------------------------------------------------------ mail

    async def of_mail(self, mark: str) -> Person | None:
        """Who has noted an address, by its mark; None for nobody. Raises StoreError."""
        return await self._one(PEOPLE.c.mail == mark)

    async def has_mail(self, id: str) -> bool:
        """Whether somebody has noted an address. Raises StoreError."""
        async with self._reading() as connection:
            return await connection.scalar(select(PEOPLE.c.mail).where(PEOPLE.c.id == id)) is not None

    async def note_mail(self, id: str, mark: str | None) -> None:
        """Note somebody's address by its mark, None for none. Raises NameTaken where it is another's, StoreError."""
        try:
            async with self._changing() as connection:
                await connection.execute(update(PEOPLE).where(PEOPLE.c.id == id).values(mail=mark))
                if mark is None:
                    mine = (TICKETS.c.person == id, TICKETS.c.kind.in_(("mail", "device")))
                    await connection.execute(delete(TICKETS).where(*mine))
        except Stale:
            raise NameTaken("another name has this address: bring that to this browser, or delete it") from None

    # ------------------------------------------------------------------ export

    async def export(self, id: str) -> dict[str, list[Row]]:
        """All that is kept of somebody, by its tables; without what is secret even from him. Raises StoreError."""
        found: dict[str, list[Row]] = {}
        keys = select(KEYS.c.digest).where(KEYS.c.person == id)
        async with self._reading() as connection:
            for table, which in [
                (PEOPLE, PEOPLE.c.id == id),
                *((table, column == id) for table, column, _ in _of_people()),
                (SEATS, SEATS.c.person == id),
                (SCENARIOS, SCENARIOS.c.owner.in_(keys)),
                (ENTRANTS, ENTRANTS.c.person == id),
                (PAIRINGS, (PAIRINGS.c.one == id) | (PAIRINGS.c.two == id)),
                (TOURNAMENTS, TOURNAMENTS.c.owner == id),
                (RESULTS, (RESULTS.c.top == id) | (RESULTS.c.bottom == id)),
            ]:
                rows = (await connection.execute(select(table).where(which))).mappings().all()
                found.setdefault(table.name, []).extend(_open(table, row) for row in rows)
        return found


DEVICE: Final = 16  # letters of a key's digest that name a device to its owner
_TAKEN: Final = "somebody has this name, or one that looks like it: choose another"
_OTHER: Final = "this browser has a name already: delete that first, or use another browser"
_PLAIN: Final = (str, int, float, bool, type(None))
_SECRET: Final = {"seats": {"token", "invite"}, "scenarios": {"owner"}}


def _alike(name: str) -> Any:
    """That somebody has a name, or one that looks like it: names of before may be several."""
    alike = skeleton(name)
    return (PEOPLE.c.skeleton == alike) | PEOPLE.c.skeleton.startswith(f"{alike}#", autoescape=True)


def _nearest(name: str) -> tuple[Any, ...]:
    """The order of those: who has just this name first."""
    return PEOPLE.c.name != name, PEOPLE.c.skeleton


async def add_key(connection: AsyncConnection, id: str, digest: str, label: str) -> bool:
    """Let somebody be known by another browser, within a transaction. Raises NameTaken, TooMany."""
    now = time.time()
    if await connection.scalar(select(PEOPLE.c.id).where(PEOPLE.c.id == id)) is None:
        return False
    held = await connection.scalar(select(KEYS.c.person).where(KEYS.c.digest == digest))
    if held == id:
        return True
    if held is not None:
        raise NameTaken(_OTHER)
    if (await connection.scalar(select(func.count()).where(KEYS.c.person == id)) or 0) >= KEYS_MOST:
        raise TooMany(f"you are known by {KEYS_MOST} browsers already: take one away first")
    await connection.execute(insert(KEYS).values(digest=digest, person=id, label=label, made_at=now, seen_at=now))
    return True


def _of_people() -> list[tuple[Any, Any, bool]]:
    """The tables that point at people, each with the column that does, and whether its rows stay when they are gone."""
    return [
        (table, key.parent, key.ondelete == "SET NULL")
        for table in METADATA.sorted_tables
        for key in sorted(table.foreign_keys, key=lambda one: one.parent.name)
        if key.column.table is PEOPLE
    ]


def _open(table: Any, row: Any) -> Row:
    """A row without its secret columns; what is no plain value is told as JSON."""
    hidden = _SECRET.get(table.name, set())
    shown = [c.name for c in table.columns if not c.info.get("secret") and c.name not in hidden]
    return {name: row[name] if isinstance(row[name], _PLAIN) else json.dumps(row[name]) for name in shown}
