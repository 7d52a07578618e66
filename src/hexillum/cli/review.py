"""`hexillum review`: what the dice did and what was decided, in a battle that was played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from .output import JSON_HELP, about, counted, file_to_write, out, picture_file, print_json, talk

if TYPE_CHECKING:
    from ..coach.review import Review
    from ..coach.shapes import Mistake, ReviewJson

SIDES: Final = ("top", "bottom")
TOLD: Final = 5  # so many mistakes are told in full


@click.command(
    short_help="Tell luck from decisions in a recorded battle.",
    epilog="Examples: 'hexillum review zama.battle' · "
    "'hexillum review zama.battle --side bottom --out zama.json --plot zama.svg'",
)
@click.argument("record")
@click.option("--side", type=click.Choice(SIDES), help="Look for mistakes of this side only.")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same battles on.")
@click.option(
    "--seconds",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0.1, 86_400),
    help="How long it may take. More gives finer chances, up to what --playouts says.",
)
@click.option(
    "--playouts",
    default=128,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="How often the battle is played on from each moment, where there is time.",
)
@click.option(
    "--out",
    "kept",
    metavar="FILE.json",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=file_to_write,
    help="Keep the review in this file. The same command, run again, goes on with it.",
)
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=picture_file,
    help="Draw the chances over the battle (.png, .svg, .pdf); needs matplotlib.",
)
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def review(
    record: str,
    side: str | None,
    seed: int,
    seconds: float,
    playouts: int,
    kept: Path | None,
    plot: Path | None,
    as_json: bool,
) -> int:
    """Review a battle that was played: the chances over all its turns, split into luck and decisions, and mistakes.

    RECORD is a battle that was saved, such as by 'hexillum play zama --auto --save zama.battle'. From every moment of
    it whole battles are played on by the planner's quick mind. Where a decision gave away more than 3 points, and more
    than twice the standard error, the better plan is shown, and why. Ctrl-C ends it early, and tells and keeps what was
    found till then.
    """
    from ..coach.files import read_review, write_review
    from ..coach.review import Review
    from ..core.files import read_text
    from ..notation.game_record import read_record

    before = read_review(kept) if kept and kept.exists() else None
    with about(record):
        text = read_text(record)
        battle = read_record(text)
        _compile()
        where = None if side is None else SIDES.index(side)
        made = Review(battle, seed=seed, seconds=seconds, playouts=playouts, side=where)
    if kept and before:
        with about(kept):
            made.take_up(before)
    _tell_beforehand(text)
    whole = _carry_out(made)
    found = made.as_dict()
    if kept:
        write_review(found, kept)
    if plot:
        from ..coach.picture import picture

        picture(found).savefig(plot, metadata={"Date": None} if plot.suffix == ".svg" else None)
    if as_json:
        print_json({key: value for key, value in found.items() if key != "kept"})
    else:
        _print(found)
    if not whole:
        talk().print("stopped early" + ("; run the same command again to go on" if kept else ""))
    return 0 if whole else 130


def _compile() -> None:
    """Compile the thinking before it is needed."""
    from ..compiled import cache
    from .compiling import compile_first

    if cache.compilers():
        compile_first({"search"})


def _tell_beforehand(text: str) -> None:
    """Say what a review without the compiled thinking means, and that a record was made by other rules."""
    from ..coach.rollouts import SLOW
    from ..compiled import cache
    from ..core.digest import made_with

    if not cache.is_ready():
        talk().print(SLOW, soft_wrap=True)
    rules, mine = text.split("\n")[1].split()[-1], made_with()["rules"]
    if rules != mine:
        words = f"the record was made by other rules ({rules}); it follows these ({mine}) too, which judge it"
        talk().print(words, soft_wrap=True)


def _carry_out(made: Review) -> bool:
    """Go through the steps under a bar of progress; False where somebody stopped it."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    console = talk()
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    try:
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task("", total=1.0)
            for progress in made.steps():
                bar.update(task, completed=progress.share, description=progress.words)
    except KeyboardInterrupt:
        made.stop()
        return False
    return True


def _points(chance: float) -> str:
    """A change of a chance, in points."""
    return f"{100 * chance:+.1f}"


def _print(found: ReviewJson) -> None:
    from ..coach.rollouts import SLOW_NOTE

    console, players = out(), found["players"]
    console.print(f"{found['battle']}: {players['top']} (top) against {players['bottom']} (bottom)", style="bold")
    if found["turns"]:
        _print_turns(found)
    else:
        console.print("Not one whole turn was reviewed in this time: give it more --seconds.", soft_wrap=True)
    ordered = sorted(found["mistakes"], key=lambda one: -one["given"])
    for one in ordered[:TOLD]:
        _print_mistake(one)
    if len(ordered) > TOLD:
        console.print(f"{counted(len(ordered) - TOLD, 'smaller mistake')} more: --json has all.")
    for note in found["notes"]:
        if note != SLOW_NOTE:  # that was said beforehand
            console.print(note, soft_wrap=True)


def _print_turns(found: ReviewJson) -> None:
    """The turns with what changed the chance in each, and their sums."""
    from rich.table import Table

    console = out()
    console.print(
        f"Chances of the top side in points, each by {counted(found['playouts'], 'playout')}; "
        "luck (dice and cards) and decisions of either side add up to the result.",
        soft_wrap=True,
    )
    table = Table(box=None, pad_edge=False)
    for heading in ("turn", "side", "before", "dice", "cards", "own", "other", "after", "±"):
        table.add_column(heading, justify="left" if heading == "side" else "right")
    for turn in found["turns"]:
        table.add_row(
            str(turn["turn"]),
            turn["side"],
            f"{100 * turn['before']:.1f}",
            *(_points(change) for change in (turn["dice"], turn["cards"], turn["own"], turn["other"])),
            f"{100 * turn['after']:.1f}",
            f"{100 * turn['errors']['after']:.1f}",
        )
    console.print(table)
    _print_totals(found)


def _print_totals(found: ReviewJson) -> None:
    console, totals = out(), found["totals"]
    decisions = sum(turn["decisions"] for turn in found["turns"])
    luck = totals["luck"]["top"]
    console.print(
        f"start {100 * found['start']:.1f}, luck {_points(luck)}, decisions {_points(decisions)}, "
        f"result {100 * found['result']:.1f}",
        style="bold",
    )
    for side, given in (("top", totals["given"]["top"]), ("bottom", totals["given"]["bottom"])):
        console.print(f"{side} gave away {100 * given:.1f} points a turn by mistakes")
    if best := totals["best"]:
        console.print(f"the greatest luck: {best['kind']} in turn {best['turn']}, {_points(best['change'])} for top")


def _print_mistake(one: Mistake) -> None:
    console = out()
    console.print()
    console.print(
        f"Turn {one['turn']}, {one['side']}: {100 * one['given']:.0f} points given away (± {100 * one['error']:.0f})",
        style="bold",
    )
    console.print(f"  played: {'; '.join(one['played'])}", soft_wrap=True)
    console.print(f"  better: {'; '.join(one['better_lines'])}", soft_wrap=True)
    for words in one["why"]:
        console.print(f"  {words}", soft_wrap=True)
