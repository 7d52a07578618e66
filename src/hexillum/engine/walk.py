"""What a battle leads to, over all rolls: how both sides behave, and what came of it.

Exact odds walk the rules themselves: a battle is copied at every roll, each different roll is answered, and both sides
answer by a stated behaviour until the next roll or the end. This is one step of that walk, and what its ends are;
`engine.chances` makes the walk of it. Nothing here is asked when a battle is played.
"""

from __future__ import annotations

from typing import Annotated, Final

from ..core import ask, column, kinds, legend, proc, rule, steps
from ..core.battlefield import alive, first_unit, has, last_unit
from ..core.frames import call, faces, finish, pose
from ..core.hexes import NOWHERE
from ..core.state import DRAWN, NONE, State, Unit
from ..core.structs import Record, Table, dialect, i8, i16, i32, i64, record, table
from ..rules.turn import clear_marks, targets
from .playout import random_roll
from .rolls import effect, merged_rolls
from .step import apply, legal


@record
class Way(Record):
    """What a walk knows all along: how both sides behave (each 0 or 1), the battle as it began, how far the walk is.

    Units are their numbers, sides 0 top and 1 bottom, places hexes.
    """

    evade: i8
    parthian: i8
    ignore: i8  # the target's side ignores as many flags as it may
    own_ignore: i8  # and so does the attacker's
    battle_back: i8
    advance: i8
    unit: i8
    foe: i8  # the target: a unit, or NONE for a lone leader
    side: i8  # of the attacker
    blocks: i8
    foe_blocks: i8
    place: i16
    foe_place: i16
    banners: Annotated[list[int], "i1", 2]  # of both sides, the attacker's first
    fallen: Annotated[list[int], "i1", 2]  # leaders lost, likewise
    army: Annotated[list[int], "i2", 2]  # blocks of both sides, likewise; 0 where nobody but the two can be hurt
    depth: i8  # of the frame of the battle
    meets: i8  # 1 where moments may meet: elephants have a part in it, whose rolls multiply
    room: i32  # for so many moments at a time, a power of two
    waiting: i32  # moments that are still to be walked on from
    used: i32  # places of moments that were ever taken
    free: i32  # the first of those that were given back, or NONE
    ends: i32  # different outcomes so far


@record
class Saw(Record):
    """What a walk has seen on its way to a moment, and where the moment stands among those that wait.

    `hits` and `banners` are dice of the attacker's roll, `lost` and `aside` blocks; up to `crew_gone` the others are 1
    once it has happened.
    """

    hits: i8
    banners: i8  # flags rolled; numpy claims the better name
    evaded: i8
    battle_back: i8
    momentum: i8
    advanced: i8
    bonus: i8
    crew_gone: i8  # the target's crew has escaped: it is off the board, but not eliminated
    lost: i8  # blocks that the target had lost when its crew escaped
    aside: Annotated[list[int], "i2", 2]  # of others, attacker's side first, that nothing can happen to any more
    rank: i64  # how far the battle has come (`moments.rank`), or NONE where no moment waits
    digest: i64  # equal moments have equal ones
    after: i32  # the next moment of the same place in the table of digests, or the next place that is free


# What came of a battle, in the order in which it is packed into one number: the fields of `hexillum.odds.Outcome`.
HITS: Final = 0
FLAGS: Final = 1
LOST: Final = 2
OWN_LOST: Final = 3
ELIMINATED: Final = 4
FORCED_BACK: Final = 5
EVADED: Final = 6
OWN_ELIMINATED: Final = 7
OWN_FORCED_BACK: Final = 8
LEADERS: Final = 9
OWN_LEADERS: Final = 10
BATTLE_BACK: Final = 11
MOMENTUM: Final = 12
ADVANCED: Final = 13
BONUS_OPENED: Final = 14
BANNERS: Final = 15
ENEMY_BANNERS: Final = 16
OTHERS: Final = 17
OWN_OTHERS: Final = 18
END: Final = 19  # 0 not yet, 1 the attacker's side wins, 2 the target's, 3 a draw
CREW_GONE: Final = 20
MADE: Final = 21
#: Bits of each.
WIDTH: Final[Table[int]] = table([6, 4, 4, 4, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1, 4, 4, 6, 6, 2, 1])
#: The least that each may be: a side loses banners when it is driven from the ground that gave them.
LEAST: Final[Table[int]] = table([-4 * int(n in (BANNERS, ENEMY_BANNERS)) for n in range(MADE)])


@dialect
def army_blocks(s: State, side: int) -> int:
    """The blocks that a side has on the board."""
    blocks = 0
    for i in range(first_unit(side), last_unit(s, side)):
        if s.units[i].hex != NOWHERE:
            blocks += s.units[i].blocks
    return blocks


@dialect
def may_rampage(s: State, way: Way) -> bool:
    """Whether a unit of the battle might trample others."""
    return has(s.units[way.unit], kinds.RAMPAGES) or (way.foe != NONE and has(s.units[way.foe], kinds.RAMPAGES))


@dialect
def rolls_multiply(s: State, way: Way) -> bool:
    """Whether a unit of the battle tramples others or rolls its hits again: many ways lead to the same moment then."""
    traits = kinds.RAMPAGES | kinds.REROLLS_SWORDS
    return has(s.units[way.unit], traits) or (way.foe != NONE and has(s.units[way.foe], traits))


@dialect
def begin_walk(s: State, way: Way, saw: Saw) -> bool:
    """Note who battles whom, and how they stand now; False where no battle is under way."""
    depth = int(s.depth)
    while depth > 0:
        running = s.frames[depth].proc
        if running == proc.CLOSE_COMBAT or running == proc.RANGED_COMBAT or running == proc.AT_LEADER:
            break
        depth -= 1
    f = s.frames[max(depth, 0)]
    if depth <= 0 or s.outcome != NONE or f.foe == NONE:
        return False
    u = s.units[f.unit]
    way.unit = f.unit
    way.side = u.side
    way.blocks = u.blocks
    way.place = u.hex
    way.foe = NONE
    way.foe_blocks = 0
    way.foe_place = f.hex
    if f.proc != proc.AT_LEADER:
        way.foe = f.foe
        way.foe_blocks = s.units[f.foe].blocks
        if alive(s.units[f.foe]):
            way.foe_place = s.units[f.foe].hex
    for n in range(2):
        side = u.side if n == 0 else 1 - u.side
        way.banners[n] = s.banners[side]
        way.fallen[n] = s.councils[side].fallen
        way.army[n] = army_blocks(s, side) if may_rampage(s, way) else 0
        saw.aside[n] = 0
    way.depth = depth
    way.meets = int(rolls_multiply(s, way))
    saw.hits = 0
    saw.banners = 0
    saw.evaded = int(legend.evading(f))
    saw.battle_back = 0
    saw.momentum = 0
    saw.advanced = 0
    saw.bonus = 0
    saw.crew_gone = 0
    saw.lost = 0
    return True


@dialect
def behaves(s: State, way: Way, saw: Saw, out: list[int]) -> int:
    """What the side that is asked answers, NONE where the battle that is walked is over or opens another.

    First Strike, Ambush and tokens are kept; of several ways the first that is offered is gone.
    """
    q = s.question
    if q == ask.EVADE:
        saw.evaded = way.evade
        return ask.YES if way.evade == 1 else ask.DONE
    if q == ask.PARTHIAN:
        return ask.YES if way.parthian == 1 else ask.DONE
    if q == ask.IGNORE:
        most = legal(s, out) - 1
        willing = way.own_ignore if s.who == way.side else way.ignore
        return out[most] if willing == 1 else out[0]
    if q == ask.BACK:
        saw.battle_back = way.battle_back
        return ask.YES if way.battle_back == 1 else ask.DONE
    if q == ask.ADVANCE:
        saw.momentum = 1
        saw.advanced = way.advance
        return ask.HEX_0 + legend.vacated(s.frames[s.depth]) if way.advance == 1 else ask.DONE
    if q == ask.BONUS:
        saw.bonus = 1
        return NONE
    if q == ask.FIRST_STRIKE or q == ask.AMBUSH or q == ask.BATTLE_BONUS or q == ask.BRAVERY:
        return ask.DONE
    if q == ask.RETREAT or q == ask.EVADE_PATH or q == ask.LEADER or q == ask.TRAMPLE:
        offered = legal(s, out)
        first = out[0]
        for n in range(1, offered):
            first = min(first, out[n])
        return first
    return NONE


@dialect
def lost_by(s: State, way: Way, saw: Saw) -> int:
    """Blocks that the target has lost before the answer that was just given, and those that a roll costs it now."""
    f = s.frames[s.depth]
    lost = way.foe_blocks - s.units[way.foe].blocks
    if s.question == ask.ROLL and f.proc == proc.ATTACK:
        return lost + saw.hits
    if s.question == ask.ROLL and f.proc == proc.MIRE and f.mode == 0:
        return lost + faces(s, column.SYMBOL[s.units[f.unit].kind])
    return lost


@dialect
def may_lose_crew(s: State, way: Way) -> bool:
    """Whether the target is a machine whose crew may leave it yet."""
    if way.foe == NONE:
        return False
    return has(s.units[way.foe], kinds.CREW_ESCAPES) and s.units[way.foe].hex != NOWHERE


@dialect
def banners_for_units(s: State, way: Way) -> int:
    """The banners of the attacker's side that are not for leaders."""
    return s.banners[way.side] - s.councils[1 - way.side].fallen


@dialect
def is_first_attack(s: State, way: Way) -> bool:
    """Whether the roll that is due is the attacker's own at the target, whose hits are counted as they fall."""
    f = s.frames[s.depth]
    if f.proc == proc.AT_LEADER:
        return True
    return (
        f.proc == proc.ATTACK
        and f.unit == way.unit
        and f.foe == way.foe
        and (f.mode == proc.ATTACKING or f.mode == proc.FIRING)
    )


@dialect
def rolls_due(s: State, way: Way, rolls: list[int], chances: list[int], scratch: list[int]) -> int:
    """Write each different roll that can fall now and in how many of the 6^n ways; returns how many there are."""
    return merged_rolls(s, is_first_attack(s, way), rolls, chances, scratch)


@dialect
def see_roll(s: State, roll: int, way: Way, saw: Saw) -> None:
    """Count the hits and flags of a roll that is about to fall, if it is the attacker's own."""
    if is_first_attack(s, way):
        made = effect(s, roll, True)
        saw.hits = made & 255
        saw.banners = (made >> 8) & 255


@dialect
def carry_on(s: State, roll: int, way: Way, saw: Saw, out: list[int]) -> bool:
    """Let dice fall, or none where NONE is given, and both sides answer by their behaviour until dice are due (True).

    False where the battle that is walked is over. A crew has left its machine where that is gone and nobody has a
    banner for it. All of this is one function, since each that calls the engine takes seconds to compile.
    """
    answer = roll
    if roll != NONE:
        see_roll(s, roll, way, saw)
    while s.outcome == NONE:
        if answer == NONE:
            if s.question == ask.ROLL:
                return True
            answer = behaves(s, way, saw, out)
            if answer == NONE:
                return False
        manned = may_lose_crew(s, way)
        banners = banners_for_units(s, way)
        s.answer = answer
        lost = lost_by(s, way, saw) if manned else 0
        apply(s, answer)
        if manned and s.units[way.foe].hex == NOWHERE and banners_for_units(s, way) == banners:
            saw.crew_gone = 1
            saw.lost = lost
        answer = NONE
    return False


@dialect
def stands_elsewhere(u: Unit, place: int) -> int:
    """1 where a unit lives, but no longer on a hex."""
    return int(alive(u) and u.hex != place)


@dialect
def see_target(s: State, way: Way, saw: Saw, made: list[int]) -> None:
    """What became of the target."""
    if way.foe == NONE:
        made[LOST] = 0
        made[ELIMINATED] = int(made[LEADERS] > 0)
        made[FORCED_BACK] = 1 - made[ELIMINATED]
        return
    foe = s.units[way.foe]
    gone = saw.crew_gone == 1
    made[LOST] = saw.lost if gone else way.foe_blocks - foe.blocks
    made[ELIMINATED] = int(not alive(foe) and not gone)
    made[FORCED_BACK] = int(saw.evaded == 0 and stands_elsewhere(foe, way.foe_place) == 1)


@dialect
def see_others(s: State, way: Way, saw: Saw, made: list[int]) -> None:
    """Blocks that rampaging elephants cost those who had no part in the battle."""
    made[OTHERS] = 0
    made[OWN_OTHERS] = 0
    if may_rampage(s, way):
        made[OTHERS] = way.army[1] - army_blocks(s, 1 - way.side) - saw.aside[1]
        if way.foe != NONE:
            made[OTHERS] -= way.foe_blocks - s.units[way.foe].blocks
        made[OWN_OTHERS] = way.army[0] - army_blocks(s, way.side) - saw.aside[0] - made[OWN_LOST]


@dialect
def outcome(s: State, way: Way, saw: Saw, made: list[int]) -> int:
    """What came of the battle, written into a buffer and packed into one number."""
    u = s.units[way.unit]
    made[HITS] = saw.hits
    made[FLAGS] = saw.banners
    made[OWN_LOST] = way.blocks - u.blocks
    made[EVADED] = saw.evaded
    made[OWN_ELIMINATED] = int(not alive(u))
    made[OWN_FORCED_BACK] = int(saw.advanced == 0 and stands_elsewhere(u, way.place) == 1)
    made[LEADERS] = s.councils[1 - way.side].fallen - way.fallen[1]
    made[OWN_LEADERS] = s.councils[way.side].fallen - way.fallen[0]
    made[BATTLE_BACK] = saw.battle_back
    made[MOMENTUM] = saw.momentum
    made[ADVANCED] = saw.advanced
    made[BONUS_OPENED] = saw.bonus
    made[BANNERS] = s.banners[way.side] - way.banners[0]
    made[ENEMY_BANNERS] = s.banners[1 - way.side] - way.banners[1]
    made[END] = 0
    if s.outcome != NONE:
        made[END] = 3 if s.outcome == DRAWN else 1 if s.outcome == way.side else 2
    made[CREW_GONE] = saw.crew_gone
    see_target(s, way, saw, made)
    see_others(s, way, saw, made)
    packed = 0
    for n in range(MADE):
        packed = (packed << WIDTH[n]) | min(max(made[n] - LEAST[n], 0), (1 << WIDTH[n]) - 1)
    return packed


@dialect
def play_out(s: State, way: Way, saw: Saw, rng: list[int], out: list[int]) -> int:
    """Play the battle under way once, with dice as they fall: the outcome, packed; a walk must agree with many of them.

    Gives -1 where no battle is under way.
    """
    if not begin_walk(s, way, saw):
        return -1
    due = carry_on(s, NONE, way, saw, out)
    while due:
        due = carry_on(s, random_roll(s, rng), way, saw, out)
    return outcome(s, way, saw, out)


@dialect
def make_ready(s: State, i: int) -> None:
    """Put unit i, ordered and unmoved, into a battle phase of its side without any card, asked for its target."""
    u = s.units[i]
    while s.depth != NONE:
        finish(s)
    s.active = 1 - u.side
    clear_marks(s)
    s.active = u.side
    clear_marks(s)
    u.ordered = 1
    u.moved = 0
    u.fought = 0
    f = call(s, proc.TURN, NONE, NONE)
    f.step = steps.TURN_TARGET_ANSWERED
    f.unit = i
    pose(s, u.side, ask.TARGET, u.hex, rule.GEN_03)


@dialect
def challenge(s: State, i: int, hex: int, out: list[int]) -> bool:
    """Make unit i ready, and say whether the rules then let it attack whoever is on a hex: by answering HEX_0 + hex."""
    make_ready(s, i)
    for n in range(targets(s, i, out)):
        if out[n] == ask.HEX_0 + hex:
            return True
    return False
