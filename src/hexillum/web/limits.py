"""How much one address, and one seat, may ask of the server: buckets that fill again, so many of them and no more."""

from __future__ import annotations

import ipaddress
import math
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final, Literal

from .guard import Pace
from .messages import Refused

Rate = tuple[float, float]  # so many at once, and so many a second
Asking = Literal[
    "request",
    "connection",
    "table",
    "question",
    "command",
    "scenario",
    "fairness",
    "preview",
    "review",
    "hint",
    "admin",
    "name",
    "tournament",
    "notice",
    "letter",
    "offer",
    "talk",
]

GAMES: Final[Rate] = (40.0, 0.2)  # new tables, analyses, forks and rematches of one address
#: What one address may ask. A page asks some thirty times when it is loaded and a few times a second when somebody is
#: quick; a household or a club behind one address must not feel it.
OF_ADDRESS: Final[dict[Asking, Rate]] = {
    "request": (1000.0, 100.0),
    "connection": (2000.0, 100.0),
    "table": GAMES,
    "question": (800.0, 40.0),
    "command": (1000.0, 100.0),
    "scenario": (60.0, 0.2),  # battles of their own that people keep,
    "preview": (60.0, 0.5),  # tables and kept battles that are looked up for what a link to them says,
    "fairness": (1800.0, 0.25),  # and seconds of a processor that plays them for who asks whether they are fair
    "review": (12.0, 1 / 120),  # reviews of battles, a minute of a processor each,
    "hint": (120.0, 0.5),  # hints, and doubts about a choice, a second each
    "admin": (120.0, 2.0),  # what admins do: a wrong token costs as much as twenty
    "tournament": (20.0, 1 / 30),  # tournaments that are made, rounds that are paired, whole tables of results
    "offer": (12.0, 1 / 30),  # open seats in the lobby, and vacations
    "talk": (60.0, 1.0),  # what people behind one address say
    "notice": (20.0, 1 / 30),  # ways to be told that are added, and tests of them
    "name": (60.0, 1 / 30),  # names that are taken, changed or brought to another browser
    "letter": (5.0, 1 / 300),  # links by mail
}
#: What one seat may ask, from however many addresses.
OF_SEAT: Final[dict[Asking, Rate]] = {
    "connection": (400.0, 20.0),
    "question": (300.0, 20.0),
    "command": (400.0, 40.0),
    "talk": (12.0, 0.5),
}
#: What one name may ask, from however many addresses: behind one address a whole club may sit, and one of it shall not
#: use up what is there for all.
OF_NAME: Final[dict[Asking, Rate]] = {
    "table": (30.0, 0.1),
    "command": (600.0, 40.0),
}
LINES_OF_ONE: Final = 400  # lines of a log that cost as much as a request
BUCKETS_MOST: Final = 10_000  # buckets of a kind that are kept
WORDS: Final[dict[Asking, str]] = {
    "request": "your address asks too much",
    "connection": "you connect too often",
    "table": "you have opened many tables",
    "question": "you ask too quickly",
    "command": "you play too quickly",
    "scenario": "you have kept many battles",
    "fairness": "the server has played long for you",
    "preview": "you follow many links",
    "review": "the server has reviewed many battles for you",
    "hint": "you ask for help too quickly",
    "admin": "too much is asked of the admins' door",
    "tournament": "you ask too much of tournaments",
    "offer": "you have offered many seats",
    "talk": "you say much at once",
    "notice": "you have tried many ways to be told",
    "name": "you have asked for many names",
    "letter": "you have asked for many letters",
}


class TooFast(Refused):
    """More was asked than is taken; `wait` are the seconds after which it may be asked again."""

    def __init__(self, what: Asking, wait: float) -> None:
        self.wait = max(1, math.ceil(wait))
        super().__init__("too_fast", f"{WORDS[what]}: try again in {self.wait} s", status=429)

    def headers(self) -> dict[str, str]:
        """When to come again."""
        return {"retry-after": str(self.wait)}


def neighbourhood(host: str) -> str:
    """Whom an address belongs to: one of IPv4 to itself, one of IPv6 to its network of /64, which one person has whole.

    Some proxies tell a port with it.

    >>> neighbourhood("192.0.2.1:4711"), neighbourhood("[2001:db8::7:1]:4711")
    ('192.0.2.1', '2001:db8::/64')
    >>> neighbourhood("2001:db8::7:1"), neighbourhood("::ffff:192.0.2.1"), neighbourhood("somewhere")
    ('2001:db8::/64', '192.0.2.1', '')
    """
    host = host[1:].partition("]")[0] if host.startswith("[") else host
    host = host.partition(":")[0] if host.count(":") == 1 else host
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return ""  # whoever has none shares one bucket
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{ipaddress.IPv6Address(int(address) >> 64 << 64)}/64"


class Paces:
    """A bucket for each of many names, of which only so many are kept.

    A bucket that is full again says nothing and makes room. Where none is, newcomers share one: a crowd of addresses
    neither empties the memory of what others have asked, nor grows it.

    >>> paces = Paces((1, 0.0), most=2)
    >>> [paces.take(name) for name in ("a", "a", "b", "c", "d")]
    [0.0, inf, 0.0, 0.0, inf]
    """

    def __init__(self, rate: Rate, most: int = BUCKETS_MOST) -> None:
        self.rate = rate
        self.most = most
        self.kept: OrderedDict[str, Pace] = OrderedDict()
        self.newcomers = Pace(*rate)

    def take(self, name: str, cost: float = 1.0) -> float:
        """Take from the bucket of a name: 0 where there was enough, or the seconds until there is."""
        pace = self._of(name)
        return 0.0 if pace.take(cost) else pace.wait(cost)

    def owe(self, name: str, cost: float) -> None:
        """Take from the bucket of a name also what is not there."""
        self._of(name).left -= cost

    def _of(self, name: str) -> Pace:
        pace = self.kept.get(name)
        if pace is not None:
            self.kept.move_to_end(name)
            return pace
        if len(self.kept) >= self.most:
            oldest = next(iter(self.kept))
            if not self.kept[oldest].full():
                return self.newcomers
            del self.kept[oldest]
        pace = self.kept[name] = Pace(*self.rate)
        return pace


class Limits:
    """The limits of a server; without any where the operator has switched them off."""

    def __init__(self, bounded: bool = True) -> None:
        self.bounded = bounded
        self._addresses = {what: Paces(rate) for what, rate in OF_ADDRESS.items()}
        self._names = {what: Paces(rate) for what, rate in OF_NAME.items()}
        self._seats = {what: Paces(rate) for what, rate in OF_SEAT.items()}

    def address(self, what: Asking, host: str, cost: float = 1.0) -> None:
        """Count what an address asks. Raises TooFast."""
        if self.bounded:
            self._count(what, self._addresses[what].take(neighbourhood(host), cost))

    def name(self, what: Asking, person: str | None, cost: float = 1.0) -> None:
        """Count what somebody with a name asks, by the id of the person; None for a guest. Raises TooFast."""
        if self.bounded and person is not None:
            self._count(what, self._names[what].take(person, cost))

    def log(self, host: str, lines: int) -> None:
        """Count what an address is told of a log, beyond what any request costs. Raises TooFast."""
        if lines > LINES_OF_ONE:
            self.address("request", host, lines / LINES_OF_ONE)

    def seats(self, what: Asking, game: str, sides: Iterable[int]) -> None:
        """Count what the holder of seats asks. Raises TooFast."""
        if self.bounded:
            for side in sides:
                self._count(what, self._seats[what].take(f"{game}{side}"))

    def owe(self, what: Asking, host: str, cost: float) -> None:
        """Count what an address has cost already: it may come in debt."""
        if self.bounded:
            self._addresses[what].owe(neighbourhood(host), cost)

    def _count(self, what: Asking, wait: float) -> None:
        if wait:
            raise TooFast(what, wait)
