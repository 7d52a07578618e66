"""The planner: plans its whole turn by what everything is worth to it, in plain Python or compiled."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, Final

from ..state import State
from ..thinking.mind import CALM, Mind, mind_of
from ..thinking.plans import BOARDS, MOODS
from .workshop import ROOT, Workshop

WEIGHTS_FILE: Final = "data/agents/planner.toml"


@cache
def tuned_weights() -> dict[str, int]:
    """The weights that the planner plays with.

    >>> tuned_weights()["block"] > 0
    True
    """
    return dict(_data()["weights"])


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads((resources.files("hexillum") / WEIGHTS_FILE).read_text(encoding="utf-8"))


def tuned_mind(moods: int = 1, mood: int = CALM, weights: dict[str, int] | None = None) -> Mind:
    """A mind with the weights that the planner plays with.

    >>> tuned_mind().mood
    1000
    """
    return mind_of(weights or tuned_weights(), _data()["position"], moods, mood)


class Planner:
    """Plans its turn with one mind. It draws no lots: equal positions get equal answers, whatever the seed.

    >>> from hexillum.referee import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> Planner().choose(battle.state, battle.numbers()) in battle.numbers()
    True
    """

    def __init__(self, seed: int = 0, weights: dict[str, int] | None = None, compiled: bool | None = None) -> None:
        self.shop = Workshop([tuned_mind(len(MOODS), weights=weights)], BOARDS, compiled)

    def choose(self, state: State, options: list[int]) -> int:
        """The answer that the plan of the turn wants, or what is worth most."""
        if len(options) == 1:
            return options[0]
        self.shop.put(ROOT, state)
        return self.shop.answer(0)
