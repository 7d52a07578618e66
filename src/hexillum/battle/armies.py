"""A battle as it is set up: two armies with their war councils, the ground, and the special rules."""

from __future__ import annotations

from dataclasses import dataclass

from .special_rules import SpecialRule, waiting_leaders


@dataclass(frozen=True)
class Placement:
    """A unit on its hex; `leader` is the name of its leader, "" for a leader without name, None for no leader."""

    hex: str
    kind: str
    leader: str | None = None
    special: tuple[str, ...] = ()


@dataclass(frozen=True)
class LoneLeader:
    """A leader alone in a hex; an empty name is allowed."""

    hex: str
    name: str


@dataclass(frozen=True)
class Army:
    """One side of a scenario with its war council; `tokens` are its inspired actions at the start (IA-10)."""

    name: str
    commander: str
    command: int
    banners: int
    moves_first: bool
    units: tuple[Placement, ...]
    leaders: tuple[LoneLeader, ...] = ()
    tokens: int = 0


@dataclass(frozen=True)
class Scenario:
    """A battle as it is set up; a `reconstruction` is a set-up of our own where none is public.

    >>> from hexillum.battle.scenarios import load
    >>> akragas = load("akragas")
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
        """The side that moves first (TURN-05)."""
        return "top" if self.top.moves_first else "bottom"


def leader_names(army: Army) -> list[str]:
    """The names of an army's leaders on the board, in the order of the file.

    >>> from hexillum.battle.scenarios import load
    >>> leader_names(load("akragas").top)
    ['Mago', 'Himilco']
    """
    return [unit.leader for unit in army.units if unit.leader is not None] + [one.name for one in army.leaders]


def waiting(plan: Scenario, side: str) -> tuple[list[str], list[str]]:
    """The kinds of the units and the names of the leaders of a side that do not begin on the board.

    >>> from hexillum.battle.scenarios import load
    >>> waiting(load("akragas"), "top")
    ([], [])
    """
    rules = [rule for rule in plan.special_rules if rule.side == side]
    units = [kind for rule in rules if rule.name == "ambush" for kind in rule.settings["units"]]
    return units, [name for rule in rules for name in waiting_leaders(rule)]
