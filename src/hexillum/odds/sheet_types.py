"""The types of what attacks would be and come to, as plain values for JSON: an attack, threats, a sheet of odds.

Hexes are told by their names, faces by their letters. The server's `web.wire` builds on these types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from typing import TypedDict
else:
    try:  # the server's models can read no other before Python 3.12
        from typing_extensions import TypedDict
    except ImportError:
        from typing import TypedDict

Chance = float | str  # a number; where exact ones are asked for, a fraction: "11/36"
How = Literal["close", "fire"]

# a field of this name cannot be written in a class
_From = TypedDict("_From", {"from": str})


class Attack(_From):
    """Before a roll: who attacks from where, the hex of the target, the dice, and what each face does, by letters.

    `spared` would hit, but the target ignores them; `ignores` are the flags that it may ignore.
    """

    hex: str
    how: How
    dice: int
    hits: list[str]
    spared: list[str]
    rerolls: list[str]
    may_evade: bool
    ignores: int
    rules: list[str]


class Aim(Attack):
    """An attack that an answer leads to, with the number that answers then."""

    number: int


class Threat(TypedDict):
    """An enemy unit that could come at a piece."""

    hex: str
    how: How
    dice: int


class Threatened(TypedDict):
    """A piece, and who could come at it in the next turn."""

    hex: str
    by: list[Threat]


class Fates(TypedDict):
    """What becomes of the target: just one of them."""

    eliminated: Chance
    forced_back: Chance
    evaded: Chance
    crew_gone: Chance
    stands: Chance


class Means(TypedDict):
    """What a battle comes to on average; "own" is the attacker's."""

    hits: Chance
    flags: Chance
    lost: Chance
    own_lost: Chance
    leaders: Chance
    own_leaders: Chance
    banners: Chance
    enemy_banners: Chance
    others: Chance
    own_others: Chance


class Chances(TypedDict):
    """How likely what is; "own" is the attacker's."""

    eliminated: Chance
    forced_back: Chance
    evaded: Chance
    own_eliminated: Chance
    own_forced_back: Chance
    battle_back: Chance
    momentum: Chance
    advanced: Chance
    bonus: Chance
    crew_gone: Chance
    wins: Chance
    loses: Chance
    draws: Chance


class Distributions(TypedDict):
    """The chance of each number."""

    hits: dict[str, Chance]
    flags: dict[str, Chance]
    lost: dict[str, Chance]
    own_lost: dict[str, Chance]


class Simulated(TypedDict):
    """How sure chances are that are not exact: battles played, and the standard error of a chance at most."""

    battles: int
    error: float


class OddsWay(TypedDict):
    """The odds for one behaviour of both sides, told in `words`.

    A chance is a number; where exact ones are asked for, a fraction as text: "11/36". `simulated` says that there was
    no time for exact odds, so that the battle was played many times; fractions may be numbers for want of time, too.
    """

    way: Literal["stands", "evades"]
    words: str
    simulated: Simulated | None
    fates: Fates
    means: Means
    chances: Chances
    distributions: Distributions


class OddsSheet(TypedDict):
    """What one piece's attack on another would be and lead to.

    `at` is the hex that it attacks from; without `ways`, `why` and `rules` say why there is nothing to work out.
    """

    attack: Attack | None
    at: str
    why: str
    rules: list[str]
    ways: list[OddsWay]
