"""Tournaments and ratings: who plays whom, where everybody stands, and what people agree on before they play."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final

from fastapi import FastAPI, Response
from fastapi import Path as InPath
from starlette.responses import StreamingResponse

from ...battle.view_types import SIDES
from .. import wire
from ..asking import Host, Json, Named, Tokens, Whoever
from ..limits import Limits
from ..live import come_to
from ..messages import Refused
from ..messages.tournaments import AgreeTerms, EndTournament, NewTournament, PairRound, Remove, RuleMatch
from ..results import flags, ladder, lines
from ..store import Person
from ..tables import OpenTables
from ..terms import agree, terms_of
from ..tournament_pages import card, page
from ..tournaments import Club
from .coming import Game

MATCHES_OF_ONE: Final = 25  # matches of a tournament that cost as much as a question
Id = Annotated[str, InPath(pattern=r"^[0-9a-f]{32}$", description="The id of a tournament.")]


def add_tournaments(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Add the addresses of tournaments and ratings."""
    club = Club(tables, app.state.house)
    app.state.club = club
    _leading(app, club, limits)
    _playing(app, club, limits)
    _ratings(app, club, tables, limits)


def _leading(app: FastAPI, club: Club, limits: Limits) -> None:
    told = partial(_told, club, limits)

    @app.get("/api/tournaments", tags=["tournaments"], response_model=list[wire.TournamentCard])
    async def listed(host: Host) -> Response:
        """The latest tournaments, those that are not over first."""
        limits.address("question", host)
        return Json([card(one) for one in await club.store.listed()])

    @app.post("/api/tournaments", tags=["tournaments"], response_model=wire.TournamentPage, status_code=201)
    async def make(wish: NewTournament, person: Named, host: Host) -> Response:
        """Make a tournament, which you lead."""
        limits.address("tournament", host)
        return Json(await told(await club.make(person, wish), person, host), status_code=201)

    @app.post("/api/tournaments/{id}/rounds", tags=["tournaments"], response_model=wire.TournamentPage, status_code=201)
    async def pair(id: Id, wish: PairRound, person: Named, host: Host) -> Response:
        """Pair the next round, the first one at the start: the tables of its matches are there then."""
        limits.address("tournament", host)
        await club.pair(id, person, wish.force)
        return Json(await told(id, person, host), status_code=201)

    @app.post("/api/tournaments/{id}/rulings", tags=["tournaments"], response_model=wire.TournamentPage)
    async def rule(id: Id, wish: RuleMatch, person: Named, host: Host) -> Response:
        """Decide a battle of a match whatever happens at its table; nobody decides his own."""
        limits.address("command", host)
        await club.rule(id, person, wish)
        return Json(await told(id, person, host))

    @app.post("/api/tournaments/{id}/removals", tags=["tournaments"], response_model=wire.TournamentPage)
    async def remove(id: Id, wish: Remove, person: Named, host: Host) -> Response:
        """Take somebody out of a tournament that you lead; his open battles are lost."""
        limits.address("command", host)
        await club.remove(id, person, wish.person)
        return Json(await told(id, person, host))

    @app.post("/api/tournaments/{id}/end", tags=["tournaments"], response_model=wire.TournamentPage)
    async def end(id: Id, wish: EndTournament, person: Named, host: Host) -> Response:
        """End a tournament that you lead."""
        limits.address("command", host)
        await club.end(id, person, wish.force)
        return Json(await told(id, person, host))


async def _told(club: Club, limits: Limits, id: str, person: Person | None, host: str) -> wire.TournamentPage:
    """A tournament for who asks, whose address may come in debt by one with many matches."""
    made = await page(club, id, person)
    limits.owe("question", host, sum(len(one["matches"]) for one in made["paired"]) / MATCHES_OF_ONE)
    return made


def _playing(app: FastAPI, club: Club, limits: Limits) -> None:
    told = partial(_told, club, limits)

    @app.get("/api/tournaments/{id}", tags=["tournaments"], response_model=wire.TournamentPage)
    async def one(id: Id, person: Whoever, host: Host) -> Response:
        """A tournament: its rounds, where everybody stands, and what you may do."""
        limits.address("question", host)
        return Json(await told(id, person, host))

    @app.put("/api/tournaments/{id}/entry", tags=["tournaments"], response_model=wire.TournamentPage)
    async def enter(id: Id, person: Named, host: Host) -> Response:
        """Enter a tournament; a running Swiss from its next round on."""
        limits.address("command", host)
        await club.enter(id, person)
        return Json(await told(id, person, host))

    @app.delete("/api/tournaments/{id}/entry", tags=["tournaments"], response_model=wire.TournamentPage)
    async def withdraw(id: Id, person: Named, host: Host) -> Response:
        """Leave a tournament; your open battles are lost."""
        limits.address("command", host)
        await club.withdraw(id, person.id)
        return Json(await told(id, person, host))

    @app.post("/api/tournaments/{id}/seats/{game}", tags=["tournaments"], response_model=wire.TournamentSeat)
    async def seat(id: Id, game: Game, person: Named, host: Host) -> Response:
        """Your seat in a battle of a tournament, on whichever of your browsers: the answer has its secret token."""
        limits.address("command", host)
        side, token = await club.seat(id, person, game)
        return Json({"game": game, "side": SIDES[side], "token": token})


def _ratings(app: FastAPI, club: Club, tables: OpenTables, limits: Limits) -> None:
    @app.get("/api/ladder", tags=["tournaments"], response_model=wire.Ladder)
    async def rungs(person: Whoever, host: Host) -> Response:
        """Everybody with a rated battle by his rating, with how far off that may be."""
        limits.address("question", host)
        found = await club.ratings.all()
        names = await tables.store.results.names(found)
        return Json(ladder(found, names, None if person is None else person.id))

    @app.get("/api/ladder/flags", tags=["tournaments"], response_model=list[wire.Flag])
    async def flagged(person: Named, host: Host) -> Response:
        """What organisers of this server should look at: the same pair over and over, battles thrown away."""
        limits.address("question", host)
        _organiser(club, person)
        return Json(await flags(tables.store))

    @app.get("/api/results.csv", tags=["tournaments"], response_class=Response, responses=_CSV)
    async def table(person: Named, host: Host) -> Response:
        """All battles between people that are over, for organisers: a row each, as the laboratory reads them."""
        limits.address("tournament", host)
        _organiser(club, person)
        return StreamingResponse(lines(tables.store), media_type="text/csv")

    @app.get("/api/games/{game}/terms", tags=["tournaments"], response_model=wire.Terms)
    async def terms(game: Game, host: Host) -> Response:
        """Whether a battle is rated, and who wants it so."""
        found, _ = await come_to(tables, limits, host, game, ())
        return Json(await terms_of(tables, found))

    @app.put("/api/games/{game}/terms", tags=["tournaments"], response_model=wire.Terms)
    async def say(game: Game, wish: AgreeTerms, tokens: Tokens, host: Host) -> Response:
        """Say for your seat whether its battle is to be rated, in its first turn: it is where both want that."""
        limits.address("command", host)
        found, seats = await come_to(tables, limits, host, game, tokens)
        await agree(tables, found, seats, wish.rated)
        return Json(await terms_of(tables, found))


_CSV: Final[dict[int | str, dict[str, Any]]] = {
    200: {"description": "The table.", "content": {"text/csv": {"schema": {"type": "string"}}}}
}


def _organiser(club: Club, person: Person) -> None:
    if not club.organises(person):
        raise Refused("not_yours", "only organisers of this server see that", status=403)
