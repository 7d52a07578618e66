"""The map: hexes as small ints, their names, neighbours, distances, sections and lines of sight.

A hex is ``13 * row + column``, row 0 at the top edge. Rows 0, 2, 4, … have 13 hexes, the others 12 and lie half a hex
to the right (GAP-02). One numbering serves both boards: Ancients plays on rows 0 to 8, Medieval on rows 0 to 10.
`NOWHERE` is a spare hex that belongs to no board: where a neighbour is missing, it stands in the tables.
"""

from __future__ import annotations

import math
from typing import Final

from .structs import table

WIDTH: Final = 13
ROWS: Final = 11
NOWHERE: Final = WIDTH * ROWS
HEXES: Final = NOWHERE + 1
REACH: Final = 6  # the longest range of any unit, in hexes

TOP: Final = 0
BOTTOM: Final = 1

LEFT: Final = 1
CENTER: Final = 2
RIGHT: Final = 4

# Directions run clockwise from the east: 0 E, 1 SE, 2 SW, 3 W, 4 NW, 5 NE.
_STEPS: Final = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))


def row_width(row: int) -> int:
    """How many hexes a row has, rows being counted from 0 at the top (GAP-02).

    >>> row_width(0), row_width(1)
    (13, 12)
    """
    return WIDTH - (row & 1)


def at(row: int, half: int) -> int:
    """The hex of a row at a half-hex position (twice the column, one more in short rows), or NOWHERE.

    >>> at(0, 2), at(0, 3) == NOWHERE
    (1, True)
    """
    column = (half - (row & 1)) // 2
    if (half - row) % 2 or not (0 <= row < ROWS and 0 <= column < row_width(row)):
        return NOWHERE
    return WIDTH * row + column


def spot(hex: int) -> tuple[int, int]:
    """Row and half-hex position of a hex, the way back from `at`.

    >>> spot(parse("B1"))
    (1, 1)
    """
    row, column = divmod(hex, WIDTH)
    return row, 2 * column + (row & 1)


_NAMES: Final = [f"{chr(ord('A') + row)}{column + 1}" for row in range(ROWS) for column in range(WIDTH)]


def name(hex: int) -> str:
    """The name of a hex in letters and figures, row A at the top; "off" for NOWHERE and every other number.

    >>> name(4 * 13 + 5)
    'E6'
    """
    return _NAMES[hex] if 0 <= hex < NOWHERE else "off"


def parse(text: str, rows: int = ROWS) -> int:
    """The hex that a name such as ``E6`` or ``e6`` stands for, on a board with so many rows: 9 Ancients, 11 Medieval.

    Raises ValueError, saying which rows and columns there are, where the board has no such hex.

    >>> parse("E6")
    57
    """
    letter, figures = text[:1].upper(), text[1:]
    row = ord(letter) - ord("A") if text[:1].isascii() and letter else -1
    last = chr(ord("A") + rows - 1)
    if not (0 <= row < rows and figures.isascii() and figures.isdigit() and figures[0] != "0"):
        raise ValueError(f"{text!r} is not a hex: expected a row letter A to {last} and a column, such as E6")
    if not 1 <= int(figures) <= row_width(row):
        raise ValueError(f"{text!r} is not a hex: row {letter} has columns 1 to {row_width(row)}")
    return WIDTH * row + int(figures) - 1


def board(rows: int) -> list[int]:
    """All hexes of a board with so many rows, in reading order, as numbers.

    >>> len(board(9)), len(board(11))
    (113, 138)
    """
    return [WIDTH * row + column for row in range(rows) for column in range(row_width(row))]


def distance(a: int, b: int) -> int:
    """Hexes from a to b by the shortest way, counting b but not a; nothing in between matters (RC-18).

    >>> distance(parse("E6"), parse("C6")), distance(parse("E6"), parse("E9"))
    (2, 3)
    """
    (row_a, half_a), (row_b, half_b) = spot(a), spot(b)
    up, across = abs(row_a - row_b), abs(half_a - half_b)
    return up + max(0, across - up) // 2


def _neighbour(hex: int, direction: int) -> int:
    if hex == NOWHERE:
        return NOWHERE
    row, half = spot(hex)
    down, right = _STEPS[direction]
    return at(row + down, half + right)


def _sections(hex: int) -> int:
    half = spot(hex)[1]
    return (LEFT if half <= 8 else 0) | (CENTER if 8 <= half <= 16 else 0) | (RIGHT if half >= 16 else 0)


def _mirrored(sections: int) -> int:
    return (sections & CENTER) | (RIGHT if sections & LEFT else 0) | (LEFT if sections & RIGHT else 0)


# In half widths across and half radii down, a hex is all that lies within |normal . offset| < bound of its centre.
_BOUNDS: Final = ((1, 0, 1), (1, 1, 2), (1, -1, 2))


def _crossing(across: int, down: int, end: tuple[int, int]) -> tuple[int, bool] | None:
    """Where the line from the origin to `end` enters the hex around (across, down), and whether it runs along its edge.

    None where the line misses the hex or touches no more than a corner. The place is an exact multiple of a common
    fraction of the way.
    """
    slopes = [nx * end[0] + ny * end[1] for nx, ny, _ in _BOUNDS]
    unit = math.prod(abs(slope) for slope in slopes if slope)
    start, stop, edge = 0, unit, False
    for (nx, ny, bound), slope in zip(_BOUNDS, slopes, strict=True):
        offset = nx * across + ny * down
        if slope == 0:
            if abs(offset) > bound:
                return None
            edge = edge or abs(offset) == bound
        else:
            one, two = sorted(((offset - bound) * unit // slope, (offset + bound) * unit // slope))
            start, stop = max(start, one), min(stop, two)
    return (start, edge) if start < stop else None


def _between(down: int, right: int) -> list[tuple[int, int, int, int]]:
    """What lies on the line from (0, 0) to (down, right): pairs of offsets (down, right, down, right).

    Both offsets of a pair are the same where the line crosses a hex; they differ where it runs along the edge of
    two hexes (RC-25, RC-30).
    """
    crossed: list[tuple[int, int, int]] = []
    edged: list[tuple[int, int, int]] = []
    for row in range(min(0, down), max(0, down) + 1):
        middle = right * row // down if down else 0
        reach = range(middle - 4, middle + 5) if abs(down) > 1 else range(min(0, right), max(0, right) + 1)
        for half in reach:
            if (row + half) % 2 or (row, half) in ((0, 0), (down, right)):
                continue
            entry = _crossing(half, 3 * row, (right, 3 * down))
            if entry:
                (edged if entry[1] else crossed).append((entry[0], row, half))
    edged.sort()
    pairs = [(*edged[i], *edged[i + 1][1:]) for i in range(0, len(edged), 2)]
    return [pair[1:] for pair in sorted([(t, r, h, r, h) for t, r, h in crossed] + pairs)]


def _sight_row(down: int, right: int) -> list[int]:
    far = abs(down) + max(0, abs(right) - abs(down)) // 2
    pairs = _between(down, right) if (down + right) % 2 == 0 and 2 <= far <= REACH else []
    flat = [number for pair in pairs for number in pair]
    return [len(pairs), *flat, *[0] * (_SIGHT_WIDTH - len(flat))]


_SIGHT_WIDTH: Final = 4 * 6
_PAD: Final = 2 * REACH

#: For each hex its six neighbours, NOWHERE where there is none.
NEAR: Final = table([[_neighbour(h, d) for d in range(6)] for h in range(HEXES)])
#: For each side and hex the two hexes toward that side's own baseline (GAP-02), the western one first.
REAR: Final = table(
    [[[_neighbour(h, d) for d in ((4, 5), (2, 1))[side]] for h in range(HEXES)] for side in (TOP, BOTTOM)]
)
ROW: Final = table([h // WIDTH for h in range(HEXES)])
HALF: Final = table([spot(h)[1] for h in range(HEXES)])
#: For each side and hex the sections (LEFT, CENTER, RIGHT bits) as that side's player sees them (ORD-03, ORD-10).
SECTIONS: Final = table([[_mirrored(_sections(h)) for h in range(HEXES)], [_sections(h) for h in range(HEXES)]])
#: AT[row + REACH][half + 2 * REACH]: the hex there or NOWHERE.
AT: Final = table([[at(row, half) for half in range(-_PAD, 2 * WIDTH + _PAD)] for row in range(-REACH, ROWS + REACH)])
#: FAR[a][b]: hexes from a to b (RC-18); nothing is far from NOWHERE but far away.
FAR: Final = table(
    [[distance(a, b) if NOWHERE not in (a, b) else WIDTH * ROWS for b in range(HEXES)] for a in range(HEXES)]
)
#: SIGHT[(down + REACH) * 25 + right + 2 * REACH]: how many pairs, then four numbers a pair: what a line of sight meets.
SIGHT: Final = table([_sight_row(down, right) for down in range(-REACH, REACH + 1) for right in range(-_PAD, _PAD + 1)])
