"""What an admin takes from a server for the laboratory: the results of its battles between people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .admin_place import beside, of_database
from .output import counted, file_to_write, talk

if TYPE_CHECKING:
    from ..web.store import Beside


@click.command(epilog="Example: 'hexillum admin results results.csv'")
@click.argument("file", metavar="FILE.csv", callback=file_to_write)
@of_database
def results(file: str, database: str | None, key_file: str | None) -> None:
    """Write the results of all battles between people that are over to FILE.csv, a row each.

    People stand in it by marks that tell them apart and say nothing else of them. The laboratory reads it:
    'hexillum simulate --all --people FILE.csv' counts them among people's results.
    """
    from ..web.results import lines

    async def work(store: Beside) -> list[str]:
        return [line async for line in lines(store)]

    found = beside(database, key_file, work)
    Path(file).write_text("".join(found), encoding="utf-8", newline="")
    talk().print(f"{counted(len(found) - 1, 'battle')} in {file}", soft_wrap=True)
