"""Kinds of unit: the rows of `kinds.toml`, the classes that cards and terrain speak of, and the traits."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from .dice import BLUE, GREEN, RED
from .rows import Rows, rows_of_all
from .rule import RULE_IDS

SYMBOLS: Final = {"green": GREEN, "blue": BLUE, "red": RED}

# Who attacks, for the question whether a defender may evade (EV-08 to EV-12).
FOES: Final = {"foot": 1, "light-mounted": 2, "medium-mounted": 4, "heavy-mounted": 8, "elephant": 16}
GROUPS: Final = ("infantry", "war-machine", "cavalry", "chariot", "camel", "elephant")

# Classes of units that cards and terrain speak of.
LIGHT, MEDIUM, HEAVY, MOUNTED, FOOT, LIGHT_FOOT, LOOSE_FOOT, WAR_MACHINE, HORSE, LEADER, MISSILE, INFANTRY = (
    1 << n for n in range(12)
)
HEAVY_MOUNTED: Final = 1 << 12
LINE_FOOT: Final = 1 << 13
CLASSES: Final = {
    "light": LIGHT,
    "medium": MEDIUM,
    "heavy": HEAVY,
    "mounted": MOUNTED,
    "foot": FOOT,
    "light-foot": LIGHT_FOOT,
    "loose-foot": LOOSE_FOOT,
    "war-machine": WAR_MACHINE,
    "leader": LEADER,
    "missile": MISSILE,
    "infantry": INFANTRY,
    "heavy-mounted": HEAVY_MOUNTED,
    "line-foot": LINE_FOOT,
}

# Exceptions of a kind, each implemented once in the rules.
TRAITS: Final = (
    "swords-miss",
    "no-advance",
    "crew-escapes",
    "bonus-always",
    "extra-hex",
    "scares-horses",
    "spares-blue-of-horses",
    "spares-red-of-horses",
    "spares-flag-of-horses",
    "mirrors",
    "rerolls-swords",
    "rampages",
    "no-leader-help",
    "no-support",
    "no-rally",
    "superior-stature",
    "parthian-shot",
    "no-charge-die",
)
(
    SWORDS_MISS,
    NO_ADVANCE,
    CREW_ESCAPES,
    BONUS_ALWAYS,
    EXTRA_HEX,
    SCARES_HORSES,
    SPARES_BLUE,
    SPARES_RED,
    SPARES_FLAG,
    MIRRORS,
    REROLLS_SWORDS,
    RAMPAGES,
    NO_LEADER_HELP,
    NO_SUPPORT,
    NO_RALLY,
    SUPERIOR_STATURE,
    PARTHIAN_SHOT,
    NO_CHARGE_DIE,
) = (1 << n for n in range(len(TRAITS)))


@dataclass(frozen=True)
class Kind:
    """A kind of unit: one row of `kinds.toml` (its header explains the columns), by its `key` and its edition.

    `move`, `charge`, `retreat` and `range` are hexes, `close`, `back`, `mirrored` and `escape` dice; `rules` has the
    ids of the rules behind the columns.

    >>> KINDS[kind_number("ancients", "warrior")].longest_move
    2
    """

    key: str
    edition: str
    name: str
    letters: str
    symbol: str
    group: str
    blocks: int
    move: int
    close: int
    retreat: int
    border: bool = False
    charge: int = 0
    back: int = 0
    close_after: int = -1
    fire_after: int = -1
    range: int = 0
    mirrored: int = 0
    escape: int = 0
    swords_ignored: int = 0
    armor: int = 0
    full_strength: Mapping[str, int] = field(default_factory=dict)
    evades: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    provisional: bool = False

    @property
    def longest_move(self) -> int:
        """The most hexes that an order allows, a charge included (MOV-01, FU-08)."""
        return max(self.move, self.charge)

    @property
    def mounted(self) -> bool:
        """Whether it rides: cavalry, chariots, camels and elephants do (GAP-21)."""
        return self.group not in ("infantry", "war-machine")

    @property
    def classes(self) -> int:
        """The classes it belongs to, as bits (LIGHT, ...): those of cards, of terrain and of rules on horses."""
        bits = {"green": LIGHT, "blue": MEDIUM, "red": HEAVY}[self.symbol]
        bits |= MOUNTED if self.mounted else FOOT
        if self.group == "infantry" and self.symbol == "green":
            bits |= LIGHT_FOOT
        if self.group == "infantry" and (self.symbol == "green" or (self.symbol == "blue" and self.border)):
            bits |= LOOSE_FOOT
        if self.group == "war-machine":
            bits |= WAR_MACHINE
        if self.group in ("cavalry", "chariot"):
            bits |= HORSE
        if self.range:
            bits |= MISSILE
        if self.group == "infantry":
            bits |= INFANTRY
            if not bits & LOOSE_FOOT:
                bits |= LINE_FOOT
        if self.mounted and self.symbol == "red":
            bits |= HEAVY_MOUNTED
        return bits

    @property
    def foe(self) -> int:
        """What it counts as for a defender that thinks of evading, as one bit of FOES (EV-08 to EV-12)."""
        if not self.mounted:
            return FOES["foot"]
        if self.group == "elephant":
            return FOES["elephant"]
        return FOES[{"green": "light-mounted", "blue": "medium-mounted", "red": "heavy-mounted"}[self.symbol]]


#: The words that a column of the file may hold, where the list is closed.
CHOICES: Final[dict[str, Collection[str]]] = {
    **{"symbol": SYMBOLS, "group": GROUPS, "evades": FOES, "traits": TRAITS},
    "rule": RULE_IDS,
}
KINDS: Final = Rows("kind of unit", rows_of_all("kinds.toml", "kind", Kind, CHOICES))
#: The keys of the kinds that come with Hexillum, each once.
KIND_NAMES: Final = tuple(dict.fromkeys(kind.key for kind in KINDS))


def kind_names(edition: str) -> tuple[str, ...]:
    """The keys of the kinds of unit of an edition, in the order of its table; none for an edition that there is not.

    >>> "elephant" in kind_names("ancients"), "elephant" in kind_names("medieval")
    (True, False)
    """
    return tuple(KINDS.of.get(edition, ()))


def kind_number(edition: str, key: str) -> int:
    """The number of a kind in the tables of all editions, such as a unit of the state has.

    Raises ValueError, naming the kinds of the edition, for a key that is none of them.

    >>> KINDS[kind_number("ancients", "warrior")].name
    'Warriors'
    """
    return KINDS.number(edition, key)
