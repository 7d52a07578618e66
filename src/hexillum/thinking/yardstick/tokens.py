"""When the yardstick spends a token and springs an ambush: what each promises against its price."""

from __future__ import annotations

from typing import Final

from ...core import ask, column, proc
from ...core.battlefield import apart, belongs, first_unit, inspired, last_unit
from ...core.hexes import NOWHERE
from ...core.state import NONE, UNITS, State, Unit, copy_board
from ...core.structs import dialect
from ...rules.dice import close_dice
from ...rules.morale import ignorable
from ...rules.ranged import reach
from ...rules.retreat import room
from ..ground import nearest_unit
from ..tables import SYMBOL_ONLY, TWELFTHS
from .scales import TRIAL, Scales
from .worth import BLOCK, PUSHED, harm

TOKEN: Final = 0.12  # what a token must promise to be spent,
PLENTY: Final = 3  # less where there are so many
INSPIRE: Final = 0.5  # and what an action must promise, which costs the token that the card would bring


@dialect
def token_price(s: State) -> float:
    """What a token must promise to the side that is asked."""
    if s.tokens[s.who] >= PLENTY:
        return TOKEN / 2
    return TOKEN


@dialect
def battle_bonus(s: State) -> int:
    """A die more where it adds enough (IA-07)."""
    f = s.frames[s.depth]
    u = s.units[f.unit]
    if f.proc == proc.AT_LEADER:
        return ask.YES
    foe = s.units[f.foe]
    dice = close_dice(s, u, f.foe, foe.hex, f.mode)
    twelfths = SYMBOL_ONLY
    if f.count != 1:
        twelfths = TWELFTHS[u.kind][foe.kind][int(inspired(s, u))]
    more = harm(dice + 1, twelfths, foe.blocks) - harm(dice, twelfths, foe.blocks)
    return ask.YES if more >= token_price(s) else ask.DONE


@dialect
def bravery(b: list[State], at: int) -> int:
    """A flag ignored where the unit would lose blocks or a good place (IA-08)."""
    s = b[at]
    f = s.frames[s.depth]
    u = s.units[f.foe]
    copy_board(b, at + TRIAL, at)
    borne = f.banners - ignorable(b[at + TRIAL], u, s.units[f.unit], f.mode)
    if borne <= 0:
        return ask.DONE
    missing = 1 - room(s, u, u.hex, 1)
    return ask.YES if BLOCK * missing + PUSHED >= token_price(s) and u.blocks > 1 else ask.DONE


@dialect
def inspiration(s: State, k: Scales) -> int:
    """The action that promises most to the units ordered, or none (IA-03)."""
    best = INSPIRE
    choice = ask.DONE
    for n in range(k.count):
        if k.offered[n] != ask.DONE:
            promise = 0.0
            for i in range(first_unit(s.active), last_unit(s, s.active)):
                u = s.units[i]
                if u.ordered == 1 and u.hex != NOWHERE:
                    promise += promised(s, u, column.INSPIRED_EFFECT[s.edition][k.offered[n] - ask.TOKEN_0])
            if promise > best:
                best = promise
                choice = k.offered[n]
    return choice


@dialect
def promised(s: State, u: Unit, effect: int) -> float:
    """What an action promises to one unit, roughly."""
    classes = column.CARD_ACTS_ON[effect]
    if classes != 0 and not belongs(u, classes):
        return 0.0
    far = nearest_unit(s, 1 - u.side, u.hex)
    if column.CARD_DICE[effect] > 0:
        return 0.2 if u.blocks < u.full else 0.0
    if column.CARD_MORE_DICE[effect] > 0:
        quick = int(column.CARD_QUICK_MOVE[effect] > 0)
        return 0.2 if far <= 3 + quick else 0.0
    if column.CARD_FIRES_FIRST[effect] > 0 or column.CARD_SHOTS[effect] > 1:
        return 0.25 if far >= 2 and far <= reach(u) else 0.0
    return 0.0


@dialect
def ambush(b: list[State], at: int, k: Scales) -> int:
    """The card where some unit promises enough for it (CARD-22)."""
    s = b[at]
    u = s.units[s.frames[s.depth].unit]
    best = 0.0
    for i in range(UNITS):
        v = s.units[i]
        if v.side != u.side and v.hex != NOWHERE and apart(v.hex, u.hex) == 1:
            best = max(best, sprung(b, at, i, u))
    return k.offered[k.count - 1] if best >= BLOCK * 2.5 else ask.DONE


@dialect
def ambusher(b: list[State], at: int, k: Scales) -> int:
    """The unit that promises most (CARD-22)."""
    s = b[at]
    u = s.units[s.frames[s.depth].unit]
    best = -1.0
    choice = k.offered[0]
    for n in range(k.count):
        promise = sprung(b, at, s.unit_at[k.offered[n] - ask.HEX_0], u)
        if promise > best:
            best = promise
            choice = k.offered[n]
    return choice


@dialect
def sprung(b: list[State], at: int, i: int, u: Unit) -> float:
    """What an ambush by a unit on another next to it promises."""
    if i == NONE:
        return 0.0
    s = b[at]
    v = s.units[i]
    copy_board(b, at + TRIAL, at)
    dice = close_dice(b[at + TRIAL], v, s.unit_at[u.hex], u.hex, proc.AMBUSHING)
    return harm(dice, TWELFTHS[v.kind][u.kind][int(inspired(s, v))], u.blocks)
