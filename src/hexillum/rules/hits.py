"""Hits: one roll at a unit and all that follows: blocks lost, leader check, flags, retreat (chapters HIT, RC)."""

from __future__ import annotations

from typing import Final

from ..decisions import BATTLE_BONUS, BRAVERY, DONE, IGNORE, IGNORE_0, YES
from ..edition import CREW_ESCAPES, HELMET, HORSE, RAMPAGES, REROLLS_SWORDS, RETREAT_RULE, SCARES_HORSES, SCARES_RULE
from ..edition import RETREAT as RETREAT_HEXES
from ..events import DICE, FLAGS, HITS, IGNORED, LEADER_CHECK, LEADER_SAFE, LOST, MISSES, MUST_RETREAT
from ..hexes import NOWHERE
from ..records import dialect
from ..state import NONE, Frame, State, Unit
from .battlefield import alive, first_leader, has, is_a, leader_of
from .dice import close_dice, fire_dice, tally, told
from .frames import (
    FIRING,
    FLIGHT,
    LOSSES,
    RAMPAGE,
    RETREAT,
    SHOOTING_BACK,
    ask,
    call,
    cite,
    faces,
    finish,
    note,
    roll,
)
from .ids import (
    BM_01,
    BM_04,
    BM_11,
    BM_12,
    DICE_05,
    EL_14,
    EV_06,
    EV_07,
    GAP_03,
    GAP_08,
    HIT_10,
    HIT_11,
    HIT_12,
    IA_07,
    IA_08,
    LC_01,
    LC_04,
    LC_05,
    LC_06,
    LC_07,
    LC_12,
    LC_14,
    PS_04,
    RC_45,
    RC_46,
    RC_47,
    RM_01,
    RT_01,
    RT_02,
    WM_03,
)
from .morale import ignorable
from .tokens import may_spend, spend
from .victory import lose_leader, lose_unit

ROLLING: Final = 0
ROLLED: Final = 1
HURT: Final = 2
DECIDED: Final = 3
RAMPAGED: Final = 4
OVER: Final = 5
BONUS_ANSWERED: Final = 6
BRAVERY_ANSWERED: Final = 7

LOSING: Final = 0
CHECKED: Final = 1
FLOWN: Final = 2


@dialect
def new_sequence(s: State, except_leader: int) -> None:
    """Begin a combat sequence: each leader may be checked once more (LC-04), but for one."""
    for side in range(2):
        for k in range(first_leader(side), first_leader(side + 1)):
            if k != except_leader:
                s.leaders[k].checked = 0


@dialect
def retreat_hexes(s: State, u: Unit, foe: Unit, mode: int, banners: int) -> int:
    """Hexes that a unit `foe` must go back for so many flags rolled by `u` (RT-02, EL-21, CM-06)."""
    each = RETREAT_HEXES[foe.kind]
    cite(s, RT_02)
    cite(s, RETREAT_RULE[foe.kind])
    if mode != FIRING and has(u, SCARES_HORSES) and is_a(foe, HORSE):
        each += 1
        cite(s, SCARES_RULE[u.kind])
    return each * banners


@dialect
def cite_hits(s: State, f: Frame, foe: Unit) -> None:
    """Tell the log on what the loss of blocks rests."""
    cite(s, RC_45 if f.mode == FIRING else HIT_10)
    if f.hits >= foe.blocks:
        cite(s, RC_46 if f.mode == FIRING else HIT_11)
    if f.hits > foe.blocks:
        cite(s, RC_47 if f.mode == FIRING else HIT_12)
    if f.mode == SHOOTING_BACK:
        cite(s, PS_04)
    elif f.count == 1 and f.hits >= foe.blocks:
        cite(s, EV_06)
    if leader_of(s, foe) != NONE and f.mode != SHOOTING_BACK:
        cite(s, EV_07 if f.count == 1 else BM_04)


@dialect
def attack(s: State, f: Frame) -> None:
    """Unit f.unit rolls at unit f.foe in the way f.mode; f.count is 1 where the target evades."""
    u = s.units[f.unit]
    foe = s.units[f.foe]
    if f.step == ROLLING:
        new_sequence(s, NONE)
        f.hex = foe.hex
        f.step = BONUS_ANSWERED
        s.answer = DONE
        ask_battle_bonus(s, u, f.mode)
    elif f.step == BONUS_ANSWERED:
        dice = fire_dice(s, u, foe.hex) if f.mode == FIRING else close_dice(s, u, f.foe, foe.hex, f.mode)
        dice += battle_bonus(s, u)
        f.step = ROLLED
        note(s, DICE, dice, u.hex, foe.hex)
        roll(s, dice, u.hex, DICE_05)
    elif f.step == ROLLED:
        again = tally(s, f, u, foe)
        if again > 0:
            note(s, DICE, again, u.hex, foe.hex)
            roll(s, again, u.hex, DICE_05)
            return
        f.step = HURT
        if has(u, REROLLS_SWORDS):
            cite(s, EL_14)
        if f.count == 1 and has(foe, CREW_ESCAPES):
            cite(s, WM_03)
        if f.hits > 0:
            cite_hits(s, f, foe)
            call(s, LOSSES, f.foe, NONE).count = f.hits
    elif f.step == HURT:
        if not alive(foe) or f.banners == 0 or f.count == 1:
            finish(s)
            return
        f.step = BRAVERY_ANSWERED
        s.answer = DONE
        cite(s, RT_01)
        most = min(f.banners, ignorable(s, foe, u, f.mode))
        note(s, FLAGS, foe.hex, f.banners, most)
        if most > 0:
            f.one = most
        if may_spend(s, foe.side):
            ask(s, foe.side, BRAVERY, foe.hex, IA_08)
    elif f.step == BRAVERY_ANSWERED:
        if s.answer == YES:
            spend(s, foe.side, IA_08)
            f.banners -= 1
            f.one = min(f.one, f.banners) if f.one != NOWHERE and f.banners > 0 else NOWHERE
        f.step = DECIDED
        s.answer = IGNORE_0
        if f.one != NOWHERE:
            ask(s, foe.side, IGNORE, foe.hex, BM_11)
    elif f.step == DECIDED:
        ignored = s.answer - IGNORE_0
        if ignored > 0:
            cite(s, BM_11)
            if ignored > 1:
                cite(s, BM_01)
            note(s, IGNORED, foe.hex, ignored, 0)
        elif f.one != NOWHERE:
            cite(s, BM_12)
        f.banners -= ignored
        if f.banners == 0:
            finish(s)
            return
        f.step = RAMPAGED
        if has(foe, RAMPAGES):
            cite(s, RM_01)
            call(s, RAMPAGE, f.foe, NONE)
    elif f.step == RAMPAGED:
        f.step = OVER
        if alive(foe):
            hexes = retreat_hexes(s, u, foe, f.mode, f.banners)
            note(s, MUST_RETREAT, foe.hex, hexes, 0)
            call(s, RETREAT, f.foe, NONE).count = hexes
    else:
        finish(s)


@dialect
def ask_battle_bonus(s: State, u: Unit, mode: int) -> None:
    """Ask the side that counts its dice whether a token adds one, except for fire (IA-07)."""
    if mode != FIRING and mode != SHOOTING_BACK and may_spend(s, u.side):
        ask(s, u.side, BATTLE_BONUS, u.hex, IA_07)


@dialect
def battle_bonus(s: State, u: Unit) -> int:
    """The die of a Battle Bonus that was just bought, if it was; no terrain limits it (IA-07)."""
    if s.answer != YES:
        return 0
    spend(s, u.side, IA_07)
    return 1


@dialect
def legal_ignore(s: State, f: Frame, out: list[int]) -> int:
    for n in range(f.one + 1):
        out[n] = IGNORE_0 + n
    return f.one + 1


@dialect
def take_blocks(s: State, i: int, count: int) -> int:
    """Take blocks off a unit, no more than it has (HIT-12); returns how many. The unit stays on its hex."""
    u = s.units[i]
    lost = min(count, u.blocks)
    u.blocks -= lost
    note(s, LOST, u.hex, lost, u.blocks)
    return lost


@dialect
def losses(s: State, f: Frame) -> None:
    """Unit f.unit loses f.count blocks; then the leader with it is checked (chapter LC).

    With f.mode 1 the blocks are gone already and the banner given: only the leader on f.hex is due.
    """
    if f.step == LOSING:
        u = s.units[f.unit]
        if f.mode == 0:
            f.hex = u.hex
            take_blocks(s, f.unit, f.count)
            f.foe = leader_of(s, u)
            if not alive(u):
                lose_unit(s, f.unit)
        if f.foe == NONE or s.outcome != NONE:
            finish(s)
            return
        leader = s.leaders[f.foe]
        if leader.checked == 1:
            cite(s, LC_04)
            if alive(u):
                finish(s)
                return
            f.step = FLOWN
            cite(s, GAP_08)
            cite(s, LC_07)
            call(s, FLIGHT, f.foe, NONE)
            return
        leader.checked = 1
        f.step = CHECKED
        dice = 2 if alive(u) else 1
        cite(s, GAP_03)
        cite(s, LC_01)
        cite(s, LC_14 if dice == 2 else LC_12)
        cite(s, LC_05 if dice == 2 else LC_06)
        note(s, LEADER_CHECK, f.hex, dice, 0)
        roll(s, dice, f.hex, LC_01)
    elif f.step == CHECKED:
        for face in range(6):
            told(s, face, faces(s, face), HITS if face == HELMET and faces(s, HELMET) == s.dice else MISSES, LC_05)
        if faces(s, HELMET) == s.dice:
            cite(s, LC_05 if s.dice == 2 else LC_06)
            lose_leader(s, f.foe)
            finish(s)
            return
        note(s, LEADER_SAFE, f.hex, 0, 0)
        if s.dice == 2:
            finish(s)
            return
        f.step = FLOWN
        cite(s, LC_07)
        call(s, FLIGHT, f.foe, NONE)
    else:
        finish(s)
