"""Where output goes: data to stdout, talk to stderr; and what is said of files."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ..lab.results import Results

#: The help of every `--json`.
JSON_HELP = "Print JSON for a program to read."
#: The exit status where a file cannot be used.
UNUSABLE: Final = 2
#: The exit status of a run in which a player from outside forfeited: it went on, and all its games are counted.
FORFEITED: Final = 1
#: How the name of a picture may end.
PICTURES: Final = (".png", ".svg", ".pdf")
_BREAKS: Final = re.compile(r"(?<= )|(?<=[a-z][.-])(?!toml)|(?<=\w)(?=\+)|(?<=/)")


def out() -> Console:
    """The console for what was asked for. Nothing is interpreted as markup, long lines are left alone in a file.

    Rule ids are links where the terminal can.
    """
    return _console(soft_wrap=not sys.stdout.isatty())


def _console(**more: Any) -> Console:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False, **more)
    if console.is_terminal:
        from .links import RuleLinks, links

        if links(console):
            console = Console(highlight=True, highlighter=RuleLinks(), markup=False, emoji=False, **more)
    return console


def width_of(console: Console) -> int:
    """How many columns there are to draw on; in a file there are always enough, 1000."""
    return console.width if console.is_terminal else 1000


def talk() -> Console:
    """The console for progress and remarks: stderr, so that what goes to stdout can be read by a program."""
    return _console(stderr=True)


def remark(words: str, kind: Literal["text", "json"], style: str | None = None) -> None:
    """Say something to who starts a server; where programs read its log, as a line of that."""
    if kind == "json":
        logging.getLogger("hexillum.server").info(words)
    else:
        talk().print(words, style=style, soft_wrap=True)


def print_json(data: Any) -> None:
    """Print a value as JSON to stdout, indented. Raises TypeError for what JSON does not have.

    >>> print_json([1])
    [
      1
    ]
    """
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def counted(number: int, one: str, more: str = "") -> str:
    """A number of things in words: `one` is the name of a single thing, `more` that of others if not one with an s.

    >>> counted(1, "game"), counted(0, "game"), counted(2, "die", "dice")
    ('1 game', '0 games', '2 dice')
    """
    return f"{number} {one if number == 1 else more or f'{one}s'}"


def one_line(error: Exception) -> str:
    """What an error says, in one line, with the file that it is about.

    >>> one_line(FileNotFoundError(2, "No such file or directory", "x.toml"))
    'x.toml: No such file or directory'
    """
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return " ".join(str(error).split()) or type(error).__name__


def tell_forfeits(forfeits: Sequence[str]) -> int:
    """Say on stderr what players from outside did that lost them games, each once; the exit status, 0 without any.

    >>> tell_forfeits([])
    0
    """
    for words in dict.fromkeys(forfeits):
        talk().print(f"forfeit: {words} ({counted(forfeits.count(words), 'game')} lost)", soft_wrap=True)
    return FORFEITED if forfeits else 0


@contextmanager
def about(file: str | Path) -> Iterator[None]:
    """Let a complaint about what is in a file name the file. Raises ValueError; other errors are let through.

    >>> with about("my.battle"):
    ...     raise ValueError("line 1: expected a heading")
    Traceback (most recent call last):
    ValueError: my.battle: line 1: expected a heading
    """
    try:
        yield
    except UnicodeDecodeError:
        raise ValueError(f"{file}: this is not a text in UTF-8") from None
    except ValueError as error:
        if str(file) in str(error):
            raise
        raise ValueError(f"{file}: {error}") from None


@contextmanager
def kept_in(path: Path | None, clock: bool = True) -> Iterator[Results | None]:
    """The file of games of a run, written whole when the block is left, however that is; None without a path.

    Without `clock` it does not say how many seconds a game took.
    """
    if path is None:
        yield None
        return
    from ..lab.results import Results

    keep = Results(path, clock)
    try:
        yield keep
    finally:
        keep.close()


def picture_file(_context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
    """Refuse a picture that could not be drawn before anything is done; the path as it is otherwise.

    A callback for click. Raises ValueError for another ending than those of `PICTURES`, without matplotlib, and where
    there is no such folder.
    """
    if path is None:
        return None
    with_folder(path)
    if path.suffix.lower() not in PICTURES:
        raise ValueError(f"{path}: expected a file that ends in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}")
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise ValueError("pictures need the package matplotlib: run pip install 'hexillum[plot]'") from None
    return path


def file_to_write(_context: click.Context, _option: click.Parameter, path: str | Path | None) -> str | Path | None:
    """Refuse a file in a folder that is not there before anything is played; its path as it is otherwise.

    A callback for click. Raises ValueError.
    """
    if path is not None:
        with_folder(Path(path))
    return path


def with_folder(path: Path) -> None:
    """Raise ValueError where the folder that a file is to be written to is not there.

    >>> with_folder(Path("nowhere/games.csv"))
    Traceback (most recent call last):
    ValueError: nowhere/games.csv: there is no folder nowhere to write it to
    """
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent} to write it to")


def figures(headings: Sequence[str], rows: Sequence[Sequence[str]], needed: int, width: int) -> Table:
    """A table of which no figure is cut: where it is wider than `width` columns, its headings are broken.

    Where that is not enough, the last columns are left out, but for the first `needed`.
    """
    from rich.table import Table

    cells = [max(len(row[column]) for row in rows) for column in range(len(headings))]
    wide = [max(pair) for pair in zip(cells, map(len, headings), strict=True)]
    shown = len(wide)
    if sum(wide) + 2 * (shown - 1) > width:
        wide = [
            max(cell, *(len(word.strip()) for word in _words(heading)))
            for cell, heading in zip(cells, headings, strict=True)
        ]
        while shown > needed and sum(wide[:shown]) + 2 * (shown - 1) > width:
            shown -= 1
    table = Table(box=None, pad_edge=False)
    for heading, most in zip(headings[:shown], wide, strict=False):
        table.add_column(_broken(heading, most), justify="right" if heading else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row[:shown])
    return table


def _words(heading: str) -> list[str]:
    """The parts of a heading that are not broken: it is, behind spaces and within names of keys and variants."""
    return _BREAKS.split(heading)


def _broken(heading: str, most: int) -> str:
    lines = [""]
    for word in _words(heading):
        if lines[-1] and len((lines[-1] + word).rstrip()) > most:
            lines.append("")
        lines[-1] += word
    return "\n".join(line.rstrip() for line in lines)
