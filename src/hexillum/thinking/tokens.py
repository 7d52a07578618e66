"""When a token is spent, an ambush is sprung, a card is kept: what each promises against its price."""

from __future__ import annotations

from typing import Final

from ..core import ask, column, proc
from ..core.battlefield import belongs, first_unit, inspired, last_unit
from ..core.hexes import NEAR, NOWHERE
from ..core.state import NONE, State, Unit
from ..core.structs import dialect
from ..rules.dice import close_dice
from ..rules.morale import ignorable
from ..rules.ranged import reach
from ..rules.retreat import room
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
def answer_about_tokens(s: State, m: Mind, out: list[int], n: int) -> int:
    """An answer to a question for a token or an ambush."""
    if s.question == ask.BATTLE_BONUS:
        return battle_bonus(s, m)
    if s.question == ask.BRAVERY:
        return bravery(s, m)
    if s.question == ask.AMBUSH:
        return ambush(s, m, out, n)
    if s.question == ask.AMBUSHER:
        return ambusher(s, m, out, n)
    return inspiration(s, m, out, n)


@dialect
def battle_bonus(s: State, m: Mind) -> int:
    """A die more where it adds enough."""
    f = s.frames[s.depth]
    u = s.units[f.unit]
    if f.proc == proc.AT_LEADER:
        return ask.YES
    foe = s.units[f.foe]
    dice = close_dice(s, u, f.foe, foe.hex, f.mode)
    twelfths = SYMBOL_ONLY
    if f.count == 0:
        twelfths = TWELFTHS[u.kind][foe.kind][int(inspired(s, u))]
    banner = price(s, m, u.side)
    more = harm(m, dice + 1, twelfths, foe.blocks, banner) - harm(m, dice, twelfths, foe.blocks, banner)
    return ask.YES if more >= token_price(s, m) else ask.DONE


@dialect
def bravery(s: State, m: Mind) -> int:
    """A flag ignored where the unit would lose blocks or a good place."""
    f = s.frames[s.depth]
    u = s.units[f.foe]
    borne = f.banners - ignorable(s, u, s.units[f.unit], f.mode)
    if borne <= 0:
        return ask.DONE
    cost = m.w.pushed
    if room(s, u, u.hex, 1) == 0:
        cost += m.w.block + (price(s, m, 1 - u.side) if u.blocks == 1 else 0)
    elif u.blocks == 1:
        cost = 0
    return ask.YES if cost >= token_price(s, m) else ask.DONE


@dialect
def inspiration(s: State, m: Mind, out: list[int], n: int) -> int:
    """The action that promises most to the units ordered, or none."""
    best = m.w.inspire
    choice = ask.DONE
    for j in range(n):
        if out[j] != ask.DONE:
            promise = 0
            for i in range(first_unit(s.active), last_unit(s, s.active)):
                u = s.units[i]
                if u.ordered == 1 and u.hex != NOWHERE:
                    promise += promised(s, u, column.INSPIRED_EFFECT[s.edition][out[j] - ask.TOKEN_0])
            if promise > best:
                best = promise
                choice = out[j]
    return choice


@dialect
def promised(s: State, u: Unit, effect: int) -> int:
    """What an action promises to one unit, roughly."""
    classes = column.CARD_ACTS_ON[effect]
    if classes != 0 and not belongs(u, classes):
        return 0
    far = nearest_unit(s, 1 - u.side, u.hex)
    if column.CARD_DICE[effect] > 0:
        return SOME if u.blocks < u.full else 0
    if column.CARD_MORE_DICE[effect] > 0:
        quick = int(column.CARD_QUICK_MOVE[effect] > 0)
        return SOME if far <= 3 + quick else 0
    if column.CARD_FIRES_FIRST[effect] == 1 or column.CARD_SHOTS[effect] > 1:
        return SOME if far >= 2 and far <= reach(u) else 0
    return 0


@dialect
def ambush(s: State, m: Mind, out: list[int], n: int) -> int:
    """The card where some unit promises enough for it."""
    u = s.units[s.frames[s.depth].unit]
    best = 0
    for hex in NEAR[u.hex]:
        best = max(best, sprung(s, m, s.unit_at[hex], u))
    return out[n - 1] if best >= m.w.strike else ask.DONE


@dialect
def ambusher(s: State, m: Mind, out: list[int], n: int) -> int:
    """The unit that promises most."""
    u = s.units[s.frames[s.depth].unit]
    best = -1
    choice = out[0]
    for j in range(n):
        promise = sprung(s, m, s.unit_at[out[j] - ask.HEX_0], u)
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
    dice = close_dice(s, v, s.unit_at[u.hex], u.hex, proc.AMBUSHING)
    return harm(m, dice, TWELFTHS[v.kind][u.kind][int(inspired(s, v))], u.blocks, price(s, m, v.side))


@dialect
def card_worth(s: State, m: Mind, card: int) -> int:
    """What a card is worth in the hand, roughly: the orders that it may give, or an answer to the enemy."""
    if column.CARD_REACTS[card] == 1:
        return m.w.reaction
    orders = (
        column.CARD_ORDERS[card]
        + column.CARD_SECTIONS[card][0]
        + column.CARD_SECTIONS[card][1]
        + column.CARD_SECTIONS[card][2]
    )
    if column.CARD_LEADERSHIP[card] > 0:
        orders = 1 + column.CARD_LEADERSHIP[card]
    elif column.CARD_ALL[card] == 1 or column.CARD_CLASS[card] != 0 or column.CARD_DICE[card] > 0:
        orders = max(orders, s.command[s.who] - 1)
    elif column.CARD_COUNTERS[card] == 1:
        orders = 3
    return orders * m.w.dice
