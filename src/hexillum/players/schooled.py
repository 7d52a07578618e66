"""Levels below the strongest: counted playouts, few plans for two of them, each of these with a temper of his own."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from ..compiled import cache
from ..core.state import State
from .minds import CAREFUL, RASH
from .planner import PLAIN
from .search import Effort, Search
from .sense import sensible

DECURION: Final = Effort(plan=24, views=3, temper=RASH, blur=0.1)
CENTURION: Final = Effort(plan=240, views=3, temper=CAREFUL, blur=0.01)
TRIBUNE: Final = Effort(plan=600, choice=100, views=5, further=80)


def plain(effort: Effort) -> Effort:
    """What is left of an effort where the thinking is not compiled: no more than the planner's.

    >>> plain(TRIBUNE) == PLAIN
    True
    """
    few = replace(effort, plan=min(effort.plan, PLAIN.plan), choice=PLAIN.choice, further=PLAIN.further)
    return replace(few, views=min(effort.views, PLAIN.views))


class Schooled(Search):
    """A search of little effort, `taught`, that leaves no unit idle among enemies.

    Where the thinking is not compiled he makes fewer playouts, so that nobody waits, and none beyond his own turn.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> Decurion().choose(battle.state, battle.numbers()) in battle.numbers()
    True
    """

    taught: ClassVar[Effort]

    def __init__(self, seed: int = 0, compiled: bool | None = None) -> None:
        ready = cache.is_ready() if compiled is None else compiled
        super().__init__(seed, self.taught if ready else plain(self.taught), ready)

    def choose(self, state: State, options: list[int]) -> int:
        """The answer that looks best, one of the sorted legal ones; the state is left as it was."""
        return sensible(state, options, super().choose(state, options))


class Decurion(Schooled):
    """The rash cavalryman: few plans of his horse, roughly judged.

    >>> Decurion.taught.blur
    0.1
    """

    taught = DECURION


class Centurion(Schooled):
    """The careful builder of lines: more plans, judged more sharply, friends on both sides first.

    >>> Centurion.taught.views
    3
    """

    taught = CENTURION


class Tribune(Schooled):
    """The ordinary opponent: the planner's plans, and the best of them played on through the enemy's answer.

    >>> Tribune.taught.further
    80
    """

    taught = TRIBUNE
