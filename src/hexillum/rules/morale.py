"""Bolster morale: how many flags a unit may disregard (chapter BM)."""

from __future__ import annotations

from ..core import column, kinds, proc, rule
from ..core.battlefield import has, is_a, leader_of, supporters
from ..core.frames import cite
from ..core.state import COMPANION_CAVALRY, NONE, SACRED_BAND, SILVER_SHIELDS, State, Unit
from ..core.structs import dialect
from .terrain import terrain_flags


@dialect
def frightened(s: State, u: Unit, by: Unit, mode: int) -> bool:
    """Whether infantry that has never seen elephants has to bear all their flags (SCEN-09)."""
    if s.councils[u.side].frightened == 0 or mode == proc.FIRING or not has(by, kinds.RAMPAGES):
        return False
    return is_a(u, kinds.FOOT) and not is_a(u, kinds.WAR_MACHINE)


@dialect
def ignorable(s: State, u: Unit, by: Unit, mode: int) -> int:
    """Flags rolled by a unit that another may disregard; the permissions add up (BM-01)."""
    count = 0
    if frightened(s, u, by, mode):
        cite(s, rule.SCEN_09)
        return 0
    if leader_of(s, u) != NONE:
        if has(u, kinds.NO_LEADER_HELP):
            cite(s, rule.EL_18)
        else:
            count += 1
            cite(s, rule.BM_03)
    if has(u, kinds.NO_SUPPORT):
        cite(s, rule.BM_09)
    support = supporters(s, u)
    if support >= 2:
        count += 1
        cite(s, rule.BM_05)
        cite(s, rule.BM_14)
        if support > 2:
            cite(s, rule.BM_06)
    if u.fresh == 1 and column.FULL_FLAGS[u.kind] > 0:
        count += column.FULL_FLAGS[u.kind]
        cite(s, column.FULL_FLAGS_RULE[u.kind])
        if u.blocks < u.full:
            cite(s, column.FULL_KEPT_RULE[u.kind])
    if mode != proc.FIRING and has(u, kinds.SPARES_FLAG) and is_a(by, kinds.HORSE):
        count += 1
        cite(s, rule.EL_20)
    if u.marks & (SACRED_BAND | SILVER_SHIELDS | COMPANION_CAVALRY) != 0:
        count += 1
        cite(s, rule.SPEC_03 if u.marks & COMPANION_CAVALRY != 0 else rule.SPEC_02)
    ground = terrain_flags(s, u, by.hex, mode)
    if ground > 0:
        count += ground
        cite(s, rule.BM_10)
    if count > 1:
        cite(s, rule.BM_01)
    if count > 0 and mode == proc.FIRING:
        cite(s, rule.BM_13)
    return count
