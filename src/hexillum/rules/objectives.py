"""Banners for ground: exits, camps, groups of hexes (SCEN-06, SCEN-07, SCEN-14, SCEN-15)."""

from __future__ import annotations

from ..events import LEFT, LOST_GROUND, PLUNDERED, TAKEN
from ..hexes import NOWHERE
from ..records import dialect
from ..state import EXIT, GROUND, NONE, PLUNDER, PRIZE, State, Unit
from .battlefield import first_unit, last_unit, put_leader
from .frames import cite, note
from .ids import SCEN_06, SCEN_07, SCEN_14, SCEN_15
from .victory import gain_banner, remove_unit


@dialect
def is_exit(s: State, u: Unit, hex: int) -> bool:
    """Whether a unit may leave the board from a hex (SCEN-06)."""
    return s.worth[hex] & (EXIT << u.side) != 0


@dialect
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


@dialect
def take_camp(s: State, u: Unit) -> None:
    """A unit that has come to rest on an enemy camp scores, once for each camp (SCEN-07)."""
    if u.hex == NOWHERE or s.outcome != NONE or s.worth[u.hex] & (PRIZE << u.side) == 0:
        return
    s.worth[u.hex] -= PRIZE << u.side
    cite(s, SCEN_07)
    note(s, TAKEN, u.hex, u.side, 0)
    gain_banner(s, u.side, SCEN_07)


@dialect
def on_ground(s: State, side: int) -> bool:
    """Whether a unit of a side stands on one of the hexes that banners are held for (SCEN-14)."""
    for i in range(first_unit(side), last_unit(s, side)):
        hex = s.units[i].hex
        if hex != NOWHERE and s.worth[hex] & GROUND != 0:
            return True
    return False


@dialect
def hold_ground(s: State, side: int) -> None:
    """At the start of its turn a side that is alone on the ground holds its banners (SCEN-14)."""
    council = s.councils[side]
    if council.ground == 0 or council.holds > 0 or not on_ground(s, side) or on_ground(s, 1 - side):
        return
    for _ in range(council.ground):
        council.holds += 1
        gain_banner(s, side, SCEN_14)


@dialect
def lose_ground(s: State) -> None:
    """A side that is no longer alone on the ground gives its banners back (SCEN-14)."""
    for side in range(2):
        council = s.councils[side]
        if council.holds > 0 and s.outcome == NONE and (not on_ground(s, side) or on_ground(s, 1 - side)):
            s.banners[side] -= council.holds
            council.holds = 0
            cite(s, SCEN_14)
            note(s, LOST_GROUND, side, s.banners[side], 0)


@dialect
def plunder(s: State, side: int) -> None:
    """At the start of its turn a side takes the enemy camps that its units stand on off the board (SCEN-15)."""
    for i in range(first_unit(side), last_unit(s, side)):
        hex = s.units[i].hex
        if hex != NOWHERE and s.worth[hex] & (PLUNDER << side) != 0 and s.outcome == NONE:
            s.worth[hex] -= PLUNDER << side
            s.terrain[hex] = 0
            cite(s, SCEN_15)
            note(s, PLUNDERED, hex, side, 0)
            gain_banner(s, side, SCEN_15)
