"""`hexillum board`: show the board of a battle, as text or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import pictures
from .battles import battle_told_by
from .output import JSON_HELP, out, print_json, talk, width_of

if TYPE_CHECKING:
    from ..battle.door import Battle


@click.command(
    short_help="Show a board, as text or as a picture.",
    epilog="Examples: 'hexillum board akragas' · 'hexillum board akragas --picture' · "
    "'hexillum board saved.battle --svg board.svg' · 'hexillum board question.yaml --case 2 --svg - | lpr'",
)
@click.argument("file")
@click.option("--case", "number", default=1, show_default=True, type=click.IntRange(1), help="Which case of the file.")
@click.option("--svg", metavar="FILE", help="Draw the board as a picture into this file; '-' is the standard output.")
@click.option(
    "--picture",
    type=click.Choice(pictures.WAYS),
    is_flag=False,
    flag_value=pictures.AUTO,
    default=pictures.NONE,
    help="Show a picture in the terminal: by kitty's protocol, as sixels, or by what the terminal can (auto, which is "
    "meant where nothing follows). Needs the package pillow, which comes with 'hexillum[web]'.",
)
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def board(file: str, number: int, svg: str | None, picture: str, as_json: bool) -> None:
    """Show the board of a battle with its pieces, and who has to decide what. Hands are left out.

    FILE is a record or a position that was saved, the path of a scenario's .toml file or of a file of cases, or the
    name of a battle that 'hexillum scenarios' lists.
    """
    wanted = {"--svg": svg is not None, "--picture": picture != pictures.NONE, "--json": as_json}
    if len(named := [option for option, given in wanted.items() if given]) > 1:
        raise click.UsageError(f"{named[0]} and {named[1]} are two answers: leave one out")
    battle, _ = battle_told_by(file, number)
    if as_json:
        from ..battle.view import view

        print_json(view(battle))
    elif svg is not None:
        from ..battle.picture import board_svg

        if svg == "-":
            click.echo(board_svg(battle), nl=False)
            return
        Path(svg).write_text(board_svg(battle), encoding="utf-8")
        talk().print(f"drawn into {svg}", soft_wrap=True)
    else:
        _show(battle, picture)


def _show(battle: Battle, picture: str) -> None:
    """Print the board, as a picture where that is wanted and can be, and how the battle stands."""
    from .board import drawn
    from .words import standing

    way = pictures.this_way() if picture == pictures.AUTO else picture
    console = out()
    if way != pictures.NONE:
        made = pictures.shown(pictures.png_of(battle), way, console.width, pictures.pixels_wide())
        click.echo(made)
    else:
        if picture == pictures.AUTO:
            words = "this terminal shows no pictures, neither by kitty's protocol nor as sixels: the board in letters"
            talk().print(words, soft_wrap=True)
        console.print(drawn(battle.state, width_of(console)), soft_wrap=True)
    console.print(standing(battle), soft_wrap=True)
    console.print(battle.prompt())
