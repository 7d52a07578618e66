"""`hexillum scenarios`: list the battles, show one, check files."""

from __future__ import annotations

import re
from dataclasses import asdict
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from .output import JSON_HELP, UNUSABLE, about, counted, one_line, out, print_json, talk, width_of

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ..battle.human_results import Result
    from ..battle.scenarios import Problem, Scenario
    from ..core.editions import Edition


SORTS: Final = ("name", "battle", "year", "banners", "top-wins", "plays")
_RANGE: Final = re.compile(r"(\d{1,3})?-(\d{1,3})?|(\d{1,3})")


def _editions(_context: click.Context, _option: click.Parameter, words: tuple[str, ...]) -> list[Edition]:
    if not words:
        return []
    from ..battle.editions import use

    return [use(word) for word in words]


def _percents(_context: click.Context, _option: click.Parameter, words: str | None) -> range | None:
    """The percents that `40-60`, `60-`, `-40` or `50` stand for."""
    if words is None:
        return None
    found = _RANGE.fullmatch(words.strip().removesuffix("%"))
    if not found or words.strip() == "-":
        raise click.BadParameter(f"{words!r} is no range of percent: expected one such as 40-60, 60-, -40 or 50")
    least, most, only = found.groups()
    percents = range(int(only or least or 0), int(only or most or 100) + 1)
    if not percents or percents[-1] > 100:
        raise click.BadParameter(f"{words!r} holds no percent: expected the smaller number first, and 100 at most")
    return percents


class Scenarios(click.Group):
    """`scenarios`, which says how to show or check what stands where one of its commands should."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named. Raises click.UsageError where there is none."""
        name = args[0]
        if name not in self.commands and name[0].isalnum():
            verb = "check" if name.endswith(".toml") else "show"
            ctx.fail(f"No such command {name!r}. To {verb} a battle: hexillum scenarios {verb} {name}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Scenarios,
    invoke_without_command=True,
    short_help="List the battles, show one, check a file.",
    epilog="Examples: 'hexillum scenarios' · 'hexillum scenarios --edition ancients --top-wins 45-55 --sort year' · "
    "'hexillum scenarios show zama' · 'hexillum scenarios check my.toml'",
)
@click.option(
    "--edition",
    "editions_used",
    metavar="EDITION",
    multiple=True,
    is_eager=True,
    callback=_editions,
    help="Only battles of this edition: ancients, medieval, or one of your own (its file or folder, or its name where "
    "it lies in HEXILLUM_PATH), by which they are played as well. May be repeated.",
)
@click.option("--sort", type=click.Choice(SORTS), default="name", show_default=True, help="What they are ordered by.")
@click.option(
    "--top-wins",
    metavar="PERCENT",
    callback=_percents,
    help="Only battles that people have won with the top army so often: 40-60, 60-, -40.",
)
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@click.pass_context
def scenarios(
    ctx: click.Context, editions_used: list[Edition], sort: str, top_wins: range | None, as_json: bool
) -> None:
    """List the battles that can be played; or show one, or check files.

    The last columns tell how often people have won with the top army, and in how many reported battles.
    """
    if ctx.invoked_subcommand:
        return
    from ..battle import scenarios as library

    plans = [plan for plan in library.scenarios() if _is_of(plan, editions_used)]
    if top_wins is not None:
        plans = [plan for plan in plans if (told := _told(plan)) and told.top in top_wins]
    plans.sort(key=lambda plan: _place(plan, sort))
    if as_json:
        print_json([asdict(plan) for plan in plans])
    elif plans:
        out().print(_table(plans))
    else:
        talk().print("no battle is like that")


def _is_of(plan: Scenario, editions: list[Edition]) -> bool:
    """Whether a battle is played by one of some editions; by any where none is named."""
    from ..battle.editions import resolve

    keys = {edition.key for edition in editions}
    return not keys or plan.edition in keys or resolve(plan.edition) in keys


def _told(plan: Scenario) -> Result | None:
    """How often people have won a battle, where that was reported of this set-up."""
    from ..battle.human_results import result_of

    return None if plan.reconstruction else result_of(plan.edition, plan.number)


def _place(plan: Scenario, sort: str) -> tuple[bool, Any, str]:
    """Where a battle stands in the list: one of which nothing is known comes last."""
    told = _told(plan)
    place: Any = {
        "name": plan.id,
        "battle": plan.name,
        "year": plan.year,
        "banners": plan.top.banners + plan.bottom.banners,
        "top-wins": told.top if told else None,
        "plays": -told.plays if told else None,
    }[sort]
    return place is None, place if place is not None else 0, plan.id


def _table(plans: list[Scenario]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("name", no_wrap=True)  # it is what other commands ask for
    for heading in ("battle", "year", "top against bottom", "banners"):
        table.add_column(heading)
    for heading in ("top wins", "of"):
        table.add_column(heading, justify="right")
    for plan in plans:
        armies = f"{plan.top.name} against {plan.bottom.name}"
        banners = f"{plan.top.banners}" if plan.top.banners == plan.bottom.banners else ""
        banners = banners or f"{plan.top.banners}, {plan.bottom.banners}"
        told = _told(plan)
        shares = (f"{told.top} %", str(told.plays)) if told else ("", "")
        table.add_row(plan.id, plan.name, plan.year_text, armies, banners, *shares)
    return table


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


@scenarios.command(epilog="Examples: 'hexillum scenarios check akragas' · 'hexillum scenarios check my-battle.toml'")
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
    result = _told(plan)
    if result and not plan.swapped:
        console.print(f"played by people: {result.words(plan.top.name, plan.bottom.name)}")
    console.print(f"source: {plan.source}")
    for note in plan.notes:
        console.print(f"note: {note}")
