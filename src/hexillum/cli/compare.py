"""`hexillum compare`: the same games on two battles, and what the difference is worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .arena import PLOT
from .compiling import compile_first
from .output import JSON_HELP, out, print_json, talk

if TYPE_CHECKING:
    from ..lab.compare import Comparison


@click.command(
    short_help="Hold two battles against each other, with the same dice.",
    epilog="Examples: 'hexillum compare akragas my-akragas.toml --games 400' · "
    "'hexillum compare zama zama.toml --until-sure 5 --jobs 2 --plot zama.svg'",
)
@click.argument("first")
@click.argument("second")
@click.option("--games", default=400, show_default=True, type=click.IntRange(2), help="How many games on each battle.")
@click.option(
    "--until-sure",
    metavar="POINTS",
    type=click.FloatRange(0, 50, min_open=True),
    help="Stop as soon as the difference is clear, or known to so many points to either side; --games is the most.",
)
@click.option("--top", default="planner", show_default=True, metavar="PLAYER", help="Who plays the top side.")
@click.option("--bottom", default="planner", show_default=True, metavar="PLAYER", help="Who plays the bottom side.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="How many processes play at once.")
@PLOT
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def compare(
    first: str,
    second: str,
    games: int,
    until_sure: float | None,
    top: str,
    bottom: str,
    seed: int,
    jobs: int,
    plot: Path | None,
    as_json: bool,
) -> int:
    """Play the same games on two battles, and say how much more often the top side wins the second.

    FIRST and SECOND are names from 'hexillum scenarios' or .toml files. Games of both have the same seeds, and the
    difference is taken seed by seed. PLAYER is recruit, tribune, consul, greedy, random, quick, planner or search.
    Ctrl-C ends it early and counts the games that are done.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ..lab import compare as lab

    compile_first({top, bottom})
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=talk(), transient=True) as progress:
        task = progress.add_task("games", total=2 * games)
        found = lab.compare(
            first,
            second,
            games,
            seed,
            jobs,
            top,
            bottom,
            names=(first, second),
            until_sure=until_sure,
            progress=lambda done, most: progress.update(task, completed=done, total=most),
        )
    if plot:
        lab.picture(found).savefig(plot)
    print_json(found.as_dict()) if as_json else _print(found)
    return 130 if found.stopped == "interrupted" else 0


def _print(found: Comparison) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("battle", "top wins", "mean banners", "mean turns"):
        table.add_column(heading, justify="left" if heading == "battle" else "right")
    for name, share, banners, turns in zip(found.names, found.shares, found.banners, found.turns, strict=True):
        table.add_row(name, f"{share:.1%}", f"{banners[0]:.1f} - {banners[1]:.1f}", f"{turns:.1f}")
    out().print(f"{found.top} (top) against {found.bottom}, seed {found.seed}, {found.pairs} games on each battle")
    out().print(table)
    out().print(found.sentence)
    if found.stopped == "interrupted":
        talk().print("interrupted: the games that were done are counted")
