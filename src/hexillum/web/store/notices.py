"""Notices in the database: the channels of people, the queue of what is to be told, and that nothing goes out twice."""

from __future__ import annotations

import contextlib
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, exists, func, insert, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ...club.occasions import occasion_of
from .errors import Stale
from .key import BadSeal, Key
from .tables import CHANNELS, DELIVERIES, ENTRIES, GAMES, NOTICES, QUIET_HOURS, TALK

EACH_MOST: Final = 10  # channels of one person
TRIES: Final = 2  # to keep one that is kept elsewhere at the same time
PAGE: Final = 20  # notices that are taken up at once
GRACE: Final = 8.0  # seconds in which whoever is at the table sees it there
HELD: Final = 120.0  # seconds for which a server has a notice: longer than its channels may take
KEPT: Final = 30 * 86_400.0  # seconds for which it is known that a notice went out
TALK_GRACE: Final = 120.0  # seconds in which more may be said, so that all of it is one notice
TALK_REST: Final = 3_600.0  # seconds in which who was told of talk, and has not answered, is not told again
#: Moments that are no entry of the game have numbers of their own: that it was made ready, and below it what is said.
READY: Final = -1
#: What may be added to a game while it stays somebody's turn, where the other one does it or nobody.
_BESIDE: Final = ("committed", "shared", "started", "offered", "declined")
#: Whether a game has gone on since a notice of it.
_GONE_ON: Final = exists().where(
    ENTRIES.c.game == NOTICES.c.game,
    ENTRIES.c.seq >= NOTICES.c.version,
    or_(ENTRIES.c.kind.not_in(_BESIDE), ENTRIES.c.side == NOTICES.c.side),
)

#: Whether something later is told of the same game to the same one.
_LATER: Final = NOTICES.alias("later")
_FOLLOWED: Final = exists().where(
    _LATER.c.game == NOTICES.c.game, _LATER.c.person == NOTICES.c.person, _LATER.c.version > NOTICES.c.version
)

Transaction = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


class FullOfChannels(Exception):
    """Somebody has so many channels that there is no room for another."""


class Turned(NamedTuple):
    """That it has become somebody's turn, or what else he is told: who, on which side, and how its notice is titled."""

    person: str
    side: int
    title: str


@dataclass(frozen=True)
class Channel:
    """A way by which somebody is told; `address` is "" where it cannot be opened with this key."""

    id: str
    person: str
    kind: str
    address: str
    label: str
    home: str
    off: bool
    failures: int
    rests_until: float
    trouble: str


@dataclass(frozen=True)
class Due:
    """A notice that is to go out; `passed` says that it is no news any more."""

    id: str
    game: str
    version: int
    person: str
    side: int
    title: str
    passed: bool


@dataclass(frozen=True)
class Hours:
    """When somebody wants no notices, in minutes of the day, None for never; and whether he wants those of talk."""

    begins: int | None = None
    ends: int | None = None
    zone: str = "UTC"
    talk: bool = True


class Notices:
    """The notices in a database whose transactions are given: to look, and to change. `key` seals addresses."""

    def __init__(self, reading: Transaction, changing: Transaction, key: Key, shared: bool) -> None:
        self._reading = reading
        self._changing = changing
        self._key = key
        self._shared = shared

    def _now(self) -> Any:
        """The time by the clock of the database, so that several servers have one."""
        return func.extract("epoch", func.clock_timestamp()) if self._shared else literal(time.time())

    # ------------------------------------------------------------------ channels

    async def channels(self, person: str) -> list[Channel]:
        """The channels of somebody, the oldest first. Raises StoreError."""
        wanted = select(CHANNELS).where(CHANNELS.c.person == person).order_by(CHANNELS.c.made_at, CHANNELS.c.id)
        async with self._reading() as connection:
            return [self._channel(row) for row in (await connection.execute(wanted)).mappings()]

    async def channel(self, id: str) -> Channel | None:
        """A channel by its id. Raises StoreError."""
        async with self._reading() as connection:
            row = (await connection.execute(select(CHANNELS).where(CHANNELS.c.id == id))).mappings().first()
        return None if row is None else self._channel(row)

    async def add(
        self, person: str, kind: str, address: str, label: str, home: str, key: str | None = None
    ) -> str | None:
        """Keep a channel; one that is there already is switched on again. Raises FullOfChannels, StoreError.

        With `key`, the digest of a browser's key, it goes with that; None where the key, or the person, is gone.
        """
        for _ in range(TRIES):
            with contextlib.suppress(Stale):
                return await self._add(person, kind, address, label, home, key)
        return None

    async def _add(self, person: str, kind: str, address: str, label: str, home: str, key: str | None) -> str:
        mark = self._key.mark(f"channel/{address}")
        id = uuid.uuid4().hex
        same = (CHANNELS.c.person == person, CHANNELS.c.digest == mark)
        async with self._changing() as connection:
            held = await connection.scalar(select(CHANNELS.c.id).where(*same))
            values = {"label": label, "home": home, "off": False, "failures": 0, "rests_until": 0.0, "trouble": ""}
            values |= {"key": key}
            if held is not None:
                await connection.execute(update(CHANNELS).where(*same).values(**values))
                return str(held)
            if (await connection.scalar(select(func.count()).where(CHANNELS.c.person == person)) or 0) >= EACH_MOST:
                raise FullOfChannels(f"you are told in {EACH_MOST} ways already: take one away first")
            sealed = self._key.seal(address.encode(), id)
            row = {"id": id, "person": person, "kind": kind, "digest": mark, "address": sealed}
            now = time.time()
            await connection.execute(insert(CHANNELS).values(**row, **values, made_at=now, used_at=0.0))
        return id

    async def take_away(self, person: str, id: str) -> bool:
        """Take a channel of somebody away; False where it is none of his. Raises StoreError."""
        mine = (CHANNELS.c.id == id, CHANNELS.c.person == person)
        async with self._changing() as connection:
            return (await connection.execute(delete(CHANNELS).where(*mine))).rowcount == 1

    async def switch(self, id: str, off: bool, person: str | None = None) -> bool:
        """Switch a channel off or on; False where there is none, or it is not his. Raises StoreError."""
        mine = [CHANNELS.c.id == id] + ([] if person is None else [CHANNELS.c.person == person])
        values: dict[str, Any] = {"off": off}
        if not off:
            values |= {"failures": 0, "rests_until": 0.0, "trouble": ""}
        async with self._changing() as connection:
            return (await connection.execute(update(CHANNELS).where(*mine).values(**values))).rowcount == 1

    async def note(self, id: str, trouble: str, rest: Callable[[int], float]) -> None:
        """Note how it went with a channel: "" where well, else why not; `rest` says how long it rests after so many."""
        now = time.time()
        async with self._changing() as connection:
            failures = 0
            if trouble:
                failures = 1 + (await connection.scalar(select(CHANNELS.c.failures).where(CHANNELS.c.id == id)) or 0)
            values = {"failures": failures, "trouble": trouble[:200], "rests_until": now + rest(failures)}
            await connection.execute(update(CHANNELS).where(CHANNELS.c.id == id).values(**values, used_at=now))

    # ------------------------------------------------------------------ quiet hours

    async def hours(self, person: str) -> Hours:
        """When somebody wants no notices, and which. Raises StoreError."""
        async with self._reading() as connection:
            wanted = select(QUIET_HOURS).where(QUIET_HOURS.c.person == person)
            row = (await connection.execute(wanted)).mappings().first()
        return Hours() if row is None else Hours(row["begins"], row["ends"], row["zone"], row["talk"] is not False)

    async def set_hours(self, person: str, hours: Hours) -> None:
        """Note when somebody wants no notices, and which. Raises StoreError."""
        async with self._changing() as connection:
            await connection.execute(delete(QUIET_HOURS).where(QUIET_HOURS.c.person == person))
            await connection.execute(insert(QUIET_HOURS).values(person=person, **hours.__dict__))

    # ------------------------------------------------------------------ the queue

    async def take_up(self, me: str) -> list[Due]:
        """Take up what is due for this server, and what another one has held for too long. Raises StoreError."""
        ripe = or_(
            (NOTICES.c.state == "waiting") & (NOTICES.c.due_at <= self._now()),
            (NOTICES.c.state == "sending") & (NOTICES.c.held_until < self._now()),
        )
        wanted = (
            select(NOTICES, _GONE_ON.label("gone_on"), _FOLLOWED.label("followed"), GAMES.c.status)
            .join(GAMES, GAMES.c.id == NOTICES.c.game)
            .where(ripe)
            .order_by(NOTICES.c.due_at)
            .limit(PAGE)
        )
        async with self._changing() as connection:
            rows = (await connection.execute(wanted.with_for_update(of=NOTICES, skip_locked=True))).mappings().all()
            ids = [row["id"] for row in rows]
            if ids:
                taken = {"state": "sending", "holder": me, "held_until": self._now() + HELD}
                await connection.execute(update(NOTICES).where(NOTICES.c.id.in_(ids)).values(**taken))
        return [_due(row) for row in rows]

    async def soon(self) -> list[Due]:
        """What waits for its grace to end, so that who is at the table may be told there. Raises StoreError."""
        fresh = (literal(False).label("gone_on"), literal(False).label("followed"), literal("active").label("status"))
        wanted = select(NOTICES, *fresh).where(self._near())
        async with self._reading() as connection:
            return [_due(row) for row in (await connection.execute(wanted.limit(1000))).mappings()]

    async def call(self, game: str, version: int, turned: Turned) -> None:
        """Put in the queue that somebody is waited for at a moment, where that is not there yet. Raises StoreError."""
        with contextlib.suppress(Stale):
            async with self._changing() as connection:
                await connection.run_sync(turn_comes, game, version, turned, self._now())

    async def word(self, game: str, turned: Turned) -> None:
        """Put in the queue that something was said to somebody: one notice for all until he answers. Raises StoreError.

        It waits a little for what else is said, and while it waits, or is hardly told, nothing is added to it. There is
        none for who wants no notices of talk.
        """
        told = (NOTICES.c.game == game, NOTICES.c.person == turned.person, NOTICES.c.version < READY)
        own = select(func.max(TALK.c.at)).where(TALK.c.game == game, TALK.c.side == turned.side)
        wants = select(QUIET_HOURS.c.talk).where(QUIET_HOURS.c.person == turned.person)
        with contextlib.suppress(Stale):
            async with self._changing() as connection:
                if await connection.scalar(wants) is False:
                    return
                newest = select(func.min(NOTICES.c.version), func.max(NOTICES.c.made_at)).where(*told)
                lowest, last = (await connection.execute(newest)).one()
                answered = last is None or (await connection.scalar(own) or 0.0) > last
                if last is not None and not answered and time.time() - last < TALK_REST:
                    return
                waits = exists().where(*told, NOTICES.c.state.in_(("waiting", "sending")))
                if last is not None and await connection.scalar(select(waits)):
                    return
                moment = READY - 1 if lowest is None else lowest - 1
                await connection.run_sync(turn_comes, game, moment, turned, self._now(), TALK_GRACE)

    def _near(self) -> Any:
        """What waits and may be seen at the table meanwhile: talk is read there as soon as somebody comes."""
        soon = or_(NOTICES.c.due_at <= self._now() + GRACE, NOTICES.c.version < READY)
        return (NOTICES.c.state == "waiting") & soon

    async def anything(self) -> bool:
        """Whether anything is to be told now or soon. Raises StoreError."""
        wanted = select(NOTICES.c.id).where(or_(self._near(), NOTICES.c.state == "sending")).limit(1)
        async with self._reading() as connection:
            return await connection.scalar(wanted) is not None

    async def seen(self, ids: Sequence[str]) -> None:
        """Note that nobody need be told any more: he is at the table. Raises StoreError."""
        if ids:
            async with self._changing() as connection:
                mine = (NOTICES.c.id.in_(ids), NOTICES.c.state == "waiting")
                await connection.execute(update(NOTICES).where(*mine).values(state="seen"))

    async def end(self, id: str, me: str, state: str) -> None:
        """Note what became of a notice that this server has taken up. Raises StoreError."""
        async with self._changing() as connection:
            mine = (NOTICES.c.id == id, NOTICES.c.holder == me)
            await connection.execute(update(NOTICES).where(*mine).values(state=state, holder=None, held_until=None))

    async def later(self, id: str, me: str, seconds: float) -> None:
        """Let a notice wait for so many seconds more. Raises StoreError."""
        async with self._changing() as connection:
            mine = (NOTICES.c.id == id, NOTICES.c.holder == me)
            values = {"state": "waiting", "due_at": self._now() + seconds, "holder": None, "held_until": None}
            await connection.execute(update(NOTICES).where(*mine).values(**values))

    async def begin(self, notice: str, channel: str) -> bool:
        """Note that a notice is about to go out by a channel; False where it did already. Raises StoreError.

        One that was refused may go out again: that nobody has it is known.
        """
        values: dict[str, Any] = {"state": "begun", "at": time.time()}
        try:
            async with self._changing() as connection:
                await connection.execute(insert(DELIVERIES).values(notice=notice, channel=channel, **values))
            return True
        except Stale:
            refused = (DELIVERIES.c.notice == notice, DELIVERIES.c.channel == channel, DELIVERIES.c.state == "failed")
            async with self._changing() as connection:
                return (await connection.execute(update(DELIVERIES).where(*refused).values(**values))).rowcount == 1

    async def ended(self, notice: str, channel: str, state: str) -> None:
        """Note how that went. Raises StoreError."""
        async with self._changing() as connection:
            mine = (DELIVERIES.c.notice == notice, DELIVERIES.c.channel == channel)
            await connection.execute(update(DELIVERIES).where(*mine).values(state=state, at=time.time()))

    async def forget_old(self) -> None:
        """Forget notices that were told long ago. Raises StoreError."""
        async with self._changing() as connection:
            old = NOTICES.c.made_at < self._now() - KEPT
            await connection.execute(delete(NOTICES).where(old, NOTICES.c.state.not_in(("waiting", "sending"))))

    def _channel(self, row: Any) -> Channel:
        try:
            address = self._key.open(row["address"], row["id"]).decode()
        except (BadSeal, UnicodeDecodeError):
            address = ""
        names = ("id", "person", "kind", "label", "home", "off", "failures", "rests_until", "trouble")
        return Channel(address=address, **{name: row[name] for name in names})


def turn_comes(
    connection: Connection, game: str, version: int, turned: Turned, now: Any, grace: float | None = None
) -> None:
    """Put in the queue, within a transaction, that it has become somebody's turn, if he wants to be told at all."""
    told = select(CHANNELS.c.id).where(CHANNELS.c.person == turned.person, CHANNELS.c.off.is_(False)).limit(1)
    if connection.scalar(told) is None:
        return
    row = {"id": uuid.uuid4().hex, "game": game, "version": version, "person": turned.person, "side": turned.side}
    times = {"made_at": now, "due_at": now + (GRACE if grace is None else grace)}
    connection.execute(insert(NOTICES).values(**row, title=turned.title, **times, state="waiting"))


def _due(row: Any) -> Due:
    lasts = occasion_of(row["title"]).lasts
    moved = bool(row["gone_on"]) or row["status"] != "active"
    passed = {"move": moved, "next": bool(row["followed"]), "told": False}[lasts]
    return Due(row["id"], row["game"], row["version"], row["person"], row["side"], row["title"], passed)
