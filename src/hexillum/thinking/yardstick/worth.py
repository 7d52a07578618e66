"""What the yardstick takes things to be worth, in banners: blows given and taken, and standing on a hex."""

from __future__ import annotations

from functools import cache
from typing import Final

from ...core import ask, column, proc
from ...core.battlefield import apart, first_unit, inspired, last_unit, place, put_leader, supporters
from ...core.hexes import FAR, NOWHERE
from ...core.state import NONE, State, Unit
from ...rules.dice import close_dice, fire_dice
from ...rules.evade import may_evade
from ...rules.morale import ignorable
from ...rules.ranged import reach
from ...rules.turn import targets
from ..blows import plain_back, plain_dice
from ..tables import SYMBOL_ONLY, TWELFTHS, exactly

BLOCK: Final = 0.15  # a block lost, beside the banner for the last one
PUSHED: Final = 0.12  # a unit driven back
LAST: Final = 1.5  # the banner that wins the battle counts so much
BACK_SHARE: Final = 0.9  # how much the blow back counts
NEARER: Final = 0.04  # a hex nearer to the enemy
SUPPORT: Final = 0.04  # a friend beside a unit, up to two
LEADER_RISK: Final = 0.25  # share added to the danger of a unit with a leader

Foe = tuple[int, int, float, int, float]


@cache
def harm(dice: int, twelfths: int, blocks: int) -> float:
    """What so many dice do to so many blocks, in banners, each die hitting in `twelfths` cases of twelve.

    >>> round(harm(5, 6, 4), 2), harm(0, 6, 4)
    (0.56, 0)
    """
    total = 0.0
    for hits in range(1, dice + 1):
        total += exactly(dice, twelfths, hits) * (1 + BLOCK * blocks if hits >= blocks else BLOCK * hits)
    return total if dice > 0 else 0


@cache
def chance_of(dice: int, twelfths: int, least: int) -> float:
    """The chance, from 0 to 1, that at least `least` dice hit, each in `twelfths` cases of twelve.

    >>> round(chance_of(2, 2, 1), 3)
    0.306
    """
    return sum(exactly(dice, twelfths, n) for n in range(max(least, 0), dice + 1))


def price(s: State, side: int) -> float:
    """What a banner of a side (0 top, 1 bottom) is worth to it now: 1, more where it wins the battle."""
    return LAST if s.banners[side] + 1 >= s.goal[side] else 1.0


def fire_worth(s: State, u: Unit, hex: int) -> float:
    """What fire of a unit at a hex promises, in banners; an enemy unit or lone leader stands there."""
    dice = fire_dice(s, u, hex)
    i = s.unit_at[hex]
    if i == NONE:
        return chance_of(dice, SYMBOL_ONLY, 1)
    foe = s.units[i]
    flee = chance_of(dice, SYMBOL_ONLY, ignorable(s, foe, u, proc.FIRING) + 1)
    return price(s, u.side) * harm(dice, SYMBOL_ONLY, foe.blocks) + PUSHED / 2 * flee


def close_worth(s: State, u: Unit, hex: int) -> float:
    """What a close combat against a hex promises, in banners, with the blow back and the chance of an evade."""
    i = s.unit_at[hex]
    dice = close_dice(s, u, i, hex, proc.ATTACKING)
    if i == NONE:
        return price(s, u.side) * chance_of(dice, SYMBOL_ONLY, 1)
    foe = s.units[i]
    twelfths = TWELFTHS[u.kind][foe.kind][inspired(s, u)]
    gain = price(s, u.side) * harm(dice, twelfths, foe.blocks)
    flee = chance_of(dice, SYMBOL_ONLY, ignorable(s, foe, u, proc.ATTACKING) + 1)
    stay = max(0.0, 1 - flee - chance_of(dice, twelfths, foe.blocks))
    taken = stay * price(s, foe.side) * harm(*back_blow(s, foe, u), u.blocks)
    fought = gain + PUSHED * flee - BACK_SHARE * taken
    if s.leader_at[hex] != NONE:
        fought += chance_of(dice, twelfths, foe.blocks) / 6
    return min(fought, harm(dice, SYMBOL_ONLY, foe.blocks) + PUSHED / 2) if may_evade(s, foe, u) else fought


def back_blow(s: State, u: Unit, foe: Unit) -> tuple[int, int]:
    """Dice of a unit that battles back at another, and in how many of twelve cases each of them hits."""
    dice = close_dice(s, u, s.unit_at[foe.hex], foe.hex, proc.BATTLING_BACK)
    return max(dice, 0), TWELFTHS[u.kind][foe.kind][inspired(s, u)]


def attack_worth(s: State, u: Unit, hex: int) -> float:
    """What an attack on a hex promises, in banners, at any distance."""
    return close_worth(s, u, hex) if apart(u.hex, hex) == 1 else fire_worth(s, u, hex)


def best_attack(s: State, i: int, out: list[int]) -> float:
    """What the best attack of unit `i` promises where it stands, in banners, 0 for none; `out` is a buffer."""
    u, best = s.units[i], 0.0
    for n in range(targets(s, i, out)):
        best = max(best, attack_worth(s, u, out[n] - ask.HEX_0))
    return best


@cache
def _threat(kind: int, full: bool, foe: int, foe_full: bool, blocks: int, foe_blocks: int, led: bool) -> float:
    """What an attack of one kind on another threatens, the blow back deducted."""
    dice, back = plain_dice(kind, full, foe), plain_back(foe, foe_full, kind)
    given = harm(dice, TWELFTHS[kind][foe][led], foe_blocks)
    return max(0.0, given - 0.5 * harm(back, TWELFTHS[foe][kind][False], blocks))


def foes_of(s: State, u: Unit) -> list[Foe]:
    """The enemies of a unit: where each stands, how far its blow reaches and what it threatens, likewise its shot.

    Reaches are in hexes, threats in banners.
    """
    foes = []
    shot = harm(2, SYMBOL_ONLY, u.blocks)
    for i in range(first_unit(1 - u.side), last_unit(s, 1 - u.side)):
        e = s.units[i]
        if e.hex != NOWHERE:
            led = s.leader_at[e.hex] != NONE
            blow = _threat(e.kind, e.blocks == e.full, u.kind, u.blocks == u.full, e.blocks, u.blocks, led)
            foes.append((e.hex, column.CLOSE_AFTER[e.kind] + 1, blow, reach(e), shot))
    return foes


def danger(s: State, u: Unit, hex: int, foes: list[Foe]) -> tuple[float, int]:
    """What the two worst enemies could do to a unit on a hex in their next turn, and how far the nearest of all is.

    `foes` is what `foes_of` gives. The first is in banners, the second in hexes, 99 without enemies.
    """
    worst = second = 0.0
    nearest = 99
    far = FAR[hex]
    for spot, strikes, blow, fires, shot in foes:
        away = far[spot]
        if away < nearest:
            nearest = away
        if away <= strikes:
            threat = blow
        elif away <= fires:
            threat = shot
        else:
            continue
        if threat > worst:
            worst, second = threat, worst
        elif threat > second:
            second = threat
    total = price(s, 1 - u.side) * (worst + 0.5 * second)
    return (total * (1 + LEADER_RISK) if s.leader_at[hex] != NONE else total), nearest


def standing(s: State, u: Unit, caution: float, foes: list[Foe]) -> tuple[float, int]:
    """What it is worth to stand where the unit stands: danger, friends, nearness; and how far the nearest enemy is.

    `caution` says how much danger counts. The first is in banners, the second in hexes.
    """
    threat, nearest = danger(s, u, u.hex, foes)
    friends = min(supporters(s, u), 2)
    return SUPPORT * friends - caution * threat - NEARER * nearest * u.blocks / u.full, nearest


def stand_on(s: State, i: int, hex: int) -> int:
    """Put unit `i` on a hex of a trial board; returns the lone leader that it met there, by his number, or NONE."""
    met = s.leader_at[hex] if s.units[i].hex != hex else NONE
    place(s, i, hex)
    return met


def stand_back(s: State, i: int, hex: int, met: int) -> None:
    """Take `stand_on` back: unit `i` returns to a hex; `met`, a leader's number or NONE, stays alone where it was."""
    there = s.units[i].hex
    place(s, i, hex)
    if met != NONE:
        put_leader(s, met, there)
