"""Which database an admin at the terminal works on, and how what goes wrong there is told."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .output import out, width_of
from .serve import data_folder, needs_packages

if TYPE_CHECKING:
    from rich.table import Table

    from ..web.store import Beside, Key, Store

T = TypeVar("T")
Command = TypeVar("Command", bound=Callable[..., Any])


def of_database(command: Command) -> Command:
    """Give a command the options that name a database and its key."""
    named = click.option(
        "--database",
        envvar="HEXILLUM_DATABASE",
        metavar="FILE|URL",
        help="The database: a file, or the address of PostgreSQL.  [default: in your data folder]",
    )
    key = click.option(
        "--key-file",
        envvar="HEXILLUM_KEY_FILE",
        metavar="FILE",
        help="The key that seals its secrets.  [default: in your configuration folder]",
    )
    made: Command = named(key(command))
    return made


def place_of(database: str | None) -> str:
    """The database that is meant, that of `hexillum serve` where none is named."""
    return database or str(data_folder() / "games.db")


def key_of(key_file: str | None) -> Key:
    """The key that is meant."""
    from ..web.store import Key

    return Key(key_file)


def who() -> str:
    """By whom it is noted that something was done."""
    try:
        return f"the terminal ({getpass.getuser()})"
    except (OSError, KeyError):
        return "the terminal"


@contextlib.contextmanager
def told() -> Iterator[None]:
    """What goes wrong with a database or a game, as a refusal in a sentence. Raises ValueError."""
    needs_packages()
    from ..web.messages import Refused
    from ..web.store import StoreError

    try:
        yield
    except (StoreError, Refused) as error:
        raise ValueError(str(error)) from None


def beside(database: str | None, key_file: str | None, work: Callable[[Beside], Awaitable[T]]) -> T:
    """What comes of some work at a database, which a server may be using meanwhile. Raises ValueError."""
    with told():
        from ..web.store import Beside

        async def run() -> T:
            store = Beside(place_of(database), key_of(key_file))
            await store.open()
            try:
                return await work(store)
            finally:
                await store.close()

        return asyncio.run(run())


def when(seconds: float | None) -> str:
    """A moment as it is told.

    >>> when(None), len(when(0.0))
    ('never', 16)
    """
    import time

    return "never" if seconds is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def print_table(table: Table) -> None:
    """Print a table of which nothing is cut off where it goes to a file."""
    console = out()
    console.width = width_of(console)
    console.print(table)


def checking(store: Store) -> Awaitable[tuple[int, list[dict[str, str]]]]:
    """All games of a store checked: how many, and what is wrong."""
    from ..web import admin

    async def run() -> tuple[int, list[dict[str, str]]]:
        count, wrong = 0, []
        async for some, found in admin.check(store):
            count += some
            wrong += [{"game": one.game, "why": one.why} for one in found]
        return count, wrong

    return run()
