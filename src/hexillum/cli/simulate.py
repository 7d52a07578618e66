"""`hexillum simulate`: many games of computer against computer, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .output import JSON_HELP, out, print_json, talk

if TYPE_CHECKING:
    from ..lab.simulate import Report


@click.command(
    short_help="Let the computer play many games and count them.",
    epilog="Example: 'hexillum simulate akragas --games 1000 --jobs 2 --seed 1 --top greedy --bottom random'",
)
@click.argument("scenario")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="How many processes play them.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--top", default="greedy", show_default=True, metavar="PLAYER", help="Who plays the top side.")
@click.option("--bottom", default="greedy", show_default=True, metavar="PLAYER", help="Who plays the bottom side.")
@click.option("--swap", is_flag=True, help="The players change sides in every second game.")
@click.option("--limit", default=200_000, show_default=True, type=click.IntRange(1), help="Decisions a game at most.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def simulate(
    scenario: str,
    games: int,
    jobs: int,
    seed: int,
    top: str,
    bottom: str,
    swap: bool,
    limit: int,
    as_json: bool,
) -> int:
    """Let two computer players play a battle many times, and count who wins.

    SCENARIO is a name from 'hexillum scenarios' or a .toml file. PLAYER is greedy or random. Ctrl-C ends it early
    with the games that are done.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .. import warmup
    from ..lab.simulate import simulate as run

    if top == bottom == "random" and warmup.start():
        talk().print("compiling the rules beside the first games; the later ones go faster")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=talk(), transient=True) as progress:
        task = progress.add_task(scenario, total=games)
        report = run(
            scenario,
            games,
            seed,
            jobs,
            top,
            bottom,
            swap=swap,
            limit=limit,
            progress=lambda done: progress.update(task, completed=done),
        )
    if as_json:
        print_json(report.as_dict())
    else:
        _print(report)
    if not report.complete:
        talk().print(f"interrupted after {len(report.games)} of {games} games")
        return 130
    return 0


def _print(report: Report) -> None:
    from rich.table import Table

    from ..lab.statistics import wilson

    summary = report.summary
    table = Table(box=None, pad_edge=False)
    for heading in ("side", "player", "wins", "share", "95 % interval", "mean banners"):
        table.add_column(heading, justify="left" if heading in ("side", "player") else "right")
    for n, (side, player) in enumerate((("top", report.top), ("bottom", report.bottom))):
        low, high = wilson(summary.wins[n], summary.games)
        share = summary.wins[n] / summary.games if summary.games else 0.0
        who = "both" if report.swap else player
        interval = f"{low:.1%} - {high:.1%}"
        table.add_row(side, who, str(summary.wins[n]), f"{share:.1%}", interval, f"{summary.banners[n]:.2f}")
    console = out()
    console.print(f"{report.scenario}: {summary.games} games, seed {report.seed}")
    console.print(table)
    if report.swap:
        low, high = wilson(summary.by_player[0], summary.games)
        share = summary.by_player[0] / summary.games if summary.games else 0.0
        won = f"{summary.by_player[0]} of {summary.games} games"
        console.print(f"{report.top} wins {won} against {report.bottom}: {share:.1%} ({low:.1%} - {high:.1%})")
    console.print(f"draws {summary.draws}, unfinished {summary.unfinished}")
    means = f"{summary.turns:.1f} turns, {summary.decisions:.0f} decisions a game"
    console.print(f"{means}; {report.seconds:.1f} s, {report.per_second:.1f} games/s")
