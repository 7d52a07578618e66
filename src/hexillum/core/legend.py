"""What the fields of a running procedure's frame mean, procedure by procedure, and small readers of them.

All frames have the same fields, and each procedure uses some of them in its own way. `LEGEND` says which and how; what
is not in it stays blank, which a test holds the rules to. Whoever looks at a frame from outside reads it through the
functions below, in words of the game.
"""

from __future__ import annotations

from typing import Final

from . import proc
from .hexes import NOWHERE
from .state import Frame
from .structs import dialect

#: What each field of a frame means, by procedure. A field that is not named stays as a finished frame leaves it.
LEGEND: Final[dict[int, dict[str, str]]] = {
    proc.TURN: {
        "unit": "the unit that battles",
        "mode": "the side that draws",
        "count": "1 once the side that struck first has drawn",
        "one": "the first card of a Scout",
        "two": "the second card of a Scout",
    },
    proc.DEAL: {"mode": "the side that draws"},
    proc.MARCH: {
        "unit": "who moves: a unit, or a leader by his number",
        "mode": "whether it is a leader",
        "hex": "the hex reached",
        "count": "hexes moved",
        "one": "a hex of a unit that was passed through",
    },
    proc.CLOSE_COMBAT: {
        "unit": "the attacker",
        "foe": "the defender; nobody once it is gone and the attacker advances",
        "hex": "the hex that is attacked",
        "mode": "STRIKING_FIRST where the defender has struck first, SHOOTING_BACK once it has shot while it evades",
        "count": "1 in a bonus combat; after an advance, the hexes advanced",
        "spared": "1 while the defender evades",
        "one": "the hex of the attacker",
        "two": "the defender's leader; after an advance, who came out of an ambush",
        "three": "a hex once the defender was asked to evade; after an advance, the further hex that waits",
    },
    proc.RANGED_COMBAT: {"unit": "who fires", "foe": "the target", "hex": "the hex that is fired at"},
    proc.AT_LEADER: {
        "unit": "the attacker",
        "foe": "the leader, alone on his hex",
        "hex": "his hex",
        "mode": "in which way the unit rolls",
    },
    proc.ATTACK: {
        "unit": "who rolls",
        "foe": "at whom",
        "hex": "the hex of the target",
        "mode": "in which way the unit rolls",
        "count": "1 where the target evades, so that flags are nothing to it",
        "hits": "hits rolled",
        "spared": "hits that the target ignores",
        "banners": "flags rolled, less those ignored",
        "one": "how many flags may be ignored; NOWHERE for none",
    },
    proc.LOSSES: {
        "unit": "who loses blocks",
        "foe": "the leader who is checked",
        "hex": "where",
        "mode": "1 where the blocks are gone already and only the leader is due",
        "count": "blocks to lose",
    },
    proc.RETREAT: {
        "unit": "who goes back",
        "hex": "where crushed units stand behind it",
        "mode": "whether it has moved",
        "count": "hexes left",
        "hits": "marshes entered",
        "one": "the unit crushed on the left",
        "two": "and on the right",
    },
    proc.RAMPAGE: {
        "unit": "the elephant",
        "hex": "whom it tramples",
        "hits": "the directions still due, a bit for each",
    },
    proc.EVADE: {
        "unit": "who evades",
        "foe": "at whom it shot before it went",
        "mode": "whether it has begun",
        "count": "hexes left",
        "hits": "marshes entered",
    },
    proc.FLIGHT: {
        "unit": "the leader",
        "hex": "the end of the path so far",
        "count": "hexes of the path",
        "hits": "escapes made",
        "spared": "hexes of the path that are behind him",
        "one": "the first hex of the path",
        "two": "the second",
        "three": "the third",
    },
    proc.MIRE: {"unit": "who is in the marsh, a unit or a leader", "mode": "whether it is a leader", "count": "dice"},
    proc.SETTLEMENT: {"mode": "the side that draws or discards"},
    proc.PLACEMENT: {
        "foe": "the piece that is placed",
        "mode": "the side that places",
        "count": "1 in an ambush, 0 before the battle",
    },
}


@dialect
def evading(f: Frame) -> bool:
    """Whether the target of a close combat, or of the roll in one, evades (EV-01)."""
    if f.proc == proc.CLOSE_COMBAT:
        return f.spared == 1
    return f.proc == proc.ATTACK and f.count == 1


@dialect
def is_bonus(f: Frame) -> bool:
    """Whether a close combat under way is a bonus combat (BC-01)."""
    return f.proc == proc.CLOSE_COMBAT and f.count == 1


@dialect
def vacated(f: Frame) -> int:
    """The hex that a close combat was about: where an attacker that advances goes first (MA-02)."""
    return f.hex


@dialect
def ambusher(f: Frame) -> int:
    """The unit that came out of an ambush at the attacker that advanced, or NONE (CARD-22)."""
    return f.two


@dialect
def hexes_left(f: Frame) -> int:
    """How many hexes a unit that retreats or evades still has to go (RT-02, EV-18)."""
    return f.count


@dialect
def marshes(f: Frame) -> int:
    """How many marshes a unit that retreats or evades has entered (TER-08)."""
    return f.hits


@dialect
def ignorable_flags(f: Frame) -> int:
    """How many flags of the roll may be ignored, 0 for none (BM-01)."""
    if f.one == NOWHERE:
        return 0
    return f.one


@dialect
def hexes_moved(f: Frame) -> int:
    """How many hexes of its move a piece has made, or a leader of his flight's path (MOV-01, LE-01)."""
    return f.count


@dialect
def moves_leader(f: Frame) -> bool:
    """Whether the piece that moves, or that is in a marsh, is a leader alone (MOV-08)."""
    return f.mode == 1


@dialect
def reached(f: Frame) -> int:
    """The hex that a piece on the move, or a leader's path, has come to."""
    return f.hex


@dialect
def side_of(f: Frame) -> int:
    """The side that draws, discards or places pieces (TURN-03, SCEN-05, SCEN-11)."""
    return f.mode


@dialect
def piece_placed(f: Frame) -> int:
    """The piece that is being placed, by its number in the action table (SCEN-10, SCEN-11)."""
    return f.foe


@dialect
def asked_to_evade(f: Frame) -> bool:
    """Whether the defender of a close combat was asked whether it evades (CC-07)."""
    return f.three != NOWHERE


@dialect
def struck_first(f: Frame) -> bool:
    """Whether the defender of a close combat has struck first, or fights on after an ambush (GAP-04, CARD-22)."""
    return f.mode == proc.STRIKING_FIRST


@dialect
def attacks_from(f: Frame) -> int:
    """The hex of the attacker in a close combat (CC-04)."""
    return f.one


@dialect
def way_of(f: Frame) -> int:
    """In which way a unit rolls at another: `proc.ATTACKING`, `proc.BATTLING_BACK` and so on."""
    return f.mode
