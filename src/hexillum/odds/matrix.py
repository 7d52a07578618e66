"""The famous table: every kind of unit against every other, at full strength on open ground."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from ..battle.door import IllegalChoice
from ..battle.setup import add_unit, new_state
from ..core import hexes
from ..core.kinds import KINDS
from ..core.rows import EDITIONS
from ..core.state import State
from .attacks import between
from .behaviour import STANDS, Behaviour
from .text import table_page

#: The ways to attack, with the distance in hexes at which the table asks for them.
HOWS: Final = {"close": 1, "fire": 2}


class Cell(NamedTuple):
    """What comes on average of one kind's attack on another: means, and chances of 0 to 1."""

    hits: float  # mean of the hits of the attacker's roll
    kill: float  # chance that the target is eliminated
    retreat: float  # chance that it is driven back
    own_lost: float  # mean of the blocks that the attacker loses


@dataclass(frozen=True)
class Matrix:
    """Every kind of an edition against every other, as `matrix` finds it; prints as tables for a terminal.

    `how` is "close" or "fire", `kinds` the keys of the kinds in the order of kinds.toml. `cells` goes by the keys of
    attacker and target, and has no entry where the one can't attack the other so.
    """

    edition: str
    how: str
    behaviour: Behaviour
    kinds: tuple[str, ...]
    cells: dict[tuple[str, str], Cell]

    def __str__(self) -> str:
        """Three tables for a terminal (`text.table_page`)."""
        return table_page(self)

    def as_dict(self) -> dict[str, Any]:
        """The table as plain values for JSON: `attacks` is a list with an entry for each cell.

        >>> sorted(matrix("medieval").as_dict())
        ['attacks', 'behaviour', 'edition', 'how']
        """
        return {
            "edition": self.edition,
            "how": self.how,
            "behaviour": dict(vars(self.behaviour)),
            "attacks": [{"attacker": a, "target": b, **cell._asdict()} for (a, b), cell in self.cells.items()],
        }


def meeting(edition: str, attacker: int, target: int, how: str) -> tuple[State, int, int]:
    """Two units at full strength on an empty board, and the numbers of their hexes, the attacker's first.

    `attacker` and `target` are numbers of kinds, `how` one of `HOWS`. The target is of the top side and has the most
    room to go back.

    >>> from hexillum.core.kinds import kind_number
    >>> warrior = kind_number("ancients", "warrior")
    >>> s, here, there = meeting("ancients", warrior, warrior, "close")
    >>> hexes.distance(here, there)
    1
    """
    s = new_state(edition)
    s.goal = [9, 9]
    here = hexes.at(s.rows - 1, 12 if s.rows % 2 else 13)
    there = here
    for _ in range(HOWS[how]):
        there = hexes.REAR[0][there][0]
    add_unit(s, 1, attacker, here)
    add_unit(s, 0, target, there)
    return s, here, there


@cache
def matrix(edition: str, how: str = "close", behaviour: Behaviour = STANDS, compiled: bool | None = None) -> Matrix:
    """Every kind of an edition against every other in close combat, or "fire" at two hexes without having moved.

    All units are at full strength in the open, without leaders and with nobody near; `compiled` is that of `attack`.
    A table is made once for each set of arguments. Raises ValueError for an unknown edition or way to attack.

    >>> cell = matrix("medieval").cells["heavy-infantry", "auxilia"]
    >>> round(cell.hits, 2), cell.kill > 0.01
    (1.33, True)
    """
    if edition not in EDITIONS:
        raise ValueError(f"there is no edition {edition!r}: expected one of {', '.join(EDITIONS)}")
    if how not in HOWS:
        raise ValueError(f"there is no table for {how!r}: expected one of {', '.join(HOWS)}")
    kinds = list(KINDS.of[edition].values())
    cells = {}
    for a in kinds:
        for b in kinds:
            s, here, there = meeting(edition, a, b, how)
            try:
                odds = between(s, here, there, behaviour, how=how, compiled=compiled)
            except IllegalChoice:
                continue
            values = (odds.mean("hits"), odds.chance("eliminated"), odds.chance("forced_back"), odds.mean("own_lost"))
            cells[KINDS[a].key, KINDS[b].key] = Cell(*map(float, values))
    return Matrix(edition, how, behaviour, tuple(KINDS[n].key for n in kinds), cells)
