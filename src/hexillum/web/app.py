"""The server as an application: its rooms of addresses, who may come in, and how an error is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import Scope

from .. import __version__
from ..battle.door import IllegalChoice
from . import wire
from .asking import Json
from .bus import stop
from .computers import Computers
from .description import described
from .guard import Guard, Names
from .health import health as health_of
from .letters import Letters
from .limits import Limits
from .logs import Counting
from .memory import unavailable
from .messages import Refused
from .notices import NoticeRules, Notifier
from .people import OPEN, House
from .retention import FOR_EVER, Keep, keep_clearing
from .roster import EMPTY, Roster
from .routes.admin import add_admin
from .routes.coach import add_coach
from .routes.docs import add_docs
from .routes.games import add_games
from .routes.inviting import add_inviting
from .routes.learning import add_learning
from .routes.library import add_library
from .routes.lobby import add_lobby
from .routes.notices import add_notices
from .routes.operating import add_operating
from .routes.own import add_own
from .routes.people import add_people
from .routes.puzzles import add_puzzles
from .routes.questions import add_questions
from .routes.replay import add_replay
from .routes.site import add_site
from .routes.standing import add_standing
from .routes.talk import add_talk
from .routes.tournaments import add_tournaments
from .store import Store, StoreError
from .tables import OpenTables
from .views import Views
from .watching import Watching

#: How an error is told at every address. It names the schema instead of the model, or each of the addresses would make
#: nine validators of its own that nothing uses, which took longer than all else of a start.
_PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}
PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"description": words, "content": {"application/json": {"schema": _PROBLEM}}}
    for status, words in {
        400: "Unreadable.",
        401: "A token is needed or unreadable.",
        403: "The token is for no seat of this game, or the seat is not yours.",
        404: "There is no such thing.",
        409: "Not possible now.",
        413: "Too large.",
        422: "Not understood.",
        429: "Too fast.",
        503: "The database is locked or full, or too much is asked at once; nothing was done.",
    }.items()
}
#: What is asked by machines that know the server by its address only; it says nothing that a page could use.
PROBES: Final = ("/healthz", "/readyz")
PROBLEMS[429]["headers"] = {
    "Retry-After": {"description": "Seconds until it may be asked again.", "schema": {"type": "integer"}}
}


def create_app(
    database: str | Store = "hexillum.db",
    *,
    computers: Computers | None = None,
    bounded: bool = False,
    names: Names | None = None,
    own: Roster = EMPTY,
    house: House = OPEN,
    keep: Keep = FOR_EVER,
    backups: Path | None = None,
    notices: NoticeRules | None = None,
) -> FastAPI:
    """The server as an ASGI application, over a database: a store, a file, or the address of PostgreSQL.

    `bounded` limits what one address and one seat may ask, `names` are those that it answers to; without either,
    whoever runs it must see to that. `own` are the players of its operator's, `house` what he wants of people, `keep`
    says how long games are kept, `backups` is the folder for copies of the database, and `notices` where these may go.
    `hexillum serve` gives all of them.
    """
    tables = OpenTables(Store(database) if isinstance(database, str) else database, computers, own)
    limits = Limits(bounded)
    notifier = Notifier(tables, notices or NoticeRules())
    letters = Letters(tables.store, house.post)

    app = FastAPI(
        title="Hexillum",
        version=__version__,
        summary="Battles of the Commands & Colors system, Ancients and Medieval, with a referee.",
        lifespan=partial(_life, tables=tables, keep=keep, notifier=notifier, letters=letters),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=PROBLEMS,
        default_response_class=Json,
    )
    app.openapi = partial(cache(described), app)  # type: ignore[method-assign]
    app.state.tables = tables
    app.state.limits = limits
    app.state.notifier = notifier
    app.state.house = house
    app.add_middleware(Guard, admit=partial(_admit, limits, names))
    app.add_middleware(Watching, figures=tables.figures)
    _errors(app)
    _play(app, tables, limits, own)
    _meet(app, tables, limits, letters)
    add_notices(app, notifier, limits)
    add_admin(app, tables, keep, backups)
    add_operating(app, tables)
    add_docs(app)
    add_site(app, tables, limits)
    return app


@asynccontextmanager
async def _life(
    _app: FastAPI, *, tables: OpenTables, keep: Keep, notifier: Notifier, letters: Letters
) -> AsyncIterator[None]:
    """What runs from the start of a server to its end."""
    await tables.open()
    clearing = None if keep.shortest is None else asyncio.create_task(keep_clearing(tables.store, keep))
    counting = Counting(tables.figures.error)
    logging.getLogger().addHandler(counting)
    await notifier.open()
    try:
        yield
    finally:
        logging.getLogger().removeHandler(counting)
        await stop(clearing)
        await notifier.close()
        await letters.close()
        await tables.close()


def _play(app: FastAPI, tables: OpenTables, limits: Limits, own: Roster) -> None:
    """Add what somebody needs who plays, learns or looks."""
    add_library(app, limits, own)
    _health(app, tables)
    add_learning(app, limits)
    add_puzzles(app, tables, limits)
    add_games(app, tables, limits, Views())
    add_questions(app, tables, limits)
    add_standing(app, tables, limits)
    add_own(app, tables, limits)
    add_replay(app, tables, limits)
    add_coach(app, tables, limits)


def _meet(app: FastAPI, tables: OpenTables, limits: Limits, letters: Letters) -> None:
    """Add what people need who meet others."""
    add_tournaments(app, tables, limits)
    add_people(app, tables, limits, letters)
    add_inviting(app, tables, limits)
    add_lobby(app, tables, limits)
    add_talk(app, tables, limits)


def _admit(limits: Limits, names: Names | None, scope: Scope) -> None:
    """Refuse who asks for another server, or too often. Raises Refused."""
    if names is not None and scope["path"] not in PROBES and not names.own(Headers(scope=scope).get("host", "")):
        raise Refused("other_host", "this server does not have that name; an operator adds it by --allow", status=400)
    if scope["type"] == "http":  # who connects says first which seat is his
        host, _ = scope.get("client") or ("", 0)
        limits.address("request", host)


def _errors(app: FastAPI) -> None:
    """Every error is one sentence."""

    @app.exception_handler(Refused)
    async def refused(_request: Request, error: Refused) -> Response:
        return Json(error.problem(), status_code=error.status, headers=error.headers())

    @app.exception_handler(StoreError)
    async def store(_request: Request, error: StoreError) -> Response:
        problem = unavailable(error)
        return Json(problem.problem(), status_code=problem.status)

    @app.exception_handler(IllegalChoice)
    async def illegal(_request: Request, error: IllegalChoice) -> Response:
        return Json(Refused("not_offered", error.why, error.rules).problem(), status_code=409)

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:]) or "the message"
        return Json(Refused("invalid", f"{place}: {first['msg']}").problem(), status_code=422)

    @app.exception_handler(HTTPException)
    async def http(_request: Request, error: HTTPException) -> Response:
        words = {404: "there is nothing at this address", 405: "this address takes no such request"}
        message = words.get(error.status_code, str(error.detail))
        return Json(Refused("http", message).problem(), status_code=error.status_code, headers=error.headers)


def _health(app: FastAPI, tables: OpenTables) -> None:
    @app.get("/api/health", tags=["server"], response_model=wire.Health, responses={503: {"model": wire.Health}})
    async def health() -> Response:
        """Whether the server is well; with the status 503 where it is not."""
        said = health_of(tables)
        return Json(said, status_code=200 if said["ok"] else 503)
