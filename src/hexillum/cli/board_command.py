"""`hexillum board`: show the board of a battle, as text or as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from .battles import battle_told_by
from .output import JSON_HELP, out, print_json, talk, width_of


@click.command(
    short_help="Show a board, as text or as an SVG picture.",
    epilog="Examples: 'hexillum board akragas' · 'hexillum board saved.battle --svg board.svg' · "
    "'hexillum board question.yaml --case 2 --svg - | lpr'",
)
@click.argument("file")
@click.option("--case", "number", default=1, show_default=True, type=click.IntRange(1), help="Which case of the file.")
@click.option("--svg", metavar="FILE", help="Draw the board as a picture into this file; '-' is the standard output.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def board(file: str, number: int, svg: str | None, as_json: bool) -> None:
    """Show the board of a battle with its pieces, and who has to decide what. Hands are left out.

    FILE is a record or a position that was saved, the path of a scenario's .toml file or of a file of cases, or the
    name of a battle that 'hexillum scenarios' lists.
    """
    if svg is not None and as_json:
        raise click.UsageError("--svg and --json are two answers: leave one out")
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
        from .board import drawn
        from .words import standing

        console = out()
        console.print(drawn(battle.state, width_of(console)), soft_wrap=True)
        console.print(standing(battle), soft_wrap=True)
        console.print(battle.prompt())
