"""`hexillum scenarios`: list the battles, show one, check files."""

from __future__ import annotations

from dataclasses import asdict
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .output import JSON_HELP, UNUSABLE, about, counted, one_line, out, print_json, talk, width_of

if TYPE_CHECKING:
    from rich.console import Console

    from ..battle.scenarios import Problem, Scenario


@click.group(
    invoke_without_command=True,
    short_help="List the battles, show one, check a file.",
    epilog="Examples: 'hexillum scenarios' · 'hexillum scenarios show zama' · 'hexillum scenarios check my.toml'",
)
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@click.pass_context
def scenarios(ctx: click.Context, as_json: bool) -> None:
    """List the battles that can be played; or show one, or check files."""
    if ctx.invoked_subcommand:
        return
    from rich.table import Table

    from ..battle import scenarios as library

    plans = library.scenarios()
    if as_json:
        print_json([asdict(plan) for plan in plans])
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("name", "battle", "year", "top against bottom", "banners"):
        table.add_column(heading)
    for plan in plans:
        armies = f"{plan.top.name} against {plan.bottom.name}"
        banners = f"{plan.top.banners}" if plan.top.banners == plan.bottom.banners else ""
        banners = banners or f"{plan.top.banners}, {plan.bottom.banners}"
        table.add_row(plan.id, plan.name, plan.year_text, armies, banners)
    out().print(table)


@scenarios.command(
    short_help="Show a battle: armies, map, special rules.", epilog="Example: 'hexillum scenarios show akragas'"
)
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def show(name: str, as_json: bool) -> None:
    """Show a battle: war council, order of battle, map, special rules, how often people won with each side, source.

    NAME is one of those that 'hexillum scenarios' lists, or the path of a .toml file.
    """
    from ..battle import scenarios as library

    plan = library.load_scenario(name)
    if as_json:
        print_json(asdict(plan))
    else:
        _page(out(), plan)


@scenarios.command(epilog="Example: 'hexillum scenarios check my-battle.toml'")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def check(files: tuple[str, ...], as_json: bool) -> int:
    """Check scenario files and print every problem with its line.

    FILE is the path of a .toml file, or the name of a battle. The exit status is 1 if there is a problem, 2 if a file
    cannot be read at all.
    """
    from ..battle import scenarios as library
    from ..core.files import read_text

    paths = [library.FOLDER / f"{file}.toml" if file in library.names() else Path(file) for file in files]
    unread: list[str] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            with about(path):
                read_text(path)
        except (ValueError, OSError) as error:
            unread.append(one_line(error))
        else:
            problems += library.validate(path)
    if as_json:
        print_json([asdict(problem) for problem in problems])
    else:
        for problem in problems:
            click.echo(str(problem))
        if not problems and not unread:
            talk().print(f"{counted(len(files), 'file')}: no problem")
    for words in unread:
        click.echo(f"hexillum: {words}", err=True)
    return UNUSABLE if unread else 1 if problems else 0


def _page(console: Console, plan: Scenario) -> None:
    from rich.table import Table

    from ..battle.deployment import state_of
    from ..battle.human_results import result_of
    from ..battle.words import order_of_battle, special_rules
    from .board import drawn

    console.print(f"{plan.name}, {plan.year_text}", style="bold")
    console.print(", ".join(part for part in (plan.theatre, plan.edition, plan.box and f"{plan.box} box") if part))
    console.print()
    for side, army in (("top", plan.top), ("bottom", plan.bottom)):
        first = ", moves first" if army.moves_first else ""
        console.print(f"{army.name} ({side}): {army.commander}", style="bold")
        tokens = f", {army.tokens} inspired action tokens" if army.tokens else ""
        console.print(f"  command {army.command}{tokens}, {army.banners} banners to win{first}")
    console.print()
    table = Table(box=None, pad_edge=False)
    table.add_column(plan.top.name)
    table.add_column(plan.bottom.name)
    armies = [order_of_battle(plan, side, keys=True) for side in ("top", "bottom")]
    for row in zip_longest(*armies, fillvalue=""):
        table.add_row(*row)
    console.print(table)
    console.print()
    console.print(drawn(state_of(plan), width_of(console)), soft_wrap=True)
    console.print()
    for sentence in special_rules(plan):
        console.print(f"special rule: {sentence}")
    if plan.reconstruction:
        console.print("set-up: our own reconstruction, no official one is public")
    result = result_of(plan.edition, plan.number)
    if result and not (plan.swapped or plan.reconstruction):
        console.print(f"played by people: {result.words(plan.top.name, plan.bottom.name)}")
    console.print(f"source: {plan.source}")
    for note in plan.notes:
        console.print(f"note: {note}")
