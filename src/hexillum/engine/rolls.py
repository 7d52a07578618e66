"""Which rolls are the same: those after which everything goes on alike, whatever the faces (for `engine.walk`).

Two rolls may stand for each other where the rules make the same of them. First faces are merged that do the same in
the roll that is due, so that few rolls are left to look at; then rolls by what the rules' own count makes of them.
"""

from __future__ import annotations

from typing import Final

from ..core import column, kinds, proc
from ..core.battlefield import has
from ..core.dice import HELMET
from ..core.frames import faces
from ..core.state import NONE, Frame, State
from ..core.structs import Table, dialect, table
from ..rules.dice import alike_in_attack, tally

# Places of the scratch buffer.
_SORT: Final = 0
_FACE: Final = 6
_SIZE: Final = 12
_COUNT: Final = 18
_KEY: Final = 24
#: The most different rolls of one moment.
ROLLS_MOST: Final = 480
_FACTORIAL: Final[Table[int]] = table([1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600])


@dialect
def takes_leaders(f: Frame) -> bool:
    """Whether helmets take a leader in the roll that is due."""
    return (
        f.proc == proc.LOSSES
        or f.proc == proc.AT_LEADER
        or f.proc == proc.FLIGHT
        or f.proc == proc.RAMPAGE
        or f.proc == proc.MIRE
    )


@dialect
def rolled_at(s: State, f: Frame) -> int:
    """The unit that loses blocks by its own symbol in a rampage or a marsh; NONE in other rolls and for leaders."""
    if f.proc == proc.RAMPAGE:
        return s.unit_at[f.hex]
    if f.proc == proc.MIRE and f.mode == 0:
        return f.unit
    return NONE


@dialect
def alike(s: State, face: int) -> int:
    """What a face does in the roll that is due: faces with the same number may stand for each other."""
    f = s.frames[s.depth]
    if f.proc == proc.ATTACK:
        return alike_in_attack(s, f, face)
    i = rolled_at(s, f)
    if i != NONE:
        return int(face == column.SYMBOL[s.units[i].kind])
    if takes_leaders(f):
        return int(face == HELMET)
    return face


@dialect
def effect(s: State, roll: int, whole: bool) -> int:
    """What a roll would do now: rolls with the same number lead to the same outcomes, equally likely.

    For an attack: hits in the low byte, then flags, and what is still open of re-rolls. The other rolls kill or they
    do not. `whole` keeps hits apart that a target has no blocks for; nothing else can come of those.
    """
    f = s.frames[s.depth]
    i = rolled_at(s, f)
    before = s.answer
    s.answer = roll
    made = roll
    if f.proc == proc.ATTACK:
        made = effect_of_attack(s, whole)
    elif i != NONE:
        made = min(faces(s, column.SYMBOL[s.units[i].kind]), s.units[i].blocks)
    elif takes_leaders(f):
        made = int(faces(s, HELMET) >= (s.dice if f.proc == proc.LOSSES else 1))
    s.answer = before
    return made


@dialect
def effect_of_attack(s: State, whole: bool) -> int:
    """The same for the roll of an attack, which the rules' own tally counts; the frame is left as it was.

    Whoever has no block left has nothing to fear from flags, and re-rolls count no farther than that.
    """
    f = s.frames[s.depth]
    u = s.units[f.unit]
    foe = s.units[f.foe]
    hits_before = f.hits
    spared_before = f.spared
    banners_before = f.banners
    again = tally(s, f, u, foe)
    hits = int(f.hits)
    spared = int(f.spared)
    banners = int(f.banners)
    f.hits = hits_before
    f.spared = spared_before
    f.banners = banners_before
    if hits >= foe.blocks:
        return hits if whole and not has(u, kinds.REROLLS_SWORDS) else int(foe.blocks)
    return hits | (banners << 8) | (((spared << 8) | (again << 16)) << 8 if again > 0 else 0)


@dialect
def sort_faces(s: State, scratch: list[int]) -> int:
    """Sort the six faces by what they do, into a face of each sort and how many there are; returns how many sorts."""
    sorts = 0
    for face in range(6):
        does = alike(s, face)
        at = sorts
        for k in range(sorts):
            if scratch[_SORT + k] == does:
                at = k
        if at == sorts:
            scratch[_SORT + at] = does
            scratch[_FACE + at] = face
            scratch[_SIZE + at] = 0
            scratch[_COUNT + at] = 0
            sorts += 1
        scratch[_SIZE + at] += 1
    return sorts


@dialect
def ways_of(s: State, sorts: int, scratch: list[int]) -> int:
    """In how many of the 6^n ways the dice fall with so many of each sort."""
    ways = 1 * _FACTORIAL[s.dice]
    for k in range(sorts):
        count = scratch[_COUNT + k]
        ways //= _FACTORIAL[count]
        for _ in range(count):
            ways *= scratch[_SIZE + k]
    return ways


@dialect
def deal_on(s: State, sorts: int, scratch: list[int]) -> bool:
    """Go on to the next way to deal the dice out among the sorts; False after the one with all in the last sort."""
    if sorts == 1 or scratch[_COUNT + sorts - 1] == s.dice:
        return False
    k = 0
    while scratch[_COUNT + k] == 0:
        k += 1
    moved = scratch[_COUNT + k]
    scratch[_COUNT + k] = 0
    scratch[_COUNT] = moved - 1
    scratch[_COUNT + k + 1] += 1
    return True


@dialect
def merged_rolls(s: State, whole: bool, rolls: list[int], chances: list[int], scratch: list[int]) -> int:
    """Write each different roll that can fall now and in how many of the 6^n ways; returns how many there are.

    The first written is of the plainest faces: a re-roll that can't matter any more takes it, and it ends the re-rolls.
    """
    sorts = sort_faces(s, scratch)
    scratch[_COUNT] = s.dice
    made = 0
    going = True
    while going:
        roll = 0
        for k in range(sorts):
            roll += scratch[_COUNT + k] << (4 * scratch[_FACE + k])
        key = effect(s, roll, whole)
        at = made
        for n in range(made):
            if scratch[_KEY + n] == key:
                at = n
                break
        if at == made:
            if made == ROLLS_MOST:
                raise IndexError("overflow of different rolls")
            scratch[_KEY + made] = key
            rolls[made] = roll
            chances[made] = 0
            made += 1
        chances[at] += ways_of(s, sorts, scratch)
        going = deal_on(s, sorts, scratch)
    return made
