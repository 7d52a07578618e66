"""Marsh: every piece that enters one rolls a die for each marsh hex of its way (TER-08)."""

from __future__ import annotations

from ..core import column, event, proc, rule, steps
from ..core.dice import HELMET
from ..core.frames import call, cite, faces, finish, note, roll
from ..core.hexes import NOWHERE
from ..core.state import NONE, Frame, State
from ..core.structs import dialect
from .dice import told
from .victory import lose_leader


@dialect
def mire(s: State, f: Frame) -> None:
    """f.count dice for unit f.unit, or with f.mode 1 for leader f.unit: its symbol costs a block, a helmet him."""
    hex = s.leaders[f.unit].hex if f.mode == 1 else s.units[f.unit].hex
    if f.step == steps.MIRE_ROLLING:
        f.step = steps.MIRE_OVER
        if hex != NOWHERE and s.outcome == NONE:
            f.step = steps.MIRE_ROLLED
            cite(s, rule.TER_08)
            note(s, event.DICE, f.count, hex, event.LEADER_IN_MARSH if f.mode == 1 else NOWHERE)
            roll(s, f.count, hex, rule.TER_08)
    elif f.step == steps.MIRE_ROLLED:
        f.step = steps.MIRE_OVER
        symbol = HELMET if f.mode == 1 else column.SYMBOL[s.units[f.unit].kind]
        for face in range(6):
            told(s, face, faces(s, face), event.HITS if face == symbol else event.MISSES, rule.TER_08)
        hits = faces(s, symbol)
        if hits > 0 and f.mode == 1:
            cite(s, rule.TER_08)
            lose_leader(s, f.unit)
        elif hits > 0:
            call(s, proc.LOSSES, f.unit, NONE).count = hits
    else:
        finish(s)
