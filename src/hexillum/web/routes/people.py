"""Who somebody is: a name is taken, changed and deleted, and everything that is kept of him is told."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Response
from fastapi import Path as InPath

from .. import wire
from ..asking import Host, Json, KeyDigest, Known, Named
from ..limits import Limits
from ..messages import Refused
from ..messages.people import ChangeName, TakeName
from ..people import House, change_name, exported, forget, take_name, told
from ..store import Person
from ..tables import OpenTables

Device = Annotated[str, InPath(pattern=r"^[0-9a-f]{16}$", description="The id of one of your browsers.")]


def add_people(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Add the addresses of people with names."""
    house: House = app.state.house

    @app.get("/api/you", tags=["people"], response_model=wire.You)
    async def you(person: Known, key: KeyDigest) -> Response:
        """Who you are to this server, by your key, and what it wants of names."""
        return Json(await told(tables, house, person, key))

    @app.post("/api/you", tags=["people"], response_model=wire.You, status_code=201)
    async def take(wish: TakeName, key: KeyDigest, host: Host) -> Response:
        """Take a name for your key."""
        if key is None:
            raise Refused("wrong_key", "expected: Hexillum-Key, a key of your own to keep the name by", status=401)
        limits.address("name", host)
        person = await take_name(tables, house, key, wish.name, wish.label, wish.invitation)
        return Json(await told(tables, house, person, key), status_code=201)

    @app.put("/api/you", tags=["people"], response_model=wire.You)
    async def change(wish: ChangeName, person: Named, key: KeyDigest, host: Host) -> Response:
        """Change your name; your tables show the new one at once."""
        limits.address("name", host)
        return Json(await told(tables, house, await change_name(tables, person, wish.name), key))

    @app.delete("/api/you", tags=["people"], response_model=wire.You)
    async def leave(person: Known, key: KeyDigest, host: Host) -> Response:
        """Delete your name with all that is kept of you; your games go on with a former player."""
        limits.address("command", host)
        await forget(tables, _somebody(person))
        return Json(await told(tables, house, None, key))

    @app.get("/api/you/export", tags=["people"], response_model=wire.KeptOfYou)
    async def export(person: Known, host: Host) -> Response:
        """All that is kept of you, as JSON by its tables."""
        limits.address("question", host)
        return Json(
            await exported(tables, _somebody(person)),
            headers={"content-disposition": 'attachment; filename="hexillum-you.json"'},
        )

    @app.delete("/api/you/devices/{device}", tags=["people"], response_model=wire.You)
    async def take_away(device: Device, person: Named, key: KeyDigest, host: Host) -> Response:
        """Be known no longer by one of your browsers."""
        limits.address("command", host)
        if not await tables.store.people.take_away(person.id, device):
            raise Refused("no_device", "this is none of your browsers: look again", status=404)
        left = await tables.store.people.of_key(key or "")
        return Json(await told(tables, house, left, key))


def _somebody(person: Person | None) -> Person:
    """Somebody with a name, also where it is blocked: what is kept of him is his. Raises Refused for a guest."""
    if person is None:
        raise Refused("no_name", "you have no name here, so nothing is kept of you", status=401)
    return person
