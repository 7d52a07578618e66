"""Hits: one roll at a unit and all that follows: blocks lost, leader check, flags, retreat (chapters HIT, RC)."""

from __future__ import annotations

from ..core import ask, column, event, kinds, proc, rule, steps
from ..core.battlefield import alive, first_leader, has, is_a, leader_of
from ..core.dice import HELMET
from ..core.frames import call, cite, faces, finish, note, pose, roll
from ..core.hexes import NOWHERE
from ..core.state import NONE, Frame, State, Unit
from ..core.structs import dialect
from .dice import close_dice, fire_dice, tally, told
from .morale import ignorable
from .tokens import may_spend, spend
from .victory import lose_leader, lose_unit


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
    each = column.RETREAT_HEXES[foe.kind]
    cite(s, rule.RT_02)
    cite(s, column.RETREAT_RULE[foe.kind])
    if mode != proc.FIRING and has(u, kinds.SCARES_HORSES) and is_a(foe, kinds.HORSE):
        each += 1
        cite(s, column.SCARES_RULE[u.kind])
    return each * banners


@dialect
def tell_losses(s: State, f: Frame, u: Unit) -> None:
    """Tell the log by which rule f.count blocks are lost: that of the procedure which calls for it."""
    caller = s.frames[s.depth - 1]
    if caller.proc == proc.ATTACK:
        firing = caller.mode == proc.FIRING
        cite(s, rule.RC_45 if firing else rule.HIT_10)
        if f.count > u.blocks:
            cite(s, rule.RC_47 if firing else rule.HIT_12)
        if has(s.units[caller.unit], kinds.REROLLS_SWORDS):
            cite(s, rule.EL_14)
    elif caller.proc == proc.RETREAT:
        cite(s, rule.GAP_09 if has(u, kinds.RAMPAGES) else rule.RT_23)
        if f.count > u.blocks:
            cite(s, rule.RT_26)
    else:
        cite(s, rule.RM_05 if caller.proc == proc.RAMPAGE else rule.TER_08)
    k = leader_of(s, u)
    if k != NONE and s.leaders[k].checked == 1:
        cite(s, rule.LC_04)


@dialect
def tell_elimination(s: State, u: Unit) -> None:
    """Tell the log by which rule a unit without a block is eliminated."""
    caller = s.frames[s.depth - 1]
    if caller.proc == proc.ATTACK:
        cite(s, rule.RC_46 if caller.mode == proc.FIRING else rule.HIT_11)
        if caller.count == 1 and caller.mode != proc.SHOOTING_BACK:
            cite(s, rule.WM_03 if has(u, kinds.CREW_ESCAPES) else rule.EV_06)
    elif caller.proc == proc.RETREAT:
        cite(s, rule.RT_26)
    else:
        cite(s, rule.VB_01)


@dialect
def tell_check(s: State, f: Frame, dice: int) -> None:
    """Tell the log why a leader is checked, and with how many dice (chapter LC)."""
    caller = s.frames[s.depth - 1]
    evaded = caller.proc == proc.ATTACK and caller.count == 1 and caller.mode != proc.SHOOTING_BACK
    cite(s, rule.GAP_03)
    cite(s, rule.LC_01)
    cite(s, rule.LC_14 if dice == 2 else rule.LC_12)
    if dice == 1 and (caller.proc != proc.ATTACK or evaded):
        cite(s, rule.GAP_08)
    if evaded:
        cite(s, rule.EV_07)
    elif caller.proc == proc.ATTACK and dice == 2 and caller.banners > 0:
        cite(s, rule.BM_04)
    elif caller.proc == proc.RAMPAGE:
        cite(s, rule.RM_08)


@dialect
def attack(s: State, f: Frame) -> None:
    """Unit f.unit rolls at unit f.foe in the way f.mode; f.count is 1 where the target evades."""
    u = s.units[f.unit]
    foe = s.units[f.foe]
    if f.step == steps.ATTACK_ROLLING:
        new_sequence(s, NONE)
        f.hex = foe.hex
        f.step = steps.ATTACK_BONUS_ANSWERED
        s.answer = ask.DONE
        ask_battle_bonus(s, u, f.mode)
    elif f.step == steps.ATTACK_BONUS_ANSWERED:
        more = battle_bonus(s, u)
        dice = fire_dice(s, u, foe.hex) if f.mode == proc.FIRING else close_dice(s, u, f.foe, foe.hex, f.mode)
        dice += more
        if more > 0:
            cite(s, rule.IA_07)
        f.step = steps.ATTACK_ROLLED
        note(s, event.DICE, dice, u.hex, foe.hex)
        roll(s, dice, u.hex, rule.DICE_05)
    elif f.step == steps.ATTACK_ROLLED:
        again = tally(s, f, u, foe)
        if again > 0:
            cite(s, rule.EL_13)
            note(s, event.DICE, again, u.hex, foe.hex)
            roll(s, again, u.hex, rule.DICE_05)
            return
        f.step = steps.ATTACK_HURT
        if f.hits > 0:
            call(s, proc.LOSSES, f.foe, NONE).count = f.hits
    elif f.step == steps.ATTACK_HURT:
        if not alive(foe) or f.banners == 0 or f.count == 1:
            finish(s)
            return
        f.step = steps.ATTACK_BRAVERY_ANSWERED
        s.answer = ask.DONE
        cite(s, rule.RT_01)
        most = min(f.banners, ignorable(s, foe, u, f.mode))
        note(s, event.FLAGS, foe.hex, f.banners, most)
        if most > 0:
            f.one = most
        if may_spend(s, foe.side):
            pose(s, foe.side, ask.BRAVERY, foe.hex, rule.IA_08)
    elif f.step == steps.ATTACK_BRAVERY_ANSWERED:
        if s.answer == ask.YES:
            spend(s, foe.side, rule.IA_08)
            f.banners -= 1
            f.one = min(f.one, f.banners) if f.one != NOWHERE and f.banners > 0 else NOWHERE
        f.step = steps.ATTACK_DECIDED
        s.answer = ask.IGNORE_0
        if f.one != NOWHERE:
            pose(s, foe.side, ask.IGNORE, foe.hex, rule.BM_11)
    elif f.step == steps.ATTACK_DECIDED:
        ignored = s.answer - ask.IGNORE_0
        if ignored > 0:
            cite(s, rule.BM_11)
            if ignored > 1:
                cite(s, rule.BM_01)
            if ignored < f.banners:
                cite(s, rule.BM_12)
            note(s, event.IGNORED, foe.hex, ignored, 0)
        f.banners -= ignored
        if f.banners == 0:
            finish(s)
            return
        f.step = steps.ATTACK_RAMPAGED
        if has(foe, kinds.RAMPAGES):
            call(s, proc.RAMPAGE, f.foe, NONE)
    elif f.step == steps.ATTACK_RAMPAGED:
        f.step = steps.ATTACK_OVER
        if alive(foe):
            hexes = retreat_hexes(s, u, foe, f.mode, f.banners)
            note(s, event.MUST_RETREAT, foe.hex, hexes, 0)
            call(s, proc.RETREAT, f.foe, NONE).count = hexes
    else:
        finish(s)


@dialect
def ask_battle_bonus(s: State, u: Unit, mode: int) -> None:
    """Ask the side that counts its dice whether a token adds one, except for fire (IA-07)."""
    if mode != proc.FIRING and mode != proc.SHOOTING_BACK and may_spend(s, u.side):
        pose(s, u.side, ask.BATTLE_BONUS, u.hex, rule.IA_07)


@dialect
def battle_bonus(s: State, u: Unit) -> int:
    """The die of a Battle Bonus that was just bought, if it was; no terrain limits it (IA-07)."""
    if s.answer != ask.YES:
        return 0
    spend(s, u.side, rule.IA_07)
    return 1


@dialect
def legal_ignore(s: State, f: Frame, out: list[int]) -> int:
    for n in range(f.one + 1):
        out[n] = ask.IGNORE_0 + n
    return f.one + 1


@dialect
def take_blocks(s: State, i: int, count: int) -> int:
    """Take blocks off a unit, no more than it has (HIT-12); returns how many. The unit stays on its hex."""
    u = s.units[i]
    lost = min(count, u.blocks)
    u.blocks -= lost
    note(s, event.LOST, u.hex, lost, u.blocks)
    return lost


@dialect
def losses(s: State, f: Frame) -> None:
    """Unit f.unit loses f.count blocks; then the leader with it is checked (chapter LC).

    With f.mode 1 the blocks are gone already and the banner given: only the leader on f.hex is due.
    """
    if f.step == steps.LOSSES_LOSING:
        u = s.units[f.unit]
        if f.mode == 0:
            f.hex = u.hex
            tell_losses(s, f, u)
            take_blocks(s, f.unit, f.count)
            f.foe = leader_of(s, u)
            if not alive(u):
                tell_elimination(s, u)
                lose_unit(s, f.unit)
        if f.foe == NONE or s.outcome != NONE:
            finish(s)
            return
        leader = s.leaders[f.foe]
        if leader.checked == 1:
            if alive(u):
                finish(s)
                return
            f.step = steps.LOSSES_FLOWN
            call(s, proc.FLIGHT, f.foe, NONE)
            return
        leader.checked = 1
        f.step = steps.LOSSES_CHECKED
        dice = 2 if alive(u) else 1
        tell_check(s, f, dice)
        note(s, event.LEADER_CHECK, f.hex, dice, 0)
        roll(s, dice, f.hex, rule.LC_01)
    elif f.step == steps.LOSSES_CHECKED:
        why = rule.LC_14 if s.dice == 2 else rule.LC_12
        for face in range(6):
            told(
                s,
                face,
                faces(s, face),
                event.HITS if face == HELMET and faces(s, HELMET) == s.dice else event.MISSES,
                why,
            )
        cite(s, why)
        if faces(s, HELMET) == s.dice:
            lose_leader(s, f.foe)
            finish(s)
            return
        note(s, event.LEADER_SAFE, f.hex, 0, 0)
        if s.dice == 2:
            finish(s)
            return
        f.step = steps.LOSSES_FLOWN
        call(s, proc.FLIGHT, f.foe, NONE)
    else:
        finish(s)
