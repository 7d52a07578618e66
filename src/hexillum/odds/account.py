"""The account of a battle that is over: each roll of an attack against what it promised, and so what decided it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ..core import hexes
from ..core.state import State
from ..engine.rolls import effect
from .luck import Luck, Ways, attack_rolls

#: What a banner counts beside the blocks that were taken with it, where rolls are compared.
BANNER: Final = 1.0


@dataclass(frozen=True)
class Rolled:
    """One roll of an attack as it fell: who rolled at whom, and what it took against what it promised.

    `unit` and `foe` are numbers of units, which they keep; `hex` and `foe_hex` where they stood. `taken` are the blocks
    that it took, `expected` those that such a roll takes on average; `killed` whether it destroyed the foe, `killing`
    the chance of that. `as_good` and `as_bad` are the chances of a roll that does at least, or at most, as much.
    """

    moment: int
    turn: int
    side: int
    unit: int
    hex: str
    foe: int
    foe_hex: str
    dice: int
    taken: int
    expected: float
    killed: bool
    killing: float
    as_good: float
    as_bad: float

    @property
    def swing(self) -> float:
        """By how much it did more than was to be expected, for who rolled: in blocks, and a banner counts as one more.

        >>> Rolled(0, 1, 0, 3, "E6", 9, "F6", 4, 3, 1.5, True, 0.25, 0.1, 1.0).swing
        2.25
        """
        return self.taken - self.expected + BANNER * (self.killed - self.killing)


@dataclass(frozen=True)
class Account:
    """What the dice gave both sides, top first, and every roll of an attack in its order."""

    luck: tuple[Luck, Luck]
    rolls: tuple[Rolled, ...]

    def decisive(self, winner: int | None) -> Rolled | None:
        """The roll that did most for who won, his own or his enemy's; for either side where nobody did.

        It is the largest swing: the roll that took most against its expectation, or failed most against it. None where
        no roll did anything for the winner.

        >>> Account((Luck(), Luck()), ()).decisive(0) is None
        True
        """

        def gain(roll: Rolled) -> float:
            if winner is None:
                return abs(roll.swing)
            return roll.swing if roll.side == winner else -roll.swing

        best = max(self.rolls, key=gain, default=None)
        return best if best is not None and gain(best) > 0 else None

    def best_unit(self) -> tuple[int, list[Rolled]] | None:
        """The unit that took most blocks, and after that most banners, with its rolls; None where none took any."""
        of_unit: dict[int, list[Rolled]] = {}
        for roll in self.rolls:
            of_unit.setdefault(roll.unit, []).append(roll)

        def worth(unit: int) -> tuple[int, int, int]:
            rolls = of_unit[unit]
            return sum(one.taken for one in rolls), sum(one.killed for one in rolls), -len(rolls)

        best = max(of_unit, key=worth, default=None)
        return (best, of_unit[best]) if best is not None and worth(best)[0] else None


def account(first: State, answers: Iterable[int]) -> Account:
    """The account of a battle that began in a state and went on by these answers, as for `luck.luck`.

    >>> from hexillum.core.dice import roll_of
    >>> from hexillum.notation.script import play_line
    >>> from hexillum.odds import example_battle
    >>> battle = example_battle()
    >>> play_line(battle, "close F5xE5")
    >>> _ = battle.choose(roll_of([4, 4, 5, 5]))
    >>> one = account(battle.first_state, battle.choices).rolls[0]
    >>> one.hex, one.foe_hex, one.taken, round(one.expected, 2)
    ('F5', 'E5', 2, 1.33)
    """
    sides = (Luck(), Luck())
    rolls: list[Rolled] = []
    for moment, s, answer, ways in attack_rolls(first, answers):
        roll = _rolled(s, moment, answer, ways)
        sides[roll.side].count(s, answer, ways)
        rolls.append(roll)
    return Account(sides, tuple(rolls))


def _rolled(s: State, moment: int, answer: int, ways: Ways) -> Rolled:
    f = s.frames[s.depth]
    unit, foe = s.units[f.unit], s.units[f.foe]
    whole = 6**s.dice

    def took(does: int) -> int:
        return min(does & 255, foe.blocks)

    def score(does: int) -> float:
        return took(does) + BANNER * (took(does) == foe.blocks)

    fell = effect(s, answer, True)
    return Rolled(
        moment=moment,
        turn=s.turn + 1,
        side=unit.side,
        unit=f.unit,
        hex=hexes.name(unit.hex),
        foe=f.foe,
        foe_hex=hexes.name(foe.hex),
        dice=s.dice,
        taken=took(fell),
        expected=sum(took(does) * n for does, n in ways) / whole,
        killed=took(fell) == foe.blocks,
        killing=sum(n for does, n in ways if took(does) == foe.blocks) / whole,
        as_good=sum(n for does, n in ways if score(does) >= score(fell)) / whole,
        as_bad=sum(n for does, n in ways if score(does) <= score(fell)) / whole,
    )
