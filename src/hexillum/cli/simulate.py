"""`hexillum simulate`: many games of computer against computer, counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .compiling import compile_beside, compile_first
from .crews import CLOCK, SEED, bar, crews, sides
from .output import JSON_HELP, counted, file_to_write, kept_in, out, print_json, talk, tell_forfeits
from .variants import plan_of, variants

if TYPE_CHECKING:
    from ..lab.balance import Row
    from ..lab.crew import Crew
    from ..lab.results import Results
    from ..lab.simulation import Report


@click.command(
    short_help="Let the computer play many games and count them.",
    epilog="Examples: 'hexillum simulate akragas --games 1000 --jobs 2 --seed 1 --top greedy --bottom random' · "
    "'hexillum simulate --all --games 20 --jobs 2 --out all.parquet --report balance.md' · "
    "'hexillum simulate zama --swapped --switch exact_evade=on' · "
    "'hexillum simulate zama --games 5000 --on ray://head:10001 --out zama.parquet'",
)
@click.argument("scenario", required=False)
@click.option(
    "--all", "every", is_flag=True, help="Play every battle, and show beside it how often people win with each side."
)
@click.option(
    "--plays",
    default=0,
    show_default="all",
    type=click.IntRange(0),
    help="With --all: only the battles of which people have recorded so many plays.",
)
@click.option(
    "--people",
    "theirs",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="With --all: count these battles of people, too, which 'hexillum admin results' writes.",
)
@click.option(
    "--games",
    default=100,
    show_default=True,
    type=click.IntRange(1),
    help="How many games; with --all, of each battle.",
)
@crews
@SEED
@sides("greedy")
@click.option("--swap", is_flag=True, help="The players change sides in every second game.")
@variants
@click.option(
    "--limit",
    default=200_000,
    show_default=True,
    type=click.IntRange(1),
    help="Give a game up after so many decisions.",
)
@click.option(
    "--out",
    "kept",
    metavar="FILE",
    callback=file_to_write,
    help="Keep a row a game in this file (.parquet, .csv or .jsonl): who won, what was lost, which cards were played, "
    "the luck of both. The same command, run again, plays the games that are missing.",
)
@CLOCK
@click.option(
    "--report",
    "written",
    metavar="FILE.md",
    callback=file_to_write,
    help="With --all: write the results as a page, with a picture beside it.",
)
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def simulate(
    scenario: str | None,
    every: bool,
    plays: int,
    theirs: Path | None,
    games: int,
    jobs: int | None,
    on: str,
    seed: int,
    top: str,
    bottom: str,
    swap: bool,
    swapped: bool,
    switches: dict[str, bool],
    limit: int,
    kept: str | None,
    clock: bool,
    written: str | None,
    as_json: bool,
) -> int:
    """Let two computer players play a battle many times, and count who wins.

    SCENARIO is a name from 'hexillum scenarios' or a .toml file, and may have a variant's file after a +. PLAYER
    is recruit, decurion, centurion, tribune, consul, greedy, random, quick, planner or search, or a player of your own
    as FILE.py:CLASS; one that cheats, fails or is too slow loses that game, and the exit status is 1 in the end. Ctrl-C
    ends it early and counts the games that are done.
    """
    if (scenario is None) == (not every):
        raise click.UsageError("name one battle, such as 'hexillum simulate akragas', or take all of them with --all")
    if written and not every:
        raise click.UsageError("--report needs --all")
    if plays and not every:
        raise click.UsageError("--plays needs --all")
    if theirs and not every:
        raise click.UsageError("--people needs --all")
    settings = {"top": top, "bottom": bottom, "games": games, "seed": seed, "swap": swap, "limit": limit}
    settings |= {"swapped": swapped, "switches": switches}
    path = Path(kept) if kept else None
    from ..lab.crew import crew_of

    if scenario is None:
        with crew_of(on, jobs) as crew:
            return _simulate_all(
                settings, plays, theirs, crew, path, Path(written) if written else None, as_json, clock
            )
    plan_of(scenario, swapped)  # that it is there is known before anything is compiled
    _compile(settings)
    with kept_in(path, clock) as keep, crew_of(on, jobs) as crew:
        (report,) = _reports([scenario], settings, crew, keep, clock)
    print_json(report.as_dict()) if as_json else _print(report)
    status = tell_forfeits(report.forfeits)
    return status if report.complete else _interrupted(len(report.games), games, keep is not None)


def _compile(settings: Mapping[str, Any]) -> None:
    """Compile the rules: before the games where a player thinks, beside them where none does."""
    compile_first({settings["top"], settings["bottom"]})
    compile_beside(settings["top"], settings["bottom"])


def _reports(
    names: Sequence[str], settings: Mapping[str, Any], crew: Crew, keep: Results | None = None, clock: bool = True
) -> Iterator[Report]:
    """Play one battle after another, with a bar of progress; an interrupted battle is the last.

    Without `clock` the reports do not say how long it took.
    """
    from ..lab.simulation import simulate as run

    plain = dict(settings)
    swapped, games = plain.pop("swapped"), plain["games"]
    with bar(games * len(names), crew) as tell:
        for n, name in enumerate(names):

            def show(count: int, before: int = n * games, name: str = name) -> None:
                tell(before + count, words=name)

            report = run(plan_of(name, swapped), on=crew, progress=show, keep=keep, **plain)
            yield report if clock else replace(report, seconds=0.0)
            if not report.complete:
                return


def _simulate_all(
    settings: dict[str, Any],
    plays: int,
    theirs: Path | None,
    crew: Crew,
    kept: Path | None,
    written: Path | None,
    as_json: bool,
    clock: bool,
) -> int:
    """Every battle with so many plays of people, from where the file of a run stands; the page when all are done."""
    from ..lab import balance
    from ..lab.people import people_of
    from ..lab.results import Rows

    own = people_of(theirs) if theirs else None
    made, battles = Rows().made, balance.played_by_people(plays, own)
    balance.sentence([])  # that both measures can be had is known before anything is played
    if kept and balance.is_run(kept):  # begun by an earlier version: a line a battle
        done = _battles_kept(settings, battles, crew, kept)
        head = balance.read_run(kept)[0]
        made = f"Hexillum {head.get('hexillum', '0.1 or older')}, rules {head.get('rules', 'unknown')}"
    else:
        with kept_in(kept, clock) as keep:
            if keep:  # where all games are there they are only reported on, whatever rules they were played by
                keep.older = all((name, n) in keep.rows for name in battles for n in range(settings["games"]))
            if not (keep and keep.older):
                _compile(settings)
            done = {report.scenario: report.as_dict() for report in _reports(battles, settings, crew, keep, clock)}
            made = keep.made if keep else made
    rows = balance.rows_of(done.values(), own)
    complete = all(one["complete"] for one in done.values()) and set(done) >= set(battles)
    if written and complete:
        _write(rows, written, settings, plays, theirs, made)
    if as_json:
        compared = {"rows": balance.as_dicts(rows), **balance.comparison(rows)}
        print_json({"battles": list(done.values()), "people": compared})
    else:
        _print_all(rows, settings)
    if complete:
        return tell_forfeits([words for one in done.values() for words in one.get("forfeits", ())])
    return _interrupted(sum(one["games"] for one in done.values()), settings["games"] * len(battles), kept is not None)


def _battles_kept(
    settings: dict[str, Any], battles: Sequence[str], crew: Crew, kept: Path
) -> dict[str, dict[str, Any]]:
    """Go on with a file that has a line a battle; what is done then, by the battles' names."""
    from ..lab import balance

    done = {one["scenario"]: one for one in balance.read(kept, settings)}
    left = [name for name in battles if name not in done]
    if left:
        _compile(settings)
    for report in _reports(left, settings, crew):
        if not report.complete:
            break
        done[report.scenario] = report.as_dict()
        balance.keep(kept, settings, list(done.values()))
    return done


def _interrupted(played: int, wanted: int, kept: bool = False) -> int:
    """Say what was left out; the exit status."""
    words = f"interrupted after {played} of {counted(wanted, 'game')}"
    talk().print(f"{words}; run the same command again for the rest" if kept else words)
    return 130


def _write(
    rows: list[Row], path: Path, settings: Mapping[str, Any], plays: int, theirs: Path | None, made: str
) -> None:
    """Write the page, and its picture beside it."""
    from ..lab import balance

    top, bottom = settings["top"], settings["bottom"]
    words = ["hexillum simulate --all", *([f"--plays {plays}"] if plays else [])]
    words += [f"--people {theirs}"] if theirs else []
    words += [f"--games {settings['games']} --seed {settings['seed']} --top {top} --bottom {bottom}"]
    words += [f"--{name}" for name in ("swap", "swapped") if settings[name]]
    words += [f"--switch {name}={'on' if on else 'off'}" for name, on in settings["switches"].items()]
    picture = path.with_suffix(".svg")
    player = top if top == bottom else f"{top} (top) and {bottom} (bottom)"
    command = " ".join([*words, f"--report {path}"])
    path.write_text(balance.page(rows, player, command, picture.name, f"Games of {made}."), encoding="utf-8")
    picture.write_text(balance.picture(rows), encoding="utf-8")


def _print_all(rows: list[Row], settings: Mapping[str, Any]) -> None:
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
        f"{report.scenario}: {counted(summary.games, 'game')}, seed {report.seed}"
        f"{_variant(report.swapped, report.switches)}"
    )
    console.print(table)
    if report.swap:
        low, high = wilson(summary.by_player[0], summary.games)
        share = summary.by_player[0] / summary.games if summary.games else 0.0
        won = f"{summary.by_player[0]} of {counted(summary.games, 'game')}"
        console.print(f"{report.top} wins {won} against {report.bottom}: {share:.1%} ({low:.1%} - {high:.1%})")
    console.print(f"draws {summary.draws}, unfinished {summary.unfinished}")
    means = f"{summary.turns:.1f} turns, {summary.decisions:.0f} decisions a game"
    console.print(f"{means}; {report.seconds:.1f} s, {report.per_second:.1f} games/s" if report.seconds else means)
