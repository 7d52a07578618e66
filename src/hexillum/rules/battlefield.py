"""Looking at the battlefield and moving pieces on it: the small questions that all chapters ask."""

from __future__ import annotations

from ..edition import CARD_ACTS_ON, CLASS, ENTERS, LEADER, MISSILE, NO_SUPPORT, TRAIT, WALKS
from ..hexes import FAR, NEAR, NOWHERE, ROW
from ..records import dialect
from ..state import ARMED, HALF_LEADERS, HALF_UNITS, NO_PART, NONE, State, Unit


@dialect
def has(u: Unit, trait: int) -> bool:
    """Whether a unit has a trait of its kind."""
    return TRAIT[u.kind] & trait != 0


@dialect
def is_a(u: Unit, classes: int) -> bool:
    """Whether a unit belongs to one of the classes."""
    return CLASS[u.kind] & classes != 0


@dialect
def belongs(u: Unit, classes: int) -> bool:
    """Whether a unit is one of those that a card names: its class, or missiles that a scenario gave it (RC-05)."""
    if CLASS[u.kind] & classes != 0:
        return True
    return classes & MISSILE != 0 and u.marks & ARMED != 0


@dialect
def acted_on(s: State, u: Unit) -> bool:
    """Whether the effect in force changes what an ordered unit does: some act on one class of the group only."""
    classes = CARD_ACTS_ON[s.effect]
    return classes == 0 or (belongs(u, classes) and u.aim != NO_PART)


@dialect
def alive(u: Unit) -> bool:
    return u.blocks > 0


@dialect
def apart(a: int, b: int) -> int:
    """Hexes from a to b (RC-18)."""
    return FAR[a][b]


@dialect
def first_unit(side: int) -> int:
    return HALF_UNITS * side


@dialect
def last_unit(s: State, side: int) -> int:
    return HALF_UNITS * side + s.units_of[side]


@dialect
def first_leader(side: int) -> int:
    return HALF_LEADERS * side


@dialect
def leader_of(s: State, u: Unit) -> int:
    """The leader attached to a unit, or NONE."""
    return s.leader_at[u.hex]


@dialect
def enemy_unit_at(s: State, side: int, hex: int) -> bool:
    i = s.unit_at[hex]
    return i != NONE and s.units[i].side != side


@dialect
def enemy_leader_at(s: State, side: int, hex: int) -> bool:
    k = s.leader_at[hex]
    return k != NONE and s.leaders[k].side != side


@dialect
def lone_enemy_leader_at(s: State, side: int, hex: int) -> bool:
    k = s.leader_at[hex]
    return k != NONE and s.unit_at[hex] == NONE and s.leaders[k].side != side


@dialect
def beside_enemy_unit(s: State, side: int, hex: int) -> bool:
    for n in NEAR[hex]:
        i = s.unit_at[n]
        if i != NONE and s.units[i].side != side:
            return True
    return False


@dialect
def beside_lone_enemy_leader(s: State, side: int, hex: int) -> bool:
    for n in NEAR[hex]:
        if lone_enemy_leader_at(s, side, n):
            return True
    return False


@dialect
def is_pressed(s: State, side: int, hex: int) -> bool:
    """Whether an enemy unit or lone enemy leader stands next to a hex."""
    return beside_enemy_unit(s, side, hex) or beside_lone_enemy_leader(s, side, hex)


@dialect
def inspired(s: State, u: Unit) -> bool:
    """Whether a leader helps a unit in close combat: with it or next to it (LD-01), or only with it (SCEN-08)."""
    if s.councils[u.side].homebound == 1:
        return s.leader_at[u.hex] != NONE
    return near_leader(s, u)


@dialect
def near_leader(s: State, u: Unit) -> bool:
    """Whether a friendly leader stands with the unit or next to it."""
    if s.leader_at[u.hex] != NONE:
        return True
    for n in NEAR[u.hex]:
        k = s.leader_at[n]
        if k != NONE and s.leaders[k].side == u.side:
            return True
    return False


@dialect
def supporters(s: State, u: Unit) -> int:
    """How many friendly units and lone friendly leaders stand next to a unit (BM-05, BM-07, BM-08)."""
    count = 0
    by_leaders = s.law.support_of_lone_leader_for_led == 1 or s.leader_at[u.hex] == NONE
    if has(u, NO_SUPPORT):
        return 0
    for n in NEAR[u.hex]:
        i = s.unit_at[n]
        if i != NONE:
            if s.units[i].side == u.side:
                count += 1
        elif by_leaders:
            k = s.leader_at[n]
            if k != NONE and s.leaders[k].side == u.side:
                count += 1
    return count


@dialect
def may_enter(s: State, u: Unit, hex: int) -> bool:
    """Whether the terrain lets a unit in (MOV-05, TE-01)."""
    return ENTERS[s.terrain[hex]] & WALKS[u.kind] != 0


@dialect
def leader_may_enter(s: State, hex: int) -> bool:
    return ENTERS[s.terrain[hex]] & LEADER != 0


@dialect
def free_for(s: State, u: Unit, hex: int) -> bool:
    """Whether a unit may be put on a hex: passable, without unit or enemy leader, no second leader (GAP-10)."""
    if s.unit_at[hex] != NONE:
        return False
    ground = s.terrain[hex]
    if ground != 0 and ENTERS[ground] & WALKS[u.kind] == 0:
        return False
    k = s.leader_at[hex]
    return k == NONE or (s.leaders[k].side == u.side and s.leader_at[u.hex] == NONE)


@dialect
def place(s: State, i: int, to: int) -> None:
    """Put a unit on a hex with the leader it carries; a lone friendly leader there is now attached (RT-21, RT-22)."""
    u = s.units[i]
    here = u.hex
    if here == to:
        return
    s.unit_at[here] = NONE
    s.unit_at[to] = i
    u.hex = to
    k = s.leader_at[here]
    if k != NONE:
        s.leader_at[here] = NONE
        s.leader_at[to] = k
        s.leaders[k].hex = to


@dialect
def put_leader(s: State, k: int, to: int) -> None:
    """Put a leader on a hex, or NOWHERE to take him off the board."""
    leader = s.leaders[k]
    if leader.hex != NOWHERE and s.leader_at[leader.hex] == k:
        s.leader_at[leader.hex] = NONE
    leader.hex = to
    if to != NOWHERE:
        s.leader_at[to] = k


@dialect
def on_baseline(s: State, side: int, hex: int) -> bool:
    """Whether a hex lies on a side's own edge of the board."""
    if side == 0:
        return ROW[hex] == 0
    return ROW[hex] == s.rows - 1
