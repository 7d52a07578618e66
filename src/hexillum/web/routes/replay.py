"""Looking back: the moments of a battle, and what there is to say when it is over."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import FastAPI, Query, Request, Response
from fastapi import Path as InPath
from fastapi.responses import PlainTextResponse

from ...battle.positions import write_position
from .. import show, wire
from ..asking import Host, Json, Seated, Tokens
from ..limits import Limits
from ..live import come_to
from ..messages import Fork
from ..seating import id_of
from ..table import may_open
from ..tables import OpenTables
from ..workers import while_there
from .coming import Game, asked, eyes


def add_replay(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Add the addresses of moments and of what is told after the end."""
    _moments(app, tables, limits)
    _texts(app, tables, limits)
    _told(app, tables, limits)


def _moments(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Where what happened, the game as it was then, and another line from there."""
    come = partial(asked, tables, limits)

    @app.get("/api/games/{game}/timeline", tags=["replay"], response_model=wire.Timeline)
    async def timeline(game: Game, host: Host) -> Response:
        """Where in a battle what happened."""
        table, _ = await come(host, game)
        return Json(show.timeline(table.game))

    @app.get("/api/games/{game}/moments/{moment}", tags=["replay"], response_model=wire.View)
    async def moment(
        game: Game, moment: Annotated[int, InPath(ge=0, le=100_000)], tokens: Tokens, host: Host, request: Request
    ) -> Response:
        """The game as it stood when so many choices had been made."""
        table, seats = await come(host, game, tokens)
        view = tables.moment(table, moment, eyes(table, seats), seats)
        return Json(await while_there(request.receive, view))

    @app.post("/api/games/{game}/fork", tags=["replay"], response_model=wire.Seated, status_code=201)
    async def fork(game: Game, wish: Fork, tokens: Tokens, host: Host, person: Seated) -> Response:
        """An analysis of another line from a moment of a battle that is over."""
        limits.address("table", host)
        limits.name("table", id_of(person))
        _, seats = await come_to(tables, limits, host, game, tokens)
        return Json(await tables.fork(game, wish.moment, seats), status_code=201)


def _texts(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """A battle that is over as texts."""
    come = partial(asked, tables, limits)

    @app.get("/api/games/{game}/record", tags=["replay"], response_class=PlainTextResponse)
    async def record(game: Game, tokens: Tokens, host: Host) -> Response:
        """The record of a battle that is over, for `hexillum replay`."""
        table, _ = await come(host, game, tokens)
        may_open(table.game)
        return PlainTextResponse(table.game.record())

    @app.get("/api/games/{game}/position", tags=["replay"], response_class=PlainTextResponse)
    async def position(
        game: Game, tokens: Tokens, host: Host, moment: Annotated[int | None, Query(ge=0, le=100_000)] = None
    ) -> Response:
        """A moment of a battle that is over, as a position text."""
        table, seats = await come(host, game, tokens)
        may_open(table.game)
        then = await tables.game_at(table, len(table.game.made) if moment is None else moment, seats)
        return PlainTextResponse(write_position(then.battle.state))


def _told(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Luck, the end, the picture, and the proof of the dice."""
    come = partial(asked, tables, limits)

    @app.get("/api/games/{game}/luck", tags=["replay"], response_model=wire.LuckOfBoth)
    async def luck(game: Game, host: Host, request: Request) -> Response:
        """What the dice of both sides gave, against what was to be expected of them."""
        table, _ = await come(host, game)
        return Json(await while_there(request.receive, tables.luck(table)))

    @app.get("/api/games/{game}/ending", tags=["replay"], response_model=wire.Ending)
    async def ending(game: Game, host: Host, request: Request) -> Response:
        """A battle that is over: its banners, the roll that decided it, its best unit, and what happened in history."""
        table, _ = await come(host, game)
        return Json(await while_there(request.receive, tables.ending(table)))

    @app.get(
        "/api/games/{game}/picture.png",
        tags=["replay"],
        response_class=Response,
        responses={200: {"content": {"image/png": {}}, "description": "A PNG."}},
    )
    async def picture(game: Game, host: Host, request: Request) -> Response:
        """The board as an onlooker sees it now, with the armies and their banners: for previews of links."""
        table, _ = await come(host, game)
        made = await while_there(request.receive, tables.picture(table))
        age = 3600 if table.game.battle.over else 30
        return Response(made, media_type="image/png", headers={"cache-control": f"public, max-age={age}"})

    @app.get("/api/games/{game}/dice", tags=["replay"], response_model=wire.DiceProof)
    async def dice(game: Game, host: Host) -> Response:
        """What the dice were made of: a digest from the beginning, the seed after the end, for everybody to check."""
        table, _ = await come_to(tables, limits, host, game)
        return Json(tables.dice(table))
