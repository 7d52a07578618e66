"""The lobby: open seats are offered, taken and withdrawn; one's own battles, matches, and vacations."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Response
from fastapi import Path as InPath

from .. import wire
from ..asking import Host, Json, Named, Seated, Tokens, Whoever
from ..limits import Limits
from ..messages.lobby import AskMine, OfferSeat, TakeSeat, TakeVacation
from ..seating import id_of
from ..table import digest
from ..tables import OpenTables

Id = Annotated[str, InPath(pattern=r"^[0-9a-f]{32}$", description="The id of an open seat, a match or a vacation.")]


def add_lobby(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Add the addresses of the lobby."""
    _seats(app, tables, limits)
    _battles(app, tables, limits)
    _vacations(app, tables, limits)


def _seats(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    @app.get("/api/lobby", tags=["lobby"], response_model=wire.InLobby)
    async def lobby(person: Whoever, host: Host) -> Response:
        """The seats that anybody may take, and the battles that anybody may watch."""
        limits.address("question", host)
        return Json(await tables.lobby(person))

    @app.post("/api/lobby", tags=["lobby"], response_model=wire.SeatOffered, status_code=201)
    async def offer(wish: OfferSeat, host: Host, person: Seated) -> Response:
        """Put a seat into the lobby, or both of a match; the answer has the secret tokens of your own."""
        limits.address("offer", host)
        tables_made = 2.0 if wish.match else 1.0
        limits.address("table", host, tables_made)
        limits.name("table", id_of(person), tables_made)
        return Json(await tables.offer(wish, person), status_code=201)

    @app.post("/api/lobby/{id}/take", tags=["lobby"], response_model=wire.SeatTaken)
    async def take(id: Id, host: Host, person: Seated, wish: TakeSeat | None = None) -> Response:
        """Take an open seat, of a match both; who comes first has it."""
        limits.address("command", host)
        limits.address("table", host)
        limits.name("table", id_of(person))
        wish = wish or TakeSeat()
        return Json(await tables.take_offer(id, person, wish.share, wish.rated))

    @app.delete("/api/lobby/{id}", tags=["lobby"], response_model=wire.InLobby)
    async def withdraw(id: Id, host: Host, person: Whoever, tokens: Tokens) -> Response:
        """Take back an open seat of your own, by your name or its table's token; its table goes with it."""
        limits.address("command", host)
        await tables.withdraw(id, person, tokens)
        return Json(await tables.lobby(person))


def _battles(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    @app.post("/api/mine", tags=["lobby"], response_model=wire.MyBattles)
    async def mine(wish: AskMine, host: Host, person: Whoever) -> Response:
        """Your battles, by your name and by the seats that you name: side, opponent, whose move, since when, result."""
        limits.address("question", host, 1.0 + len(wish.seats) / 20)
        return Json(await tables.my_battles(person, wish.seats))

    @app.get("/api/matches/{id}", tags=["lobby"], response_model=wire.Match)
    async def match(id: Id, host: Host, person: Whoever, tokens: Tokens) -> Response:
        """A match: both battles, and what each player has of them together."""
        limits.address("question", host)
        return Json(await tables.match(id, person, frozenset(map(digest, tokens))))


def _vacations(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    @app.get("/api/vacations", tags=["lobby"], response_model=wire.Vacations)
    async def vacations(host: Host, person: Named) -> Response:
        """Your vacations that are not over, and how many days of this year are left."""
        limits.address("question", host)
        return Json(await tables.vacations(person.id))

    @app.post("/api/vacations", tags=["lobby"], response_model=wire.Vacations, status_code=201)
    async def take_vacation(wish: TakeVacation, host: Host, person: Named) -> Response:
        """Take a vacation: your clocks by days stand still meanwhile."""
        limits.address("offer", host)
        return Json(await tables.take_vacation(person.id, wish.begin, wish.days), status_code=201)

    @app.delete("/api/vacations/{id}", tags=["lobby"], response_model=wire.Vacations)
    async def end_vacation(id: Id, host: Host, person: Named) -> Response:
        """End a vacation of yours now, or take back one that has not begun."""
        limits.address("offer", host)
        return Json(await tables.end_vacation(person.id, id))
