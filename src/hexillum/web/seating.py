"""How people come to tables: new battles, invitations, shares of the dice, rematches, analyses."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import secrets
import uuid
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Final

from .. import players
from ..battle import scenarios
from ..battle.view_types import SIDES
from ..club.clocks import Pace
from . import analysis
from .calling import turned
from .chance import fresh_seed
from .clocks import Clocking
from .entries import Entry, Opening, own_text
from .game import Game
from .messages import Analyse, GiveShare, NewGame, Refused
from .own_battles import right
from .questions import Questions
from .roster import known
from .store import Person, Seat, Stale, Stored, StoreError
from .table import Table, by_side, digest, may_open
from .timing import paced
from .wire import Joined, Seated

log = logging.getLogger("hexillum.tables")

TRIES: Final = 20  # to add what is right whatever else happens at a table
AT_ONCE: Final = 40  # choices that are folded in one go, so that others come to their turn
NO_SEED: Final = (
    "seed: nobody chooses the dice of a battle between people, or he would know all that falls: leave it out, or play "
    "both sides yourself or against a computer"
)
NO_CLOCK: Final = (
    "pace: clocks are for battles between people whose dice the server rolls: a computer claims nothing, and nobody "
    "can say how long real dice take"
)


class Seating(Clocking):
    """Tables are opened, and their seats taken."""

    questions: Questions

    async def begin(
        self,
        opening: Opening,
        players: Sequence[str],
        seed: bytes,
        mine: Collection[int],
        share: str | None = None,
        person: Person | None = None,
        rated: bool = False,
        again: bool = False,
    ) -> Seated:
        """A new table; `mine` are the sides whose seats who asks takes, `again` for a rematch (`_token`).

        `players` names who sits on either side: "person", "open" for a guest, or a computer player; `seed` is that of
        the dice, with its salt; `share` is what the seats of who asks commit themselves to for the dice, None for
        nothing; `person` is who asks, where he has a name, and `rated` whether he wants it rated. Raises ValueError for
        a battle that cannot be set up, StoreError where it cannot be kept.
        """
        id = uuid.uuid4().hex
        game = Game(id, opening, seed, players)
        tokens = {side: self._token(game, side) if again else secrets.token_urlsafe(32) for side in mine}
        invites = {side: secrets.token_urlsafe(32) for side in (0, 1) if players[side] == "open"}
        seats = [
            Seat(
                players[side],
                digest(tokens[side]) if side in tokens else None,
                digest(invites[side]) if side in invites else None,
                *_sitting(person if side in tokens else None),
            )
            for side in (0, 1)
        ]
        entries = [entry for side in mine if share for entry in _committed(side, share)]
        game.fold(entries)
        dealt = game.opening_entries()
        game.fold(dealt)
        table = Table(game, seats, talk=[])
        stored = Stored(id, opening, seed, seats, [*entries, *dealt], rules=table.rules)
        await self.store.create(stored, **table.standing(), rated=mine if rated else ())
        table = self._keep(table)
        table.note(mine)
        self.let_think(table)
        return {
            "game": id,
            "tokens": by_side(tokens),
            "invites": by_side(invites),
        }

    async def begin_between(self, id: str, opening: Opening, people: Sequence[Person], rated: bool) -> None:
        """A table with a given id for two people with names, top first; nothing where there is one of that id.

        Whoever it is meant for asks for the token of his seat (`seat_of`), or comes by his name; by a live clock his
        seat is not taken before he does, so that nobody's time runs while he knows nothing of it. Raises StoreError.
        """
        live = bool(opening.pace) and Pace.read(opening.pace).live
        seed = fresh_seed()
        game = Game(id, opening, seed, ["person", "person"])
        seats = [
            Seat("person", None if live else digest(self._token(game, side)), None, *_sitting(person))
            for side, person in enumerate(people)
        ]
        dealt = game.opening_entries()
        game.fold(dealt)
        table = Table(game, seats, talk=[])
        with contextlib.suppress(Stale):  # another server was faster
            stored = Stored(id, opening, seed, seats, dealt, rules=table.rules)
            await self.store.create(stored, **table.standing(), rated=(0, 1) if rated else ())
            table = self._keep(table)
            if not live:
                await self.start_clocks(table)
            await self._call(table, ())

    async def seat_of(self, id: str, side: int, person: Person) -> str:
        """The token of a seat that was made for somebody. Raises Refused where it is not his.

        It is the same every time until it is good no more, since a browser was taken away or the key of the server is
        another: then each that is asked for is a new one.
        """
        table = await self.table(id)
        token, seat = self._token(table.game, side), table.seats[side]
        if seat.person != person.id:
            raise Refused("not_yours", "this seat is somebody else's", status=403)
        if seat.token != digest(token):
            if seat.token is not None:
                token = secrets.token_urlsafe(32)
            await self._reseat(table, side, person.id, token)
        return token

    def _token(self, game: Game, side: int) -> str:
        """The token of a seat that was made for somebody: nobody makes it without both the key and the database."""
        return self.store.key.mark(f"seat {side} of {game.id} by {game.secret.hex()}")

    async def _reseat(self, table: Table, side: int, person: str, token: str) -> None:
        await self.store.reseat(table.game.id, side, person, digest(token))
        async with table.lock:
            await self._refresh(table)

    async def sit_down(self, table: Table, sides: Collection[int]) -> None:
        """Note that those have come whose seats were made for them, and let the clocks begin that waited for that.

        Raises Refused, StoreError.
        """
        for side in sides:
            seat = table.seats[side]
            if seat.token is None and seat.person is not None:
                await self._reseat(table, side, seat.person, self._token(table.game, side))
        await self.start_clocks(table)

    async def new_game(self, wish: NewGame, person: Person | None = None) -> Seated:
        """A new battle at a table for `person`, None for a guest. Raises Refused for what does not exist."""
        opening, seated = await self.wished(wish)
        ratable(wish, person)
        mine = [n for n in (0, 1) if seated[n] == "person"]
        share = wish.share if "open" in seated else None
        try:
            return await self.begin(opening, seated, fresh_seed(wish.seed), mine, share, person, wish.rated)
        except ValueError as error:
            raise Refused("wrong_choice", str(error), status=422) from None

    async def wished(self, wish: NewGame) -> tuple[Opening, list[str]]:
        """How a new battle would begin, and who sits at it. Raises Refused for what does not exist."""
        if (wish.battle is None) == (wish.scenario is None):
            raise Refused("wrong_choice", "name one thing to play: battle or scenario", status=422)
        if wish.battle is not None and wish.battle not in scenarios.playable():
            raise Refused("no_battle", f"there is no battle {wish.battle!r}", status=422)
        seated = []
        for side in (wish.top, wish.bottom):
            if side not in ("person", "friend") and not known(side, self.own):
                expected = ", ".join(("person", "friend", *players.NAMES, *self.own))
                raise Refused("no_player", f"there is no player {side!r}: expected one of {expected}", status=422)
            seated.append("open" if side == "friend" else side)
        chosen = wish.seed is not None
        if chosen and "open" in seated:
            raise Refused("wrong_choice", NO_SEED, status=422)
        if wish.pace and ("open" not in seated or wish.dice == "typed"):
            raise Refused("wrong_choice", NO_CLOCK, status=422)
        typed: Any = {"dice": wish.dice, "typed_by": wish.typed_by, "pace": paced(wish.pace)}
        if wish.scenario is None:
            own = own_text(wish.battle or "")
        else:
            own = right(await self.questions.examined(wish.scenario)).text
        opening = Opening(
            "battle", wish.battle or "", wish.swapped, dict(wish.switches), seed_chosen=chosen, scenario=own, **typed
        )
        return opening, seated

    async def join(
        self, id: str, invite: str, share: str | None = None, person: Person | None = None, rated: bool = False
    ) -> Joined:
        """Take the seat that an invitation is for, and commit it to a share of the dice.

        With `rated` its battle is to be rated, if the other seat wants that, too. Raises Refused where the invitation
        was used or is wrong.
        """
        table = await self.table(id)
        mine = digest(invite)
        side = next((n for n, s in enumerate(table.seats) if s.invite and hmac.compare_digest(s.invite, mine)), None)
        token = secrets.token_urlsafe(32)
        if side is None or not await self.store.take_seat(id, side, mine, digest(token), id_of(person)):
            raise Refused("no_seat", "this invitation was used already, or it is for another battle", status=403)
        if rated and person is not None:
            await self.store.results.agree(id, [side], True)
        await self._settle(table, [side], share)
        table.wake()
        return {"game": id, "side": SIDES[side], "token": token}

    async def _settle(self, table: Table, sides: Collection[int], share: str | None) -> None:
        """See who sits now, and note what the seats just taken commit themselves to for the dice.

        They are taken whatever comes of it: who took them must hear that.
        """
        try:
            async with table.lock:
                await self._refresh(table)
            for side in sides if share is not None else ():
                await self._add(table, partial(_committed, side, share or ""))
            await self.start_clocks(table)
            await self._call(table, sides)
        except (StoreError, Refused) as error:
            log.warning("a seat of game %s was taken without its share of the dice: %s", table.game.id, error)

    async def _call(self, table: Table, newcomers: Collection[int]) -> None:
        """Tell who has not come just now that it is his turn, that the deal waits for his share, or who has come.

        Of a match the battle tells it in which he is waited for: one notice is enough.
        """
        game = table.game
        for side in {0, 1}.difference(newcomers):
            waited_for = side == table.asked(game) or (game.undealt and side in game.shares.awaited)
            if game.opening.match and not waited_for:
                continue
            told = turned(table.seats, side, game, "turn" if waited_for else "taken" if newcomers else "ready")
            if told is not None:
                await self.store.notices.call(game.id, game.version, told)

    async def share(self, id: str, yours: Collection[int], wish: GiveShare) -> None:
        """Take the share of the dice that a seat gives, or None where it lets it go. Raises Refused."""
        table = await self.table(id)
        side = SIDES.index(wish.seat)
        if side not in yours:
            raise Refused("not_yours", f"you do not hold the seat of {wish.seat}", status=403)
        await self._add(table, lambda: table.game.give(side, wish.share))
        self.let_think(table)

    async def start_clocks(self, table: Table) -> None:
        """Let the clocks of a table begin, where they wait for nothing any more. Raises Refused, StoreError."""
        if await self._may_start(table):
            await self._add(table, lambda: () if table.game.marks else [Entry("started")])

    async def _add(self, table: Table, made: Callable[[], Sequence[Entry]]) -> None:
        """Add entries that are right whatever else has happened at the table meanwhile, made anew where it has."""
        async with table.lock:
            for _ in range(TRIES):
                if table.stopped:
                    raise Refused("other_rules", table.notice)
                try:
                    if entries := made():
                        await self._store(table, entries, None)
                    return
                except Stale:
                    await self._refresh(table)
        raise Refused("stale_version", "the battle goes on too fast: try again")

    async def rematch(
        self, id: str, yours: Collection[int], share: str | None = None, person: Person | None = None
    ) -> Seated:
        """The same battle again, with the armies changed between the seats, for who holds the seats `yours`.

        The other player takes his seat at it by asking for the rematch, too: nobody gets his invitation. Another device
        that holds his seat gets the same token. `share` is what the seats commit themselves to for the dice.
        Raises Refused before the end, to onlookers, and where the seat is taken already.
        """
        table = await self.table(id)
        game = table.game
        if not yours:
            raise Refused("not_yours", "only the players can ask for a rematch", status=403)
        if not game.battle.over or game.opening.kind != "battle":
            raise Refused("running", "a rematch comes after the battle")
        if table.rematch is None:
            for name in sorted(self._absent(game.players)):
                raise Refused("no_player", f"the computer player {name} does not play at this server now")
            o = game.opening
            opening = Opening(
                "battle",
                o.battle,
                not o.swapped,
                o.switches,
                dice=o.dice,
                typed_by=o.typed_by,
                scenario=o.scenario,
                pace=o.pace,
            )
            players = ["open" if p == "person" and n not in yours else p for n, p in enumerate(game.players)]
            promised = share if "open" in players else None
            made = await self.begin(opening, players, fresh_seed(), list(yours), promised, person, again=True)
            if await self.store.note_rematch(id, made["game"]):
                async with table.lock:
                    await self._refresh(table)
                await self._offer_again(table, yours)
                return {**made, "invites": {}}
            async with table.lock:
                await self._refresh(table)
        return await self._join_rematch(str(table.rematch), yours, share, person)

    async def _offer_again(self, table: Table, yours: Collection[int]) -> None:
        """Tell the other player of a battle that is over that a rematch is offered."""
        for side in {0, 1}.difference(yours):
            told = turned(table.seats, side, table.game, "again")
            if told is not None:
                with contextlib.suppress(StoreError):  # it stands at the table
                    await self.store.notices.call(table.game.id, table.game.version + 1, told)

    async def _join_rematch(self, id: str, yours: Collection[int], share: str | None, person: Person | None) -> Seated:
        """Take the seats at a rematch that belong to those of the battle before, or come to them by another device."""
        table = await self.table(id)
        tokens: dict[int, str] = {}
        for side in yours:
            invite, token = table.seats[side].invite, self._token(table.game, side)
            if invite and await self.store.take_seat(id, side, invite, digest(token), id_of(person)):
                tokens[side] = token
        if tokens:
            await self._settle(table, list(tokens), share)
        for side in yours:  # what a name has taken is its own alone
            seat, token = table.seats[side], self._token(table.game, side)
            if seat.token == digest(token) and seat.person in (None, id_of(person)):
                tokens[side] = token
        if not tokens:
            words = "your seat at the rematch was taken under a name: come with that name, or by the link to the seat"
            raise Refused("no_seat", words)
        return {"game": id, "tokens": by_side(tokens), "invites": {}}

    async def fork(self, id: str, moment: int, yours: Collection[int] = ()) -> Seated:
        """An analysis of another line from a moment. Raises Refused while hidden things would be shown.

        The players of a battle that cannot go on under the rules of this server play on in this way.
        """
        table = await self.table(id)
        game = table.game
        if not (table.stopped and yours):
            may_open(game)
        return await self._analysis(*analysis.of_moment(game, moment))

    async def analyse(self, wish: Analyse) -> Seated:
        """An analysis of a battle, a record, a position or pieces placed by hand. Raises Refused."""
        opening, entries = await self.questions.reading(wish)
        try:
            return await self._analysis(opening, entries)
        except ValueError as error:
            raise Refused("unreadable", str(error), status=422) from None

    async def _analysis(self, opening: Opening, entries: Sequence[Entry] | None) -> Seated:
        """A table of one person for both sides; `entries` are already played."""
        id = uuid.uuid4().hex
        tokens = [secrets.token_urlsafe(32) for _ in (0, 1)]
        seats = [Seat("person", digest(token)) for token in tokens]
        seed = fresh_seed()
        game = Game(id, opening, seed, ["person", "person"])
        played = list(game.opening_entries() if entries is None else entries)
        for n in range(0, len(played), AT_ONCE):
            game.fold(played[n : n + AT_ONCE])
            await asyncio.sleep(0)
        table = Table(game, seats, talk=[])
        stored = Stored(id, opening, seed, seats, played, rules=table.rules)
        await self.store.create(stored, **table.standing())
        self._keep(table)
        return {"game": id, "tokens": by_side(dict(enumerate(tokens))), "invites": {}}


def _committed(side: int, share: str) -> list[Entry]:
    """A seat commits itself to a share of the dice, by its digest."""
    return [Entry("committed", side, share=share)]


def ratable(wish: NewGame, person: Person | None) -> None:
    """Whether a battle can be rated, where somebody wants it so. Raises Refused."""
    if not wish.rated:
        return
    if person is None:
        raise Refused("no_name", "a rated battle needs a name: take one first", status=401)
    if "friend" not in (wish.top, wish.bottom) or wish.scenario is not None or wish.dice == "typed":
        words = "rated: only a battle of the library between two people, with the dice of the server, can be rated"
        raise Refused("wrong_choice", words, status=422)


def id_of(person: Person | None) -> str | None:
    """The id of somebody with a name, None for a guest."""
    return None if person is None else person.id


def _sitting(person: Person | None) -> tuple[str | None, str]:
    """Who sits at a seat, as it is kept there."""
    return (None, "") if person is None else (person.id, person.name)
