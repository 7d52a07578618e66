"""A battle as one side may know it: what players from outside are given to choose by."""

from __future__ import annotations

from typing import Final

from ..battle.door import Battle
from ..battle.scenarios import Scenario
from ..battle.view import view
from ..battle.view_types import View
from ..core import ask
from ..core.ask import Option
from ..core.cards import CARDS
from ..core.dice import Seeded
from ..core.state import State, edition_of
from ..engine.tryout import numbers_of
from ..thinking.playouts import deal_again

_FIRST_DEAL: Final = 1


def without_secrets(state: State, side: int, seed: int = _FIRST_DEAL) -> State:
    """A copy of a state in which the cards that a side has not seen are dealt anew.

    Two states that look the same to the side give the same copy: which cards the other side holds is not in it.

    >>> s = Battle.start("akragas", seed=7).state
    >>> without_secrets(s, 1).held == s.held
    True
    """
    copy = state.copy()
    copy.log = None
    copy.answer = 0  # the last one may be a card that was drawn
    deal_again(copy, side, [seed % (2**32 - 1) + 1])
    return copy


class Observed:
    """A battle at a moment at which a side has to decide: its own hand, no other hand, no deck.

    >>> battle = Battle.start("akragas", seed=7)
    >>> seen = Observed(battle.state, battle.scenario)
    >>> seen.side, seen.question, sum(seen.hand.values())
    ('bottom', 'card', 6)
    """

    def __init__(self, state: State, scenario: Scenario | None = None) -> None:
        self._state = without_secrets(state, state.who)
        self._battle = Battle.of_state(self._state, scenario)

    @property
    def edition(self) -> str:
        """The edition that is played, by its key."""
        return edition_of(self._state)

    @property
    def side(self) -> str:
        """The side that has to decide, "top" or "bottom"."""
        return ("top", "bottom")[self._state.who]

    @property
    def question(self) -> str:
        """What is asked, in a word: "card", "order", "move", "battle", "evade" and so on."""
        return self._battle.decision.word

    @property
    def prompt(self) -> str:
        """What is asked, in a sentence."""
        return self._battle.prompt()

    @property
    def numbers(self) -> list[int]:
        """The legal answers by their numbers in the action table, sorted; the law."""
        return numbers_of(self._state)

    @property
    def options(self) -> tuple[Option, ...]:
        """The legal answers with their words."""
        return self._battle.options

    @property
    def hand(self) -> dict[str, int]:
        """The side's own cards with their copies."""
        first = self._state.who * ask.MOST_CARDS
        return {card.key: n for card, n in zip(CARDS, self._state.hand[first:], strict=False) if n}

    @property
    def unseen(self) -> dict[str, int]:
        """The cards that are in the deck or in the other side's hand; nobody tells where."""
        first = (1 - self._state.who) * ask.MOST_CARDS
        s = self._state
        both = [s.deck[n] + s.hand[first + n] for n in range(len(CARDS))]
        return {card.key: n for card, n in zip(CARDS, both, strict=True) if n}

    @property
    def view(self) -> View:
        """Everything that the side may know, as plain values: the same as `Battle.view` gives it."""
        return view(self._battle, self._state.who)

    def imagine(self, seed: int) -> Battle:
        """A battle as it may be: the unseen cards dealt anew, to be played on in thought.

        >>> battle = Battle.start("akragas", seed=7)
        >>> Observed(battle.state).imagine(3).numbers() == battle.numbers()
        True
        """
        state = without_secrets(self._state, self._state.who, seed)
        return Battle.of_state(state, self._battle.scenario, Seeded(seed))
