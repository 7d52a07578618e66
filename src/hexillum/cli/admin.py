"""`hexillum admin`: look after the games, the names and the database of a server."""

from __future__ import annotations

import click

from .admin_games import delete, end, export, games, old, show
from .admin_keeping import backup, move, restore, rotate_key, vacuum, verify
from .admin_people import block, deeds, invite, names, reports, revoke, token, tokens, unblock
from .admin_results import results


@click.group(
    short_help="Look after a server: its games, names and database.",
    epilog="Examples: 'hexillum admin list --status active' · 'hexillum admin backup games-copy.db' · "
    "'hexillum admin token ada'",
)
def admin() -> None:
    """Look after a server: its games, names and database.

    What is done to games and names is done beside servers that run, which hear of it within a second. What changes the
    whole database or its key (restore, move, rotate-key, and vacuum for a file) needs them to be ended, and is refused
    otherwise. Every deed is noted with who did it.
    """


for _command in (
    *(games, show, end, export, delete, old, results),
    *(names, block, unblock, invite, reports),
    *(token, tokens, revoke, deeds),
    *(backup, restore, verify, vacuum, rotate_key, move),
):
    admin.add_command(_command)
