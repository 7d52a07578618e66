"""The tuned minds of the planning players."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, Final

from ..thinking.mind import CALM, Mind, mind_of

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
