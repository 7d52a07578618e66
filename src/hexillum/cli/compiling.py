"""Compiling before players who think are measured: without it they think much less, and would be called weak."""

from __future__ import annotations

import os
from collections.abc import Iterable

from .output import talk

WORDS = "compiling the rules for players who think, only this once; it takes about half a minute"
WHY = "players who think wait for the rules to be compiled, once for each version: they think thirty times as fast then"
GOES_ON = "the rules go on being compiled beside, for the next run"


def compile_first(players: Iterable[str]) -> None:
    """Compile the rules where one of the players thinks and they are not compiled yet.

    It waits until that is done, and says so on stderr; without Numba it says that such players are weak. Raises
    UnknownPlayer for a player that does not exist.

    >>> compile_first(["greedy", "random"])
    """
    from ..compiled import cache
    from ..players import player
    from ..players.search import Search

    # each is made before it is known whether one thinks: a name that nobody has is no reason to compile
    if not any([isinstance(player(name), Search) for name in players]) or cache.is_ready():
        return
    if os.environ.get("HEXILLUM_COMPILE") == "no":
        return
    if cache.compilers() is None:
        talk().print(
            "players who think are much weaker without Numba: run pip install 'hexillum[fast]'", soft_wrap=True
        )
        return
    console = talk()
    if not console.is_terminal:
        console.print(WORDS, soft_wrap=True)
        cache.compile_now()
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    console.print(WHY, soft_wrap=True)
    columns = (TextColumn("compiling the rules"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=1.0)
        try:
            cache.compile_now(tick=lambda _seconds: progress.update(task, completed=cache.share()))
        except KeyboardInterrupt:
            progress.stop()
            console.print(GOES_ON)
            raise


def compile_beside(top: str, bottom: str) -> None:
    """Compile what the battles of two players can be played whole by, in a process beside the first of them.

    >>> compile_beside("recruit", "random")
    """
    from ..compiled import cache
    from ..lab.mass import needs

    groups = needs(top, bottom)
    if groups and cache.start(groups=groups):
        talk().print("compiling the rules while the first games are played; later ones are faster")
