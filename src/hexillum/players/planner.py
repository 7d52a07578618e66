"""The planner: rolls the battles of its plans in thought, to the end of its turn."""

from __future__ import annotations

from typing import Final

from ..compiled import cache
from .search import Effort, Search

COMPILED: Final = Effort(plan=600, choice=100, views=5)
PLAIN: Final = Effort(plan=48, views=3)  # so that nobody waits where the thinking is not compiled


class Planner(Search):
    """A search that answers at once: few playouts, and none beyond its own turn.

    The same seed makes the same choices, as long as the thinking is compiled or is not; `compiled` says which, by
    default what is ready.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> Planner().choose(battle.state, battle.numbers()) in battle.numbers()
    True
    """

    def __init__(self, seed: int = 0, compiled: bool | None = None) -> None:
        ready = cache.is_ready() if compiled is None else compiled
        super().__init__(seed, COMPILED if ready else PLAIN, ready)
