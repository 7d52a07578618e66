"""The greedy player: takes at every question the answer that promises most now, one turn ahead at the farthest."""

from __future__ import annotations

from ..core.state import State
from ..thinking.yardstick.answers import Yardstick


class Greedy:
    """Weighs blows given against blows taken, with the exact chances of each roll; its seed only breaks ties.

    It is the yardstick of other players, and never changes: the same seeds play the same games.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> Greedy(1).choose(battle.state, battle.numbers()) in battle.numbers()
    True
    """

    def __init__(self, seed: int = 0) -> None:
        self.yardstick = Yardstick(seed)

    def choose(self, state: State, options: list[int]) -> int:
        """The option that promises most, one of the sorted legal answers; the state is left as it was."""
        if len(options) == 1:
            return options[0]
        return self.yardstick.answer(state, options)
