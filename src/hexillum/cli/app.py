"""The command `hexillum`: knows its sub-commands by name and loads each only when it is needed."""

from __future__ import annotations

import os
import platform
from importlib import import_module
from importlib.util import find_spec
from typing import Final

import click

#: The sub-commands in the order of the help; each is a command of the same name in the module of that name, or of this.
COMMANDS: Final = (
    *("play", "serve", "odds", "rule", "scenarios", "editions", "board", "simulate", "compare", "sweep", "arena"),
    *("tune", "puzzles", "replay", "check", "case", "completion"),
)
COMPLETING: Final = "_HEXILLUM_COMPLETE"  # what a shell sets that asks what may follow
MODULES: Final = {"board": "board_command"}


def _module(command: str) -> str:
    return f"{__package__}.{MODULES.get(command, command)}"


class LazyGroup(click.Group):
    """A group whose commands are imported on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands that exist, in the order of the help."""
        return [name for name in COMMANDS if find_spec(_module(name))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, or None; its module is imported now."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = getattr(import_module(_module(cmd_name)), cmd_name)
        if not isinstance(command, click.Command):
            return None
        with_edition(command)
        if os.environ.get(COMPLETING):
            from .values import with_values

            with_values(command)
        return command


def with_edition(command: click.Command) -> None:
    """Give a command the option `--edition`, unless it has it; those below a group come with it."""
    if not any(param.name == "editions_used" for param in command.params):
        command.params.append(
            click.Option(
                ["--edition", "editions_used"],
                metavar="PATH",
                multiple=True,
                expose_value=False,
                is_eager=True,
                callback=_use,
                help="Play by an edition or variant of your own: its file or folder, or its name where it lies in "
                "HEXILLUM_PATH. May be repeated.",
            )
        )
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        with_edition(below)


def _use(_context: click.Context, _option: click.Parameter, words: tuple[str, ...]) -> None:
    if words:
        from ..battle.editions import use

        for word in words:
            use(word)


def tell_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Tell what a report of a bug should name: the version, the rules' digest, and whether Numba compiles them."""
    if not asked:
        return
    from importlib.metadata import version

    from ..compiled import cache
    from ..core.digest import made_with

    told = made_with()
    numba = f"with Numba {version('numba')}" if cache.compilers() else "without Numba"
    click.echo(f"hexillum {told['hexillum']}, rules {told['rules']}, {numba}, Python {platform.python_version()}")
    context.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with 'hexillum play akragas'. Each command has a help of its own: 'hexillum play --help'. The exit "
    "status is 2 if something cannot be done as asked: a wrong option, or a file that is missing or cannot be used.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=tell_version,
    help="Tell the version, the digest of the rules, and whether Numba is there, and exit.",
)
def hexillum() -> None:
    """A referee for Commands & Colors, Ancients and Medieval, with opponents and a laboratory.

    It sets up the historical battles, offers what the rules allow at every moment, rolls the dice, and says which
    rule stands behind everything that happens. You command one army at the terminal or in the browser, the computer
    or a friend the other.
    """
