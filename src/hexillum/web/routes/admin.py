"""The door of who looks after the server: every address needs the token of an admin, and every deed is noted.

Nothing is done by a cookie, so that no page elsewhere can have it done by who visits it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final, Literal

from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi import Path as InPath

from ...battle.view_types import pair
from .. import admin, wire
from ..asking import Host, Json, Tokens
from ..health import health
from ..limits import Limits
from ..messages import Refused
from ..messages.admin import BlockName, CheckGames, EndGame, InviteSomebody
from ..retention import DAY, Keep
from ..store import Admin
from ..store.archive import PAGE
from ..store.copying import back_up
from ..table import digest
from ..tables import OpenTables

log = logging.getLogger("hexillum.admin")

WRONG: Final = 20.0  # what a token costs that is none
Id = Annotated[str, InPath(pattern=r"^[0-9a-f]{32}$", description="The id of a game.")]


async def _let_in(request: Request, tokens: tuple[str, ...], host: str, *rights: str) -> Admin:
    """Who has the token of a request. Raises Refused, in the same words whatever is wrong with it, and TooFast."""
    limits: Limits = request.app.state.limits
    tables: OpenTables = request.app.state.tables
    limits.address("admin", host)
    found = await tables.store.admins.of(digest(tokens[0])) if len(tokens) == 1 else None
    if found is None or found.rights not in rights:
        limits.owe("admin", host, WRONG)
        log.warning("somebody came to the admins' door without a token for it")
        words = "this needs the token of an admin: who runs the server makes one by 'hexillum admin token'"
        raise Refused("not_admin", words, status=401)
    return found


async def _admin(request: Request, tokens: Tokens, host: Host) -> Admin:
    return await _let_in(request, tokens, host, "admin")


async def _reader(request: Request, tokens: Tokens, host: Host) -> Admin:
    return await _let_in(request, tokens, host, "admin", "figures")


Who = Annotated[Admin, Depends(_admin)]
Reader = Annotated[Admin, Depends(_reader)]


def add_admin(app: FastAPI, tables: OpenTables, keep: Keep, backups: Path | None) -> None:
    """Add the addresses of admins; `backups` is the folder of copies, None where there is none."""
    _looking(app, tables, keep, backups)
    _games(app, tables)
    _names(app, tables)
    _reports(app, tables)
    _keeping(app, tables, backups)


def tell(who: Admin, what: str, whom: str = "") -> None:
    """Tell the log what an admin does."""
    log.info("admin", extra={"who": who.name, "what": what, "whom": whom})


def _looking(app: FastAPI, tables: OpenTables, keep: Keep, backups: Path | None) -> None:
    store = tables.store

    @app.get("/api/admin", tags=["admin"], response_model=wire.AdminHome)
    async def home(who: Who) -> Response:
        """How the server is, who looks after it, and what was done last."""
        keeps = {name: days for name, days in (("over", keep.over), ("idle", keep.idle)) if days is not None}
        said: wire.AdminHome = {
            "you": who.name,
            "health": health(tables),
            "database": "PostgreSQL" if store.shared else "SQLite",
            "games": await store.archive.counts(),
            "keeps": keeps,
            "admins": [asdict(one) for one in await store.admins.all()],  # type: ignore[misc]
            "deeds": [asdict(one) for one in await store.admins.deeds(50)],  # type: ignore[misc]
            "backups": None if backups is None else await asyncio.to_thread(_copies, backups),
        }
        return Json(said)

    @app.get("/api/admin/games", tags=["admin"], response_model=wire.AdminGames)
    async def games(
        who: Who,
        status: Annotated[Literal["", "active", "over"], Query()] = "",
        idle: Annotated[float | None, Query(ge=0, le=36_500, description="Only those idle for so many days.")] = None,
        after: Annotated[str, Query(pattern=r"^([0-9a-f]{32})?$")] = "",
    ) -> Response:
        """The games, those at which something was done last first."""
        since = None if idle is None else time.time() - idle * DAY
        found = await store.archive.listing(status=status, idle_since=since, after=after)
        return Json({"games": [admin.told(one) for one in found], "next": found[-1].id if len(found) == PAGE else ""})

    @app.get("/api/admin/games/{game}", tags=["admin"], response_model=wire.AdminLook)
    async def one(game: Id, who: Who) -> Response:
        """How a game stands, as an onlooker may see it, and whether it can be read here."""
        found = await admin.look(store, game)
        said: wire.AdminLook = {
            "game": admin.told(found.kept),  # type: ignore[typeddict-item]
            "turn": found.turn,
            "to_move": found.to_move,
            "banners": pair(*found.banners),
            "winner": found.winner,
            "trouble": found.trouble,
        }
        return Json(said)


def _games(app: FastAPI, tables: OpenTables) -> None:
    store = tables.store

    @app.post("/api/admin/games/{game}/end", tags=["admin"], response_model=wire.AdminGame)
    async def end(game: Id, wish: EndGame, who: Who) -> Response:
        """End a game without a winner: what it kept secret is open then."""
        await admin.end(store, game, who.name, wish.why)
        tell(who, "end", game)
        await tables.catch_up(game)
        found = await store.archive.one(game)
        if found is None:
            raise admin.no_game(game)
        return Json(admin.told(found))

    @app.post("/api/admin/games/{game}/export", tags=["admin"], response_model=wire.AdminExport)
    async def export(game: Id, who: Who) -> Response:
        """A game as texts; what is secret of one that goes on stays sealed, and what opens its seats is left out."""
        made = await admin.export(store, game, who.name)
        tell(who, "export", game)
        return Json(asdict(made))

    @app.delete("/api/admin/games/{game}", tags=["admin"], response_model=wire.AdminGames)
    async def delete(game: Id, who: Who) -> Response:
        """Delete a game with all that belongs to it; nothing brings it back. The answer is an empty page."""
        if not await store.archive.delete(game, who.name):
            raise admin.no_game(game)
        tell(who, "delete", game)
        await tables.catch_up(game)
        return Json({"games": [], "next": ""})


def _names(app: FastAPI, tables: OpenTables) -> None:
    store = tables.store

    @app.get("/api/admin/names", tags=["admin"], response_model=wire.AdminNames)
    async def names(
        who: Who,
        blocked: Annotated[bool, Query(description="Only those that are blocked.")] = False,
        after: Annotated[str, Query(max_length=200)] = "",
    ) -> Response:
        """The names that people have, and those that are blocked."""
        found = await store.archive.names(blocked=blocked, after=after)
        return Json({"names": [asdict(one) for one in found], "next": found[-1].name if len(found) == PAGE else ""})

    @app.post("/api/admin/names", tags=["admin"], response_model=wire.AdminNames)
    async def block(wish: BlockName, who: Who) -> Response:
        """Block a name and all that look like it, or let it free; the answer has it as it is now, where it is kept."""
        name = await admin.block(store, wish.name, wish.blocked, who.name)
        tell(who, "block" if wish.blocked else "unblock")
        found = await store.archive.names(after=name[:-1])
        return Json({"names": [asdict(one) for one in found if one.name == name], "next": ""})

    @app.post("/api/admin/invitations", tags=["admin"], response_model=wire.AdminInvited, status_code=201)
    async def invite(wish: InviteSomebody, who: Who) -> Response:
        """Make an invitation to take a name, good once: for servers whose registration is by invitation."""
        secret = await admin.invite(store, wish.days, who.name)
        tell(who, "invite")
        return Json({"invitation": secret, "path": admin.invitation_path(secret)}, status_code=201)


def _reports(app: FastAPI, tables: OpenTables) -> None:
    @app.get("/api/admin/reports", tags=["admin"], response_model=wire.AdminReports)
    async def reports(who: Who) -> Response:
        """The lines of talk that people have reported and nobody has read: their words, and who said them where."""
        return Json({"reports": await admin.reports(tables.store)})

    @app.post("/api/admin/reports/{report}/read", tags=["admin"], response_model=wire.AdminReports)
    async def read(report: Id, who: Who) -> Response:
        """Note that a report was read: it waits no more."""
        await admin.read_report(tables.store, report, who.name)
        tell(who, "read a report")
        return Json({"reports": await admin.reports(tables.store)})


def _keeping(app: FastAPI, tables: OpenTables, backups: Path | None) -> None:
    store = tables.store

    @app.post("/api/admin/check", tags=["admin"], response_model=wire.AdminChecked)
    async def check(wish: CheckGames, who: Who) -> Response:
        """Check some games, and before the first of them the database: ask again with `next` until that is empty."""
        damage = "" if wish.after else await store.look_through()
        if not wish.after:
            tell(who, "check")
            await store.admins.note(who.name, "check")
        checked, troubles, last = await admin.check_page(store, wish.after)
        said = {"checked": checked, "troubles": [asdict(one) for one in troubles], "damage": damage, "next": last}
        return Json(said)

    @app.post("/api/admin/vacuum", tags=["admin"], response_model=wire.AdminVacuumed)
    async def vacuum(who: Who) -> Response:
        """Write the database anew without its gaps; who plays meanwhile waits, or hears that nothing was kept."""
        tell(who, "vacuum")
        before, after = await store.vacuum()
        await store.admins.note(who.name, "vacuum")
        return Json({"before": before, "after": after})

    @app.post("/api/admin/backups", tags=["admin"], response_model=list[wire.AdminBackup], status_code=201)
    async def keep(who: Who) -> Response:
        """Make a copy of the database in the folder of the server, which never leaves it this way."""
        if backups is None:
            raise Refused("no_folder", "this server has no folder for backups: who runs it names one by --backups")
        tell(who, "backup")
        backups.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = f"hexillum-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}.db"
        await asyncio.to_thread(back_up, store.url, backups / name)
        await store.admins.note(who.name, "backup", name)
        return Json(await asyncio.to_thread(_copies, backups), status_code=201)


def _copies(folder: Path) -> list[wire.AdminBackup]:
    """The copies in a folder, the latest first."""
    found = sorted(folder.glob("hexillum-*.db"), reverse=True) if folder.is_dir() else []
    return [{"name": one.name, "size": one.stat().st_size, "at": one.stat().st_mtime} for one in found]
