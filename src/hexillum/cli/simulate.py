"""`hexillum simulate`: many games of computer against computer, counted."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .output import JSON_HELP, out, print_json, talk
from .variants import plan_of, variants

if TYPE_CHECKING:
    from ..lab.balance import Row
    from ..lab.simulate import Report


@click.command(
    short_help="Let the computer play many games and count them.",
    epilog="Examples: 'hexillum simulate akragas --games 1000 --jobs 2 --seed 1 --top greedy --bottom random' · "
    "'hexillum simulate --all --games 20 --jobs 2 --out all.jsonl --report balance.md' · "
    "'hexillum simulate zama --swapped --switch exact_evade=on'",
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
@click.option(
    "--out", "kept", metavar="FILE", help="With --all: keep each battle there as it is done, and go on from there."
)
@click.option("--report", "written", metavar="FILE.md", help="With --all: write a page with a picture beside it.")
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
    kept: str | None,
    written: str | None,
    as_json: bool,
) -> int:
    """Let two computer players play a battle many times, and count who wins.

    SCENARIO is a name from 'hexillum scenarios' or a .toml file. PLAYER is planner, greedy, random or another
    of docs/agents.md. Ctrl-C ends it early with the games that are done.
    """
    if (scenario is None) == (not every):
        raise click.UsageError("name one battle, such as: hexillum simulate akragas - or all of them with --all")
    if (kept or written) and not every:
        raise click.UsageError("--out and --report go with --all")
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .. import warmup
    from ..lab import balance
    from ..lab.simulate import simulate as run
    from ..scenarios import names as scenario_names

    if top == bottom == "random" and warmup.start():
        talk().print("compiling the rules beside the first games; the later ones go faster")
    names = scenario_names() if scenario is None else [scenario]
    settings = {"top": top, "bottom": bottom, "games": games, "seed": seed, "swap": swap, "limit": limit}
    settings |= {"swapped": swapped, "switches": switches}
    path = Path(kept) if kept else None
    done = balance.read(path, settings) if path else []
    known = {one["scenario"]: one for one in done}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    complete = True
    with Progress(*columns, console=talk(), transient=True) as progress:
        task = progress.add_task(names[0], total=games * len(names))
        for n, name in enumerate(names):
            if name in known:
                continue

            def show(count: int, before: int = n * games, name: str = name) -> None:
                progress.update(task, completed=before + count, description=name)

            plan = plan_of(name, swapped)
            report = run(plan, games, seed, jobs, top, bottom, swap=swap, switches=switches, limit=limit, progress=show)
            complete = report.complete
            if complete or not path:
                known[name] = report.as_dict()
            if not complete:
                break
            if path:
                balance.keep(path, settings, list(known.values()))
    if not every:
        print_json(known[names[0]]) if as_json else _print(report)
    else:
        rows = balance.rows_of(known.values())
        if written:
            _write(rows, Path(written), top if top == bottom else f"{top} (top) and {bottom} (bottom)")
        if as_json:
            compared = {"rows": balance.as_dicts(rows), **balance.comparison(rows)}
            print_json({"battles": list(known.values()), "people": compared})
        else:
            _print_all(rows, settings)
    if not complete:
        played = sum(one["games"] for one in known.values())
        words = f"interrupted after {played} of {games * len(names)} games"
        talk().print(f"{words}; the same command goes on from there" if path else words)
        return 130
    return 0


def _write(rows: list[Row], path: Path, player: str) -> None:
    """Write the page, and its picture beside it."""
    from ..lab import balance

    picture = path.with_suffix(".svg")
    words = [word for word in sys.argv[1:] if not word.startswith("--jobs")]
    path.write_text(balance.page(rows, player, " ".join(["hexillum", *words]), picture.name), encoding="utf-8")
    picture.write_text(balance.picture(rows), encoding="utf-8")


def _print_all(rows: list[Row], settings: dict[str, Any]) -> None:
    """A line a battle: how often the top side won here, and when people played it."""
    from rich.table import Table

    from ..lab.balance import sentence

    table = Table(box=None, pad_edge=False)
    for heading in ("battle", "games", "top wins", "95 % interval", "people: top", "95 % interval", "of"):
        table.add_column(heading, justify="left" if heading == "battle" else "right")
    for row in rows:
        low, high = row.interval
        human = ("", "", "")
        if row.people is not None:
            least, most = row.people_interval
            human = (f"{row.people:.0%}", f"{least:.0%} - {most:.0%}", str(row.plays))
        table.add_row(row.name, str(row.games), f"{row.share:.0%}", f"{low:.0%} - {high:.0%}", *human)
    variant = _variant(settings["swapped"], settings["switches"])
    out().print(f"{settings['top']} against {settings['bottom']}, seed {settings['seed']}{variant}")
    out().print(table)
    out().print(sentence(rows))


def _variant(swapped: bool, switches: Mapping[str, bool]) -> str:
    """What was different from the battle as printed."""
    words = ["armies swapped"] if swapped else []
    words += [f"{name} {'on' if on else 'off'}" for name, on in switches.items()]
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
    console.print(
        f"{report.scenario}: {summary.games} games, seed {report.seed}{_variant(report.swapped, report.switches)}"
    )
    console.print(table)
    if report.swap:
        low, high = wilson(summary.by_player[0], summary.games)
        share = summary.by_player[0] / summary.games if summary.games else 0.0
        won = f"{summary.by_player[0]} of {summary.games} games"
        console.print(f"{report.top} wins {won} against {report.bottom}: {share:.1%} ({low:.1%} - {high:.1%})")
    console.print(f"draws {summary.draws}, unfinished {summary.unfinished}")
    means = f"{summary.turns:.1f} turns, {summary.decisions:.0f} decisions a game"
    console.print(f"{means}; {report.seconds:.1f} s, {report.per_second:.1f} games/s")
