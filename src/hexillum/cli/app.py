"""The command `hexillum`: knows its sub-commands by name and loads each only when it is needed."""

from __future__ import annotations

import os
import platform
import re
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from typing import Final

import click

#: The sub-commands in the order of the help; each is a command of the same name in the module of that name, or of this.
COMMANDS: Final = (
    *(
        "play",
        "serve",
        "admin",
        "odds",
        "rule",
        "scenarios",
        "editions",
        "board",
        "simulate",
        "compare",
        "sweep",
        "arena",
    ),
    *("tune", "puzzles", "replay", "review", "check", "case", "completion"),
)
COMPLETING: Final = "_HEXILLUM_COMPLETE"  # what a shell sets that asks what may follow
_EXAMPLE: Final = re.compile(r"'(hexillum [^']*)'")
_AS_IT_STANDS: Final = "\b"  # what click shall not break into lines anew begins so
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
        with_examples(command)
        if os.environ.get(COMPLETING):
            from .values import with_values

            with_values(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named. Raises click.UsageError, with the name that is near, where there is none."""
        near = get_close_matches(args[0], names := self.list_commands(ctx), n=1)
        if near and args[0] not in names and args[0][0].isalpha():
            ctx.fail(f"No such command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)


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


def with_examples(command: click.Command) -> None:
    """Let the examples in the help of a command, and of those below it, stand in a line each: so they can be pasted."""
    found = _EXAMPLE.findall(command.epilog or "")
    if found and not (command.epilog or "").startswith(_AS_IT_STANDS):
        heading = "Examples:" if len(found) > 1 else "Example:"
        command.epilog = "\n".join([_AS_IT_STANDS, heading, *(f"  {line}" for line in found)])
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        with_examples(below)


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


def without_color(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Let this run print neither colours nor links: what NO_COLOR in the environment asks for."""
    if not asked:
        return
    before = os.environ.get("NO_COLOR")
    os.environ["NO_COLOR"] = "1"

    def restore() -> None:
        os.environ.pop("NO_COLOR", None)
        if before is not None:
            os.environ["NO_COLOR"] = before

    context.call_on_close(restore)


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
@click.option(
    "--no-color",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=without_color,
    help="Print neither colours nor links; NO_COLOR in the environment does the same.",
)
def hexillum() -> None:
    """A referee for Commands & Colors, Ancients and Medieval, with opponents and a laboratory.

    It sets up the historical battles, offers what the rules allow at every moment, rolls the dice, and says which
    rule stands behind everything that happens. You command one army at the terminal or in the browser, the computer
    or a friend the other.
    """
