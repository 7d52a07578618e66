"""The tuned minds of the planning players."""

from __future__ import annotations

import random
import tomllib
from functools import cache
from importlib import resources
from math import exp
from typing import Any, Final

from ..thinking.mind import CALM, Mind, mind_of

WEIGHTS_FILE: Final = "data/players/planner.toml"
PUSHED: Final = 0.5  # how far weights are pushed, as the spread of their logarithms,
MOOD_PUSHED: Final = 0.6  # and how far caution is


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
