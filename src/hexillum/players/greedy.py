"""The greedy player: takes at every question the answer that promises most now, one turn ahead at the farthest."""

from __future__ import annotations

import random

from ..core.state import State
from ..engine.playout import ANSWERS_MOST
from ..thinking.yardstick.answers import yardstick_answer
from ..thinking.yardstick.scales import BOARDS, ROOM, Scales


class Greedy:
    """Weighs blows given against blows taken, with the exact chances of each roll; its seed only breaks ties.

    It is the yardstick of other players, and never changes: the same seeds play the same games.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> Greedy(1).choose(battle.state, battle.numbers()) in battle.numbers()
    True
    """

    def __init__(self, seed: int = 0) -> None:
        self.scales = Scales()
        self.sums = [0.0] * ROOM
        self.twister = list(random.Random(seed).getstate()[1])
        self.boards = [State()] * BOARDS
        self.out = [0] * ANSWERS_MOST

    def choose(self, state: State, options: list[int]) -> int:
        """The option that promises most, one of the sorted legal answers; the state is left as it was."""
        count = len(options)
        if count == 1:
            return options[0]
        self.boards[0], self.out[:count] = state, options
        return yardstick_answer(self.boards, 0, self.scales, self.sums, self.twister, 0, self.out, count)
