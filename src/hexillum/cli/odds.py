"""`hexillum odds`: what an attack leads to, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .battles import battle_told_by
from .output import JSON_HELP, out, picture_file, print_json

if TYPE_CHECKING:
    from ..odds import Behaviour, Odds

FLAGS = ("all", "none")


@click.command(
    short_help="What are the odds of an attack, exactly?",
    epilog="Examples: 'hexillum odds --table ancients' · with files of your own: "
    "'hexillum odds \"close F5xE5\" question.yaml --evade' · 'hexillum odds \"fire G4xE4\" saved.battle --exact' · "
    "'hexillum odds \"close E5xF5\" question.yaml --what-if'",
)
@click.argument("line", metavar="[ATTACK]", required=False)
@click.argument("file", required=False)
@click.option("--case", "number", default=1, show_default=True, type=click.IntRange(1), help="Which case of the file.")
@click.option("--what-if", is_flag=True, help="Take the unit as ordered and unmoved, whoever's turn it is.")
@click.option("--evade", is_flag=True, help="The target evades if it may.")
@click.option("--no-parthian", is_flag=True, help="A target that evades does not shoot back.")
@click.option("--no-battle-back", is_flag=True, help="The target does not battle back.")
@click.option("--hold", is_flag=True, help="An attacker who has won does not advance.")
@click.option("--ignore", type=click.Choice(FLAGS), default="all", show_default=True, help="Flags the target ignores.")
@click.option(
    "--own-ignore", type=click.Choice(FLAGS), default="all", show_default=True, help="Flags the attacker ignores."
)
@click.option("--exact", is_flag=True, help="Fractions instead of decimal numbers.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=picture_file,
    help="Also draw the odds as bars into this file (.png, .svg, .pdf); needs matplotlib.",
)
@click.option(
    "--table", metavar="EDITION", help="Every kind of unit of an edition against every other: ancients or medieval."
)
@click.option("--fire", is_flag=True, help="With --table: ranged combat instead of close combat.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def odds(
    line: str | None,
    file: str | None,
    number: int,
    what_if: bool,
    evade: bool,
    no_parthian: bool,
    no_battle_back: bool,
    hold: bool,
    ignore: str,
    own_ignore: str,
    exact: bool,
    plot: Path | None,
    table: str | None,
    fire: bool,
    as_json: bool,
) -> None:
    """Tell the exact odds of an attack: hits, blocks, flags, retreats, banners, with the battle back and what follows.

    ATTACK is a line such as "close F5xE5" or "fire G4xE4". FILE is a case file, of which the situation is taken, a
    saved battle or a position. It may also be the name of a battle: this is taken as set up, and as with --what-if. An
    attack that the rules do not offer is refused with the rules against it.
    """
    from .. import odds as package

    behaviour = package.Behaviour(
        evade=evade,
        parthian=not no_parthian,
        ignore=ignore == "all",
        own_ignore=own_ignore == "all",
        battle_back=not no_battle_back,
        advance=not hold,
    )
    if table is not None:
        if line is not None:
            raise click.UsageError("--table is about all kinds of units: leave the attack out")
        if plot:
            raise click.UsageError("--plot draws the odds of one attack: leave --table out, and name the attack")
        from ..battle.editions import find, resolve

        found = package.matrix(resolve(find(table).key), "fire" if fire else "close", behaviour)
        if as_json:
            print_json(found.as_dict())
        else:
            out().print(str(found), soft_wrap=True)
        return
    if line is None or file is None:
        raise click.UsageError('name an attack and a file, such as: hexillum odds "close F5xE5" question.yaml')
    told = _asked(line, file, number, what_if, behaviour, exact)
    if plot:
        told.plot().savefig(plot)
    if as_json:
        print_json(told.as_dict())
    else:
        out().print(str(told), soft_wrap=True)


def _asked(line: str, file: str, number: int, what_if: bool, behaviour: Behaviour, exact: bool) -> Odds:
    """The odds; a single walk is over before the compiled rules are loaded."""
    from ..battle.lines import BadLine, read_line
    from ..odds import attack, between

    battle, as_set_up = battle_told_by(file, number)
    if not what_if and not as_set_up:
        return attack(battle, line, behaviour, exact=exact, compiled=False)
    read = read_line(line, battle.state.rows)
    if read.verb not in ("close", "fire"):
        raise BadLine(f"{line!r} names no attack: expected a line such as 'close E6xE5' or 'fire E6xC5'")
    here, there = read.hexes
    return between(battle, here, there, behaviour, how=read.verb, exact=exact, compiled=False)
