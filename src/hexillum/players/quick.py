"""The quick player: the planner's mind, without playing anything out."""

from __future__ import annotations

from ..core.state import State
from .minds import tuned_mind
from .thinker import ROOT, Thinker


class Quick:
    """Takes what its mind takes to be best, a plan for each turn and an answer to all else; chance has no part in it.

    `compiled` says whether the compiled thinking is taken, by default where it is ready; the choices are the same.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> Quick().choose(battle.state, battle.numbers()) in battle.numbers()
    True
    """

    def __init__(self, seed: int = 0, compiled: bool | None = None) -> None:
        self.thinker = Thinker([tuned_mind()], compiled=compiled)

    def choose(self, state: State, options: list[int]) -> int:
        """The answer of its mind, one of the sorted legal ones; the state is left as it was."""
        if len(options) == 1:
            return options[0]
        self.thinker.put(ROOT, state)
        return self.thinker.answer(0)
