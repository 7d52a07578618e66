"""What an attack is worth: the only place where that comes from."""

from __future__ import annotations

from typing import Final

from ..core import column, kinds, proc
from ..core.battlefield import enemy_unit_at, first_unit, has, inspired, last_unit, lone_enemy_leader_at
from ..core.hexes import FAR, NEAR, NOWHERE
from ..core.state import NONE, State, Unit
from ..core.structs import dialect
from ..rules.close import may_close
from ..rules.dice import close_dice, fire_dice
from ..rules.evade import may_evade
from ..rules.morale import ignorable
from ..rules.ranged import in_reach, may_fire, reach
from ..rules.retreat import room
from .mind import Mind
from .tables import HITS, LOST, MOST_BLOCKS, MOST_DICE, SYMBOL_ONLY, TWELFTHS

LEADER_FLEES: Final = 700  # what fire at a lone leader is worth, in thousandths of its chance: it gives the banner only


@dialect
def price(s: State, m: Mind, side: int) -> int:
    """What a banner of a side is worth to it now."""
    if s.banners[side] + 1 >= s.goal[side]:
        return m.w.last
    return 1000


@dialect
def hits_chance(dice: int, twelfths: int, hits: int) -> int:
    """The chance of at least so many hits."""
    if dice <= 0 or hits > dice:
        return int(hits <= 0) * 1000
    return HITS[min(dice, MOST_DICE)][twelfths][min(max(hits, 0), MOST_BLOCKS)]


@dialect
def harm(m: Mind, dice: int, twelfths: int, blocks: int, banner: int) -> int:
    """What so many dice do to so many blocks, where the last of them is worth a banner of that price."""
    if dice <= 0:
        return 0
    n = min(dice, MOST_DICE)
    b = min(blocks, MOST_BLOCKS)
    return (HITS[n][twelfths][b] * banner + LOST[n][twelfths][b] * m.w.block) // 1000


@dialect
def flag_worth(s: State, m: Mind, foe: Unit) -> int:
    """What it is worth to make a unit retreat a hex: more where it has no way."""
    if room(s, foe, foe.hex, 1) > 0:
        return m.w.pushed
    return m.w.block + (1000 if foe.blocks == 1 else 0)


@dialect
def fire_worth(s: State, m: Mind, u: Unit, hex: int) -> int:
    """What fire at a hex promises."""
    dice = fire_dice(s, u, hex)
    i = s.unit_at[hex]
    if i == NONE:
        return hits_chance(dice, SYMBOL_ONLY, 1) * LEADER_FLEES // 1000
    foe = s.units[i]
    flee = hits_chance(dice, SYMBOL_ONLY, ignorable(s, foe, u, proc.FIRING) + 1)
    gain = harm(m, dice, SYMBOL_ONLY, foe.blocks, price(s, m, u.side))
    return gain + flag_worth(s, m, foe) * flee // 2000


@dialect
def close_worth(s: State, m: Mind, u: Unit, hex: int) -> int:
    """What a close combat against a hex promises, with the blow back, a chance to evade and what may follow."""
    i = s.unit_at[hex]
    dice = close_dice(s, u, i, hex, proc.ATTACKING)
    banner = price(s, m, u.side)
    if i == NONE:
        return hits_chance(dice, SYMBOL_ONLY, 1) * banner // 1000
    foe = s.units[i]
    twelfths = TWELFTHS[u.kind][foe.kind][int(inspired(s, u))]
    killed = hits_chance(dice, twelfths, foe.blocks)
    flee = hits_chance(dice, SYMBOL_ONLY, ignorable(s, foe, u, proc.ATTACKING) + 1)
    gain = harm(m, dice, twelfths, foe.blocks, banner)
    stay = max(0, 1000 - flee - killed)
    back = close_dice(s, foe, s.unit_at[u.hex], u.hex, proc.BATTLING_BACK)
    back_twelfths = TWELFTHS[foe.kind][u.kind][int(inspired(s, foe))]
    taken = harm(m, back, back_twelfths, u.blocks, price(s, m, foe.side)) * stay // 1000
    fought = gain + flag_worth(s, m, foe) * flee // 1000 - taken * m.w.back // 1000
    if s.leader_at[hex] != NONE:
        fought += killed * m.w.fall // 1000
    if not has(u, kinds.NO_ADVANCE) and (
        has(u, kinds.BONUS_ALWAYS) or has(u, kinds.EXTRA_HEX) or s.leader_at[u.hex] != NONE
    ):
        fought += (killed + flee) * dice * m.w.bonus // 1000
    if may_evade(s, foe, u):
        return min(fought, harm(m, dice, SYMBOL_ONLY, foe.blocks, banner) + m.w.pushed // 2)
    return fought


@dialect
def attack_worth(s: State, m: Mind, u: Unit, hex: int) -> int:
    """What an attack on a hex promises, at any distance."""
    if FAR[u.hex][hex] == 1:
        return close_worth(s, m, u, hex)
    return fire_worth(s, m, u, hex)


@dialect
def driven_off(s: State, u: Unit, hex: int) -> int:
    """The chance that an attack on a unit on a hex leaves it dead or driven back."""
    foe = s.units[s.unit_at[hex]]
    close = FAR[u.hex][hex] == 1
    if close:
        dice = close_dice(s, u, s.unit_at[hex], hex, proc.ATTACKING)
        twelfths = TWELFTHS[u.kind][foe.kind][int(inspired(s, u))]
    else:
        dice = fire_dice(s, u, hex)
        twelfths = SYMBOL_ONLY
    flee = hits_chance(dice, SYMBOL_ONLY, ignorable(s, foe, u, proc.ATTACKING if close else proc.FIRING) + 1)
    return min(1000, hits_chance(dice, twelfths, foe.blocks) + flee)


@dialect
def best_target(s: State, m: Mind, i: int) -> int:
    """The hex that a unit attacks best from where it stands, NOWHERE for none; notes what that promises."""
    u = s.units[i]
    m.promise = 0
    target = NOWHERE
    pressed = False
    for hex in NEAR[u.hex]:
        enemy = enemy_unit_at(s, u.side, hex)
        pressed = pressed or enemy
        if (enemy or lone_enemy_leader_at(s, u.side, hex)) and may_close(s, u, hex):
            worth = spread(s, m, hex, close_worth(s, m, u, hex))
            if worth > m.promise:
                m.promise = worth
                target = hex
    most = reach(u)
    if most == 0 or pressed or not may_fire(s, u):
        return target
    for k in range(first_unit(1 - u.side), last_unit(s, 1 - u.side)):
        hex = s.units[k].hex
        if in_reach(s, u, hex, most):
            worth = spread(s, m, hex, fire_worth(s, m, u, hex))
            if worth > m.promise:
                m.promise = worth
                target = hex
    return target


@dialect
def spread(s: State, m: Mind, hex: int, worth: int) -> int:
    """What an attack is worth where others are planned that may leave nothing to attack."""
    i = s.unit_at[hex]
    if i == NONE:
        return worth
    return worth - worth * m.gone[i] // 1000 * m.w.focus // 1000


@dialect
def plain_dice(kind: int, full: bool, foe: int) -> int:
    """Dice of an attack of a unit of one kind, at full strength or not, on one of another, whatever the ground."""
    if column.TRAIT[kind] & kinds.MIRRORS != 0:
        return column.MIRRORED_DICE[foe]
    return column.CLOSE_DICE[kind] + (column.FULL_DICE[kind] if full else 0)


@dialect
def plain_back(kind: int, full: bool, foe: int) -> int:
    """Dice with which a unit of one kind, at full strength or not, battles back at one of another."""
    if column.TRAIT[kind] & kinds.MIRRORS != 0:
        return column.MIRRORED_DICE[foe]
    return column.BACK_DICE[kind] + (column.FULL_DICE[kind] if full else 0)
