"""Notices: how people are told that it is their turn, that a draw is offered, that somebody has come, or that a battle
is over, by a queue of the database that every server process works at.

A notice waits some seconds, in which whoever is at the table sees it there; then one server takes it up, and notes for
each channel that it is about to go out before it does. So it may be lost where a server dies, and never comes twice.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import time
import uuid
from dataclasses import dataclass, replace
from typing import Any, Final

from ..club.notices import Allowed, BadAddress, Quiet, checked_push, checked_url, proper_zone, rest
from ..club.occasions import OCCASIONS, occasion_of
from . import sending
from .bus import stop
from .messages import Refused
from .messages.notices import AddChannel, QuietHours
from .sending import Notice, Sent
from .store import Channel, Due, FullOfChannels, Hours, Person, StoreError
from .tables import OpenTables
from .vapid import public_part, push_key
from .wire import ChannelCard, YourNotices
from .workers import Busy, Died, NoProcess, TooLong, Whose, Workers

log = logging.getLogger("hexillum.notices")

LOOK: Final = 1.0  # seconds between looks at the queue
DEADLINE: Final = 25.0  # seconds after which what sends a notice is ended
AGAIN: Final = 1_800.0  # seconds at most until it is seen whether one that nobody took can go out
FORGET: Final = 3_600.0  # seconds between looks for notices of long ago
TEST: Final = Notice("Hexillum: a test", "This is how you will be told that it is your turn.", "", "")
EVERYWHERE: Final = Allowed()  # that public services are
NOBODY: Final = "mailto:nobody@localhost.invalid"  # whom push services write to where the operator names nobody
SENDERS: Final = Whose("notices")


@dataclass(frozen=True)
class NoticeRules:
    """What the operator wants of notices: where they may go, and whom a push service may write to about them."""

    allowed: Allowed = EVERYWHERE
    contact: str = ""


class Notifier:
    """What tells people that they are waited for. `open` before use, `close` afterwards."""

    def __init__(self, tables: OpenTables, rules: NoticeRules) -> None:
        self.tables = tables
        self.rules = rules
        self.me = uuid.uuid4().hex
        self._workers = Workers(1, nice=5, prepare=sending.prepare)
        self._task: asyncio.Task[None] | None = None
        self._forgot = time.monotonic()

    async def open(self) -> None:
        """Begin to work at the queue."""
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop; what was taken up and did not go out is taken up by another server, or by the next one."""
        await stop(self._task)
        self._workers.close()

    # ------------------------------------------------------------------ what somebody wants

    async def told(self, person: Person) -> YourNotices:
        """How somebody is told, and in which ways this server could."""
        store = self.tables.store.notices
        hours = await store.hours(person.id)
        return {
            "channels": [_card(one) for one in await store.channels(person.id)],
            "quiet": {"begins": hours.begins, "ends": hours.ends, "zone": hours.zone},
            "talk": hours.talk,
            "push_key": public_part(push_key(self.tables.store.key)),
            "schemes": sorted(self.rules.allowed.schemes),
        }

    async def quiet(self, person: Person, wish: QuietHours) -> None:
        """Note when somebody wants no notices, and whether of talk. Raises Refused."""
        if (wish.begins is None) != (wish.ends is None):
            raise Refused("invalid", "quiet hours begin and end, or there are none", status=422)
        try:
            zone = proper_zone(wish.zone)
        except ValueError as error:
            raise Refused("invalid", str(error), status=422) from None
        store = self.tables.store.notices
        talk = (await store.hours(person.id)).talk if wish.talk is None else wish.talk
        await store.set_hours(person.id, Hours(wish.begins, wish.ends, zone, talk))

    async def add(self, person: Person, wish: AddChannel, home: str, key: str) -> None:
        """Add a way in which somebody is told. Raises Refused.

        `home` is the address of this server as he came to it, `key` the digest of the key of his browser: a push goes
        to that browser, and no longer than he is known by it. An address of apprise is his wherever he is.
        """
        if (wish.push is None) == (wish.url is None):
            raise Refused("wrong_choice", "name one way: push or url", status=422)
        try:
            if wish.push is not None:
                address = json.dumps(checked_push(wish.push.model_dump(), self.rules.allowed), sort_keys=True)
                kind, label = "push", f"Browser: {_words(wish.label) or 'without a name'}"
                browser: str | None = key
            else:
                address, kind = checked_url(wish.url or "", self.rules.allowed), "apprise"
                label, browser = await self._described(address), None
        except BadAddress as error:
            raise Refused("bad_address", str(error), status=422) from None
        try:
            added = await self.tables.store.notices.add(
                person.id, kind, address, label, home.rstrip("/")[:200], browser
            )
        except FullOfChannels as error:
            raise Refused("full", str(error)) from None
        if added is None:
            raise Refused("no_name", "your name was taken from this browser meanwhile", status=401)

    async def _described(self, address: str) -> str:
        """What an address is called. Raises BadAddress, Refused."""
        try:
            return await self._workers.do(sending.described, address, seconds=DEADLINE, whose=SENDERS)
        except sending.Missing as error:
            raise Refused("missing", str(error), status=503) from None
        except (Busy, NoProcess, TooLong, Died):
            raise Refused("busy", "too much is being sent now: try again", status=503) from None

    async def test(self, person: Person, id: str) -> Sent:
        """Send a test by a channel of somebody. Raises Refused."""
        store = self.tables.store.notices
        channel = await store.channel(id)
        if channel is None or channel.person != person.id:
            raise Refused("no_channel", "this is none of your ways to be told: look again", status=404)
        notice = replace(TEST, link=f"{channel.home}/you/notices", off=self._off(channel))
        sent = await self._send(channel, notice)
        await self._note(channel, sent)
        return sent

    # ------------------------------------------------------------------ off by one click

    def _off(self, channel: Channel) -> str:
        """The link that switches a channel off, for whoever has the notice."""
        return f"{channel.home}/notices/off/{self.ticket(channel.id)}"

    def ticket(self, channel: str) -> str:
        """What proves that somebody has a notice of a channel."""
        return f"{channel}{self.tables.store.key.mark(f'off/{channel}')[:32]}"

    def channel_of(self, ticket: str) -> str:
        """The channel of a ticket. Raises Refused for one that this server has not signed."""
        channel = ticket[:32]
        if not hmac.compare_digest(self.ticket(channel).encode(), ticket.encode()):
            words = "this link switches nothing off: it is not whole, or of another server"
            raise Refused("wrong_ticket", words, status=404)
        return channel

    # ------------------------------------------------------------------ the queue

    async def _work(self) -> None:
        """Work at the queue for ever."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                log.warning("looking for notices failed: %s", error)
            except Exception:  # whatever it is, all notices hang on this
                log.exception("looking for notices failed")
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        """Look at the queue once: note who has seen for himself that it is his turn, and send what is due."""
        store = self.tables.store.notices
        if time.monotonic() - self._forgot > FORGET:
            self._forgot = time.monotonic()
            await store.forget_old()
        if not await store.anything():
            return
        await store.seen([one.id for one in await store.soon() if self._present(one)])
        for due in await store.take_up(self.me):
            try:
                await self._tell(due)
            except (Busy, NoProcess):
                await store.later(due.id, self.me, 30.0)

    def _present(self, due: Due) -> bool:
        """Whether he who is to be told is at the table now, as far as this server knows."""
        table = self.tables.in_memory.get(due.game)
        return table is not None and any(due.side in one.seats for one in table.listeners)

    async def _tell(self, due: Due) -> None:
        """Tell somebody what he waits for, in all of his ways, if it still is so and he wants to hear it now."""
        store = self.tables.store.notices
        if due.passed or self._present(due):
            await store.end(due.id, self.me, "passed" if due.passed else "seen")
            return
        hours = await store.hours(due.person)
        if not hours.talk and occasion_of(due.title) == OCCASIONS["said"]:
            await store.end(due.id, self.me, "nowhere")
            return
        wait = _quiet_for(hours)
        if wait > 0:
            await store.later(due.id, self.me, wait)
            return
        told, rested = False, []
        for channel in await store.channels(due.person):
            if channel.off:
                continue
            if channel.rests_until > time.time():
                rested.append(channel.rests_until)
                continue
            if not await store.begin(due.id, channel.id):
                continue
            where = (f"{channel.home}/table/{due.game}", self._off(channel), due.game, f"{due.game}/{due.version}")
            sent = await self._send(channel, Notice(due.title, occasion_of(due.title).body, *where))
            await store.ended(due.id, channel.id, sent.how)
            await self._note(channel, sent)
            told |= sent.how == "sent"
            if sent.how == "failed":
                rested.append(time.time() + rest(channel.failures + 1))
        if rested and not told:  # he shall hear of it yet, once a way has rested, if it is his turn still
            await store.later(due.id, self.me, min(AGAIN, max(1.0, min(rested) - time.time())))
        else:
            await store.end(due.id, self.me, "sent" if told else "nowhere")

    async def _send(self, channel: Channel, notice: Notice) -> Sent:
        """Send by a channel, in another process, which is ended where it takes too long. Raises Busy, NoProcess."""
        if not channel.address:
            return Sent("failed", "its address was sealed with another key: add it anew")
        secret = push_key(self.tables.store.key) if channel.kind == "push" else b""
        contact = self.rules.contact or (channel.home if channel.home.startswith("https://") else NOBODY)
        what: tuple[Any, ...] = (channel.kind, channel.address, notice, self.rules.allowed, secret, contact)
        try:
            return await self._workers.do(sending.send, *what, seconds=DEADLINE, whose=SENDERS)
        except (Busy, NoProcess):
            raise
        except sending.Missing as error:
            return Sent("failed", str(error))
        except (TooLong, Died):
            return Sent("unsure", "it took too long and was given up")
        except Exception as error:  # whatever it is, the others are still told
            log.warning("a notice could not be sent: %s", type(error).__name__)
            return Sent("failed", "it could not be sent")

    async def _note(self, channel: Channel, sent: Sent) -> None:
        """Note how it went with a channel: one that nobody is at any more goes."""
        store = self.tables.store.notices
        if sent.how == "gone":
            await store.take_away(channel.person, channel.id)
        else:
            await store.note(channel.id, "" if sent.how == "sent" else sent.words, rest)


def _quiet_for(hours: Hours) -> float:
    """How many seconds it is quiet yet for somebody who has these quiet hours."""
    if hours.begins is None or hours.ends is None:
        return 0.0
    now = time.time()
    return Quiet(hours.begins, hours.ends, hours.zone).end(now) - now


def _card(one: Channel) -> ChannelCard:
    return {
        "id": one.id,
        "kind": "push" if one.kind == "push" else "apprise",
        "label": one.label,
        "off": one.off,
        "failures": one.failures,
        "rests_until": one.rests_until if one.rests_until > time.time() else None,
        "trouble": one.trouble,
    }


def _words(label: str) -> str:
    """A label that somebody gives, without what cannot be shown."""
    return " ".join("".join(c for c in label if c.isprintable()).split())[:60]
