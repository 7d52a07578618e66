"""Who somebody is: a name is taken, changed, deleted, brought to another browser, and all that is kept is told."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import FastAPI, Request, Response
from fastapi import Path as InPath

from .. import passkeys, wire
from ..asking import Host, Json, KeyDigest, Known, Named, OwnKey, Whoever
from ..letters import Letters
from ..limits import Limits
from ..messages import Refused
from ..messages.people import ChangeName, ClaimSeats, MadePasskey, MailAddress, SignedIn, TakeName, UseLink
from ..people import House, change_name, claim, exported, forget, home_of, site_of, take_name, told
from ..store import Person
from ..tables import OpenTables

HALF: Final = 0.5  # what half of a question and its answer cost of the names that an address may ask for
Short = Annotated[str, InPath(pattern=r"^[0-9a-f]{16}$", description="The id of a browser or passkey of yours.")]


def add_people(app: FastAPI, tables: OpenTables, limits: Limits, letters: Letters) -> None:
    """Add the addresses of people with names."""
    _names(app, tables, limits)
    _kept(app, tables, limits)
    _passkeys(app, tables, limits)
    _mail(app, tables, limits, letters)


def _names(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    house: House = app.state.house

    @app.get("/api/you", tags=["people"], response_model=wire.You)
    async def you(person: Known, key: KeyDigest, request: Request) -> Response:
        """Who you are to this server, by your key, and what it wants of names."""
        return Json(await told(tables, house, person, key, request))

    @app.post("/api/you", tags=["people"], response_model=wire.You, status_code=201)
    async def take(wish: TakeName, key: OwnKey, host: Host, request: Request) -> Response:
        """Take a name for your key."""
        limits.address("name", host)
        person = await take_name(tables, house, key, wish.name, wish.label, wish.invitation)
        return Json(await told(tables, house, person, key, request), status_code=201)

    @app.put("/api/you", tags=["people"], response_model=wire.You)
    async def change(wish: ChangeName, person: Named, key: OwnKey, host: Host, request: Request) -> Response:
        """Change your name; your tables show the new one at once."""
        limits.address("name", host)
        return Json(await told(tables, house, await change_name(tables, house, person, wish.name), key, request))

    @app.delete("/api/you", tags=["people"], response_model=wire.You)
    async def leave(person: Known, key: OwnKey, host: Host, request: Request) -> Response:
        """Delete your name with all that is kept of you; your games go on with a former player."""
        limits.address("command", host)
        await forget(tables, _somebody(person))
        return Json(await told(tables, house, None, key, request))


def _kept(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    house: House = app.state.house

    @app.get("/api/you/export", tags=["people"], response_model=wire.KeptOfYou)
    async def export(person: Known, host: Host) -> Response:
        """All that is kept of you, as JSON by its tables."""
        limits.address("question", host)
        return Json(
            await exported(tables, _somebody(person)),
            headers={"content-disposition": 'attachment; filename="hexillum-you.json"'},
        )

    @app.delete("/api/you/devices/{device}", tags=["people"], response_model=wire.You)
    async def take_away(device: Short, person: Known, key: OwnKey, host: Host, request: Request) -> Response:
        """Be known no longer by one of your browsers; what it holds of your seats is good for nothing then."""
        limits.address("command", host)
        mine = _somebody(person)
        if not await tables.store.people.take_away(mine.id, device):
            raise Refused("no_device", "this is none of your browsers: look again", status=404)
        await tables.renamed(mine.id)
        return Json(await told(tables, house, await tables.store.people.of_key(key), key, request))

    @app.post("/api/you/seats", tags=["people"], response_model=wire.You)
    async def claim_seats(wish: ClaimSeats, person: Named, key: OwnKey, host: Host, request: Request) -> Response:
        """Play by your name from now on at seats that you have taken as a guest."""
        limits.address("question", host, 1 + len(wish.seats))
        await claim(tables, person, wish.seats)
        return Json(await told(tables, house, person, key, request))


def _passkeys(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    house: House = app.state.house

    @app.post("/api/you/passkeys/question", tags=["people"], response_model=wire.PasskeyQuestion)
    async def to_make(person: Named, key: OwnKey, host: Host, request: Request) -> Response:
        """What to make a passkey of that brings your name to other browsers; good once and for three minutes."""
        limits.address("name", host, HALF)
        return Json(await passkeys.ask_to_make(tables.store, site_of(request), person, key))

    @app.post("/api/you/passkeys", tags=["people"], response_model=wire.You, status_code=201)
    async def make(wish: MadePasskey, person: Named, key: OwnKey, host: Host, request: Request) -> Response:
        """Keep the passkey that your browser has made."""
        limits.address("name", host, HALF)
        await passkeys.make(tables.store, site_of(request), person, key, wish)
        return Json(await told(tables, house, person, key, request), status_code=201)

    @app.delete("/api/you/passkeys/{passkey}", tags=["people"], response_model=wire.You)
    async def take_passkey(passkey: Short, person: Known, key: OwnKey, host: Host, request: Request) -> Response:
        """Let one of your passkeys be good for nothing here."""
        limits.address("command", host)
        mine = _somebody(person)
        if not await tables.store.passkeys.take_away(mine.id, passkey):
            raise Refused("no_device", "this is none of your passkeys: look again", status=404)
        return Json(await told(tables, house, mine, key, request))

    @app.post("/api/you/sign-in/question", tags=["people"], response_model=wire.SignInQuestion)
    async def to_sign(key: OwnKey, host: Host, request: Request) -> Response:
        """What to have a passkey sign that brings its owner's name to your browser; good once, for three minutes."""
        limits.address("name", host, HALF)
        return Json(await passkeys.ask_to_sign_in(tables.store, site_of(request), key))

    @app.post("/api/you/sign-in", tags=["people"], response_model=wire.You)
    async def sign_in(wish: SignedIn, key: OwnKey, host: Host, request: Request) -> Response:
        """Bring a name to your browser by what its passkey has signed."""
        limits.address("name", host, HALF)
        person = await passkeys.sign_in(tables.store, site_of(request), key, wish)
        return Json(await told(tables, house, person, key, request))


def _mail(app: FastAPI, tables: OpenTables, limits: Limits, letters: Letters) -> None:
    house: House = app.state.house

    @app.put("/api/you/mail", tags=["people"], response_model=wire.LetterSent, status_code=202)
    async def note(wish: MailAddress, person: Named, key: OwnKey, host: Host, request: Request) -> Response:
        """Note an address that brings your name to other browsers, once the link in a letter to it was opened."""
        limits.address("letter", host)
        return Json({"words": letters.note(person, wish.mail, key, home_of(request))}, status_code=202)

    @app.delete("/api/you/mail", tags=["people"], response_model=wire.You)
    async def forget_mail(person: Known, key: OwnKey, host: Host, request: Request) -> Response:
        """Forget your address."""
        limits.address("command", host)
        mine = _somebody(person)
        await tables.store.people.note_mail(mine.id, None)
        return Json(await told(tables, house, mine, key, request))

    @app.post("/api/you/letters", tags=["people"], response_model=wire.LetterSent, status_code=202)
    async def bring(wish: MailAddress, key: OwnKey, host: Host, request: Request) -> Response:
        """Have a letter sent to an address whose link brings its owner's name to your browser."""
        limits.address("letter", host)
        return Json({"words": letters.bring(wish.mail, key, home_of(request))}, status_code=202)

    @app.post("/api/you/links", tags=["people"], response_model=wire.You)
    async def use(wish: UseLink, person: Whoever, key: OwnKey, host: Host, request: Request) -> Response:
        """Do what the link of a letter is for, in the browser that asked for it; it is good once."""
        limits.address("name", host, HALF)
        now = await letters.use(wish.link, person, key, wish.label)
        return Json(await told(tables, house, now, key, request))


def _somebody(person: Person | None) -> Person:
    """Somebody with a name, also where it is blocked: what is kept of him is his. Raises Refused for a guest."""
    if person is None:
        raise Refused("no_name", "you have no name here, so nothing is kept of you", status=401)
    return person
