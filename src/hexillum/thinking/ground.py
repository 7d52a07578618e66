"""What it is worth to stand on a hex: danger, prey, friends, ground worth a banner."""

from __future__ import annotations

from typing import Final

from ..core import column, kinds
from ..core.battlefield import first_unit, free_for, has, last_unit
from ..core.hexes import FAR, NEAR, NOWHERE, REAR
from ..core.rows import NO_LIMIT
from ..core.state import EXIT, GROUND, NONE, PLUNDER, PRIZE, State, Unit
from ..core.structs import dialect
from ..rules.ranged import reach
from .blows import harm, hits_chance, plain_back, plain_dice, price
from .mind import Mind
from .tables import SYMBOL_ONLY, TWELFTHS

TAKEN: Final = 950  # a camp taken, or a place on ground worth banners, beside what it is worth to stand there
FAR_AWAY: Final = 99


@dialect
def caution(s: State, m: Mind) -> int:
    """How much danger counts: less from turn to turn, so that every battle comes to an end."""
    return max(m.w.boldness, m.w.caution - m.w.haste * s.turn) * m.mood // 1000


@dialect
def note_goals(s: State, m: Mind, side: int) -> None:
    """Note down the hexes that are worth a banner to a side."""
    bits = (EXIT | PRIZE | PLUNDER) << side
    if s.councils[side].ground > 0:
        bits |= GROUND
    m.goals = 0
    for hex in range(NOWHERE):
        if s.worth[hex] & bits != 0:
            m.goal[m.goals] = hex
            m.goals += 1


@dialect
def note_foes(s: State, m: Mind, u: Unit) -> None:
    """Note down what each enemy threatens a unit with, and what the unit could do to each."""
    n = 0
    mine = price(s, m, u.side)
    theirs = price(s, m, 1 - u.side)
    led = int(s.leader_at[u.hex] != NONE)
    for k in range(first_unit(1 - u.side), last_unit(s, 1 - u.side)):
        e = s.units[k]
        if e.hex == NOWHERE:
            continue
        there = 1000 - m.gone[k]
        foe_led = int(s.leader_at[e.hex] != NONE)
        blow = against(m, e, u, foe_led, led, theirs, mine, m.w.deterred)
        shot = harm(m, 2, SYMBOL_ONLY, u.blocks, theirs)
        m.foe_hex[n] = e.hex
        m.foe_strikes[n] = column.CLOSE_AFTER[e.kind] + 1
        far = reach(e)
        m.foe_fires[n] = far
        m.foe_shoots[n] = far + min(column.MOVE_HEXES[e.kind], column.FIRE_AFTER[e.kind]) if far > 0 else 0
        m.foe_blow[n] = blow * there // 1000
        m.foe_shot[n] = shot * there // 1000
        m.foe_prey[n] = against(m, u, e, led, foe_led, mine, theirs, m.w.back) * there // 1000
        n += 1
    m.foes = n


@dialect
def against(m: Mind, u: Unit, foe: Unit, led: int, foe_led: int, gain: int, loss: int, back_share: int) -> int:
    """What an attack of one unit on another promises by their kinds, with a share of the blow back deducted."""
    dice = plain_dice(u.kind, u.blocks == u.full, foe.kind)
    twelfths = TWELFTHS[u.kind][foe.kind][led]
    given = harm(m, dice, twelfths, foe.blocks, gain)
    if column.EVADES[foe.kind] & column.FOE[u.kind] != 0:
        given = min(given, harm(m, dice, SYMBOL_ONLY, foe.blocks, gain) + m.w.pushed // 2)
    stays = 1000 - hits_chance(dice, twelfths, foe.blocks)
    back_dice = plain_back(foe.kind, foe.blocks == foe.full, u.kind)
    back = harm(m, back_dice, TWELFTHS[foe.kind][u.kind][foe_led], u.blocks, loss) * stays // 1000
    return max(0, given - back * back_share // 1000)


@dialect
def danger(s: State, m: Mind, u: Unit, hex: int) -> int:
    """What the worst enemies could do to a unit on a hex in their next turn; notes how far the nearest of all is."""
    worst = 0
    second = 0
    third = 0
    nearest = FAR_AWAY
    most = column.CLOSE_IN[s.terrain[hex]]
    for n in range(m.foes):
        away = FAR[hex][m.foe_hex[n]]
        if away < nearest:
            nearest = away
        if away <= m.foe_strikes[n]:
            threat = m.foe_blow[n]
            if most < NO_LIMIT:
                threat = threat * min(most, 4) // 4
        elif away <= m.foe_fires[n]:
            threat = m.foe_shot[n]
        elif away <= m.foe_shoots[n]:
            threat = m.foe_shot[n] // 2
        else:
            continue
        if threat > worst:
            third = second
            second = worst
            worst = threat
        elif threat > second:
            third = second
            second = threat
        elif threat > third:
            third = threat
    m.nearest = nearest
    return worst + (second * m.w.second + third * m.w.third) // 1000


@dialect
def prey(s: State, m: Mind, u: Unit, hex: int) -> int:
    """What a unit on a hex could attack in its next turn."""
    best = 0
    strikes = column.CLOSE_AFTER[u.kind] + 1
    for n in range(m.foes):
        if m.foe_prey[n] > best and FAR[hex][m.foe_hex[n]] <= strikes:
            best = m.foe_prey[n]
    return best


@dialect
def friends(s: State, u: Unit, hex: int) -> int:
    """Units of its side that a unit would have beside it on a hex."""
    if has(u, kinds.NO_SUPPORT):
        return 0
    count = 0
    for n in NEAR[hex]:
        i = s.unit_at[n]
        if i != NONE and s.units[i].side == u.side and n != u.hex:
            count += 1
    return count


@dialect
def led_at(s: State, u: Unit, hex: int) -> bool:
    """Whether a unit on a hex would have a leader with it or beside it."""
    if s.leader_at[u.hex] != NONE or s.leader_at[hex] != NONE:
        return True
    for n in NEAR[hex]:
        k = s.leader_at[n]
        if k != NONE and s.leaders[k].side == u.side:
            return True
    return False


@dialect
def is_cornered(s: State, u: Unit, hex: int) -> bool:
    """Whether a unit on a hex could not retreat."""
    for n in REAR[u.side][hex]:
        if n == u.hex or free_for(s, u, n):
            return False
    return True


@dialect
def standing(s: State, m: Mind, u: Unit, hex: int) -> int:
    """What it is worth to a unit to stand on a hex, the enemies being noted down for it."""
    threat = danger(s, m, u, hex)
    if threat > 0:
        share = 1000 + m.w.weak * (u.full - u.blocks)
        if s.leader_at[u.hex] != NONE:
            share += m.w.led
        if is_cornered(s, u, hex):
            share += m.w.cornered
        threat = threat * share // 1000
    worth = -threat * caution(s, m) // 1000
    if m.nearest <= column.CLOSE_AFTER[u.kind] + 1:
        worth += prey(s, m, u, hex) * m.w.prey // 1000
    worth += min(friends(s, u, hex), 2) * m.w.support
    worth -= m.nearest * m.w.nearer * u.blocks // u.full
    if led_at(s, u, hex):
        worth += m.w.beside_leader
    if m.goals > 0:
        worth += goal_worth(s, m, u, hex)
    return worth


@dialect
def goal_worth(s: State, m: Mind, u: Unit, hex: int) -> int:
    """What ground worth a banner makes of a hex: a taken camp, or the way there."""
    if s.worth[hex] & ((PRIZE | PLUNDER) << u.side | GROUND) != 0:
        return TAKEN
    far = FAR_AWAY
    for n in range(m.goals):
        far = min(far, FAR[hex][m.goal[n]])
    return -far * m.w.goal


@dialect
def nearest_unit(s: State, side: int, hex: int) -> int:
    """Hexes to the nearest unit of a side."""
    far = FAR_AWAY
    for i in range(first_unit(side), last_unit(s, side)):
        far = min(far, FAR[hex][s.units[i].hex])
    return far


@dialect
def leader_standing(s: State, m: Mind, side: int, hex: int) -> int:
    """What it is worth to a leader to be on a hex: with a strong unit out of danger, else away from the enemy."""
    i = s.unit_at[hex]
    if i == NONE or s.units[i].side != side:
        alone = max(0, 5 - nearest_unit(s, 1 - side, hex)) * m.w.lonely
        return -alone - nearest_unit(s, side, hex) * m.w.follow
    u = s.units[i]
    note_foes(s, m, u)
    threat = danger(s, m, u, hex) * caution(s, m) // 1000
    near = 0
    for n in NEAR[hex]:
        k = s.unit_at[n]
        if k != NONE and s.units[k].side == side:
            near += m.w.beside_leader
    return m.w.join + m.w.block // 8 * u.blocks + near // 2 - threat * m.w.led // 1000
