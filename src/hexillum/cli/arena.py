"""`hexillum arena`: tournaments of computer players, and their results."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from .compiling import compile_first
from .crews import bar, crews
from .output import JSON_HELP, about, counted, out, picture_file, print_json, talk

PLOT: Final = click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=picture_file,
    help="Draw a picture (.png, .svg, .pdf); needs matplotlib.",
)


class Arena(click.Command):
    """`arena`, which hands `arena report ...` to a command of its own: all other first words are players."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of this command, or of `report` where that is the first word."""
        if args[:1] == ["report"]:
            above = click.Context(click.Command(info_name), info_name=info_name, parent=parent)
            return report.make_context("report", args[1:], above)
        return super().make_context(info_name, args, parent, **extra)


@click.command(
    cls=Arena,
    short_help="Let computer players play each other, and rate them.",
    epilog="Examples: 'hexillum arena planner greedy --games 60 --jobs 2 --out planner.jsonl' · "
    "'hexillum arena report planner.jsonl --plot planner.svg'",
)
@click.argument("players", nargs=-1, required=True, metavar="PLAYERS...")
@click.option(
    "--battles", default="akragas,cannae,zama", show_default=True, help="Names of battles, separated by commas."
)
@click.option("--games", default=200, show_default=True, type=click.IntRange(1), help="Games for each pair of players.")
@crews
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same dice.")
@click.option(
    "--out",
    "path",
    default="arena.jsonl",
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file that keeps the games. The same command, run again, plays those that are missing.",
)
@PLOT
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def arena(
    players: tuple[str, ...],
    battles: str,
    games: int,
    jobs: int | None,
    on: str,
    seed: int,
    path: Path,
    plot: Path | None,
    as_json: bool,
) -> int:
    """Let computer players play each other: each pair on each battle from both sides, with the same dice.

    PLAYERS are names such as greedy, planner or search:1.0 (one second a turn). 'hexillum arena report FILE' shows
    the results of a file of games. Ctrl-C stops; the same command, run again, plays the games that are missing.
    """
    from ..lab.crew import crew_of
    from ..lab.tournament import pairings, read_results, tournament

    names = [name.strip() for name in battles.split(",") if name.strip()]
    if not names:
        raise click.UsageError("name the battles, such as: --battles akragas,cannae")
    compile_first(players)
    wanted = {p.key for p in pairings(players, names, games, seed)}
    with about(path):
        before = len(wanted & {r.key for r in read_results(path)[1]}) if path.exists() else 0
    with crew_of(on, jobs) as crew, bar(len(wanted), crew, before) as tell:
        complete = tournament(
            players, names, games, path, seed=seed, on=crew, progress=lambda done: tell(before + done)
        )
    _show(path, plot, as_json)
    if not complete:
        talk().print("stopped; run the same command again to play the games that are missing")
        return 130
    return 0


@click.command(epilog="Example: 'hexillum arena report planner.jsonl --plot planner.svg'")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@PLOT
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def report(file: Path, plot: Path | None, as_json: bool) -> int:
    """Show the results of a tournament: shares with their intervals, ratings, and how long the players thought.

    FILE is one that 'hexillum arena --out FILE' has written.
    """
    _show(file, plot, as_json)
    return 0


def _show(path: Path, plot: Path | None, as_json: bool) -> None:
    """Print the results that are in a file, and draw them."""
    from rich.table import Table

    from ..lab.ratings import paces, picture, ratings, scores
    from ..lab.ratings import report as summary
    from ..lab.tournament import read_results

    with about(path):
        results = read_results(path)[1]
    if plot:
        picture(results).savefig(plot)
    if as_json:
        print_json(summary(results))
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("player", "against", "battle", "games", "share", "95 % interval"):
        table.add_column(heading, justify="left" if heading in ("player", "against", "battle") else "right")
    for s in sorted(scores(results), key=lambda s: (s.first, s.second, s.battle)):
        low, high = s.interval
        table.add_row(s.first, s.second, s.battle or "all", str(s.games), f"{s.share:.1%}", f"{low:.1%} - {high:.1%}")
    ranks = Table(box=None, pad_edge=False)
    for heading in ("player", "Elo", "seconds a turn", "at most"):
        ranks.add_column(heading, justify="left" if heading == "player" else "right")
    pace = paces(results)
    for name, elo in ratings(results).items():
        ranks.add_row(name, f"{elo:+.0f}", f"{pace[name].mean:.3f}", f"{pace[name].most:.2f}")
    console = out()
    console.print(table)
    console.print()
    console.print(ranks)
    unfinished = sum(r.score is None for r in results)
    if unfinished:
        console.print(f"{counted(unfinished, 'unfinished game')} counted as drawn")
