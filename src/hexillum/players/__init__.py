"""Computer players: whoever can answer a battle's questions from a list of legal answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from ..core.dice import seed_number
from ..core.state import State
from ..thinking.seeking import VIEWS_MOST
from .greedy import Greedy
from .outside import Mine, Outside, is_outside
from .planner import Planner
from .quick import Quick
from .recruit import Recruit
from .schooled import Centurion, Decurion, Tribune
from .search import EFFORT_0_1, MOODS, PLAYED_ON, TO_THE_END, Effort, Search
from .together import THREADS_MOST
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
    method: bool = False  # a way of thinking by its own name: for those who measure players, and not on the pages
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
        "decurion",
        "A rash cavalryman: sees a few plans, likes those with his horse, and minds danger little. At once.",
        Decurion,
        for_people=True,
    ),
    Level(
        "centurion",
        "A careful builder of lines: sees more, keeps his units together, and waits for you to come. At once.",
        Centurion,
        for_people=True,
    ),
    Level(
        "tribune",
        "Plans every turn with each of his cards, and plays the best plans on through your answer. At once.",
        Tribune,
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
    Level(
        "planner", "Plans every turn with each of its cards, and minds what comes next. At once.", Planner, method=True
    ),
    Level("search", "The consul by the name of his method; search:5 thinks five seconds a turn.", Search, method=True),
)
SECONDS_MOST: Final = 3600
_SEARCH: Final = re.compile(
    r"search(?P<old>@0\.1)?(?::(?:n=(?P<playouts>[1-9][0-9]{0,8})|(?P<seconds>[0-9]+(?:\.[0-9]*)?|\.[0-9]+)))?"
    r"(?P<switches>(?:,[a-z_]+=[0-9.]{1,8})*)(?:/(?P<threads>[1-9][0-9]{0,3}))?",
    re.ASCII,
)
COUNTED_MOST: Final = 100_000
#: What a search's name may switch, with the least and the most that it may be: for matches that judge a switch.
SWITCHES: Final[dict[str, tuple[float, float]]] = {
    "views": (1, VIEWS_MOST),
    "depth": (2, TO_THE_END),
    "turn_share": (0.01, 0.99),
    "moods": (0, len(MOODS)),
    "tries": (1, 100),
    "finals": (2, PLAYED_ON),
    "final_depth": (2, TO_THE_END),
    "final_share": (0.01, 0.99),
    "pairs": (0, PLAYED_ON),
    "hold": (0.0, 0.5),
    "choice": (0, COUNTED_MOST),  # where playouts are counted: so many for any other choice than a plan,
    "further": (0, COUNTED_MOST),  # and so many that go on after one's own turn
}
#: Their names, in that order.
NAMES: Final = tuple(level.name for level in LEVELS)


class UnknownPlayer(ValueError):
    """A computer player that does not exist."""


def player(name: Who, seed: int = 0) -> Player:
    """Make a computer player by a name of `NAMES`; the same seed makes the same choices, unless it thinks by the clock.

    `search:2.5` thinks so many seconds a turn, up to 3600; `search:n=200` makes so many playouts a choice, whatever the
    time; `search:2.5/2` does so on two threads, and `search:2.5,depth=5/2` with one of its `SWITCHES` set as well.
    `planner@0.1` and `search@0.1:2.5` are the yardsticks that never change. `my_player.py:Mine` and the names of entry
    points are players from outside (`players.outside`), and so is any object with a method `choose(battle)`. A player
    that remembers its turn is for one side of one battle: make another for the other side.

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
    if name.startswith(("search:", "search@", "search/")):
        return _search(name, seed)
    if name == "planner@0.1":
        return Planner(seed)
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
    """A search by its name: which one, how much it thinks, and on how many threads.

    >>> _search("search:n=200/2", 1).effort.threads, _search("search@0.1:2.5", 1).effort.seconds
    (2, 2.5)
    """
    found = _SEARCH.fullmatch(name)
    if found:
        effort = EFFORT_0_1 if found["old"] else Effort()
        if found["playouts"]:
            n = int(found["playouts"])
            effort = replace(effort, plan=n, choice=n, further=n)
        elif found["seconds"]:
            effort = replace(effort, seconds=float(found["seconds"]))
        if found["threads"]:
            effort = replace(effort, threads=int(found["threads"]))
        for switch in filter(None, found["switches"].split(",")):
            effort = _switched(effort, name, *switch.split("="))
        if 0 < effort.seconds <= SECONDS_MOST and effort.threads <= THREADS_MOST:
            return Search(seed, effort)
    raise UnknownPlayer(
        f"{name!r} does not say how long it thinks: expected seconds, such as search:1.0, or search:n=200; "
        f"search:1.0/2 thinks on two threads, of {THREADS_MOST} at most"
    )


def _switched(effort: Effort, name: str, switch: str, words: str) -> Effort:
    """An effort with one switch of its name set, such as depth=5."""
    if switch not in SWITCHES:
        raise UnknownPlayer(f"{name!r}: a search has no switch {switch!r}, expected one of {', '.join(SWITCHES)}")
    least, most = SWITCHES[switch]
    whole = isinstance(least, int)
    with suppress(ValueError):
        value: Any = int(words) if whole else float(words)
        if least <= value <= most:
            return replace(effort, **{switch: value})
    raise UnknownPlayer(f"{name!r}: {switch} should be a {'whole ' if whole else ''}number from {least:g} to {most:g}")
