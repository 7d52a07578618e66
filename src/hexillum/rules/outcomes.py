"""What a battle leads to, over all rolls: which rolls are the same, how both sides behave, and what came of it.

Exact odds walk the rules themselves: a battle is copied at every roll, each different roll is answered, and both sides
answer by a stated behaviour until the next roll or the end. Here is one step of that walk; `hexillum.odds` and
`hexillum.fast` go from step to step. Nothing here is asked when a battle is played.
"""

from __future__ import annotations

from typing import Final

from ..decisions import (
    ADVANCE,
    AMBUSH,
    BACK,
    BATTLE_BONUS,
    BONUS,
    BRAVERY,
    DONE,
    EVADE,
    EVADE_PATH,
    FIRST_STRIKE,
    HEX_0,
    IGNORE,
    LEADER,
    PARTHIAN,
    RETREAT,
    ROLL,
    TRAMPLE,
    YES,
)
from ..edition import CREW_ESCAPES, HELMET, RAMPAGES, REROLLS_SWORDS, SYMBOL
from ..hexes import NOWHERE
from ..records import Table, rule, table
from ..state import NONE, State, Unit
from .battlefield import alive, first_unit, has, last_unit
from .dice import alike_in_attack, tally
from .engine import apply, legal
from .frames import (
    AT_LEADER,
    ATTACK,
    ATTACKING,
    CLOSE_COMBAT,
    FIRING,
    FLIGHT,
    LOSSES,
    MIRE,
    RAMPAGE,
    RANGED_COMBAT,
    TURN,
    call,
    faces,
    finish,
)
from .turn import TARGET_ANSWERED, clear_marks, targets

# What the walk knows all along: first how both sides behave, then the battle as it began.
WAY_EVADE: Final = 0
WAY_PARTHIAN: Final = 1
WAY_IGNORE: Final = 2  # the target's side ignores as many flags as it may
WAY_IGNORE_BACK: Final = 3  # and so does the attacker's
WAY_BACK: Final = 4
WAY_ADVANCE: Final = 5
BEHAVIOURS: Final = 6
UNIT: Final = 6
FOE: Final = 7  # the target: a unit, or NONE for a lone leader
SIDE: Final = 8  # of the attacker
BLOCKS: Final = 9
FOE_BLOCKS: Final = 10
PLACE: Final = 11
FOE_PLACE: Final = 12
BANNERS: Final = 13  # of both sides, the attacker's first
FALLEN: Final = 15  # leaders lost, likewise
ARMY: Final = 17  # blocks of both sides, likewise; 0 where nobody but the two can be hurt
WAY: Final = 19

# What the walk has seen on its way to a moment.
SAW_HITS: Final = 0
SAW_FLAGS: Final = 1
SAW_EVADE: Final = 2
SAW_BACK: Final = 3
SAW_MOMENTUM: Final = 4
SAW_ADVANCE: Final = 5
SAW_BONUS: Final = 6
SAW_CREW_GO: Final = 7  # the target's crew has escaped: it is off the board, but not eliminated
SAW_LOST: Final = 8  # blocks that the target had lost when its crew escaped
SAW: Final = 9

# What came of it, in the order in which it is packed into one number.
MADE_HITS: Final = 0
MADE_FLAGS: Final = 1
MADE_LOST: Final = 2
MADE_OWN_LOST: Final = 3
MADE_ELIMINATED: Final = 4
MADE_FORCED_BACK: Final = 5
MADE_EVADED: Final = 6
MADE_OWN_ELIMINATED: Final = 7
MADE_OWN_FORCED_BACK: Final = 8
MADE_LEADERS: Final = 9
MADE_OWN_LEADERS: Final = 10
MADE_BACK: Final = 11
MADE_MOMENTUM: Final = 12
MADE_ADVANCED: Final = 13
MADE_BONUS: Final = 14
MADE_BANNERS: Final = 15
MADE_ENEMY_BANNERS: Final = 16
MADE_OTHERS: Final = 17
MADE_OWN_OTHERS: Final = 18
MADE_END: Final = 19  # 0 not yet, 1 the attacker's side wins, 2 the target's, 3 a draw
MADE_CREW_GONE: Final = 20
MADE: Final = 21
#: Bits of each.
WIDTH: Final[Table[int]] = table([6, 4, 4, 4, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1, 4, 4, 6, 6, 2, 1])

# Places of the scratch buffer in which rolls are merged.
_FACE: Final = 6
_SIZE: Final = 12
_COUNT: Final = 18
_KEY: Final = 24
#: The most different rolls of one moment.
ROLLS_MOST: Final = 480
_FACTORIAL: Final[Table[int]] = table([1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600])


@rule
def alike(s: State, face: int) -> int:
    """What a face does in the roll that is due: faces with the same number may stand for each other."""
    f = s.frames[s.depth]
    if f.proc == ATTACK:
        return alike_in_attack(s, f, face)
    if f.proc == LOSSES or f.proc == AT_LEADER or f.proc == FLIGHT:
        return int(face == HELMET)
    if f.proc == RAMPAGE:
        i = s.unit_at[f.hex]
        return int(face == (HELMET if i == NONE else SYMBOL[s.units[i].kind]))
    if f.proc == MIRE:
        return int(face == (HELMET if f.mode == 1 else SYMBOL[s.units[f.unit].kind]))
    return face


@rule
def is_first_attack(s: State, way: list[int]) -> bool:
    """Whether the roll that is due is the attacker's own against the target, whose hits are counted as they fall."""
    f = s.frames[s.depth]
    return f.unit == way[UNIT] and f.foe == way[FOE] and (f.mode == ATTACKING or f.mode == FIRING)


@rule
def effect(s: State, roll: int, way: list[int]) -> int:
    """What a roll would do now: rolls with the same number lead to the same outcomes, equally likely.

    For an attack: hits in the low byte, then flags, and what is still open of re-rolls; whoever has no block left has
    nothing to fear from flags, and re-rolls count no farther than that. The other rolls kill or they do not.
    """
    f = s.frames[s.depth]
    before = s.answer
    s.answer = roll
    made = roll
    if f.proc == ATTACK:
        made = effect_of_attack(s, way)
    elif f.proc == LOSSES:
        made = int(faces(s, HELMET) == s.dice)
    elif f.proc == AT_LEADER or f.proc == FLIGHT or (f.proc == MIRE and f.mode == 1):
        made = int(faces(s, HELMET) > 0)
    elif f.proc == RAMPAGE and s.unit_at[f.hex] == NONE:
        made = int(faces(s, HELMET) > 0)
    elif f.proc == RAMPAGE or f.proc == MIRE:
        u = s.units[s.unit_at[f.hex] if f.proc == RAMPAGE else f.unit]
        made = min(faces(s, SYMBOL[u.kind]), u.blocks)
    s.answer = before
    return made


@rule
def effect_of_attack(s: State, way: list[int]) -> int:
    """The same for the roll of an attack, which the rules' own tally counts; the frame is left as it was."""
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
        return min(hits, foe.blocks) if has(u, REROLLS_SWORDS) or not is_first_attack(s, way) else hits
    return hits | (banners << 8) | (((spared << 8) | (again << 16)) << 8 if again > 0 else 0)


@rule
def merged_rolls(s: State, way: list[int], rolls: list[int], chances: list[int], scratch: list[int]) -> int:
    """Write each different roll that can fall now and in how many of the 6^n ways; returns how many there are.

    The first written is of the plainest faces: a re-roll that can't matter any more takes it, and it ends the re-rolls.
    """
    kinds = 0
    for face in range(6):
        sort = alike(s, face)
        at = kinds
        for k in range(kinds):
            if scratch[k] == sort:
                at = k
        if at == kinds:
            scratch[kinds] = sort
            scratch[_FACE + kinds] = face
            scratch[_SIZE + kinds] = 0
            scratch[_COUNT + kinds] = 0
            kinds += 1
        scratch[_SIZE + at] += 1
    scratch[_COUNT] = s.dice
    made = 0
    while True:
        roll = 0
        chance = 1 * _FACTORIAL[s.dice]
        for k in range(kinds):
            count = scratch[_COUNT + k]
            roll += count << (4 * scratch[_FACE + k])
            chance //= _FACTORIAL[count]
            for _ in range(count):
                chance *= scratch[_SIZE + k]
        key = effect(s, roll, way)
        at = made
        for n in range(made):
            if scratch[_KEY + n] == key:
                at = n
                break
        if at < made:
            chances[at] += chance
        else:
            if made >= ROLLS_MOST:
                raise IndexError("overflow of different rolls")
            scratch[_KEY + made] = key
            rolls[made] = roll
            chances[made] = chance
            made += 1
        # The next way to deal the dice out among the sorts of faces; the last one has them all in the last sort.
        if kinds == 1 or scratch[_COUNT + kinds - 1] == s.dice:
            return made
        k = 0
        while scratch[_COUNT + k] == 0:
            k += 1
        moved = scratch[_COUNT + k]
        scratch[_COUNT + k] = 0
        scratch[_COUNT] = moved - 1
        scratch[_COUNT + k + 1] += 1
    return made


@rule
def army_blocks(s: State, side: int) -> int:
    """The blocks that a side has on the board."""
    blocks = 0
    for i in range(first_unit(side), last_unit(s, side)):
        if s.units[i].hex != NOWHERE:
            blocks += s.units[i].blocks
    return blocks


@rule
def may_rampage(s: State, way: list[int]) -> bool:
    """Whether a unit of the battle might trample others."""
    return has(s.units[way[UNIT]], RAMPAGES) or (way[FOE] != NONE and has(s.units[way[FOE]], RAMPAGES))


@rule
def begin_walk(s: State, way: list[int], saw: list[int]) -> bool:
    """Note who battles whom, and how they stand, right after the attack was chosen; False where there is none."""
    depth = int(s.depth)
    while depth > 0:
        proc = s.frames[depth].proc
        if proc == CLOSE_COMBAT or proc == RANGED_COMBAT or proc == AT_LEADER:
            break
        depth -= 1
    if depth <= 0 or s.outcome != NONE:
        return False
    f = s.frames[depth]
    u = s.units[f.unit]
    way[UNIT] = f.unit
    way[SIDE] = u.side
    way[BLOCKS] = u.blocks
    way[PLACE] = u.hex
    way[FOE] = NONE if f.proc == AT_LEADER else f.foe
    way[FOE_BLOCKS] = 0 if f.proc == AT_LEADER else s.units[f.foe].blocks
    way[FOE_PLACE] = s.leaders[f.foe].hex if f.proc == AT_LEADER else s.units[f.foe].hex
    for n in range(2):
        side = u.side if n == 0 else 1 - u.side
        way[BANNERS + n] = s.banners[side]
        way[FALLEN + n] = s.councils[side].fallen
        way[ARMY + n] = army_blocks(s, side) if may_rampage(s, way) else 0
    for n in range(SAW):
        saw[n] = 0
    return True


@rule
def first_offered(s: State, out: list[int]) -> int:
    """The first of the answers that are offered, in their order."""
    first = NONE
    for n in range(legal(s, out)):
        if first == NONE or out[n] < first:
            first = out[n]
    return first


@rule
def behaves(s: State, way: list[int], saw: list[int], out: list[int]) -> int:
    """What the side that is asked answers, NONE where the battle that is walked is over or opens another.

    First Strike, Ambush and tokens are kept; of several ways the first that is offered is gone.
    """
    q = s.question
    if q == EVADE:
        saw[SAW_EVADE] = way[WAY_EVADE]
        return YES if way[WAY_EVADE] == 1 else DONE
    if q == PARTHIAN:
        return YES if way[WAY_PARTHIAN] == 1 else DONE
    if q == IGNORE:
        most = legal(s, out) - 1
        willing = way[WAY_IGNORE_BACK] if s.who == way[SIDE] else way[WAY_IGNORE]
        return out[most] if willing == 1 else out[0]
    if q == BACK:
        saw[SAW_BACK] = way[WAY_BACK]
        return YES if way[WAY_BACK] == 1 else DONE
    if q == ADVANCE:
        saw[SAW_MOMENTUM] = 1
        saw[SAW_ADVANCE] = way[WAY_ADVANCE]
        return HEX_0 + s.frames[s.depth].hex if way[WAY_ADVANCE] == 1 else DONE
    if q == BONUS:
        saw[SAW_BONUS] = 1
        return NONE
    if q == FIRST_STRIKE or q == AMBUSH or q == BATTLE_BONUS or q == BRAVERY:
        return DONE
    if q == RETREAT or q == EVADE_PATH or q == LEADER or q == TRAMPLE:
        return first_offered(s, out)
    return NONE


@rule
def lost_now(s: State, way: list[int], saw: list[int]) -> int:
    """Blocks that the target loses by the roll just answered, for a crew that is gone afterwards."""
    f = s.frames[s.depth]
    if s.question == ROLL and f.proc == ATTACK:
        return saw[SAW_HITS]
    if s.question == ROLL and f.proc == MIRE and f.mode == 0:
        return faces(s, SYMBOL[s.units[f.unit].kind])
    return 0


@rule
def take(s: State, answer: int, way: list[int], saw: list[int]) -> None:
    """Give an answer, and see whether a crew escapes by it."""
    if way[FOE] == NONE or not has(s.units[way[FOE]], CREW_ESCAPES):
        apply(s, answer)
        return
    foe = s.units[way[FOE]]
    there = foe.hex != NOWHERE
    s.answer = answer
    lost = way[FOE_BLOCKS] - foe.blocks + lost_now(s, way, saw)
    banners = int(s.banners[way[SIDE]]) - s.councils[foe.side].fallen
    apply(s, answer)
    if there and foe.hex == NOWHERE and s.banners[way[SIDE]] - s.councils[foe.side].fallen == banners:
        saw[SAW_CREW_GO] = 1
        saw[SAW_LOST] = lost


@rule
def carry_on(s: State, way: list[int], saw: list[int], out: list[int]) -> bool:
    """Let both sides answer by their behaviour until dice are due (True) or the battle that is walked is over."""
    while s.outcome == NONE and s.question != ROLL:
        answer = behaves(s, way, saw, out)
        if answer == NONE:
            return False
        take(s, answer, way, saw)
    return s.outcome == NONE


@rule
def roll_on(s: State, roll: int, way: list[int], saw: list[int], out: list[int]) -> bool:
    """Let dice fall and both sides answer until dice are due again (True) or the battle that is walked is over."""
    f = s.frames[s.depth]
    if f.proc == ATTACK and is_first_attack(s, way):
        made = effect(s, roll, way)
        saw[SAW_HITS] = made & 255
        saw[SAW_FLAGS] = (made >> 8) & 255
    take(s, roll, way, saw)
    return carry_on(s, way, saw, out)


@rule
def stands_elsewhere(u: Unit, place: int) -> int:
    """1 where a unit lives, but no longer on a hex."""
    return int(alive(u) and u.hex != place)


@rule
def outcome(s: State, way: list[int], saw: list[int], made: list[int]) -> int:
    """What came of the battle, written into a buffer and packed into one number."""
    u = s.units[way[UNIT]]
    side = way[SIDE]
    made[MADE_HITS] = saw[SAW_HITS]
    made[MADE_FLAGS] = saw[SAW_FLAGS]
    made[MADE_OWN_LOST] = way[BLOCKS] - u.blocks
    made[MADE_EVADED] = saw[SAW_EVADE]
    made[MADE_OWN_ELIMINATED] = int(not alive(u))
    made[MADE_OWN_FORCED_BACK] = int(saw[SAW_ADVANCE] == 0 and stands_elsewhere(u, way[PLACE]) == 1)
    made[MADE_LEADERS] = s.councils[1 - side].fallen - way[FALLEN + 1]
    made[MADE_OWN_LEADERS] = s.councils[side].fallen - way[FALLEN]
    made[MADE_BACK] = saw[SAW_BACK]
    made[MADE_MOMENTUM] = saw[SAW_MOMENTUM]
    made[MADE_ADVANCED] = saw[SAW_ADVANCE]
    made[MADE_BONUS] = saw[SAW_BONUS]
    made[MADE_BANNERS] = s.banners[side] - way[BANNERS]
    made[MADE_ENEMY_BANNERS] = s.banners[1 - side] - way[BANNERS + 1]
    made[MADE_END] = 0 if s.outcome == NONE else 3 if s.outcome > 1 else 1 if s.outcome == side else 2
    made[MADE_CREW_GONE] = saw[SAW_CREW_GO]
    if way[FOE] == NONE:
        made[MADE_LOST] = 0
        made[MADE_ELIMINATED] = int(made[MADE_LEADERS] > 0)
        made[MADE_FORCED_BACK] = 1 - made[MADE_ELIMINATED]
    else:
        foe = s.units[way[FOE]]
        gone = saw[SAW_CREW_GO] == 1
        made[MADE_LOST] = saw[SAW_LOST] if gone else way[FOE_BLOCKS] - foe.blocks
        made[MADE_ELIMINATED] = int(not alive(foe) and not gone)
        made[MADE_FORCED_BACK] = int(saw[SAW_EVADE] == 0 and stands_elsewhere(foe, way[FOE_PLACE]) == 1)
    made[MADE_OTHERS] = 0
    made[MADE_OWN_OTHERS] = 0
    if may_rampage(s, way):
        made[MADE_OTHERS] = way[ARMY + 1] - army_blocks(s, 1 - side)
        if way[FOE] != NONE:
            made[MADE_OTHERS] -= way[FOE_BLOCKS] - s.units[way[FOE]].blocks
        made[MADE_OWN_OTHERS] = way[ARMY] - army_blocks(s, side) - made[MADE_OWN_LOST]
    packed = 0
    for n in range(MADE):
        packed = (packed << WIDTH[n]) | min(made[n], (1 << WIDTH[n]) - 1)
    return packed


@rule
def challenge(s: State, i: int, hex: int, out: list[int]) -> bool:
    """Let unit i, ordered and unmoved, in a battle phase of its side without any card, attack whoever is on a hex.

    False, with the state spoilt, where the rules would not offer that.
    """
    u = s.units[i]
    if s.outcome != NONE or u.hex == NOWHERE:
        return False
    while s.depth != NONE:
        finish(s)
    s.active = 1 - u.side
    clear_marks(s)
    s.active = u.side
    clear_marks(s)
    u.ordered = 1
    u.moved = 0
    u.fought = 0
    f = call(s, TURN, NONE, NONE)
    f.step = TARGET_ANSWERED
    f.unit = i
    for n in range(targets(s, i, out)):
        if out[n] == HEX_0 + hex:
            apply(s, HEX_0 + hex)
            return True
    return False
