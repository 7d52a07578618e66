"""Marsh: every piece that enters one rolls a die for each marsh hex of its way (TER-08)."""

from __future__ import annotations

from typing import Final

from ..edition import HELMET, SYMBOL
from ..events import DICE, HITS, MISSES
from ..hexes import NOWHERE
from ..records import dialect
from ..state import NONE, Frame, State
from .dice import told
from .frames import LOSSES, call, cite, faces, finish, note, roll
from .ids import GAP_03, TER_08
from .victory import lose_leader

ROLLING: Final = 0
ROLLED: Final = 1
OVER: Final = 2


@dialect
def mire(s: State, f: Frame) -> None:
    """f.count dice for unit f.unit, or with f.mode 1 for leader f.unit: its symbol costs a block, a helmet him."""
    hex = s.leaders[f.unit].hex if f.mode == 1 else s.units[f.unit].hex
    if f.step == ROLLING:
        f.step = OVER
        if hex != NOWHERE and s.outcome == NONE:
            f.step = ROLLED
            cite(s, TER_08)
            note(s, DICE, f.count, hex, hex)
            roll(s, f.count, hex, TER_08)
    elif f.step == ROLLED:
        f.step = OVER
        symbol = HELMET if f.mode == 1 else SYMBOL[s.units[f.unit].kind]
        for face in range(6):
            told(s, face, faces(s, face), HITS if face == symbol else MISSES, TER_08)
        hits = faces(s, symbol)
        if hits > 0 and f.mode == 1:
            cite(s, TER_08)
            lose_leader(s, f.unit)
        elif hits > 0:
            cite(s, GAP_03)
            call(s, LOSSES, f.unit, NONE).count = hits
    else:
        finish(s)
