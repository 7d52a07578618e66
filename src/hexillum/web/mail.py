"""Letters that the server sends: a link, good once, that brings a name to another browser."""

from __future__ import annotations

import asyncio
import logging
import re
import smtplib
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import unquote, urlsplit

log = logging.getLogger("hexillum.mail")

WITHIN: Final = 20.0  # seconds that a server of mail may take
_ADDRESS: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")
_LOCAL: Final = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Letter:
    """What goes to somebody by mail."""

    to: str
    subject: str
    text: str


Post = Callable[[Letter], None]


def is_address(words: str) -> bool:
    """Whether something is an address of mail: one plain one, with nothing around it.

    >>> is_address("anna@games.example"), is_address("anna@games.example\\nBcc: all@elsewhere.example")
    (True, False)
    """
    return len(words) <= 254 and _ADDRESS.fullmatch(words) is not None


@dataclass(frozen=True)
class Smtp:
    """A server of mail, and from whom its letters are."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    tls: bool = False  # from the first byte, and not only once it is spoken of

    @classmethod
    def of(cls, address: str, sender: str = "") -> Smtp:
        """The server of an address: smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the first byte.

        `sender` is from whom letters are; without it the user, where that is an address. Raises ValueError.

        >>> Smtp.of("smtp://mail.example", "club@games.example").port
        587
        """
        try:
            parts = urlsplit(address)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            host, port, parts = "", None, urlsplit("")
        if parts.scheme not in ("smtp", "smtps") or not host or parts.path.strip("/") or parts.query:
            raise ValueError("--mail: expected smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the first byte")
        user = unquote(parts.username or "")
        sender = sender or user
        if not is_address(sender):
            raise ValueError("--mail-from: expected the address that letters come from, such as club@games.example")
        tls = parts.scheme == "smtps"
        return cls(host, port or (465 if tls else 587), sender, user, unquote(parts.password or ""), tls)

    def __call__(self, letter: Letter) -> None:
        """Send a letter; never a password, nor a letter to another machine, without encryption. Raises OSError."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, letter.to, letter.subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self.sender.partition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.text)
        trust = ssl.create_default_context()
        if self.tls:
            line: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=WITHIN, context=trust)
        else:
            line = smtplib.SMTP(self.host, self.port, timeout=WITHIN)
        with line:
            if not self.tls and (self.host not in _LOCAL or self.user):
                line.starttls(context=trust)
            if self.user:
                line.login(self.user, self.password)
            line.send_message(message)


async def deliver(post: Post, letter: Letter) -> bool:
    """Send a letter beside everything else; False where it did not go, which the log says without the address."""
    try:
        await asyncio.to_thread(post, letter)
    except (OSError, ValueError, smtplib.SMTPException) as error:
        log.error("a letter could not be sent: %s", type(error).__name__)
        return False
    return True
