"""Terrain: the rows of `terrain.toml`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from .kinds import CLASSES
from .rows import MOST_ROWS, NO_LIMIT, Rows, rows_of_all
from .rule import RULE_IDS


@dataclass(frozen=True)
class Terrain:
    """A terrain: one row of `terrain.toml` (its header explains the columns), by its `key` and its edition.

    `rule` is the id of the rule that tells it; the most dice into and out of it go up to NO_LIMIT.

    >>> TERRAINS[terrain_number("ancients", "forest")].blocks_sight
    True
    """

    key: str
    edition: str
    name: str
    rule: str
    owner: str = ""
    enters: tuple[str, ...] = ("foot", "mounted", "war-machine", "leader")
    stops: tuple[str, ...] = ()
    leaving: int = 0
    fights: tuple[str, ...] = ("foot", "mounted")
    close_in: int = NO_LIMIT
    close_out_foot: int = NO_LIMIT
    close_out_mounted: int = NO_LIMIT
    close_out_enemy: int = NO_LIMIT
    fire_in: int = NO_LIMIT
    fire_out: int = NO_LIMIT
    dice_less: int = 0
    high: bool = False
    blocks_sight: bool = False
    flags_foot: int = 0
    flags_mounted: int = 0
    swords_foot: int = 0
    swords_mounted: int = 0
    bonus: tuple[str, ...] = ("foot", "mounted")
    ends_advance: bool = False
    holds: bool = False
    mires: bool = False
    sees_along: bool = False
    strikes_first: bool = False
    from_beside: bool = False
    provisional: bool = False


#: The words that a column of the file may hold, where the list is closed.
CHOICES: Final[dict[str, Collection[str]]] = {
    **dict.fromkeys(("enters", "stops", "fights", "bonus"), CLASSES),
    "owner": ("", "top", "bottom"),
    "rule": RULE_IDS,
}
TERRAINS: Final = Rows("terrain", rows_of_all("terrain.toml", "terrain", Terrain, CHOICES))
#: Terrain 0 is clear ground; this one, past all rows, is what lies off the board.
OFF_BOARD: Final = MOST_ROWS - 1
#: What the rules find there.
OFF_THE_BOARD: Final = Terrain(
    key="off the board", edition="", name="Off the board", rule="RC-28", enters=(), blocks_sight=True
)


def terrain_names(edition: str) -> tuple[str, ...]:
    """The keys of the terrain of an edition, without clear ground, in the order of its table.

    >>> terrain_names("medieval")[5:7]
    ('camp top', 'camp bottom')
    """
    return tuple(key for key in TERRAINS.of.get(edition, ()) if key != "clear")


def terrain_number(edition: str, key: str) -> int:
    """The number of a terrain in the tables of all editions, such as the state has for each hex; 0 is clear ground.

    Raises ValueError, naming the terrain of the edition, for a key that is none of them.

    >>> terrain_number("ancients", "clear")
    0
    """
    return TERRAINS.number(edition, key)
