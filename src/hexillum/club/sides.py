"""How often each side of a battle wins between equals: from what people reported and what the laboratory counted."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from typing import Final

from ..battle.human_results import result_of
from ..battle.scenarios import built_in, names
from ..core.toml_lines import DATA
from .ratings import share_of

FILE: Final = DATA / "laboratory.csv"

#: Battles won by the top side, and those decided.
Count = tuple[float, float]


@cache
def laboratory() -> Mapping[str, Count]:
    """What the computer's games of each battle came to, of all its players together.

    >>> won, decided = laboratory()["akragas"]
    >>> won < decided / 2
    True
    """
    found: dict[str, Count] = {}
    with FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            won, decided = found.get(row["battle"], (0, 0))
            found[row["battle"]] = won + int(row["top"]), decided + int(row["decided"])
    return found


def top_share(battle: str, swapped: bool = False) -> float:
    """How often whoever sits on top wins this battle between equals; a half for one that nobody has counted.

    `swapped` says that the armies have changed their edges.

    >>> top_share("akragas") < 0.35 < 0.65 < top_share("akragas", swapped=True)
    True
    >>> top_share("a battle of one's own")
    0.5
    """
    if battle not in names():
        return 0.5
    plan = built_in(battle)
    people = None if plan.reconstruction else result_of(plan.edition, plan.number)
    reported = (people.top / 100 * people.plays, people.plays) if people else (0.0, 0)
    share = share_of(reported, laboratory().get(battle, (0, 0)))
    return 1 - share if swapped else share
