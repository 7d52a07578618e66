"""The server: what can be asked of it, and the pages that it gives out."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import FastAPI, Query, Request, WebSocket
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import Scope

from .. import __version__
from ..battle import scenarios
from ..battle.door import Battle, IllegalChoice
from ..battle.lines import BadLine, read_line
from ..battle.positions import write_position
from ..battle.view_types import SIDES
from ..core import ask, rulebook
from ..explain import refusal
from ..notation.script import play_line
from ..odds.preview import threats
from . import lessons, library, pages, show, wire
from .asking import Host, Json, Tokens, host_of
from .computers import Computers
from .description import described
from .guard import Guard, Names
from .health import health as health_of
from .limits import GAMES as GAMES
from .limits import Limits
from .live import Line, come_to
from .messages import Analyse, Command, Fork, GiveShare, Join, Learn, LearnWhy, NewGame, Refused, Rematch, Why
from .own_routes import own_routes
from .picture import scene_of
from .preview import Preview, tagged
from .store import Store, StoreError
from .table import Table, may_open
from .tables import OpenTables, unavailable
from .views import Views
from .workers import while_there

STATIC: Final = Path(__file__).parent / "static"
GAME_ID: Final = r"^[0-9a-f]{32}$"

Game = Annotated[str, InPath(pattern=GAME_ID, description="The id of a game.")]
LogFrom = Annotated[int, Query(ge=0, le=1_000_000, description="Leave out the lines of the log before this one.")]


HEX: Final = r"^[A-Na-n][0-9]{1,2}$"
AttackHex = Annotated[str | None, Query(alias="from", pattern=HEX, description="The hex of the unit that attacks.")]
TargetHex = Annotated[str | None, Query(pattern=HEX, description="The hex of its target.")]


_PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}  # also where an answer that is right is plain text
PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": wire.Problem, "description": words, "content": {"application/json": {"schema": _PROBLEM}}}
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
PROBLEMS[429]["headers"] = {
    "Retry-After": {"description": "Seconds until it may be asked again.", "schema": {"type": "integer"}}
}


def create_app(
    database: str | Store = "hexillum.db",
    *,
    computers: Computers | None = None,
    bounded: bool = False,
    names: Names | None = None,
) -> FastAPI:
    """The server as an ASGI application, over a database: a store, a file, or the address of PostgreSQL.

    `bounded` limits what one address and one seat may ask, `names` are those that it answers to; without either,
    whoever runs it must see to that. `hexillum serve` gives both.
    """
    tables = OpenTables(Store(database) if isinstance(database, str) else database, computers)
    limits = Limits(bounded)
    views = Views()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await tables.open()
        try:
            yield
        finally:
            await tables.close()

    app = FastAPI(
        title="Hexillum",
        version=__version__,
        summary="Battles of the Commands & Colors system, Ancients and Medieval, with a referee.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=PROBLEMS,
        default_response_class=Json,
    )
    app.openapi = partial(cache(described), app)  # type: ignore[method-assign]
    app.state.tables = tables
    app.state.limits = limits
    app.add_middleware(Guard, admit=partial(_admit, limits, names))
    _errors(app)
    _library(app, limits)
    _health(app, tables)
    _lessons(app, limits)
    _games(app, tables, limits, views)
    _questions(app, tables, limits)
    own_routes(app, tables, limits)
    _moments(app, tables, limits)
    _pages(app, partial(_preview, tables, limits))
    return app


def _admit(limits: Limits, names: Names | None, scope: Scope) -> None:
    """Refuse who asks for another server, or too often. Raises Refused."""
    if names is not None and not names.own(Headers(scope=scope).get("host", "")):
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


def _library(app: FastAPI, limits: Limits) -> None:
    @app.get("/api/catalogue", tags=["library"], response_model=wire.Catalogue)
    async def catalogue() -> Response:
        """The tables of both editions: kinds of unit, terrain, cards, switches, computer players."""
        return Json(library.catalogue())

    @app.get("/api/battles", tags=["library"], response_model=list[wire.BattleCard])
    async def battles() -> Response:
        """All battles."""
        return Json(library.battles())

    @app.get("/api/battles/{id}", tags=["library"], response_model=wire.BattlePage)
    async def battle(id: Annotated[str, InPath(max_length=60)]) -> Response:
        """A battle with its map, armies and special rules."""
        try:
            return Json(library.battle_page(id))
        except scenarios.UnknownScenario as error:
            raise Refused("no_battle", str(error), status=404) from None

    @app.get("/api/battles/{id}/story", tags=["library"], response_model=wire.Story)
    async def story(id: Annotated[str, InPath(max_length=60)]) -> Response:
        """What led to a battle of the library, and what came of it in history."""
        told = library.story(id)
        if told is None:
            raise Refused("no_story", "nobody has written the story of this battle", status=404)
        return Json(told)

    @app.get("/api/rules", tags=["library"], response_model=list[wire.Rule])
    async def rules(host: Host, q: Annotated[str, Query(max_length=100)] = "") -> Response:
        """The rules that speak of some words; all of them without words."""
        if q:
            limits.address("question", host)
        return Json(library.rules(q))

    @app.get("/api/rules/{id}", tags=["library"], response_model=wire.Rule)
    async def rule(id: Annotated[str, InPath(max_length=40)]) -> Response:
        """A rule."""
        try:
            return Json(library.rule(id))
        except rulebook.UnknownRule as error:
            raise Refused("no_rule", str(error), status=404) from None


def _lessons(app: FastAPI, limits: Limits) -> None:
    """Learning by playing: the server keeps nothing of it, so that all that was chosen comes with each question."""

    @app.get("/api/lessons", tags=["lessons"], response_model=list[wire.LessonCard])
    async def all_lessons() -> Response:
        """The lessons in their order."""
        return Json(lessons.cards())

    @app.get("/api/first-battle", tags=["lessons"], response_model=wire.FirstBattle)
    async def first_battle() -> Response:
        """The battle to begin with, and what the coach says at it."""
        return Json(lessons.first_battle())

    @app.get("/api/diagrams", tags=["lessons"], response_model=list[wire.RuleDiagram])
    async def all_diagrams() -> Response:
        """A small position for each chapter of the rules."""
        return Json(lessons.diagrams())

    @app.post("/api/lessons/{id}", tags=["lessons"], response_model=wire.LessonMoment)
    async def lesson(id: Annotated[str, InPath(max_length=60)], wish: Learn, host: Host) -> Response:
        """A question of a lesson or, with answers, what the referee made of them and what there is to say."""
        limits.address("question", host)
        return Json(lessons.moment(id, wish))

    @app.post("/api/lessons/{id}/why", tags=["lessons"], response_model=wire.Explained)
    async def lesson_why(id: Annotated[str, InPath(max_length=60)], wish: LearnWhy, host: Host) -> Response:
        """Why a line of the notation is not possible at a question of a lesson."""
        limits.address("question", host)
        return Json(lessons.why(id, wish, wish.line))


def _games(app: FastAPI, tables: OpenTables, limits: Limits, views: Views) -> None:
    at = partial(_at, tables, limits)

    @app.post("/api/games", tags=["games"], response_model=wire.Seated, status_code=201)
    async def new_game(wish: NewGame, host: Host) -> Response:
        """Open a table. The answer has the secret tokens of your seats and the invitations for friends."""
        limits.address("table", host)
        return Json(await tables.new_game(wish), status_code=201)

    @app.post("/api/analysis", tags=["games"], response_model=wire.Seated, status_code=201)
    async def analyse(wish: Analyse, host: Host, request: Request) -> Response:
        """Open an analysis: both sides, all cards, any dice."""
        limits.address("table", host)
        return Json(await while_there(request.receive, tables.analyse(wish)), status_code=201)

    @app.post("/api/games/{game}/join", tags=["games"], response_model=wire.Joined)
    async def join(game: Game, wish: Join, host: Host) -> Response:
        """Take the seat of an invitation; it is good once."""
        limits.address("command", host)
        return Json(await tables.join(game, wish.invite, wish.share))

    @app.post("/api/games/{game}/share", tags=["games"], response_model=wire.View)
    async def share(game: Game, wish: GiveShare, tokens: Tokens, host: Host) -> Response:
        """Give the share of the dice that a seat has committed itself to; the answer is the view afterwards."""
        limits.address("command", host)
        table, seats = await at(host, game, tokens)
        await tables.share(game, seats, wish)
        return Json(table.view(_eyes(table, seats), seats))

    @app.get("/api/games/{game}", tags=["games"], response_model=wire.View)
    async def view(game: Game, tokens: Tokens, host: Host, log_from: LogFrom = 0) -> Response:
        """The view of a seat; without a token that of an onlooker."""
        table, seats = await at(host, game, tokens)
        limits.log(host, table.lines() - log_from)
        return Response(views.text(table, _eyes(table, seats), seats, log_from), media_type="application/json")

    @app.post("/api/games/{game}/commands", tags=["games"], response_model=wire.View)
    async def command(game: Game, wish: Command, tokens: Tokens, host: Host, log_from: LogFrom = 0) -> Response:
        """Do something at a seat; the answer is the view afterwards."""
        limits.address("command", host)
        table, seats = await at(host, game, tokens)
        limits.seats("command", game, seats & {SIDES.index(wish.seat)})
        limits.log(host, table.lines() - log_from)
        table = await tables.command(game, seats, wish)
        return Response(views.text(table, _eyes(table, seats), seats, log_from), media_type="application/json")

    @app.post("/api/games/{game}/rematch", tags=["games"], response_model=wire.Seated, status_code=201)
    async def rematch(game: Game, tokens: Tokens, host: Host, wish: Rematch | None = None) -> Response:
        """The same battle again, the armies on the other seats."""
        limits.address("table", host)
        _, seats = await at(host, game, tokens)
        return Json(await tables.rematch(game, seats, wish.share if wish else None), status_code=201)

    @app.websocket("/api/games/{game}/live")
    async def live(socket: WebSocket, game: str) -> None:
        await Line(socket, tables, views, limits).serve(game)


def _questions(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """What people ask about a table without doing anything at it."""
    asked = partial(_asked, tables, limits)

    @app.post("/api/games/{game}/why", tags=["games"], response_model=wire.Explained)
    async def why(game: Game, wish: Why, tokens: Tokens, host: Host) -> Response:
        """Why a line of the notation is not possible now."""
        table, seats = await asked(host, game, tokens)
        return Json(_why(table, seats, wish.line))

    @app.get("/api/games/{game}/threats", tags=["games"], response_model=list[wire.Threatened])
    async def threat(game: Game, tokens: Tokens, host: Host) -> Response:
        """For every piece, the enemy units that could come at it in their next turn."""
        table, _ = await asked(host, game, tokens)
        return Json([one for side in (0, 1) for one in threats(table.game.battle.state, side)])

    @app.get("/api/games/{game}/odds", tags=["games"], response_model=wire.OddsSheet)
    async def odds(
        game: Game,
        tokens: Tokens,
        host: Host,
        request: Request,
        from_: AttackHex = None,
        to: TargetHex = None,
        exact: bool = False,
    ) -> Response:
        """What one piece's attack on another would be and lead to; without hexes the battle that is being fought."""
        table, seats = await asked(host, game, tokens)
        return Json(await while_there(request.receive, tables.odds(table, from_, to, exact, seats)))


def _moments(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    asked = partial(_asked, tables, limits)

    @app.get("/api/games/{game}/timeline", tags=["replay"], response_model=wire.Timeline)
    async def timeline(game: Game, host: Host) -> Response:
        """Where in a battle what happened."""
        table, _ = await asked(host, game)
        return Json(show.timeline(table.game))

    @app.get("/api/games/{game}/moments/{moment}", tags=["replay"], response_model=wire.View)
    async def moment(
        game: Game, moment: Annotated[int, InPath(ge=0, le=100_000)], tokens: Tokens, host: Host, request: Request
    ) -> Response:
        """The game as it stood when so many choices had been made."""
        table, seats = await asked(host, game, tokens)
        view = tables.moment(table, moment, _eyes(table, seats), seats)
        return Json(await while_there(request.receive, view))

    @app.post("/api/games/{game}/fork", tags=["replay"], response_model=wire.Seated, status_code=201)
    async def fork(game: Game, wish: Fork, tokens: Tokens, host: Host) -> Response:
        """An analysis of another line from a moment of a battle that is over."""
        limits.address("table", host)
        _, seats = await _at(tables, limits, host, game, tokens)
        return Json(await tables.fork(game, wish.moment, seats), status_code=201)

    @app.get("/api/games/{game}/record", tags=["replay"], response_class=PlainTextResponse)
    async def record(game: Game, tokens: Tokens, host: Host) -> Response:
        """The record of a battle that is over, for `hexillum replay`."""
        table, _ = await asked(host, game, tokens)
        may_open(table.game)
        return PlainTextResponse(table.game.record())

    @app.get("/api/games/{game}/position", tags=["replay"], response_class=PlainTextResponse)
    async def position(
        game: Game, tokens: Tokens, host: Host, moment: Annotated[int | None, Query(ge=0, le=100_000)] = None
    ) -> Response:
        """A moment of a battle that is over, as a position text."""
        table, seats = await asked(host, game, tokens)
        may_open(table.game)
        at = await tables.game_at(table, len(table.game.made) if moment is None else moment, seats)
        return PlainTextResponse(write_position(at.battle.state))

    @app.get("/api/games/{game}/luck", tags=["replay"], response_model=wire.LuckOfBoth)
    async def luck(game: Game, host: Host, request: Request) -> Response:
        """What the dice of both sides gave, against what was to be expected of them."""
        table, _ = await asked(host, game)
        return Json(await while_there(request.receive, tables.luck(table)))

    @app.get("/api/games/{game}/ending", tags=["replay"], response_model=wire.Ending)
    async def ending(game: Game, host: Host, request: Request) -> Response:
        """A battle that is over: its banners, the roll that decided it, its best unit, and what happened in history."""
        table, _ = await asked(host, game)
        return Json(await while_there(request.receive, tables.ending(table)))

    @app.get(
        "/api/games/{game}/picture.png",
        tags=["replay"],
        response_class=Response,
        responses={200: {"content": {"image/png": {}}, "description": "A PNG."}},
    )
    async def picture(game: Game, host: Host, request: Request) -> Response:
        """The board as an onlooker sees it now, with the armies and their banners: for previews of links."""
        table, _ = await asked(host, game)
        made = await while_there(request.receive, tables.picture(table))
        age = 3600 if table.game.battle.over else 30
        return Response(made, media_type="image/png", headers={"cache-control": f"public, max-age={age}"})

    @app.get("/api/games/{game}/dice", tags=["replay"], response_model=wire.DiceProof)
    async def dice(game: Game, host: Host) -> Response:
        """What the dice were made of: a digest from the beginning, the seed after the end, for everybody to check."""
        table, _ = await _at(tables, limits, host, game)
        return Json(tables.dice(table))


async def _at(
    tables: OpenTables, limits: Limits, host: str, game: str, tokens: tuple[str, ...] = ()
) -> tuple[Table, frozenset[int]]:
    """A table and the seats that the tokens prove. Raises Refused, also where the address has had too many loaded."""
    return await come_to(tables, limits, host, game, tokens)


async def _asked(
    tables: OpenTables, limits: Limits, host: str, game: str, tokens: tuple[str, ...] = ()
) -> tuple[Table, frozenset[int]]:
    """The same, for a question that costs thought."""
    limits.address("question", host)
    table, seats = await _at(tables, limits, host, game, tokens)
    limits.seats("question", game, seats)
    return table, seats


def _eyes(table: Table, seats: frozenset[int]) -> int | None:
    """With whose eyes somebody looks: those of the only seat, or of the seat that decides."""
    if len(seats) == 1:
        return next(iter(seats))
    if not seats:
        return None
    who = table.game.battle.state.who
    return int(who) if who in seats else table.game.battle.state.active


def _why(table: Table, seats: frozenset[int], line: str) -> wire.Explained:
    battle = table.game.battle
    try:
        read = read_line(line, battle.state.rows)
    except BadLine as error:
        raise Refused("unreadable", str(error), status=422) from None
    if battle.over or battle.state.who not in seats:
        waits = "the battle is over" if battle.over else f"it is {battle.prompt()}"
        return {"legal": False, "why": waits, "rules": []}
    trial = battle.copy()
    for side in {0, 1} - seats:
        _hide_hand(trial, side)
    try:
        play_line(trial, line)
    except IllegalChoice as error:
        found = refusal(trial, read, line) if not error.rules else error
        return {"legal": False, "why": found.why, "rules": list(found.rules)}
    except ValueError as error:
        return {"legal": False, "why": str(error), "rules": []}
    return {"legal": True, "why": "", "rules": []}


def _hide_hand(trial: Battle, side: int) -> None:
    """Take a side's cards into the deck: whether it could answer with one must not be told."""
    s = trial.state
    for card in range(ask.MOST_CARDS):
        s.deck[card] += s.hand[ask.MOST_CARDS * side + card]
        s.hand[ask.MOST_CARDS * side + card] = 0


def _page(path: str) -> Path | None:
    """The file of an address; None where there is none, or the address leads elsewhere."""
    try:
        file = (STATIC / path).resolve()
        return file if file.is_file() and file.is_relative_to(STATIC.resolve()) else None
    except (OSError, ValueError):  # too long for a name, or no name at all
        return None


_TABLE_PAGE: Final = re.compile(r"(?:table|replay)/([0-9a-f]{32})")


async def _preview(tables: OpenTables, limits: Limits, host: str, path: str, home: str) -> Preview | None:
    """What a link to a page says of itself; None for pages, tables and battles that say nothing.

    A page is served whatever comes of it: who asks too much, or for what is not there, has it without.
    """
    found = _TABLE_PAGE.fullmatch(path)
    try:
        if found:
            table, _ = await _at(tables, limits, host, found[1])
            scene = scene_of(table.view(None, ()), {})
            (top, ours, _), (bottom, theirs, _) = scene.armies
            words = f"{scene.words}. {top} {ours}, {bottom} {theirs} banners."
            return Preview(scene.title, words, f"{home}api/games/{found[1]}/picture.png")
        if path.startswith("battles/") and path[8:] in scenarios.names():
            page = library.battle_page(path[8:])
            told = page["story"]
            title = f"{page['name']}, {page['year_text']}"
            return Preview(title, told["briefing"][0] if told else page["theatre"])
    except (Refused, StoreError):
        pass
    return None


def _pages(app: FastAPI, preview: Callable[[str, str, str], Awaitable[Preview | None]]) -> None:
    """The front end: files as they are, and the one page for every other address."""

    @app.api_route("/api/{path:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
    async def nothing(path: str, request: Request) -> Response:
        others = [route for route in app.router.routes if isinstance(route, APIRoute) and route.endpoint is not nothing]
        matching = [route for route in others if route.matches(request.scope)[0] is Match.PARTIAL]
        allowed = sorted(
            {method for route in matching if route.path.startswith("/api/") for method in route.methods or ()}
        )
        if allowed:
            raise HTTPException(405, headers={"allow": ", ".join(allowed)})
        raise Refused("no_address", f"there is nothing at /api/{path[:60]}", status=404)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        file = _page(path)
        if file is not None:
            age = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return await pages.page(file, request.headers, age)
        if path.startswith("assets/"):
            raise Refused("no_address", "there is no such file", status=404)
        index = STATIC / "index.html"
        if not index.is_file():
            raise Refused("no_pages", "the pages were not built: see web-ui/ in the source", status=404)
        home = str(request.base_url)
        said = await preview(host_of(request), path, home)
        if said is None:
            return await pages.page(index, request.headers, "no-cache")
        made = tagged(index.read_text(encoding="utf-8"), said, home + path)
        return HTMLResponse(made, headers={"cache-control": "no-cache"})
