"""What dice can do, for all who judge: closed forms, and tables of them in thousandths."""

from __future__ import annotations

from math import comb
from typing import Final

from ..core import column, kinds
from ..core.kinds import KINDS
from ..core.rows import MOST_ROWS
from ..core.structs import growing, table

MOST_DICE: Final = 15
MOST_BLOCKS: Final = 6
SYMBOL_ONLY: Final = 2  # twelfths: one face of six


def exactly(dice: int, twelfths: int, hits: int) -> float:
    """The chance that of `dice` dice, each hitting in `twelfths` cases of twelve, exactly `hits` hit, from 0 to 1.

    >>> round(exactly(2, 2, 1), 3)
    0.278
    """
    p = twelfths / 12
    return comb(dice, hits) * p**hits * (1 - p) ** (dice - hits)


def _at_least(dice: int, twelfths: int, hits: int) -> int:
    return round(1000 * sum(exactly(dice, twelfths, n) for n in range(hits, dice + 1)))


def _lost(dice: int, twelfths: int, blocks: int) -> int:
    return round(1000 * sum(min(n, blocks) * exactly(dice, twelfths, n) for n in range(dice + 1)))


def _twelfths(kind: int, foe: int, led: int) -> int:
    """In how many of twelve cases a close combat die of one kind hits another.

    Two are a face of six. Swords that the target may disregard once a roll count half, those that elephants roll
    again half as much more.
    """
    twelfths = 2
    if column.TRAIT[kind] & kinds.SWORDS_MISS == 0:
        ignored = column.SWORDS_IGNORED[foe] + int(column.ARMOR[foe] > column.ARMOR[kind])
        ignored += int(column.TRAIT[foe] & kinds.SUPERIOR_STATURE != 0 and column.CLASS[kind] & kinds.FOOT != 0)
        twelfths += 0 if ignored > 1 else 1 if ignored else 3 if column.TRAIT[kind] & kinds.REROLLS_SWORDS else 2
    return twelfths + (2 if led and column.TRAIT[kind] & kinds.NO_LEADER_HELP == 0 else 0)


def _all_twelfths() -> list[list[list[int]]]:
    some, nobody = range(len(KINDS)), [[0, 0]] * MOST_ROWS
    return column.filled(
        [column.filled([[_twelfths(a, b, led) for led in (0, 1)] for b in some], [0, 0]) for a in some], nobody
    )


#: TWELFTHS[kind][foe][led]: in how many of twelve cases a die of close combat hits.
TWELFTHS: Final = growing(_all_twelfths)
_DICE, _CASES, _BLOCKS = range(MOST_DICE + 1), range(13), range(MOST_BLOCKS + 1)
#: HITS[dice][twelfths][n]: the chance of at least n hits.
HITS: Final = table([[[_at_least(d, t, n) for n in _BLOCKS] for t in _CASES] for d in _DICE])
#: LOST[dice][twelfths][blocks]: thousandths of blocks lost of so many.
LOST: Final = table([[[_lost(d, t, n) for n in _BLOCKS] for t in _CASES] for d in _DICE])
