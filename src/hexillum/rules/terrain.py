"""Terrain: what it lets in, where it stops, how it limits dice, what it hides and protects (chapter TE, TER)."""

from __future__ import annotations

from ..edition import (
    BLOCKS_SIGHT,
    CLOSE_IN,
    CLOSE_OUT,
    CLOSE_OUT_ENEMY,
    DICE_LESS,
    FIGHTS,
    HIGH,
    LEADER,
    MOUNTED,
    NO_LIMIT,
    OWNER,
    STOPS,
    TERRAIN_FLAGS,
    TERRAIN_RULE,
    TERRAIN_SWORDS,
    WALKS,
)
from ..hexes import AT, FAR, HALF, NEAR, REACH, ROW, SIGHT
from ..records import dialect
from ..state import NONE, State, Unit
from .battlefield import is_a
from .frames import AMBUSHING, ATTACKING, FIRING, cite
from .ids import (
    DICE_04,
    TER_10,
    TER_11,
    TER_14,
)

_PAD = 2 * REACH


@dialect
def stops_unit(s: State, u: Unit, hex: int) -> bool:
    """Whether a unit that enters a hex has to stop there (MOV-12)."""
    return STOPS[s.terrain[hex]] & WALKS[u.kind] != 0


@dialect
def stops_leader(s: State, hex: int) -> bool:
    return STOPS[s.terrain[hex]] & LEADER != 0


@dialect
def may_fight_here(s: State, u: Unit) -> bool:
    """Whether the terrain lets a unit battle that entered it this turn."""
    return u.moved == 0 or is_a(u, FIGHTS[s.terrain[u.hex]])


@dialect
def close_out(s: State, u: Unit, here: int) -> int:
    """The most close combat dice of a unit that stands on a hex."""
    ground = s.terrain[here]
    if OWNER[ground] == 1 - u.side:
        return CLOSE_OUT_ENEMY[ground]
    return CLOSE_OUT[ground][int(is_a(u, MOUNTED))]


@dialect
def close_in(s: State, here: int, there: int) -> int:
    """The most close combat dice of an attack from one hex into another."""
    mine = s.terrain[here]
    other = s.terrain[there]
    if HIGH[mine] == 1 and HIGH[other] == 1:
        return NO_LIMIT
    return CLOSE_IN[other]


@dialect
def limited(s: State, dice: int, most_here: int, here: int, most_there: int, there: int) -> int:
    """Dice after the limits of two hexes: the lowest counts (DICE-04, TER-14)."""
    most = min(most_here, most_there)
    if dice <= most:
        return dice
    cite(s, DICE_04)
    cite(s, TERRAIN_RULE[s.terrain[here if most_here == most else there]])
    if most_here < NO_LIMIT and most_there < NO_LIMIT:
        cite(s, TER_14)
    return most


@dialect
def dice_less(s: State, hex: int) -> int:
    """Dice that a unit on a hex rolls less."""
    less = DICE_LESS[s.terrain[hex]]
    if less > 0:
        cite(s, DICE_04)
        cite(s, TER_11)
        cite(s, TERRAIN_RULE[s.terrain[hex]])
    return less


@dialect
def across(sides: int, hex: int, near: int) -> bool:
    """Whether one of a hex's protected sides lies toward a neighbour."""
    for d in range(6):
        if NEAR[hex][d] == near:
            return (sides >> d) & 1 == 1
    return False


@dialect
def behind_rampart(s: State, u: Unit, enemy: int) -> bool:
    """Whether a rampart guards a unit from an enemy hex: the side over which the attack or the line of fire comes."""
    sides = s.rampart[u.hex]
    if sides == 0:
        return False
    if FAR[u.hex][enemy] == 1:
        return across(sides, u.hex, enemy)
    row = ROW[enemy]
    half = HALF[enemy]
    line = SIGHT[(ROW[u.hex] - row + REACH) * (2 * _PAD + 1) + HALF[u.hex] - half + _PAD]
    last = 4 * (line[0] - 1)
    one = AT[row + line[last + 1] + REACH][half + line[last + 2] + _PAD]
    two = AT[row + line[last + 3] + REACH][half + line[last + 4] + _PAD]
    return across(sides, u.hex, one) or across(sides, u.hex, two)


@dialect
def sheltered(mode: int) -> bool:
    """Whether terrain may protect the target of a roll: only a unit that was attacked itself (GAP-19)."""
    return mode == FIRING or mode == ATTACKING or mode == AMBUSHING


@dialect
def terrain_flags(s: State, u: Unit, enemy: int, mode: int) -> int:
    """Flags that the ground lets a defender ignore (BM-10); a camp only its own side (TER-16)."""
    if not sheltered(mode) or OWNER[s.terrain[u.hex]] == 1 - u.side:
        return 0
    most = TERRAIN_FLAGS[s.terrain[u.hex]][int(is_a(u, MOUNTED))]
    if most > 0:
        cite(s, TERRAIN_RULE[s.terrain[u.hex]])
    if most == 0 and not is_a(u, MOUNTED) and behind_rampart(s, u, enemy):
        cite(s, TER_10)
        return 1
    return most


@dialect
def terrain_swords(s: State, u: Unit, enemy: int, mode: int) -> int:
    """Swords that the ground lets a defender disregard in close combat (TE-03)."""
    if not sheltered(mode):
        return 0
    most = TERRAIN_SWORDS[s.terrain[u.hex]][int(is_a(u, MOUNTED))]
    if most > 0:
        cite(s, TERRAIN_RULE[s.terrain[u.hex]])
    if most == 0 and not is_a(u, MOUNTED) and behind_rampart(s, u, enemy):
        cite(s, TER_10)
        return 1
    return most


@dialect
def plateau_of(s: State, here: int, there: int) -> int:
    """The hill or wall that two hexes share, 0 where they share none: its hexes hide nothing between them (TER-03)."""
    if s.plateau[here] == s.plateau[there]:
        return s.plateau[here]
    return 0


@dialect
def obstructs(s: State, hex: int, plateau: int) -> bool:
    """Whether a hex hides what is behind it: a piece, some terrain, or no board at all (RC-26, RC-27, RC-28)."""
    if s.unit_at[hex] != NONE or s.leader_at[hex] != NONE:
        return True
    return BLOCKS_SIGHT[s.terrain[hex]] == 1 and (plateau == 0 or s.plateau[hex] != plateau)


@dialect
def sees(s: State, here: int, there: int) -> bool:
    """Line of sight from centre to centre (RC-24 to RC-30)."""
    row = ROW[here]
    half = HALF[here]
    line = SIGHT[(ROW[there] - row + REACH) * (2 * _PAD + 1) + HALF[there] - half + _PAD]
    plateau = plateau_of(s, here, there)
    for i in range(line[0]):
        one = AT[row + line[4 * i + 1] + REACH][half + line[4 * i + 2] + _PAD]
        if obstructs(s, one, plateau):
            two = AT[row + line[4 * i + 3] + REACH][half + line[4 * i + 4] + _PAD]
            if one == two or obstructs(s, two, plateau):
                return False
    return True
