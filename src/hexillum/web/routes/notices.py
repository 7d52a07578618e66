"""How people are told that it is their turn, and how that is switched off from a notice."""

from __future__ import annotations

from html import escape
from typing import Annotated, Final

from fastapi import FastAPI, Request, Response
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse

from .. import wire
from ..asking import Host, Json, Named, OwnKey
from ..limits import Limits
from ..messages import Refused
from ..messages.notices import AddChannel, QuietHours, SwitchChannel
from ..notices import Notifier

ChannelId = Annotated[str, InPath(pattern=r"^[0-9a-f]{32}$", description="The id of one of your channels.")]
Ticket = Annotated[str, InPath(max_length=100)]

_PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>{title} · Hexillum</title>
<main>
<h1>{title}</h1>
<p>{words}</p>
{form}
<p><a href="/you/notices">All your notices</a></p>
</main>
</html>
"""
#: Where a page gives no referrer at all, a browser sends its form without its origin, as if it were another site's.
_HEADERS: Final = {"cache-control": "no-store", "referrer-policy": "same-origin"}
_FORM: Final = '<form method="post"><button>Switch it off</button></form>'


def add_notices(app: FastAPI, notifier: Notifier, limits: Limits) -> None:
    """Add the addresses of notices."""
    store = notifier.tables.store

    async def told(person: Named) -> Response:
        return Json(await notifier.told(person))

    @app.get("/api/you/notices", tags=["notices"], response_model=wire.YourNotices)
    async def notices(person: Named, host: Host) -> Response:
        """How you are told that it is your turn."""
        limits.address("question", host)
        return await told(person)

    @app.put("/api/you/notices", tags=["notices"], response_model=wire.YourNotices)
    async def quiet(wish: QuietHours, person: Named, host: Host) -> Response:
        """Say when you want no notices, and whether of talk; what comes then is told afterwards, if it is still so."""
        limits.address("command", host)
        await notifier.quiet(person, wish)
        return await told(person)

    @app.post("/api/you/notices/channels", tags=["notices"], response_model=wire.YourNotices, status_code=201)
    async def add(wish: AddChannel, person: Named, key: OwnKey, host: Host, request: Request) -> Response:
        """Be told by a browser, or by an address of apprise."""
        limits.address("notice", host)
        await notifier.add(person, wish, str(request.base_url), key)
        return Json(await notifier.told(person), status_code=201)

    @app.put("/api/you/notices/channels/{channel}", tags=["notices"], response_model=wire.YourNotices)
    async def switch(channel: ChannelId, wish: SwitchChannel, person: Named, host: Host) -> Response:
        """Switch a way to be told off or on again; one that rests after failing is tried again."""
        limits.address("command", host)
        if not await store.notices.switch(channel, wish.off, person.id):
            raise _none()
        return await told(person)

    @app.delete("/api/you/notices/channels/{channel}", tags=["notices"], response_model=wire.YourNotices)
    async def take_away(channel: ChannelId, person: Named, host: Host) -> Response:
        """Be told in this way no longer; its address is forgotten."""
        limits.address("command", host)
        if not await store.notices.take_away(person.id, channel):
            raise _none()
        return await told(person)

    @app.post("/api/you/notices/channels/{channel}/test", tags=["notices"], response_model=wire.TestSent)
    async def test(channel: ChannelId, person: Named, host: Host) -> Response:
        """Send a test in one of your ways, and say whether it went out."""
        limits.address("notice", host)
        sent = await notifier.test(person, channel)
        answer: wire.TestSent = {"sent": sent.how == "sent", "words": sent.words}
        return Json(answer)

    @app.get("/notices/off/{ticket}", include_in_schema=False)
    async def ask_off(ticket: Ticket, host: Host) -> Response:
        """A page with a button: to look at a link, as programs do with mails, switches nothing off."""
        limits.address("question", host)
        notifier.channel_of(ticket)
        return _page("Notices", "No more notices of Hexillum in this way?", _FORM)

    @app.post("/notices/off/{ticket}", include_in_schema=False)
    async def off(ticket: Ticket, host: Host) -> Response:
        """Switch off the way that a notice came by, without any name; also for mail programs (RFC 8058)."""
        limits.address("question", host)
        await store.notices.switch(notifier.channel_of(ticket), True)
        return _page("Switched off", "No more notices come in this way.")


def _none() -> Refused:
    return Refused("no_channel", "this is none of your ways to be told: look again", status=404)


def _page(title: str, words: str, form: str = "") -> Response:
    return HTMLResponse(_PAGE.format(title=escape(title), words=escape(words), form=form), headers=_HEADERS)
