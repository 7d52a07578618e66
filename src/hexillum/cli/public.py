"""What `hexillum serve --public` says: its addresses, a code for phones, and what to put before it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

import click

from .output import talk

if TYPE_CHECKING:
    from ..web.reach import Reach

#: What lets strangers in, in a few words; docs/operate.md has the rest.
BEFORE: Final = (
    "Everybody in this network can open it, and read what goes over the line. For people from outside put a proxy with "
    'TLS before it, and say --allow NAME --proxy ADDRESS: docs/operate.md, "Behind a proxy".'
)
_NO_NETWORK: Final = "this machine is in no network: nobody else can come until it is"


def tell_public(reach: Reach, address: str) -> None:
    """Say by which addresses others come, the likeliest as a code too, and what to put before the server."""
    addresses = reach.addresses()
    if not addresses:
        talk().print(_NO_NETWORK, style="yellow")
        return
    click.echo(code(address), nl=False, err=True)
    for other in addresses[1:]:
        talk().print(f"also at {other}")
    talk().print(BEFORE, style="yellow", soft_wrap=True)


def code(link: str) -> str:
    """A link as a code for a terminal.

    >>> code("http://192.0.2.7:8000/").count("\\n") > 10
    True
    """
    import segno

    drawn = io.StringIO()
    segno.make(link, error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
