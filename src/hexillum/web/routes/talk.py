"""Talk at a table: what was said, to say something, to hear somebody no longer, to report a line."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import FastAPI, Query, Response

from .. import wire
from ..asking import Host, Json, KeyDigest, Tokens, Whoever
from ..limits import Limits
from ..live import come_to
from ..messages.talk import Mute, ReportLine, Say
from ..tables import OpenTables
from ..talk import ear_of
from .coming import Game

After = Annotated[int, Query(ge=-1, le=2**31 - 1, description="Leave out the lines up to this one.")]


def add_talk(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Add the addresses of talk."""
    come = partial(come_to, tables, limits)

    @app.get("/api/games/{game}/talk", tags=["talk"], response_model=wire.TalkAt)
    async def lines(
        game: Game, tokens: Tokens, host: Host, person: Whoever, key: KeyDigest, after: After = -1
    ) -> Response:
        """What was said at a table, as far as you hear it; who plays and who watches hear each other after the end."""
        limits.address("question", host)
        table, seats = await come(host, game, tokens)
        return Json(await tables.talk_at(table, ear_of(seats, person, key), after))

    @app.post("/api/games/{game}/talk", tags=["talk"], response_model=wire.TalkAt, status_code=201)
    async def say(game: Game, wish: Say, tokens: Tokens, host: Host, person: Whoever, key: KeyDigest) -> Response:
        """Say something to who plays with you or, as an onlooker, to who watches with you."""
        limits.address("talk", host)
        table, seats = await come(host, game, tokens)
        ear = ear_of(seats, person, key, wish.seat)
        limits.seats("talk", game, ear.seats)
        return Json(await tables.say(table, ear, wish), status_code=201)

    @app.put("/api/games/{game}/talk/mute", tags=["talk"], response_model=wire.TalkAt)
    async def mute(game: Game, wish: Mute, tokens: Tokens, host: Host, person: Whoever, key: KeyDigest) -> Response:
        """Hear the other seat no longer, or again; as an onlooker, the other onlookers."""
        limits.address("talk", host)
        table, seats = await come(host, game, tokens)
        return Json(await tables.mute(table, ear_of(seats, person, key, wish.seat), wish.mute))

    @app.post("/api/games/{game}/talk/report", tags=["talk"], response_model=wire.TalkAt)
    async def report(
        game: Game, wish: ReportLine, tokens: Tokens, host: Host, person: Whoever, key: KeyDigest
    ) -> Response:
        """Show a line that you hear to who runs the server; its words are kept for him."""
        limits.address("talk", host)
        table, seats = await come(host, game, tokens)
        ear = ear_of(seats, person, key)
        await tables.report(table, ear, wish.seq)
        return Json(await tables.talk_at(table, ear))
