"""Where output goes: data to stdout, talk to stderr; and what is said of files."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from rich.console import Console

JSON_HELP = "Print JSON for a program to read."
PICTURES: Final = (".png", ".svg", ".pdf")


def out() -> Console:
    """The console for what was asked for. Nothing is interpreted as markup, long lines are left alone in a file."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, soft_wrap=not sys.stdout.isatty())


def width_of(console: Console) -> int:
    """How many columns there are to draw on; in a file there are always enough."""
    return console.width if console.is_terminal else 1000


def talk() -> Console:
    """The console for progress and remarks."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def print_json(data: Any) -> None:
    """Print a value as JSON."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


@contextmanager
def about(file: str | Path) -> Iterator[None]:
    """Let a complaint about what is in a file name the file. Raises ValueError.

    >>> with about("my.battle"):
    ...     raise ValueError("line 1: expected a heading")
    Traceback (most recent call last):
    ValueError: my.battle: line 1: expected a heading
    """
    try:
        yield
    except UnicodeDecodeError:
        raise ValueError(f"{file}: this is no text in UTF-8") from None
    except ValueError as error:
        if str(file) in str(error):
            raise
        raise ValueError(f"{file}: {error}") from None


def picture_file(_context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
    """Refuse a picture that could not be drawn before anything is done. Raises ValueError."""
    if path is None:
        return None
    if path.suffix.lower() not in PICTURES:
        raise ValueError(f"{path}: expected a file that ends in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}")
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise ValueError("pictures need the package matplotlib: run pip install 'hexillum[plot]'") from None
    return path
