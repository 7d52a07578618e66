"""What the server does with people who have names: what its operator wants of them, and what they are refused."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import urlsplit

from fastapi import Request

from .. import players
from ..club.names import BadName, figures, proper, skeleton
from .mail import Post
from .messages import Refused
from .messages.people import HeldSeat
from .passkeys import Site
from .passkeys import there as passkeys_there
from .reach import UNKNOWN, Reach
from .roster import Roster
from .store import Device, NameTaken, NotInvited, Passkey, Person, TooMany
from .table import digest
from .tables import OpenTables
from .wire import DeviceCard, KeptOfYou, PasskeyCard, You


@dataclass(frozen=True)
class House:
    """What an operator wants of people, and has for them: whether who plays has a name, and who may take one.

    `organisers` are the names that may make tournaments and see what only they see; without any everybody with a name
    makes tournaments. Nobody takes one of them without an invitation.
    """

    names: Literal["optional", "required"] = "optional"
    registration: Literal["open", "invited"] = "open"
    organisers: tuple[str, ...] = ()
    post: Post | None = None  # what sends letters, where the server sends any
    reach: Reach = UNKNOWN  # where it listens

    def is_organiser(self, name: str) -> bool:
        """Whether a name is that of an organiser, or looks like it: of those one is given only.

        >>> House(organisers=("Anna",)).is_organiser("anna"), House().is_organiser("anna")
        (True, False)
        """
        return skeleton(name) in map(skeleton, self.organisers)

    def leads(self, name: str) -> bool:
        """Whether somebody of a name may do what organisers do: names of before may look like theirs by figures.

        >>> House(organisers=("Bob",)).leads("bob"), House(organisers=("Bob",)).leads("8ob")
        (True, False)
        """
        return any(skeleton(name) == skeleton(one) and figures(name) == figures(one) for one in self.organisers)


OPEN: Final = House()
_ORGANISERS: Final = "this is the name of an organiser: who runs this server gives it by an invitation"


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
    by_invitation = house.registration == "invited" or house.is_organiser(shown)
    if by_invitation and invitation is None:
        words = "names are given by invitation here: ask who runs this server for one"
        raise Refused("not_invited", _ORGANISERS if house.is_organiser(shown) else words, status=403)
    used = digest(invitation) if by_invitation and invitation is not None else None
    try:
        return await tables.store.people.take(key, shown, label, used)
    except NameTaken as error:
        raise Refused("name_taken", str(error)) from None
    except TooMany as error:
        raise Refused("full", str(error)) from None
    except NotInvited:
        words = "this invitation was used already, or is over: ask who gave it to you for another"
        raise Refused("not_invited", words, status=403) from None


async def change_name(tables: OpenTables, house: House, person: Person, name: str) -> Person:
    """Give somebody another name. Raises Refused."""
    shown = checked(name, tables.own)
    his = house.leads(person.name) and skeleton(shown) == skeleton(person.name)
    if house.is_organiser(shown) and not his:
        raise Refused("not_invited", _ORGANISERS, status=403)
    try:
        now = await tables.store.people.rename(person.id, shown)
    except NameTaken as error:
        raise Refused("name_taken", str(error)) from None
    if now is None:
        raise Refused("no_name", "your name was deleted meanwhile", status=401)
    await tables.renamed(person.id)
    return now


async def claim(tables: OpenTables, person: Person, seats: Sequence[HeldSeat]) -> None:
    """Let seats that somebody took as a guest be played by his name; those of others stay as they are."""
    held = [(one.game, digest(token)) for one in seats for token in one.tokens]
    if await tables.store.people.claim(person.id, held):
        await tables.renamed(person.id, {one.game for one in seats})


async def forget(tables: OpenTables, person: Person) -> None:
    """Delete somebody's name with all that is kept of him."""
    await tables.store.people.forget(person.id)
    await tables.renamed(person.id)


async def exported(tables: OpenTables, person: Person) -> KeptOfYou:
    """All that is kept of somebody."""
    kept = await tables.store.people.export(person.id)
    return {"made_at": time.time(), "tables": [{"name": name, "rows": rows} for name, rows in kept.items()]}


async def told(tables: OpenTables, house: House, person: Person | None, key: str | None, request: Request) -> You:
    """Who somebody is, as he is told himself."""
    store = tables.store
    devices = [] if person is None else await store.people.devices(person.id, key or "")
    passkeys = [] if person is None else await store.passkeys.of(person.id)
    return {
        "id": None if person is None else person.id,
        "name": "" if person is None else person.name,
        "blocked": person is not None and person.blocked,
        "devices": [_device(one) for one in devices],
        "passkeys": [_passkey(one) for one in passkeys],
        "mail": person is not None and await store.people.has_mail(person.id),
        "ways": {
            "passkeys": passkeys_there() and _site(request) is not None,
            "mail": house.post is not None and _home(request) is not None,
        },
        "names": house.names,
        "registration": house.registration,
    }


def _device(one: Device) -> DeviceCard:
    return {"id": one.id, "label": one.label, "made_at": one.made_at, "seen_at": one.seen_at, "this": one.this}


def _passkey(one: Passkey) -> PasskeyCard:
    return {"id": one.short, "label": one.label, "made_at": one.made_at, "seen_at": one.seen_at}


# ---------------------------------------------------------------- by which name the server is reached


def site_of(request: Request) -> Site:
    """What a browser takes this server for, which passkeys are bound to. Raises Refused where it has none."""
    site = _site(request)
    if site is None:
        words = "passkeys need an address with a name and TLS, such as https://games.example, or localhost"
        raise Refused("no_passkeys", words)
    return site


def home_of(request: Request) -> str:
    """The address that a letter may lead to. Raises Refused where none is sure."""
    home = _home(request)
    if home is None:
        raise Refused("no_mail", "letters need an address with a name, such as games.example: open this page by that")
    return home


def _site(request: Request) -> Site | None:
    host = request.headers.get("host", "")
    name = name_of(host)
    if _is_number(name) or not (request.url.scheme == "https" or name == "localhost"):
        return None
    return Site(name, f"{request.url.scheme}://{host}")


def _home(request: Request) -> str | None:
    """The address of this server as the request has it, whose name was checked by the guard.

    A number is nobody's name: with one, whoever asks could have letters to others lead to his own machine. Nor may
    anybody from elsewhere have them lead to the reader's own.
    """
    name, client = name_of(request.headers.get("host", "")), request.client
    if name == "localhost":
        return str(request.base_url) if client is not None and client.host in _HERE else None
    return None if _is_number(name) else str(request.base_url)


_HERE: Final = ("127.0.0.1", "::1", "localhost")


def name_of(host: str) -> str:
    """The name in a `Host` header, without its port."""
    return (urlsplit(f"//{host}").hostname or "").lower()


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return not name
    return True
