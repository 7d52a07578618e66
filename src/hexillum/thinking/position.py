"""What a position is worth to a side at the end of a turn: its chance to win, from what can be counted."""

from __future__ import annotations

from ..hexes import NOWHERE
from ..rules.battlefield import first_leader, first_unit, last_unit
from ..state import NONE, State
from .mind import Mind, thought

DRAWN: int = 500


@thought
def strength(s: State, m: Mind, side: int) -> int:
    """Banners gained, blocks and units that are left, in thousandths of a banner."""
    total = 0
    for i in range(first_unit(side), last_unit(s, side)):
        u = s.units[i]
        if u.hex != NOWHERE:
            total += m.w.block * u.blocks
    for k in range(first_leader(side), first_leader(side + 1)):
        if s.leaders[k].hex != NOWHERE:
            total += m.w.join
    return total + 1000 * s.banners[side]


@thought
def chance_to_win(s: State, m: Mind, side: int) -> int:
    """A side's chance to win, in thousandths."""
    if s.outcome == side:
        return 10000
    if s.outcome != NONE:
        return -10000
    return strength(s, m, side) - strength(s, m, 1 - side)
