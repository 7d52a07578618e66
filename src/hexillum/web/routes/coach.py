"""The coach: hints while a battle goes on, reviews of those that are over."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import FastAPI, Query, Request, Response
from fastapi import Path as InPath

from .. import wire
from ..asking import Host, Json, Tokens
from ..limits import Limits, neighbourhood
from ..messages import Doubt
from ..tables import OpenTables
from ..workers import while_there
from .coming import Game, asked

Have = Annotated[int, Query(ge=-1, description="The `beats` that you have: without news the review is left out.")]


def add_coach(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Add the addresses of the coach."""
    _hints(app, tables, limits)
    _reviews(app, tables, limits)


def _hints(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    come = partial(asked, tables, limits)

    @app.post("/api/games/{game}/hint", tags=["coach"], response_model=wire.Hinted)
    async def hint(game: Game, tokens: Tokens, host: Host, request: Request) -> Response:
        """What the consul would do, against the computer or alone; the record says that help was used."""
        table, seats = await come(host, game, tokens)
        limits.address("hint", host)
        return Json(await while_there(request.receive, tables.hint(table, seats)))

    @app.post("/api/games/{game}/doubt", tags=["coach"], response_model=wire.Doubted)
    async def doubt(game: Game, wish: Doubt, tokens: Tokens, host: Host, request: Request) -> Response:
        """Whether an answer gives much away, against the computer or alone; a warning is help."""
        table, seats = await come(host, game, tokens)
        limits.address("hint", host)
        return Json(await while_there(request.receive, tables.doubt(table, seats, wish.numbers)))


def _reviews(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    come = partial(asked, tables, limits)

    @app.post("/api/games/{game}/review", tags=["coach"], response_model=wire.Reviewed, status_code=202)
    async def review(game: Game, tokens: Tokens, host: Host) -> Response:
        """Let a battle that is over be reviewed: what the dice did, what each side did, and how to play it better."""
        table, seats = await come(host, game, tokens)
        limits.address("review", host)
        await tables.reviewers.start(table, neighbourhood(host) if limits.bounded else None)
        return Json(await tables.reviewers.told(table, seats), status_code=202)

    @app.get("/api/games/{game}/review", tags=["coach"], response_model=wire.Reviewed)
    async def reviewed(game: Game, tokens: Tokens, host: Host, have: Have = -1) -> Response:
        """How far the review of a battle is, and as much of it as there is."""
        table, seats = await come(host, game, tokens)
        return Json(await tables.reviewers.told(table, seats, have))

    @app.delete("/api/games/{game}/review", tags=["coach"], response_model=wire.Reviewed)
    async def stop(game: Game, tokens: Tokens, host: Host) -> Response:
        """Stop the review of a battle; what was reviewed is kept."""
        table, seats = await come(host, game, tokens)
        await tables.reviewers.stop(table, seats, neighbourhood(host) if limits.bounded else None)
        return Json(await tables.reviewers.told(table, seats))

    @app.get("/api/games/{game}/review/plans/{mistake}", tags=["coach"], response_model=wire.PlanShown)
    async def plan(
        game: Game, mistake: Annotated[int, InPath(ge=0, le=10_000)], tokens: Tokens, host: Host, request: Request
    ) -> Response:
        """The better plan of a mistake of a review, by its number from 0, step by step."""
        table, seats = await come(host, game, tokens)
        return Json(await tables.better(table, mistake, seats))
