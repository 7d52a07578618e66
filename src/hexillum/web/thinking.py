"""Computer players at tables: whose turn it is, what they answer, and what they lose by."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from ..club.standing import Orders
from ..core.state import State
from ..players.outside import Forfeit
from ..players.turn import Thought, left_of
from . import computers
from .computers import Computers, still_to_wait
from .entries import Entry
from .game import ASKED_OPENLY
from .memory import Memory
from .messages import Answer, Refused
from .store import Stale, StoreError
from .table import TORN, Table
from .workers import Busy, NoProcess, Whose

log = logging.getLogger("hexillum.tables")

WATCH_PAUSE: Final = 1.2  # seconds between the turns of two computer players
ANSWERS_MOST: Final = 24  # as many as one command may bring


class Thinking(Memory):
    """What computer players do at tables."""

    me: str
    computers: Computers

    def let_think(self, table: Table) -> None:
        """Let a computer player decide, if it is its turn and nobody thinks yet."""
        if table.thinking is None and not table.sleeps and table.thinks:
            table.thinking = asyncio.create_task(self._think(table))

    async def _think(self, table: Table) -> None:
        """Let the computer player of a table answer until somebody else has to."""
        id = table.game.id
        computers.at_table.set(Whose(id, table.rank))
        claimed = False
        try:
            while not table.sleeps and table.thinks:
                claimed = await self.store.claim(id, self.me)
                if not claimed:
                    return
                if (orders := table.order_due()) is not None:
                    await self._reckon(table, orders)
                    continue
                if (side := table.side_to_think_here()) is None:
                    break
                game = table.game
                version, state = game.version, game.battle.state.copy()
                moment = len(game.made)  # the seed of a thought: what else is done at the table does not change it
                state.log = None
                try:
                    thought = await self._thought(table, side, moment, state)
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
                        entries, after = game.planned(side, Answer(do="answer", numbers=numbers[:ANSWERS_MOST]))
                        await self._store(table, entries, None, after)
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

    async def _reckon(self, table: Table, orders: Orders) -> None:
        """Let a standing answer reckon its chances and answer; where it can't, its player is asked.

        What is asked about an answer card comes on the same grid of time whether or not it is held. By a clock that
        time is the server's: it costs nobody, also where the player is asked in the end.
        """
        game = table.game
        version, state = game.version, game.battle.state.copy()
        table.timing.reckoning(version)
        state.log = None
        thought = await self.computers.standing_answer(orders, state)
        if state.question in ASKED_OPENLY:
            await asyncio.sleep(still_to_wait(thought.seconds))
        async with table.lock:
            if game.version != version or table.order_due() != orders:
                return
            table.timing.reckoned(version)
            if not thought.answers:
                table.left_open = version
                return
            await self._store(table, game.by_order(thought.answers[0]), None)

    async def _thought(self, table: Table, side: int, seed: int, state: State) -> Thought:
        """What the computer player of a side answers. Raises Forfeit, Busy, NoProcess."""
        name = table.seats[side].player
        if (own := self.own.get(name)) is not None:
            return await self.computers.own_answers(own, seed, state)
        return await self.computers.answers(name, seed, state, table.times[side])

    async def _forfeit(self, table: Table, side: int, version: int, error: Forfeit) -> None:
        """End a game that a player of the operator's has lost by what it did."""
        async with table.lock:
            if table.game.version != version:
                return
            await self._store(table, [Entry("forfeited", side, why=error.deed)], None)
        log.warning("%s forfeits game %s: %s", table.seats[side].player, table.game.id, error)
