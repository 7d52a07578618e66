"""Who meets whom: rounds of a Swiss tournament, and the tables of a round robin.

A round of a Swiss is found in three steps, and the same standings always give the same round. Where their number is
odd, whoever stands lowest of those who had no bye yet, and without whom the others can be paired, has the bye. Then
from the top of the standings down those of the same points meet each other, the upper half against the lower half;
where that does not come out even, as few as can be go down to the next points, the lowest of them first. Nobody meets
the same opponent twice.

At every step it is known that what is left can still be paired: a maximum matching of all who are left says so
(Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17, 1965). So nothing is ever taken back but the
choice of who goes down, of which at most `TRIES` are looked at for each of the points.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, islice
from typing import Final

TRIES: Final = 200  # choices of who goes down that are looked at, for each of the points
MOST: Final = 200  # entrants of a tournament: more are several tournaments

#: Who may meet whom: for each of a field, by its number, a bit for everybody else of it.
Meets = list[int]
#: The partner of each, by their numbers.
Mates = dict[int, int]


class NoRound(ValueError):
    """There is no round in which nobody meets an opponent of before; the message says what to do."""


@dataclass(frozen=True)
class Entrant:
    """Somebody who can be paired: his points so far, whom he has met, and whether he has had a bye.

    `rank` is where he stands among all, from 1; only its order counts.
    """

    who: str
    points: float = 0.0
    rank: int = 0
    met: frozenset[str] = frozenset()
    had_bye: bool = False


@dataclass(frozen=True)
class Round:
    """The matches of a round, the first table first, and who has the bye."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None = None


def lot(seed: str, who: str) -> bytes:
    """By what those are ordered whom nothing else orders: drawn by the seed of the tournament, the same every time.

    >>> lot("spring", "anna") == lot("spring", "anna"), lot("spring", "anna") == lot("autumn", "anna")
    (True, False)
    """
    return hashlib.sha256(f"{seed}\0{who}".encode()).digest()


def swiss_round(entrants: Iterable[Entrant]) -> Round:
    """The next round. Raises NoRound where everybody has met too many of the others.

    >>> swiss_round([Entrant(who, rank=n) for n, who in enumerate("abcd")]).pairs
    (('a', 'c'), ('b', 'd'))
    >>> swiss_round([Entrant(who, rank=n) for n, who in enumerate("abc")]).bye
    'c'
    """
    field = sorted(entrants, key=lambda one: (-one.points, one.rank, one.who))
    if len(field) < 2:
        raise NoRound("a round needs two people at least")
    meets = [_bits(n for n, other in enumerate(field) if _may_meet(one, other)) for one in field]
    without, found = _bye(field, meets)
    if without is not None:
        meets = _only(meets, ~(1 << without))
    brackets = groupby((n for n in range(len(field)) if n != without), key=lambda n: field[n].points)
    pairs = _pairs([list(same) for _, same in brackets], meets, found)
    named = tuple((field[one].who, field[other].who) for one, other in pairs)
    return Round(named, None if without is None else field[without].who)


def _may_meet(one: Entrant, other: Entrant) -> bool:
    return one.who != other.who and other.who not in one.met and one.who not in other.met


def _bye(field: Sequence[Entrant], meets: Meets) -> tuple[int | None, Mates]:
    """Who has the bye, None for nobody, and a pairing of all others, which shows that there is one. Raises NoRound."""
    odd = len(field) % 2
    for one in [n for n in reversed(range(len(field))) if not field[n].had_bye] if odd else [None]:
        found = matching(meets if one is None else _only(meets, ~(1 << one)))
        if len(found) == len(field) - odd:
            return one, found
    raise NoRound("everybody has met too many of the others for another round: end the tournament, or let newcomers in")


def _pairs(brackets: Iterable[list[int]], meets: Meets, found: Mates) -> Iterator[tuple[int, int]]:
    """The pairs of everybody, those of the same points after each other; `found` is any pairing of all of them."""
    down: list[int] = []  # who has come down from more points
    for same in brackets:
        bracket = [*down, *same]
        down, meets, found = _floaters(bracket, meets, found)
        free = [who for who in bracket if who not in down]
        while free:
            second, found = _opponent(free, meets, found)
            yield free[0], second
            meets = _only(meets, ~_bits((free[0], second)))
            del found[free[0]], found[second]
            free = [who for who in free if who in found]


def _floaters(bracket: Sequence[int], meets: Meets, found: Mates) -> tuple[list[int], Meets, Mates]:
    """Who goes down, as few as can be and the lowest first; who may meet whom then, and a pairing that shows it."""
    for count in range(len(bracket) % 2, len(bracket) + 1, 2):
        for chosen in islice(combinations(reversed(bracket), count), TRIES):
            inside = _bits(who for who in bracket if who not in chosen)
            kept = [ways & (inside if inside >> n & 1 else ~inside) for n, ways in enumerate(meets)]
            trial = matching(kept, found)
            if len(trial) == len(found):
                return sorted(chosen), kept, trial
    raise AssertionError("all of a bracket can go down: found is such a pairing")


def _opponent(free: Sequence[int], meets: Meets, found: Mates) -> tuple[int, Mates]:
    """Whom the first of a bracket meets: of the lower half from its top, then of the upper one from its end.

    With a pairing of all in which they meet.
    """
    first, half = free[0], len(free) // 2
    for second in (*free[half:], *reversed(free[1:half])):
        if not meets[first] >> second & 1:
            continue
        if found[first] == second:
            return second, found
        both = _bits((first, second))
        rest = {one: other for one, other in found.items() if not (both >> one | both >> other) & 1}
        trial = matching(_only(meets, ~both), rest)
        if len(trial) == len(found) - 2:
            return second, {**trial, first: second, second: first}
    raise AssertionError("found is a pairing of all")


# ---------------------------------------------------------------------- matchings


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << n for n in numbers)


def _numbers(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _only(meets: Meets, mask: int) -> Meets:
    """The same among those of the mask only."""
    return [ways & mask if mask >> n & 1 else 0 for n, ways in enumerate(meets)]


def matching(meets: Meets, begun: Mapping[int, int] | None = None) -> Mates:
    """As many pairs as there can be of those who may meet: the partner of each, whoever has none left out.

    `meets` is the same both ways; `begun` is one to go on from, of which pairs that may not meet are let go.

    >>> matching([0b0010, 0b0101, 0b1010, 0b0100])
    {0: 1, 1: 0, 2: 3, 3: 2}
    """
    mate = {one: other for one, other in (begun or {}).items() if meets[one] >> other & 1}
    free = _bits(n for n in range(len(meets)) if n not in mate)
    for one in range(len(meets)):
        other = next(_numbers(meets[one] & free), None) if free >> one & 1 else None
        if other is not None:
            mate[one], mate[other] = other, one
            free ^= _bits((one, other))
    for one in _numbers(free):
        if one not in mate and meets[one]:
            _Search(meets, mate, one).augment()
    return mate


class _Search:
    """A search for an alternating path from somebody without a partner to another one, with which both get one.

    A circle of odd length (a blossom) is taken for one, its `base`.
    """

    def __init__(self, meets: Meets, mate: Mates, root: int) -> None:
        self.meets, self.mate, self.root = meets, mate, root
        self.base = list(range(len(meets)))
        self.came: Mates = {}  # from whom somebody was reached who is one off
        self.even = {root}
        self.waiting = deque([root])

    def augment(self) -> bool:
        """Change the pairs along such a path; False where there is none."""
        while self.waiting:
            one = self.waiting.popleft()
            for other in _numbers(self.meets[one]):
                if self.base[one] == self.base[other] or self.mate.get(one) == other:
                    continue
                if other in self.even:
                    self._blossom(one, other)
                elif other not in self.came:
                    self.came[other] = one
                    if other not in self.mate:
                        self._turn(other)
                        return True
                    self.even.add(self.mate[other])
                    self.waiting.append(self.mate[other])
        return False

    def _turn(self, end: int | None) -> None:
        """Pair everybody on the way back with the one from whom he was reached."""
        while end is not None:
            before = self.came[end]
            following = self.mate.get(before)
            self.mate[end], self.mate[before] = before, end
            end = following

    def _blossom(self, one: int, other: int) -> None:
        """Two who are both reached by an even way have met: the circle that they close becomes one."""
        top = self._common(one, other)
        inside: set[int] = set()
        for here, beyond in ((one, other), (other, one)):
            while self.base[here] != top:
                inside |= {self.base[here], self.base[self.mate[here]]}
                self.came[here] = beyond
                beyond = self.mate[here]
                here = self.came[beyond]
        for who in range(len(self.base)):
            if self.base[who] in inside:
                self.base[who] = top
                if who not in self.even:
                    self.even.add(who)
                    self.waiting.append(who)

    def _common(self, one: int, other: int) -> int:
        """Where the ways back from two to the root meet."""
        passed = set()
        here: int | None = one
        while here is not None:
            here = self.base[here]
            passed.add(here)
            here = self.came[self.mate[here]] if here != self.root and here in self.mate else None
        here = self.base[other]
        while here not in passed:
            here = self.base[self.came[self.mate[here]]]
        return here


# ---------------------------------------------------------------------- round robin


def berger(entrants: Sequence[str]) -> list[Round]:
    """All rounds of a round robin, in which everybody meets everybody once, by the tables of J. Berger.

    With an odd number somebody has the bye in each round. Raises ValueError for fewer than two.

    >>> [one.pairs for one in berger("abcd")]
    [(('a', 'd'), ('b', 'c')), (('d', 'c'), ('a', 'b')), (('b', 'd'), ('c', 'a'))]
    >>> [one.bye for one in berger("abc")]
    ['a', 'c', 'b']
    """
    if len(entrants) < 2:
        raise ValueError("a round robin needs two people at least")
    field: list[str | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    last, size = field.pop(), len(field)
    rounds = []
    for n in range(size):
        turned = [field[(n * (size + 1) // 2 + step) % size] for step in range(size)]
        fixed = (turned[0], last) if n % 2 == 0 else (last, turned[0])
        pairs = [fixed, *((turned[step], turned[-step]) for step in range(1, (size + 1) // 2))]
        met = tuple((one, other) for one, other in pairs if one is not None and other is not None)
        alone = next((one or other for one, other in pairs if one is None or other is None), None)
        rounds.append(Round(met, alone))
    return rounds
