"""The terminal program: `hexillum`, one file per sub-command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

WRONG = 2  # the exit status where something cannot be done as asked,
INTERRUPTED = 130  # and after Ctrl-C


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with the given words, those of the command line by default; returns the exit status.

    A user's mistake, a file that is missing or cannot be used, and a package that is missing are status 2, as a wrong
    option is; the first three are one line on stderr. Set HEXILLUM_TRACE to see where it was found. The status is 1
    without the packages of the terminal program itself, and 130 after Ctrl-C.

    >>> main(["rule", "--json", "NO-01"])
    2
    """
    _open_what_is_closed()
    try:
        import click  # noqa: F401
        import rich  # noqa: F401
    except ModuleNotFoundError as missing:
        if missing.name not in ("click", "rich"):
            raise
        _say(f"the terminal program needs the package {missing.name}: run pip install 'hexillum[cli]',")
        _say("or, in a checkout, start it by ./play, which installs what it needs")
        return 1
    return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    """Run the command; the exit status, with one line on stderr for whatever went wrong."""
    import click

    from .app import COMPLETING, hexillum
    from .output import one_line

    if os.environ.get(COMPLETING):
        from . import values  # noqa: F401 - click asks what is our own for bash there

    try:
        status = hexillum.main(arguments, prog_name="hexillum", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        _say("stopped")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except ModuleNotFoundError as missing:
        if not missing.name or missing.name.partition(".")[0] == __package__.partition(".")[0]:
            raise
        _say(f"this needs the package {missing.name}: run pip install '{_extra(missing.name)}'")
        return WRONG
    except (ValueError, OSError) as error:
        if os.environ.get("HEXILLUM_TRACE"):
            raise
        _refuse(one_line(error))
        return WRONG
    return status if isinstance(status, int) else 0


def _open_what_is_closed() -> None:
    """Let a program that was started without input or output (`<&-`) have an empty one, so that all can ask and say."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the program runs


def _extra(package: str) -> str:
    """What to install for a package that is missing."""
    extras = {
        "yaml": "cli",
        "numba": "fast",
        "numpy": "fast",
        "matplotlib": "plot",
        "polars": "lab",
        "scipy": "lab",
        "ray": "ray",
    }
    extras |= {"psycopg": "postgres", "gymnasium": "rl", "pettingzoo": "rl"}
    return f"hexillum[{extras.get(package.partition('.')[0], 'web')}]"


def _refuse(words: str) -> None:
    """Say why something is refused; at a terminal the rules in it are links."""
    if not sys.stderr.isatty():
        _say(words)
        return
    from .output import talk

    talk().print(f"hexillum: {words}", soft_wrap=True)


def _say(words: str) -> None:
    print(f"hexillum: {words}", file=sys.stderr)
