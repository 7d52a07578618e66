"""Commands of people at a table: each is carried out once, and to its end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from typing import Final

from ..battle.door import IllegalChoice
from ..battle.view_types import SIDES
from .clocks import Clocking
from .memory import unavailable
from .messages import Command, Refused
from .metrics import Figures
from .store import Said, Stale, StoreError
from .table import LATER, Table, digest

TRIES: Final = 8  # to carry a command out while standing answers of the other side change


class Commanding(Clocking):
    """What people do at tables."""

    _commands: set[asyncio.Task[Table]]
    figures: Figures

    async def command(self, id: str, yours: Collection[int], command: Command) -> Table:
        """Carry a command out once for who holds the seats `yours`; returns the table as it is then.

        Raises Refused; nothing has changed then. It is carried out to the end also where who sent it leaves before:
        the others are told what is kept.
        """
        if self.stopping:
            raise Refused(*LATER, status=503)
        began = time.perf_counter()
        task = asyncio.create_task(self._carry_out(id, yours, command))
        self._commands.add(task)
        task.add_done_callback(self._commands.discard)
        table = await asyncio.shield(task)
        self.figures.choice(time.perf_counter() - began)
        return table

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
            late = await self._late(table) if command.body.do == "claim" else None
            for _ in range(TRIES):
                try:
                    entries, after = table.game.planned(side, command.body, late)
                except (Refused, IllegalChoice):
                    if await self._done(id, command):  # this one or another of its id
                        return table
                    raise
                try:
                    await self._store(table, entries, said(command), after)
                    break
                except Stale:
                    await self._fresh(table)
                    if await self._done(id, command):
                        return table
                    if command.version != table.game.version:
                        raise Refused("stale_version", "the battle has gone on since: look again") from None
                    # else standing answers are others now, and so is what follows by itself
            else:
                raise Refused("stale_version", "the battle has gone on since: look again")
        self.let_think(table)
        return table

    async def _late(self, table: Table) -> int | None:
        """The side whose time is up now: what was out of order until now costs nobody."""
        try:
            await self.store.clocks.beat()
        except StoreError as error:
            raise unavailable(error) from None
        return table.timing.late(table.game, time.time())

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


def said(command: Command) -> Said:
    """A command as it is kept: the same one again says the same at the same seat, whatever view it answers."""
    return Said(command.id, digest(command.model_dump_json(include={"seat", "body"}))[:16])
