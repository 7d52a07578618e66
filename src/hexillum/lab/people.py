"""How often people win each side of a battle, from a table of a club's own: what `hexillum admin results` writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from ..battle.human_results import Result, result_of
from ..battle.scenarios import load_scenario, names
from .results import read_rows


def people_of(path: Path) -> dict[str, Result]:
    """The results of a table by battle, those that others reported with them; battles of no library are left out.

    The top side is that of the battle as it is printed, whatever edges the armies had. Raises BadResults for another
    kind of file, OSError where it cannot be read.
    """
    wins: Counter[str] = Counter()
    plays: Counter[str] = Counter()
    for row in read_rows(path):
        if row["winner"]:
            plays[row["battle"]] += 1
            wins[row["battle"]] += (row["winner"] == "top") != row["armies_swapped"]
    return {name: _together(name, wins[name], plays[name], path) for name in names() if plays[name]}


def _together(name: str, wins: int, plays: int, path: Path) -> Result:
    plan = load_scenario(name)
    known = None if plan.reconstruction else result_of(plan.edition, plan.number)
    before = known.plays if known else 0
    share = (wins + (known.top * before / 100 if known else 0.0)) / (plays + before)
    top = round(100 * share)
    source = f"{known.source}; {path.name}" if known else path.name
    return Result(top, 100 - top, plays + before, source, "")


def result_with(own: Mapping[str, Result], name: str) -> Result | None:
    """People's result of a built-in battle: that of one's own table where it has one, else what others reported.

    >>> found = result_with({}, "akragas")
    >>> found.plays if found else 0
    401
    """
    plan = load_scenario(name)
    return own.get(name) or (None if plan.reconstruction else result_of(plan.edition, plan.number))
