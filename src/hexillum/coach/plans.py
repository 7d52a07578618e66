"""Plans of a turn that are worth comparing, each from the card to its first battle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from ..battle.door import Battle
from ..core import ask
from ..core.cards import CARDS
from ..core.state import NONE, State
from ..engine.tryout import tried
from ..players.search import Budget, Effort, Moment, Search
from ..players.thinker import ROOT
from ..thinking.seeking import ONE_TURN

PLAYOUTS: Final = 2400  # of all plans together, to the end of the turn
KEPT: Final = 48  # plans that are left of them


@dataclass(frozen=True)
class Plan:
    """Answers of a side from the card on, to its first battle, to dice or to what the other side is asked.

    `before` is the state in which it begins, and `after` the one that it leads to.
    """

    before: State
    answers: tuple[int, ...]
    after: State
    promise: float = 0.0  # the chance to win at the end of the turn, by the planner's formula

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Its answers in words, one after the other, as `Battle.choose` reads them."""
        battle, told = Battle.of_state(self.before.copy()), list[str]()
        for number in self.answers:
            told.append(next(option.text for option in battle.options if option.number == number))
            battle.choose(number)
        return tuple(told)

    @property
    def card(self) -> int:
        """The card that it begins with, as a number of the action table."""
        return self.answers[0]

    @property
    def card_name(self) -> str:
        """What the card is called that it begins with; "" where it begins with none."""
        return card_name(self.card)


def card_name(answer: int) -> str:
    """The name of the card that an answer plays, "" for any other answer.

    >>> card_name(ask.CARD_0), card_name(ask.DONE)
    ('Order Two Units Left', '')
    """
    return CARDS[answer - ask.CARD_0].name if answer >= ask.CARD_0 else ""


def plan_is_made(before: State, after: State) -> bool:
    """Whether a plan that began in one state has ended in another: others decide there, or a battle begins.

    >>> state = Battle.start("akragas", seed=7).state
    >>> plan_is_made(state, state)
    False
    """
    return after.outcome != NONE or after.who != before.who or after.question == ask.BATTLE


def plan_of(state: State, answers: Iterable[int]) -> Plan:
    """The plan that begins with some answers: cut where it is another's turn to decide, or where a battle begins.

    >>> battle = Battle.start("akragas", seed=7)
    >>> len(plan_of(battle.state, battle.numbers()[:1]).answers)
    1
    """
    after, made = state.copy(), list[int]()
    for answer in answers:
        if made and plan_is_made(state, after):
            break
        after = tried(after, answer)
        made.append(answer)
    return Plan(state, tuple(made), after)


def plans_at(state: State, seed: int, keep: int = KEPT) -> list[Plan]:
    """The plans for a turn that thirty minds make with each card, those first that come out best at its end.

    The question is the one for the card. Where the thinking is not compiled there are fewer minds.

    >>> s = Battle.start("akragas", seed=7).state
    >>> len({plan.answers for plan in plans_at(s, 1, keep=2)})
    2
    """
    searcher = Search(seed, Effort(plan=PLAYOUTS, choice=1, further=1))
    searcher.thinker.put(ROOT, state)
    searcher.plans(Budget(0.0, PLAYOUTS, Moment()))
    searcher.sift(keep, ONE_TURN, state.who, Budget(0.0, PLAYOUTS, Moment()))
    return [replace(plan_of(state, answers), promise=chance) for answers, chance in searcher.thinker.candidates()]
