"""`hexillum simulate`: many games of computer against computer, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .output import JSON_HELP, out, print_json, talk
from .variants import plan_of, variants

if TYPE_CHECKING:
    from ..lab.simulate import Report


@click.command(
    short_help="Let the computer play many games and count them.",
    epilog="Examples: 'hexillum simulate akragas --games 1000 --jobs 2 --seed 1 --top greedy --bottom random' · "
    "'hexillum simulate --all --games 20 --jobs 2' · 'hexillum simulate zama --swapped --switch exact_evade=on'",
)
@click.argument("scenario", required=False)
@click.option("--all", "every", is_flag=True, help="Every battle, beside how often people win each side.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="How many processes play them.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--top", default="greedy", show_default=True, metavar="PLAYER", help="Who plays the top side.")
@click.option("--bottom", default="greedy", show_default=True, metavar="PLAYER", help="Who plays the bottom side.")
@click.option("--swap", is_flag=True, help="The players change sides in every second game.")
@variants
@click.option("--limit", default=200_000, show_default=True, type=click.IntRange(1), help="Decisions a game at most.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def simulate(
    scenario: str | None,
    every: bool,
    games: int,
    jobs: int,
    seed: int,
    top: str,
    bottom: str,
    swap: bool,
    swapped: bool,
    switches: dict[str, bool],
    limit: int,
    as_json: bool,
) -> int:
    """Let two computer players play a battle many times, and count who wins.

    SCENARIO is a name from 'hexillum scenarios' or a .toml file. PLAYER is planner, greedy, random or another
    of docs/agents.md. Ctrl-C ends it early with the games that are done.
    """
    if (scenario is None) == (not every):
        raise click.UsageError("name one battle, such as: hexillum simulate akragas - or all of them with --all")
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .. import warmup
    from ..lab.simulate import simulate as run
    from ..scenarios import names as scenario_names

    if top == bottom == "random" and warmup.start():
        talk().print("compiling the rules beside the first games; the later ones go faster")
    names = scenario_names() if scenario is None else [scenario]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=talk(), transient=True) as progress:
        task = progress.add_task(names[0], total=games * len(names))
        reports: list[Report] = []
        for n, name in enumerate(names):

            def show(done: int, before: int = n * games, name: str = name) -> None:
                progress.update(task, completed=before + done, description=name)

            plan = plan_of(name, swapped)
            report = run(plan, games, seed, jobs, top, bottom, swap=swap, switches=switches, limit=limit, progress=show)
            reports.append(report)
            if not report.complete:
                break
    if as_json:
        dicts = [report.as_dict() for report in reports]
        print_json(dicts if every else dicts[0])
    elif every:
        _print_all(reports)
    else:
        _print(report)
    if not report.complete:
        talk().print(f"interrupted after {sum(len(r.games) for r in reports)} of {games * len(names)} games")
        return 130
    return 0


def _print_all(reports: list[Report]) -> None:
    """A line a battle: how often the top side won here, and when people played it."""
    from rich.table import Table

    from ..human_results import result_of
    from ..lab.statistics import wilson
    from ..scenarios import load

    table = Table(box=None, pad_edge=False)
    for heading in ("battle", "games", "top wins", "95 % interval", "people: top", "of", "draws"):
        table.add_column(heading, justify="left" if heading == "battle" else "right")
    for report in reports:
        summary, plan = report.summary, load(report.scenario)
        low, high = wilson(summary.wins[0], summary.games)
        share = summary.wins[0] / summary.games if summary.games else 0.0
        people = None if plan.reconstruction else result_of(plan.edition, plan.number)
        theirs = people and (people.bottom if report.swapped else people.top)
        human = (f"{theirs}%", str(people.plays)) if people else ("", "")
        interval = f"{low:.0%} - {high:.0%}"
        table.add_row(plan.name, str(summary.games), f"{share:.0%}", interval, *human, str(summary.draws))
    out().print(f"{reports[0].top} against {reports[0].bottom}, seed {reports[0].seed}{_variant(reports[0])}")
    out().print(table)


def _variant(report: Report) -> str:
    """What was different from the battle as printed."""
    words = ["armies swapped"] if report.swapped else []
    words += [f"{name} {'on' if on else 'off'}" for name, on in report.switches.items()]
    return "".join(f", {word}" for word in words)


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
    console.print(f"{report.scenario}: {summary.games} games, seed {report.seed}{_variant(report)}")
    console.print(table)
    if report.swap:
        low, high = wilson(summary.by_player[0], summary.games)
        share = summary.by_player[0] / summary.games if summary.games else 0.0
        won = f"{summary.by_player[0]} of {summary.games} games"
        console.print(f"{report.top} wins {won} against {report.bottom}: {share:.1%} ({low:.1%} - {high:.1%})")
    console.print(f"draws {summary.draws}, unfinished {summary.unfinished}")
    means = f"{summary.turns:.1f} turns, {summary.decisions:.0f} decisions a game"
    console.print(f"{means}; {report.seconds:.1f} s, {report.per_second:.1f} games/s")
