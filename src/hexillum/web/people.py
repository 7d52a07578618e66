"""What the server does with people who have names: what its operator wants of them, and what they are refused."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from .. import players
from ..club.names import BadName, proper
from .messages import Refused
from .roster import Roster
from .store import Device, NameTaken, NotInvited, Person, TooMany
from .table import digest
from .tables import OpenTables
from .wire import DeviceCard, KeptOfYou, You


@dataclass(frozen=True)
class House:
    """What an operator wants of people: whether who plays has a name, and who may take one."""

    names: Literal["optional", "required"] = "optional"
    registration: Literal["open", "invited"] = "open"


OPEN: Final = House()


def taken_by_computers(own: Roster) -> Collection[str]:
    """The names of computer players, which people cannot have."""
    return (*players.NAMES, *own)


def checked(name: str, own: Roster) -> str:
    """A name as it is kept. Raises Refused for one that nobody can have."""
    try:
        return proper(name, tuple(taken_by_computers(own)))
    except BadName as error:
        raise Refused("bad_name", str(error), status=422) from None


async def take_name(
    tables: OpenTables, house: House, key: str, name: str, label: str, invitation: str | None
) -> Person:
    """Give a name to the key of a digest. Raises Refused."""
    shown = checked(name, tables.own)
    if house.registration == "invited" and invitation is None:
        words = "names are given by invitation here: ask who runs this server for one"
        raise Refused("not_invited", words, status=403)
    used = digest(invitation) if house.registration == "invited" and invitation is not None else None
    try:
        return await tables.store.people.take(key, shown, label, used)
    except NameTaken as error:
        raise Refused("name_taken", str(error)) from None
    except TooMany as error:
        raise Refused("full", str(error)) from None
    except NotInvited:
        words = "this invitation was used already, or is over: ask who gave it to you for another"
        raise Refused("not_invited", words, status=403) from None


async def change_name(tables: OpenTables, person: Person, name: str) -> Person:
    """Give somebody another name. Raises Refused."""
    shown = checked(name, tables.own)
    try:
        now = await tables.store.people.rename(person.id, shown)
    except NameTaken as error:
        raise Refused("name_taken", str(error)) from None
    if now is None:
        raise Refused("no_name", "your name was deleted meanwhile", status=401)
    await tables.renamed(person.id)
    return now


async def forget(tables: OpenTables, person: Person) -> None:
    """Delete somebody's name with all that is kept of him."""
    await tables.store.people.forget(person.id)
    await tables.renamed(person.id)


async def exported(tables: OpenTables, person: Person) -> KeptOfYou:
    """All that is kept of somebody."""
    kept = await tables.store.people.export(person.id)
    return {"made_at": time.time(), "tables": [{"name": name, "rows": rows} for name, rows in kept.items()]}


async def told(tables: OpenTables, house: House, person: Person | None, key: str | None) -> You:
    """Who somebody is, as he is told himself."""
    devices = [] if person is None else await tables.store.people.devices(person.id, key or "")
    return {
        "id": None if person is None else person.id,
        "name": "" if person is None else person.name,
        "blocked": person is not None and person.blocked,
        "devices": [_device(one) for one in devices],
        "names": house.names,
        "registration": house.registration,
    }


def _device(one: Device) -> DeviceCard:
    return {"id": one.id, "label": one.label, "made_at": one.made_at, "seen_at": one.seen_at, "this": one.this}
