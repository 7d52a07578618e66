"""The moments of a walk at which dice are due: which are the same, and which of them is walked on from first.

Where elephants roll their hits again and trample whoever stands near, many ways lead to the same moment. A walk keeps
the moments that wait, lets those that are equal meet, and goes on from those that are least far: by then all ways to
them have come together. Where room grows short it goes on from the farthest, which soon end.
"""

from __future__ import annotations

from typing import Final

from ..core import column, proc, steps
from ..core.battlefield import alive, apart, first_unit, has, last_unit
from ..core.hexes import NEAR, NOWHERE, ROW
from ..core.kinds import RAMPAGES
from ..core.state import LEADERS, NONE, Frame, State, Unit, same_board
from ..core.structs import dialect
from .walk import Saw, Way

_DEEP: Final = 7  # frames on top of each other that a rank tells apart
_MASK: Final = (1 << 56) - 1


@dialect
def progress(f: Frame) -> int:
    """How far a procedure in which dice are due has come, 0 to 254: later moments have a higher number."""
    if f.proc == proc.RAMPAGE:
        due = 0
        for d in range(6):
            due += (f.hits >> d) & 1
        return 2 * (6 - due) + int(f.step != steps.RAMPAGE_ROLLED)
    return 15 * min(f.step, 15) + min(f.hits + f.spared, 14)


@dialect
def rank(s: State, depth: int) -> int:
    """How far the battle of the frame at a depth has come: 8 bits for each procedure that runs, the lowest first.

    Who waits in a deeper procedure is less far than who has come back from there. Whatever the order, a walk finds the
    same; only what was walked on from already is not met any more.
    """
    made = 0
    for n in range(depth, depth + _DEEP):
        made = (made << 8) | (progress(s.frames[n]) if n <= s.depth else 255)
    return made


@dialect
def is_behind(u: Unit, hex: int) -> bool:
    """Whether a hex lies in a row behind a unit, where it may yet come to and crush somebody (RM-12)."""
    if u.side == 0:
        return ROW[hex] < ROW[u.hex]
    return ROW[hex] > ROW[u.hex]


@dialect
def is_due(f: Frame, u: Unit, hex: int) -> bool:
    """Whether the rampage of an elephant may still come to somebody on a hex, or is with him now."""
    for d in range(6):
        if NEAR[u.hex][d] == hex:
            return f.hex == hex or (f.hits >> d) & 1 == 1
    return False


@dialect
def endangers(s: State, way: Way, i: int, hex: int) -> bool:
    """Whether unit i of the battle may yet cost somebody on a hex a block.

    An elephant does that once, when it is attacked: it tramples who is beside it, and crushes who is in its way back.
    """
    u = s.units[i]
    if not has(u, RAMPAGES) or not alive(u):
        return False
    for n in range(way.depth, s.depth + 1):
        f = s.frames[n]
        if f.proc == proc.RAMPAGE and f.unit == i:
            return is_due(f, u, hex) or is_behind(u, hex)
        if f.proc == proc.RETREAT and f.unit == i:
            return f.step < steps.RETREAT_OVER and is_behind(u, hex)
    f = s.frames[way.depth]
    if i == way.foe and f.proc == proc.CLOSE_COMBAT and f.step > steps.CLOSE_ROLLED:
        return False
    return apart(u.hex, hex) == 1 or is_behind(u, hex)


@dialect
def strength_matters(s: State, u: Unit) -> bool:
    """Whether leaders who escape through a unit ask if it is at full strength (GAP-11)."""
    return s.law.escape_full_strength_die == 1 and u.blocks == u.full and column.FULL_DICE[u.kind] > 0


@dialect
def settle(s: State, way: Way, saw: Saw) -> None:
    """Make moments equal that differ only in what cannot matter any more.

    Of a unit that has no part in the battle, and that no elephant endangers any more, only whether it lives is asked.
    So all its blocks but one are set aside, and its leader's check is forgotten: another comes after a new roll.
    """
    for side in range(2):
        for i in range(first_unit(side), last_unit(s, side)):
            u = s.units[i]
            if i == way.unit or i == way.foe or u.hex == NOWHERE:
                continue
            if endangers(s, way, way.unit, u.hex) or (way.foe != NONE and endangers(s, way, way.foe, u.hex)):
                continue
            if s.leader_at[u.hex] != NONE:
                s.leaders[s.leader_at[u.hex]].checked = 0
            if u.blocks > 1 and not strength_matters(s, u):
                saw.aside[0 if side == way.side else 1] += u.blocks - 1
                u.blocks = 1


@dialect
def digest(s: State, way: Way, saw: Saw) -> int:
    """A number that is the same for equal moments, and seldom for others: of who stands where, how strong."""
    made = int(saw.rank)
    for n in range(way.depth, s.depth + 1):
        f = s.frames[n]
        made = (made * 37 + 256 * f.unit + 64 * f.banners + 8 * f.hits + f.spared) & _MASK
    for side in range(2):
        for i in range(first_unit(side), last_unit(s, side)):
            made = (made * 37 + 16 * s.units[i].hex + s.units[i].blocks) & _MASK
    for k in range(LEADERS):
        made = (made * 37 + 2 * s.leaders[k].hex + s.leaders[k].checked) & _MASK
    made = (made * 37 + 64 * saw.hits + 8 * saw.banners + saw.aside[0]) & _MASK
    made = (made * 37 + 64 * saw.aside[1] + 8 * s.banners[0] + s.banners[1]) & _MASK
    return made ^ (made >> 19)


@dialect
def copy_saw(to: Saw, source: Saw) -> None:
    """Note the same as seen."""
    to.hits = source.hits
    to.banners = source.banners
    to.evaded = source.evaded
    to.battle_back = source.battle_back
    to.momentum = source.momentum
    to.advanced = source.advanced
    to.bonus = source.bonus
    to.crew_gone = source.crew_gone
    to.lost = source.lost
    to.aside[0] = source.aside[0]
    to.aside[1] = source.aside[1]


@dialect
def same_saw(one: Saw, other: Saw) -> bool:
    """Whether the same was seen on the way to two moments."""
    return (
        one.hits == other.hits
        and one.banners == other.banners
        and one.evaded == other.evaded
        and one.battle_back == other.battle_back
        and one.momentum == other.momentum
        and one.advanced == other.advanced
        and one.bonus == other.bonus
        and one.crew_gone == other.crew_gone
        and one.lost == other.lost
        and one.aside[0] == other.aside[0]
        and one.aside[1] == other.aside[1]
    )


@dialect
def take_place(way: Way, saws: list[Saw]) -> int:
    """A place for one moment more, or NONE where there is none."""
    at = int(way.free)
    if at != NONE:
        way.free = saws[at].after
    elif way.used < way.room:
        at = int(way.used)
        way.used += 1
    return at


@dialect
def give_back(way: Way, saws: list[Saw], at: int) -> None:
    """Make the place of a moment free again."""
    saws[at].rank = NONE
    saws[at].after = way.free
    way.free = at


@dialect
def add_moment(
    b: list[State], at: int, way: Way, saws: list[Saw], heads: list[int], shares: list[float], share: float
) -> None:
    """Let the moment at a place wait, with the chance to be there; one that waits already takes its chance instead.

    `heads` has the first moment of each place in the table of digests, NONE where none waits; it is as long as `room`.
    """
    saw = saws[at]
    saw.rank = rank(b[at], way.depth)
    if way.meets == 1:
        settle(b[at], way, saw)
        saw.digest = digest(b[at], way, saw)
        place = saw.digest & (way.room - 1)
        met = heads[place]
        while met != NONE:
            if saws[met].digest == saw.digest and same_saw(saws[met], saw) and same_board(b, met, at):
                shares[met] += share
                give_back(way, saws, at)
                return
            met = int(saws[met].after)
        saw.after = heads[place]
        heads[place] = at
    shares[at] = share
    way.waiting += 1


@dialect
def end_wait(way: Way, saws: list[Saw], heads: list[int], at: int) -> None:
    """Let a moment wait no longer, since it is walked on from; its place stays its own."""
    way.waiting -= 1
    if way.meets == 0:
        return
    place = saws[at].digest & (way.room - 1)
    before = heads[place]
    if before == at:
        heads[place] = saws[at].after
        return
    while saws[before].after != at:
        before = int(saws[before].after)
    saws[before].after = saws[at].after


@dialect
def crowded(way: Way) -> bool:
    """Whether so many moments wait that those are walked on from first which are farthest, to their ends."""
    return 2 * way.waiting > way.room


@dialect
def next_rank(way: Way, saws: list[Saw]) -> int:
    """The rank of the moments to walk on from: those least far, or where there are many the farthest."""
    found = NONE
    many = crowded(way)
    for at in range(way.used):
        made = int(saws[at].rank)
        if made != NONE and (found == NONE or (made > found) == many):
            found = made
    return found
