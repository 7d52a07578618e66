"""What the yardstick takes things to be worth, in banners: blows given and taken, and standing on a hex."""

from __future__ import annotations

from typing import Final

from ...core import ask, column, proc
from ...core.battlefield import apart, first_unit, inspired, last_unit, place, put_leader, supporters
from ...core.hexes import FAR, NOWHERE
from ...core.kinds import KINDS
from ...core.state import NONE, State, Unit
from ...core.structs import dialect, table
from ...rules.dice import close_dice, fire_dice
from ...rules.evade import may_evade
from ...rules.morale import ignorable
from ...rules.ranged import reach
from ...rules.turn import targets
from ..blows import plain_back, plain_dice
from ..tables import MOST_DICE, SYMBOL_ONLY, TWELFTHS, exactly
from .scales import BLOWS, SHOT, Scales

BLOCK: Final = 0.15  # a block lost, beside the banner for the last one
PUSHED: Final = 0.12  # a unit driven back
LAST: Final = 1.5  # the banner that wins the battle counts so much
BACK_SHARE: Final = 0.9  # how much the blow back counts
NEARER: Final = 0.04  # a hex nearer to the enemy
SUPPORT: Final = 0.04  # a friend beside a unit, up to two
LEADER_RISK: Final = 0.25  # share added to the danger of a unit with a leader

MOST_BLOCKS: Final = max(6, *(kind.blocks for kind in KINDS))
_DICE, _CASES, _BLOCKS = range(MOST_DICE + 1), range(13), range(MOST_BLOCKS + 1)


def _harm(dice: int, twelfths: int, blocks: int) -> float:
    total = 0.0
    for hits in range(1, dice + 1):
        total += exactly(dice, twelfths, hits) * (1 + BLOCK * blocks if hits >= blocks else BLOCK * hits)
    return total


def _chance_of(dice: int, twelfths: int, least: int) -> float:
    total = 0.0
    for hits in range(least, dice + 1):
        total += exactly(dice, twelfths, hits)
    return total


#: HARMS[dice][twelfths][blocks], CHANCES[dice][twelfths][least]: as `harm` and `chance_of` tell them.
HARMS: Final = table([[[_harm(d, t, n) for n in _BLOCKS] for t in _CASES] for d in _DICE])
CHANCES: Final = table([[[_chance_of(d, t, n) for n in range(MOST_DICE + 2)] for t in _CASES] for d in _DICE])


@dialect
def harm(dice: int, twelfths: int, blocks: int) -> float:
    """What so many dice do to so many blocks, in banners, each die hitting in `twelfths` cases of twelve."""
    if dice <= 0:
        return 0.0
    return HARMS[min(dice, MOST_DICE)][twelfths][min(blocks, MOST_BLOCKS)]


@dialect
def chance_of(dice: int, twelfths: int, least: int) -> float:
    """The chance, from 0 to 1, that at least so many dice hit, each in `twelfths` cases of twelve."""
    if least > dice:
        return 0.0
    return CHANCES[min(dice, MOST_DICE)][twelfths][max(least, 0)]


@dialect
def price(s: State, side: int) -> float:
    """What a banner of a side is worth to it now: 1, more where it wins the battle."""
    if s.banners[side] + 1 >= s.goal[side]:
        return LAST
    return 1.0


@dialect
def fire_worth(s: State, u: Unit, hex: int) -> float:
    """What fire of a unit at a hex promises; an enemy unit or lone leader stands there."""
    dice = fire_dice(s, u, hex)
    i = s.unit_at[hex]
    if i == NONE:
        return chance_of(dice, SYMBOL_ONLY, 1)
    foe = s.units[i]
    flee = chance_of(dice, SYMBOL_ONLY, ignorable(s, foe, u, proc.FIRING) + 1)
    return price(s, u.side) * harm(dice, SYMBOL_ONLY, foe.blocks) + PUSHED / 2 * flee


@dialect
def close_worth(s: State, u: Unit, hex: int) -> float:
    """What a close combat against a hex promises, with the blow back and the chance of an evade."""
    i = s.unit_at[hex]
    dice = close_dice(s, u, i, hex, proc.ATTACKING)
    if i == NONE:
        return price(s, u.side) * chance_of(dice, SYMBOL_ONLY, 1)
    foe = s.units[i]
    twelfths = TWELFTHS[u.kind][foe.kind][int(inspired(s, u))]
    killed = chance_of(dice, twelfths, foe.blocks)
    gain = price(s, u.side) * harm(dice, twelfths, foe.blocks)
    flee = chance_of(dice, SYMBOL_ONLY, ignorable(s, foe, u, proc.ATTACKING) + 1)
    stay = max(0.0, 1.0 - flee - killed)
    taken = stay * price(s, foe.side) * back_harm(s, foe, u)
    fought = gain + PUSHED * flee - BACK_SHARE * taken
    if s.leader_at[hex] != NONE:
        fought += killed / 6
    if may_evade(s, foe, u):
        return min(fought, harm(dice, SYMBOL_ONLY, foe.blocks) + PUSHED / 2)
    return fought


@dialect
def back_harm(s: State, u: Unit, foe: Unit) -> float:
    """What a unit does to another that it battles back at."""
    dice = close_dice(s, u, s.unit_at[foe.hex], foe.hex, proc.BATTLING_BACK)
    return harm(dice, TWELFTHS[u.kind][foe.kind][int(inspired(s, u))], foe.blocks)


@dialect
def attack_worth(s: State, u: Unit, hex: int) -> float:
    """What an attack on a hex promises, at any distance."""
    if apart(u.hex, hex) == 1:
        return close_worth(s, u, hex)
    return fire_worth(s, u, hex)


@dialect
def best_attack(s: State, i: int, out: list[int]) -> float:
    """What the best attack of a unit promises where it stands, 0 for none; `out` is a buffer."""
    u = s.units[i]
    best = 0.0
    for n in range(targets(s, i, out)):
        best = max(best, attack_worth(s, u, out[n] - ask.HEX_0))
    return best


@dialect
def threat_of(e: Unit, u: Unit, led: int) -> float:
    """What an attack of an enemy on a unit threatens by their kinds, the blow back deducted."""
    dice = plain_dice(e.kind, e.blocks == e.full, u.kind)
    back = plain_back(u.kind, u.blocks == u.full, e.kind)
    given = harm(dice, TWELFTHS[e.kind][u.kind][led], u.blocks)
    return max(0.0, given - 0.5 * harm(back, TWELFTHS[u.kind][e.kind][0], e.blocks))


@dialect
def note_foes(s: State, k: Scales, sums: list[float], u: Unit) -> None:
    """Note the enemies of a unit: where each stands, how far its blow reaches and what it threatens, and its shot."""
    n = 0
    sums[SHOT] = harm(2, SYMBOL_ONLY, u.blocks)
    for i in range(first_unit(1 - u.side), last_unit(s, 1 - u.side)):
        e = s.units[i]
        if e.hex != NOWHERE:
            k.foe_hex[n] = e.hex
            k.foe_strikes[n] = column.CLOSE_AFTER[e.kind] + 1
            k.foe_fires[n] = reach(e)
            sums[BLOWS + n] = threat_of(e, u, int(s.leader_at[e.hex] != NONE))
            n += 1
    k.foes = n


@dialect
def danger(s: State, k: Scales, sums: list[float], u: Unit, hex: int) -> float:
    """What the two worst enemies could do to a unit on a hex in their next turn; notes how far the nearest of all is.

    The enemies are those noted for the unit.
    """
    worst = 0.0
    second = 0.0
    nearest = 99
    for n in range(k.foes):
        away = FAR[hex][k.foe_hex[n]]
        if away < nearest:
            nearest = away
        if away <= k.foe_strikes[n]:
            threat = sums[BLOWS + n]
        elif away <= k.foe_fires[n]:
            threat = sums[SHOT]
        else:
            continue
        if threat > worst:
            second = worst
            worst = threat
        elif threat > second:
            second = threat
    k.nearest = nearest
    total = price(s, 1 - u.side) * (worst + 0.5 * second)
    if s.leader_at[hex] != NONE:
        return total * (1 + LEADER_RISK)
    return total


@dialect
def standing(s: State, k: Scales, sums: list[float], u: Unit, caution: float) -> float:
    """What it is worth to stand where the unit stands: danger, friends, nearness, the enemies being noted for it.

    `caution` says how much danger counts.
    """
    threat = danger(s, k, sums, u, u.hex)
    friends = min(supporters(s, u), 2)
    return SUPPORT * friends - caution * threat - NEARER * k.nearest * u.blocks / u.full


@dialect
def stand_on(s: State, i: int, hex: int) -> int:
    """Put a unit on a hex of a trial board; returns the lone leader that it met there, or NONE."""
    met = NONE
    if s.units[i].hex != hex:
        met = s.leader_at[hex]
    place(s, i, hex)
    return met


@dialect
def stand_back(s: State, i: int, hex: int, met: int) -> None:
    """Take `stand_on` back: the unit returns to a hex; the leader that it met stays alone where it was."""
    there = s.units[i].hex
    place(s, i, hex)
    if met != NONE:
        put_leader(s, met, there)
