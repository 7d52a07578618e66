"""Victory: banners, eliminations, and the instant at which the battle ends (chapter VB)."""

from __future__ import annotations

from ..core import event, rule
from ..core.battlefield import put_leader
from ..core.frames import cite, note
from ..core.hexes import NOWHERE
from ..core.state import DRAWN, FATED, NONE, State
from ..core.structs import dialect


@dialect
def gain_banner(s: State, side: int, why: int) -> None:
    """A side collects a Victory Banner; with its last one it has won, at that instant (VB-03)."""
    s.banners[side] += 1
    cite(s, why)
    note(s, event.BANNER, side, s.banners[side], 0)
    if s.banners[side] >= s.goal[side] and s.outcome == NONE:
        s.outcome = side
        cite(s, rule.VB_03)
        note(s, event.ENDED, side, 0, 0)
    reward(s, side)


@dialect
def reward(s: State, side: int) -> None:
    """Command may rise with the banners (SCEN-02)."""
    council = s.councils[side]
    if council.reward > 0 and s.banners[side] >= council.reward_at:
        s.command[side] += council.reward
        council.owed += council.reward
        council.reward = 0
        cite(s, rule.SCEN_02)
        note(s, event.COMMAND, side, s.command[side], 0)


@dialect
def gain_together(s: State, banners_top: int, banners_bottom: int) -> None:
    """Both sides collect banners at the same time: the one way to a draw (RM-16)."""
    s.banners[0] += banners_top
    s.banners[1] += banners_bottom
    for side in range(2):
        if (banners_top, banners_bottom)[side] > 0:
            cite(s, rule.VB_01)
            cite(s, rule.RM_16)
            note(s, event.BANNER, side, s.banners[side], 0)
    reached_top = banners_top > 0 and s.banners[0] >= s.goal[0]
    reached_bottom = banners_bottom > 0 and s.banners[1] >= s.goal[1]
    if s.outcome == NONE and (reached_top or reached_bottom):
        s.outcome = DRAWN if reached_top and reached_bottom else (0 if reached_top else 1)
        cite(s, rule.VB_03)
        cite(s, rule.RM_16)
        note(s, event.ENDED, s.outcome, 0, 0)
    reward(s, 0)
    reward(s, 1)


@dialect
def remove_unit(s: State, i: int) -> None:
    """Take a unit off the board; its leader, if any, stays on the hex."""
    u = s.units[i]
    s.unit_at[u.hex] = NONE
    u.hex = NOWHERE
    u.blocks = 0


@dialect
def lose_unit(s: State, i: int) -> None:
    """A unit's last block is gone (VB-01)."""
    u = s.units[i]
    note(s, event.ELIMINATED, u.hex, u.side, 0)
    remove_unit(s, i)
    gain_banner(s, 1 - u.side, rule.VB_01)


@dialect
def lose_leader(s: State, k: int) -> None:
    """A leader is eliminated where he stands (VB-02)."""
    lose_leader_at(s, k, s.leaders[k].hex)


@dialect
def lose_leader_at(s: State, k: int, hex: int) -> None:
    """A leader is eliminated on a hex, which may be one of the path of his evade (VB-02)."""
    leader = s.leaders[k]
    note(s, event.ELIMINATED, hex, leader.side, 1 if hex == leader.hex else event.LOST_ON_PATH + leader.hex)
    put_leader(s, k, NOWHERE)
    gain_banner(s, 1 - leader.side, rule.VB_02)
    leader_falls(s, k)


@dialect
def win_at_once(s: State, side: int, why: int) -> None:
    """A side wins by a rule of the scenario."""
    s.outcome = side
    cite(s, why)
    note(s, event.ENDED, side, 0, 0)


@dialect
def leader_falls(s: State, k: int) -> None:
    """What a scenario makes of a leader's loss: the battle's end (SCEN-03, SCEN-04) or a card less (SCEN-05)."""
    side = s.leaders[k].side
    council = s.councils[side]
    council.fallen += 1
    if s.outcome != NONE:
        return
    if s.leaders[k].marks & FATED != 0:
        win_at_once(s, 1 - side, rule.SCEN_03)
    elif council.fatal > 0 and council.fallen >= council.fatal:
        win_at_once(s, 1 - side, rule.SCEN_04)
    elif council.dear == 1 and s.command[side] > 1:
        s.command[side] -= 1
        if s.active != side:
            council.forfeit += 1
        cite(s, rule.SCEN_05)
        note(s, event.COMMAND, side, s.command[side], 0)
