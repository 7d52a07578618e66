"""When the yardstick spends a token and springs an ambush: what each promises against its price."""

from __future__ import annotations

from typing import Final

from ...core import ask, column, proc
from ...core.battlefield import apart, belongs, first_unit, inspired, last_unit
from ...core.hexes import NOWHERE
from ...core.state import NONE, State, Unit
from ...rules.dice import close_dice
from ...rules.morale import ignorable
from ...rules.ranged import reach
from ...rules.retreat import room
from ..ground import nearest_unit
from ..tables import SYMBOL_ONLY, TWELFTHS
from . import worth

TOKEN: Final = 0.12  # what a token must promise to be spent,
PLENTY: Final = 3  # less where there are so many
INSPIRE: Final = 0.5  # and what an action must promise, which costs the token that the card would bring


def price(s: State) -> float:
    """What a token must promise to the side that is asked, in banners."""
    return TOKEN / 2 if s.tokens[s.who] >= PLENTY else TOKEN


def battle_bonus(s: State, options: list[int]) -> int:
    """A die more where it adds enough: YES or DONE (IA-07)."""
    f = s.frames[s.depth]
    u = s.units[f.unit]
    if f.proc == proc.AT_LEADER:
        return ask.YES
    foe = s.units[f.foe]
    dice = close_dice(s, u, f.foe, foe.hex, f.mode)
    twelfths = SYMBOL_ONLY if f.count == 1 else TWELFTHS[u.kind][foe.kind][inspired(s, u)]
    more = worth.harm(dice + 1, twelfths, foe.blocks) - worth.harm(dice, twelfths, foe.blocks)
    return ask.YES if more >= price(s) else ask.DONE


def bravery(s: State, options: list[int]) -> int:
    """A flag ignored where the unit would lose blocks or a good place: YES or DONE (IA-08)."""
    f = s.frames[s.depth]
    u, by = s.units[f.foe], s.units[f.unit]
    borne = f.banners - ignorable(s.copy(), u, by, f.mode)
    if borne <= 0:
        return ask.DONE
    missing = 1 - room(s, u, u.hex, 1)
    return ask.YES if worth.BLOCK * missing + worth.PUSHED >= price(s) and u.blocks > 1 else ask.DONE


def inspiration(s: State, options: list[int]) -> int:
    """The action that promises most to the units ordered, of those offered, or DONE (IA-03)."""
    t = s.copy()
    units = [t.units[i] for i in range(first_unit(s.active), last_unit(s, s.active))]
    units = [u for u in units if u.ordered and u.hex != NOWHERE]
    best, answer = INSPIRE, ask.DONE
    for option in options:
        if option != ask.DONE:
            promise = sum(promised(t, u, column.INSPIRED_EFFECT[t.edition][option - ask.TOKEN_0]) for u in units)
            if promise > best:
                best, answer = promise, option
    return answer


def promised(s: State, u: Unit, effect: int) -> float:
    """What an action, by its number among the effects of cards, promises to one unit, in banners, roughly."""
    classes = column.CARD_ACTS_ON[effect]
    if classes and not belongs(u, classes):
        return 0.0
    far = nearest_unit(s, 1 - u.side, u.hex)
    if column.CARD_DICE[effect]:
        return 0.2 if u.blocks < u.full else 0.0
    if column.CARD_MORE_DICE[effect]:
        quick = 1 if column.CARD_QUICK_MOVE[effect] else 0
        return 0.2 if far <= 3 + quick else 0.0
    if column.CARD_FIRES_FIRST[effect] or column.CARD_SHOTS[effect] > 1:
        return 0.25 if 2 <= far <= reach(u) else 0.0
    return 0.0


def ambush(s: State, options: list[int]) -> int:
    """The card where some unit promises enough for it, or DONE (CARD-22)."""
    u = s.units[s.frames[s.depth].unit]
    return options[-1] if max(sprung(s, i, u) for i in neighbours(s, u)) >= worth.BLOCK * 2.5 else ask.DONE


def ambusher(s: State, options: list[int]) -> int:
    """The unit that promises most, of those offered (CARD-22)."""
    u = s.units[s.frames[s.depth].unit]
    return max(options, key=lambda option: sprung(s, s.unit_at[option - ask.HEX_0], u))


def neighbours(s: State, u: Unit) -> list[int]:
    """The numbers of the enemy units next to a unit."""
    return [i for i, v in enumerate(s.units) if v.side != u.side and v.hex != NOWHERE and apart(v.hex, u.hex) == 1]


def sprung(s: State, i: int, u: Unit) -> float:
    """What an ambush by unit `i` on a unit next to it promises, in banners; 0 where `i` is NONE."""
    if i == NONE:
        return 0.0
    v = s.units[i]
    dice = close_dice(s.copy(), v, s.unit_at[u.hex], u.hex, proc.AMBUSHING)
    return worth.harm(dice, TWELFTHS[v.kind][u.kind][inspired(s, v)], u.blocks)
