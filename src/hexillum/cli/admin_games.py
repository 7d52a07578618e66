"""What an admin does with games at the terminal."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .admin_place import beside, of_database, print_table, when, who
from .output import JSON_HELP, counted, out, print_json, talk

if TYPE_CHECKING:
    from ..web.admin import Looked
    from ..web.store import Beside, KeptGame


@click.command(
    "list",
    epilog="Examples: 'hexillum admin list --status active' · 'hexillum admin list --idle 30 --json'",
)
@click.option("--status", type=click.Choice(["active", "over"]), help="Only those.  [default: all]")
@click.option(
    "--idle", type=click.FloatRange(0), metavar="DAYS", help="Only those at which nothing was done for so long."
)
@click.option("--most", type=click.IntRange(1, 10_000), default=100, show_default=True, help="How many.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def games(
    status: str | None, idle: float | None, most: int, as_json: bool, database: str | None, key_file: str | None
) -> None:
    """List the games, those at which something was done last first."""
    from rich.table import Table

    from ..web import admin
    from ..web.retention import DAY

    async def work(store: Beside) -> list[KeptGame]:
        since = None if idle is None else time.time() - idle * DAY
        return await store.archive.listing(status=status or "", idle_since=since, most=most)

    found = beside(database, key_file, work)
    if as_json:
        print_json([admin.told(one) for one in found])
        return
    table = Table("game", "battle", "top", "bottom", "status", "entries", "last", box=None, pad_edge=False)
    table.columns[0].no_wrap, table.columns[0].min_width = True, 32
    for one in found:
        top, bottom = (*one.people, "?", "?")[:2]
        table.add_row(one.id, one.battle or one.kind, top, bottom, one.status, str(one.version), when(one.acted_at))
    print_table(table)


@click.command(epilog="Example: 'hexillum admin show 5bed053820d945d09e30b3cea7688a55'")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def show(game: str, as_json: bool, database: str | None, key_file: str | None) -> None:
    """Show how a GAME stands, and whether it can be read here; nothing that is secret in it."""
    from ..web import admin

    async def work(store: Beside) -> Looked:
        return await admin.look(store, game)

    found = beside(database, key_file, work)
    kept = found.kept
    if as_json:
        more = {"turn": found.turn, "to_move": found.to_move, "banners": list(found.banners), "winner": found.winner}
        print_json({**admin.told(kept), **more, "trouble": found.trouble})
        return
    people = " against ".join(kept.people)
    lines = [
        f"{kept.id}: {kept.battle or kept.kind}, {people}",
        f"{kept.status}, turn {found.turn}, banners {found.banners[0]} (top) and {found.banners[1]} (bottom)",
        f"to move: {found.to_move or 'nobody'}; won by: {found.winner or 'nobody'}",
        f"begun {when(kept.created_at)}, last {when(kept.acted_at)}, {counted(kept.version, 'entry', 'entries')}",
        f"cannot be gone on with: {found.trouble}" if found.trouble else "can be read and gone on with",
    ]
    out().print("\n".join(lines), soft_wrap=True)


@click.command(epilog="Example: 'hexillum admin end 5bed053820d945d09e30b3cea7688a55 --why \"the club closes\"'")
@click.argument("game")
@click.option("--why", default="", help="Why, for its players to read.")
@of_database
def end(game: str, why: str, database: str | None, key_file: str | None) -> None:
    """End a GAME without a winner; what it kept secret is open then."""
    from ..web import admin

    async def work(store: Beside) -> None:
        await admin.end(store, game, who(), why[:200])

    beside(database, key_file, work)
    out().print(f"{game} is over")


@click.command(epilog="Example: 'hexillum admin export 5bed053820d945d09e30b3cea7688a55 --out exports'")
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@click.option(
    "--out",
    "folder",
    default=".",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Where to.",
)
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def export(games: tuple[str, ...], folder: Path, as_json: bool, database: str | None, key_file: str | None) -> None:
    """Write games into files: GAME.json, and GAME.battle for 'hexillum replay' once one is over.

    What is secret of a game that goes on stays sealed in it; what opens its seats is left out.
    """
    from ..web import admin

    async def work(store: Beside) -> list[Path]:
        made = [await admin.export(store, game, who()) for game in games]
        return [file for one in made for file in admin.write_export(one, folder)]

    files = beside(database, key_file, work)
    if as_json:
        print_json([str(file) for file in files])
        return
    for file in files:
        out().print(str(file), soft_wrap=True)


@click.command(epilog="Example: 'hexillum admin delete 5bed053820d945d09e30b3cea7688a55 --export exports --yes'")
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@click.option(
    "--export", "folder", type=click.Path(file_okay=False, path_type=Path), help="Write them into files before."
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@of_database
def delete(games: tuple[str, ...], folder: Path | None, yes: bool, database: str | None, key_file: str | None) -> None:
    """Delete games with all that belongs to them. Nothing but a backup brings one back."""
    from ..web import admin

    for game in games:
        admin.game_id(game)
    if not yes:
        click.confirm(f"Delete {counted(len(games), 'game')} for good?", abort=True)

    async def work(store: Beside) -> None:
        for game in games:
            if await store.archive.one(game) is None:  # before anything is done
                raise admin.no_game(game)
        for game in games:
            if folder is not None:
                admin.write_export(await admin.export(store, game, who()), folder)
            await store.archive.delete(game, who())

    beside(database, key_file, work)
    out().print(f"{counted(len(games), 'game')} deleted")


@click.command(
    epilog="Examples: 'hexillum admin old --keep-days 365 --dry-run' · "
    "'hexillum admin old --keep-days 365 --keep-idle-days 90 --export old-games'"
)
@click.option(
    "--keep-days", type=click.FloatRange(0, min_open=True), metavar="DAYS", help="How long those that are over stay."
)
@click.option(
    "--keep-idle-days", type=click.FloatRange(0, min_open=True), metavar="DAYS", help="And those nobody goes on with."
)
@click.option(
    "--export", "folder", type=click.Path(file_okay=False, path_type=Path), help="Write them into files before."
)
@click.option("--dry-run", is_flag=True, help="Only tell which they are.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def old(
    keep_days: float | None,
    keep_idle_days: float | None,
    folder: Path | None,
    dry_run: bool,
    as_json: bool,
    database: str | None,
    key_file: str | None,
) -> None:
    """Let old games go, as 'hexillum serve --keep-days' does every hour: counted from the last thing done at them."""
    from ..web import retention

    if keep_days is None and keep_idle_days is None:
        raise ValueError("say how long games are kept: --keep-days, --keep-idle-days, or both")
    keep = retention.Keep(keep_days, keep_idle_days, folder)

    async def work(store: Beside) -> tuple[list[str], int]:
        found = await retention.old_games(store, keep, time.time())
        if dry_run:
            return [one.id for one in found], len(found)
        return await retention.clear(store, keep, who()), len(found)

    gone, due = beside(database, key_file, work)
    if as_json:
        print_json({"games": gone, "deleted": not dry_run})
        return
    for game in gone:
        out().print(game)
    talk().print(f"{counted(len(gone), 'old game')} {'would go' if dry_run else 'gone'}")
    if not dry_run and len(gone) < due:
        raise ValueError(f"{counted(due - len(gone), 'old game')} stayed: see what was said above")
