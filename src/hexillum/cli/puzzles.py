"""`hexillum puzzles`: moments with one plan that is clearly the best, those of the program and new ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .compiling import compile_first
from .output import JSON_HELP, counted, out, print_json, talk, width_of

if TYPE_CHECKING:
    from ..coach.puzzles import Puzzle

LOOKED_AT = "looked-at.txt"  # in the folder of `make`: the battles that were searched to the end


@click.group(
    invoke_without_command=True,
    short_help="Find the one plan that is clearly the best.",
    epilog="Examples: 'hexillum puzzles' · 'hexillum puzzles show castulo-c4786a --answer' · "
    "'hexillum puzzles make --battles zama,dara --games 5 --seed 1 --out puzzles'",
)
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@click.pass_context
def puzzles(context: click.Context, as_json: bool) -> None:
    """List the puzzles, the easiest first: moments of battles at which one plan is clearly better than all others."""
    if context.invoked_subcommand is not None:
        return
    from rich.table import Table

    from ..coach import puzzles as room

    found = room.puzzles()
    if as_json:
        print_json([_told(one) for one in found])
        return
    table = Table("name", "what", "difficulty", "gap", box=None, pad_edge=False)
    for one in found:
        table.add_row(one.id, one.title, f"{one.difficulty:.0%}", f"{100 * one.gap:.0f} points")
    out().print(table)


@puzzles.command(epilog="Example: 'hexillum puzzles show castulo-c4786a --answer'")
@click.argument("name", required=False)
@click.option("--answer", is_flag=True, help="Tell the best plan and the next best, both chances to win, and why.")
def show(name: str | None, answer: bool) -> None:
    """Show a puzzle: the board and the hand. Without a NAME it is the puzzle of the day."""
    from datetime import UTC, datetime

    from ..coach import puzzles as room
    from ..core.ask import MOST_CARDS
    from ..core.cards import CARDS
    from .board import drawn

    one = room.puzzle(name) if name else room.of_the_day(datetime.now(UTC).date())
    console, state = out(), one.state()
    console.print(f"{one.id}: {one.title}")
    console.print(drawn(state, width_of(console)), soft_wrap=True)
    hand = state.hand[state.who * MOST_CARDS : (state.who + 1) * MOST_CARDS]
    console.print(f"Hand: {', '.join(CARDS[n].name for n, copies in enumerate(hand) for _ in range(copies))}")
    if answer:
        for words, judged in (("best", one.best), ("next", one.next)):
            console.print(f"{words}: {'; '.join(judged.plan)}")
            console.print(f"      {judged.chance:.0%} to win, give or take {100 * judged.error:.1f} points")
        for words in room.why(one):
            console.print(words, soft_wrap=True)


@puzzles.command(
    epilog="Example: 'hexillum puzzles make --battles zama,dara --games 5 --seed 1 --out puzzles'",
)
@click.option("--battles", default="", help="Names of battles, separated by commas.  [default: all]")
@click.option("--games", default=1, show_default=True, type=click.IntRange(1), help="Games of each battle.")
@click.option("--seed", default=0, show_default=True, help="The same seed plays the same games.")
@click.option(
    "--out",
    "folder",
    default="puzzles",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder that gets a file for each puzzle. The same command, run again, goes on.",
)
def make(battles: str, games: int, seed: int, folder: Path) -> None:
    """Search battles between planners for puzzles, and write each into a file of its own.

    A puzzle has one plan that wins at least 8 of 100 battles more than any with another card, by four standard errors,
    and that the player greedy does not find. Few moments have one: a battle takes about half a minute, and every fifth
    or so gives a puzzle. Ctrl-C ends it; what was found is kept.
    """
    from ..battle.scenarios import load_scenario, scenarios
    from ..coach import puzzle_making as making

    names = [name.strip() for name in battles.split(",") if name.strip()] or [one.id for one in scenarios()]
    for name in names:
        load_scenario(name)  # that they are there is known before anything is played
    compile_first(["planner"])
    folder.mkdir(parents=True, exist_ok=True)
    notes = folder / LOOKED_AT
    done = set(notes.read_text(encoding="utf-8").split("\n")) if notes.exists() else set()
    left = [pair for pair in making.battles_to_search(names, games, seed) if f"{pair[0]} {pair[1]}" not in done]
    number = 0
    for battle, of_battle in progress(left):
        found = making.puzzle_of(battle, of_battle)
        if found is not None:
            (folder / f"{found.id}.toml").write_text(found.text(), encoding="utf-8")
            number += 1
            talk().print(f"{found.id}: {found.title}")
        with notes.open("a", encoding="utf-8") as file:
            file.write(f"{battle} {of_battle}\n")
    out().print(f"{counted(number, 'puzzle')} of {counted(len(left), 'battle')} in {folder}")


def progress(left: list[tuple[str, int]]) -> Any:
    """The battles one after the other, with a bar on a terminal."""
    from rich.progress import track

    console = talk()
    return track(left, "searching", console=console, disable=not console.is_terminal, transient=True)


def _told(one: Puzzle) -> dict[str, Any]:
    return {
        "name": one.id,
        "title": one.title,
        "battle": one.battle,
        "edition": one.edition,
        "side": one.side,
        "turn": one.turn,
        "difficulty": one.difficulty,
        "solved": dict(one.solved),
    }
