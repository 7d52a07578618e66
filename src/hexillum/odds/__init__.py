"""Exact odds: every outcome of a battle with its chance, found by walking the rules themselves through all rolls.

    from hexillum import odds

    odds.attack(battle, "close E6xE5")              an attack that is offered now
    odds.between(battle, "C5", "D5")                what if they attacked me, whoever's turn it is
    odds.under_way(battle, odds.EVADES)             the battle that is being fought, from now on
    odds.matrix("ancients")                         every kind against every kind

Each gives `Odds`, which prints as a small table, plots as bars, and answers questions: `odds.chance("eliminated")`,
`odds.mean("hits")`, `odds.distribution("lost")`. What both sides do is stated beforehand, as a `Behaviour`.
"""

from ..battle.door import Battle
from ..battle.setup import add_unit, begin_at, new_state
from ..core import hexes
from ..core.kinds import kind_number
from ..core.state import NONE
from .attacks import attack, begun, between, offered, under_way
from .behaviour import EVADES, STANDS, Behaviour
from .luck import Luck, luck
from .matrix import Cell, Matrix, matrix
from .result import CHANCES, COUNTS, Chance, Odds, Outcome
from .walks import Walker

__all__ = [
    "attack",
    "begun",
    "between",
    "under_way",
    "offered",
    "matrix",
    "Behaviour",
    "STANDS",
    "EVADES",
    "Odds",
    "Outcome",
    "Chance",
    "COUNTS",
    "CHANCES",
    "Matrix",
    "Cell",
    "Walker",
    "Luck",
    "luck",
    "example",
    "example_battle",
]


def example_battle() -> Battle:
    """Warriors on F5, the bottom side's, about to attack auxilia on E5 in the open: a battle of its own, for examples.

    >>> example_battle().prompt()
    'bottom must choose a unit to battle with, or finish'
    """
    s = new_state("ancients")
    s.active, s.goal = 1, [6, 6]
    add_unit(s, 1, kind_number("ancients", "warrior"), hexes.parse("F5"))
    add_unit(s, 0, kind_number("ancients", "auxilia"), hexes.parse("E5"))
    begin_at(s, "battle", NONE, None)
    return Battle(s)


def example(*, exact: bool = False) -> Odds:
    """The odds of the attack of `example_battle`, both sides behaving as `STANDS`; fractions where `exact`.

    >>> print(str(example()).splitlines()[0])
    close F5xE5: Warriors, 4 blocks, against Auxilia, 4 blocks, 4 dice
    """
    return attack(example_battle(), "close F5xE5", exact=exact)
