"""A battle as it is set up: two armies with their war councils, the ground, and the special rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ..core.edition_files import carry, carry_on
from ..core.state import HALF_LEADERS
from .special_rules import SpecialRule, waiting_leaders

COMMAND_MOST: Final = 12
BANNERS_MOST: Final = 13
TOKENS_MOST: Final = 14


@dataclass(frozen=True)
class Placement:
    """A unit on its hex, both by name; `leader` is the name of its leader, "" for one without name, None for no leader.

    `kind` is the key of a kind of unit of the edition, `special` holds the words of special units such as "legion".
    """

    hex: str
    kind: str
    leader: str | None = None
    special: tuple[str, ...] = ()


@dataclass(frozen=True)
class LoneLeader:
    """A leader alone on a hex, which is told by its name; an empty name is allowed."""

    hex: str
    name: str


@dataclass(frozen=True)
class Army:
    """One side of a scenario with its war council; `tokens` are its inspired actions at the start (IA-10).

    `command` is the cards of its hand, `banners` what it needs to win; `kit` is the key of what its figures wear, ""
    for the usual one of its side (`battle.kits`).
    """

    name: str
    commander: str
    command: int
    banners: int
    moves_first: bool
    units: tuple[Placement, ...]
    leaders: tuple[LoneLeader, ...] = ()
    tokens: int = 0
    kit: str = ""


@dataclass(frozen=True, repr=False)
class Scenario:
    """A battle as it is set up; a `reconstruction` is a set-up of our own where none is public.

    `terrain` goes by the names of hexes; `ramparts` are written "E5/D5", the defended hex first. `number` is the
    battle's in its edition, `year` is negative before our era. A `swapped` one is seen from the other side of the
    table.

    >>> from hexillum.battle.scenarios import load_scenario
    >>> akragas = load_scenario("akragas")
    >>> akragas.top.name, akragas.bottom.command, akragas.first
    ('Carthaginian', 6, 'bottom')
    """

    id: str
    name: str
    number: int
    year: int
    year_text: str
    edition: str
    box: str
    theatre: str
    source: str
    terrain: dict[str, str]
    top: Army
    bottom: Army
    special_rules: tuple[SpecialRule, ...] = ()
    notes: tuple[str, ...] = ()
    ramparts: tuple[str, ...] = ()
    swapped: bool = False
    reconstruction: bool = False

    @property
    def first(self) -> str:
        """The side that moves first, "top" or "bottom" (TURN-05)."""
        return "top" if self.top.moves_first else "bottom"

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: its edition goes with it, into processes that have not loaded it."""
        return {**self.__dict__, "_carried": carry(self.edition)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        carry_on(state.pop("_carried"))
        self.__dict__.update(state)

    def __repr__(self) -> str:
        armies = f"{self.top.name} (top) against {self.bottom.name} (bottom)"
        return f"<Scenario {self.id}: {self.name}, {self.year_text}, {armies}>"


def leader_names(army: Army) -> list[str]:
    """The names of an army's leaders on the board, in the order of the file; "" for one without a name.

    >>> from hexillum.battle.scenarios import load_scenario
    >>> leader_names(load_scenario("akragas").top)
    ['Mago', 'Himilco']
    """
    return [unit.leader for unit in army.units if unit.leader is not None] + [one.name for one in army.leaders]


def waiting(plan: Scenario, side: str) -> tuple[list[str], list[str]]:
    """What a side, "top" or "bottom", has off the board at first: the kinds of the units, the names of the leaders.

    Reserves come by an ambush or are placed after the deal (SCEN-10, SCEN-11).

    >>> from hexillum.battle.scenarios import load_scenario
    >>> waiting(load_scenario("akragas"), "top")
    ([], [])
    """
    rules = [rule for rule in plan.special_rules if rule.side == side]
    units = [kind for rule in rules if rule.name == "ambush" for kind in rule.settings["units"]]
    return units, [name for rule in rules for name in waiting_leaders(rule)]


def leaders_by_number(plan: Scenario) -> dict[int, str]:
    """The names of a battle's leaders by their numbers in its state: as they are set up, then those who wait.

    >>> from hexillum.battle.scenarios import load_scenario
    >>> leaders_by_number(load_scenario("akragas"))
    {0: 'Mago', 1: 'Himilco', 6: 'Daphnaeus', 7: 'Dionysius'}
    """
    sides = (("top", plan.top), ("bottom", plan.bottom))
    return {
        HALF_LEADERS * number + k: name
        for number, (side, army) in enumerate(sides)
        for k, name in enumerate(leader_names(army) + waiting(plan, side)[1])
    }
