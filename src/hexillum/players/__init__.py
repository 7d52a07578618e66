"""Computer players: whoever can answer a battle's questions from a list of legal answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from ..core.dice import seed_number
from ..core.state import State
from .greedy import Greedy
from .outside import Mine, Outside, is_outside
from .planner import Planner
from .quick import Quick
from .recruit import Recruit
from .search import Effort, Search
from .uniform import Uniform


class Player(Protocol):
    """A computer player. It may look at everything in the state but the other side's hand and the order of the deck."""

    def choose(self, state: State, options: list[int]) -> int:
        """One of the options, the sorted legal answers to the pending question by number. The state is left as it was.

        The question is one to a side, `state.who`: rolls and draws are never asked of a player.
        """


#: Whoever may play: a computer player by his name, or an object that answers for itself (`players.outside`).
Who = str | Any


@dataclass(frozen=True)
class Level:
    """A computer player by its name, with an honest word on it and on how long it thinks; `make` takes its seed."""

    name: str
    words: str
    make: Callable[[int], Player]
    another_name: bool = False  # of a player that stands in the list already: for those who measure players
    for_people: bool = False  # a level that people choose from; the others are yardsticks for who makes players


#: All computer players, those for people first.
LEVELS: Final = (
    Level(
        "recruit",
        "Takes what gains most at once, and overlooks it in one choice of six. To learn against.",
        Recruit,
        for_people=True,
    ),
    Level(
        "tribune",
        "Plans every turn with each of his cards, and minds what you could do next. At once.",
        Planner,
        for_people=True,
    ),
    Level(
        "consul",
        "Plays his best plans out against hands that you might hold. A second a turn.",
        Search,
        for_people=True,
    ),
    Level("greedy", "Takes what gains most at once, one decision after another; it does not look ahead.", Greedy),
    Level("random", "Chooses blindly among everything that is legal. For trying the rules out.", Uniform),
    Level("quick", "Plans every turn as the planner does, and plays nothing out. For thousands of battles.", Quick),
    Level("planner", "The tribune by the name of his method.", Planner, another_name=True),
    Level(
        "search",
        "The consul by the name of his method; search:5 thinks five seconds a turn.",
        Search,
        another_name=True,
    ),
)
#: Their names, in that order.
NAMES: Final = tuple(level.name for level in LEVELS)


class UnknownPlayer(ValueError):
    """A computer player that does not exist."""


def player(name: Who, seed: int = 0) -> Player:
    """Make a computer player by a name of `NAMES`; the same seed makes the same choices, unless it thinks by the clock.

    `search:2.5` thinks so many seconds a turn, up to 3600; `search:n=200` makes so many playouts a choice, whatever the
    time. `my_player.py:Mine` and the names of entry points are players from outside (`players.outside`), and so is any
    object with a method `choose(battle)`. A player that remembers its turn is for one side of one battle: make another
    for the other side.

    Raises UnknownPlayer, naming those that exist, and ValueError for a seed that is no whole number or for a player
    from outside that cannot be made.

    >>> player("random", seed=1).choose(State(), [7])
    7
    """
    seed = seed_number(seed)
    if not isinstance(name, str):
        return Mine(name)
    for level in LEVELS:
        if level.name == name:
            return level.make(seed)
    if name.startswith("search:"):
        return _search(name, seed)
    if is_outside(name):
        return Outside(name, seed)
    raise UnknownPlayer(f"there is no computer player {name!r}: expected one of {', '.join(NAMES)}, or FILE.py:CLASS")


def name_of(who: Who) -> str:
    """What a player is called: his name, or the name of his class.

    >>> name_of("greedy"), name_of(Greedy(1))
    ('greedy', 'Greedy')
    """
    return who if isinstance(who, str) else type(who).__name__


def _search(name: str, seed: int) -> Search:
    amount = name.partition(":")[2]
    try:
        if amount.startswith("n=") and (n := int(amount[2:])) > 0:
            return Search(seed, Effort(plan=n, choice=n, further=n))
        if 0 < float(amount) <= 3600:
            return Search(seed, Effort(seconds=float(amount)))
    except ValueError:
        pass
    raise UnknownPlayer(
        f"{name!r} does not say how long it thinks: expected seconds, such as search:1.0, or search:n=200"
    )
