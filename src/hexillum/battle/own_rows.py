"""Rows of editions of one's own beside those of Hexillum: which one a row is most like, and what differs, in words.

A row rests on the rule of the one that it was made like, and may say something else than that rule does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final, TypeVar

from ..core.cards import CARDS, Card
from ..core.editions import edition_named
from ..core.kinds import KINDS, Kind
from ..core.rows import BUILT_IN, NO_LIMIT
from ..core.terrain import TERRAINS, Terrain

R = TypeVar("R", Kind, Terrain, Card)

#: What a row is called, and what does not tell how it plays.
_NAMES: Final = ("key", "edition", "name", "letters", "copies", "words", "rule", "rules", "provisional")
#: What the words of a card tell from its columns already.
_TOLD: Final = ("of_class", "passes", "sections", "leaders", "by_command")
#: Columns in words, where their name does not say enough.
_WORDS: Final = {
    "enters": "may enter",
    "stops": "must stop",
    "leaving": "most hexes of who leaves it",
    "fights": "may battle in the turn of entering",
    "close_in": "most close combat dice into it",
    "close_out_foot": "most close combat dice of foot on it",
    "close_out_mounted": "most close combat dice of mounted units on it",
    "close_out_enemy": "most close combat dice of an enemy on it",
    "fire_in": "most ranged dice at it",
    "fire_out": "most ranged dice out of it",
    "dice_less": "dice less of a unit on it",
    "high": "high ground",
    "flags_foot": "flags that foot on it may ignore",
    "flags_mounted": "flags that mounted units on it may ignore",
    "swords_foot": "swords that foot on it ignores",
    "swords_mounted": "swords that mounted units on it ignore",
    "bonus": "bonus combat after advancing onto it",
    "holds": "nobody who came this turn advances out of it",
    "mires": "who enters rolls a die",
    "strikes_first": "the defender on it battles first",
    "all": "all of them",
    "more_dice": "more dice in close combat",
    "more_bonus": "more dice in a bonus combat",
    "more_fire": "more dice in ranged combat",
    "more_move": "more hexes of a move",
    "most_move": "most hexes of a move",
    "no_moves": "nobody moves",
    "no_fire": "no ranged combat",
    "no_close": "no close combat",
}


def model(row: R, table: Sequence[R]) -> R:
    """The row of Hexillum that a row is most like: itself for one of those.

    >>> model(KINDS[3], KINDS) is KINDS[3]
    True
    """
    if row.edition in BUILT_IN:
        return row
    base = edition_named(row.edition).base
    those = [one for one in table if one.edition == base] or [one for one in table if one.edition in BUILT_IN]
    return min(those, key=lambda one: (*_unlike(row, one), one.key != row.key, len(_differing(row, one))))


def _unlike(row: Any, other: Any) -> tuple[bool, ...]:
    """How two rows differ in what counts most."""
    if isinstance(row, Kind):
        return row.group != other.group, row.symbol != other.symbol, bool(row.range) != bool(other.range)
    return (row.rule != other.rule,)


def _differing(row: Any, other: Any) -> list[str]:
    """The columns in which two rows play otherwise."""
    names = [one.name for one in fields(row) if one.name not in _NAMES]
    return [name for name in names if getattr(row, name) != getattr(other, name)]


def looks(kind: Kind) -> str:
    """The key of the kind of Hexillum whose figure a kind has.

    >>> looks(KINDS[3]) == KINDS[3].key
    True
    """
    return model(kind, KINDS).key


def terrain_changes(ground: Terrain) -> str:
    """What of a ground is otherwise than its rule says, as a sentence; "" for nothing.

    >>> terrain_changes(TERRAINS[1])
    ''
    """
    return _sentence(ground.edition, _changes(ground, model(ground, TERRAINS), ()))


def card_changes(card: Card) -> str:
    """What of a card is otherwise than its rule says, where its words do not tell it; "" for nothing.

    >>> card_changes(CARDS[0])
    ''
    """
    if card.edition in BUILT_IN:  # it is its own model
        return ""
    other = model(card, CARDS)
    if card.words != other.words:  # whoever wrote the edition tells it himself
        return ""
    return ", ".join(_changes(card, other, () if card.words else _TOLD))


def _sentence(edition: str, changes: list[str]) -> str:
    return f"In {edition_named(edition).name}: {', '.join(changes)}." if changes else ""


def _changes(row: Any, other: Any, told: Sequence[str]) -> list[str]:
    return [
        f"{_WORDS.get(name, name.replace('_', ' '))} {_value(getattr(row, name))}".rstrip()
        for name in _differing(row, other)
        if name not in told
    ]


def _value(value: Any) -> str:
    if value is True:
        return ""
    if value is False:
        return "no more"
    if value == NO_LIMIT:
        return "any number"
    if isinstance(value, tuple):
        return " and ".join(value) or "nobody"
    return str(value)
