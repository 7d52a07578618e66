"""Players who think as the planner does, but see less: few plans, few playouts, and each with a temper of his own."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from ..compiled import cache
from ..core.state import State
from .minds import CAREFUL, RASH
from .planner import PLAIN
from .search import Effort, Search
from .sense import sensible

DECURION: Final = Effort(plan=24, views=3, temper=RASH, blur=0.08)
CENTURION: Final = Effort(plan=240, views=3, temper=CAREFUL, blur=0.01)


class Schooled(Search):
    """A search of little effort, `taught`, that leaves no unit idle among enemies.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> Decurion().choose(battle.state, battle.numbers()) in battle.numbers()
    True
    """

    taught: ClassVar[Effort]

    def __init__(self, seed: int = 0, compiled: bool | None = None) -> None:
        ready = cache.is_ready() if compiled is None else compiled
        effort = self.taught if ready else replace(self.taught, plan=min(self.taught.plan, PLAIN.plan))
        super().__init__(seed, effort, ready)

    def choose(self, state: State, options: list[int]) -> int:
        """The answer that looks best, one of the sorted legal ones; the state is left as it was."""
        return sensible(state, options, super().choose(state, options))


class Decurion(Schooled):
    """The rash cavalryman: few plans of his horse, roughly judged.

    >>> Decurion.taught.blur
    0.08
    """

    taught = DECURION


class Centurion(Schooled):
    """The careful builder of lines: more plans, judged more sharply, friends on both sides first.

    >>> Centurion.taught.views
    3
    """

    taught = CENTURION
