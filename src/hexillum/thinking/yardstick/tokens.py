"""When the yardstick spends a token and springs an ambush: what each promises against its price."""

from __future__ import annotations

from typing import Final

from ...decisions import DONE, HEX_0, TOKEN_0, YES
from ...edition import (
    CARD_ACTS_ON,
    CARD_DICE,
    CARD_FIRES_FIRST,
    CARD_MORE_DICE,
    CARD_QUICK_MOVE,
    CARD_SHOTS,
    INSPIRED_EFFECT,
)
from ...hexes import NOWHERE
from ...rules.battlefield import apart, belongs, first_unit, inspired, last_unit
from ...rules.dice import close_dice
from ...rules.frames import AMBUSHING, AT_LEADER
from ...rules.morale import ignorable
from ...rules.ranged import reach
from ...rules.retreat import room
from ...state import NONE, State, Unit
from ..ground import nearest_unit
from ..tables import SYMBOL_ONLY, TWELFTHS
from . import worth

TOKEN: Final = 0.12  # what a token must promise to be spent,
PLENTY: Final = 3  # less where there are so many
INSPIRE: Final = 0.5  # and what an action must promise, which costs the token that the card would bring


def price(s: State) -> float:
    """What a token must promise to the side that is asked."""
    return TOKEN / 2 if s.tokens[s.who] >= PLENTY else TOKEN


def battle_bonus(s: State, options: list[int]) -> int:
    """A die more where it adds enough."""
    f = s.frames[s.depth]
    u = s.units[f.unit]
    if f.proc == AT_LEADER:
        return YES
    foe = s.units[f.foe]
    dice = close_dice(s, u, f.foe, foe.hex, f.mode)
    twelfths = SYMBOL_ONLY if f.count == 1 else TWELFTHS[u.kind][foe.kind][inspired(s, u)]
    more = worth.harm(dice + 1, twelfths, foe.blocks) - worth.harm(dice, twelfths, foe.blocks)
    return YES if more >= price(s) else DONE


def bravery(s: State, options: list[int]) -> int:
    """A flag ignored where the unit would lose blocks or a good place."""
    f = s.frames[s.depth]
    u, by = s.units[f.foe], s.units[f.unit]
    borne = f.banners - ignorable(s.copy(), u, by, f.mode)
    if borne <= 0:
        return DONE
    missing = 1 - room(s, u, u.hex, 1)
    return YES if worth.BLOCK * missing + worth.PUSHED >= price(s) and u.blocks > 1 else DONE


def inspiration(s: State, options: list[int]) -> int:
    """The action that promises most to the units ordered, or none."""
    t = s.copy()
    units = [t.units[i] for i in range(first_unit(s.active), last_unit(s, s.active))]
    units = [u for u in units if u.ordered and u.hex != NOWHERE]
    best, answer = INSPIRE, DONE
    for option in options:
        if option != DONE:
            promise = sum(promised(t, u, INSPIRED_EFFECT[option - TOKEN_0]) for u in units)
            if promise > best:
                best, answer = promise, option
    return answer


def promised(s: State, u: Unit, effect: int) -> float:
    """What an action promises to one unit, roughly."""
    classes = CARD_ACTS_ON[effect]
    if classes and not belongs(u, classes):
        return 0.0
    far = nearest_unit(s, 1 - u.side, u.hex)
    if CARD_DICE[effect]:
        return 0.2 if u.blocks < u.full else 0.0
    if CARD_MORE_DICE[effect]:
        quick = 1 if CARD_QUICK_MOVE[effect] else 0
        return 0.2 if far <= 3 + quick else 0.0
    if CARD_FIRES_FIRST[effect] or CARD_SHOTS[effect] > 1:
        return 0.25 if 2 <= far <= reach(u) else 0.0
    return 0.0


def ambush(s: State, options: list[int]) -> int:
    """The card where some unit promises enough for it."""
    u = s.units[s.frames[s.depth].unit]
    return options[-1] if max(sprung(s, i, u) for i in neighbours(s, u)) >= worth.BLOCK * 2.5 else DONE


def ambusher(s: State, options: list[int]) -> int:
    """The unit that promises most."""
    u = s.units[s.frames[s.depth].unit]
    return max(options, key=lambda option: sprung(s, s.unit_at[option - HEX_0], u))


def neighbours(s: State, u: Unit) -> list[int]:
    """The enemy units next to a unit."""
    return [i for i, v in enumerate(s.units) if v.side != u.side and v.hex != NOWHERE and apart(v.hex, u.hex) == 1]


def sprung(s: State, i: int, u: Unit) -> float:
    """What an ambush by a unit promises."""
    if i == NONE:
        return 0.0
    v = s.units[i]
    dice = close_dice(s.copy(), v, s.unit_at[u.hex], u.hex, AMBUSHING)
    return worth.harm(dice, TWELFTHS[v.kind][u.kind][inspired(s, v)], u.blocks)
