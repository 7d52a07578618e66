"""What odds are: every outcome of a battle with its chance, and what follows from that."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from ..engine.walk import LEAST, MADE, WIDTH
from .behaviour import Behaviour
from .picture import picture
from .text import page

#: A chance of 0 to 1, or a mean: a fraction where odds are exact.
Chance = float | Fraction


class Outcome(NamedTuple):
    """What one battle came to. "Own" is the attacker's side; counts are numbers, the rest is 0 or 1.

    Hits and flags are those of the attacker's own roll that the target had to answer: elephants, who roll their hits
    again, hit no more often than the target has blocks, and flags at a unit that is eliminated count nothing.
    """

    hits: int
    flags: int
    lost: int  # blocks of the target, by hits and by a blocked retreat
    own_lost: int
    eliminated: int  # the target
    forced_back: int  # the target lives, but on another hex, without having evaded
    evaded: int
    own_eliminated: int
    own_forced_back: int
    leaders: int  # the target's side lost
    own_leaders: int
    battle_back: int
    momentum: int  # the attacker could advance
    advanced: int
    bonus: int  # a bonus combat was opened
    banners: int  # the attacker's side won; less than 0 where it lost some with their ground
    enemy_banners: int
    others: int  # blocks of the target's side, lost to a rampage by those who had no part
    own_others: int
    end: int  # of the whole battle: 1 the attacker's side wins it, 2 the target's, 3 a draw
    crew_gone: int  # the target's crew left its machine behind: no banner (WM-04)


#: Fields of an outcome that are counts.
COUNTS: Final = (
    *("hits", "flags", "lost", "own_lost", "leaders", "own_leaders"),
    *("banners", "enemy_banners", "others", "own_others"),
)
#: Fields of an outcome that are 0 or 1: whether something came.
CHANCES: Final = (
    *("eliminated", "forced_back", "evaded", "own_eliminated", "own_forced_back", "battle_back"),
    *("momentum", "advanced", "bonus", "crew_gone"),
)


def unpacked(key: int) -> Outcome:
    """The outcome that `engine.walk` packed into a number: its fields in so many bits each, the last one lowest.

    >>> unpacked(1).crew_gone, unpacked(0).hits
    (1, 0)
    """
    values = []
    for width, least in zip(reversed(WIDTH), reversed(LEAST), strict=True):
        values.append((key & (1 << width) - 1) + least)
        key >>= width
    assert len(values) == MADE == len(Outcome._fields)
    return Outcome(*reversed(values))


@dataclass(frozen=True, repr=False)
class Odds:
    """The chances of everything that one battle can lead to: exact, but where there was no time for that.

    `outcomes` has each different outcome with its chance, the likeliest first; the chances are fractions where the
    rules were walked plainly with `exact`, floats otherwise, and add up to 1. `title` says who attacks whom, `dice`
    how many dice the first roll has, `behaviour` what both sides were taken to do. `plays` is 0 where the chances are
    exact, else how many battles were played to find them. Prints as a table for a terminal.
    """

    title: str
    dice: int
    behaviour: Behaviour
    outcomes: Mapping[Outcome, Chance]
    plays: int = 0

    @property
    def error(self) -> float:
        """The most that the standard error of a chance may be, 0 where all are exact.

        >>> from hexillum.odds import example
        >>> example().error
        0.0
        """
        return 0.5 / self.plays**0.5 if self.plays else 0.0

    @property
    def words(self) -> str:
        """What both sides were taken to do, and how sure the chances are where they are not exact.

        >>> from hexillum.odds import example
        >>> from dataclasses import replace
        >>> replace(example(), plays=10000).words.partition("; ")[2]
        'simulated: 10,000 battles played, standard error of a chance at most 0.50 %'
        """
        words = self.behaviour.words(self.title.split()[0])
        if self.plays:
            error = f"standard error of a chance at most {100 * self.error:.2f} %"
            words += f"; simulated: {self.plays:,} battles played, {error}"
        return words

    def chance(self, of: str | Callable[[Outcome], bool]) -> Chance:
        """The chance that something comes: the name of a field that is not 0 then, or any question to an outcome.

        It is from 0 to 1. Raises ValueError for a name that is no field of `Outcome`.

        >>> from hexillum.odds import example
        >>> example().chance("eliminated") == example().chance(lambda o: o.lost == 4)
        True
        """
        if isinstance(of, str):
            at = Outcome._fields.index(of)
            return sum((p for outcome, p in self.outcomes.items() if outcome[at]), self._none)
        return sum((p for outcome, p in self.outcomes.items() if of(outcome)), self._none)

    def mean(self, field: str) -> Chance:
        """How much of something comes on average: the mean of a field of `Outcome`. Raises ValueError for another name.

        >>> from hexillum.odds import example
        >>> print(example(exact=True).mean("hits"))
        4/3
        """
        at = Outcome._fields.index(field)
        return sum((p * outcome[at] for outcome, p in self.outcomes.items()), self._none)

    def distribution(self, field: str) -> dict[int, Chance]:
        """The chance of each number of something that can come, the lowest number first; the chances add up to 1.

        `field` is one of `Outcome`, best one of `COUNTS`. Raises ValueError for another name.

        >>> from hexillum.odds import example
        >>> list(example().distribution("lost"))
        [0, 1, 2, 3, 4]
        """
        at = Outcome._fields.index(field)
        found: dict[int, Chance] = {}
        none = self._none
        for outcome, p in self.outcomes.items():
            found[outcome[at]] = found.get(outcome[at], none) + p
        return dict(sorted(found.items()))

    @property
    def _none(self) -> Chance:
        """Nothing, in the kind of number that the chances are."""
        return Fraction(0) if self.exact else 0.0

    @property
    def exact(self) -> bool:
        """Whether the chances are fractions.

        >>> from hexillum.odds import example
        >>> example().exact, example(exact=True).exact
        (False, True)
        """
        return isinstance(next(iter(self.outcomes.values()), None), Fraction)

    def as_dict(self, *, outcomes: bool = True) -> dict[str, Any]:
        """The odds as plain values for JSON; fractions become texts such as "11/36".

        Without `outcomes` only what is asked most: means, chances, and the distributions of hits, flags and blocks.

        >>> from hexillum.odds import example
        >>> sorted(example().as_dict(outcomes=False))
        ['attack', 'behaviour', 'chances', 'dice', 'distributions', 'means']
        """
        told: dict[str, Any] = {
            "attack": self.title,
            "dice": self.dice,
            "behaviour": dict(vars(self.behaviour)),
            "means": {name: _plain(self.mean(name)) for name in COUNTS},
            "chances": {name: _plain(self.chance(name)) for name in CHANCES},
            "distributions": {
                name: {str(n): _plain(p) for n, p in self.distribution(name).items()}
                for name in ("hits", "flags", "lost", "own_lost")
            },
        }
        if self.plays:
            told["simulated"] = {"battles": self.plays, "error": self.error}
        for n, name in ((1, "wins"), (2, "loses"), (3, "draws")):
            told["chances"][name] = _plain(self.chance(lambda o, n=n: o.end == n))  # type: ignore[misc]
        if outcomes:
            told["outcomes"] = [{**outcome._asdict(), "chance": _plain(p)} for outcome, p in self.outcomes.items()]
        return told

    def to_json(self) -> str:
        """The odds as JSON text, with what `as_dict` has.

        >>> from hexillum.odds import example
        >>> json.loads(example().to_json())["dice"]
        4
        """
        return json.dumps(self.as_dict(), indent=2, ensure_ascii=False)

    def __repr__(self) -> str:
        return f"<Odds of {self.title}: {len(self.outcomes)} outcomes>"

    def __str__(self) -> str:
        """A table for a terminal (`text.page`)."""
        return page(self)

    def plot(self) -> Any:
        """Bars of the blocks that both lose and of what may happen to them, as a figure of matplotlib.

        Raises ModuleNotFoundError where matplotlib is missing: pip install 'hexillum[plot]'.
        """
        return picture(self)


def _plain(p: Chance) -> float | str:
    return str(p) if isinstance(p, Fraction) else p
