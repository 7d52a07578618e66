"""Bolster morale: how many flags a unit may disregard (chapter BM)."""

from __future__ import annotations

from ..edition import (
    FOOT,
    FULL_FLAGS,
    FULL_FLAGS_RULE,
    FULL_KEPT_RULE,
    HORSE,
    NO_LEADER_HELP,
    NO_SUPPORT,
    RAMPAGES,
    SPARES_FLAG,
    WAR_MACHINE,
)
from ..records import dialect
from ..state import COMPANION_CAVALRY, NONE, SACRED_BAND, SILVER_SHIELDS, State, Unit
from .battlefield import has, is_a, leader_of, supporters
from .frames import FIRING, cite
from .ids import (
    BM_01,
    BM_03,
    BM_05,
    BM_06,
    BM_09,
    BM_10,
    BM_13,
    BM_14,
    EL_18,
    EL_20,
    SCEN_09,
    SPEC_02,
    SPEC_03,
)
from .terrain import terrain_flags


@dialect
def frightened(s: State, u: Unit, by: Unit, mode: int) -> bool:
    """Whether infantry that has never seen elephants has to bear all their flags (SCEN-09)."""
    if s.councils[u.side].frightened == 0 or mode == FIRING or not has(by, RAMPAGES):
        return False
    return is_a(u, FOOT) and not is_a(u, WAR_MACHINE)


@dialect
def ignorable(s: State, u: Unit, by: Unit, mode: int) -> int:
    """Flags rolled by a unit that another may disregard; the permissions add up (BM-01)."""
    count = 0
    if frightened(s, u, by, mode):
        cite(s, SCEN_09)
        return 0
    if leader_of(s, u) != NONE:
        if has(u, NO_LEADER_HELP):
            cite(s, EL_18)
        else:
            count += 1
            cite(s, BM_03)
    if has(u, NO_SUPPORT):
        cite(s, BM_09)
    support = supporters(s, u)
    if support >= 2:
        count += 1
        cite(s, BM_05)
        cite(s, BM_14)
        if support > 2:
            cite(s, BM_06)
    if u.fresh == 1 and FULL_FLAGS[u.kind] > 0:
        count += FULL_FLAGS[u.kind]
        cite(s, FULL_FLAGS_RULE[u.kind])
        if u.blocks < u.full:
            cite(s, FULL_KEPT_RULE[u.kind])
    if mode != FIRING and has(u, SPARES_FLAG) and is_a(by, HORSE):
        count += 1
        cite(s, EL_20)
    if u.marks & (SACRED_BAND | SILVER_SHIELDS | COMPANION_CAVALRY) != 0:
        count += 1
        cite(s, SPEC_03 if u.marks & COMPANION_CAVALRY != 0 else SPEC_02)
    ground = terrain_flags(s, u, by.hex, mode)
    if ground > 0:
        count += ground
        cite(s, BM_10)
    if count > 1:
        cite(s, BM_01)
    if count > 0 and mode == FIRING:
        cite(s, BM_13)
    return count
