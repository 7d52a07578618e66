"""Links by mail that bring a name to another browser: who has which address is said to nobody, not by a pause either.

A link is good once, for half an hour, and in the browser only that asked for it: who sees one in another's mail has
nothing of it. Of an address the database has a mark, made with the key of the server.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Literal

from .mail import Letter, Post, deliver, is_address
from .messages import Refused
from .store import NameTaken, Person, Store, StoreError, TooMany

log = logging.getLogger("hexillum.mail")

SECONDS: Final = 1800.0  # that a link is good
AT_ONCE: Final = 3  # links that are good for one address
WAITING_MOST: Final = 100  # letters that are under way
SENT: Final = "If everything is right, a letter is under way: open its link in this browser within half an hour."
_NO_MAIL: Final = "this server sends no letters: use a passkey to bring your name to another browser"
_OVER: Final = "this link was used already, is over, or was asked for in another browser: ask for a new one here"


class Letters:
    """The letters of a server; `post` is what sends them, None where it sends none."""

    def __init__(self, store: Store, post: Post | None) -> None:
        self.store = store
        self.post = post
        self._under_way: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Let the letters that are under way go, and wait for them."""
        if self._under_way:
            await asyncio.wait(self._under_way)

    def note(self, person: Person, mail: str, key: str, home: str) -> str:
        """Send a link by which an address becomes somebody's; what to tell him. Raises Refused."""
        return self._send("mail", _address(mail), person, key, home)

    def bring(self, mail: str, key: str, home: str) -> str:
        """Send a link that brings the name of an address to the browser of a key; what to tell it. Raises Refused."""
        return self._send("device", _address(mail), None, key, home)

    def _send(self, kind: Literal["mail", "device"], mail: str, person: Person | None, key: str, home: str) -> str:
        """Send it beside everything else, so that the answer takes the same time whether there is such an address."""
        if self.post is None:
            raise Refused("no_mail", _NO_MAIL)
        if len(self._under_way) >= WAITING_MOST:
            raise Refused("too_fast", "many letters are under way: try again in a minute", status=429)
        task = asyncio.create_task(self._work(self.post, kind, mail, person, key, home))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return SENT

    async def _work(
        self, post: Post, kind: Literal["mail", "device"], mail: str, person: Person | None, key: str, home: str
    ) -> None:
        mark = self.store.key.mark(mail)
        try:
            whose = person or await self.store.people.of_mail(mark)
            if whose is None or whose.blocked:
                return
            secret = await self.store.tickets.make(kind, SECONDS, person=whose.id, key=key, data=mark, alike=AT_ONCE)
        except TooMany:
            return
        except StoreError as error:
            log.error("a letter could not be written: %s", type(error).__name__)
            return
        await deliver(post, _letter(kind, mail, whose.name, f"{home}you#link={secret}"))

    async def use(self, secret: str, person: Person | None, key: str, label: str) -> Person:
        """Do what a link is for; who the browser of the key is afterwards. Raises Refused, StoreError."""
        try:
            ticket = await self.store.tickets.use("mail", secret, key)
            if ticket is not None and person is not None and ticket.person == person.id:
                await self.store.people.note_mail(person.id, ticket.data)
                return person
            ticket = await self.store.tickets.use("device", secret, key)
            whose = None if ticket is None else await self.store.people.one(ticket.person or "")
            if whose is None or whose.blocked or not await self.store.people.add_key(whose.id, key, label):
                raise Refused("link_over", _OVER, status=403)
        except NameTaken as error:
            raise Refused("name_taken", str(error)) from None
        except TooMany as error:
            raise Refused("full", str(error)) from None
        return whose


def _address(mail: str) -> str:
    """An address as it is looked up: nobody's differs from another's by capitals only. Raises Refused."""
    if not is_address(mail.strip()):
        raise Refused("bad_mail", "expected one address of mail, such as anna@games.example", status=422)
    return mail.strip().lower()


def _letter(kind: str, mail: str, name: str, link: str) -> Letter:
    what = f"let the name {name} be brought to other browsers by this address"
    if kind == "device":
        what = f"bring the name {name} to the browser that asked for it"
    text = (
        f"To {what}, open this link there:\n\n{link}\n\n"
        "It is good once, for half an hour, and in the browser that asked for it only.\n"
        "If it was not you who asked, do nothing: then nothing happens.\n"
    )
    return Letter(mail, f"Hexillum: the name {name}", text)
