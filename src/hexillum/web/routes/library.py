"""The library: the tables of both editions, battles with their stories, and rules."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Query, Response
from fastapi import Path as InPath

from ...battle import scenarios
from ...core import rulebook
from .. import library, wire
from ..asking import Host, Json
from ..catalogue import catalogue as of_editions
from ..limits import Limits
from ..messages import Refused
from ..roster import Roster


def add_library(app: FastAPI, limits: Limits, own: Roster) -> None:
    """Add the addresses of the library; `own` are the players of the operator's."""
    tables: wire.Catalogue = {**of_editions(), "players": library.players(own)}

    @app.get("/api/catalogue", tags=["library"], response_model=wire.Catalogue)
    async def catalogue() -> Response:
        """The tables of both editions: kinds of unit, terrain, cards, switches, computer players."""
        return Json(tables)

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
