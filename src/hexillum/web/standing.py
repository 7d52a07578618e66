"""Standing answers at tables: given, looked at and withdrawn by who holds the seat, and told to nobody else."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ..battle.view_types import SIDES
from ..club.standing import NONE_GIVEN, Orders
from .memory import Memory, unavailable
from .messages import Refused
from .sealed_orders import orders_of, sealed
from .store import Stale, StoreError
from .table import Table

TRIES: Final = 20  # to let new answers answer what is asked, whatever else happens at the table


class Standing(Memory):
    """What sides have said beforehand."""

    async def orders(self, id: str, yours: Collection[int]) -> dict[int, Orders]:
        """The standing answers of one's own seats, as they are kept. Raises Refused for who has none."""
        table = await self.table(id)
        self._own(table, yours)
        async with table.lock:
            await self._newest(table)
            return {side: table.game.orders[side] for side in sorted(yours)}

    async def give_orders(self, id: str, yours: Collection[int], side: int, orders: Orders) -> None:
        """Let a seat answer like this from now on, also what it is asked now; `NONE_GIVEN` withdraws what it has said.

        Nobody else is told, and no view changes by it. Raises Refused.
        """
        table = await self.table(id)
        self._own(table, yours)
        if side not in yours:
            raise Refused("not_yours", f"you do not hold the seat of {SIDES[side]}", status=403)
        async with table.lock:
            await self._newest(table)
            if table.game.battle.over:
                raise Refused("over", "the battle is over", ("VB-03",))
            if table.stopped:
                raise Refused("other_rules", table.notice)
            kept = sealed(self.store.key, id, side, orders)
            try:
                await self.store.give_orders(id, side, kept)
            except StoreError as error:
                raise unavailable(error) from None
            table.seats[side].standing = kept
            table.game.orders = orders_of(self.store.key, id, table.seats)
            table.left_open = -1
            table.timing.asked()
            await self._answer_now(table, side)
        self.let_think(table)

    async def withdraw_orders(self, id: str, yours: Collection[int]) -> None:
        """Take the standing answers of one's own seats back. Raises Refused."""
        for side in sorted(yours) or [0]:
            await self.give_orders(id, yours, side, NONE_GIVEN)

    async def _answer_now(self, table: Table, side: int) -> None:
        """Let what a side has just said answer what it is asked; the lock is held."""
        for _ in range(TRIES):
            game = table.game
            if game.battle.over or game.undealt or game.battle.state.who != side:
                return
            trial = game.battle.copy()
            trial.seal()
            entries = game.settle(trial)
            if not entries:
                return
            try:
                await self._store(table, entries, None)
                return
            except Stale:
                await self._newest(table)

    def _own(self, table: Table, yours: Collection[int]) -> None:
        if not yours:
            raise Refused("not_yours", "standing answers are those of a seat: send its token", status=403)
        if table.game.opening.kind != "battle":
            raise Refused("analysis", "in an analysis every question is asked")

    async def _newest(self, table: Table) -> None:
        """See what other servers have added; the lock is held. Raises Refused."""
        if not self.store.shared:
            return
        try:
            await self._refresh(table)
        except StoreError as error:
            raise unavailable(error) from None
