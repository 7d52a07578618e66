"""The board as text: two lines a row, every hex with its name, the short rows half a hex to the right.

It is as wide as the terminal lets it be: a hex takes six columns, or five, or four.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..battle.words import unit_letters
from ..core import hexes
from ..core.kinds import KINDS
from ..core.state import NONE, State
from ..core.terrain import OFF_BOARD, TERRAINS
from .words import SIDES, in_columns

if TYPE_CHECKING:
    from rich.text import Text

CELLS: Final = (6, 5, 4)  # columns that a hex may take
WIDE: Final = CELLS[0] * hexes.WIDTH  # columns that the board takes at its widest
STYLES: Final = ("bold cyan", "bold red")
NAME_STYLE: Final = "bright_black"
GROUND_STYLE: Final = "green"

#: How terrain is marked behind the name of its hex.
SIGNS: Final = {
    "forest": "&",
    "hill": "^",
    "broken-ground": "%",
    "marsh": '"',
    "river": "~",
    "fordable-river": "=",
    "shallow-river": "-",
    "bridge": "#",
    "camp": "@",
    "camp top": "@",
    "camp bottom": "$",
    "sea": "~",
    "lake": "~",
    "impassable-hill": "M",
    "scalable-wall": "]",
    "fortified-wall": "]",
    "gate": "n",
}


def piece(s: State, hex: int) -> tuple[str, int]:
    """What stands on a hex, by number, and whose it is: 0 top, 1 bottom, NONE and "" for nobody.

    Capitals are the bottom side's, ">" is an order, the digit the blocks, "*" a leader.

    >>> from hexillum.battle.setup import add_unit, new_state
    >>> s = new_state("ancients")
    >>> piece(s, s.units[add_unit(s, 0, 4, 57)].hex)
    (' wa4', 0)
    """
    i, k = s.unit_at[hex], s.leader_at[hex]
    if i != NONE:
        u = s.units[i]
        word = f"{'>' if u.ordered else ' '}{unit_letters(u.kind)}{u.blocks}{'*' if k != NONE else ''}"
        side = u.side
    elif k != NONE:
        word, side = f"{'>' if s.leaders[k].ordered else ' '}L*", s.leaders[k].side
    else:
        return "", NONE
    return (word if side == hexes.BOTTOM else word.lower()), side


def ground(s: State, hex: int) -> str:
    """The sign of the terrain of a hex, by number; "" for clear ground.

    >>> from hexillum.battle.door import Battle
    >>> ground(Battle.start("akragas", seed=7).state, 57)
    ''
    """
    terrain = s.terrain[hex]
    return SIGNS.get(TERRAINS[terrain].key, "?") if 0 < terrain < OFF_BOARD else ""


def board(s: State, width: int = WIDE) -> Text:
    """The whole board in so many columns, at least `least_width`, with lines that explain its signs.

    >>> from hexillum.battle.door import Battle
    >>> print(board(Battle.start("akragas", seed=7).state).plain.splitlines()[14].strip())
    LC3   AX4   HI4         HI4   HI4   HI4*  AX4   AX4   MC3*
    >>> print(board(Battle.start("akragas", seed=7).state, 60).plain.splitlines()[14].strip())
    LC3 AX4 HI4     HI4 HI4 HI4*AX4 AX4 MC3*
    """
    from rich.text import Text

    cell = next((one for one in CELLS if one * hexes.WIDTH <= width), CELLS[-1])
    lines = max(width, cell * hexes.WIDTH) if cell < CELLS[0] else WIDE
    text = Text()
    for row in range(s.rows):
        above, below = Text(" " * (cell // 2 * (row & 1))), Text(" " * (cell // 2 * (row & 1)))
        for column in range(hexes.row_width(row)):
            _put(s, hexes.WIDTH * row + column, cell, above, below)
        for line in (above, below):
            line.rstrip()
            text.append(line)
            text.append("\n")
    text.append(legend(s, lines))
    return text


def _put(s: State, hex: int, cell: int, above: Text, below: Text) -> None:
    """Put a hex into the two lines of its row; an order stands below where there is no room before the piece."""
    word, side = piece(s, hex)
    order = " "
    if word and (cell < CELLS[0] or len(word) > cell):
        order, word = word[0], word[1:]
    style = STYLES[side] if side != NONE else ""
    above.append(word.ljust(cell), style=style)
    sign, name = ground(s, hex), hexes.name(hex)
    free = cell - 1 - len(name) - len(sign)
    if free < 0:  # no room behind the name: in front of it, where an order would stand, which then underlines the piece
        if order == ">":
            above.stylize("underline", len(above) - cell, len(above) - cell + len(word))
        order, sign, style = sign, "", GROUND_STYLE
    below.append(order, style=style)
    below.append(name, style=NAME_STYLE)
    below.append(sign, style=GROUND_STYLE)
    below.append(" " * max(0, free))


def least_width(s: State) -> int:
    """How many columns the board needs: four for a hex, or more where a unit has a long name.

    >>> from hexillum.battle.door import Battle
    >>> least_width(Battle.start("akragas", seed=7).state), least_width(Battle.start("phasis", seed=1).state)
    (52, 65)
    """
    longest = max(len(piece(s, hex)[0]) - 1 for hex in hexes.board(s.rows))
    return max(longest, CELLS[-1]) * hexes.WIDTH


def drawn(s: State, width: int) -> Text:
    """The board for a terminal of so many columns: one that is too narrow gets lists of who and what stands where.

    >>> from hexillum.battle.door import Battle
    >>> print(drawn(Battle.start("akragas", seed=7).state, 40).plain.splitlines()[0])
    the board needs 52 columns and there are 40: a list instead
    """
    from rich.text import Text

    if width >= (least := least_width(s)):
        return board(s, width)
    text = Text(f"the board needs {least} columns and there are {width}: a list instead\n")
    pieces = [(hexes.name(hex), *piece(s, hex)) for hex in hexes.board(s.rows)]
    for side, name in enumerate(SIDES):
        text.append(f"{name}\n")
        there = [f"{at} {word.strip()}" for at, word, whose in pieces if word and whose == side]
        text.append("\n".join(in_columns(there, width)) + "\n", style=STYLES[side])
    signs = [f"{hexes.name(hex)} {ground(s, hex)}" for hex in hexes.board(s.rows) if ground(s, hex)]
    if signs:
        text.append("ground\n")
        text.append("\n".join(in_columns(signs, width)) + "\n", style=GROUND_STYLE)
    text.append(legend(s, width))
    return text


def legend(s: State, width: int = WIDE) -> Text:
    """What the signs on the board mean, in lines of so many columns: only those that are there.

    >>> from hexillum.battle.door import Battle
    >>> print(legend(Battle.start("akragas", seed=7).state).plain.splitlines()[1][:35])
    LI Light Infantry, LB Light Bow Inf
    """
    from rich.text import Text

    text = Text()
    text.append("capitals", style=STYLES[1])
    text.append(" bottom, ")
    text.append("small letters", style=STYLES[0])
    text.append(" top," + ("\n" if width < WIDE else " ") + "number = blocks, * leader, > ordered\n")
    kinds = sorted({u.kind for u in s.units if u.hex != hexes.NOWHERE})
    words = [f"{unit_letters(kind)} {KINDS[kind].name}" for kind in kinds]
    grounds = sorted({t for t in s.terrain if 0 < t < OFF_BOARD})
    words += [f"{SIGNS.get(TERRAINS[t].key, '?')} {TERRAINS[t].name}" for t in grounds]
    line = ""
    for word in words:
        if line and len(line) + len(word) > width - 4:
            text.append(line + "\n")
            line = ""
        line += f"{', ' if line else ''}{word}"
    text.append(line)
    return text
