"""`hexillum compare`: the same games on two battles, and what the difference is worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .arena import PLOT
from .compiling import compile_first
from .crews import CLOCK, KEPT, SEED, bar, crews, sides
from .output import JSON_HELP, figures, kept_in, out, print_json, talk, tell_forfeits, width_of

if TYPE_CHECKING:
    from ..lab.comparison import Comparison


@click.command(
    short_help="Hold two battles against each other, with the same dice.",
    epilog="Examples: 'hexillum compare akragas akragas+heavy4.toml --games 400' · "
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
@sides("planner")
@SEED
@crews
@KEPT
@CLOCK
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
    jobs: int | None,
    on: str,
    kept: str | None,
    clock: bool,
    plot: Path | None,
    as_json: bool,
) -> int:
    """Play the same games on two battles, and say how much more often the top side wins the second.

    FIRST and SECOND are names from 'hexillum scenarios' or .toml files, and may have a variant's file after a +.
    Games of both have the same seeds, and the difference is taken seed by seed. PLAYER is recruit, decurion, centurion,
    tribune, consul, greedy, random, quick, planner or search, or a player of your own as FILE.py:CLASS. Ctrl-C ends it
    early and counts the games that are done.
    """
    from ..battle.scenarios import load_scenario
    from ..lab import comparison
    from ..lab.crew import crew_of

    for name in (first, second):
        load_scenario(name)  # that the battles are there is known before anything is compiled
    compile_first({top, bottom})
    path = Path(kept) if kept else None
    with kept_in(path, clock) as keep, crew_of(on, jobs) as crew, bar(2 * games, crew) as tell:
        found = comparison.compare(
            first,
            second,
            games,
            seed,
            top=top,
            bottom=bottom,
            names=(first, second),
            until_sure=until_sure,
            keep=keep,
            progress=tell,
            on=crew,
        )
    if plot:
        comparison.picture(found).savefig(plot)
    print_json(found.as_dict()) if as_json else _print(found)
    if found.stopped == "interrupted":
        talk().print("interrupted: the games that were done are counted" + ("; run it again for the rest" * bool(kept)))
        return 130
    return tell_forfeits(found.forfeits)


def _print(found: Comparison) -> None:
    from ..lab.comparison import COUNTS

    one, (low, high) = found.difference, found.shares
    rows = [
        [
            *("top wins", f"{low:.1%}", f"{high:.1%}", f"{100 * one.mean:+.1f} points"),
            f"{100 * one.low:+.1f} to {100 * one.high:+.1f}",
        ]
    ]
    for name, words in COUNTS.items():
        count = found.counts[name]
        one = count.difference
        interval = f"{one.low:+.1f} to {one.high:+.1f}" if one.clusters > 1 else ""
        rows.append([words, *(f"{mean:.1f}" for mean in count.means), f"{one.mean:+.1f}", interval])
    headings = ["", *found.names, "difference", "95 % interval"]
    console = out()
    console.width = width_of(console)
    console.print(f"{found.top} (top) against {found.bottom}, seed {found.seed}, {found.pairs} games on each battle")
    console.print(figures(headings, rows, len(headings), console.width))
    console.print(found.sentence)
