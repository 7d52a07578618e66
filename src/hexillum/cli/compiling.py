"""Compiling before players who think are measured: without it they think much less, and would be called weak."""

from __future__ import annotations

from collections.abc import Iterable

from .output import talk


def compile_first(players: Iterable[str]) -> None:
    """Compile the rules where one of the players thinks and they are not compiled yet.

    Raises UnknownAgent for a player that does not exist.

    >>> compile_first(["greedy", "random"])
    """
    from ..compiled import cache
    from ..players import agent
    from ..players.search import Search

    if any(isinstance(agent(name), Search) for name in players) and not cache.is_ready():
        with talk().status("compiling the rules for players who think: once, about a minute"):
            cache.compile_now()
