"""On how many threads the search thinks: an option of all commands in which it may play."""

from __future__ import annotations

import os
from typing import Any

import click

#: As `players.search` reads it, which is not read yet when a command is looked up.
THREADS = "HEXILLUM_THREADS"


def _set(context: click.Context, _option: click.Parameter, number: int | None) -> None:
    """Note the number down for this process and those that it starts, as long as the command lasts."""
    if number is None:
        return
    before = os.environ.get(THREADS)
    os.environ[THREADS] = str(number)

    def restore() -> None:
        if before is None:
            os.environ.pop(THREADS, None)
        else:
            os.environ[THREADS] = before

    context.call_on_close(restore)


def threads(command: Any) -> Any:
    """Let a command take `--threads`.

    >>> threads(click.Command("serve")).params[0].name
    'threads'
    """
    return click.option(
        "--threads",
        type=click.IntRange(1, 64),
        expose_value=False,
        callback=_set,
        help="On how many threads consul and search think, each as long: search:1.0/2 says it for one of them.",
    )(command)
