"""`hexillum arena`: tournaments of computer players, and their results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from .compiling import compile_first
from .crews import BATTLES, SEED, bar, crews
from .output import JSON_HELP, about, counted, file_to_write, out, picture_file, print_json, talk, tell_forfeits

if TYPE_CHECKING:
    from ..lab.ratings import Test
    from ..lab.tournament import Result

PLOT: Final = click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=picture_file,
    help="Draw a picture (.png, .svg, .pdf); needs matplotlib.",
)


def _read_sprt(_context: click.Context, _option: click.Parameter, words: str | None) -> tuple[float, float] | None:
    if words is None:
        return None
    try:
        low, high = map(float, words.split(","))
    except ValueError:
        low = high = 0.0
    if not -800 <= low < high <= 800:
        raise click.BadParameter(f"{words!r}: expected two numbers of Elo points, the lower one first, such as 0,20")
    return low, high


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

    def invoke(self, ctx: click.Context) -> Any:
        """Run it with the players by the names that say on how many threads they think."""
        threads = ctx.params.pop("threads")
        ctx.params["players"] = tuple(_on_threads(name, threads) for name in ctx.params["players"])
        return super().invoke(ctx)


@click.command(
    cls=Arena,
    short_help="Let computer players play each other, and rate them.",
    epilog="Examples: 'hexillum arena planner greedy --games 60 --jobs 2 --out planner.jsonl' · "
    "'hexillum arena mine.py:Mine planner --games 2000 --sprt 0,20 --out mine.jsonl' · "
    "'hexillum arena report planner.jsonl --plot planner.svg'",
)
@click.argument("players", nargs=-1, required=True, metavar="PLAYERS...")
@BATTLES
@click.option("--games", default=200, show_default=True, type=click.IntRange(1), help="Games for each pair of players.")
@crews
@SEED
@click.option(
    "--out",
    "path",
    default="arena.jsonl",
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    callback=file_to_write,
    help="The file that keeps the games. The same command, run again, plays those that are missing.",
)
@click.option(
    "--sprt",
    metavar="ELO,ELO",
    callback=_read_sprt,
    help="With two players: stop as soon as it is known whether the first is better by the second number of Elo "
    "points, or only by the first, such as 0,20; --games is the most.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 64),
    help="Let each search think on so many threads: search:1.0 then stands as search:1.0/2 in the file.",
)
@click.option(
    "--clock/--no-clock",
    default=None,
    help="Whether the players are timed, turn by turn. By default only those whose battles are not played whole by "
    "the compiled rules, which is faster; the games are the same. Without it their file is the same, byte for byte.",
)
@PLOT
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def arena(
    players: tuple[str, ...],
    battles: list[str],
    games: int,
    jobs: int | None,
    on: str,
    seed: int,
    path: Path,
    sprt: tuple[float, float] | None,
    clock: bool | None,
    plot: Path | None,
    as_json: bool,
) -> int:
    """Let computer players play each other: each pair on each battle from both sides, with the same dice.

    PLAYERS are names such as greedy, planner or search:1.0 (one second a turn). 'hexillum arena report FILE' shows
    the results of a file of games. Ctrl-C stops; the same command, run again, plays the games that are missing.
    """
    from ..battle.scenarios import load_scenario
    from ..lab.certainty import estimate
    from ..lab.crew import crew_of
    from ..lab.tournament import pairings, read_results, tournament

    if sprt and len(set(players)) != 2:
        raise click.UsageError("--sprt is for two players")
    estimate([0.0, 0.0])  # that intervals can be had is known before anything is played
    for name in battles:
        load_scenario(name)  # and that the battles are there
    compile_first(players)
    wanted = {p.key for p in pairings(players, battles, games, seed)}
    with about(path):
        before = len(wanted & {r.key for r in read_results(path)[1]}) if path.exists() else 0
    with crew_of(on, jobs) as crew, bar(len(wanted), crew, before) as tell:
        complete = tournament(
            players,
            battles,
            games,
            path,
            seed=seed,
            on=crew,
            progress=lambda done: tell(before + done),
            clock=clock,
            enough=(lambda played: bool(_tested(played, sprt).answer)) if sprt else None,
        )
    _show(path, plot, as_json)
    if sprt:
        _tell_test(path, players, (battles, games, seed), sprt)
    if not complete:
        talk().print("stopped; run the same command again to play the games that are missing")
        return 130
    return tell_forfeits([result.forfeit for result in read_results(path)[1] if result.forfeit])


def _on_threads(name: str, threads: int | None) -> str:
    """The name of a search with the threads that it thinks on; of others, and of those that say it, as it is."""
    plain = name.partition(":")[0] == "search" and "/" not in name
    return f"{name}/{threads}" if threads and plain else name


def _tested(played: Sequence[Result], sprt: tuple[float, float]) -> Test:
    """The sequential test over the pairs of games, each whole, that were played in the order of the tournament."""
    from ..lab.ratings import sequential_test

    shares = [0.5 if r.score is None else r.score for r in played]
    return sequential_test([(one + other) / 2 for one, other in zip(shares[::2], shares[1::2], strict=False)], sprt)


def _tell_test(path: Path, players: Sequence[str], run: tuple[list[str], int, int], sprt: tuple[float, float]) -> None:
    from ..lab.tournament import pairings, read_results

    there = {result.key: result for result in read_results(path)[1]}
    order = pairings(players, *run)
    played = list(takewhile(lambda result: result is not None, (there.get(p.key) for p in order)))
    found = _tested([result for result in played if result], sprt)
    known = {
        "better": f"{players[0]} is better than {players[1]}, by {sprt[1]:g} Elo points rather than {sprt[0]:g}",
        "not better": f"{players[0]} is better than {players[1]} by {sprt[0]:g} Elo points at most, not by {sprt[1]:g}",
        "": "not decided yet: more games would tell",
    }[found.answer]
    said = f"sequential test after {counted(found.pairs, 'pair')}: {known}"
    talk().print(f"{said} (log-likelihood ratio {found.ratio:+.2f}, bounds ±{found.bound:.2f})", soft_wrap=True)


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

    from ..lab.ratings import paces, picture, rating_intervals, ratings, scores
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
    for heading in ("player", "Elo", "95 % interval", "seconds a turn", "at most"):
        ranks.add_column(heading, justify="left" if heading == "player" else "right")
    pace = paces(results)
    elos = ratings(results)
    intervals = rating_intervals(results, elos)
    for name, elo in elos.items():
        low, high = intervals[name]
        thought = (f"{pace[name].mean:.3f}", f"{pace[name].most:.2f}") if name in pace else ("", "")
        ranks.add_row(name, f"{elo:+.0f}", f"{low:+.0f} to {high:+.0f}", *thought)
    console = out()
    console.print(table)
    console.print()
    console.print(ranks)
    unfinished = sum(r.score is None for r in results)
    if unfinished:
        console.print(f"{counted(unfinished, 'unfinished game')} counted as drawn")
