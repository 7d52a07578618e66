"""Command cards: the rows of `cards.toml`, and what a turn can be under that is no card of a deck."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from .kinds import CLASSES
from .rows import BUILT_IN, MOST_ROWS, Rows, rows_of_all
from .rule import RULE_IDS


@dataclass(frozen=True)
class Card:
    """A command card: one row of `cards.toml` (its header explains the columns), by its `key` and its edition.

    `copies` says how many are in the deck, `sections` how many orders it gives in each section by name; `rule` is the
    id of the rule that tells the card.

    >>> CARDS[0].name, dict(CARDS[0].sections)
    ('Order Two Units Left', {'left': 2})
    """

    key: str
    edition: str
    name: str
    copies: int
    rule: str
    words: str = ""
    sections: Mapping[str, int] = field(default_factory=dict)
    of_class: str = ""
    orders: int = 0
    all: bool = False
    one_of_none: bool = False
    linked: bool = False
    leadership: int = 0
    leaders: bool = False
    passes: bool = False
    reaction: bool = False
    mirror: str = ""
    counters: bool = False
    dice: str = ""
    reshuffles: bool = False
    beside_enemy: bool = False
    no_moves: bool = False
    no_fire: bool = False
    no_close: bool = False
    most_move: int = 0
    more_move: int = 0
    quick: str = ""
    quick_move: int = 0
    shots: int = 1
    moves_again: bool = False
    more_dice: int = 0
    more_bonus: int = 0
    more_fire: int = 0
    by_command: bool = False
    inspires: bool = False
    instead: bool = False
    own_turn: str = ""
    scouts: bool = False
    tokens: int = 0
    all_leaders: bool = False
    apart: bool = False
    acts_on: str = ""
    fires_first: bool = False
    is_charge: bool = False
    rallies_ordered: bool = False
    provisional: bool = False


#: The words that a column of the file may hold, where the list is closed.
CHOICES: Final[dict[str, Collection[str]]] = {
    **dict.fromkeys(("of_class", "acts_on", "quick"), ("", *CLASSES)),
    "dice": ("", "orders", "rally"),
    "rule": RULE_IDS,
}

CARDS: Final = Rows("card", rows_of_all("cards.toml", "card", Card, CHOICES))
#: A card without any effect of its own, past all that may be in decks: plain orders.
PLAIN: Final = 96
_NO_CARD: Final = Card(key="", edition="", name="", copies=0, rule="ORD-01")
_PLAIN_ORDERS: Final = Card(key="plain", edition="", name="Plain orders", copies=0, rule="ORD-01")
_USES: Final = rows_of_all("cards.toml", "effect", Card, CHOICES)
#: Everything that a side's turn can be under: cards, plain orders, and what is no card of a deck (`effect_number`).
EFFECTS: Final = Rows(
    "card or use of a card",
    (
        *(*CARDS, *[_NO_CARD] * (PLAIN - len(CARDS)), _PLAIN_ORDERS),
        *(*_USES, *[_NO_CARD] * (MOST_ROWS - PLAIN - 1 - len(_USES))),
    ),
)
#: How many copies of each card, by its number, the deck of an edition has.
DECKS: Final = {e: {n: CARDS[n].copies for n in CARDS.of[e].values()} for e in BUILT_IN}
# What the dice of a card are for.
DICE_ORDER: Final = 1
DICE_RALLY: Final = 2
DICE_USES: Final = {"": 0, "orders": DICE_ORDER, "rally": DICE_RALLY}

#: What leaders can inspire with a token, in the order of the action table, and the effect of each (IA-04).
INSPIRATIONS: Final = (
    "mounted-charge",
    "foot-onslaught",
    "rally",
    "fire-and-close",
    "darken-the-sky",
    "move-fire-move",
    "redeploy",
)
INSPIRED_ACTIONS: Final = len(INSPIRATIONS)


def card_number(edition: str, key: str) -> int:
    """The number of a card in the tables of all editions, such as the state and the columns use.

    Raises ValueError, naming the cards of the edition, for a key that is none of them.

    >>> CARDS[card_number("ancients", "out-flanked")].copies
    2
    """
    return CARDS.number(edition, key)


def effect_number(edition: str, key: str) -> int:
    """The number of a card, or of what is like one without being in the deck, such as an inspired action.

    Raises ValueError, naming those of the edition, for a key that is none of them.

    >>> effect_number("ancients", "rally") == card_number("ancients", "rally")
    True
    >>> EFFECTS[effect_number("medieval", "scout")].scouts
    True
    """
    return EFFECTS.number(edition, key)
