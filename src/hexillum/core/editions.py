"""The games of the system: each with its board, its house switches and its law."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from .cards import CARDS, card_number
from .rows import table_file
from .toml_lines import BadFile, read

#: House switches: fields of the state's law, with a default in each edition (docs/rulings.md).
SWITCHES: Final = (
    "exact_evade",
    "strict_short_evade",
    "charge_at_leader",
    "escape_full_strength_die",
    "retreat_longest_path",
    "bonus_at_leader",
    "tactical_flexibility",
    "superior_in_battle_back",
    "ambush_before_extra_hex",
    "leadership_gain_only_if_no_token",
)


@dataclass(frozen=True)
class Edition:
    """A game of the system: its board, its house switches with their defaults, and what else its law fixes.

    `rows` counts the rows of the board. `switches` and `law` go by the names of fields of the state's law; `numbers`
    tells by the id of a rule which other number it has in this edition.
    """

    key: str
    name: str
    rows: int
    switches: Mapping[str, bool]
    law: Mapping[str, bool]
    numbers: Mapping[str, str]

    @property
    def strike_card(self) -> int:
        """The number of its First Strike card."""
        return card_number(self.key, "first-strike")

    @property
    def ambush_card(self) -> int:
        """The number of its Ambush card, -1 where it has none."""
        return next((n for n, c in enumerate(CARDS) if (c.edition, c.key) == (self.key, "ambush")), -1)


@cache
def edition_named(key: str) -> Edition:
    """An edition by its key, "ancients" or "medieval", read from its `edition.toml`.

    Raises BadFile with file and line for a file that is wrong or, for an unknown key, not there.

    >>> edition_named("medieval").rows
    11
    """
    path = table_file(key, "edition.toml")
    data = read(path).data
    unknown = [name for name in data["switches"] if name not in SWITCHES]
    if unknown:
        problem = f"{unknown[0]!r} is not a switch: expected one of {', '.join(SWITCHES)}"
        raise BadFile(path.name, read(path).line("switches", unknown[0]), problem)
    return Edition(key, data["name"], data["rows"], data["switches"], data["law"], data.get("numbers", {}))
