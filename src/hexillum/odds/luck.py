"""Luck: what the dice of a battle gave, against what was to be expected of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from ..battle.setup import begin
from ..core import ask, proc
from ..core.dice import FACES, faces_of
from ..core.state import NONE, State
from ..engine.rolls import ROLLS_MOST, effect, merged_rolls
from ..engine.step import apply

_BUFFER: Final = 512
#: What a roll might do, and in how many ways each.
Ways: TypeAlias = Sequence[tuple[int, int]]


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

    def count(self, s: State, roll: int, ways: Ways) -> None:
        """Add a roll that is about to fall, with what `attack_rolls` says that it might do."""
        whole = 6**s.dice
        mean = sum((does & 255) * n for does, n in ways) / whole
        fell = effect(s, roll, True)
        self.rolls += 1
        self.dice += s.dice
        self.hits += fell & 255
        self.expected += mean
        self.variance += sum((does & 255) ** 2 * n for does, n in ways) / whole - mean**2
        self.flags += fell >> 8 & 255
        self.expected_flags += sum((does >> 8 & 255) * n for does, n in ways) / whole
        for face in faces_of(roll):
            self.faces[face] += 1

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
    sides = (Luck(), Luck())
    for _, s, answer, ways in attack_rolls(first, answers):
        sides[s.units[s.frames[s.depth].unit].side].count(s, answer, ways)
    return sides


def attack_rolls(first: State, answers: Iterable[int]) -> Iterator[tuple[int, State, int, Ways]]:
    """Every roll of an attack right before it falls, in a battle as for `luck`.

    Each with the number of choices before it, the state, the roll, and what it might do: effects as `engine.rolls` has
    them, with the number of ways in which the dice come to each. The state is good until the next one is asked for.
    """
    s = first.copy()
    s.log = None
    if s.depth == NONE:  # set up, but not begun
        begin(s)
    rolls, ways, scratch = [0] * ROLLS_MOST, [0] * ROLLS_MOST, [0] * _BUFFER
    for moment, answer in enumerate(answers):
        if s.outcome == NONE and s.question == ask.ROLL and s.frames[s.depth].proc == proc.ATTACK:
            different = merged_rolls(s, True, rolls, ways, scratch)
            yield moment, s, answer, [(effect(s, rolls[n], True), ways[n]) for n in range(different)]
        apply(s, answer)
