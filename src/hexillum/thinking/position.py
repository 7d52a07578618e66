"""What a position is worth to a side: its chance to win, by a logistic formula over what can be counted."""

from __future__ import annotations

from math import exp
from typing import Final

from ..core import column, kinds
from ..core.battlefield import first_leader, first_unit, last_unit
from ..core.hexes import FAR, NOWHERE
from ..core.kinds import Kind
from ..core.state import NONE, State
from ..core.structs import dialect, table
from .ground import against, nearest_unit
from .mind import RANKS, Mind

WON: Final = 10000  # the chance of a battle that is won, in ten thousandths
SIGHT: Final = 6  # hexes; how much farther away an enemy is doesn't matter
LARGEST: Final = 800  # hundredths of the largest logit of the table

#: For each hundredth of a logit from -LARGEST the chance, in ten thousandths.
CHANCES: Final = table([round(WON / (1 + exp(-n / 100))) for n in range(-LARGEST, LARGEST + 1)])


def _rank(kind: Kind) -> int:
    if kind.group in ("elephant", "chariot"):
        return RANKS.index("elephant-or-chariot")
    weight = "light" if kind.classes & kinds.LIGHT else "heavy" if kind.classes & kinds.HEAVY else "medium"
    return RANKS.index(f"{weight}-{'mounted' if kind.mounted else 'foot'}")


#: For each kind of unit its place in RANKS.
RANK: Final = column.of_kinds(_rank)
#: For each kind 1 where it is foot of the line: it has to come near the enemy to be of use.
LINE: Final = column.of_kinds(lambda kind: int(not kind.mounted and not kind.classes & kinds.LIGHT))


@dialect
def threats(s: State, m: Mind, side: int) -> int:
    """What a side could do next to the enemies that are worst off: the best blow at each, the three best added."""
    worst = 0
    second = 0
    third = 0
    for k in range(first_unit(1 - side), last_unit(s, 1 - side)):
        e = s.units[k]
        if e.hex == NOWHERE:
            continue
        led = int(s.leader_at[e.hex] != NONE)
        best = 0
        for i in range(first_unit(side), last_unit(s, side)):
            u = s.units[i]
            if FAR[e.hex][u.hex] <= column.CLOSE_AFTER[u.kind] + 1:
                blow = against(m, u, e, int(s.leader_at[u.hex] != NONE), led, 1000, 1000, m.w.deterred)
                best = max(best, blow * (1000 - m.gone[i]) // 1000)
        best = best * (1000 - m.gone[k]) // 1000
        if best > worst:
            third = second
            second = worst
            worst = best
        elif best > second:
            third = second
            second = best
        elif best > third:
            third = best
    return worst + second + third


@dialect
def strength(s: State, m: Mind, side: int) -> int:
    """What a side has: banners, blocks, sound units, leaders, a line near the enemy; in thousandths of a logit."""
    need = max(1, s.goal[side] - s.banners[side])
    total = m.p.near_goal // need - m.p.need * need
    for i in range(first_unit(side), last_unit(s, side)):
        u = s.units[i]
        if u.hex != NOWHERE:
            total += m.p.block[RANK[u.kind]] * u.blocks
            if u.blocks <= 2:
                total -= m.p.one if u.blocks == 1 else m.p.two
            line = LINE[u.kind] * u.blocks * m.p.behind
            aloof = m.p.aloof if s.leader_at[u.hex] != NONE else 0
            if line + aloof > 0:
                away = min(nearest_unit(s, 1 - side, u.hex), SIGHT)
                total -= line * away // 4 + aloof * away
    for k in range(first_leader(side), first_leader(side + 1)):
        if s.leaders[k].hex != NOWHERE:
            total += m.p.leader
            if s.unit_at[s.leaders[k].hex] == NONE:
                total -= m.p.lone
    return total


@dialect
def chance_to_win(s: State, m: Mind, side: int) -> int:
    """A side's chance to win, in ten thousandths."""
    if s.outcome != NONE:
        if s.outcome == side:
            return WON
        return 0 if s.outcome == 1 - side else WON // 2
    for i in range(first_unit(0), last_unit(s, 1)):
        m.gone[i] = 0
    active = s.active
    logit = m.p.tempo + strength(s, m, active) - strength(s, m, 1 - active)
    logit += (threats(s, m, active) * m.p.mine - threats(s, m, 1 - active) * m.p.theirs) // 1000
    chance = CHANCES[min(max(logit // 10, -LARGEST), LARGEST) + LARGEST]
    return chance if active == side else WON - chance
