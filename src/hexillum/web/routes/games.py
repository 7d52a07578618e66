"""Games: tables are opened, seats taken, views given and commands carried out."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated

from fastapi import FastAPI, Query, Request, Response, WebSocket

from ...battle.view_types import SIDES
from .. import wire
from ..asking import Host, Json, Seated, Tokens
from ..limits import Limits
from ..live import Line, come_to
from ..messages import Analyse, Command, GiveShare, Join, NewGame, Rematch
from ..seating import id_of
from ..tables import OpenTables
from ..views import Views
from ..workers import while_there
from .coming import Game, eyes

LogFrom = Annotated[int, Query(ge=0, le=1_000_000, description="Leave out the lines of the log before this one.")]


def add_games(app: FastAPI, tables: OpenTables, limits: Limits, views: Views) -> None:
    """Add the addresses of games."""
    come = partial(come_to, tables, limits)

    @app.post("/api/games", tags=["games"], response_model=wire.Seated, status_code=201)
    async def new_game(wish: NewGame, host: Host, person: Seated) -> Response:
        """Open a table. The answer has the secret tokens of your seats and the invitations for friends."""
        limits.address("table", host)
        limits.name("table", id_of(person))
        return Json(await tables.new_game(wish, person), status_code=201)

    @app.post("/api/analysis", tags=["games"], response_model=wire.Seated, status_code=201)
    async def analyse(wish: Analyse, host: Host, request: Request, person: Seated) -> Response:
        """Open an analysis: both sides, all cards, any dice."""
        limits.address("table", host)
        limits.name("table", id_of(person))
        return Json(await while_there(request.receive, tables.analyse(wish)), status_code=201)

    @app.post("/api/games/{game}/join", tags=["games"], response_model=wire.Joined)
    async def join(game: Game, wish: Join, host: Host, person: Seated) -> Response:
        """Take the seat of an invitation; it is good once."""
        limits.address("command", host)
        return Json(await tables.join(game, wish.invite, wish.share, person, wish.rated))

    @app.post("/api/games/{game}/share", tags=["games"], response_model=wire.View)
    async def share(game: Game, wish: GiveShare, tokens: Tokens, host: Host) -> Response:
        """Give the share of the dice that a seat has committed itself to; the answer is the view afterwards."""
        limits.address("command", host)
        table, seats = await come(host, game, tokens)
        await tables.share(game, seats, wish)
        return Json(table.view(eyes(table, seats), seats))

    @app.get("/api/games/{game}", tags=["games"], response_model=wire.View)
    async def view(game: Game, tokens: Tokens, host: Host, log_from: LogFrom = 0) -> Response:
        """The view of a seat; without a token that of an onlooker."""
        table, seats = await come(host, game, tokens)
        limits.log(host, table.lines() - log_from)
        return Response(views.text(table, eyes(table, seats), seats, log_from), media_type="application/json")

    @app.post("/api/games/{game}/commands", tags=["games"], response_model=wire.View)
    async def command(game: Game, wish: Command, tokens: Tokens, host: Host, log_from: LogFrom = 0) -> Response:
        """Do something at a seat; the answer is the view afterwards."""
        limits.address("command", host)
        table, seats = await come(host, game, tokens)
        limits.seats("command", game, seats & {SIDES.index(wish.seat)})
        limits.name("command", table.person_at(wish.seat, seats))
        limits.log(host, table.lines() - log_from)
        table = await tables.command(game, seats, wish)
        return Response(views.text(table, eyes(table, seats), seats, log_from), media_type="application/json")

    @app.post("/api/games/{game}/rematch", tags=["games"], response_model=wire.Seated, status_code=201)
    async def rematch(game: Game, tokens: Tokens, host: Host, person: Seated, wish: Rematch | None = None) -> Response:
        """The same battle again, the armies on the other seats."""
        limits.address("table", host)
        limits.name("table", id_of(person))
        _, seats = await come(host, game, tokens)
        share = wish.share if wish else None
        return Json(await tables.rematch(game, seats, share, person), status_code=201)

    @app.get("/api/games/{game}/clock", tags=["games"], response_model=wire.ClockNow)
    async def clock(game: Game, tokens: Tokens, host: Host) -> Response:
        """The clocks of a battle as they are now: those of a view are as they were when it was made."""
        table, _ = await come(host, game, tokens)
        return Json({"clock": table.timing.told(table.game, time.time())})

    @app.websocket("/api/games/{game}/live")
    async def live(socket: WebSocket, game: str) -> None:
        await Line(socket, tables, views, limits).serve(game)
