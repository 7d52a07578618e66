"""How a friend is let in: what his invitation is to, by which address he comes, and that as a code for his phone."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress

from fastapi import FastAPI, Request, Response

from ...battle.view_types import SIDES
from .. import wire
from ..asking import Host, Json
from ..limits import Limits
from ..live import come_to
from ..lobby import pace_words
from ..messages import Refused
from ..messages.people import Invited, LinkText
from ..people import House, name_of
from ..reach import code_of
from ..table import Table, digest
from ..tables import OpenTables
from ..terms import against as against_rating
from .coming import Game


def add_inviting(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Add the addresses of invitations."""
    house: House = app.state.house

    @app.post("/api/games/{game}/invitation", tags=["games"], response_model=wire.Invitation)
    async def invitation(game: Game, wish: Invited, host: Host) -> Response:
        """What an invitation is to; the seat stays free until it is taken."""
        limits.address("question", host)
        table, _ = await come_to(tables, limits, host, game)
        return Json(await _told(tables, table, wish.invite))

    @app.get("/api/reach", tags=["server"], response_model=wire.ReachOf)
    async def reach(host: Host, request: Request) -> Response:
        """By which addresses a friend reaches this server, for who sits at its machine."""
        here = _loopback(host) and _loopback(name_of(request.headers.get("host", "")))
        addresses = await asyncio.to_thread(house.reach.addresses) if here else []
        return Json({"here": here, "open": house.reach.open, "addresses": addresses})

    @app.post("/api/codes", tags=["server"], response_model=wire.LinkCode)
    async def code(wish: LinkText, host: Host) -> Response:
        """A link as a code that a phone reads; it is kept nowhere."""
        limits.address("question", host)
        return Json(await asyncio.to_thread(code_of, wish.link))


async def _told(tables: OpenTables, table: Table, invite: str) -> wire.Invitation:
    """What an invitation to a table is to. Raises Refused where it is none, or was used."""
    mine = digest(invite)
    side = next((n for n, one in enumerate(table.seats) if one.invite and hmac.compare_digest(one.invite, mine)), None)
    if side is None:
        raise Refused("no_seat", "this invitation was used already, or it is for another battle", status=403)
    seen = table.view(None, (), log_from=table.lines())
    own, other = SIDES[side], SIDES[1 - side]
    seat = seen["seats"][other]
    against = {
        "computer": f"the computer player {seat['name']}",
        "open": "whoever takes the other seat",
        "person": seat["name"] or "somebody without a name",
    }
    return {
        "game": table.game.id,
        "title": seen["title"],
        "occasion": seen["occasion"],
        "by": seat["name"] if seat["player"] == "person" else "",
        "against": against[seat["player"]],
        "side": own,
        "army": seen["armies"][own],
        "commander": seen["commanders"][own],
        "other": seen["armies"][other],
        "pace_words": pace_words(table.game.opening.pace),
        "rated": not against_rating(table) and (await tables.store.results.terms(table.game.id)).get(1 - side, False),
    }


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
