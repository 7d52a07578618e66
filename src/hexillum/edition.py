"""The tables of the editions: kinds of unit, terrain and cards, read from `data/` once and checked.

People read the TOML files; the rules read the columns below, one number for each kind, terrain or card. All editions
share one numbering, so that the tables are constants. A wrong file is refused with its name and line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeVar

from .records import Table, table
from .rules.ids import RULE_IDS
from .toml_lines import BadFile, read

T = TypeVar("T")

EDITIONS: Final = ("ancients", "medieval")

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

# What a die shows, and what a unit wears.
GREEN, BLUE, RED, HELMET, SWORDS, FLAG = range(6)
FACES: Final = "GBRLSF"
_SYMBOLS: Final = {"green": GREEN, "blue": BLUE, "red": RED}

# Who attacks, for the question whether a defender may evade (EV-08 to EV-12).
_FOES: Final = {"foot": 1, "light-mounted": 2, "medium-mounted": 4, "heavy-mounted": 8, "elephant": 16}
_GROUPS: Final = ("infantry", "war-machine", "cavalry", "chariot", "camel", "elephant")

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

NO_LIMIT: Final = 99


@dataclass(frozen=True)
class Kind:
    """A kind of unit: one row of `kinds.toml` (its header explains the columns)."""

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
        """The most hexes that an order allows, a charge included."""
        return max(self.move, self.charge)

    @property
    def mounted(self) -> bool:
        """Whether it rides: cavalry, chariots, camels and elephants do (GAP-21)."""
        return self.group not in ("infantry", "war-machine")

    @property
    def classes(self) -> int:
        """The classes it belongs to, as bits: those of the cards, of terrain and of the rules on horses."""
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
        """What it counts as for a defender that thinks of evading, as a bit."""
        if not self.mounted:
            return _FOES["foot"]
        if self.group == "elephant":
            return _FOES["elephant"]
        return _FOES[{"green": "light-mounted", "blue": "medium-mounted", "red": "heavy-mounted"}[self.symbol]]


@dataclass(frozen=True)
class Terrain:
    """A terrain: one row of `terrain.toml` (its header explains the columns)."""

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


@dataclass(frozen=True)
class Card:
    """A command card: one row of `cards.toml` (its header explains the columns)."""

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


_CHOICES: Final[dict[str, Iterable[str]]] = {
    "symbol": _SYMBOLS,
    "group": _GROUPS,
    "evades": _FOES,
    "traits": TRAITS,
    "of_class": ("", *CLASSES),
    "acts_on": ("", *CLASSES),
    "quick": ("", *CLASSES),
    "owner": ("", "top", "bottom"),
    "dice": ("", "orders", "rally"),
    "enters": CLASSES,
    "stops": CLASSES,
    "fights": CLASSES,
    "bonus": CLASSES,
    "rule": RULE_IDS,
}


def _check(name: str, value: Any, kind: str) -> str:
    """What is wrong with a value, or nothing."""
    wanted = {"str": str, "int": int, "bool": bool}.get(kind, str)
    if kind.startswith("tuple"):
        if not isinstance(value, list) or not all(isinstance(x, str) for x in value):
            return f"{name} must be a list of words"
        unknown = [x for x in value if x not in _CHOICES[name]]
        return f"{name} has {unknown[0]!r}, expected {', '.join(map(repr, _CHOICES[name]))}" if unknown else ""
    if kind.startswith("Mapping"):
        inner = int if "int" in kind else str
        if not isinstance(value, dict) or not all(type(x) is inner for x in value.values()):
            return f"{name} must be a table of {'numbers' if inner is int else 'rule ids'}"
        bad = [x for x in value.values() if inner is str and x not in RULE_IDS]
        return f"{name} names {bad[0]!r}, which is no rule" if bad else ""
    if type(value) is not wanted:
        return f"{name} must be {'a number' if wanted is int else 'true or false' if wanted is bool else 'a text'}"
    if isinstance(value, int) and not 0 <= value <= NO_LIMIT:
        return f"{name} must be from 0 to {NO_LIMIT}"
    if isinstance(value, str) and name in _CHOICES and value not in _CHOICES[name]:
        return f"{name} is {value!r}, expected {', '.join(repr(x) for x in list(_CHOICES[name])[:20])}"
    return ""


def read_rows(path: Path, section: str, cls: Callable[..., T], edition: str) -> list[T]:
    """The rows of one table file.

    Raises BadFile with file and line where a row is wrong.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        data = read(path).data
    known = {f.name: f for f in fields(cls) if f.name not in ("key", "edition")}  # type: ignore[arg-type]
    rows: list[T] = []
    for key, row in data.get(section, {}).items():
        values: dict[str, Any] = {}
        for name, value in row.items():
            column = {"class": "of_class"}.get(name, name)
            problem = _check(column, value, str(known[column].type)) if column in known else f"unknown key {name!r}"
            if problem:
                raise BadFile(path.name, read(path).line(section, key, name), f"[{section}.{key}] {problem}")
            values[column] = tuple(value) if isinstance(value, list) else value
        for name, f in known.items():
            if name not in values and f.default is MISSING and f.default_factory is MISSING:
                raise BadFile(path.name, read(path).line(section, key), f"[{section}.{key}] lacks {name!r}")
        rows.append(cls(key=key, edition=edition, **values))
    return rows


def _data(edition: str, name: str) -> Path:
    return Path(str(resources.files("hexillum") / "data" / edition / name))


KINDS: Final[tuple[Kind, ...]] = tuple(
    row for e in EDITIONS for row in read_rows(_data(e, "kinds.toml"), "kind", Kind, e)
)
TERRAINS: Final[tuple[Terrain, ...]] = tuple(
    row for e in EDITIONS for row in read_rows(_data(e, "terrain.toml"), "terrain", Terrain, e)
)
CARDS: Final[tuple[Card, ...]] = tuple(
    row for e in EDITIONS for row in read_rows(_data(e, "cards.toml"), "card", Card, e)
)
#: What a side's turn can be under that is no card of a deck: see `effect_number`.
_MORE_EFFECTS: Final[tuple[Card, ...]] = tuple(
    row for e in EDITIONS for row in read_rows(_data(e, "cards.toml"), "effect", Card, e)
)
KIND_NAMES: Final = tuple(dict.fromkeys(k.key for k in KINDS))
TERRAIN_NAMES: Final = tuple(dict.fromkeys(t.key for t in TERRAINS if t.key != "clear"))
CARD_NAMES: Final = tuple(dict.fromkeys(c.key for c in CARDS))


def kind_names(edition: str) -> tuple[str, ...]:
    """The kinds of unit of an edition.

    >>> "elephant" in kind_names("ancients"), "elephant" in kind_names("medieval")
    (True, False)
    """
    return tuple(kind.key for kind in KINDS if kind.edition == edition)


def terrain_names(edition: str) -> tuple[str, ...]:
    """The terrain of an edition, without clear ground.

    >>> terrain_names("medieval")[5:7]
    ('camp top', 'camp bottom')
    """
    return tuple(ground.key for ground in TERRAINS if ground.edition == edition and ground.key != "clear")


#: Terrain 0 is clear ground; this one, past the rows of the files, is what lies off the board.
OFF_BOARD: Final = len(TERRAINS)


def kind_number(edition: str, key: str) -> int:
    """The number of a kind in an edition's tables.

    >>> KINDS[kind_number("ancients", "warrior")].name
    'Warriors'
    """
    return _number(KINDS, edition, key, "kind of unit")


def terrain_number(edition: str, key: str) -> int:
    """The number of a terrain in an edition's tables.

    >>> terrain_number("ancients", "clear")
    0
    """
    return _number(TERRAINS, edition, key, "terrain")


def card_number(edition: str, key: str) -> int:
    """The number of a card in an edition's tables.

    >>> CARDS[card_number("ancients", "out-flanked")].copies
    2
    """
    return _number(CARDS, edition, key, "card")


def _number(rows: tuple[Any, ...], edition: str, key: str, what: str) -> int:
    for number, row in enumerate(rows):
        if row.edition == edition and row.key == key:
            return number
    known = ", ".join(row.key for row in rows if row.edition == edition and row.key != "clear")
    raise ValueError(f"{key!r} is no {what} of {edition}: expected one of {known}")


def _bits(words: Iterable[str], numbers: Mapping[str, int]) -> int:
    total = 0
    for word in words:
        total |= numbers[word]
    return total


def _rule(row: Kind, what: str, otherwise: str = "") -> int:
    return RULE_IDS.index(row.rules.get(what, otherwise))


def _column(values: Iterable[int]) -> Table[int]:
    return table(list(values))


# Columns of kinds.
SYMBOL: Final = _column(_SYMBOLS[k.symbol] for k in KINDS)
CLASS: Final = _column(k.classes for k in KINDS)
WALKS: Final = _column(k.classes & (MOUNTED | WAR_MACHINE) or FOOT for k in KINDS)  # what it is to terrain
TRAIT: Final = _column(_bits(k.traits, {t: 1 << n for n, t in enumerate(TRAITS)}) for k in KINDS)
FOE: Final = _column(k.foe for k in KINDS)
EVADES: Final = _column(_bits(k.evades, _FOES) for k in KINDS)
BLOCKS: Final = _column(k.blocks for k in KINDS)
MOVE: Final = _column(k.move for k in KINDS)
LONGEST_MOVE: Final = _column(k.longest_move for k in KINDS)
CLOSE: Final = _column(k.close for k in KINDS)
BACK: Final = _column(k.back or k.close for k in KINDS)
MIRRORED: Final = _column(k.mirrored or k.close for k in KINDS)
ESCAPE: Final = _column(k.escape or k.close for k in KINDS)
CLOSE_AFTER: Final = _column(k.close_after if k.close_after >= 0 else k.longest_move for k in KINDS)
FIRE_AFTER: Final = _column(k.fire_after if k.fire_after >= 0 else k.longest_move for k in KINDS)
RANGE: Final = _column(k.range for k in KINDS)
RETREAT: Final = _column(k.retreat for k in KINDS)
ARMOR: Final = _column(k.armor for k in KINDS)
SWORDS_IGNORED: Final = _column(k.swords_ignored for k in KINDS)
FULL_DICE: Final = _column(k.full_strength.get("dice", 0) for k in KINDS)
FULL_FLAGS: Final = _column(k.full_strength.get("flags", 0) for k in KINDS)

# The rule ids behind them.
CLOSE_RULE: Final = _column(_rule(k, "close") for k in KINDS)
CLOSE_AFTER_RULE: Final = _column(_rule(k, "close_after", "MOV-07") for k in KINDS)
FIRE_AFTER_RULE: Final = _column(_rule(k, "fire_after", "MOV-07") for k in KINDS)
BACK_RULE: Final = _column(_rule(k, "back") for k in KINDS)
FIRST_RULE: Final = _column(_rule(k, "first", "GAP-04") for k in KINDS)
MOVE_RULE: Final = _column(_rule(k, "move", "MOV-01") for k in KINDS)
RANGE_RULE: Final = _column(_rule(k, "range", "RC-01") for k in KINDS)
RETREAT_RULE: Final = _column(_rule(k, "retreat", "RT-03") for k in KINDS)
EVADE_RULE: Final = _column(_rule(k, "evade") for k in KINDS)
SWORDS_RULE: Final = _column(_rule(k, "swords", "HIT-05") for k in KINDS)
ARMOR_RULE: Final = _column(_rule(k, "armor") for k in KINDS)
SWORDS_IGNORED_RULE: Final = _column(_rule(k, "swords_ignored") for k in KINDS)
FULL_DICE_RULE: Final = _column(_rule(k, "full_dice") for k in KINDS)
FULL_FLAGS_RULE: Final = _column(_rule(k, "full_flags") for k in KINDS)
FULL_KEPT_RULE: Final = _column(_rule(k, "full_kept") for k in KINDS)
FULL_BACK_RULE: Final = _column(_rule(k, "full_back") for k in KINDS)
REDUCED_RULE: Final = _column(_rule(k, "reduced") for k in KINDS)
MISSILE_RULE: Final = _column(_rule(k, "missile", "RC-01") for k in KINDS)
MIRRORED_RULE: Final = _column(_rule(k, "mirrored", "EL-02") for k in KINDS)
MIRRORED_BACK_RULE: Final = _column(_rule(k, "mirrored_back", "EL-03") for k in KINDS)
SCARES_RULE: Final = _column(_rule(k, "scares") for k in KINDS)
ADVANCE_RULE: Final = _column(_rule(k, "advance", "MA-02") for k in KINDS)
BONUS_RULE: Final = _column(_rule(k, "bonus", "BC-04") for k in KINDS)
EXTRA_RULE: Final = _column(_rule(k, "extra", "MA-05") for k in KINDS)

_OFF: Final = Terrain(key="off the board", edition="", name="Off the board", rule="RC-28", enters=(), blocks_sight=True)
_GROUND: Final = (*TERRAINS, _OFF)


def _who(words: Iterable[str]) -> int:
    return _bits(words, CLASSES)


# Columns of terrain, the last row being what lies off the board.
ENTERS: Final = _column(_who(t.enters) for t in _GROUND)
STOPS: Final = _column(_who(t.stops) for t in _GROUND)
LEAVING: Final = _column(t.leaving for t in _GROUND)
FIGHTS: Final = _column(_who(t.fights) for t in _GROUND)
CLOSE_IN: Final = _column(t.close_in for t in _GROUND)
CLOSE_OUT: Final = table([[t.close_out_foot, t.close_out_mounted] for t in _GROUND])
CLOSE_OUT_ENEMY: Final = _column(t.close_out_enemy for t in _GROUND)
OWNER: Final = _column({"": -1, "top": 0, "bottom": 1}[t.owner] for t in _GROUND)
FIRE_IN: Final = _column(t.fire_in for t in _GROUND)
FIRE_OUT: Final = _column(t.fire_out for t in _GROUND)
DICE_LESS: Final = _column(t.dice_less for t in _GROUND)
HIGH: Final = _column(int(t.high) for t in _GROUND)
BLOCKS_SIGHT: Final = _column(int(t.blocks_sight) for t in _GROUND)
TERRAIN_FLAGS: Final = table([[t.flags_foot, t.flags_mounted] for t in _GROUND])
TERRAIN_SWORDS: Final = table([[t.swords_foot, t.swords_mounted] for t in _GROUND])
BONUS_ON: Final = _column(_who(t.bonus) for t in _GROUND)
ENDS_ADVANCE: Final = _column(int(t.ends_advance) for t in _GROUND)
HOLDS: Final = _column(int(t.holds) for t in _GROUND)
SEES_ALONG: Final = _column(int(t.sees_along) for t in _GROUND)
STRIKES_FIRST: Final = _column(int(t.strikes_first) for t in _GROUND)
FROM_BESIDE: Final = _column(int(t.from_beside) for t in _GROUND)
MIRES: Final = _column(int(t.mires) for t in _GROUND)
TERRAIN_RULE: Final = _column(RULE_IDS.index(t.rule) for t in _GROUND)

# Columns of cards; the last row of those that tell an effect is PLAIN: a card without any.
PLAIN: Final = len(CARDS)
EFFECTS: Final = (*CARDS, Card(key="plain", edition="", name="Plain orders", copies=0, rule="ORD-01"), *_MORE_EFFECTS)
_CARD_DICE: Final = {"": 0, "orders": 1, "rally": 2}
DICE_ORDER: Final = 1
DICE_RALLY: Final = 2


def effect_number(edition: str, key: str) -> int:
    """The number of a card, or of what is like one without being in the deck.

    >>> effect_number("ancients", "rally") == card_number("ancients", "rally")
    True
    >>> EFFECTS[effect_number("medieval", "scout")].scouts
    True
    """
    return _number(EFFECTS, edition, key, "card or use of a card")


def _mirror(card: Card) -> int:
    return effect_number(card.edition, card.mirror) if card.mirror else EFFECTS.index(card)


CARD_KINDS: Final = len(CARDS)
COPIES: Final = _column(c.copies for c in CARDS)
CARD_RULE: Final = _column(RULE_IDS.index(c.rule) for c in EFFECTS)
CARD_MIRROR: Final = _column(_mirror(c) for c in EFFECTS)
CARD_REACTS: Final = _column(int(c.reaction and not c.own_turn) for c in EFFECTS)
CARD_COUNTERS: Final = _column(int(c.counters) for c in CARDS)
CARD_SECTIONS: Final = table([[c.sections.get(s, 0) for s in ("left", "center", "right")] for c in EFFECTS])
CARD_CLASS: Final = _column(CLASSES.get(c.of_class, 0) for c in EFFECTS)
CARD_ORDERS: Final = _column(c.orders for c in EFFECTS)
CARD_ALL: Final = _column(int(c.all) for c in EFFECTS)
CARD_ONE_OF_NONE: Final = _column(int(c.one_of_none) for c in EFFECTS)
CARD_LINKED: Final = _column(int(c.linked or c.leadership > 0) for c in EFFECTS)
CARD_LEADERSHIP: Final = _column(c.leadership for c in EFFECTS)
CARD_LEADERS: Final = _column(int(c.leaders) for c in EFFECTS)
CARD_PASSES: Final = _column(int(c.passes) for c in EFFECTS)
CARD_DICE: Final = _column(_CARD_DICE[c.dice] for c in EFFECTS)
CARD_RESHUFFLES: Final = _column(int(c.reshuffles) for c in EFFECTS)
CARD_BESIDE_ENEMY: Final = _column(int(c.beside_enemy) for c in EFFECTS)
CARD_NO_MOVES: Final = _column(int(c.no_moves) for c in EFFECTS)
CARD_NO_FIRE: Final = _column(int(c.no_fire) for c in EFFECTS)
CARD_NO_CLOSE: Final = _column(int(c.no_close) for c in EFFECTS)
CARD_MOST_MOVE: Final = _column(c.most_move for c in EFFECTS)
CARD_MORE_MOVE: Final = _column(c.more_move for c in EFFECTS)
CARD_QUICK: Final = _column(CLASSES.get(c.quick, 0) for c in EFFECTS)
CARD_QUICK_MOVE: Final = _column(c.quick_move for c in EFFECTS)
CARD_SHOTS: Final = _column(c.shots for c in EFFECTS)
CARD_MOVES_AGAIN: Final = _column(int(c.moves_again) for c in EFFECTS)
CARD_MORE_DICE: Final = _column(c.more_dice for c in EFFECTS)
CARD_MORE_BONUS: Final = _column(c.more_bonus for c in EFFECTS)
CARD_MORE_FIRE: Final = _column(c.more_fire for c in EFFECTS)
CARD_BY_COMMAND: Final = _column(int(c.by_command) for c in EFFECTS)
CARD_INSPIRES: Final = _column(int(c.inspires) for c in EFFECTS)
CARD_INSTEAD: Final = _column(int(c.instead) for c in EFFECTS)
#: What a card is in one's own turn: itself, but for the reactions of some editions.
CARD_OWN_TURN: Final = _column(effect_number(c.edition, c.own_turn) if c.own_turn else n for n, c in enumerate(EFFECTS))
CARD_SCOUTS: Final = _column(int(c.scouts) for c in EFFECTS)
CARD_TOKENS: Final = _column(c.tokens for c in EFFECTS)
CARD_ALL_LEADERS: Final = _column(int(c.all_leaders) for c in EFFECTS)
CARD_APART: Final = _column(int(c.apart) for c in EFFECTS)
CARD_ACTS_ON: Final = _column(CLASSES.get(c.acts_on, 0) for c in EFFECTS)
CARD_FIRES_FIRST: Final = _column(int(c.fires_first) for c in EFFECTS)
CARD_IS_CHARGE: Final = _column(int(c.is_charge) for c in EFFECTS)
CARD_RALLIES_ORDERED: Final = _column(int(c.rallies_ordered) for c in EFFECTS)

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
INSPIRED_EFFECT: Final = _column(
    effect_number("medieval", {"rally": "rally-ordered"}.get(key, key)) for key in INSPIRATIONS
)


@dataclass(frozen=True)
class Edition:
    """A game of the system: its board, its house switches with their defaults, and what else its law fixes.

    `numbers` tells which rules have another number in it.
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
    """An edition by its key.

    >>> edition_named("medieval").rows
    11
    """
    path = _data(key, "edition.toml")
    data = read(path).data
    unknown = [name for name in data["switches"] if name not in SWITCHES]
    if unknown:
        problem = f"{unknown[0]!r} is no switch: expected one of {', '.join(SWITCHES)}"
        raise BadFile(path.name, read(path).line("switches", unknown[0]), problem)
    return Edition(key, data["name"], data["rows"], data["switches"], data["law"], data.get("numbers", {}))
