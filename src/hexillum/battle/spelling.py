"""How the numbers of a state are spelled in a position: kinds, cards, terrain, rules, steps and hexes by their words.

A position never holds the number of a row: what a row is called stays, where it stands may change. `spelling` is that
of today's positions; `first_spelling` reads the numbers of format 1 by the words that they stood for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from ..core import ask, hexes, proc
from ..core.cards import CARDS, EFFECTS
from ..core.editions import edition_named
from ..core.kinds import KINDS
from ..core.rows import Rows
from ..core.rule import RULE_IDS
from ..core.state import (
    ALEXANDER,
    DRAWN,
    ENTERED,
    EXIT,
    FATED,
    GROUND,
    NO_PART,
    NONE,
    PLUNDER,
    PRIZE,
    UNIT_MARKS,
    UNITS,
    WAITING,
)
from ..core.terrain import OFF_BOARD, TERRAINS

#: The words of questions and procedures, in the order in which format 1 numbered them; each is a constant's name.
QUESTIONS: Final = (
    *("nothing", "card", "order", "move", "step", "battle", "target", "first-strike", "evade", "evade-path", "ignore"),
    *("retreat", "leader", "trample", "advance", "bonus", "back", "roll", "draw", "over", "section", "rally", "piece"),
    *("place", "forfeit", "battle-bonus", "bravery", "move-a-leader", "inspiration", "parthian", "ambush", "ambusher"),
    "keep",
)
PROCEDURES: Final = (
    *("none", "turn", "deal", "march", "close-combat", "ranged-combat", "at-leader", "attack", "losses", "retreat"),
    *("rampage", "evade", "flight", "mire", "settlement", "placement"),
)
#: The words of the steps of each procedure, in their order.
STEPS: Final[Mapping[str, tuple[str, ...]]] = {
    "none": ("none",),
    "turn": (
        *("beginning", "card-answered", "ordering", "order-answered", "moving", "move-answered", "battling"),
        *("battle-answered", "target-answered", "drawing", "drawn", "ending", "section-answered", "dice-rolled"),
        *("rally-answered", "inspiration-answered", "closing", "leader-answered", "keep-answered"),
    ),
    "deal": ("dealing", "dealt"),
    "march": ("standing", "stepped", "mired"),
    "close-combat": (
        *("announced", "strike-answered", "struck", "evade-asked", "evade-answered", "rolled", "advance-answered"),
        *("bonus-answered", "back-answered", "over", "advance-made", "ambush-answered", "ambusher-answered"),
        *("riding-on", "bonus-offered", "parthian-answered", "shot-back"),
    ),
    "ranged-combat": ("announced", "over"),
    "at-leader": ("rolling", "rolled", "over", "bonus-answered"),
    "attack": ("rolling", "rolled", "hurt", "decided", "rampaged", "over", "bonus-answered", "bravery-answered"),
    "losses": ("losing", "checked", "flown"),
    "retreat": ("going", "gone-to", "stuck", "over", "crushed"),
    "rampage": ("begun", "choosing", "chosen", "rolled"),
    "evade": ("going", "gone-to", "over"),
    "flight": ("choosing", "chosen", "walking", "escaping", "mired"),
    "mire": ("rolling", "rolled", "over"),
    "settlement": ("looking", "discarded", "drawn"),
    "placement": ("next", "piece-answered", "place-answered"),
}
SIDES: Final = ("top", "bottom")
FIRST_CARDS: Final = 64  # places for cards in a hand, in format 1
#: Lists with a place for each side.
_BY_SIDE: Final = (
    *("banners", "tokens", "spent", "goal", "command", "units_of", "last_card", "last_section", "councils"),
)
_GROUNDS: Final = (("exit", EXIT), ("camp", PRIZE), ("plunder", PLUNDER))
_SECTIONS: Final = {"left": hexes.LEFT, "center": hexes.CENTER, "right": hexes.RIGHT}
_DIRECTIONS: Final = {word: 1 << n for n, word in enumerate(("e", "se", "sw", "w", "nw", "ne"))}
_LEADER_MARKS: Final = {"bonus-die": ALEXANDER, "fated": FATED}
_WORTH: Final = {
    **{f"{what}-{side}": bit << n for what, bit in _GROUNDS for n, side in enumerate(SIDES)},
    "ground": GROUND,
}
#: The fields that hold hexes, by their record.
_HEXES: Final = (("State", "subject"), ("Unit", "hex"), ("Leader", "hex"), ("Frame", "hex"))


@dataclass(frozen=True)
class Spelling:
    """How one kind of number is spelled. `read` raises ValueError, with what it expected, for what it does not know."""

    write: Callable[[int], str]
    read: Callable[[str], int]


@dataclass(frozen=True, eq=False)  # one is itself and no other: what is written in it may be kept by it
class Language:
    """A way of writing states: the spelling of the fields, by record and name, and of the places in lists, by name.

    A field of a frame is looked up with its procedure, such as "Frame turn". Fields that are not here are numbers.
    """

    values: Mapping[tuple[str, str], Spelling]
    places: Mapping[str, Spelling]


def _named(what: str, numbers: Mapping[str, int], otherwise: Callable[[int], str] = str) -> Spelling:
    """A spelling by one word for each number."""
    words = {number: word for word, number in reversed(list(numbers.items()))}

    def read(word: str) -> int:
        if word not in numbers:
            raise ValueError(f"{word!r} is not {_a(what)}: expected {_some(numbers)}")
        return numbers[word]

    return Spelling(lambda number: words.get(number) or otherwise(number), read)


def _a(what: str) -> str:
    return f"{'an' if what[0] in 'aeio' else 'a'} {what}"


def _some(words: Mapping[str, int]) -> str:
    """What was expected, cut where it is much."""
    known = list(words)
    return ", ".join(known[:40]) + (", ..." if len(known) > 40 else "")


def _bits(what: str, numbers: Mapping[str, int]) -> Spelling:
    """A spelling of several things at once: their words with + between them, `none` for nothing."""

    def write(bits: int) -> str:
        return "+".join(word for word, bit in numbers.items() if bits & bit) or "none"

    def read(text: str) -> int:
        total = 0
        for word in [] if text == "none" else text.split("+"):
            if word not in numbers:
                raise ValueError(f"{word!r} is not {_a(what)}: expected {', '.join(numbers)} or none")
            total |= numbers[word]
        return total

    return Spelling(write, read)


def _rows(what: str, rows: Rows[Any], edition: str, more: Mapping[str, int] | None = None) -> Spelling:
    """A spelling of rows of a table: those of the edition by their key, others as `edition/key`."""
    numbers = dict(more or {})
    for key, number in rows.of[edition].items():
        numbers.setdefault(_word(key), number)
    for number, row in enumerate(rows):
        if row.key and (not row.edition or number not in rows.of[edition].values()):
            numbers.setdefault(_full(row), number)
    return _named(what, numbers)


def _word(key: str) -> str:
    return key.replace(" ", "-")


def _full(row: Any) -> str:
    return f"{row.edition}/{_word(row.key)}" if row.edition else _word(row.key)


def _hex(rows: int) -> Spelling:
    def read(text: str) -> int:
        return hexes.NOWHERE if text == "nowhere" else hexes.parse(text, rows)

    return Spelling(lambda hex: "nowhere" if hex == hexes.NOWHERE else hexes.name(hex), read)


def _aim(rows: int) -> Spelling:
    """Whom a unit fired at, and where, in a Fire and Close (CARD-24)."""
    place = _hex(rows)

    def write(aim: int) -> str:
        if aim <= 0:
            return "no-part" if aim == NO_PART else "none"
        return f"{(aim - 1) % UNITS}@{place.write((aim - 1) // UNITS)}"

    def read(text: str) -> int:
        if text in ("no-part", "none"):
            return NO_PART if text == "no-part" else 0
        unit, _, hex = text.partition("@")
        if not unit.isascii() or not unit.isdigit() or len(unit) > 2 or int(unit) >= UNITS:
            raise ValueError(f"{text!r} is not an aim: expected the number of a unit and its hex, such as 27@E5")
        return 1 + place.read(hex) * UNITS + int(unit)

    return Spelling(write, read)


def _constants(module: Any, words: Sequence[str]) -> dict[str, int]:
    """The numbers that the constants of a module have today, by their words; the first word stands for 0."""
    return {word: getattr(module, word.upper().replace("-", "_")) if n else 0 for n, word in enumerate(words)}


QUESTION: Final = _named("question", _constants(ask, QUESTIONS))
PROCEDURE: Final = _named("procedure", _constants(proc, PROCEDURES))
RULE: Final = _named("rule", {id or "none": number for number, id in enumerate(RULE_IDS)})
SIDE: Final = _named("side", {"top": 0, "bottom": 1})
_ACTOR: Final = _named("side", {"top": 0, "bottom": 1, "chance": ask.CHANCE})
_OUTCOME: Final = _named("outcome", {"none": NONE, "top": 0, "bottom": 1, "drawn": DRAWN})


def _cards_of_hands(cards: Spelling) -> Spelling:
    def read(text: str) -> int:
        side, _, card = text.partition("/")
        return ask.MOST_CARDS * SIDE.read(side) + cards.read(card)

    return Spelling(lambda n: f"{SIDE.write(n // ask.MOST_CARDS)}/{cards.write(n % ask.MOST_CARDS)}", read)


@cache
def spelling(edition: str) -> Language:
    """How positions of an edition, "ancients" or "medieval", are written.

    >>> spelling("medieval").values["Unit", "kind"].read("light-bow")
    18
    """
    rows = edition_named(edition).rows
    place, cards = _hex(rows), _rows("card", CARDS, edition, {"none": NONE})
    effects = _rows("card or use of a card", EFFECTS, edition, {"none": NONE})
    sections = _bits("section", _SECTIONS)
    values = {
        ("Unit", "kind"): _rows("kind of unit", KINDS, edition),
        ("Unit", "marks"): _bits("mark of a unit", UNIT_MARKS),
        ("Unit", "aim"): _aim(rows),
        ("Unit", "waits"): _named("way of waiting", {"no": 0, "waiting": WAITING, "entered": ENTERED}),
        ("Unit", "side"): SIDE,
        ("Leader", "side"): SIDE,
        ("Leader", "marks"): _bits("mark of a leader", _LEADER_MARKS),
        ("Leader", "waits"): _named("way of waiting", {"no": 0, "waiting": WAITING, "entered": ENTERED}),
        ("Frame", "proc"): PROCEDURE,
        ("Frame turn", "one"): cards,
        ("Frame turn", "two"): cards,
        ("State", "question"): QUESTION,
        ("State", "why"): RULE,
        ("State", "card"): cards,
        ("State", "last_card"): effects,
        ("State", "effect"): effects,
        ("State", "terrain"): _rows("terrain", TERRAINS, edition, {"off": OFF_BOARD}),
        ("State", "rampart"): _bits("direction", _DIRECTIONS),
        ("State", "worth"): _bits("worth of a hex", _WORTH),
        ("State", "section"): sections,
        ("State", "last_section"): sections,
        ("State", "active"): SIDE,
        ("State", "who"): _ACTOR,
        ("State", "struck"): _named("side", {"none": NONE, "top": 0, "bottom": 1}),
        ("State", "outcome"): _OUTCOME,
        **dict.fromkeys(_HEXES, place),
        **{
            (f"Frame {word}", "step"): _named(f"step of {word}", {step: n for n, step in enumerate(steps)})
            for word, steps in STEPS.items()
        },
    }
    places = {
        **dict.fromkeys(_BY_SIDE, SIDE),
        **dict.fromkeys(("terrain", "rampart", "worth"), place),
        **dict.fromkeys(("deck", "discards"), cards),
        "hand": _cards_of_hands(cards),
        "quota": _named("class", {"light": 0, "medium": 1, "heavy": 2, "any": 3}),
        "slack": sections,
    }
    return Language(values, places)


# ---------------------------------------------------------------- format 1


@dataclass(frozen=True)
class FirstWords:
    """What the numbers of format 1 stood for: the rows of Hexillum 0.1 in their order, and its decks by edition.

    Rows are written `edition/key`, rules by their ids, decks as lists of `key:number`.
    """

    kinds: list[str]
    terrain: list[str]
    cards: list[str]
    effects: list[str]
    rules: list[str]
    decks: dict[str, list[str]]


@cache
def first_words() -> FirstWords:
    """The words behind format 1, from data/formats/1.toml.

    >>> first_words().kinds[1]
    'ancients/light-bow'
    """
    return FirstWords(
        **tomllib.loads((resources.files("hexillum") / "data/formats/1.toml").read_text(encoding="utf-8"))
    )


def _by_words(what: str, words: Sequence[str], numbers: Mapping[str, int]) -> Spelling:
    """A number of format 1 as the number that its word has today."""

    def read(text: str) -> int:
        if text == "-1":
            return NONE
        if not text.isascii() or not text.isdigit() or len(text) > 4 or int(text) >= len(words):
            raise ValueError(f"{text!r} is not {_a(what)} of format 1")
        word = words[int(text)]
        if word not in numbers:
            raise ValueError(f"the {what} {word!r} of format 1 is no longer there")
        return numbers[word]

    return Spelling(str, read)


def _first(what: str, words: Sequence[str], rows: Sequence[Any], more: Mapping[str, int] | None = None) -> Spelling:
    numbers = {f"{row.edition}/{row.key}" if row.edition else row.key: n for n, row in enumerate(rows)}
    return _by_words(what, words, {**numbers, **(more or {})})


def first_card(number: int) -> int:
    """The number today of the card that a number of format 1 stands for. Raises ValueError where there is none.

    >>> CARDS[first_card(28)].key
    'rally'
    """
    return _first("card", first_words().cards, CARDS).read(str(number))


@cache
def first_spelling() -> Language:
    """How positions of format 1 are read: their numbers of rows, of questions and of steps by the words behind them.

    >>> first_spelling().values["Unit", "kind"].read("1")
    1
    """
    cards, effects = _first("card", first_words().cards, CARDS), _first("card", first_words().effects, EFFECTS)
    procedures = _by_words("procedure", PROCEDURES, _constants(proc, PROCEDURES))

    def hand(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 3 or int(text) >= 2 * FIRST_CARDS:
            raise ValueError(f"{text!r} is not a card in a hand of format 1")
        side, card = divmod(int(text), FIRST_CARDS)
        return ask.MOST_CARDS * side + cards.read(str(card))

    def turn_card(text: str) -> int:
        return hexes.NOWHERE if text == str(hexes.NOWHERE) else cards.read(text)

    values = {
        ("Unit", "kind"): _first("kind", first_words().kinds, KINDS),
        ("Frame", "proc"): procedures,
        ("Frame turn", "one"): Spelling(str, turn_card),
        ("Frame turn", "two"): Spelling(str, turn_card),
        ("State", "question"): _by_words("question", QUESTIONS, _constants(ask, QUESTIONS)),
        ("State", "why"): _by_words("rule", first_words().rules, {id: n for n, id in enumerate(RULE_IDS)}),
        ("State", "card"): cards,
        ("State", "last_card"): effects,
        ("State", "effect"): effects,
        ("State", "terrain"): _first("terrain", first_words().terrain, TERRAINS, {"off the board": OFF_BOARD}),
    }
    return Language(values, {**dict.fromkeys(("deck", "discards"), cards), "hand": Spelling(str, hand)})
