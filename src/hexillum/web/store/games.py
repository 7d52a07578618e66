"""The store: games are created, loaded and added to, each change as a whole or not at all."""

from __future__ import annotations

import time
from collections.abc import Collection
from functools import partial

from sqlalchemy import insert, select, text, update

from .additions import Additions
from .admins import Admins
from .archive import Archive
from .clocks import ClockStops
from .errors import Gone, Unreadable
from .key import Key
from .loading import Loading
from .lobby import Lobby
from .notices import Notices
from .own_battles import OwnBattles
from .passkeys import Passkeys
from .people import People
from .queries import entries_of, seats_of
from .results import Results
from .reviews import Reviews
from .rows import News, Said, Stored, to_entries, to_rows, to_seats
from .schema import newest
from .tables import ENTRIES, GAMES, SEATS
from .talk import Talk
from .tickets import Tickets
from .tournament_tables import TERMS
from .tournaments import Tournaments
from .turns import Turns


class Store(Additions, Loading, Turns):
    """A database of games, sealed with the key of the server. `open` before use, `close` afterwards.

    With `new_key` the database is sealed with this key from now on, although it was with another.
    """

    def __init__(self, url: str, key: Key | None = None, *, new_key: bool = False) -> None:
        super().__init__(url, key, new_key=new_key)
        self.own_battles = OwnBattles(partial(self._reading, sure=True), self._changing, self.shared)
        self.reviews = Reviews(partial(self._reading, sure=True), self._changing)
        self.admins = Admins(self._reading, self._changing)
        self.archive = Archive(self._reading, self._changing, self._tell)
        self.people = People(partial(self._reading, sure=True), self._changing, self.shared)
        self.results = Results(partial(self._reading, sure=True), self._changing)
        self.tournaments = Tournaments(partial(self._reading, sure=True), self._changing, self.shared)
        self.tickets = Tickets(self._changing, self.shared)
        self.passkeys = Passkeys(partial(self._reading, sure=True), self._changing)
        self.lobby = Lobby(partial(self._reading, sure=True), self._changing, self._tell)
        self.clocks = ClockStops(partial(self._reading, sure=True), self._changing, self._tell, self.shared)
        self.talk = Talk(partial(self._reading, sure=True), self._changing, self._tell_of_talk)
        self.notices = Notices(partial(self._reading, sure=True), self._changing, self.key, self.shared)

    async def other_version(self) -> str:
        """The revision of the tables where it is not that of this program, "" where it is. Raises StoreError."""
        async with self._reading(sure=True) as connection:
            said = await connection.scalar(text("SELECT version_num FROM alembic_version"))
            return "" if said == newest() else str(said)

    async def create(
        self,
        game: Stored,
        *,
        status: str,
        computer: bool,
        state: str | None = None,
        stands: str | None = None,
        rated: Collection[int] = (),
    ) -> None:
        """Keep a new game with its seats and first entries; `state` is the digest of the state that they lead to.

        `stands` is what lists tell of it, `rated` the sides that want it rated. Raises StoreError where it cannot be
        written.
        """
        now = time.time()
        seed = game.seed.hex() if status == "over" else self.key.seal(game.seed, game.id)
        async with self._changing() as connection:
            await connection.execute(
                insert(GAMES).values(
                    id=game.id,
                    opening=game.opening.as_dict(),
                    seed=seed,
                    version=len(game.entries),
                    status=status,
                    computer=computer,
                    created_at=now,
                    acted_at=now,
                    rules=game.rules,
                    state=state,
                    stands=stands,
                )
            )
            await connection.execute(
                insert(SEATS),
                [
                    {
                        "game": game.id,
                        "side": side,
                        "player": s.player,
                        "token": s.token,
                        "invite": s.invite,
                        "person": s.person,
                    }
                    for side, s in enumerate(game.seats)
                ],
            )
            if rated:
                terms = [{"game": game.id, "side": side, "rated": True} for side in sorted(rated)]
                await connection.execute(insert(TERMS), terms)
            if game.entries:
                await connection.execute(insert(ENTRIES), to_rows(game.id, 0, game.entries, None, now, self.key))

    async def there(self, games: Collection[str]) -> set[str]:
        """Those of some ids that are games. Raises StoreError."""
        async with self._reading() as connection:
            return set((await connection.execute(select(GAMES.c.id).where(GAMES.c.id.in_(games)))).scalars())

    async def since(self, id: str, version: int) -> News:
        """What has come to a game since a version. Raises StoreError, Unreadable, and Gone where it was taken out."""
        async with self._reading(sure=True) as connection:
            now = select(GAMES.c.version, GAMES.c.rematch, GAMES.c.state).where(GAMES.c.id == id)
            row = (await connection.execute(now)).mappings().first()
            if row is None:
                raise Gone
            entries = await connection.execute(entries_of(id, version, row["version"]))
            seats = await connection.execute(seats_of([id]))
        try:
            read, torn = to_entries(entries.mappings(), version, row["version"], id, self.key)
            return News(row["version"], read, to_seats(seats.mappings()), row["rematch"], row["state"], torn)
        except Exception as error:  # whatever stands there
            raise Unreadable(f"{type(error).__name__}: {error}") from None

    async def command(self, id: str, command: str) -> Said | None:
        """A command that was carried out already, None where there was none of that id."""
        async with self._reading(sure=True) as connection:
            wanted = select(ENTRIES.c.body).where(ENTRIES.c.game == id, ENTRIES.c.command == command)
            found = (await connection.execute(wanted)).first()
            return None if found is None else Said(command, found.body or "")

    async def take_seat(self, id: str, side: int, invite: str, token: str, person: str | None = None) -> bool:
        """Give an open seat to whoever has its invitation; False where it is taken or the invitation is wrong.

        `person` is his id where he has a name.
        """
        async with self._changing() as connection:
            changed = await connection.execute(
                update(SEATS)
                .where(SEATS.c.game == id, SEATS.c.side == side, SEATS.c.invite == invite)
                .values(player="person", token=token, invite=None, person=person)
            )
            await self._tell(connection, id)
            return changed.rowcount == 1

    async def reseat(self, id: str, side: int, person: str, token: str) -> None:
        """Give the seat of somebody with a name another token, by its digest. Raises StoreError."""
        mine = (SEATS.c.game == id, SEATS.c.side == side, SEATS.c.person == person)
        async with self._changing() as connection:
            await connection.execute(update(SEATS).where(*mine).values(token=token))
            await self._tell(connection, id)

    async def give_orders(self, id: str, side: int, sealed: str | None) -> None:
        """Keep the standing answers of a seat, sealed, in place of those before; None where it has none any more."""
        async with self._changing() as connection:
            await connection.execute(
                update(SEATS).where(SEATS.c.game == id, SEATS.c.side == side).values(standing=sealed)
            )
            await self._tell(connection, id)

    async def note_rematch(self, id: str, rematch: str) -> bool:
        """Note the game of a rematch; False where there is one already."""
        async with self._changing() as connection:
            changed = await connection.execute(
                update(GAMES).where(GAMES.c.id == id, GAMES.c.rematch.is_(None)).values(rematch=rematch)
            )
            await self._tell(connection, id)
            return changed.rowcount == 1
