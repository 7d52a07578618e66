"""The tables of a server process: those in memory, what people and computers do at them, and who is told.

A command is planned on a copy, stored, and only then folded into the game: nobody sees what is not kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import uuid
from collections import OrderedDict
from collections.abc import Collection
from typing import Any, Final

from .bus import listen, stop
from .commanding import Commanding
from .computers import Computers
from .fairness import Judges
from .hinting import Hinting
from .lobby import InTheLobby
from .messages import Refused
from .metrics import Figures
from .moments import Moments
from .questions import Questions
from .reviewing import Reviewers
from .roster import EMPTY, Roster
from .standing import Standing
from .store import BEAT, NAMES, TALK, Store, StoreError
from .table import LATER, NAMELESS, Table
from .talk import Talking
from .thinking import Thinking

log = logging.getLogger("hexillum.tables")

SWEEP: Final = 1.0  # seconds between looks for computer players whose server process has died
PAGES_AT_ONCE: Final = 10  # pages of waiting games that one look goes through; the next one goes on from there
FINISH: Final = 5.0  # seconds in which what people have begun is ended when the server is
GOODBYE: Final = 1.0  # and in which everybody is told so
HEARD_AGAIN: Final = 60.0  # seconds for which what was done beside the server may come to light
BREATH: Final = 0.02  # seconds for others after a game that a look had to load


class OpenTables(InTheLobby, Talking, Moments, Commanding, Standing, Hinting, Thinking):
    """All tables of a server process, from its start to its end, and beside other server processes."""

    def __init__(self, store: Store, computers: Computers | None = None, own: Roster = EMPTY) -> None:
        super().__init__(store, own)
        self.computers = computers or Computers()
        self.questions = Questions()
        self.judges = Judges()
        self.figures = Figures()
        self.me = uuid.uuid4().hex
        self.reviewers = Reviewers(store.reviews, self.me, shared=store.shared)
        self._tasks: list[asyncio.Task[Any]] = []
        self._changing: set[asyncio.Task[None]] = set()
        self._commands = set()
        self._looking = asyncio.Lock()
        self._passed: dict[str, int] = {}  # games that looks leave alone as long as they are at this version
        self._pictures = OrderedDict()
        self._began = time.time()
        self._heard: dict[str, float] = {}  # deeds that were heard of, and when

    async def open(self) -> None:
        """Open the store, and go on with what computers have to decide."""
        await self.store.open()
        await self.store.clocks.rise()
        await self.reviewers.open()
        self._tasks.append(asyncio.create_task(self._pulse()))
        if self.store.shared:
            self._tasks.append(asyncio.create_task(listen(self.store.url, self._changed, self._all_changed)))
            self._tasks.append(asyncio.create_task(self._beat()))
        self._tasks.append(asyncio.create_task(self._sweep()))

    async def finish(self, within: float) -> None:
        """Take no more, end what people have begun, and tell all connections to come back; within so many seconds."""
        self.stopping = True
        if self._commands:
            await asyncio.wait(set(self._commands), timeout=within)
        for table in list(self.in_memory.values()):
            table.send_away(LATER)
        until = time.monotonic() + GOODBYE
        while any(table.listeners for table in self.in_memory.values()) and time.monotonic() < until:
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Stop everything; what was acknowledged is in the store."""
        self.stopping = True
        if self._commands:
            await asyncio.wait(set(self._commands), timeout=FINISH)
        for task in [*self._tasks, *self._changing]:
            await stop(task)
        for table in self.in_memory.values():
            await stop(table.thinking)
        self.computers.close()
        self.questions.close()
        self.judges.close()
        await self.reviewers.close()
        with contextlib.suppress(StoreError):  # so that the time from now on costs nobody
            await self.store.clocks.beat()
        await self.store.close()

    async def _sweep(self) -> None:
        """Take up what no server process works at: after a start, or where one has died."""
        after = ""
        while True:
            try:
                for table in [one for one in self.in_memory.values() if one.alone]:
                    self.let_think(table)
                await self.store.look()
                await self._hear_of_deeds()
                await self._look_at_names()
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

    async def _hear_of_deeds(self) -> None:
        """Catch up with the games that somebody beside the only server of a file has changed."""
        if self.store.shared:
            return  # PostgreSQL tells
        now = time.time()
        since = max(self._began, now - HEARD_AGAIN)
        news = await self.store.admins.changed_since(since, self._heard)
        self._heard = {id: at for id, at in self._heard.items() if at >= since - HEARD_AGAIN}
        for id, game in news.items():
            self._heard[id] = now
            if game:
                self._changed(game)
        if "" in news.values():
            self._all_changed(NAMES)

    async def _look_at_names(self) -> None:
        """Send away who is known no longer by the name that he came by: blocked, deleted, or his browser taken away.

        A name proves seats, so a connection must not outlive it, at whichever server that came about.
        """
        named = [one for table in self.in_memory.values() for one in table.listeners if one.person is not None]
        if not named:
            return
        known = await self.store.people.known({one.key for one in named if one.key is not None})
        for one in named:
            if one.person is not None and known.get(one.key or "") != one.person.id:
                one.send_away(NAMELESS)

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

    def _changed(self, changed: str) -> None:
        """Another process has changed a game, or something was said there, or names are others: catch up."""
        id, _, what = changed.partition(" ")
        loading = self._loading.get(id)
        if loading is not None:  # it may have been read before
            loading.add_done_callback(lambda _: self._changed(changed))
        table = self.in_memory.get(id)
        if table is not None and (what != TALK or table.talk is not None):
            heard = {TALK: self.hear_of, NAMES: self._see_names}.get(what, self._catch_up)
            task = asyncio.create_task(heard(table))
            self._changing.add(task)
            task.add_done_callback(self._changing.discard)

    async def _see_names(self, table: Table) -> None:
        """Show at a table what those are called who sit or have spoken there."""
        await self._catch_up(table)
        try:
            await self.hear_anew(table)
        except StoreError as error:
            log.warning("what was said at a table could not be read: %s", error)

    async def renamed(self, person: str, games: Collection[str] = ()) -> None:
        """Somebody is called otherwise now, or is gone: the tables where he is read show it, and these games."""
        for table in list(self.in_memory.values()):
            sits = any(seat.person == person for seat in table.seats)
            if sits or table.game.id in games or any(line.speaker == person for line in table.talk or ()):
                await self._see_names(table)

    def _all_changed(self, what: str = "") -> None:
        for id in list(self.in_memory):
            self._changed(f"{id} {what}")

    async def catch_up(self, id: str) -> None:
        """See what somebody who looks after the server has done to a game, where it is in memory."""
        table = self.in_memory.get(id)
        if table is not None:
            await self._catch_up(table)

    async def visit(self, id: str, tokens: Collection[str], *, told: bool = False) -> tuple[Table, frozenset[int]]:
        """Somebody comes to a table: it, and the seats that his tokens prove. Raises Refused.

        Of several servers each answers with what was done at any of them, whether or not it has heard of that: who has
        seen the end of a battle at one may ask another about it. Who is `told` what follows need not wait for it.
        Computers that play on only while somebody watches do so now.
        """
        if self.store.shared and not told and (id in self.in_memory or id in self._loading):
            await self._catch_up(await self.table(id))  # it may be gone, or another one, after that
        table = await self.table(id)
        try:
            seats = table.seats_of(tokens)
        except Refused:  # of a seat that was taken at another server, which comes here before that is told
            await self._catch_up(table)
            seats = table.seats_of(tokens)
        table.note(seats)
        self.let_think(table)
        if seats and table.game.opening.pace and not table.game.marks:
            try:
                await self.sit_down(table, seats)
            except (StoreError, Refused) as error:
                log.warning("the clocks of game %s could not be started: %s", id, error)
        return table, seats
