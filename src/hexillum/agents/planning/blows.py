"""What an attack is worth: the only place where that comes from."""

from __future__ import annotations

from typing import Final

from ...edition import BACK, BONUS_ALWAYS, CLOSE, CLOSE_IN, EXTRA_HEX, FULL_DICE, MIRRORED, MIRRORS, NO_ADVANCE, TRAIT
from ...hexes import FAR, NEAR, NOWHERE
from ...rules.battlefield import (
    beside_enemy_unit,
    enemy_unit_at,
    first_unit,
    has,
    inspired,
    last_unit,
    lone_enemy_leader_at,
)
from ...rules.close import may_close
from ...rules.dice import close_dice, fire_dice
from ...rules.evade import may_evade
from ...rules.frames import ATTACKING, BATTLING_BACK, FIRING
from ...rules.morale import ignorable
from ...rules.ranged import in_reach, may_fire, reach
from ...rules.retreat import room
from ...state import NONE, State, Unit
from .mind import (
    HITS,
    LOST,
    MOST_BLOCKS,
    MOST_DICE,
    TWELFTHS,
    W_BACK,
    W_BLOCK,
    W_BONUS,
    W_LAST,
    W_PUSHED,
    thought,
)

SYMBOL_ONLY: Final = 2  # twelfths: one face of six
LEADER_CHANCE: Final = 6  # one in so many that a leader falls with his unit


@thought
def price(s: State, m: list[int], side: int) -> int:
    """What a banner of a side is worth to it now."""
    if s.banners[side] + 1 >= s.goal[side]:
        return m[W_LAST]
    return 1000


@thought
def hits_chance(dice: int, twelfths: int, hits: int) -> int:
    """The chance of at least so many hits."""
    if dice <= 0 or hits > dice:
        return int(hits <= 0) * 1000
    return HITS[min(dice, MOST_DICE)][twelfths][min(max(hits, 0), MOST_BLOCKS)]


@thought
def harm(m: list[int], dice: int, twelfths: int, blocks: int, banner: int) -> int:
    """What so many dice do to so many blocks, where the last of them is worth a banner of that price."""
    if dice <= 0:
        return 0
    n = min(dice, MOST_DICE)
    b = min(blocks, MOST_BLOCKS)
    return (HITS[n][twelfths][b] * banner + LOST[n][twelfths][b] * m[W_BLOCK]) // 1000


@thought
def flag_worth(s: State, m: list[int], foe: Unit) -> int:
    """What it is worth to make a unit retreat a hex: more where it has no way."""
    if room(s, foe, foe.hex, 1) > 0:
        return m[W_PUSHED]
    return m[W_BLOCK] + (1000 if foe.blocks == 1 else 0)


@thought
def fire_worth(s: State, m: list[int], u: Unit, hex: int) -> int:
    """What fire at a hex promises."""
    dice = fire_dice(s, u, hex)
    i = s.unit_at[hex]
    if i == NONE:
        return hits_chance(dice, SYMBOL_ONLY, 1) * 700 // 1000
    foe = s.units[i]
    flee = hits_chance(dice, SYMBOL_ONLY, ignorable(s, foe, u, FIRING) + 1)
    gain = harm(m, dice, SYMBOL_ONLY, foe.blocks, price(s, m, u.side))
    return gain + flag_worth(s, m, foe) * flee // 2000


@thought
def close_worth(s: State, m: list[int], u: Unit, hex: int) -> int:
    """What a close combat against a hex promises, with the blow back, a chance to evade and what may follow."""
    i = s.unit_at[hex]
    dice = close_dice(s, u, i, hex, ATTACKING)
    banner = price(s, m, u.side)
    if i == NONE:
        return hits_chance(dice, SYMBOL_ONLY, 1) * banner // 1000
    foe = s.units[i]
    twelfths = TWELFTHS[u.kind][foe.kind][int(inspired(s, u))]
    killed = hits_chance(dice, twelfths, foe.blocks)
    flee = hits_chance(dice, SYMBOL_ONLY, ignorable(s, foe, u, ATTACKING) + 1)
    gain = harm(m, dice, twelfths, foe.blocks, banner)
    stay = max(0, 1000 - flee - killed)
    back = close_dice(s, foe, s.unit_at[u.hex], u.hex, BATTLING_BACK)
    back_twelfths = TWELFTHS[foe.kind][u.kind][int(inspired(s, foe))]
    taken = harm(m, back, back_twelfths, u.blocks, price(s, m, foe.side)) * stay // 1000
    fought = gain + flag_worth(s, m, foe) * flee // 1000 - taken * m[W_BACK] // 1000
    if s.leader_at[hex] != NONE:
        fought += killed // LEADER_CHANCE
    if not has(u, NO_ADVANCE) and (has(u, BONUS_ALWAYS) or has(u, EXTRA_HEX) or s.leader_at[u.hex] != NONE):
        fought += (killed + flee) * dice * m[W_BONUS] // 1000
    if may_evade(s, foe, u):
        return min(fought, harm(m, dice, SYMBOL_ONLY, foe.blocks, banner) + m[W_PUSHED] // 2)
    return fought


@thought
def attack_worth(s: State, m: list[int], u: Unit, hex: int) -> int:
    """What an attack on a hex promises, at any distance."""
    if FAR[u.hex][hex] == 1:
        return close_worth(s, m, u, hex)
    return fire_worth(s, m, u, hex)


@thought
def driven_off(s: State, u: Unit, hex: int) -> int:
    """The chance that an attack on a unit on a hex leaves it dead or driven back."""
    foe = s.units[s.unit_at[hex]]
    close = FAR[u.hex][hex] == 1
    if close:
        dice = close_dice(s, u, s.unit_at[hex], hex, ATTACKING)
        twelfths = TWELFTHS[u.kind][foe.kind][int(inspired(s, u))]
    else:
        dice = fire_dice(s, u, hex)
        twelfths = SYMBOL_ONLY
    flee = hits_chance(dice, SYMBOL_ONLY, ignorable(s, foe, u, ATTACKING if close else FIRING) + 1)
    return min(1000, hits_chance(dice, twelfths, foe.blocks) + flee)


@thought
def best_target(s: State, m: list[int], i: int) -> int:
    """The hex that a unit attacks best from where it stands, NOWHERE for none that promises anything."""
    u = s.units[i]
    best = 0
    target = NOWHERE
    for hex in NEAR[u.hex]:
        if (enemy_unit_at(s, u.side, hex) or lone_enemy_leader_at(s, u.side, hex)) and may_close(s, u, hex):
            worth = close_worth(s, m, u, hex)
            if worth > best:
                best = worth
                target = hex
    if reach(u) > 0 and may_fire(s, u) and not beside_enemy_unit(s, u.side, u.hex):
        most = reach(u)
        for k in range(first_unit(1 - u.side), last_unit(s, 1 - u.side)):
            hex = s.units[k].hex
            if in_reach(s, u, hex, most):
                worth = fire_worth(s, m, u, hex)
                if worth > best:
                    best = worth
                    target = hex
    return target


@thought
def best_attack(s: State, m: list[int], i: int) -> int:
    """What the best attack of a unit promises where it stands, 0 for none."""
    hex = best_target(s, m, i)
    if hex == NOWHERE:
        return 0
    return attack_worth(s, m, s.units[i], hex)


@thought
def plain_dice(u: Unit, foe: Unit) -> int:
    """Dice of an attack of a unit on another by their kinds."""
    if TRAIT[u.kind] & MIRRORS != 0:
        return MIRRORED[foe.kind]
    return CLOSE[u.kind] + (FULL_DICE[u.kind] if u.blocks == u.full else 0)


@thought
def plain_back(u: Unit, foe: Unit) -> int:
    """Dice of a unit that battles back at another by their kinds."""
    if TRAIT[u.kind] & MIRRORS != 0:
        return MIRRORED[foe.kind]
    return BACK[u.kind] + (FULL_DICE[u.kind] if u.blocks == u.full else 0)


@thought
def into(s: State, dice: int, hex: int) -> int:
    """Dice of a close combat into a hex."""
    return min(dice, CLOSE_IN[s.terrain[hex]])
