"""`hexillum editions`: which editions there are, and whether the files of one are right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .output import JSON_HELP, UNUSABLE, counted, out, print_json, talk

if TYPE_CHECKING:
    from ..battle.editions import Edition

WRONG = 1  # the exit status where an edition is wrong


@click.command(
    short_help="List the editions and variants that there are, or check some.",
    epilog="Examples: 'hexillum editions' · 'hexillum editions heavy4.toml' · 'hexillum editions my-edition/ --json'",
)
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@click.pass_context
def editions(ctx: click.Context, paths: tuple[str, ...], as_json: bool) -> None:
    """List the editions: those of Hexillum, and those in HEXILLUM_PATH and in your config folder.

    With PATH, the folder of an edition or the file of a variant, only these are checked, with the battles in them. The
    exit status is 0 if all are right, 1 if one is wrong, 2 if HEXILLUM_PATH names what is not there.
    """
    from ..battle import editions as library

    found = [_checked(Path(path)) for path in paths] if paths else library.search()
    told = [] if paths else [_told(library.edition_named(key), "") for key in library.BUILT_IN]
    told += [_told(one.edition, str(one.path)) for one in found if one.edition]
    problems = [one.problem for one in found if one.problem]
    problems += [problem for one in found if one.edition for problem in _battles(one.path)]
    if as_json:
        print_json({"editions": told, "problems": problems})
    else:
        for one in told:
            out().print(_line(one))
        for problem in problems:
            talk().print(problem, soft_wrap=True)
        if paths and not problems:
            talk().print(f"{counted(len(paths), 'edition')}: no problem")
    missing = any(not Path(path).exists() for path in paths)
    ctx.exit(UNUSABLE if missing else WRONG if problems else 0)


def _checked(path: Path) -> Any:
    from ..battle.editions import Found, check_ground, check_scenario, load
    from ..core.edition_files import read_draft

    try:
        draft = read_draft(path)
        check_scenario(draft)
        if not draft.is_edition:
            return Found(path, None)
        edition = load(path)
        check_ground(draft, edition.key)
        return Found(path, edition)
    except ValueError as error:
        return Found(path, None, str(error))


def _told(edition: Edition, path: str) -> dict[str, Any]:
    from ..battle.editions import stand_in
    from ..core.editions import tables_of

    tables = tables_of(edition.key)
    return {
        "key": edition.key,
        "name": edition.name,
        "path": path,
        "extends": edition.line[-1] if edition.line else "",
        "digest": edition.digest,
        "kinds": len(tables.kinds),
        "terrain": len([key for key in tables.terrain if key != "clear"]),
        "cards": sum(card.copies for card in tables.cards.values()),
        "in_place_of": stand_in(edition.key),
    }


def _line(told: dict[str, Any]) -> str:
    counts = f"{counted(told['kinds'], 'kind')} of unit, {told['terrain']} of terrain, {counted(told['cards'], 'card')}"
    more = [f"extends {told['extends']}"] if told["extends"] else []
    more += [f"played in place of {told['in_place_of']}"] if told["in_place_of"] else []
    more += [told["path"]] if told["path"] else []
    return f"{told['key']}: {told['name']}; {counts}" + "".join(f"; {one}" for one in more)


def _battles(path: Path) -> list[str]:
    """What is wrong with the battles of a folder."""
    from ..battle.scenarios import validate

    return [str(problem) for file in sorted(path.glob("scenarios/*.toml")) for problem in validate(file)]
