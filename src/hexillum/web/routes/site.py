"""The front end: files as they are, the one page for every other address, and what links to it say of themselves."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import Match

from ...battle import scenarios
from .. import library, pages
from ..asking import host_of
from ..limits import Limits
from ..live import come_to
from ..messages import Refused
from ..picture import Scene, scene_of
from ..preview import Preview, tagged
from ..store import StoreError
from ..tables import OpenTables

STATIC: Final = Path(__file__).parents[1] / "static"
GLANCE: Final = 2.0  # seconds that a page waits for the table of which it tells,
GLANCES_MOST: Final = 4  # and tables that are loaded at once for that
_TABLE_PAGE: Final = re.compile(r"(?:table|replay|review)/([0-9a-f]{32})")
_OWN_PAGE: Final = re.compile(r"editor/([0-9a-f]{32})")


class Glances:
    """Looks at what links lead to, for what they say: tables that have to be loaded are a few at once, and shortly."""

    def __init__(self, tables: OpenTables, limits: Limits) -> None:
        self.tables = tables
        self.limits = limits
        self.loading = 0

    async def at(self, game: str, host: str) -> Scene:
        """What an onlooker sees of a table. Raises Refused, StoreError and TimeoutError, by which nobody waits long.

        What could not be had in time is loaded on, and is there for the next one.
        """
        if game in self.tables.in_memory:
            return await self._scene(game, host)
        if self.loading >= GLANCES_MOST:
            raise Refused("too_fast", "too many tables are loaded now", status=429)
        self.limits.address("preview", host)
        self.loading += 1
        try:
            async with asyncio.timeout(GLANCE):
                return await self._scene(game, host)
        finally:
            self.loading -= 1

    async def own(self, id: str, host: str) -> Preview | None:
        """What a battle that somebody keeps says of itself, None where there is none. Raises Refused, StoreError."""
        self.limits.address("preview", host)
        found = await self.tables.store.own_battles.one(id)
        if found is None:
            return None
        about = found.about
        return Preview(f"{about.name}, {about.year_text}", f"{about.top} against {about.bottom}: a battle to play.")

    async def _scene(self, game: str, host: str) -> Scene:
        table, _ = await come_to(self.tables, self.limits, host, game)
        return scene_of(table.view(None, ()))


async def _preview(glances: Glances, host: str, path: str, home: str) -> Preview | None:
    """What a link to a page says of itself; None for pages, tables and battles that say nothing.

    A page is served whatever comes of it: who asks too much, or for what is not there, has it without.
    """
    found = _TABLE_PAGE.fullmatch(path)
    try:
        if found:
            scene = await glances.at(found[1], host)
            (top, ours, _), (bottom, theirs, _) = scene.armies
            words = f"{scene.words}. {top} {ours}, {bottom} {theirs} banners."
            return Preview(scene.title, words, f"{home}api/games/{found[1]}/picture.png")
        if own := _OWN_PAGE.fullmatch(path):
            return await glances.own(own[1], host)
        if path.startswith("battles/") and path[8:] in scenarios.playable():
            page = library.battle_page(path[8:])
            told = page["story"]
            title = f"{page['name']}, {page['year_text']}"
            return Preview(title, told["briefing"][0] if told else page["theatre"])
    except (Refused, StoreError, TimeoutError):
        pass
    return None


def add_site(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Add the pages; they take every address that nothing else has, so they come last."""
    preview = partial(_preview, Glances(tables, limits))

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


def _page(path: str) -> Path | None:
    """The file of an address; None where there is none, or the address leads elsewhere."""
    try:
        file = (STATIC / path).resolve()
        return file if file.is_file() and file.is_relative_to(STATIC.resolve()) else None
    except (OSError, ValueError):  # too long for a name, or no name at all
        return None
