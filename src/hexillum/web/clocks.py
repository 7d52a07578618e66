"""The clocks of all tables: begun when both seats are taken, stopped by vacations and while no server runs."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import abstractmethod
from collections.abc import Sequence

from ..club.clocks import VACATION_MOST, NoVacation, Pace, Span, days_taken
from .entries import Entry
from .game import Game
from .memory import Memory
from .messages import Refused
from .store import PULSE, Said, StoreError, Vacation
from .table import Table
from .wire import VacationCard, Vacations

log = logging.getLogger("hexillum.clocks")


class Clocking(Memory):
    """The clocks of all tables of a server process."""

    _changing: set[asyncio.Task[None]]

    async def _pulse(self) -> None:
        """Say again and again that a server is there, by which all know when there was none."""
        while True:
            await asyncio.sleep(PULSE)
            try:
                await self.store.clocks.beat()
            except StoreError as error:
                log.warning("it could not be noted that this server is there: %s", error)

    async def _may_start(self, table: Table) -> bool:
        """Whether the clocks of a table wait for nothing any more: both seats are taken.

        By a live clock both have come for that, also where the seats were made for them. The second battle of a live
        match, of the lobby or a tournament, waits for the end of the first one: nobody plays two at a time.
        """
        game = table.game
        if not game.opening.pace or game.marks or game.battle.over or table.stopped:
            return False
        if any(seat.player != "person" for seat in table.seats):
            return False
        if not Pace.read(game.opening.pace).live:
            return True
        if any(seat.token is None for seat in table.seats):
            return False
        return await self.store.lobby.first_of_match(game.id) != "active"

    @abstractmethod
    async def start_clocks(self, table: Table) -> None:
        """Let the clocks of a table begin, where they wait for nothing any more. Raises Refused, StoreError."""

    async def _store(
        self, table: Table, entries: Sequence[Entry], command: Said | None, after: Game | None = None
    ) -> None:
        await super()._store(table, entries, command, after)
        game = table.game
        if game.battle.over and game.opening.pace and Pace.read(game.opening.pace).live:
            task = asyncio.create_task(self._begin_second(game.id))
            self._changing.add(task)
            task.add_done_callback(self._changing.discard)

    async def _begin_second(self, first: str) -> None:
        """Let the clocks of the second battle of a match begin whose first one is over, where somebody waits at it.

        Else they begin when somebody comes.
        """
        try:
            second = await self.store.lobby.second_of_match(first)
            table = self.in_memory.get(second or "")
            if table is not None and any(one.seats for one in table.listeners):
                await self.start_clocks(table)
        except (StoreError, Refused) as error:
            log.warning("the clocks of the second battle of a match could not be started: %s", error)

    async def change_vacations(self, games: Sequence[str]) -> None:
        """Let the tables of some games see that somebody's vacation is another now."""
        for id in games:
            table = self.in_memory.get(id)
            if table is not None:
                await self._catch_up(table)

    async def take_vacation(self, person: str, begin: float | None, days: int) -> Vacations:
        """Note a vacation of somebody. Raises Refused, StoreError."""
        try:
            games = await self.store.clocks.take(person, time.time() if begin is None else begin, days)
        except NoVacation as error:
            raise Refused("no_vacation", str(error)) from None
        await self.change_vacations(games)
        return await self.vacations(person)

    async def end_vacation(self, person: str, id: str) -> Vacations:
        """End a vacation now, or take one back. Raises Refused, StoreError."""
        games = await self.store.clocks.end(person, id)
        if games is None:
            raise Refused("no_vacation", "this vacation is over, or another's", status=404)
        await self.change_vacations(games)
        return await self.vacations(person)

    async def vacations(self, person: str) -> Vacations:
        """The vacations of somebody that are not over, and how many days are left of the year. Raises StoreError."""
        now = time.time()
        all_of_them = await self.store.clocks.vacations(person)
        return {
            "days_left": round(days_left([one.span for one in all_of_them], now), 1),
            "vacations": [_card(one, now) for one in all_of_them if one.span.end > now],
        }


def days_left(taken: Sequence[Span], now: float) -> float:
    """How many days of vacation somebody has left of this year.

    >>> days_left([Span(0, 86400)], 0.0)
    29.0
    """
    from_year = time.gmtime(now).tm_year
    return max(0.0, VACATION_MOST - days_taken(taken, from_year))


def _card(one: Vacation, now: float) -> VacationCard:
    return {"id": one.id, "begins_at": one.span.begin, "ends_at": one.span.end, "now": one.span.begin <= now}
