"""A gate before the network: what is sent through it comes to hosts that are named and addresses of the open internet.

It stands where a process resolves names and connects, so that it does not matter who asks for what: a first address,
one that a redirect leads to, or one that a name comes to at its second look. A name is resolved once, every address
that it has is looked at, and a connection is made to one of these or not at all. It is for a process of its own that
does nothing else meanwhile (`sending`).
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from ..club.notices import is_public

#: Variables by which libraries take other ways to the network.
_WAYS: Final = ("http_proxy", "https_proxy", "all_proxy", "ftp_proxy", "no_proxy", "sslkeylogfile", "netrc")


class Closed(OSError):
    """The gate lets nothing through to there."""


@dataclass
class Passed:
    """What came by a gate: whether anything was `connected` to, and whether anything was turned away, `closed`.

    Libraries that others write keep an error to themselves; the gate has seen it.
    """

    connected: bool = False
    closed: bool = False


@contextlib.contextmanager
def gate(reaches: Callable[[str, int], bool], resolve: Callable[..., Any] = socket.getaddrinfo) -> Iterator[Passed]:
    """Let the whole process reach nothing but the hosts and ports that `reaches` names, at public addresses.

    `resolve` is asked for addresses, as `socket.getaddrinfo`. Raises Closed where something else is tried.
    """
    known: set[tuple[str, int]] = set()
    passed = Passed()

    def shut(why: str) -> Closed:
        passed.closed = True
        return Closed(why)

    def getaddrinfo(host: Any, port: Any, family: int = 0, type: int = 0, proto: int = 0, flags: int = 0) -> Any:
        name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host or "")
        number = port if isinstance(port, int) else int(port) if str(port).isdigit() else 0
        if not reaches(name, number):
            raise shut(f"{name[:100]}:{port} is none of the hosts that notices may reach")
        found = resolve(name, number, family, socket.SOCK_STREAM, proto, flags)
        for *_, address in found:
            if why := _amiss(address):
                raise shut(why)
        known.update((str(address[0]), number) for *_, address in found)
        return found

    def see(address: Any) -> None:
        if not isinstance(address, tuple) or (str(address[0]), address[1]) not in known:
            raise shut("a connection to an address that was not looked at")
        if why := _amiss(address):
            raise shut(why)

    def connect(self: socket.socket, address: Any) -> None:
        see(address)
        _CONNECT(self, address)
        passed.connected = True

    def connect_ex(self: socket.socket, address: Any) -> int:
        see(address)
        passed.connected = True  # it may be yet
        return _CONNECT_EX(self, address)

    def closed(*_: Any, **__: Any) -> Any:
        raise shut("a way to the network that notices do not take")

    changes: dict[tuple[Any, str], Any] = {
        (socket, "getaddrinfo"): getaddrinfo,
        (socket, "gethostbyname"): closed,
        (socket, "gethostbyname_ex"): closed,
        (socket.socket, "connect"): connect,
        (socket.socket, "connect_ex"): connect_ex,
        (socket.socket, "sendto"): closed,
        (socket.socket, "bind"): closed,
    }
    ways = {name: os.environ.pop(name) for name in list(os.environ) if name.lower() in _WAYS}
    before = {(where, name): getattr(where, name) for where, name in changes}
    try:
        for (where, name), new in changes.items():
            setattr(where, name, new)
        yield passed
    finally:
        for (where, name), old in before.items():
            setattr(where, name, old)
        os.environ.update(ways)


_CONNECT: Final = socket.socket.connect
_CONNECT_EX: Final = socket.socket.connect_ex


def _amiss(address: Any) -> str:
    """Why an address is none of the open internet; "" for one that is."""
    try:
        one = ipaddress.ip_address(str(address[0]).partition("%")[0])
    except ValueError:
        return "no address of the internet"
    return "" if is_public(one) else "an address that is not of the open internet"
