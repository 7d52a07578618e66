"""Luck: what the dice of a battle gave, against what was to be expected of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from ..battle.setup import begin
from ..core import ask, proc
from ..core.dice import FACES, faces_of
from ..core.state import NONE, State
from ..engine.rolls import ROLLS_MOST, effect, merged_rolls
from ..engine.step import apply

_BUFFER: Final = 512


@dataclass
class Luck:
    """The rolls that a side made in order to hit: attacks, battles back, all that hits are counted in.

    `rolls` and `dice` count these rolls and their dice, `faces` what fell, in the order of `core.dice.FACES`. `hits`
    and `flags` are those that counted, `expected` and `expected_flags` what such rolls give on average, and `variance`
    how far hits stray by themselves, in hits squared. A target that has too few blocks left takes no more of a re-roll.
    """

    rolls: int = 0
    dice: int = 0
    hits: int = 0
    expected: float = 0.0
    variance: float = 0.0
    flags: int = 0
    expected_flags: float = 0.0
    faces: list[int] = field(default_factory=lambda: [0] * len(FACES))

    @property
    def sigmas(self) -> float:
        """How many standard deviations the hits are above expectation; 0 without rolls.

        >>> Luck(rolls=3, hits=5, expected=3.0, variance=4.0).sigmas
        1.0
        """
        return (self.hits - self.expected) / self.variance**0.5 if self.variance > 0 else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON: every field, `faces` as counts by their letters, and `sigmas`.

        >>> Luck(rolls=1, dice=1, faces=[1, 0, 0, 0, 0, 0]).as_dict()["sigmas"]
        0.0
        """
        plain = dict(vars(self))
        return {**plain, "faces": dict(zip(FACES, self.faces, strict=True)), "sigmas": self.sigmas}


def luck(first: State, answers: Iterable[int]) -> tuple[Luck, Luck]:
    """The luck of both sides, top first, in a battle that began in a state and went on by these answers.

    The answers are numbers as in `Battle.choices`, rolls and draws with them, and are taken as legal: they should be
    those of a battle that was played. A state that is only set up is begun. The state that is given stays as it is.

    >>> from hexillum.core.dice import roll_of
    >>> from hexillum.notation.script import play_line
    >>> from hexillum.odds import example_battle
    >>> battle = example_battle()
    >>> play_line(battle, "close F5xE5")
    >>> _ = battle.choose(roll_of([4, 4, 5, 5]))
    >>> one = luck(battle.first_state, battle.choices)[1]
    >>> one.hits, round(one.expected, 3), one.faces[4]
    (2, 1.333, 2)
    """
    s = first.copy()
    s.log = None
    if s.depth == NONE:  # set up, but not begun
        begin(s)
    sides = (Luck(), Luck())
    for answer in answers:
        luck_of(s, answer, sides)
        apply(s, answer)
    return sides


def luck_of(s: State, answer: int, sides: tuple[Luck, Luck]) -> None:
    """Add the luck of an answer that is about to be given, where it is a roll that hits are counted in.

    >>> from hexillum.odds import example_battle
    >>> sides = Luck(), Luck()
    >>> luck_of(example_battle().state, 0, sides)
    >>> sides[0].rolls + sides[1].rolls
    0
    """
    if s.outcome == NONE and s.question == ask.ROLL and s.frames[s.depth].proc == proc.ATTACK:
        _count(s, answer, sides[s.units[s.frames[s.depth].unit].side])


def _count(s: State, roll: int, side: Luck) -> None:
    """Add a roll that is about to fall."""
    rolls, ways, scratch = [0] * ROLLS_MOST, [0] * ROLLS_MOST, [0] * _BUFFER
    made = [(effect(s, rolls[n], True), ways[n]) for n in range(merged_rolls(s, True, rolls, ways, scratch))]
    whole = 6**s.dice
    mean = sum((does & 255) * n for does, n in made) / whole
    fell = effect(s, roll, True)
    side.rolls += 1
    side.dice += s.dice
    side.hits += fell & 255
    side.expected += mean
    side.variance += sum((does & 255) ** 2 * n for does, n in made) / whole - mean**2
    side.flags += fell >> 8 & 255
    side.expected_flags += sum((does >> 8 & 255) * n for does, n in made) / whole
    for face in faces_of(roll):
        side.faces[face] += 1
