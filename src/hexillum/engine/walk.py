"""What a battle leads to, over all rolls: how both sides behave, and what came of it.

Exact odds walk the rules themselves: a battle is copied at every roll, each different roll is answered, and both sides
answer by a stated behaviour until the next roll or the end. `walk_through` is that walk, for fractions and for floats,
plain and compiled. Nothing here is asked when a battle is played.
"""

from __future__ import annotations

from typing import Annotated, Final

from ..core import ask, column, kinds, legend, proc, rule, steps
from ..core.battlefield import alive, first_unit, has, last_unit
from ..core.frames import call, faces, finish, pose
from ..core.hexes import NOWHERE
from ..core.state import DRAWN, NONE, State, Unit, copy_board
from ..core.structs import Record, Table, dialect, i8, i16, record, table
from ..rules.turn import clear_marks, targets
from .playout import random_roll
from .rolls import effect, merged_rolls
from .step import apply, legal


@record
class Way(Record):
    """What a walk knows all along: how both sides behave (each 0 or 1), then the battle as it began.

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


@record
class Saw(Record):
    """What a walk has seen on its way to a moment.

    `hits` and `banners` are dice of the attacker's roll, `lost` is blocks; the others are 1 once it has happened.
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
def see_others(s: State, way: Way, made: list[int]) -> None:
    """Blocks that rampaging elephants cost those who had no part in the battle."""
    made[OTHERS] = 0
    made[OWN_OTHERS] = 0
    if may_rampage(s, way):
        made[OTHERS] = way.army[1] - army_blocks(s, 1 - way.side)
        if way.foe != NONE:
            made[OTHERS] -= way.foe_blocks - s.units[way.foe].blocks
        made[OWN_OTHERS] = way.army[0] - army_blocks(s, way.side) - made[OWN_LOST]


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
    see_others(s, way, made)
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


#: What `walk_through` gives where no battle is under way or offered, and where a buffer is too small.
NO_BATTLE: Final = -1
TOO_SMALL: Final = -2


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


@dialect
def place_of(key: int, keys: list[int], mask: int) -> int:
    """Where an outcome stands in a table open to all hashes, or the empty place (-1) where it would."""
    at = (key ^ (key >> 13) ^ (key >> 29) ^ (key >> 43)) & mask
    while keys[at] != -1 and keys[at] != key:
        at = (at + 1) & mask
    return at


@dialect
def walk_through(
    b: list[State],
    unit: int,
    hex: int,
    way: Way,
    saws: list[Saw],
    levels: int,
    rolls: list[list[int]],
    chances: list[list[int]],
    places: list[int],
    shares: list[float],
    sixth: float,
    out: list[int],
    keys: list[int],
    sums: list[float],
    mask: int,
    means: list[float],
) -> int:
    """Walk the battle under way in b[0], or an attack of a unit on a hex, to all its ends, depth first.

    Level n of the walk, of `levels` at most, has element n of each of the buffers; `places` has how many rolls there
    are on a level and how many were walked, `shares` the chance to be there, which begins as shares[0]; `sixth` is the
    chance of a face, a fraction where chances are to be exact. `means` becomes the mean of everything that can come of
    the battle; `keys` and `sums` a table, open to all hashes, of outcomes and their chances where `mask`, its last
    place, is not 0. Gives how many outcomes there are, NO_BATTLE, or TOO_SMALL.
    """
    if unit >= 0:
        if not challenge(b[0], unit, hex, out):
            return NO_BATTLE
        apply(b[0], ask.HEX_0 + hex)
    if not begin_walk(b[0], way, saws[0]):
        return NO_BATTLE
    for n in range(MADE):
        means[n] = sixth - sixth
    found = 0
    level = 0
    due = carry_on(b[0], NONE, way, saws[0], out)
    while level >= 0:
        places[2 * level] = 0
        places[2 * level + 1] = 0
        if due:
            places[2 * level] = rolls_due(b[level], way, rolls[level], chances[level], out)
            for _ in range(b[level].dice):
                shares[level] *= sixth
        else:
            key = outcome(b[level], way, saws[level], out)
            for n in range(MADE):
                means[n] += shares[level] * out[n]
            if mask > 0:
                at = place_of(key, keys, mask)
                if keys[at] == -1:
                    keys[at] = key
                    sums[at] = sixth - sixth
                    found += 1
                    if 2 * found > mask:
                        return TOO_SMALL
                sums[at] += shares[level]
        while level >= 0 and places[2 * level + 1] == places[2 * level]:
            level -= 1
        if level >= 0:
            n = places[2 * level + 1]
            places[2 * level + 1] += 1
            if level + 1 == levels:
                return TOO_SMALL
            copy_board(b, level + 1, level)
            copy_saw(saws[level + 1], saws[level])
            shares[level + 1] = shares[level] * chances[level][n]
            level += 1
            due = carry_on(b[level], rolls[level - 1][n], way, saws[level], out)
    return found
