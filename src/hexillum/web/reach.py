"""By which addresses others reach this server, and a link as a code that a phone reads."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from .wire import LinkCode

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
EVERYWHERE: Final = ("0.0.0.0", "::", "")
_FAR: Final = ("203.0.113.1", 9)  # of a net that is nowhere: nothing is sent, the machine only says how it would go


@dataclass(frozen=True)
class Reach:
    """Where a server listens: the address it was given, and the port; without an address that is not known."""

    host: str | None = None
    port: int = 0

    @property
    def open(self) -> bool:
        """Whether anybody but this machine reaches it."""
        return self.host not in LOOPBACK

    def addresses(self) -> list[str]:
        """The addresses by which others in its network reach it, the likeliest first.

        >>> Reach("127.0.0.1", 8000).addresses(), Reach("192.0.2.7", 8000).addresses()
        ([], ['http://192.0.2.7:8000/'])
        """
        if self.host is None or not self.open:
            return []
        hosts = own_addresses() if self.host in EVERYWHERE else [self.host]
        return [f"http://{f'[{host}]' if ':' in host else host}:{self.port}/" for host in hosts]


UNKNOWN: Final = Reach()


def own_addresses() -> list[str]:
    """The addresses of this machine in its networks, without those that nobody else can use."""
    found: list[str] = []
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_FAR)
            found.append(probe.getsockname()[0])
    except OSError:
        pass  # it is in no network
    try:
        told = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
        found += [str(one[4][0]) for one in told]
    except OSError:
        pass
    return [one for one in dict.fromkeys(found) if _others_reach(one)]


def _others_reach(host: str) -> bool:
    address = ipaddress.ip_address(host)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def code_of(link: str) -> LinkCode:
    """A link as a code: a square of small squares, with the path of the dark ones for a picture.

    >>> code_of("http://192.0.2.7:8000/")["size"]
    33
    """
    import segno

    rows = segno.make(link, error="m", micro=False).matrix
    border = 4  # without so much quiet around it a phone does not find it
    path = ""
    for y, row in enumerate(rows):
        x = 0
        for dark, alike in groupby(row):
            run = len(list(alike))
            path += f"M{x + border} {y + border}h{run}v1h-{run}z" if dark else ""
            x += run
    return {"size": len(rows) + 2 * border, "path": path}
