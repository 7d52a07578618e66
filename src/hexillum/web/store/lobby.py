"""The lobby in the database: seats that anybody may take, matches, and whose battles stand how."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .errors import Stale
from .own_battles import Full, Transaction
from .queries import GAME
from .rows import FORMER, plain
from .tables import GAMES, MATCHES, OFFERS, PEOPLE, SEATS
from .tournament_tables import TERMS

EACH_MOST: Final = 5  # seats that one name may offer at a time,
ALL_MOST: Final = 500  # and all together
MINE_MOST: Final = 200  # battles of somebody that a list has
WATCHED_MOST: Final = 60  # battles to watch that a list has,
WATCHED_FOR: Final = 30 * 86400.0  # at which something was done so lately

Tell = Callable[[AsyncConnection, str], Awaitable[None]]


@dataclass(frozen=True)
class Offer:
    """A seat that anybody may take: `side` is open in `game` and, where it is a match, in its `second` battle."""

    id: str
    game: str
    side: int
    battle: str
    title: str
    armies: tuple[str, str]
    until: float
    second: str | None = None
    person: str | None = None
    name: str = ""
    pace: str = ""
    level: str = "any"
    words: str = ""
    rated: bool = False  # whether who offers it wants it so, as his seats say
    made_at: float = field(default_factory=time.time)

    @property
    def open(self) -> dict[str, int]:
        """The seats that are open, by their games."""
        return {self.game: self.side} | ({self.second: self.side} if self.second else {})


@dataclass(frozen=True)
class Sitting:
    """Who sits at a seat, for a list; `token` is the digest of the secret that proves it."""

    player: str
    person: str | None
    name: str
    token: str | None


@dataclass(frozen=True)
class Battle:
    """A battle for a list; `stands` is what `Table.standing` has told of it, empty for games of before."""

    id: str
    kind: str
    battle: str
    pace: str
    match: str
    status: str
    created_at: float
    acted_at: float
    stands: Mapping[str, Any]
    seats: tuple[Sitting, Sitting]


class Lobby:
    """The open seats and the battles in a database whose transactions are given; `tell` lets other servers know."""

    def __init__(self, reading: Transaction, changing: Transaction, tell: Tell) -> None:
        self._reading = reading
        self._changing = changing
        self._tell = tell

    # ------------------------------------------------------------------ open seats

    async def offer(self, one: Offer, match: str = "", *, watched: bool = False) -> None:
        """Put a seat into the lobby; with `match` its two games become one. Raises Full, StoreError."""
        async with self._changing() as connection:
            await self._sweep(connection)
            count = select(func.count()).select_from(OFFERS)
            if one.person and (await connection.scalar(count.where(OFFERS.c.person == one.person)) or 0) >= EACH_MOST:
                raise Full(f"you offer {EACH_MOST} seats already: withdraw one first")
            if (await connection.scalar(count) or 0) >= ALL_MOST:
                raise Full("the lobby is full: take one of the seats in it, or invite somebody by a link")
            row = {**one.__dict__, "armies": json.dumps(one.armies)}
            del row["name"], row["rated"]
            await connection.execute(insert(OFFERS).values(**row))
            await connection.execute(update(GAMES).where(GAMES.c.id.in_(one.open)).values(watched=watched))
            if match and one.second:
                made = {"id": match, "game": one.game, "second": one.second, "made_at": one.made_at}
                await connection.execute(insert(MATCHES).values(**made))

    async def offers(self) -> list[Offer]:
        """The seats that can be taken now, the newest first. Raises StoreError."""
        return await self._offers(OFFERS.c.until > time.time())

    async def offer_of(self, id: str) -> Offer | None:
        """An open seat by its id, None where it is not open any more. Raises StoreError."""
        return next(iter(await self._offers(OFFERS.c.id == id, OFFERS.c.until > time.time())), None)

    async def _offers(self, *which: Any) -> list[Offer]:
        open_seat = and_(SEATS.c.game == OFFERS.c.game, SEATS.c.side == OFFERS.c.side, SEATS.c.player == "open")
        wants = and_(TERMS.c.game == OFFERS.c.game, TERMS.c.side != OFFERS.c.side)
        there = OFFERS.join(SEATS, open_seat).outerjoin(PEOPLE, PEOPLE.c.id == OFFERS.c.person).outerjoin(TERMS, wants)
        good = PEOPLE.c.blocked.is_not(True)  # guests, too
        wanted = select(OFFERS, PEOPLE.c.name, TERMS.c.rated).select_from(there).where(*which, good)
        async with self._reading() as connection:
            rows = (await connection.execute(wanted.order_by(OFFERS.c.made_at.desc()))).mappings().all()
        return [_offer(row) for row in rows]

    async def take(self, one: Offer, tokens: Mapping[str, str], person: str | None) -> bool:
        """Give the seats of an offer away, all or none; False where somebody was faster. Raises StoreError.

        `tokens` has for each game the digest of the secret that proves its seat.
        """
        try:
            async with self._changing() as connection:
                gone = delete(OFFERS).where(OFFERS.c.id == one.id, OFFERS.c.until > time.time())
                if (await connection.execute(gone)).rowcount != 1:
                    return False
                for game, side in sorted(one.open.items()):
                    here = (SEATS.c.game == game, SEATS.c.side == side, SEATS.c.player == "open")
                    values = {"player": "person", "token": tokens[game], "invite": None, "person": person}
                    if (await connection.execute(update(SEATS).where(*here).values(**values))).rowcount != 1:
                        raise Stale  # by its link: nothing of this is done
                    await self._tell(connection, game)
        except Stale:
            return False
        return True

    async def withdraw(self, one: Offer) -> bool:
        """Take an open seat back, with its games; False where it was taken meanwhile. Raises StoreError."""
        async with self._changing() as connection:
            if (await connection.execute(delete(OFFERS).where(OFFERS.c.id == one.id))).rowcount != 1:
                return False
            await self._drop(connection, list(one.open))
        return True

    async def drop(self, games: Sequence[str]) -> None:
        """Take out games of which a seat was never taken. Raises StoreError."""
        async with self._changing() as connection:
            await self._drop(connection, games)

    async def _sweep(self, connection: AsyncConnection) -> None:
        """Take out the seats that nobody took in their time, and the entries of those that were taken by a link."""
        over = select(OFFERS.c.id, OFFERS.c.game, OFFERS.c.second).where(OFFERS.c.until <= time.time())
        for id, *games in (await connection.execute(over)).all():
            await connection.execute(delete(OFFERS).where(OFFERS.c.id == id))
            await self._drop(connection, [game for game in games if game])
        taken = select(SEATS.c.game).where(SEATS.c.side == OFFERS.c.side, SEATS.c.player != "open")
        await connection.execute(delete(OFFERS).where(OFFERS.c.game.in_(taken.correlate(OFFERS))))

    async def _drop(self, connection: AsyncConnection, games: Sequence[str]) -> None:
        """Take out games of which a seat was never taken: nobody has played them."""
        unplayed = select(SEATS.c.game).where(SEATS.c.player == "open")
        for game in games:
            await connection.execute(delete(GAMES).where(GAMES.c.id == game, GAMES.c.id.in_(unplayed)))
            await self._tell(connection, game)

    # ------------------------------------------------------------------ battles

    async def of_person(self, person: str) -> list[Battle]:
        """The battles of somebody with a name: those that go on first, then the latest. Raises StoreError."""
        mine = select(SEATS.c.game).where(SEATS.c.person == person)
        return await self._battles(GAMES.c.id.in_(mine), most=MINE_MOST)

    async def battles(self, ids: Collection[str]) -> list[Battle]:
        """Battles by their ids. Raises StoreError."""
        return await self._battles(GAMES.c.id.in_(ids), most=MINE_MOST) if ids else []

    async def watched(self) -> list[Battle]:
        """Battles that go on and may be watched, those where something was done last first. Raises StoreError."""
        waiting = select(SEATS.c.game).where(SEATS.c.player == "open")
        since = time.time() - WATCHED_FOR
        return await self._battles(
            GAMES.c.watched,
            *(GAMES.c.status == "active", GAMES.c.acted_at > since, GAMES.c.id.not_in(waiting)),
            most=WATCHED_MOST,
        )

    async def _battles(self, *which: Any, most: int) -> list[Battle]:
        late = [GAMES.c.status == "over", GAMES.c.acted_at.desc()]
        async with self._reading() as connection:
            wanted = select(*GAME).where(*which).order_by(*late).limit(most)
            rows = (await connection.execute(wanted)).mappings().all()
            ids = [row["id"] for row in rows]
            named = SEATS.outerjoin(PEOPLE, PEOPLE.c.id == SEATS.c.person)
            sitting = select(SEATS, PEOPLE.c.name).select_from(named).where(SEATS.c.game.in_(ids))
            seats: dict[str, list[Sitting]] = {}
            for row in (await connection.execute(sitting.order_by(SEATS.c.side))).mappings():
                name = row["name"] or (FORMER if row["person"] is not None else "")
                one = Sitting(row["player"], row["person"], name, row["token"])
                seats.setdefault(row["game"], []).append(one)
        return [_battle(row, seats[row["id"]]) for row in rows if len(seats.get(row["id"], ())) == 2]

    # ------------------------------------------------------------------ matches

    async def match(self, id: str) -> tuple[str, str] | None:
        """The two games of a match, in their order; None where there is none. Raises StoreError."""
        async with self._reading() as connection:
            wanted = select(MATCHES.c.game, MATCHES.c.second).where(MATCHES.c.id == id)
            found = (await connection.execute(wanted)).first()
        return None if found is None else (found[0], found[1])

    async def first_of_match(self, second: str) -> str | None:
        """The status of the first battle of the match of which a game is the second. Raises StoreError."""
        joined = select(GAMES.c.status).join(MATCHES, MATCHES.c.game == GAMES.c.id)
        async with self._reading() as connection:
            found: str | None = await connection.scalar(joined.where(MATCHES.c.second == second))
        return found

    async def second_of_match(self, first: str) -> str | None:
        """The second battle of the match of which a game is the first. Raises StoreError."""
        async with self._reading() as connection:
            wanted = select(MATCHES.c.second).where(MATCHES.c.game == first)
            found: str | None = await connection.scalar(wanted)
        return found


def _offer(row: Mapping[Any, Any]) -> Offer:
    told = {name: row[name] for name in Offer.__dataclass_fields__ if name not in ("armies", "name", "rated")}
    top, bottom = plain(row["armies"])
    return Offer(**told, armies=(top, bottom), name=row["name"] or "", rated=bool(row["rated"]))


def _battle(row: Mapping[Any, Any], seats: Sequence[Sitting]) -> Battle:
    try:
        opening = plain(row["opening"])
        told = plain(row["stands"]) if row["stands"] else {}
        stands = told if isinstance(told, dict) else {}
    except ValueError:  # one that is spoiled must not spoil the others
        opening, stands = {}, {}
    return Battle(
        row["id"],
        opening.get("kind", "battle"),
        opening.get("battle", ""),
        opening.get("pace", ""),
        opening.get("match", ""),
        row["status"],
        row["created_at"],
        row["acted_at"],
        stands,
        (seats[0], seats[1]),
    )
