"""The tuned minds of the planning players."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from math import exp
from typing import Any, Final

from ..thinking.mind import CALM, Mind, mind_of

WEIGHTS_FILE: Final = "data/players/planner.toml"
PUSHED: Final = 0.5  # how far weights are pushed, as the spread of their logarithms,
MOOD_PUSHED: Final = 0.6  # and how far caution is


@dataclass(frozen=True)
class Temper:
    """A way to see things that is neither better nor worse informed: tuned weights, some of them multiplied.

    `mood` is how careful it is, in thousandths of the ordinary; `riders` how much more it makes of what mounted units
    gain, in thousandths.
    """

    mood: int = CALM
    riders: int = 0
    times: Mapping[str, float] = field(default_factory=dict)

    def mind(self, mood: int = CALM) -> Mind:
        """A mind of this temper, as careful as it is in a mood.

        >>> Temper(mood=500).mind(2000).mood
        1000
        """
        weights = {name: round(value * self.times.get(name, 1)) for name, value in tuned_weights().items()}
        mind = tuned_mind(self.mood * mood // CALM, weights)
        mind.riders = self.riders
        return mind


#: The rash cavalryman: danger hardly counts, prey and what the horse can do do.
RASH: Final = Temper(mood=250, riders=600, times={"prey": 2, "nearer": 2, "support": 0.3})
#: The careful builder of lines: friends on both sides first, then the enemy.
CAREFUL: Final = Temper(mood=1800, times={"support": 3, "prey": 0.6, "nearer": 0.8, "beside_leader": 10})


@cache
def tuned_weights() -> dict[str, int]:
    """The weights that the planner plays with, by the names of `thinking.mind.Weights`, which tells their units.

    >>> tuned_weights()["block"] > 0
    True
    """
    return dict(tuned()["weights"])


@cache
def tuned() -> dict[str, Any]:
    """All that the planner's file holds: its weights, its formula for positions, and where both come from.

    >>> sorted(tuned())
    ['position', 'provenance', 'weights']
    """
    return tomllib.loads((resources.files("hexillum") / WEIGHTS_FILE).read_text(encoding="utf-8"))


def tuned_mind(mood: int = CALM, weights: dict[str, int] | None = None) -> Mind:
    """A mind with the planner's weights or others, by their names; `mood` is how careful it is, in thousandths.

    >>> tuned_mind().mood
    1000
    """
    return mind_of(weights or tuned_weights(), tuned()["position"], mood)


def pushed_mind(dice: random.Random) -> Mind:
    """A mind that sees things in another way: its weights, and how careful it is, pushed at random.

    The logarithms of its weights are spread by `PUSHED`, that of its caution by `MOOD_PUSHED`, as normal numbers are.

    >>> pushed_mind(random.Random(1)).w.block != tuned_mind().w.block
    True
    """
    weights = {name: round(value * exp(dice.gauss(0, PUSHED))) for name, value in tuned_weights().items()}
    return tuned_mind(round(CALM * exp(dice.gauss(0, MOOD_PUSHED))), weights)
