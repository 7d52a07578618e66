"""Games in memory: loaded from the store, kept up with it, stored before they go on, set aside where they cannot."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..core.digest import rules_digest
from .calling import call_to_second, second_battle, turn_of
from .entries import Entry
from .game import Game
from .messages import Refused
from .results import ended
from .roster import Roster, known
from .sealed_orders import orders_of
from .store import Gone, Lost, Said, Seat, Store, Stored, StoreError, Unreadable
from .table import NAMELESS, NO_KEY, TAKEN, TORN, Table, differs

log = logging.getLogger("hexillum.tables")

CROWD: Final = 20  # tables that come before it is seen again which may go, where none may
TABLES_MOST: Final = 200  # tables kept in memory; the others are loaded again when somebody comes
ENTRIES_MOST: Final = 20_000  # the same, by the length of their games: about a kilobyte each
HAD_MOST: Final = 20_000  # games of which is known that they were in memory before
NO_GAME: Final = Refused("no_game", "there is no such battle: the link is wrong or the battle is gone", status=404)


class Memory(ABC):
    """The tables of a server process: `in_memory` those that somebody came to last, the others in the store."""

    def __init__(self, store: Store, own: Roster) -> None:
        self.store = store
        self.own = own
        self.in_memory: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._awaited: Counter[str] = Counter()  # games that somebody waits for: they stay until he has them
        self._had: set[str] = set()  # games that were in memory since the server began
        self.stopping = False  # nothing new is begun: the server ends
        self._crowded = 0  # tables to be kept before it is seen again which may go: just now none may
        self._named: set[str] = set()  # games of which the log has said that they are set aside

    @abstractmethod
    def let_think(self, table: Table) -> None:
        """Let a computer player decide, if it is its turn and nobody thinks yet."""

    def at_hand(self, id: str) -> bool:
        """Whether a table is in memory, or is being loaded for somebody else."""
        return id in self.in_memory or id in self._loading

    def was_at_hand(self, id: str) -> bool:
        """Whether a game was in memory before, since the server began; where they are too many it is said of all."""
        return id in self._had or len(self._had) >= HAD_MOST

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
        self._awaited[id] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._awaited[id] -= 1
            if not self._awaited[id]:
                del self._awaited[id]

    async def _load(self, id: str) -> Table:
        try:
            stored = await self.store.load(id)
        except Unreadable as error:
            raise self._unreadable(id, error) from None
        if stored is None:
            raise NO_GAME
        game, wrong = await self._folded(stored)
        game.orders = orders_of(self.store.key, id, stored.seats)
        table = Table(game, stored.seats, stored.rematch, stored.rules)
        table.talk = None if stored.talk else []
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
            if table.stopped or stored.state is None or table.rules != rules_digest():
                table.view(None, ())  # else it has come to the state in which it was shown before
        except Exception as error:  # a beginning that is no position: nothing can be shown
            raise self._unreadable(id, f"{type(error).__name__}: {error}") from None
        await self._learn_vacations(table)
        table = self._keep(table)
        self.let_think(table)
        return table

    async def _learn_vacations(self, table: Table) -> bool:
        """Know when the players of a table have vacation; whether anything is new in that. Raises StoreError."""
        people = [seat.person for seat in table.seats]
        if not table.game.opening.pace or not any(people):
            return False
        found = await self.store.clocks.spans({one for one in people if one})
        top, bottom = (tuple(found.get(one or "", ())) for one in people)
        before, table.timing.away = table.timing.away, (top, bottom)
        return before != table.timing.away

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

    def _absent(self, players: Sequence[str]) -> frozenset[str]:
        """Those of some players that are computers which do not play at this server."""
        return frozenset(one for one in players if one not in ("person", "open") and not known(one, self.own))

    def _keep(self, table: Table) -> Table:
        """Keep a table in memory, and let others go where they are too many.

        Returns the table of this game: another one where that was looked up while this one was being made.
        """
        table = self.in_memory.setdefault(table.game.id, table)
        if len(self._had) < HAD_MOST:
            self._had.add(table.game.id)
        table.timing.outages = lambda: self.store.clocks.outages
        self._crowded -= 1
        if self._crowded < 0:
            self._crowded = 0 if self._tidy(table) else CROWD
        return table

    def _tidy(self, table: Table) -> bool:
        """Let those go that nobody has come to for longest where they are too many, all but one that is kept now.

        Returns whether they are not too many any more.
        """
        entries = sum(one.entries_held() for one in self.in_memory.values())
        for id, old in list(self.in_memory.items()):
            if len(self.in_memory) <= TABLES_MOST and entries <= ENTRIES_MOST:
                return True
            wanted = old is table or old.listeners or id in self._awaited
            if not wanted and old.thinking is None and not old.lock.locked():
                del self.in_memory[id]
                entries -= old.entries_held()
        return len(self.in_memory) <= TABLES_MOST and entries <= ENTRIES_MOST

    async def _store(
        self, table: Table, entries: Sequence[Entry], command: Said | None, after: Game | None = None
    ) -> None:
        """Store entries, then let the game be the one with them, `after`, and tell everybody; the lock is held."""
        game = table.game
        if game.opening.pace:
            now = time.time()
            entries = [replace(entry, at=now) for entry in entries]
            if entries and (spent := table.timing.spent(game.version)):
                entries[0] = replace(entries[0], spent=round(spent, 3))
        if after is None or game.opening.pace:
            after = game.after(entries)
        spoken = {entry.side for entry in entries if entry.kind == "standing" and entry.why}
        orders = {side: table.seats[side].standing for side in spoken if side is not None}
        try:
            second = await second_battle(self.store, after)
            turn = None if second is not None else turn_of(table, after, entries)  # the second says that it is over
            what = {"orders": orders, "turn": turn, "ended": ended(after), **table.standing(after)}
            await self.store.append(game.id, game.version, entries, command, **what)
        except StoreError as error:
            raise unavailable(error) from None
        game.become(after)
        table.wake()
        if second is not None:
            await call_to_second(self.store, table.seats, after, second)

    async def _refresh(self, table: Table) -> None:
        """Fold what others have added; the lock is held. Raises StoreError, Refused."""
        try:
            new = await self.store.since(table.game.id, table.game.version)
        except Unreadable as error:
            raise self._unreadable(table.game.id, error) from None
        except Gone:
            self.in_memory.pop(table.game.id, None)
            table.stopped = True  # its computers, too, are at rest
            table.send_away(TAKEN)
            raise NO_GAME from None
        if new.version < table.game.version:  # somebody has put a copy of before back
            log.error("game %s stands where it did before: it is loaded again", table.game.id)
            self.in_memory.pop(table.game.id, None)
            table.wake()
            raise Refused("stale_version", "the battle is not what it was any more: look again")
        entries = [] if table.stopped else new.entries
        news = bool(entries) or new.seats != table.seats or new.rematch != table.rematch
        news |= await self._learn_vacations(table)
        _let_go(table, new.seats)
        table.seats, table.rematch = new.seats, new.rematch
        table.game.players[:] = [seat.player for seat in new.seats]
        table.game.orders = orders_of(self.store.key, table.game.id, new.seats)
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

    async def _catch_up(self, table: Table) -> None:
        try:
            async with table.lock:
                await self._refresh(table)
        except (StoreError, Refused) as error:
            log.warning("catching up failed: %s", error)

    def _stop(self, table: Table, why: str, notice: str | None = None) -> None:
        """Let a game be read but not gone on with; `notice` is what people are told where it is not the rules."""
        self._set_aside(table.game.id, why)
        table.stopped = True
        if notice is not None:
            table.notice = notice

    def _set_aside(self, id: str, why: object) -> None:
        """Say once that a game is left alone, and why."""
        if id not in self._named:
            self._named.add(id)
            log.error("game %s is set aside: %s", id, why)

    def _unreadable(self, id: str, why: object) -> Refused:
        self._set_aside(id, why)
        words = "this battle cannot be read by this server: who runs it finds the reason in its log"
        return Refused("unreadable", words, status=409)


def _let_go(table: Table, seats: Sequence[Seat]) -> None:
    """Send away who holds a seat by a token that is good no more, but for whose name proves it."""
    for side, (before, now) in enumerate(zip(table.seats, seats, strict=True)):
        if before.token is not None and before.token != now.token:
            for one in table.listeners:
                if side in one.seats and (one.person is None or one.person.id != now.person):
                    one.send_away(NAMELESS)


def unavailable(error: StoreError) -> Refused:
    """What is said where the database cannot be written; the error itself goes to the log."""
    log.error("the database failed: %s", error)
    words = "this could not be kept, so nothing was done: the database is locked or full. Try again in a moment"
    if isinstance(error, Lost):
        words = (
            "this could not be kept, so nothing was done: the database is gone or was changed. Tell who runs the server"
        )
    return Refused("unavailable", words, status=503)
