"""The options that change a battle before it begins: house switches, and both armies on the other seats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from ..battle.scenarios import Scenario

#: The computer players, as help names them without loading any.
PLAYERS: Final = "recruit, decurion, centurion, tribune, consul, greedy, random, quick, planner, search"

Command = TypeVar("Command", bound=Callable[..., Any])


def variants(command: Command) -> Command:
    """Give a command the options `--swapped` and `--switch`.

    It gets `swapped`, a bool, and `switches`, whether each switch that was named is on.
    """
    for option in (
        click.option(
            "--switch",
            "switches",
            metavar="NAME=on|off",
            multiple=True,
            callback=_read_switches,
            help="Switch a house rule or an optional rule; may be repeated. An unknown NAME lists those that exist.",
        ),
        click.option("--swapped", is_flag=True, help="The armies change seats: the top army plays the bottom side."),
    ):
        command = option(command)
    return command


def _read_switches(_context: click.Context, _option: click.Parameter, words: tuple[str, ...]) -> dict[str, bool]:
    if not words:
        return {}
    from ..core.editions import SWITCHES

    switches: dict[str, bool] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in SWITCHES:
            raise click.BadParameter(f"there is no switch {name!r}: expected one of {', '.join(SWITCHES)}")
        if value not in ("on", "off"):
            raise click.BadParameter(f"{word!r} does not say on or off: write {name}=on or {name}=off")
        switches[name] = value == "on"
    return switches


def plan_of(scenario: str | Path, swapped: bool) -> Scenario:
    """The scenario of a name or a file, its armies on the other seats where `swapped`.

    Raises ValueError for one that does not exist or cannot be used.

    >>> plan_of("akragas", swapped=True).bottom.name
    'Carthaginian'
    """
    from ..battle.scenarios import load_scenario, turn_round

    plan = load_scenario(scenario)
    return turn_round(plan) if swapped else plan
