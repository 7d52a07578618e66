"""Battle dice: their faces, where they come from, rolls as numbers, and the chances of a roll.

A source is anything that can be asked for the faces of so many dice: seeded, scripted, or typed in by a person.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb, factorial
from typing import Final, Protocol, SupportsIndex

FACE_COUNT: Final = 6
# What a die shows, and what a unit wears.
GREEN, BLUE, RED, HELMET, SWORDS, FLAG = range(FACE_COUNT)
FACES: Final = "GBRLSF"


class Source(Protocol):
    """Where chance comes from: dice, and which of several cards is drawn. Anything that has both functions is one."""

    def roll(self, dice: int) -> tuple[int, ...]:
        """The faces of so many dice in the order in which they lie, each from 0 (green) to 5 (flag)."""

    def pick(self, weights: Sequence[int]) -> int:
        """The place of one of several things, from 0, each as likely as its weight says."""


def seed_number(seed: SupportsIndex) -> int:
    """A seed as a plain number, whatever sort of whole number it is given as, NumPy's too.

    Raises ValueError for what is no whole number.

    >>> seed_number(7)
    7
    """
    try:
        return operator.index(seed)
    except TypeError:
        raise ValueError(f"a seed is a whole number, such as 7: {seed!r} is not one") from None


class Seeded:
    """Dice that always fall the same way for the same seed; without one they differ each time.

    Raises ValueError for a seed that is no whole number.

    >>> Seeded(7).roll(3) == Seeded(7).roll(3)
    True
    """

    def __init__(self, seed: SupportsIndex | None = None) -> None:
        self.random = random.Random(None if seed is None else seed_number(seed))

    def roll(self, dice: int) -> tuple[int, ...]:
        """The faces of so many dice, each 0 to 5 and each as likely as the others (DICE-01)."""
        return tuple(self.random.randrange(FACE_COUNT) for _ in range(dice))

    def pick(self, weights: Sequence[int]) -> int:
        """The place of one of several things, from 0, each as likely as its weight says."""
        return self.random.choices(range(len(weights)), weights)[0]


class Scripted:
    """Dice that fall as written.

    `rolls` has the faces, 0 to 5, of one roll after another, `picks` the places of cards drawn. Where no pick is left
    the first thing is taken. A roll raises ValueError where none is left or its number is wrong.

    >>> Scripted([[0, 5]]).roll(2)
    (0, 5)
    """

    def __init__(self, rolls: Iterable[Sequence[int]], picks: Iterable[int] = ()) -> None:
        self.rolls = list(rolls)
        self.picks = list(picks)

    def roll(self, dice: int) -> tuple[int, ...]:
        """The faces of the next roll as written; ValueError where none is left or the number of dice is another."""
        if not self.rolls:
            raise ValueError(f"no roll left: expected one of {dice} dice")
        faces = tuple(self.rolls.pop(0))
        if len(faces) != dice:
            raise ValueError(f"a roll of {len(faces)} where {dice} dice are rolled")
        return faces

    def pick(self, weights: Sequence[int]) -> int:
        """The next pick as written, the first thing (0) where none is left."""
        return self.picks.pop(0) if self.picks else 0


class Typed(Seeded):
    """Real dice: `ask` gets the number of dice and returns the faces that a person reads; cards are drawn by the seed.

    Raises ValueError for a seed that is no whole number.

    >>> Typed(lambda dice: (0,) * dice).roll(2)
    (0, 0)
    """

    def __init__(self, ask: Callable[[int], tuple[int, ...]], seed: SupportsIndex | None = None) -> None:
        super().__init__(seed)
        self.ask = ask

    def roll(self, dice: int) -> tuple[int, ...]:
        """The faces, 0 to 5, that the person typed for so many dice."""
        return self.ask(dice)


@cache
def at_least(dice: int, faces: int, hits: int) -> Fraction:
    """The exact chance that at least `hits` of `dice` dice show one of `faces` faces (0 to 6), each die for itself.

    >>> at_least(2, 1, 1)
    Fraction(11, 36)
    """
    total = sum(comb(dice, n) * faces**n * (FACE_COUNT - faces) ** (dice - n) for n in range(max(hits, 0), dice + 1))
    return Fraction(total, FACE_COUNT**dice)


def roll_of(faces: Iterable[int]) -> int:
    """The answer that stands for dice showing these faces, 0 to 5: how often each is there, four bits a face.

    >>> from hexillum.core.dice import FLAG, GREEN
    >>> roll_of([GREEN, FLAG, GREEN]) == roll_of([FLAG, GREEN, GREEN]) == 0x100002
    True
    """
    return sum(1 << (4 * face) for face in faces)


def faces_of(roll: int) -> list[int]:
    """The faces of a roll that is given as a number (`roll_of`), 0 to 5, in the order of the die.

    >>> faces_of(0x100002)
    [0, 0, 5]
    """
    return [face for face in range(6) for _ in range((roll >> (4 * face)) & 15)]


def faces_text(faces: Iterable[int]) -> str:
    """Faces, 0 to 5, in the letters of the case notation with blanks between them.

    >>> faces_text([0, 5])
    'G F'
    """
    return " ".join(FACES[face] for face in faces)


def _counts(dice: int, kinds: int) -> Iterator[tuple[int, ...]]:
    if kinds == 1:
        yield (dice,)
        return
    for first in range(dice, -1, -1):
        for rest in _counts(dice - first, kinds - 1):
            yield (first, *rest)


@cache
def rolls(dice: int) -> tuple[tuple[int, Fraction], ...]:
    """Every different roll of so many dice as a number (`roll_of`) with its exact probability; they add up to 1.

    >>> len(rolls(5)), sum(p for _, p in rolls(5)) == 1
    (252, True)
    """
    out = []
    for counts in _counts(dice, 6):
        ways = factorial(dice)
        for n in counts:
            ways //= factorial(n)
        out.append((sum(n << (4 * face) for face, n in enumerate(counts)), Fraction(ways, 6**dice)))
    return tuple(sorted(out))
