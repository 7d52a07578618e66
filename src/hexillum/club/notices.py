"""Notices: what they say, when they may come, and which addresses they may go to at all."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit
from zoneinfo import ZoneInfo

from .occasions import OCCASIONS

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

#: Ways of apprise that may be named where the operator says nothing, and hosts that they may reach: public services.
SCHEMES: Final = ("discord", "gotifys", "mailtos", "matrixs", "ntfys", "slack", "tgram")
HOSTS: Final = (
    *("discord.com", "discordapp.com"),
    *("hooks.slack.com", "slack.com"),
    "ntfy.sh",
    "api.telegram.org",
    *("matrix.org", "matrix-client.matrix.org"),
    *("smtp.gmail.com", "smtp.mail.yahoo.com", "smtp-mail.outlook.com", "smtp.fastmail.com", "smtp.zoho.com"),
)
#: The push services of the browsers.
PUSH_HOSTS: Final = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.push.services.mozilla.com",
    "web.push.apple.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)
PORTS: Final = (80, 443, 465, 587)  # of a host that is named without one
URL_MOST: Final = 500
ENDPOINT_MOST: Final = 1_000
#: What may stand behind the question mark of an address: none of it names a file or another address.
PARAMETERS: Final = frozenset(
    {
        "to",
        "from",
        "name",
        "smtp",
        "mode",
        "user",
        "pass",
        "priority",
        "channel",
        "topic",
        "thread",
        "silent",
        "msgtype",
    }
)
TITLE_MOST: Final = 60
BACK_OFF: Final = (60.0, 300.0, 1_800.0, 7_200.0, 21_600.0, 86_400.0)  # seconds that a failing channel rests
_LABEL: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
_KEY: Final = re.compile(r"[A-Za-z0-9_=-]{16,200}")


class BadAddress(ValueError):
    """An address that notices do not go to; the message says what was expected."""


@dataclass(frozen=True)
class Allowed:
    """Where notices may go: ways of apprise, hosts that these may reach (`host`, `host:port`, `*.domain`), and the
    hosts of push services.

    >>> Allowed().reaches("ntfy.sh", 443), Allowed().reaches("ntfy.sh.example", 443), Allowed().reaches("ntfy.sh", 22)
    (True, False, False)
    """

    schemes: tuple[str, ...] = SCHEMES
    hosts: tuple[str, ...] = HOSTS
    push: tuple[str, ...] = PUSH_HOSTS

    def reaches(self, host: str, port: int) -> bool:
        """Whether a way of apprise may reach a port of a host."""
        return any(_fits(one, host, port) for one in self.hosts)

    def pushes(self, host: str, port: int) -> bool:
        """Whether a push may go to a port of a host.

        >>> Allowed().pushes("fcm.googleapis.com", 443), Allowed().pushes("fcm.googleapis.com", 80)
        (True, False)
        """
        return port == 443 and any(_fits(one, host, port) for one in self.push)


def _fits(pattern: str, host: str, port: int) -> bool:
    name, _, own_port = pattern.partition(":")
    if port not in ((int(own_port),) if own_port else PORTS):
        return False
    host = host.lower().rstrip(".")
    if name.startswith("*."):
        return host.endswith(name[1:]) and len(host) > len(name) - 1
    return host == name


def proper_host(told: str) -> str:
    """A host as an operator names it: `ntfy.example`, `hook.example:8443`, `*.example`. Raises BadAddress.

    >>> proper_host("*.Push.Example")
    '*.push.example'
    """
    name, colon, port = told.strip().lower().partition(":")
    labels = name.removeprefix("*.").split(".")
    right = all(_LABEL.fullmatch(label) for label in labels) and len(labels) > 1 and not labels[-1].isdigit()
    if not right or (colon and not (port.isascii() and port.isdigit() and 0 < int(port) < 65_536)):
        raise BadAddress(f"{told!r} is no host for notices: expected a name such as ntfy.example or hook.example:8443")
    return f"{name}{colon}{port}"


# ---------------------------------------------------------------------- addresses


def is_public(address: Address) -> bool:
    """Whether an address is one of the open internet: none of this machine, its networks, or of a cloud's own services.

    Addresses of IPv6 that stand for one of IPv4 are judged by that.

    >>> [is_public(ipaddress.ip_address(one)) for one in ("9.9.9.9", "169.254.169.254", "::ffff:10.0.0.1", "::1")]
    [True, False, False, False]
    """
    if isinstance(address, ipaddress.IPv6Address):
        inside = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if address in _NAT64 or int(address) >> 32 & 0xFDFFFFFF == _ISATAP:
            inside = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inside is not None:
            return is_public(inside)
        if address.is_site_local or int(address) >> 32 == 0:  # ::a.b.c.d, as addresses were written once
            return False
    if any(address in network for network in _INSIDE):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
_ISATAP: Final = 0x5EFE  # behind any prefix, in the four bytes before an address of IPv4; a bit of them may be set
#: Those that Python takes for public, or did: a cloud's own services, relays of 6to4, and addresses of books.
_INSIDE: Final = tuple(
    ipaddress.ip_network(one) for one in ("168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24", "3fff::/20")
)


def checked_push(told: Mapping[str, Any], allowed: Allowed) -> dict[str, str]:
    """A browser's subscription to a push service: its endpoint and keys. Raises BadAddress.

    >>> told = {"endpoint": "https://fcm.googleapis.com/fcm/send/x", "p256dh": "B" * 87, "auth": "a" * 22}
    >>> checked_push(told, Allowed())["endpoint"]
    'https://fcm.googleapis.com/fcm/send/x'
    """
    endpoint = str(told.get("endpoint", ""))
    host, port = _host_of(endpoint, ("https",), ENDPOINT_MOST)
    if not allowed.pushes(host, port):
        raise BadAddress(f"{host} is no push service that this server knows: its operator can name it")
    keys = {name: str(told.get(name, "")) for name in ("p256dh", "auth")}
    for name, key in keys.items():
        if not _KEY.fullmatch(key):
            raise BadAddress(f"the key {name} of the subscription is missing or none")
    return {"endpoint": endpoint, **keys}


def checked_url(url: str, allowed: Allowed) -> str:
    """An address as apprise has them, as far as it can be judged without it. Raises BadAddress.

    >>> checked_url("ntfys://ntfy.sh/my-table", Allowed())
    'ntfys://ntfy.sh/my-table'
    """
    if len(url) > URL_MOST or not url.isprintable() or any(mark in url for mark in " ,\\\"'<>^`{|}"):
        raise BadAddress(f"expected one address of at most {URL_MOST} letters, such as ntfys://ntfy.sh/my-table")
    scheme, mark, _ = url.partition("://")
    if not mark or scheme.lower() not in allowed.schemes:
        known = ", ".join(sorted(allowed.schemes)) or "none at all"
        raise BadAddress(f"this server sends no notices by {scheme[:20]!r}: expected one of {known}")
    try:
        parts = urlsplit(url)
        told = parse_qsl(parts.query, keep_blank_values=True)
        _ = parts.port
    except ValueError:
        raise BadAddress("this is no address: it cannot be read") from None
    for name, _value in told:
        if name.lower() not in PARAMETERS:
            raise BadAddress(
                f"{name[:30]!r} is not taken in an address: expected one of {', '.join(sorted(PARAMETERS))}"
            )
    return url


def _host_of(url: str, schemes: tuple[str, ...], most: int) -> tuple[str, int]:
    """The host and port of an address of the web. Raises BadAddress."""
    try:
        parts = urlsplit(url)
        port = parts.port or 443
        host = (parts.hostname or "").rstrip(".")
    except ValueError:
        raise BadAddress("this is no address: it cannot be read") from None
    plain = len(url) <= most and url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if not plain or parts.scheme not in schemes or not host or "@" in parts.netloc or parts.fragment:
        raise BadAddress(f"expected an address that begins with {schemes[0]}://, without a name or a password in it")
    return host, port


# ---------------------------------------------------------------------- words and times


def title_of(battle: str, occasion: str = "turn") -> str:
    """The title of a notice: the battle, which somebody may have named himself, without any mark that a service reads,
    and what is told of it.

    >>> title_of("Akragas"), title_of("@everyone <b>[x](http://y)")
    ('Akragas: it is your turn', 'everyone b x httpy: it is your turn')
    >>> title_of("Akragas", "draw")
    'Akragas: a draw is offered'
    """
    kept = "".join(one if one.isalnum() or one in " .'-–" else " " if one in "<>[]" else "" for one in _plain(battle))
    name = " ".join(kept.split())[:TITLE_MOST].strip()
    return f"{name or 'Your battle'}: {OCCASIONS[occasion].words}"


def _plain(words: str) -> str:
    """Words without characters that steer, hide or combine."""
    return "".join(c for c in unicodedata.normalize("NFC", words) if unicodedata.category(c)[0] in "LNPZS")


@dataclass(frozen=True)
class Quiet:
    """Hours in which no notice comes: from one minute of the day to another, by the clocks of a time zone.

    >>> Quiet(22 * 60, 7 * 60, "Europe/Rome").end(1_750_000_000.0) > 1_750_000_000.0  # 17 minutes past five there
    False
    >>> Quiet(22 * 60, 7 * 60, "UTC").end(86_400.0 - 60) == 86_400.0 + 7 * 3600
    True
    """

    begins: int
    ends: int
    zone: str

    def __post_init__(self) -> None:
        if not (0 <= self.begins < 1440 and 0 <= self.ends < 1440):
            raise ValueError("quiet hours: expected minutes of the day, from 0 to 1439")
        proper_zone(self.zone)

    def end(self, now: float) -> float:
        """When a notice of now may come: at once, or where it is quiet now, when that ends."""
        here = datetime.fromtimestamp(now, ZoneInfo(self.zone))
        minute = here.hour * 60 + here.minute
        inside = (
            self.begins <= minute < self.ends
            if self.begins <= self.ends
            else minute >= self.begins or minute < self.ends
        )
        if not inside:
            return now
        ends = here.replace(hour=self.ends // 60, minute=self.ends % 60, second=0, microsecond=0)
        if ends <= here:
            ends = (here + timedelta(days=1)).replace(
                hour=self.ends // 60, minute=self.ends % 60, second=0, microsecond=0
            )
        return max(now, ends.timestamp())


def proper_zone(zone: str) -> str:
    """The name of a time zone. Raises ValueError for what is none.

    >>> proper_zone("Europe/Rome")
    'Europe/Rome'
    """
    try:
        if not re.fullmatch(r"[A-Za-z0-9_+-]{1,32}(/[A-Za-z0-9_+-]{1,32}){0,2}", zone):
            raise ValueError
        ZoneInfo(zone)
    except (ValueError, OSError):  # OSError also for what is a folder of zones
        raise ValueError(f"{zone[:40]!r} is no time zone: expected a name such as Europe/Rome") from None
    except KeyError:  # ZoneInfoNotFoundError
        raise ValueError(f"{zone[:40]!r} is no time zone: expected a name such as Europe/Rome") from None
    return zone


def rest(failures: int) -> float:
    """How many seconds a channel rests that has failed so often in a row.

    >>> rest(0), rest(1), rest(2), rest(99)
    (0.0, 60.0, 300.0, 86400.0)
    """
    return 0.0 if failures <= 0 else BACK_OFF[min(failures, len(BACK_OFF)) - 1]
