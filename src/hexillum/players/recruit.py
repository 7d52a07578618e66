"""The recruit: the greedy player with bad eyes."""

from __future__ import annotations

import random
from typing import Final

from ..core import ask
from ..core.state import State
from .greedy import Greedy
from .sense import sensible

OVERLOOKS: Final = 1 / 6  # the chance that it answers such a question blindly
BLURRED: Final = (ask.CARD, ask.ORDER, ask.MOVE, ask.BATTLE, ask.TARGET)


class Recruit:
    """Takes what gains most at once, but in one choice of six about cards, orders, moves and attacks anything legal.

    Only a unit among enemies it never forgets (`players.sense`).

    >>> Recruit(1).choose(State(), [7])
    7
    """

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)
        self.greedy = Greedy(seed)

    def choose(self, state: State, options: list[int]) -> int:
        """The greedy player's answer, or any of the options, the sorted legal answers."""
        if state.question in BLURRED and self.random.random() < OVERLOOKS:
            return sensible(state, options, self.random.choice(options))
        return self.greedy.choose(state, options)
