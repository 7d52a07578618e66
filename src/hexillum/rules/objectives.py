"""Banners for ground: units that leave over the enemy's edge, camps that are taken (SCEN-06, SCEN-07)."""

from __future__ import annotations

from ..events import LEFT, TAKEN
from ..hexes import NOWHERE
from ..records import rule
from ..state import EXIT, NONE, PRIZE, State, Unit
from .battlefield import put_leader
from .frames import cite, note
from .ids import SCEN_06, SCEN_07
from .victory import gain_banner, remove_unit


@rule
def is_exit(s: State, u: Unit, hex: int) -> bool:
    """Whether a unit may leave the board from a hex (SCEN-06)."""
    return s.worth[hex] & (EXIT << u.side) != 0


@rule
def leave(s: State, i: int) -> None:
    """A unit leaves the board with its leader and scores (SCEN-06)."""
    u = s.units[i]
    side = u.side
    cite(s, SCEN_06)
    k = s.leader_at[u.hex]
    note(s, LEFT, u.hex, side, int(k != NONE))
    if k != NONE:
        put_leader(s, k, NOWHERE)
    remove_unit(s, i)
    gain_banner(s, side, SCEN_06)


@rule
def take_camp(s: State, u: Unit) -> None:
    """A unit that has come to rest on an enemy camp scores, once for each camp (SCEN-07)."""
    if u.hex == NOWHERE or s.outcome != NONE or s.worth[u.hex] & (PRIZE << u.side) == 0:
        return
    s.worth[u.hex] -= PRIZE << u.side
    cite(s, SCEN_07)
    note(s, TAKEN, u.hex, u.side, 0)
    gain_banner(s, u.side, SCEN_07)
