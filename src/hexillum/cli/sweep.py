"""`hexillum sweep`: many variants of a battle, with the same dice on each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .arena import PLOT
from .compiling import compile_first
from .crews import CLOCK, KEPT, SEED, bar, crews, sides
from .output import JSON_HELP, figures, kept_in, out, print_json, talk, tell_forfeits, width_of

if TYPE_CHECKING:
    from ..lab.sweeping import Sweep


@click.command(
    short_help="Try many variants of a battle, with the same dice.",
    epilog="Examples: 'hexillum sweep akragas --set scenario.banners.top=4..7 --set kind.heavy-infantry.close=4,5' · "
    "'hexillum sweep zama --set card.rally.copies=0..3 --games 200 --jobs 2 --out zama.parquet --plot zama.svg'",
)
@click.argument("battle")
@click.option(
    "--set",
    "settings",
    multiple=True,
    required=True,
    metavar="KEY=VALUES",
    help="A number of the battle or its edition, as a variant's file names it, and the values to try: 4..7 or 4,5. "
    "May be repeated: every combination is played.",
)
@click.option("--games", default=100, show_default=True, type=click.IntRange(2), help="How many games of each variant.")
@sides("planner")
@SEED
@crews
@KEPT
@CLOCK
@PLOT
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def sweep(
    battle: str,
    settings: tuple[str, ...],
    games: int,
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
    """Play the same games on every variant of a battle that the settings make, and show which side they favour.

    BATTLE is a name from 'hexillum scenarios' or a .toml file, and may have a variant's file after a +. KEY is as in a
    variant's file: scenario.banners.top, kind.heavy-infantry.close, card.rally.copies, terrain.hill.dice_less. With two
    settings --plot draws a heat map. Ctrl-C ends it early and counts the games that are done.
    """
    from ..battle.scenarios import load_scenario
    from ..lab import sweeping
    from ..lab.crew import crew_of

    chosen = dict(map(sweeping.read_setting, settings))
    if len(chosen) < len(settings):
        raise click.UsageError("--set names one key twice: give all its values at once")
    total = games * len(sweeping.variants(load_scenario(battle), chosen))
    compile_first({top, bottom})
    with kept_in(Path(kept) if kept else None, clock) as keep, crew_of(on, jobs) as crew, bar(total, crew) as tell:
        found = sweeping.sweep(battle, chosen, games, seed, top, bottom, on=crew, keep=keep, progress=tell)
    if plot:
        sweeping.picture(found).savefig(plot)
    print_json(found.as_dict()) if as_json else _print(found)
    if found.complete:
        return tell_forfeits(found.forfeits)
    talk().print("interrupted: the games that were done are counted" + ("; run it again for the rest" if kept else ""))
    return 130


def _print(found: Sweep) -> None:
    short = (key.partition(".")[2] for key in found.settings)
    rows = []
    for point, row in zip(found.points, found.rows(), strict=True):
        if not point.games:  # where it was interrupted before
            rows.append([*map(str, point.values), "0", *[""] * 5])
            continue
        low, high = point.interval
        one = found.against_first(point)
        against = f"{100 * one.mean:+.0f} ({100 * one.low:+.0f} to {100 * one.high:+.0f})"
        rows.append(
            [
                *map(str, point.values),
                *(str(row["games"]), f"{point.share:.0%}", f"{low:.0%} - {high:.0%}"),
                "" if point is found.points[0] else against,
                *(f"{row['top_banners']:.1f} - {row['bottom_banners']:.1f}", f"{row['turns']:.1f}"),
            ]
        )
    headings = [*short, "games", "top wins", "95 % interval", "against the first", "mean banners", "turns"]
    console = out()
    console.width = width_of(console)
    console.print(f"{found.battle}: {found.top} (top) against {found.bottom}, seed {found.seed}")
    console.print(figures(headings, rows, len(headings) - 2, console.width))
    console.print(found.sentence)
