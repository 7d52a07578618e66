"""Where notices of a server may go, as its operator says it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from ..web.notices import NoticeRules

_SCHEME: Final = re.compile(r"[a-z][a-z0-9]{1,20}")
_CONTACT: Final = re.compile(r"mailto:[^@\s]+@[^@\s]+|https://\S+")


def notice_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a server that say where its notices may go."""
    for option in reversed(
        (
            click.option(
                "--notice-way",
                "ways",
                multiple=True,
                metavar="SCHEME",
                help="Send notices by this way of apprise, and by no other that is not named; 'none' for none.  "
                "[default: the public services]",
            ),
            click.option(
                "--notice-host",
                "hosts",
                multiple=True,
                metavar="HOST",
                help="Let these ways reach this host (NAME, NAME:PORT, star and .DOMAIN for all below it), no other.",
            ),
            click.option(
                "--push-host",
                "pushes",
                multiple=True,
                metavar="HOST",
                help="Let pushes go to this push service, and to none that is not named.  [default: those of browsers]",
            ),
            click.option(
                "--contact",
                metavar="ADDRESS",
                help="Whom push services may write to: mailto:YOU@EXAMPLE, or a page of yours.",
            ),
        )
    ):
        command = option(command)
    return command


def notice_rules(
    ways: tuple[str, ...], hosts: tuple[str, ...], pushes: tuple[str, ...], contact: str | None
) -> NoticeRules:
    """What the options come to. Raises ValueError, in one sentence.

    >>> notice_rules(("none",), (), (), None).allowed.schemes
    ()
    """
    from ..club.notices import HOSTS, PUSH_HOSTS, SCHEMES, Allowed, proper_host
    from ..web.notices import NoticeRules

    schemes = tuple(way.lower() for way in ways if way.lower() != "none") if ways else SCHEMES
    for scheme in schemes:
        if not _SCHEME.fullmatch(scheme):
            raise ValueError(f"--notice-way {scheme}: expected a word such as ntfys, without ://")
    if contact is not None and not _CONTACT.fullmatch(contact):
        raise ValueError(f"--contact {contact}: expected mailto:you@example.org or https://example.org")
    allowed = Allowed(
        schemes,
        tuple(proper_host(host) for host in hosts) or HOSTS,
        tuple(proper_host(host) for host in pushes) or PUSH_HOSTS,
    )
    return NoticeRules(allowed, contact or "")
