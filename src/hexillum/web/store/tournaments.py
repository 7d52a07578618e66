"""Tournaments in the database: each change follows from what was seen, or is not made."""

from __future__ import annotations

import contextlib
import json
import time
import uuid
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .own_battles import Full, Transaction
from .queries import SHOWN_NAME
from .rows import FORMER
from .tables import PEOPLE
from .tournament_tables import ENTRANTS, PAIRINGS, TOURNAMENTS

EACH_MOST: Final = 10  # tournaments of one person that are not over,
ALL_MOST: Final = 5_000  # and of all together
PAGE: Final = 60
_LOCK: Final = 0x68657874  # one at a time counts them in PostgreSQL


class Changed(Exception):
    """The tournament is not what it was when it was looked at."""


@dataclass(frozen=True)
class Tournament:
    """A tournament; see the table for what each part means."""

    id: str
    name: str
    words: str
    sort: str
    state: str
    battles: tuple[str, ...]
    rounds: int
    round: int
    days: int
    pace: str
    rated: bool
    lot: str
    owner: str
    made_at: float
    changed_at: float
    version: int


@dataclass(frozen=True)
class Entered:
    """Somebody in a tournament, with his name as it is now; `there` is False where he has none any more."""

    person: str
    name: str
    seed: int
    first: int
    gone: int | None
    there: bool = True

    def plays(self, round: int) -> bool:
        """Whether he is paired in a round.

        >>> Entered("1", "Anna", 1, first=2, gone=None).plays(1)
        False
        """
        return self.first <= round and (self.gone is None or round < self.gone)


@dataclass(frozen=True)
class Pairing:
    """A match of a round; see the table for what each part means."""

    round: int
    board: int
    one: str
    two: str | None
    battle: str
    top_goal: int
    bottom_goal: int
    game: str | None = None
    other: str | None = None
    game_to: str | None = None
    other_to: str | None = None
    made_at: float = 0.0


@dataclass(frozen=True)
class Whole:
    """A tournament with those who are in it and their matches; `owner` is the name of who made it."""

    tournament: Tournament
    owner: str
    entrants: tuple[Entered, ...]
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True)
class Listed:
    """What a list shows of a tournament: it, the name of who made it, and how many are in it."""

    tournament: Tournament
    owner: str
    entrants: int


class Tournaments:
    """The tournaments in a database whose transactions are given: to look, and to change."""

    def __init__(self, reading: Transaction, changing: Transaction, shared: bool) -> None:
        self._reading = reading
        self._changing = changing
        self._shared = shared

    # ------------------------------------------------------------------ looking

    async def listed(self) -> list[Listed]:
        """The latest tournaments: those that are not over first. Raises StoreError."""
        entered = select(func.count()).where(ENTRANTS.c.tournament == TOURNAMENTS.c.id).scalar_subquery()
        wanted = (
            select(TOURNAMENTS, SHOWN_NAME.label("owner_name"), entered.label("entrants"))
            .outerjoin(PEOPLE, PEOPLE.c.id == TOURNAMENTS.c.owner)
            .order_by(TOURNAMENTS.c.state == "over", TOURNAMENTS.c.made_at.desc())
            .limit(PAGE)
        )
        async with self._reading() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
        return [Listed(_tournament(row), row["owner_name"] or FORMER, row["entrants"]) for row in rows]

    async def whole(self, id: str) -> Whole | None:
        """A tournament with all that is in it, None where there is none. Raises StoreError."""
        named = select(TOURNAMENTS, SHOWN_NAME.label("owner_name")).outerjoin(
            PEOPLE, PEOPLE.c.id == TOURNAMENTS.c.owner
        )
        entered = select(ENTRANTS, SHOWN_NAME, PEOPLE.c.blocked).outerjoin(PEOPLE, PEOPLE.c.id == ENTRANTS.c.person)
        async with self._reading() as connection:
            row = (await connection.execute(named.where(TOURNAMENTS.c.id == id))).mappings().first()
            if row is None:
                return None
            people = await connection.execute(
                entered.where(ENTRANTS.c.tournament == id).order_by(ENTRANTS.c.seed, ENTRANTS.c.entered_at)
            )
            entrants = tuple(_entered(one) for one in people.mappings())
            matches = select(PAIRINGS).where(PAIRINGS.c.tournament == id).order_by(PAIRINGS.c.round, PAIRINGS.c.board)
            pairings = tuple(_pairing(one) for one in (await connection.execute(matches)).mappings())
        return Whole(_tournament(row), row["owner_name"] or FORMER, entrants, pairings)

    # ------------------------------------------------------------------ changing

    async def make(self, owner: str, **told: Any) -> str:
        """Keep a new tournament; its id. Raises Full, StoreError."""
        id, now = uuid.uuid4().hex, time.time()
        async with self._changing() as connection:
            if self._shared:  # otherwise two could see the same last place
                await connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK})
            mine = (TOURNAMENTS.c.owner == owner, TOURNAMENTS.c.state != "over")
            if (await connection.scalar(select(func.count()).where(*mine)) or 0) >= EACH_MOST:
                raise Full(f"{EACH_MOST} tournaments of yours are not over: end one first")
            if (await connection.scalar(select(func.count()).select_from(TOURNAMENTS)) or 0) >= ALL_MOST:
                raise Full("this server has no room for more tournaments")
            told["battles"] = json.dumps(told["battles"])
            row = {"id": id, "owner": owner, "state": "open", "round": 0, "lot": uuid.uuid4().hex, "version": 0, **told}
            await connection.execute(insert(TOURNAMENTS).values(**row, made_at=now, changed_at=now))
        return id

    @contextlib.asynccontextmanager
    async def _at(self, seen: Tournament, **changes: Any) -> AsyncIterator[AsyncConnection]:
        """Change a tournament that is as it was seen. Raises Changed, and nothing is changed then."""
        as_seen = (TOURNAMENTS.c.id == seen.id, TOURNAMENTS.c.version == seen.version)
        values = {"version": seen.version + 1, "changed_at": time.time(), **changes}
        async with self._changing() as connection:
            changed = await connection.execute(update(TOURNAMENTS).where(*as_seen).values(**values))
            if changed.rowcount != 1:
                raise Changed
            yield connection

    async def enter(self, seen: Tournament, person: str, seed: int, first: int) -> None:
        """Let somebody in, or back in; `first` is the first round that he is paired in. Raises Changed, StoreError."""
        which = (ENTRANTS.c.tournament == seen.id, ENTRANTS.c.person == person)
        async with self._at(seen) as connection:
            back = await connection.execute(update(ENTRANTS).where(*which).values(gone=None, first=first))
            if back.rowcount == 0:
                row = {"tournament": seen.id, "person": person, "seed": seed, "first": first}
                await connection.execute(insert(ENTRANTS).values(**row, entered_at=time.time()))

    async def withdraw(self, seen: Tournament, person: str, gone: int | None, given: Sequence[Pairing] = ()) -> None:
        """Let somebody go from a round on, None before the start, when nothing is left of him.

        `given` are matches as they are decided by that. Raises Changed, StoreError.
        """
        which = (ENTRANTS.c.tournament == seen.id, ENTRANTS.c.person == person)
        async with self._at(seen) as connection:
            if gone is None:
                await connection.execute(delete(ENTRANTS).where(*which))
            else:
                await connection.execute(update(ENTRANTS).where(*which).values(gone=gone))
            await _rule(connection, seen.id, given)

    async def pair(
        self, seen: Tournament, pairings: Sequence[Pairing], seeds: Sequence[str] = (), given: Sequence[Pairing] = ()
    ) -> None:
        """Begin the next round with its matches; at the start `seeds` are the people in their order.

        `given` are matches of before as they are decided by that. Raises Changed, StoreError.
        """
        now = time.time()
        async with self._at(seen, round=seen.round + 1, state="running") as connection:
            for n, person in enumerate(seeds, 1):
                which = (ENTRANTS.c.tournament == seen.id, ENTRANTS.c.person == person)
                await connection.execute(update(ENTRANTS).where(*which).values(seed=n))
            await _rule(connection, seen.id, given)
            rows = [{**asdict(one), "tournament": seen.id, "made_at": now} for one in pairings]
            await connection.execute(insert(PAIRINGS), rows)

    async def rule(self, seen: Tournament, given: Collection[Pairing], state: str | None = None) -> None:
        """Decide matches, and with `state` the tournament. Raises Changed, StoreError."""
        async with self._at(seen, **({} if state is None else {"state": state})) as connection:
            await _rule(connection, seen.id, given)


async def _rule(connection: AsyncConnection, id: str, given: Collection[Pairing]) -> None:
    for one in given:
        which = (PAIRINGS.c.tournament == id, PAIRINGS.c.round == one.round, PAIRINGS.c.board == one.board)
        decided = {"game_to": one.game_to, "other_to": one.other_to}
        await connection.execute(update(PAIRINGS).where(*which).values(**decided))


def _tournament(row: Any) -> Tournament:
    told = {name: row[name] for name in Tournament.__dataclass_fields__}
    return Tournament(**{**told, "battles": tuple(json.loads(told["battles"]))})


def _entered(row: Any) -> Entered:
    there = row["name"] is not None and not row["blocked"]
    return Entered(row["person"], row["name"] or FORMER, row["seed"], row["first"], row["gone"], there)


def _pairing(row: Any) -> Pairing:
    return Pairing(**{name: row[name] for name in Pairing.__dataclass_fields__})
