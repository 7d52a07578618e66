"""How often people have won each side of a battle: results that players reported, from `data/statistics.csv`."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Final

from ..core.toml_lines import DATA

FILE: Final = DATA / "statistics.csv"
CLOSE: Final = 55  # up to so many percent the battle is called even


@dataclass(frozen=True)
class Result:
    """The share of battles won by the top and the bottom army, in percent, and how many were reported.

    `source` says who published it, `as_of` the day, as the table has them.
    """

    top: int
    bottom: int
    plays: int
    source: str
    as_of: str

    @property
    def spread(self) -> int:
        """By how many points of percent chance alone may have moved the shares, at 95 in 100.

        >>> Result(50, 50, 100, "", "").spread
        10
        """
        share = self.top / 100
        return round(196 * sqrt(share * (1 - share) / self.plays))

    def words(self, top: str, bottom: str) -> str:
        """The result in one sentence, with the names of the top and the bottom army.

        >>> Result(26, 74, 401, "", "").words("Carthaginian", "Syracusan")
        'Carthaginian 26 %, Syracusan 74 % of 401 reported battles (give or take 4): Syracusan is favoured'
        """
        best, name = max((self.top, top), (self.bottom, bottom))
        verdict = f"{name} is favoured" if best > CLOSE and 2 * (best - 50) > self.spread else "about even"
        shares = f"{top} {self.top} %, {bottom} {self.bottom} %"
        return f"{shares} of {self.plays} reported battles (give or take {self.spread}): {verdict}"


@cache
def results() -> dict[str, Result]:
    """The latest results by edition and number of the battle, such as "ancients-001".

    >>> results()["ancients-003"].plays
    174
    """
    rows: dict[str, dict[str, dict[str, str]]] = {}
    with FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            if row["snapshot"] == "latest" and row["plays"] and row["win_percent"]:
                rows.setdefault(row["scenario"], {})[row["position"]] = row
    return {
        name: Result(
            top=int(sides["top"]["win_percent"]),
            bottom=int(sides["bottom"]["win_percent"]),
            plays=int(sides["top"]["plays"]),
            source=sides["top"]["source"],
            as_of=sides["top"]["as_of"],
        )
        for name, sides in rows.items()
        if {"top", "bottom"} <= set(sides)
    }


def result_of(edition: str, number: int) -> Result | None:
    """The latest result of a battle by the key of its edition and its number in it, or None where none was reported.

    >>> found = result_of("ancients", 1)
    >>> found.bottom if found else None
    74
    """
    return results().get(f"{edition}-{number:03}")
