"""The tables as columns, the form in which the rules read them: one number for each kind, terrain or card.

`column.CLOSE_DICE[kind]` is how many dice a kind of unit rolls in close combat; the headers of the files in `data/`
explain what each column means. A column whose name ends with RULE holds the number of the rule behind another.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .cards import CARDS, DICE_USES, EFFECTS, INSPIRATIONS, Card, effect_number
from .kinds import CLASSES, FOES, FOOT, KINDS, MOUNTED, SYMBOLS, TRAITS, WAR_MACHINE, Kind
from .rows import bits
from .rule import RULE_IDS
from .structs import Table, table
from .terrain import GROUND


def _rule(row: Kind, what: str, otherwise: str = "") -> int:
    return RULE_IDS.index(row.rules.get(what, otherwise))


def _column(values: Iterable[int]) -> Table[int]:
    return table(list(values))


# Columns of kinds.
SYMBOL: Final = _column(SYMBOLS[k.symbol] for k in KINDS)
CLASS: Final = _column(k.classes for k in KINDS)
WALKS: Final = _column(k.classes & (MOUNTED | WAR_MACHINE) or FOOT for k in KINDS)  # what it is to terrain
TRAIT: Final = _column(bits(k.traits, {t: 1 << n for n, t in enumerate(TRAITS)}) for k in KINDS)
FOE: Final = _column(k.foe for k in KINDS)
EVADES: Final = _column(bits(k.evades, FOES) for k in KINDS)
BLOCKS: Final = _column(k.blocks for k in KINDS)
MOVE_HEXES: Final = _column(k.move for k in KINDS)
LONGEST_MOVE: Final = _column(k.longest_move for k in KINDS)
CLOSE_DICE: Final = _column(k.close for k in KINDS)
BACK_DICE: Final = _column(k.back or k.close for k in KINDS)
MIRRORED_DICE: Final = _column(k.mirrored or k.close for k in KINDS)
ESCAPE_DICE: Final = _column(k.escape or k.close for k in KINDS)
CLOSE_AFTER: Final = _column(k.close_after if k.close_after >= 0 else k.longest_move for k in KINDS)
FIRE_AFTER: Final = _column(k.fire_after if k.fire_after >= 0 else k.longest_move for k in KINDS)
RANGE: Final = _column(k.range for k in KINDS)
RETREAT_HEXES: Final = _column(k.retreat for k in KINDS)
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


def _who(words: Iterable[str]) -> int:
    return bits(words, CLASSES)


# Columns of terrain, the last row being what lies off the board.
ENTERS: Final = _column(_who(t.enters) for t in GROUND)
STOPS: Final = _column(_who(t.stops) for t in GROUND)
LEAVING: Final = _column(t.leaving for t in GROUND)
FIGHTS: Final = _column(_who(t.fights) for t in GROUND)
CLOSE_IN: Final = _column(t.close_in for t in GROUND)
CLOSE_OUT: Final = table([[t.close_out_foot, t.close_out_mounted] for t in GROUND])
CLOSE_OUT_ENEMY: Final = _column(t.close_out_enemy for t in GROUND)
OWNER: Final = _column({"": -1, "top": 0, "bottom": 1}[t.owner] for t in GROUND)
FIRE_IN: Final = _column(t.fire_in for t in GROUND)
FIRE_OUT: Final = _column(t.fire_out for t in GROUND)
DICE_LESS: Final = _column(t.dice_less for t in GROUND)
HIGH: Final = _column(int(t.high) for t in GROUND)
BLOCKS_SIGHT: Final = _column(int(t.blocks_sight) for t in GROUND)
TERRAIN_FLAGS: Final = table([[t.flags_foot, t.flags_mounted] for t in GROUND])
TERRAIN_SWORDS: Final = table([[t.swords_foot, t.swords_mounted] for t in GROUND])
BONUS_ON: Final = _column(_who(t.bonus) for t in GROUND)
ENDS_ADVANCE: Final = _column(int(t.ends_advance) for t in GROUND)
HOLDS: Final = _column(int(t.holds) for t in GROUND)
SEES_ALONG: Final = _column(int(t.sees_along) for t in GROUND)
STRIKES_FIRST: Final = _column(int(t.strikes_first) for t in GROUND)
FROM_BESIDE: Final = _column(int(t.from_beside) for t in GROUND)
MIRES: Final = _column(int(t.mires) for t in GROUND)
TERRAIN_RULE: Final = _column(RULE_IDS.index(t.rule) for t in GROUND)


def _mirror(card: Card) -> int:
    return effect_number(card.edition, card.mirror) if card.mirror else EFFECTS.index(card)


# Columns of cards and effects.
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
CARD_DICE: Final = _column(DICE_USES[c.dice] for c in EFFECTS)
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

#: The effect of what leaders can inspire, in the order of the action table (IA-04).
INSPIRED_EFFECT: Final = _column(
    effect_number("medieval", {"rally": "rally-ordered"}.get(key, key)) for key in INSPIRATIONS
)
