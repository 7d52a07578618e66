"""Answers given beforehand: what a side says to the questions of the other side's turn while its player is away.

They never see more than their side does, and answer nothing that their player left open: then he is asked. What they
say to a question about an answer card (First Strike, Ambush) is reckoned in the same way whether or not the card is
held, so that neither what is said nor how long it takes tells more of the hand than a player's own answer would.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from ..battle.door import IllegalChoice
from ..core import ask
from ..core.battlefield import enemy_unit_at
from ..core.hexes import NEAR, NOWHERE, distance
from ..core.state import NONE, State
from ..engine.tryout import tried
from ..odds.attacks import under_way
from ..odds.behaviour import Behaviour
from ..odds.result import Odds, Outcome

ASK: Final = "ask"
#: What may be said beforehand to each sort of question; the first is what holds where nothing is said.
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "evade": (ASK, "always", "never", "loss", "balance"),
    "flags": (ASK, "all", "none"),
    "back": (ASK, "always", "never"),
    "parthian": (ASK, "always", "never"),
    "strike": (ASK, "never", "chance"),
    "ambush": (ASK, "never"),
    "tokens": (ASK, "never"),
    "way": (ASK, "support", "away"),
    "leader": (ASK, "join"),
    "losses": (ASK, "theirs", "own"),
}
#: Which of them answers a question of the other side's turn.
ANSWERED_BY: Final = {
    ask.EVADE: "evade",
    ask.IGNORE: "flags",
    ask.BACK: "back",
    ask.PARTHIAN: "parthian",
    ask.FIRST_STRIKE: "strike",
    ask.AMBUSH: "ambush",
    ask.BATTLE_BONUS: "tokens",
    ask.BRAVERY: "tokens",
    ask.RETREAT: "way",
    ask.EVADE_PATH: "way",
    ask.LEADER: "leader",
    ask.TRAMPLE: "losses",
}
#: Those that hang on chances, which take time to reckon.
BY_CHANCE: Final = (("evade", "loss"), ("evade", "balance"), ("strike", "chance"))
SECONDS: Final = 2.0  # for odds; what is not walked through by then is played out many times
_SAME: Final = 1e-9  # what two means of floats may differ by and be the same


@dataclass(frozen=True)
class Orders:
    """What a side has said beforehand, by the sort of question; "ask" leaves it open.

    `evade` is always, never, where fewer own blocks are lost on average ("loss"), or where own losses less the enemy's
    are fewer ("balance"). `flags` are ignored as many as may be, or none; `back` and `parthian` say whether to battle
    back and to shoot back. `strike` plays First Strike where the attacker is eliminated or driven back by it with a
    chance of `strike_chance` percent at least. `way` leads a retreat or an evade beside most own units ("support") or
    far from the enemy, `leader` a leader who flees to an own unit. `losses` says who pays first where elephants run
    wild: pieces of their own side ("theirs"), or one's own.

    >>> Orders(evade="never").evade, Orders().says_nothing
    ('never', True)
    """

    evade: str = ASK
    flags: str = ASK
    back: str = ASK
    parthian: str = ASK
    strike: str = ASK
    strike_chance: int = 50
    ambush: str = ASK
    tokens: str = ASK
    way: str = ASK
    leader: str = ASK
    losses: str = ASK

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name}: expected one of {', '.join(choices)}, not {getattr(self, name)!r}")
        if type(self.strike_chance) is not int or not 1 <= self.strike_chance <= 99:
            raise ValueError(f"strike_chance: expected a whole number from 1 to 99, not {self.strike_chance!r}")

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Orders:
        """The orders of plain values, as `as_dict` gives them. Raises ValueError, in one sentence.

        >>> Orders.of({"flags": "all"}).flags
        'all'
        """
        known = {field.name for field in fields(cls)}
        for name in told:
            if name not in known:
                raise ValueError(f"there is no standing answer {name!r}: expected one of {', '.join(sorted(known))}")
        return cls(**told)

    def as_dict(self) -> dict[str, str | int]:
        """They as plain values for JSON."""
        return asdict(self)

    @property
    def says_nothing(self) -> bool:
        """Whether everything is left open."""
        return all(getattr(self, name) == ASK for name in CHOICES)


#: Nothing is said beforehand.
NONE_GIVEN: Final = Orders()


def order_for(orders: Orders, s: State) -> str:
    """Which of the orders of the side that is asked answers the pending question; "" where none does.

    Only questions of the other side's turn are answered beforehand.

    >>> order_for(Orders(evade="never"), State())
    ''
    """
    if s.outcome != NONE or s.who not in (0, 1) or s.who == s.active:
        return ""
    name = ANSWERED_BY.get(s.question, "")
    return "" if not name or getattr(orders, name) == ASK else name


def hangs_on_chance(orders: Orders, s: State) -> bool:
    """Whether the order that answers the pending question must reckon chances first.

    >>> hangs_on_chance(Orders(evade="loss"), State())
    False
    """
    name = order_for(orders, s)
    return bool(name) and (name, getattr(orders, name)) in BY_CHANCE


def answer(orders: Orders, s: State, options: list[int], seconds: float | None = SECONDS) -> int | None:
    """What orders answer to the pending question, one of its sorted legal answers; None where the player is asked.

    `seconds` is about how long chances may be reckoned exactly. The state stays as it is.

    >>> answer(Orders(), State(), [ask.DONE])
    """
    name = order_for(orders, s)
    if not name or not options:
        return None
    said = getattr(orders, name)
    try:
        found = _ANSWERS[name](orders, said, s, options, seconds)
    except IllegalChoice:  # no battle is being fought whose odds there are: the player is asked
        return None
    return found if found in options else None


# ---------------------------------------------------------------------- each of them


def _yes_or_no(_: Orders, said: str, __: State, ___: list[int], ____: float | None) -> int:
    return ask.YES if said == "always" else ask.DONE


def _evade(orders: Orders, said: str, s: State, _: list[int], seconds: float | None) -> int:
    if said in ("always", "never"):
        return ask.YES if said == "always" else ask.DONE
    half = None if seconds is None else seconds / 2
    standing = expected_loss(under_way(s, behaviour_of(orders, evade=False), seconds=half), s, said == "balance")
    evading = expected_loss(under_way(s, behaviour_of(orders, evade=True), seconds=half), s, said == "balance")
    return ask.YES if evading < standing - _SAME else ask.DONE


def _flags(_: Orders, said: str, __: State, options: list[int], ____: float | None) -> int:
    return options[-1] if said == "all" else options[0]


def _strike(orders: Orders, said: str, s: State, options: list[int], seconds: float | None) -> int:
    if said == "never":
        return ask.DONE
    chance = strike_chance(s, orders, seconds)
    return options[-1] if 100 * chance >= orders.strike_chance - _SAME else ask.DONE


def _no(_: Orders, __: str, ___: State, ____: list[int], _____: float | None) -> int:
    return ask.DONE


def _way(_: Orders, said: str, s: State, options: list[int], ____: float | None) -> int:
    def worth(option: int) -> tuple[int, int]:
        hex = option - ask.HEX_0
        friends, enemies = _beside(s, s.who, hex, but=s.subject)
        return (friends, -enemies) if said == "support" else (_far(s, s.who, hex), friends)

    return max(options, key=worth)  # the first of those that are as good


def _leader(_: Orders, __: str, s: State, options: list[int], ____: float | None) -> int:
    """To the nearest own unit that he may rest with; else on, away from the enemy, and off the board last."""
    here = s.frames[s.depth].hex

    def worth(option: int) -> tuple[int, int, int]:
        if option == ask.OFF:
            return (-2, 0, 0)
        hex = here if option == ask.DONE else option - ask.HEX_0
        if enemy_unit_at(s, s.who, hex):
            return (-1, 0, 0)
        with_own = s.unit_at[hex] != NONE and s.leader_at[hex] == NONE
        return (int(with_own), _far(s, s.who, hex), int(option == ask.DONE))

    return max(options, key=worth)


def _losses(_: Orders, said: str, s: State, options: list[int], ____: float | None) -> int:
    """Whom the elephants trample next: pieces of one side before those of the other."""
    first = 1 - s.who if said == "theirs" else s.who

    def later(option: int) -> bool:
        hex = option - ask.HEX_0
        i, k = s.unit_at[hex], s.leader_at[hex]
        side = s.units[i].side if i != NONE else s.leaders[k].side if k != NONE else NONE
        return bool(side != first)

    return min(options, key=later)


_ANSWERS: Final = {
    "evade": _evade,
    "flags": _flags,
    "back": _yes_or_no,
    "parthian": _yes_or_no,
    "strike": _strike,
    "ambush": _no,
    "tokens": _no,
    "way": _way,
    "leader": _leader,
    "losses": _losses,
}


# ---------------------------------------------------------------------- chances


def behaviour_of(orders: Orders, *, evade: bool) -> Behaviour:
    """How both sides are taken to behave where chances are reckoned: the own side as its orders say.

    >>> behaviour_of(Orders(back="never"), evade=False).battle_back
    False
    """
    return Behaviour(
        evade=evade,
        parthian=orders.parthian != "never",
        ignore=orders.flags != "none",
        battle_back=orders.back != "never",
    )


def expected_loss(odds: Odds, s: State, balance: bool) -> float:
    """How many blocks the side that is attacked loses on average, less those of the attacker where `balance`.

    A leader counts as a block, and a machine whose crew leaves it is lost whole.

    >>> from hexillum.odds import example, example_battle
    >>> round(expected_loss(example(), example_battle().state, balance=False), 3)
    1.333
    """
    blocks = s.units[s.unit_at[s.subject]].blocks if s.subject < NOWHERE and s.unit_at[s.subject] != NONE else 0

    def loss(o: Outcome) -> int:
        own = o.lost + o.others + o.leaders + (max(0, blocks - o.lost) if o.crew_gone else 0)
        return own - (o.own_lost + o.own_others + o.own_leaders if balance else 0)

    return float(sum(float(p) * loss(outcome) for outcome, p in odds.outcomes.items()))


def strike_chance(s: State, orders: Orders = NONE_GIVEN, seconds: float | None = SECONDS) -> float:
    """The chance that First Strike, which is asked about, eliminates the attacker or drives it back before it attacks.

    It is reckoned as if the card were held, whether or not it is. Raises IllegalChoice where it is not asked about.

    >>> from hexillum import Battle
    >>> strike_chance(Battle.start("akragas").state)
    Traceback (most recent call last):
    hexillum.battle.door.IllegalChoice: First Strike is not asked about now (GAP-04)
    """
    if s.question != ask.FIRST_STRIKE:
        raise IllegalChoice("First Strike is not asked about now", ("GAP-04",))
    card = s.law.strike_card
    with_it = s.copy()
    with_it.hand[ask.MOST_CARDS * s.who + card] = 1
    struck = tried(with_it, ask.CARD_0 + card)
    odds = under_way(struck, behaviour_of(orders, evade=False), seconds=seconds)
    return float(odds.chance(lambda o: bool(o.own_eliminated or o.own_forced_back)))


# ---------------------------------------------------------------------- the ground


def _beside(s: State, side: int, hex: int, but: int) -> tuple[int, int]:
    """How many own and enemy units stand next to a hex; who stands on `but` is about to leave it."""
    there = [s.units[s.unit_at[n]].side for n in NEAR[hex] if n != but and s.unit_at[n] != NONE]
    own = there.count(side)
    return own, len(there) - own


def _far(s: State, side: int, hex: int) -> int:
    """How far the nearest enemy unit is from a hex."""
    foes = [unit.hex for unit in s.units if unit.side != side and unit.blocks > 0 and unit.hex < NOWHERE]
    return min((distance(hex, foe) for foe in foes), default=0)
