"""Computer players: whoever can answer a battle's questions from a list of legal answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from ..state import State
from .greedy import Greedy
from .planner import Planner
from .uniform import Uniform


class Agent(Protocol):
    """A computer player. It may look at everything in the state but the other side's hand and the order of the deck."""

    def choose(self, state: State, options: list[int]) -> int:
        """One of the options, the sorted legal answers to the pending question. The state is left as it was."""


_MAKERS: Final[dict[str, Callable[[int], Agent]]] = {"planner": Planner, "greedy": Greedy, "random": Uniform}
NAMES: Final = tuple(_MAKERS)


class UnknownAgent(ValueError):
    """A computer player that does not exist."""


def agent(name: str, seed: int = 0) -> Agent:
    """Make a computer player; the same seed makes the same choices.

    Raises UnknownAgent, naming those that exist.

    >>> agent("random", seed=1).choose(State(), [7])
    7
    """
    if name.startswith("search"):
        from .search import Search
        what=name.partition(":")[2]
        if what.startswith("n="): return Search(seed, playouts=int(what[2:]))
        return Search(seed, float(what or 1.0))
    if name not in _MAKERS:
        raise UnknownAgent(f"there is no computer player {name!r}: expected one of {', '.join(NAMES)}")
    return _MAKERS[name](seed)
