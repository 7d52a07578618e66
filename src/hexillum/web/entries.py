"""What a game is made of: how it began, and the entries of its record, as they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Final, Literal

from ..battle.door import Battle
from ..battle.positions import WAITS_FOR_NOBODY, read_position
from ..battle.scenarios import (
    Scenario,
    built_in,
    is_built_in,
    load_scenario,
    names,
    read_scenario,
    scenario_text,
)
from ..battle.spelling import first_card
from ..core import ask
from ..core.cards import CARDS, card_number
from ..core.dice import Seeded

OWN: Final = "the scenario of this battle"  # what messages call it
Kind = Literal["battle", "analysis"]
#: What the numbers of the results of chance count: the entries of the record, or the choices and results in force.
Numbered = Literal["entries", "choices"]


def own_text(battle: str) -> str:
    """The whole text of a battle that is not played as it comes with Hexillum, by its name; "" for one that is.

    >>> own_text("akragas")
    ''
    """
    plan = load_scenario(battle)
    return "" if is_built_in(plan) else scenario_text(plan)


@dataclass(frozen=True)
class Opening:
    """How a game begins: a battle of the library, a scenario or a position; and what kind of table it is.

    `scenario` is the whole text of one that is not of the library, or is played by an edition that does not come with
    Hexillum: a game needs nothing else to be begun again.
    """

    kind: Kind = "battle"
    battle: str = ""
    swapped: bool = False
    switches: Mapping[str, bool] = field(default_factory=dict)
    position: str = ""
    dice: Literal["server", "typed"] = "server"
    typed_by: Literal["roller", "either"] = "roller"
    title: str = ""
    fork_of: str = ""
    seed_chosen: bool = False  # somebody chose the seed of the dice, and knows all that will fall
    scenario: str = ""
    numbered: Numbered = "choices"  # by which numbers its dice fall and its cards are drawn
    pace: str = ""  # how fast it is to be played, as `club.clocks` reads it; "" for as long as people like
    match: str = ""  # the match that it is one of the two battles of

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Opening:
        """The opening that was stored; one of before goes on with the numbers that its dice have fallen by.

        Raises TypeError for a field that there is not.
        """
        return cls(**{"numbered": "entries", **stored})

    def begin(self) -> Battle:
        """The battle before anything is dealt. Raises ValueError for what does not exist or waits for nobody."""
        if self.position:
            battle = Battle.of_state(read_position(self.position))
            if not (battle.over or battle.state.question):
                raise ValueError(WAITS_FOR_NOBODY)
            return battle
        if self.scenario or self.battle not in _ours():
            return Battle.start(self._plan(), switches=self.switches, swapped=self.swapped, deal=False)
        battle = _begun(self.battle, tuple(sorted(self.switches.items())), self.swapped).copy()
        battle.source, battle.first_state = Seeded(), battle.first_state.copy()
        return battle

    def _plan(self) -> Scenario:
        """The battle as it was when the game began, whatever editions this server plays by now."""
        return read_scenario(self.scenario, OWN, plain=True) if self.scenario else load_scenario(self.battle)

    def as_dict(self) -> dict[str, Any]:
        """As it is stored: its fields by name, as plain values for JSON."""
        plain = {**self.__dict__, "switches": dict(self.switches)}
        return {name: value for name, value in plain.items() if value or name not in ("scenario", "pace", "match")}


@cache
def _ours() -> frozenset[str]:
    """The battles that come with Hexillum."""
    return frozenset(names())


@lru_cache(200)
def _begun(name: str, switches: tuple[tuple[str, bool], ...], swapped: bool) -> Battle:
    """A battle that comes with Hexillum before anything is dealt, set up once: many games begin with a copy of it."""
    return Battle.start(built_in(name), switches=dict(switches), swapped=swapped, deal=False)


@dataclass(frozen=True)
class Entry:
    """One thing that was done: answer, forced, roll, draw, undone, resigned, offered, declined, agreed and so on.

    An answer `for_the_turn` is a no to an answer card that stands for the rest of the turn; where the server gives it
    again at a later attack, the entry is a standing one; so is one that a side has given beforehand, and then `why` is
    the name of its order (`club.standing`). For the dice themselves an entry is committed, to the digest
    of a share, or shared: then `share` is the share itself. An entry is stood_in where another one answers for a
    computer player, forfeited where one has lost by what it did, which is `why`, helped where the coach has helped, and
    closed where who runs the server has ended the battle.
    By started the clocks begin to run, by claimed a side has won since the time of the other was up. `at` is when it
    was done, in seconds since 1970 by the clock of the server that kept it, 0 where it was not kept yet.
    """

    kind: str
    side: int | None = None
    numbers: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    moment: int = 0
    share: str = ""
    for_the_turn: bool = False
    why: str = ""
    at: float = field(default=0.0, compare=False)
    spent: float = 0.0  # seconds before it in which only the server reckoned: they cost nobody on a clock

    def data(self) -> dict[str, Any]:
        """What is stored of it beside kind and side."""
        out: dict[str, Any] = {}
        if self.numbers:
            out["n"] = [_stored(number) for number in self.numbers]
        if self.faces:
            out["f"] = list(self.faces)
        if self.kind == "undone":
            out["to"] = self.moment
        if self.for_the_turn:
            out["turn"] = True
        if self.share:
            out["given" if self.kind == "shared" else "promised"] = self.share
        if self.why:
            out["why"] = self.why
        if self.spent:
            out["spent"] = self.spent
        return out

    @classmethod
    def read(cls, kind: str, side: int | None, data: Mapping[str, Any], at: float = 0.0) -> Entry:
        """The entry that was stored; a card that is no longer there is an answer that nothing offers."""
        numbers = tuple(map(_answer, data.get("n", ())))
        return cls(
            kind,
            side,
            numbers,
            tuple(data.get("f", ())),
            data.get("to", 0),
            data.get("given") or data.get("promised", ""),
            data.get("turn", False),
            data.get("why", ""),
            at,
            data.get("spent", 0.0),
        )


def _stored(number: int) -> int | str:
    """An answer as it is stored: a card by its words, since the numbers of cards change with their tables."""
    if number < ask.CARD_0:
        return number
    card = CARDS[number - ask.CARD_0]
    return f"{card.edition}/{card.key}"


def _answer(stored: int | str) -> int:
    """The number of a stored answer; -1 for a card that is not there."""
    try:
        if isinstance(stored, str):
            return ask.CARD_0 + card_number(*stored.split("/"))
        return stored if stored < ask.CARD_0 else ask.CARD_0 + first_card(stored - ask.CARD_0)
    except (ValueError, TypeError):
        return -1
