"""What an admin does with names, invitations, reported talk and other admins at the terminal."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from .admin_place import beside, of_database, print_table, when, who
from .output import JSON_HELP, out, print_json, talk

if TYPE_CHECKING:
    from ..web.store import Admin, Beside, Deed, Report, Rights
    from ..web.store.archive import Named


@click.command(epilog="Examples: 'hexillum admin names' · 'hexillum admin names --blocked --json'")
@click.option("--blocked", is_flag=True, help="Only those that are blocked.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def names(blocked: bool, as_json: bool, database: str | None, key_file: str | None) -> None:
    """List the names that people have, and those that are blocked."""
    from rich.table import Table

    async def work(store: Beside) -> list[Named]:
        found: list[Named] = []
        while True:
            page = await store.archive.names(blocked=blocked, after=found[-1].name if found else "")
            if not page:
                return found
            found += page

    found = beside(database, key_file, work)
    if as_json:
        print_json([asdict(one) for one in found])
        return
    table = Table("name", "", "since", "last here", box=None, pad_edge=False)
    for one in found:
        table.add_row(one.name, "blocked" if one.blocked else "", when(one.made_at), when(one.seen_at))
    print_table(table)


def _block(name: str, blocked: bool, database: str | None, key_file: str | None) -> None:
    from ..web import admin

    async def work(store: Beside) -> str:
        return await admin.block(store, name, blocked, who())

    kept = beside(database, key_file, work)
    out().print(f"{kept} is {'blocked, and whatever looks like it' if blocked else 'free again'}")


@click.command(epilog="Example: 'hexillum admin block Anna'")
@click.argument("name")
@of_database
def block(name: str, database: str | None, key_file: str | None) -> None:
    """Block a NAME, and whatever looks like it: who has it can do nothing by it, and nobody can take it."""
    _block(name, True, database, key_file)


@click.command(epilog="Example: 'hexillum admin unblock Anna'")
@click.argument("name")
@of_database
def unblock(name: str, database: str | None, key_file: str | None) -> None:
    """Let a NAME that is blocked be used again."""
    _block(name, False, database, key_file)


@click.command(epilog="Example: 'hexillum admin invite --days 7'")
@click.option(
    "--days", type=click.FloatRange(0, 90, min_open=True), default=14.0, show_default=True, help="How long it is good."
)
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def invite(days: float, as_json: bool, database: str | None, key_file: str | None) -> None:
    """Make an invitation to take a name, good once: the end of a link, to be put behind the address of the server."""
    from ..web import admin

    async def work(store: Beside) -> str:
        return await admin.invite(store, days, who())

    secret = beside(database, key_file, work)
    path = admin.invitation_path(secret)
    if as_json:
        print_json({"invitation": secret, "path": path, "days": days})
        return
    out().print(path, soft_wrap=True)


@click.command(
    epilog="Examples: 'hexillum admin token ada' · 'hexillum admin token prometheus --figures'",
)
@click.argument("name")
@click.option("--figures", is_flag=True, help="One that only reads /metrics.")
@click.option("--again", is_flag=True, help="Instead of the one that NAME has.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def token(name: str, figures: bool, again: bool, as_json: bool, database: str | None, key_file: str | None) -> None:
    """Let NAME look after the server on its page /admin: print a token, which is shown once and kept as a digest.

    Tokens are made at the terminal alone, so that who steals one cannot make himself another.
    """
    from ..web import admin
    from ..web.store import Taken
    from ..web.store.admins import new_token
    from ..web.table import digest

    secret = new_token()
    rights: Rights = "figures" if figures else "admin"

    async def work(store: Beside) -> None:
        try:
            await store.admins.make(admin.admin_name(name), digest(secret), rights, again=again)
        except Taken:
            raise ValueError(f"{name} has a token already: --again makes another instead of it") from None
        await store.admins.note(who(), "token", name, rights)

    beside(database, key_file, work)
    if as_json:
        print_json({"name": name, "rights": rights, "token": secret})
        return
    out().print(secret, soft_wrap=True)
    remark = f"the token of {name}: shown this once; take it back with 'hexillum admin revoke {name}'"
    talk().print(remark, soft_wrap=True)


@click.command(epilog="Example: 'hexillum admin tokens --json'")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def tokens(as_json: bool, database: str | None, key_file: str | None) -> None:
    """List who may look after the server, and who might before."""
    from rich.table import Table

    async def work(store: Beside) -> list[Admin]:
        return await store.admins.all()

    found = beside(database, key_file, work)
    if as_json:
        print_json([asdict(one) for one in found])
        return
    table = Table("name", "rights", "since", "last here", "revoked", box=None, pad_edge=False)
    for one in found:
        gone = "" if one.revoked_at is None else when(one.revoked_at)
        table.add_row(one.name, one.rights, when(one.made_at), when(one.seen_at), gone)
    print_table(table)


@click.command(epilog="Example: 'hexillum admin revoke ada'")
@click.argument("name")
@of_database
def revoke(name: str, database: str | None, key_file: str | None) -> None:
    """Take the token of NAME back: it opens nothing from now on, at every server of the database."""

    async def work(store: Beside) -> None:
        if not await store.admins.revoke(name):
            raise ValueError(f"{name} has no token")
        await store.admins.note(who(), "revoke", name)

    beside(database, key_file, work)
    out().print(f"the token of {name} opens nothing any more")


@click.command(epilog="Examples: 'hexillum admin deeds' · 'hexillum admin deeds --most 1000 --json'")
@click.option("--most", type=click.IntRange(1, 100_000), default=50, show_default=True, help="How many.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def deeds(most: int, as_json: bool, database: str | None, key_file: str | None) -> None:
    """List what was done last, when and by whom: by admins on their page, at the terminal, and by the server itself."""
    from rich.table import Table

    async def work(store: Beside) -> list[Deed]:
        return await store.admins.deeds(most)

    found = beside(database, key_file, work)
    if as_json:
        print_json([asdict(one) for one in found])
        return
    table = Table("when", "who", "what", "whom", "", box=None, pad_edge=False)
    for one in found:
        table.add_row(when(one.at), one.who, one.what, one.whom, one.words)
    print_table(table)


@click.command(epilog="Examples: 'hexillum admin reports' · 'hexillum admin reports --old --json'")
@click.option("--read", metavar="ID", help="Note that this one was read: it is not listed any more.")
@click.option("--old", is_flag=True, help="Those that were read.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def reports(read: str | None, old: bool, as_json: bool, database: str | None, key_file: str | None) -> None:
    """List the lines of talk that people have reported, the latest first: their words, and who said them.

    Who reported one is told to nobody. A report goes with its game.
    """
    from rich.table import Table

    async def work(store: Beside) -> list[tuple[Report, str]]:
        if read is not None:
            if not await store.talk.settle(read):
                raise ValueError(f"there is no report {read[:60]!r} that waits to be read")
            await store.admins.note(who(), "read a report", read)
        found = []
        for one in await store.talk.reports(settled=old):
            person = None if one.person is None else await store.people.one(one.person)
            found.append((one, "a guest" if person is None else person.name))
        return found

    found = beside(database, key_file, work)
    if as_json:
        told = [{**asdict(one), "name": name} for one, name in found]
        print_json([{what: value for what, value in one.items() if what != "reporter"} for one in told])
        return
    table = Table("report", "when", "game", "who", "words", box=None, pad_edge=False)
    for one, name in found:
        table.add_row(one.id, when(one.at), one.game, name, one.words)
    print_table(table)
