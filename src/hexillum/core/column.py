"""The tables as columns, the form in which the rules read them: one number for each kind, terrain or card.

`column.CLOSE_DICE[kind]` is how many dice a kind of unit rolls in close combat; the headers of the files in `data/`
explain what each column means. A column whose name ends with RULE holds the number of the rule behind another.
Columns have room for rows of editions that are loaded later, and grow with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from .cards import DECKS, DICE_USES, EFFECTS, INSPIRATIONS, Card
from .kinds import CLASSES, FOES, FOOT, KINDS, MOUNTED, SYMBOLS, TRAITS, WAR_MACHINE, Kind
from .rows import EDITIONS, MOST_ROWS, bits
from .rule import RULE_IDS
from .structs import GrowingTable, growing
from .terrain import OFF_BOARD, OFF_THE_BOARD, TERRAINS, Terrain

T = TypeVar("T")


def _rule(row: Kind, what: str, otherwise: str = "") -> int:
    return RULE_IDS.index(row.rules.get(what, otherwise))


def filled(values: list[T], empty: T) -> list[T]:
    """Values of rows, and the same for each row that is not there yet.

    >>> len(filled([3, 1], 0))
    128
    """
    return values + [empty] * (MOST_ROWS - len(values))


def of_kinds(value: Callable[[Kind], int]) -> GrowingTable[int]:
    """A column of kinds of unit, made of what a function says of each.

    >>> of_kinds(lambda kind: kind.blocks)[0]
    4
    """
    return growing(lambda: filled([value(kind) for kind in KINDS], 0))


def _grounds(value: Callable[[Terrain], T]) -> GrowingTable[T]:
    """A column of terrain; its last row is what lies off the board."""

    def make() -> list[T]:
        return [*filled([value(ground) for ground in TERRAINS], value(TERRAINS[0]))[:OFF_BOARD], value(OFF_THE_BOARD)]

    return growing(make)


def _effects(value: Callable[[Card], T]) -> GrowingTable[T]:
    return growing(lambda: [value(card) for card in EFFECTS])


# Columns of kinds.
SYMBOL: Final = of_kinds(lambda k: SYMBOLS[k.symbol])
CLASS: Final = of_kinds(lambda k: k.classes)
WALKS: Final = of_kinds(lambda k: k.classes & (MOUNTED | WAR_MACHINE) or FOOT)  # what it is to terrain
TRAIT: Final = of_kinds(lambda k: bits(k.traits, {t: 1 << n for n, t in enumerate(TRAITS)}))
FOE: Final = of_kinds(lambda k: k.foe)
EVADES: Final = of_kinds(lambda k: bits(k.evades, FOES))
BLOCKS: Final = of_kinds(lambda k: k.blocks)
MOVE_HEXES: Final = of_kinds(lambda k: k.move)
LONGEST_MOVE: Final = of_kinds(lambda k: k.longest_move)
CLOSE_DICE: Final = of_kinds(lambda k: k.close)
BACK_DICE: Final = of_kinds(lambda k: k.back or k.close)
MIRRORED_DICE: Final = of_kinds(lambda k: k.mirrored or k.close)
ESCAPE_DICE: Final = of_kinds(lambda k: k.escape or k.close)
CLOSE_AFTER: Final = of_kinds(lambda k: k.close_after if k.close_after >= 0 else k.longest_move)
FIRE_AFTER: Final = of_kinds(lambda k: k.fire_after if k.fire_after >= 0 else k.longest_move)
RANGE: Final = of_kinds(lambda k: k.range)
RETREAT_HEXES: Final = of_kinds(lambda k: k.retreat)
ARMOR: Final = of_kinds(lambda k: k.armor)
SWORDS_IGNORED: Final = of_kinds(lambda k: k.swords_ignored)
FULL_DICE: Final = of_kinds(lambda k: k.full_strength.get("dice", 0))
FULL_FLAGS: Final = of_kinds(lambda k: k.full_strength.get("flags", 0))

# The rule ids behind them.
CLOSE_RULE: Final = of_kinds(lambda k: _rule(k, "close"))
CLOSE_AFTER_RULE: Final = of_kinds(lambda k: _rule(k, "close_after", "MOV-07"))
FIRE_AFTER_RULE: Final = of_kinds(lambda k: _rule(k, "fire_after", "MOV-07"))
BACK_RULE: Final = of_kinds(lambda k: _rule(k, "back"))
FIRST_RULE: Final = of_kinds(lambda k: _rule(k, "first", "GAP-04"))
MOVE_RULE: Final = of_kinds(lambda k: _rule(k, "move", "MOV-01"))
RANGE_RULE: Final = of_kinds(lambda k: _rule(k, "range", "RC-01"))
RETREAT_RULE: Final = of_kinds(lambda k: _rule(k, "retreat", "RT-03"))
EVADE_RULE: Final = of_kinds(lambda k: _rule(k, "evade"))
SWORDS_RULE: Final = of_kinds(lambda k: _rule(k, "swords", "HIT-05"))
ARMOR_RULE: Final = of_kinds(lambda k: _rule(k, "armor"))
SWORDS_IGNORED_RULE: Final = of_kinds(lambda k: _rule(k, "swords_ignored"))
FULL_DICE_RULE: Final = of_kinds(lambda k: _rule(k, "full_dice"))
FULL_FLAGS_RULE: Final = of_kinds(lambda k: _rule(k, "full_flags"))
FULL_KEPT_RULE: Final = of_kinds(lambda k: _rule(k, "full_kept"))
FULL_BACK_RULE: Final = of_kinds(lambda k: _rule(k, "full_back"))
REDUCED_RULE: Final = of_kinds(lambda k: _rule(k, "reduced"))
MISSILE_RULE: Final = of_kinds(lambda k: _rule(k, "missile", "RC-01"))
MIRRORED_RULE: Final = of_kinds(lambda k: _rule(k, "mirrored", "EL-02"))
MIRRORED_BACK_RULE: Final = of_kinds(lambda k: _rule(k, "mirrored_back", "EL-03"))
SCARES_RULE: Final = of_kinds(lambda k: _rule(k, "scares"))
ADVANCE_RULE: Final = of_kinds(lambda k: _rule(k, "advance", "MA-02"))
BONUS_RULE: Final = of_kinds(lambda k: _rule(k, "bonus", "BC-04"))
EXTRA_RULE: Final = of_kinds(lambda k: _rule(k, "extra", "MA-05"))


def _who(words: Iterable[str]) -> int:
    return bits(words, CLASSES)


# Columns of terrain, the last row being what lies off the board.
ENTERS: Final = _grounds(lambda t: _who(t.enters))
STOPS: Final = _grounds(lambda t: _who(t.stops))
LEAVING: Final = _grounds(lambda t: t.leaving)
FIGHTS: Final = _grounds(lambda t: _who(t.fights))
CLOSE_IN: Final = _grounds(lambda t: t.close_in)
CLOSE_OUT: Final = _grounds(lambda t: [t.close_out_foot, t.close_out_mounted])
CLOSE_OUT_ENEMY: Final = _grounds(lambda t: t.close_out_enemy)
OWNER: Final = _grounds(lambda t: {"": -1, "top": 0, "bottom": 1}[t.owner])
FIRE_IN: Final = _grounds(lambda t: t.fire_in)
FIRE_OUT: Final = _grounds(lambda t: t.fire_out)
DICE_LESS: Final = _grounds(lambda t: t.dice_less)
HIGH: Final = _grounds(lambda t: int(t.high))
BLOCKS_SIGHT: Final = _grounds(lambda t: int(t.blocks_sight))
TERRAIN_FLAGS: Final = _grounds(lambda t: [t.flags_foot, t.flags_mounted])
TERRAIN_SWORDS: Final = _grounds(lambda t: [t.swords_foot, t.swords_mounted])
BONUS_ON: Final = _grounds(lambda t: _who(t.bonus))
ENDS_ADVANCE: Final = _grounds(lambda t: int(t.ends_advance))
HOLDS: Final = _grounds(lambda t: int(t.holds))
SEES_ALONG: Final = _grounds(lambda t: int(t.sees_along))
STRIKES_FIRST: Final = _grounds(lambda t: int(t.strikes_first))
FROM_BESIDE: Final = _grounds(lambda t: int(t.from_beside))
MIRES: Final = _grounds(lambda t: int(t.mires))
TERRAIN_RULE: Final = _grounds(lambda t: RULE_IDS.index(t.rule))


# Columns of cards and effects.
CARD_RULE: Final = _effects(lambda c: RULE_IDS.index(c.rule))
CARD_MIRROR: Final = growing(
    lambda: [EFFECTS.of[c.edition][c.mirror] if c.mirror else n for n, c in enumerate(EFFECTS)]
)
CARD_REACTS: Final = _effects(lambda c: int(c.reaction and not c.own_turn))
CARD_COUNTERS: Final = _effects(lambda c: int(c.counters))
CARD_SECTIONS: Final = _effects(lambda c: [c.sections.get(s, 0) for s in ("left", "center", "right")])
CARD_CLASS: Final = _effects(lambda c: CLASSES.get(c.of_class, 0))
CARD_ORDERS: Final = _effects(lambda c: c.orders)
CARD_ALL: Final = _effects(lambda c: int(c.all))
CARD_ONE_OF_NONE: Final = _effects(lambda c: int(c.one_of_none))
CARD_LINKED: Final = _effects(lambda c: int(c.linked or c.leadership > 0))
CARD_LEADERSHIP: Final = _effects(lambda c: c.leadership)
CARD_LEADERS: Final = _effects(lambda c: int(c.leaders))
CARD_PASSES: Final = _effects(lambda c: int(c.passes))
CARD_DICE: Final = _effects(lambda c: DICE_USES[c.dice])
CARD_RESHUFFLES: Final = _effects(lambda c: int(c.reshuffles))
CARD_BESIDE_ENEMY: Final = _effects(lambda c: int(c.beside_enemy))
CARD_NO_MOVES: Final = _effects(lambda c: int(c.no_moves))
CARD_NO_FIRE: Final = _effects(lambda c: int(c.no_fire))
CARD_NO_CLOSE: Final = _effects(lambda c: int(c.no_close))
CARD_MOST_MOVE: Final = _effects(lambda c: c.most_move)
CARD_MORE_MOVE: Final = _effects(lambda c: c.more_move)
CARD_QUICK: Final = _effects(lambda c: CLASSES.get(c.quick, 0))
CARD_QUICK_MOVE: Final = _effects(lambda c: c.quick_move)
CARD_SHOTS: Final = _effects(lambda c: c.shots)
CARD_MOVES_AGAIN: Final = _effects(lambda c: int(c.moves_again))
CARD_MORE_DICE: Final = _effects(lambda c: c.more_dice)
CARD_MORE_BONUS: Final = _effects(lambda c: c.more_bonus)
CARD_MORE_FIRE: Final = _effects(lambda c: c.more_fire)
CARD_BY_COMMAND: Final = _effects(lambda c: int(c.by_command))
CARD_INSPIRES: Final = _effects(lambda c: int(c.inspires))
CARD_INSTEAD: Final = _effects(lambda c: int(c.instead))
#: What a card is in one's own turn: itself, but for the reactions of some editions.
CARD_OWN_TURN: Final = growing(
    lambda: [EFFECTS.of[c.edition][c.own_turn] if c.own_turn else n for n, c in enumerate(EFFECTS)]
)
CARD_SCOUTS: Final = _effects(lambda c: int(c.scouts))
CARD_TOKENS: Final = _effects(lambda c: c.tokens)
CARD_ALL_LEADERS: Final = _effects(lambda c: int(c.all_leaders))
CARD_APART: Final = _effects(lambda c: int(c.apart))
CARD_ACTS_ON: Final = _effects(lambda c: CLASSES.get(c.acts_on, 0))
CARD_FIRES_FIRST: Final = _effects(lambda c: int(c.fires_first))
CARD_IS_CHARGE: Final = _effects(lambda c: int(c.is_charge))
CARD_RALLIES_ORDERED: Final = _effects(lambda c: int(c.rallies_ordered))


def _inspired(edition: str) -> list[int]:
    """What leaders inspire in an edition; where it has no inspired actions of its own, as in the Medieval one."""
    keys = [{"rally": "rally-ordered"}.get(key, key) for key in INSPIRATIONS]
    known = EFFECTS.of[edition]
    return [(known if all(key in known for key in keys) else EFFECTS.of["medieval"])[key] for key in keys]


def _editions(value: Callable[[str], T], empty: T) -> GrowingTable[T]:
    return growing(lambda: filled([value(edition) for edition in EDITIONS], empty))


# Columns of editions.
#: The effect of what leaders can inspire, in the order of the action table (IA-04).
INSPIRED_EFFECT: Final = _editions(_inspired, [0] * len(INSPIRATIONS))
#: The number of the first card of the deck, and that after the last.
CARDS_FROM: Final = _editions(lambda edition: min(DECKS[edition]), 0)
CARDS_END: Final = _editions(lambda edition: max(DECKS[edition]) + 1, 0)
