"""What an admin does with the whole database at the terminal: copies, checks, a new key, a new place."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .admin_place import beside, checking, key_of, of_database, place_of, told, who
from .output import JSON_HELP, counted, out, print_json, talk

if TYPE_CHECKING:
    from ..web.store import Beside
    from ..web.store.copying import Counts


def _size(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB"


def _rows(rows: Counts) -> str:
    return ", ".join(f"{count} {table}" for table, count in rows.items() if count) or "nothing"


@click.command(epilog="Examples: 'hexillum admin backup games-copy.db' · 'hexillum admin backup copy.db --json'")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def backup(file: Path, as_json: bool, database: str | None, key_file: str | None) -> None:
    """Copy the database into a new FILE while servers use it; the copy is looked through before it has its name.

    It is a database of SQLite, also where the games are in PostgreSQL. What is sealed stays sealed: keep a copy of the
    key, elsewhere.
    """
    with told():
        from ..web.store import address
        from ..web.store.copying import back_up

        found = back_up(address(place_of(database)), file)

    async def work(store: Beside) -> None:
        await store.admins.note(who(), "backup", file.name)

    try:
        beside(database, key_file, work)
    except ValueError as error:  # such as without the key, which a copy does not need
        talk().print(f"it could not be noted that a copy was made: {error}", soft_wrap=True)
    if as_json:
        print_json({**asdict(found), "path": str(found.path)})
        return
    out().print(f"{found.path}: {_size(found.size)}, {_rows(found.rows)}", soft_wrap=True)


@click.command(
    epilog="Examples: 'hexillum admin restore games-copy.db --database games.db' · "
    "'hexillum admin restore games-copy.db --replace'"
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--replace", is_flag=True, help="Put it in the place of games that are there; they are kept in a file aside."
)
@click.option(
    "--new-key", is_flag=True, help="Take it although its key is lost: battles that are not over can only be read."
)
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def restore(
    file: Path, replace: bool, new_key: bool, as_json: bool, database: str | None, key_file: str | None
) -> None:
    """Put a copy, FILE, in the place of the database; a copy of an older version is brought to this one.

    Refused while a server uses the database, over one of a newer version, and for a copy that is damaged.
    """
    with told():
        from ..web.store import address
        from ..web.store.copying import restore as put

        rows, aside = put(file, address(place_of(database)), key_of(key_file), replace=replace, new_key=new_key)

    async def work(store: Beside) -> None:
        await store.admins.note(who(), "restore", file.name)

    beside(database, key_file, work)
    if as_json:
        print_json({"rows": rows, "aside": aside})
        return
    out().print(f"restored: {_rows(rows)}", soft_wrap=True)
    if aside:
        talk().print(f"what was there before is kept in {aside}", soft_wrap=True)


@click.command(epilog="Examples: 'hexillum admin verify' · 'hexillum admin verify --database games-copy.db --json'")
@click.option(
    "--forget-old-keys", is_flag=True, help="Where all is well, delete the keys of before that lie beside the key."
)
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def verify(forget_old_keys: bool, as_json: bool, database: str | None, key_file: str | None) -> int:
    """Check the whole database, also beside a server: it is undamaged, every seal opens, every game follows the rules.

    The status is 1 where something is wrong. --database names a copy to check, too.
    """
    with told():
        from ..web.moving import seals
        from ..web.store import address

        key, url = key_of(key_file), address(place_of(database))

        async def work(store: Beside) -> tuple[str, int, list[dict[str, str]]]:
            return await store.look_through(), *await checking(store)

        damage, count, wrong = beside(database, key_file, work)
        sealed, closed = seals(url, key)
    right = not (damage or wrong or closed)
    gone = _forget(key.path) if right and forget_old_keys else []
    if as_json:
        said = {"right": right, "damage": damage, "games": count, "troubles": wrong, "seals": sealed, "closed": closed}
        print_json({**said, "forgotten": gone})
        return 0 if right else 1
    for line in [f"damaged: {damage}"] if damage else []:
        out().print(line, soft_wrap=True)
    for one in wrong:
        out().print(f"{one['game']}: {one['why']}", soft_wrap=True)
    for place in closed:
        out().print(f"sealed with another key: {place}", soft_wrap=True)
    out().print(f"{counted(count, 'game')}, {counted(sealed, 'seal')}: {'all is well' if right else 'not all is well'}")
    for old in gone:
        talk().print(f"deleted {old}: copies of before need it", soft_wrap=True)
    return 0 if right else 1


def _forget(path: Path) -> list[str]:
    """Delete the keys of before that lie beside a key; which they were."""
    found = [one for one in sorted(path.parent.glob(f"{path.name}.*")) if len(one.name) == len(path.name) + 17]
    for one in found:
        one.unlink()
    return [str(one) for one in found]


@click.command(epilog="Example: 'hexillum admin vacuum'")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def vacuum(as_json: bool, database: str | None, key_file: str | None) -> None:
    """Write the database anew without the gaps that deleted games have left.

    A file needs its server to be ended for that, or the page /admin, where the server does it itself.
    """
    with told():
        from ..web.store import address
        from ..web.store.copying import vacuum as write_anew

        before, after = write_anew(address(place_of(database)))

    async def work(store: Beside) -> None:
        await store.admins.note(who(), "vacuum")

    beside(database, key_file, work)
    if as_json:
        print_json({"before": before, "after": after})
        return
    out().print(f"{_size(before)} before, {_size(after)} now" if before else "done")


@click.command("rotate-key", epilog="Example: 'hexillum admin rotate-key'")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def rotate_key(as_json: bool, database: str | None, key_file: str | None) -> None:
    """Seal all secrets anew with a new key, in one transaction, each opened again before it counts.

    Servers must be ended, since they have the old key in memory. The old one is kept beside the new one: copies of
    before need it. Give the new one to every server of the database.
    """
    with told():
        from ..web.moving import rotate
        from ..web.store import address

        key = key_of(key_file)
        count, aside = rotate(address(place_of(database)), key)

    async def work(store: Beside) -> None:
        await store.admins.note(who(), "rotate-key", "", counted(count, "seal"))

    beside(database, key_file, work)
    if as_json:
        print_json({"seals": count, "key": str(key.path), "old": str(aside or "")})
        return
    out().print(f"{counted(count, 'seal')} made anew with the new key in {key.path}", soft_wrap=True)
    talk().print(f"the old key is kept in {aside}: copies of before need it", soft_wrap=True)


@click.command(epilog="Example: 'hexillum admin move --database games.db --to postgresql://db/hexillum'")
@click.option("--to", "target", required=True, metavar="FILE|URL", help="The new place, which is empty.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@of_database
def move(target: str, as_json: bool, database: str | None, key_file: str | None) -> None:
    """Carry the whole database over to another place, such as from a file to PostgreSQL.

    All rows are counted and all games folded at both places; where anything differs, nothing is moved. Servers must be
    ended. The old place stays as it was.
    """
    with told():
        from ..web.moving import move as carry
        from ..web.store import address

        moved = carry(address(place_of(database)), address(target), key_of(key_file))

    async def work(store: Beside) -> None:
        await store.admins.note(who(), "move")

    beside(target, key_file, work)
    if as_json:
        print_json({"rows": moved.rows, "folded": moved.folded, "aside": list(moved.aside)})
        return
    out().print(f"moved: {_rows(moved.rows)}; {counted(moved.folded, 'game')} folded at both places", soft_wrap=True)
    for game in moved.aside:
        out().print(f"came over as it was, and could be read at neither place: {game}")
