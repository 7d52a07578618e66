"""The games of the system, those that come with Hexillum and more: each with its board, its switches and its law.

A game that is loaded (`admit`) gets rows of its own for what it changes, past those of the others in the tables of
`kinds`, `terrain` and `cards`; everything else it shares with the one that it extends: all play side by side.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from . import digest, structs
from .cards import CARDS, DECKS, EFFECTS, PLAIN, Card, card_number
from .kinds import KINDS, Kind
from .rows import BUILT_IN, EDITIONS, MOST_ROWS, Rows, table_file
from .terrain import OFF_BOARD, TERRAINS, Terrain
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
#: What else the law of an edition fixes.
LAWS: Final = ("support_of_lone_leader_for_led",)
EDITIONS_MOST: Final = 64  # loaded at once; the room for their rows comes to its end before


class NoRoom(ValueError):
    """The tables have no room for the rows of one more edition."""


@dataclass(frozen=True)
class Edition:
    """A game of the system: its board, its house switches with their defaults, and what else its law fixes.

    `rows` counts the rows of the board. `switches` and `law` go by the names of fields of the state's law; `numbers`
    tells by the id of a rule which other number it has in this edition. `base` is the built-in edition that it
    extends, itself for those, "" for a game without one; `line` has all that it extends, the oldest first. `text` is
    all of it as a file, "" for a built-in one.
    """

    key: str
    name: str
    rows: int
    switches: Mapping[str, bool]
    law: Mapping[str, bool]
    numbers: Mapping[str, str]
    base: str = ""
    text: str = ""
    line: tuple[str, ...] = ()

    @property
    def strike_card(self) -> int:
        """The number of its First Strike card, -1 where it has none."""
        return CARDS.of[self.key].get("first-strike", -1)

    @property
    def ambush_card(self) -> int:
        """The number of its Ambush card, -1 where it has none."""
        return CARDS.of[self.key].get("ambush", -1)

    @property
    def changes(self) -> str:
        """What of its text decides how battles go: all but what it is called and what it extends; "" for nothing."""
        named = ("key = ", "name = ", "extends = ")
        return "\n".join(line for line in self.text.splitlines() if not line.startswith(named)).strip()

    @property
    def digest(self) -> str:
        """What tells it from every other edition: 16 digits, "" for a built-in one (`digest.rules_digest` has it)."""
        return digest.digest_of(self.text) if self.text else ""

    @property
    def label(self) -> str:
        """Its name in digests of states, whatever it is called here: of one that changes nothing, its base's."""
        return f"{self.base}+{digest.digest_of(self.changes)}" if self.changes else self.base


@dataclass(frozen=True)
class Tables:
    """The rows of an edition by their keys, whoever else has them: what a file adds to or changes."""

    kinds: Mapping[str, Kind] = field(default_factory=dict)
    terrain: Mapping[str, Terrain] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    effects: Mapping[str, Card] = field(default_factory=dict)


_admitted: Final[dict[str, Edition]] = {}
_lock: Final = threading.RLock()


def edition_named(key: str) -> Edition:
    """An edition by its key: "ancients", "medieval", or one that is loaded.

    Raises ValueError, with what is loaded, for another key, and BadFile for tables that are wrong.

    >>> edition_named("medieval").rows
    11
    """
    if key in _admitted:
        return _admitted[key]
    if key not in BUILT_IN:
        raise ValueError(f"there is no edition {key!r}: expected one of {', '.join(EDITIONS)}")
    return _built_in(key)


@cache
def _built_in(key: str) -> Edition:
    path = table_file(key, "edition.toml")
    data = read(path).data
    unknown = [name for name in data["switches"] if name not in SWITCHES]
    if unknown:
        problem = f"{unknown[0]!r} is not a switch: expected one of {', '.join(SWITCHES)}"
        raise BadFile(path.name, read(path).line("switches", unknown[0]), problem)
    return Edition(key, data["name"], data["rows"], data["switches"], data["law"], data.get("numbers", {}), key)


def tables_of(edition: str) -> Tables:
    """The rows of an edition that is loaded, its cards with the copies that its deck has of them.

    >>> tables_of("medieval").cards["rally"].copies
    1
    """
    copies = DECKS[edition]
    cards = {key: replace(CARDS[n], copies=copies[n]) for key, n in CARDS.of[edition].items()}
    effects = {key: EFFECTS[n] for key, n in EFFECTS.of[edition].items() if n > PLAIN}
    return Tables(
        {row.key: row for row in KINDS.among(edition)},
        {row.key: row for row in TERRAINS.among(edition)},
        cards,
        effects,
    )


def loaded() -> list[Edition]:
    """The editions that came to the built-in ones, in the order of their numbers.

    >>> all(edition.text for edition in loaded())
    True
    """
    return list(_admitted.values())


def admit(edition: Edition, tables: Tables) -> Edition:
    """Load an edition: give it numbers for its rows, those of its base for what is the same there.

    One that is loaded already is returned as it is. Raises ValueError where another one has its key, and NoRoom where
    the tables are full: nothing is loaded then.
    """
    with _lock:
        if edition.key in EDITIONS:
            if edition.key in _admitted and _admitted[edition.key].text == edition.text:
                return _admitted[edition.key]
            raise ValueError(f"there are two editions of the name {edition.key!r}, and they differ")
        plan = _Numbering(edition, tables)
        plan.check_room()
        plan.carry_out()
        _admitted[edition.key] = edition
        EDITIONS.append(edition.key)
        structs.grow()
        return edition


class _Numbering:
    """The numbers that the rows of an edition will have."""

    def __init__(self, edition: Edition, tables: Tables) -> None:
        self.key, base = edition.key, edition.base
        self.kinds = _new_rows(KINDS, base, tables.kinds)
        self.terrain = _new_rows(TERRAINS, base, tables.terrain)
        changed = {**_changed(CARDS, base, tables.cards), **_changed(EFFECTS, base, tables.effects)}
        whole = {**tables.cards, **tables.effects}
        more = True
        while more:  # a card that stands for a changed one is another card as well
            more = False
            for key, card in whole.items():
                if key not in changed and {card.mirror, card.own_turn} & changed.keys():
                    changed[key], more = card, True
        self.tables = tables
        self.cards = [key for key in tables.cards if key in changed]
        self.effects = [key for key in tables.effects if key in changed]
        self.base = base

    def check_room(self) -> None:
        """Raise NoRoom where there are more rows than numbers."""
        for what, here, new, most in (
            ("kinds of unit", len(KINDS), len(self.kinds), MOST_ROWS),
            ("kinds of terrain", len(TERRAINS), len(self.terrain), OFF_BOARD),
            ("cards", len(CARDS), len(self.cards), PLAIN),
            ("uses of cards", _uses(), len(self.effects), MOST_ROWS),
            ("editions", len(EDITIONS), 1, EDITIONS_MOST),
        ):
            if here + new > most:
                raise NoRoom(
                    f"{self.key} has too many {what}: {new} of its own, but all editions that are loaded have room for "
                    f"{most}, and {most - here} of these are free"
                )

    def carry_out(self) -> None:
        """Write the rows down, and which of them the edition has."""
        _take_in(KINDS, self.key, self.base, self.tables.kinds, self.kinds)
        _take_in(TERRAINS, self.key, self.base, self.tables.terrain, self.terrain)
        first = len(CARDS)
        _take_in(CARDS, self.key, self.base, self.tables.cards, self.cards)
        for number, card in enumerate(CARDS[first:], first):
            EFFECTS[number] = card
        use = _uses()
        numbers = {key: EFFECTS.of[self.base][key] for key in self.tables.effects if key not in self.effects}
        for number, key in enumerate(self.effects, use):
            EFFECTS[number] = replace(self.tables.effects[key], edition=self.key)
            numbers[key] = number
        EFFECTS.of[self.key] = {**CARDS.of[self.key], **numbers}
        DECKS[self.key] = {CARDS.of[self.key][key]: card.copies for key, card in self.tables.cards.items()}


def _uses() -> int:
    """The first number that no use of a card has."""
    return next((n for n in range(PLAIN + 1, MOST_ROWS) if not EFFECTS[n].key), MOST_ROWS)


def _same(one: Any, other: Any) -> bool:
    return bool(replace(one, edition="", **({"copies": 0} if isinstance(one, Card) else {})) == other)


def _changed(rows: Rows[Any], base: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The rows that the base has not, or has otherwise; how many copies a deck has of a card is not in its row."""
    known = rows.of.get(base, {})
    plain = {key: replace(rows[n], edition="") for key, n in known.items()}
    if rows is EFFECTS or rows is CARDS:
        plain = {key: replace(row, copies=0) for key, row in plain.items()}
    return {key: row for key, row in wanted.items() if key not in plain or not _same(row, plain[key])}


def _new_rows(rows: Rows[Any], base: str, wanted: Mapping[str, Any]) -> list[str]:
    return list(_changed(rows, base, wanted))


def _take_in(rows: Rows[Any], edition: str, base: str, wanted: Mapping[str, Any], new: Iterable[str]) -> None:
    """Append the new rows of an edition, and note which rows it has: the base's in their order, then the others."""
    numbers = {}
    fresh = set(new)
    for key, row in wanted.items():
        if key in fresh:
            numbers[key] = len(rows)
            rows.append(replace(row, edition=edition))
        else:
            numbers[key] = rows.of[base][key]
    rows.of[edition] = numbers


__all__ = ["Edition", "Tables", "edition_named", "admit", "tables_of", "loaded", "card_number"]
