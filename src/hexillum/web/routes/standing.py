"""Standing answers of seats: what they say to questions of the other side's turn."""

from __future__ import annotations

from functools import partial
from typing import cast

from fastapi import FastAPI, Response

from ...battle.view_types import SIDES
from ...club.standing import Orders
from .. import wire
from ..asking import Host, Json, Tokens
from ..limits import Limits
from ..live import come_to
from ..messages.standing import GiveOrders
from ..tables import OpenTables
from .coming import Game


def add_standing(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Add the addresses of standing answers."""
    come = partial(come_to, tables, limits)

    async def told(game: str, seats: frozenset[int]) -> Response:
        given: wire.Some[wire.OrdersOfSeat] = {}
        for side, orders in (await tables.orders(game, seats)).items():
            given[SIDES[side]] = cast(wire.OrdersOfSeat, orders.as_dict())
        answer: wire.StandingAnswers = {"seats": given}
        return Json(answer)

    @app.get("/api/games/{game}/standing", tags=["standing answers"], response_model=wire.StandingAnswers)
    async def standing(game: Game, tokens: Tokens, host: Host) -> Response:
        """What your seats answer beforehand to questions of the other side's turn; nobody else is told."""
        limits.address("question", host)
        _, seats = await come(host, game, tokens)
        limits.seats("question", game, seats)
        return await told(game, seats)

    @app.put("/api/games/{game}/standing", tags=["standing answers"], response_model=wire.StandingAnswers)
    async def give(game: Game, wish: GiveOrders, tokens: Tokens, host: Host) -> Response:
        """Let a seat answer like this from now on, in place of what it said before; also what it is asked now."""
        limits.address("command", host)
        _, seats = await come(host, game, tokens)
        limits.seats("command", game, seats & {SIDES.index(wish.seat)})
        await tables.give_orders(game, seats, SIDES.index(wish.seat), Orders.of(wish.orders.model_dump()))
        return await told(game, seats)

    @app.delete("/api/games/{game}/standing", tags=["standing answers"], response_model=wire.StandingAnswers)
    async def withdraw(game: Game, tokens: Tokens, host: Host) -> Response:
        """Take back what your seats answer beforehand: they are asked everything again."""
        limits.address("command", host)
        _, seats = await come(host, game, tokens)
        limits.seats("command", game, seats)
        await tables.withdraw_orders(game, seats)
        return await told(game, seats)
