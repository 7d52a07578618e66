"""The options of all that plays many games (who, what, where, by which seed), and the bar that tells how it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from .output import file_to_write, talk

if TYPE_CHECKING:
    from ..lab.crew import Crew

#: Whether files and JSON say how long the games took.
CLOCK: Final = click.option(
    "--clock/--no-clock",
    default=True,
    help="Whether --out and --json tell how long games took. Without it the same games are the same file, byte for "
    "byte, whoever played them.",
)
#: Where every game becomes a row.
KEPT: Final = click.option(
    "--out",
    "kept",
    metavar="FILE",
    callback=file_to_write,
    help="Keep a row a game in this file (.parquet, .csv or .jsonl); the same command, run again, goes on with it.",
)


def _names(_context: click.Context, _option: click.Parameter, words: str) -> list[str]:
    names = [name.strip() for name in words.split(",") if name.strip()]
    if not names:
        raise click.UsageError("name the battles, such as: --battles akragas,cannae")
    return names


#: The battles of a tournament, as a list of their names.
BATTLES: Final = click.option(
    "--battles",
    default="akragas,cannae,zama",
    show_default=True,
    callback=_names,
    help="Names of battles, separated by commas.",
)
SEED: Final = click.option("--seed", default=0, show_default=True, help="The same seed gives the same games.")

Command = TypeVar("Command", bound=Callable[..., Any])
#: Told how many games are done, of how many if that has changed, and of what.
Tell = Callable[..., None]


def crews(command: Command) -> Command:
    """Give a command the options `--jobs` and `--on`."""
    for option in (
        click.option(
            "--on",
            default="local",
            show_default=True,
            metavar="local|ray|auto|ray://HOST:PORT",
            help="Where they play: processes of this machine, a Ray that is started here, the Ray cluster that runs "
            "here, or one at an address. The games are the same.",
        ),
        click.option(
            "--jobs",
            type=click.IntRange(1),
            help="How many processes play at once.  [default: 1; on Ray as many as there are processors]",
        ),
    ):
        command = option(command)
    return command


def sides(player: str) -> Callable[[Command], Command]:
    """Give a command the options `--top` and `--bottom`: who plays each side, by default this player."""

    def give(command: Command) -> Command:
        for side in ("bottom", "top"):
            words = f"Who plays the {side} side."
            option = click.option(f"--{side}", default=player, show_default=True, metavar="PLAYER", help=words)
            command = option(command)
        return command

    return give


@contextmanager
def bar(total: int, crew: Crew, done: int = 0) -> Iterator[Tell]:
    """A bar of progress on stderr: games, games a second, who plays, and the time that is left.

    Where stderr is no terminal nothing is drawn. What it gives is told how many games are done, and perhaps their
    `total` or what they are (`words`).
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        *(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("games")),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[who]}"),
        TimeRemainingColumn(),
    )
    console = talk()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total, completed=done, rate="", who=crew.words)

        def tell(count: int, total: int | None = None, words: str = "") -> None:
            speed = progress.tasks[0].speed
            rate = f"{speed:.1f} a second" if speed else ""
            progress.update(task, completed=count, total=total, description=words, rate=rate, who=crew.words)

        yield tell
