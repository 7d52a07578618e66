"""`hexillum replay`: tell a recorded battle again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .output import JSON_HELP, about, out, print_json, width_of

if TYPE_CHECKING:
    from ..battle.door import Battle


@click.command(
    short_help="Tell a recorded battle again.",
    epilog="Examples: 'hexillum replay akragas-1.battle' · 'hexillum replay akragas-1.battle --to 40 --json'",
)
@click.argument("file")
@click.option("--to", "lines", metavar="N", type=click.IntRange(0), help="Replay only the first N lines of the script.")
@click.option("--side", type=click.Choice(["top", "bottom"]), help="Tell only what this side saw.")
@click.option(
    "--luck", "with_luck", is_flag=True, help="Also show what the dice gave, beside what was to be expected of them."
)
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def replay(file: str, lines: int | None, side: str | None, with_luck: bool, as_json: bool) -> None:
    """Replay a record: the log, and the board at the end.

    FILE is a battle that was saved in 'hexillum play'. A record that breaks the rules is refused, with the first line
    that does.
    """
    from ..core.files import read_text
    from ..notation.game_record import read_record

    with about(file):
        battle = read_record(read_text(file))
    if lines is not None:
        _back_to(battle, lines)
    viewer = None if side is None else ("top", "bottom").index(side)
    if as_json:
        _print_json(battle, side, viewer, with_luck)
    else:
        _print(battle, side, viewer)
        if with_luck:
            _print_luck(battle)


def _back_to(battle: Battle, lines: int) -> None:
    """Take choices back until only so many script lines are left."""
    while len(battle.transcript) > lines and battle.can_undo:
        battle.undo()


def _log(battle: Battle, side: str | None, viewer: int | None) -> list[str]:
    """The log: everything, or what a side saw."""
    return [event.line_for(event.secret_of if side is None else viewer) for event in battle.events]


def _print_json(battle: Battle, side: str | None, viewer: int | None, with_luck: bool) -> None:
    from ..battle.view import view
    from ..odds import luck

    seen: dict[str, Any] = {
        **view(battle, viewer),
        "log": _log(battle, side, viewer),
        "script": battle.transcript.lines if side is None else [],
    }
    if with_luck:
        both = luck(battle.first_state, battle.choices)
        seen["luck"] = {name: one.as_dict() for name, one in zip(("top", "bottom"), both, strict=True)}
    print_json(seen)


def _print(battle: Battle, side: str | None, viewer: int | None) -> None:
    from .board import drawn
    from .words import outcome

    console = out()
    for line in _log(battle, side, viewer):
        console.print(line, soft_wrap=True)
    console.print()
    console.print(drawn(battle.state, width_of(console)), soft_wrap=True)
    console.print(outcome(battle), style="bold")
    if not battle.over:
        console.print(battle.prompt())


def _print_luck(battle: Battle) -> None:
    from rich.table import Table

    from ..odds import luck

    table = Table(box=None, pad_edge=False)
    for heading in ("dice of", "rolls", "dice", "hits", "expected", "luck", "flags", "expected"):
        table.add_column(heading, justify="left" if heading == "dice of" else "right")
    for name, one in zip(("top", "bottom"), luck(battle.first_state, battle.choices), strict=True):
        gained = f"{one.hits - one.expected:+.1f} ({one.sigmas:+.1f} sigma)"
        counts = (str(one.rolls), str(one.dice), str(one.hits), f"{one.expected:.1f}", gained)
        table.add_row(name, *counts, str(one.flags), f"{one.expected_flags:.1f}")
    out().print(table)
