"""When a token is spent, an ambush is sprung, a card is kept: what each promises against its price."""

from __future__ import annotations

from typing import Final

from ..decisions import AMBUSH, AMBUSHER, BATTLE_BONUS, BRAVERY, DONE, HEX_0, TOKEN_0, YES
from ..edition import (
    CARD_ACTS_ON,
    CARD_ALL,
    CARD_CLASS,
    CARD_COUNTERS,
    CARD_DICE,
    CARD_FIRES_FIRST,
    CARD_LEADERSHIP,
    CARD_MORE_DICE,
    CARD_ORDERS,
    CARD_QUICK_MOVE,
    CARD_REACTS,
    CARD_SECTIONS,
    CARD_SHOTS,
    INSPIRED_EFFECT,
)
from ..hexes import NEAR, NOWHERE
from ..records import dialect
from ..rules.battlefield import belongs, first_unit, inspired, last_unit
from ..rules.dice import close_dice
from ..rules.frames import AMBUSHING, AT_LEADER
from ..rules.morale import ignorable
from ..rules.ranged import reach
from ..rules.retreat import room
from ..state import NONE, State, Unit
from .blows import harm, price
from .ground import nearest_unit
from .mind import Mind
from .tables import SYMBOL_ONLY, TWELFTHS

PLENTY: Final = 3  # tokens from which on they are cheaper
SOME: Final = 200  # what an action promises to a unit that it may help


@dialect
def token_price(s: State, m: Mind) -> int:
    """What a token must promise to the side that is asked."""
    if s.tokens[s.who] >= PLENTY:
        return m.w.token // 2
    return m.w.token


@dialect
def answer_of_spirit(s: State, m: Mind, out: list[int], n: int) -> int:
    """An answer to a question for a token or an ambush."""
    if s.question == BATTLE_BONUS:
        return battle_bonus(s, m)
    if s.question == BRAVERY:
        return bravery(s, m)
    if s.question == AMBUSH:
        return ambush(s, m, out, n)
    if s.question == AMBUSHER:
        return ambusher(s, m, out, n)
    return inspiration(s, m, out, n)


@dialect
def battle_bonus(s: State, m: Mind) -> int:
    """A die more where it adds enough."""
    f = s.frames[s.depth]
    u = s.units[f.unit]
    if f.proc == AT_LEADER:
        return YES
    foe = s.units[f.foe]
    dice = close_dice(s, u, f.foe, foe.hex, f.mode)
    twelfths = SYMBOL_ONLY
    if f.count == 0:
        twelfths = TWELFTHS[u.kind][foe.kind][int(inspired(s, u))]
    banner = price(s, m, u.side)
    more = harm(m, dice + 1, twelfths, foe.blocks, banner) - harm(m, dice, twelfths, foe.blocks, banner)
    return YES if more >= token_price(s, m) else DONE


@dialect
def bravery(s: State, m: Mind) -> int:
    """A flag ignored where the unit would lose blocks or a good place."""
    f = s.frames[s.depth]
    u = s.units[f.foe]
    borne = f.banners - ignorable(s, u, s.units[f.unit], f.mode)
    if borne <= 0:
        return DONE
    cost = m.w.pushed
    if room(s, u, u.hex, 1) == 0:
        cost += m.w.block + (price(s, m, 1 - u.side) if u.blocks == 1 else 0)
    elif u.blocks == 1:
        cost = 0
    return YES if cost >= token_price(s, m) else DONE


@dialect
def inspiration(s: State, m: Mind, out: list[int], n: int) -> int:
    """The action that promises most to the units ordered, or none."""
    best = m.w.inspire
    choice = DONE
    for j in range(n):
        if out[j] != DONE:
            promise = 0
            for i in range(first_unit(s.active), last_unit(s, s.active)):
                u = s.units[i]
                if u.ordered == 1 and u.hex != NOWHERE:
                    promise += promised(s, u, INSPIRED_EFFECT[out[j] - TOKEN_0])
            if promise > best:
                best = promise
                choice = out[j]
    return choice


@dialect
def promised(s: State, u: Unit, effect: int) -> int:
    """What an action promises to one unit, roughly."""
    classes = CARD_ACTS_ON[effect]
    if classes != 0 and not belongs(u, classes):
        return 0
    far = nearest_unit(s, 1 - u.side, u.hex)
    if CARD_DICE[effect] > 0:
        return SOME if u.blocks < u.full else 0
    if CARD_MORE_DICE[effect] > 0:
        quick = int(CARD_QUICK_MOVE[effect] > 0)
        return SOME if far <= 3 + quick else 0
    if CARD_FIRES_FIRST[effect] == 1 or CARD_SHOTS[effect] > 1:
        return SOME if far >= 2 and far <= reach(u) else 0
    return 0


@dialect
def ambush(s: State, m: Mind, out: list[int], n: int) -> int:
    """The card where some unit promises enough for it."""
    u = s.units[s.frames[s.depth].unit]
    best = 0
    for hex in NEAR[u.hex]:
        best = max(best, sprung(s, m, s.unit_at[hex], u))
    return out[n - 1] if best >= m.w.strike else DONE


@dialect
def ambusher(s: State, m: Mind, out: list[int], n: int) -> int:
    """The unit that promises most."""
    u = s.units[s.frames[s.depth].unit]
    best = -1
    choice = out[0]
    for j in range(n):
        promise = sprung(s, m, s.unit_at[out[j] - HEX_0], u)
        if promise > best:
            best = promise
            choice = out[j]
    return choice


@dialect
def sprung(s: State, m: Mind, i: int, u: Unit) -> int:
    """What an ambush by a unit promises."""
    if i == NONE or s.units[i].side == u.side:
        return 0
    v = s.units[i]
    dice = close_dice(s, v, s.unit_at[u.hex], u.hex, AMBUSHING)
    return harm(m, dice, TWELFTHS[v.kind][u.kind][int(inspired(s, v))], u.blocks, price(s, m, v.side))


@dialect
def card_worth(s: State, m: Mind, card: int) -> int:
    """What a card is worth in the hand, roughly: the orders that it may give, or an answer to the enemy."""
    if CARD_REACTS[card] == 1:
        return m.w.reaction
    orders = CARD_ORDERS[card] + CARD_SECTIONS[card][0] + CARD_SECTIONS[card][1] + CARD_SECTIONS[card][2]
    if CARD_LEADERSHIP[card] > 0:
        orders = 1 + CARD_LEADERSHIP[card]
    elif CARD_ALL[card] == 1 or CARD_CLASS[card] != 0 or CARD_DICE[card] > 0:
        orders = max(orders, s.command[s.who] - 1)
    elif CARD_COUNTERS[card] == 1:
        orders = 3
    return orders * m.w.dice
