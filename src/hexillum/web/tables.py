"""The tables of a server process: those in memory, what people and computers do at them, and who is told.

A command is planned on a copy, stored, and only then folded into the game: nobody sees what is not kept.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import uuid
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final, cast

from .. import players
from ..battle import scenarios
from ..battle.door import IllegalChoice
from ..battle.view_types import SIDES
from ..core import event, hexes
from ..core.state import State
from ..odds.sheet import sheet_of_pair, sheet_under_way
from ..players.outside import Forfeit
from ..players.turn import Thought, left_of
from . import analysis, computers
from .bus import listen, stop
from .chance import HOW, commitment, fresh_seed
from .computers import Computers, still_to_wait
from .ending import ending
from .fairness import Judges
from .game import ASKED_OPENLY, Entry, Game, Opening, own_text
from .messages import Analyse, Answer, Command, GiveShare, NewGame, Refused
from .own_battles import right
from .picture import scene_of
from .questions import ODDS, Questions
from .roster import EMPTY, Roster, known
from .store import BEAT, Lost, Said, Seat, Stale, Store, Stored, StoreError, Unreadable
from .table import NO_KEY, TORN, Table, differs, digest, may_open
from .wire import DiceProof, Ending, Joined, LuckOf, LuckOfBoth, OddsSheet, Seated, Some, View
from .workers import Busy, NoProcess, Whose

log = logging.getLogger("hexillum.tables")

TABLES_MOST: Final = 200  # tables kept in memory; the others are loaded again when somebody comes
ENTRIES_MOST: Final = 20_000  # the same, by the length of their games: about a kilobyte each
PICTURES_MOST: Final = 60  # pictures of tables that are kept, some 60 kB each
WATCH_PAUSE: Final = 1.2  # seconds between the turns of two computer players
AT_ONCE: Final = 40  # choices that are folded in one go, so that others come to their turn
ANSWERS_MOST: Final = 24  # as many as one command may bring
TRIES: Final = 20  # to add what is right whatever else happens at a table
NO_SEED: Final = (
    "seed: nobody chooses the dice of a battle between people, or he would know all that falls: leave it out, or play "
    "both sides yourself or against a computer"
)
SWEEP: Final = 1.0  # seconds between looks for computer players whose server process has died
PAGES_AT_ONCE: Final = 10  # pages of waiting games that one look goes through; the next one goes on from there
BREATH: Final = 0.02  # seconds for others after a game that a look had to load


class OpenTables:
    """All tables of a server process: `in_memory` those that somebody came to last, the others in the store."""

    def __init__(self, store: Store, computers: Computers | None = None, own: Roster = EMPTY) -> None:
        self.store = store
        self.computers = computers or Computers()
        self.own = own
        self.questions = Questions()
        self.judges = Judges()
        self.me = uuid.uuid4().hex
        self.in_memory: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: list[asyncio.Task[Any]] = []
        self._changing: set[asyncio.Task[None]] = set()
        self._commands: set[asyncio.Task[Table]] = set()
        self._passed: dict[str, int] = {}  # games that looks leave alone as long as they are at this version
        self._pictures: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._named: set[str] = set()  # games of which the log has said that they are set aside

    # ------------------------------------------------------------------ opening and closing

    async def open(self) -> None:
        """Open the store, and go on with what computers have to decide."""
        await self.store.open()
        if self.store.shared:
            self._tasks.append(asyncio.create_task(listen(self.store.url, self._changed, self._all_changed)))
            self._tasks.append(asyncio.create_task(self._beat()))
        self._tasks.append(asyncio.create_task(self._sweep()))

    async def close(self) -> None:
        """Stop everything; what was acknowledged is in the store."""
        for task in [*self._tasks, *self._changing]:
            await stop(task)
        for table in self.in_memory.values():
            await stop(table.thinking)
        self.computers.close()
        self.questions.close()
        self.judges.close()
        await self.store.close()

    async def _sweep(self) -> None:
        """Take up what no server process works at: after a start, or where one has died."""
        after = ""
        while True:
            try:
                for table in [one for one in self.in_memory.values() if one.alone]:
                    self.let_think(table)
                await self.store.look()
                for _ in range(PAGES_AT_ONCE):
                    waiting, after = await self.store.waiting_for_computers(self.me, after)
                    for one in waiting:
                        if self._passed.get(one.id) != one.version:
                            await self._take_up(one.id, one.version)
                    if not after:
                        break
            except StoreError as error:
                log.warning("looking for games failed: %s", error)
            except Exception:  # whatever it is, the computers of all games hang on this
                log.exception("looking for games failed")
            await asyncio.sleep(SWEEP)

    async def _take_up(self, id: str, version: int) -> None:
        """Let the computer player of a game go on; where it does not, leave the game alone until something happens."""
        loaded = id not in self.in_memory
        try:
            table = await self.table(id)
        except StoreError:
            raise
        except Exception as error:  # Refused, or whatever else one game can come up with
            if not isinstance(error, Refused):
                self._set_aside(id, f"{type(error).__name__}: {error}")
            self._passed[id] = version
            return
        self.let_think(table)
        if table.thinking is None and table.game.version >= version:
            self._passed[id] = version
        if loaded:
            await asyncio.sleep(BREATH)

    async def _beat(self) -> None:
        """Let the other server processes know that this one is alive."""
        while True:
            try:
                await self.store.beat(self.me)
            except Exception as error:  # whatever it is, it may be better at the next beat
                log.warning("the heart of this server missed a beat: %s", error)
            await asyncio.sleep(BEAT)

    def _set_aside(self, id: str, why: object) -> None:
        """Say once that a game is left alone, and why."""
        if id not in self._named:
            self._named.add(id)
            log.error("game %s is set aside: %s", id, why)

    def _changed(self, id: str) -> None:
        """Another process has changed a game: catch up."""
        table = self.in_memory.get(id)
        if table is not None:
            task = asyncio.create_task(self._catch_up(table))
            self._changing.add(task)
            task.add_done_callback(self._changing.discard)

    def _all_changed(self) -> None:
        for id in list(self.in_memory):
            self._changed(id)

    async def _catch_up(self, table: Table) -> None:
        try:
            async with table.lock:
                await self._refresh(table)
        except (StoreError, Refused) as error:
            log.warning("catching up failed: %s", error)

    async def _refresh(self, table: Table) -> None:
        """Fold what others have added; the lock is held. Raises StoreError, Refused."""
        try:
            new = await self.store.since(table.game.id, table.game.version)
        except Unreadable as error:
            raise self._unreadable(table.game.id, error) from None
        if new.version < table.game.version:  # somebody has put a copy of before back
            log.error("game %s stands where it did before: it is loaded again", table.game.id)
            self.in_memory.pop(table.game.id, None)
            table.wake()
            raise Refused("stale_version", "the battle is not what it was any more: look again")
        entries = [] if table.stopped else new.entries
        news = bool(entries) or new.seats != table.seats or new.rematch != table.rematch
        table.seats, table.rematch = new.seats, new.rematch
        table.game.players[:] = [seat.player for seat in new.seats]
        if entries:
            self._fold(table, entries, None if new.torn else new.state)
        if new.torn and not table.stopped:
            self._stop(table, new.torn, TORN)
        if news:
            table.wake()
            self.let_think(table)

    def _fold(self, table: Table, entries: Sequence[Entry], state: str | None) -> None:
        """Fold what a server of other rules may have added, and see that both have come to the same state."""
        try:
            after = table.game.after(entries)
        except Exception as error:  # other rules may fail in any way: the game stays where both agree
            self._stop(table, f"it does not go on under these rules: {error}")
        else:
            table.game.become(after)
            if differs(after, state):
                self._stop(table, "it comes to another state under these rules")

    def _stop(self, table: Table, why: str, notice: str | None = None) -> None:
        """Let a game be read but not gone on with; `notice` is what people are told where it is not the rules."""
        self._set_aside(table.game.id, why)
        table.stopped = True
        if notice is not None:
            table.notice = notice

    def _unreadable(self, id: str, why: object) -> Refused:
        self._set_aside(id, why)
        words = "this battle cannot be read by this server: who runs it finds the reason in its log"
        return Refused("unreadable", words, status=409)

    # ------------------------------------------------------------------ tables

    async def visit(self, id: str, tokens: Collection[str]) -> tuple[Table, frozenset[int]]:
        """Somebody comes to a table: it, and the seats that his tokens prove. Raises Refused.

        Computers that play on only while somebody watches do so now.
        """
        table = await self.table(id)
        seats = table.seats_of(tokens)
        table.note(seats)
        self.let_think(table)
        return table, seats

    async def table(self, id: str) -> Table:
        """A table, from memory or from the store. Raises Refused where there is none."""
        found = self.in_memory.get(id)
        if found is not None:
            self.in_memory.move_to_end(id)
            return found
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load(self, id: str) -> Table:
        try:
            stored = await self.store.load(id)
        except Unreadable as error:
            raise self._unreadable(id, error) from None
        if stored is None:
            raise Refused("no_game", "there is no such battle: the link is wrong or the battle is gone", status=404)
        game, wrong = await self._folded(stored)
        table = Table(game, stored.seats, stored.rematch, stored.rules)
        table.absent = self._absent(game.players)
        if table.absent and not game.battle.over:
            self._set_aside(id, f"{' and '.join(sorted(table.absent))} does not play at this server")
        if not stored.seed and not game.battle.over:
            self._stop(table, "its secrets are sealed with another key", NO_KEY)
        elif wrong:
            self._stop(table, wrong)
        elif stored.torn:
            self._stop(table, stored.torn, TORN)
        elif differs(game, stored.state):
            self._stop(table, "it comes to another state under these rules")
        try:
            table.view(None, ())
        except Exception as error:  # a beginning that is no position: nothing can be shown
            raise self._unreadable(id, f"{type(error).__name__}: {error}") from None
        table = self._keep(table)
        self.let_think(table)
        return table

    def _absent(self, players: Sequence[str]) -> frozenset[str]:
        """Those of some players that are computers which do not play at this server."""
        return frozenset(one for one in players if one not in ("person", "open") and not known(one, self.own))

    async def _folded(self, stored: Stored) -> tuple[Game, str]:
        """The game of a record, as far as it follows from the rules of this server; and why not all of it does."""
        players = [seat.player for seat in stored.seats]
        try:
            game = Game(stored.id, stored.opening, stored.seed, players)
        except ValueError as error:
            self._set_aside(stored.id, f"it cannot begin under these rules: {error}")
            raise Refused("other_rules", f"this battle cannot be set up by this server: {error}", status=409) from None
        except Exception as error:  # whatever stands there
            raise self._unreadable(stored.id, f"{type(error).__name__}: {error}") from None
        try:
            for n in range(0, len(stored.entries), 200):
                game.fold(stored.entries[n : n + 200])
                await asyncio.sleep(0)
        except Exception as error:  # other rules may fail in any way: what follows before is shown
            good = game.version
            game = Game(stored.id, stored.opening, stored.seed, players)
            game.fold(stored.entries[:good])
            return game, f"entry {good} does not follow under these rules: {type(error).__name__}: {error}"
        return game, ""

    def _keep(self, table: Table) -> Table:
        """Keep a table in memory, and let those go that nobody has come to for longest where they are too many.

        Returns the table of this game: another one where that was looked up while this one was being made.
        """
        table = self.in_memory.setdefault(table.game.id, table)
        entries = sum(one.entries_held() for one in self.in_memory.values())
        for id, old in list(self.in_memory.items()):
            if len(self.in_memory) <= TABLES_MOST and entries <= ENTRIES_MOST:
                break
            if old is not table and not old.listeners and old.thinking is None and not old.lock.locked():
                del self.in_memory[id]
                entries -= old.entries_held()
        return table

    async def begin(
        self, opening: Opening, players: Sequence[str], seed: bytes, mine: Collection[int], share: str | None = None
    ) -> Seated:
        """A new table; `mine` are the sides whose seats who asks takes.

        `players` names who sits on either side: "person", "open" for a guest, or a computer player; `seed` is that of
        the dice, with its salt; `share` is what the seats of who asks commit themselves to for the dice, None for
        nothing. Raises ValueError for a battle that cannot be set up, StoreError where it cannot be kept.
        """
        id = uuid.uuid4().hex
        tokens = {side: secrets.token_urlsafe(32) for side in mine}
        invites = {side: secrets.token_urlsafe(32) for side in (0, 1) if players[side] == "open"}
        seats = [
            Seat(
                players[side],
                digest(tokens[side]) if side in tokens else None,
                digest(invites[side]) if side in invites else None,
            )
            for side in (0, 1)
        ]
        game = Game(id, opening, seed, players)
        entries = [entry for side in mine if share for entry in _committed(side, share)]
        game.fold(entries)
        dealt = game.opening_entries()
        game.fold(dealt)
        table = Table(game, seats)
        stored = Stored(id, opening, seed, seats, [*entries, *dealt], rules=table.rules)
        await self.store.create(stored, **table.standing())
        table = self._keep(table)
        table.note(mine)
        self.let_think(table)
        return {
            "game": id,
            "tokens": _by_side(tokens),
            "invites": _by_side(invites),
        }

    async def new_game(self, wish: NewGame) -> Seated:
        """A new battle at a table. Raises Refused for what does not exist."""
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
        typed: Any = {"dice": wish.dice, "typed_by": wish.typed_by}
        if wish.scenario is None:
            own = own_text(wish.battle or "")
        else:
            own = right(await self.questions.examined(wish.scenario)).text
        opening = Opening(
            "battle", wish.battle or "", wish.swapped, dict(wish.switches), seed_chosen=chosen, scenario=own, **typed
        )
        mine = [n for n in (0, 1) if seated[n] == "person"]
        share = wish.share if "open" in seated else None
        try:
            return await self.begin(opening, seated, fresh_seed(wish.seed), mine, share)
        except ValueError as error:
            raise Refused("wrong_choice", str(error), status=422) from None

    async def join(self, id: str, invite: str, share: str | None = None) -> Joined:
        """Take the seat that an invitation is for, and commit it to a share of the dice.

        Raises Refused where the invitation was used or is wrong.
        """
        table = await self.table(id)
        mine = digest(invite)
        side = next((n for n, s in enumerate(table.seats) if s.invite and hmac.compare_digest(s.invite, mine)), None)
        token = secrets.token_urlsafe(32)
        if side is None or not await self.store.take_seat(id, side, mine, digest(token)):
            raise Refused("no_seat", "this invitation was used already, or it is for another battle", status=403)
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
        except (StoreError, Refused) as error:
            log.warning("a seat of game %s was taken without its share of the dice: %s", table.game.id, error)

    async def share(self, id: str, yours: Collection[int], wish: GiveShare) -> None:
        """Take the share of the dice that a seat gives, or None where it lets it go. Raises Refused."""
        table = await self.table(id)
        side = SIDES.index(wish.seat)
        if side not in yours:
            raise Refused("not_yours", f"you do not hold the seat of {wish.seat}", status=403)
        await self._add(table, lambda: table.game.give(side, wish.share))
        self.let_think(table)

    async def _add(self, table: Table, made: Callable[[], Sequence[Entry]]) -> None:
        """Add entries that are right whatever else has happened at the table meanwhile, made anew where it has."""
        async with table.lock:
            for _ in range(TRIES):
                if table.stopped:
                    raise Refused("other_rules", table.notice)
                try:
                    await self._store(table, made(), None)
                    return
                except Stale:
                    await self._refresh(table)
        raise Refused("stale_version", "the battle goes on too fast: try again")

    async def rematch(self, id: str, yours: Collection[int], share: str | None = None) -> Seated:
        """The same battle again, with the armies changed between the seats, for who holds the seats `yours`.

        The other player takes his seat at it by asking for the rematch, too: nobody gets his invitation. `share` is
        what the seats commit themselves to for the dice between people.
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
                "battle", o.battle, not o.swapped, o.switches, dice=o.dice, typed_by=o.typed_by, scenario=o.scenario
            )
            players = ["open" if p == "person" and n not in yours else p for n, p in enumerate(game.players)]
            promised = share if "open" in players else None
            made = await self.begin(opening, players, fresh_seed(), list(yours), promised)
            if await self.store.note_rematch(id, made["game"]):
                async with table.lock:
                    await self._refresh(table)
                return {**made, "invites": {}}
            async with table.lock:
                await self._refresh(table)
        return await self._join_rematch(str(table.rematch), yours, share)

    async def _join_rematch(self, id: str, yours: Collection[int], share: str | None) -> Seated:
        """Take the seats at a rematch that belong to those of the battle before."""
        table = await self.table(id)
        tokens: dict[int, str] = {}
        for side in yours:
            invite, token = table.seats[side].invite, secrets.token_urlsafe(32)
            if invite and await self.store.take_seat(id, side, invite, digest(token)):
                tokens[side] = token
        if not tokens:
            raise Refused("no_seat", "you have taken your seat at the rematch already: it is among your games")
        await self._settle(table, tokens, share)
        return {"game": id, "tokens": _by_side(tokens), "invites": {}}

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
        table = Table(game, seats)
        stored = Stored(id, opening, seed, seats, played, rules=table.rules)
        await self.store.create(stored, **table.standing())
        self._keep(table)
        return {"game": id, "tokens": _by_side(dict(enumerate(tokens))), "invites": {}}

    # ------------------------------------------------------------------ other moments

    async def game_at(self, table: Table, moment: int, seats: Collection[int] = ()) -> Game:
        """A game as it stood when so many choices had been made. Raises Refused for a moment that never was."""
        if moment > len(table.game.made):
            raise Refused("no_moment", f"there is no moment {moment}: expected 0 to {len(table.game.made)}", status=404)
        if table.past is not None and table.past[0] == (table.game.version, moment):
            return table.past[1]
        game = table.game
        if moment == len(game.made):
            return game
        found = await self.questions.game_at(game, moment, asking(table, seats))
        table.past = ((found.version, moment), found)
        return found

    async def moment(self, table: Table, moment: int, eyes: int | None, seats: Collection[int] = ()) -> View:
        """The view of a moment with the eyes of a side; of a battle that is over both hands are open.

        Raises Refused for a moment that never was.
        """
        game = await self.game_at(table, moment, seats)
        open_hands = table.game.battle.over and table.game.opening.kind == "battle"
        if open_hands and eyes is None:
            eyes = int(game.battle.state.active)
        return table.view(eyes, (), game=game)

    async def odds(
        self, table: Table, here: str | None, there: str | None, exact: bool, seats: Collection[int] = ()
    ) -> OddsSheet:
        """The odds of a pair of pieces, by the names of their hexes, or of the battle that is being fought.

        With `exact` as fractions; `seats` are those of who asks. Raises Refused for what is no hex of the board, and
        where too much is asked at once; IllegalChoice where the rules refuse.
        """
        battle = table.game.battle
        state = battle.state.copy()
        if here is None or there is None:
            begun = [one for one in battle.events if one.kind in (event.CLOSE, event.FIRE)][-1:]
            work = partial(sheet_under_way, state, begun, exact=exact, seconds=ODDS)
        else:
            try:
                pair = (hexes.parse(here, state.rows), hexes.parse(there, state.rows))
            except ValueError as error:
                raise Refused("invalid", str(error), status=422) from None
            work = partial(sheet_of_pair, state, *pair, exact=exact, seconds=ODDS)
        return await self.questions.odds(work, asking(table, seats))

    async def luck(self, table: Table) -> LuckOfBoth:
        """What the dice of both sides gave against what was to be expected."""
        both = await self.questions.luck(table.game, asking(table, ()))
        top, bottom = (cast(LuckOf, one.as_dict()) for one in both)
        return {"top": top, "bottom": bottom}

    async def ending(self, table: Table) -> Ending:
        """What is told of a battle that is over. Raises Refused while it goes on."""
        if not table.game.battle.over:
            raise Refused("running", "the battle still goes on: its end is told after it")
        return ending(table.game, await self.questions.account(table.game, asking(table, ())))

    async def picture(self, table: Table) -> bytes:
        """The picture of a table as an onlooker sees it, kept while nothing happens there. Raises Refused."""
        key = (table.game.id, table.game.version)
        found = self._pictures.get(key)
        if found is None:
            scene = scene_of(table.view(None, ()))
            found = self._pictures[key] = await self.questions.picture(scene, asking(table, ()))
            while len(self._pictures) > PICTURES_MOST:
                self._pictures.popitem(last=False)
        return found

    def dice(self, table: Table) -> DiceProof:
        """What the dice of a game are made of; the secrets only when nothing can be foreseen with them."""
        game = table.game
        told = game.battle.over and game.opening.kind == "battle"
        return {
            "commitment": commitment(game.secret, game.id),
            "seed": game.seed.hex() if told else None,
            "salt": game.salt.hex() if told else None,
            "seed_chosen": game.opening.seed_chosen,
            "commitments": _by_side(game.shares.committed),
            "shares": _by_side(game.shares.given) if told else None,
            "how": HOW,
        }

    # ------------------------------------------------------------------ what is done at a table

    async def command(self, id: str, yours: Collection[int], command: Command) -> Table:
        """Carry a command out once for who holds the seats `yours`; returns the table as it is then.

        Raises Refused; nothing has changed then. It is carried out to the end also where who sent it leaves before:
        the others are told what is kept.
        """
        task = asyncio.create_task(self._carry_out(id, yours, command))
        self._commands.add(task)
        task.add_done_callback(self._commands.discard)
        return await asyncio.shield(task)

    async def _carry_out(self, id: str, yours: Collection[int], command: Command) -> Table:
        table = await self.table(id)
        side = SIDES.index(command.seat)
        if side not in yours:
            raise Refused("not_yours", f"you do not hold the seat of {command.seat}", status=403)
        table.note(yours)
        async with table.lock:
            if command.version != table.game.version:
                await self._fresh(table)
                if await self._done(id, command):
                    return table
                if command.version != table.game.version:
                    raise Refused("stale_version", "the battle has gone on since: look again")
            if table.stopped:
                raise Refused("other_rules", table.notice)
            try:
                entries = table.game.plan(side, command.body)
            except (Refused, IllegalChoice):
                if await self._done(id, command):  # this one or another of its id
                    return table
                raise
            try:
                await self._store(table, entries, said(command))
            except Stale:
                await self._fresh(table)
                if await self._done(id, command):
                    return table
                raise Refused("stale_version", "the battle has gone on since: look again") from None
        self.let_think(table)
        return table

    async def _fresh(self, table: Table) -> None:
        try:
            await self._refresh(table)
        except StoreError as error:
            raise unavailable(error) from None

    async def _done(self, id: str, command: Command) -> bool:
        """Whether a command was carried out already. Raises Refused where its id was another's."""
        try:
            before = await self.store.command(id, command.id)
        except StoreError as error:
            raise unavailable(error) from None
        if before is not None and before.body and before != said(command):
            raise Refused("used_id", "this id was already that of another command: make up a new one")
        return before is not None

    async def _store(self, table: Table, entries: Sequence[Entry], command: Said | None) -> None:
        """Store entries, then fold them and tell everybody; the lock is held."""
        game = table.game
        after = game.after(entries)
        try:
            await self.store.append(game.id, game.version, entries, command, **table.standing(after))
        except StoreError as error:
            raise unavailable(error) from None
        game.become(after)
        table.wake()

    # ------------------------------------------------------------------ computer players

    def let_think(self, table: Table) -> None:
        """Let a computer player decide, if it is its turn and nobody thinks yet."""
        if table.thinking is None and not table.sleeps and table.side_to_think_here() is not None:
            table.thinking = asyncio.create_task(self._think(table))

    async def _think(self, table: Table) -> None:
        """Let the computer player of a table answer until somebody else has to."""
        id = table.game.id
        computers.at_table.set(Whose(id, table.rank))
        claimed = False
        try:
            while not table.sleeps and (side := table.side_to_think_here()) is not None:
                claimed = await self.store.claim(id, self.me)
                if not claimed:
                    return
                game = table.game
                version, state = game.version, game.battle.state.copy()
                state.log = None
                try:
                    thought = await self._thought(table, side, version, state)
                except Forfeit as error:
                    await self._forfeit(table, side, version, error)
                    continue
                table.times[side], numbers = thought.time, thought.answers
                if state.question in ASKED_OPENLY and not table.alone:
                    await asyncio.sleep(still_to_wait(thought.seconds))
                async with table.lock:
                    if game.version != version:
                        continue
                    if thought.stood_in:
                        await self._store(table, [Entry("stood_in", side)], None)
                    while numbers and table.side_to_think() == side:
                        made = len(game.made)
                        entries = game.plan(side, Answer(do="answer", numbers=numbers[:ANSWERS_MOST]))
                        await self._store(table, entries, None)
                        numbers = left_of(numbers, [entry.numbers[0] for entry in game.made[made:] if entry.numbers])
                if table.alone:
                    await asyncio.sleep(WATCH_PAUSE if game.battle.state.depth == 0 else WATCH_PAUSE / 3)
        except Stale:
            await self._catch_up(table)
        except (StoreError, Refused, Busy, NoProcess) as error:
            log.warning("a computer player could not answer, it will try again: %s", error or type(error).__name__)
        except Exception as error:  # whatever it is, it would be the same at the next try
            log.exception("the computer player of game %s failed", id)
            self._stop(table, f"{type(error).__name__}: {error}", TORN)
            table.wake()
        finally:
            table.thinking = None
            if claimed:
                try:
                    await self.store.release(id, self.me)
                except (StoreError, Stale) as error:
                    log.warning("a lease could not be given back: %s", error)

    async def _thought(self, table: Table, side: int, version: int, state: State) -> Thought:
        """What the computer player of a side answers. Raises Forfeit, Busy, NoProcess."""
        name = table.seats[side].player
        if (own := self.own.get(name)) is not None:
            return await self.computers.own_answers(own, version, state)
        return await self.computers.answers(name, version, state, table.times[side])

    async def _forfeit(self, table: Table, side: int, version: int, error: Forfeit) -> None:
        """End a game that a player of the operator's has lost by what it did."""
        async with table.lock:
            if table.game.version != version:
                return
            await self._store(table, [Entry("forfeited", side, why=error.deed)], None)
        log.warning("%s forfeits game %s: %s", table.seats[side].player, table.game.id, error)


def asking(table: Table, seats: Collection[int]) -> Whose:
    """Who asks something at a table: those who hold seats take turns with each other, and come before onlookers."""
    return Whose(f"{table.game.id} {sorted(seats)}", lambda: 0 if seats else 1)


def _committed(side: int, share: str) -> list[Entry]:
    """A seat commits itself to a share of the dice, by its digest."""
    return [Entry("committed", side, share=share)]


def said(command: Command) -> Said:
    """A command as it is kept: the same one again says the same at the same seat, whatever view it answers."""
    return Said(command.id, digest(command.model_dump_json(include={"seat", "body"}))[:16])


def unavailable(error: StoreError) -> Refused:
    """What is said where the database cannot be written; the error itself goes to the log."""
    log.error("the database failed: %s", error)
    words = "this could not be kept, so nothing was done: the database is locked or full. Try again in a moment"
    if isinstance(error, Lost):
        words = (
            "this could not be kept, so nothing was done: the database is gone or was changed. Tell who runs the server"
        )
    return Refused("unavailable", words, status=503)


def _by_side(held: Mapping[int, str]) -> Some[str]:
    """Secrets by the sides that have one."""
    out: Some[str] = {}
    for side, secret in held.items():
        out[SIDES[side]] = secret
    return out
