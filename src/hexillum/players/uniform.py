"""The random player: every legal answer is as good as another."""

from __future__ import annotations

import random

from ..core.state import State


class Uniform:
    """Chooses evenly among the legal answers, by its seed.

    >>> Uniform(1).choose(State(), [0, 1, 2]) in (0, 1, 2)
    True
    """

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)

    def choose(self, state: State, options: list[int]) -> int:
        """Any of the options, the legal answers to the pending question; the state does not matter."""
        return options[int(self.random.random() * len(options))]
