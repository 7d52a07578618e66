"""The board as a picture: one SVG without anything from outside, for notebooks, documents and the terminal program.

It shows what lies open on the table and nothing of the hands. The sides differ by light and dark and by the bar that
each unit carries towards its enemy, kinds by symbol and letters, so that nothing hangs on colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape, quoteattr

from ..core import hexes
from ..core.event import SIDE_NAMES
from ..core.kinds import KINDS
from ..core.state import EXIT, GROUND, NONE, PLUNDER, PRIZE, UNIT_MARKS, WAITING, State, edition_of
from ..core.terrain import OFF_BOARD, TERRAINS
from .words import unit_letters, unit_words

if TYPE_CHECKING:
    from .door import Battle

R: Final = 38  # from the centre of a hex to its corner
W: Final = math.sqrt(3) * R  # from side to side
EDGE: Final = 16  # around the board
PLATE: Final = 50  # the height of the line that tells of a side
ASKED: Final = 26  # of the line that says who has to decide what
WIDTH: Final = hexes.WIDTH * W + 2 * EDGE

PAPER: Final = "#f6eedc"
INK: Final = "#2a2018"
PALE_INK: Final = "#6b5a44"
PLAIN: Final = "#d9cb9c"
LINE: Final = "#9b8958"
GOLD: Final = "#ffc933"
CASING: Final = "#2a1b10"
SERIF: Final = "Georgia,'Noto Serif','DejaVu Serif',serif"
SANS: Final = "'Noto Sans','DejaVu Sans',Verdana,sans-serif"

#: The stand of a unit of each side and the ink on it: dark is the top side, light the bottom side.
STANDS: Final = (("#2b2f3a", "#f4f1e8", "#0d0f14"), ("#fbf5e6", "#2a2018", "#5b4420"))
#: The colours of the symbols on the dark and on the light stand.
SYMBOLS: Final = (
    {"green": "#2fb38a", "blue": "#56a6ea", "red": "#ee7a41"},
    {"green": "#00795a", "blue": "#0b62a8", "red": "#b8430c"},
)

_TREE: Final = "M0-9 7 3H3L8 9H-8L-3 3H-7ZM-1.2 9H1.2V13H-1.2Z"
_WAVES: Final = "M-13-5q3.2-4 6.5 0t6.5 0 6.5 0 6.5 0M-13 5q3.2-4 6.5 0t6.5 0 6.5 0 6.5 0"
_PEAK: Final = "M-13 9-4-8 1 1 5-5 13 9M-8 0-4-8-1-2"
_SLOPE: Final = "M-14 8Q-8-8 0-8T14 8M-7 8Q-4 0 0 0T7 8"
_ROCKS: Final = "M-11 8-7-1-1 2 1 8ZM1-1 5-8 10-4 9 1ZM4 9 7 3 12 5 12 9Z"
_REEDS: Final = "M-9 8V-4M-5 8V-8M-1 8V-3M5 8V-7M9 8V-2M-13 8H13"
_STONES: Final = "M-12-4h7v4h-7zM-2-4h7v4h-7zM7-4h5v4h-5zM-8 3h7v4h-7zM2 3h7v4h-7z"
_PLANKS: Final = "M-13-7H13M-13 7H13M-9-7V7M-3-7V7M3-7V7M9-7V7"
_TENT: Final = "M-12 9 0-9 12 9ZM0-9V9M-4 9 0-1 4 9"
_WALL: Final = "M-13 9V-6H-8V-2H-3V-6H3V-2H8V-6H13V9ZM-13 3H13"
_GATE: Final = "M-13 9V-7H13V9H6V4Q6-2 0-2T-6 4V9Z"

#: Terrain by its key: the tint of its hex, the colour of its mark, the mark, and whether it is filled.
GROUNDS: Final = {
    "forest": ("#a5b273", "#4f6b35", _TREE, True),
    "hill": ("#cba564", "#8a6427", _SLOPE, False),
    "impassable-hill": ("#a98d68", "#55402a", _PEAK, False),
    "broken-ground": ("#cdb489", "#8d7348", _ROCKS, True),
    "marsh": ("#b6bd94", "#5a7357", _REEDS, False),
    "river": ("#8db6cc", "#3d708f", _WAVES, False),
    "fordable-river": ("#acc9cf", "#3d708f", _STONES, True),
    "shallow-river": ("#bfd2ca", "#5b8ba0", _WAVES, False),
    "sea": ("#7fa9c4", "#2e5f80", _WAVES, False),
    "lake": ("#7fa9c4", "#2e5f80", _WAVES, False),
    "bridge": ("#9dbfcc", "#5d4630", _PLANKS, False),
    "camp": ("#dcbd8c", "#7a3b22", _TENT, False),
    "camp top": ("#dcbd8c", "#7a3b22", _TENT, False),
    "camp bottom": ("#dcbd8c", "#7a3b22", _TENT, False),
    "scalable-wall": ("#c3b7a2", "#5d5345", _WALL, False),
    "fortified-wall": ("#b0a592", "#3f372d", _WALL, False),
    "gate": ("#c8b596", "#5d4630", _GATE, False),
}
_OTHER_GROUND: Final = ("#cfbf9a", "#7b6a45", "M-6 0H6M0-6V6", False)

_CREST: Final = "M-7.5 1C-9-8 1-13.5 8-7"
_HELMET: Final = "M-5.6 9.5C-7 2-6.4-4.8 0-5.6 5.6-5.6 7.4-1.6 7.2 3H2.2L4 9.5H.2L-1 4.6-1.4 9.5Z"
#: How wide letters are by their height, where it is not the usual.
_WIDE: Final = {"I": 0.45, "L": 0.68, "M": 1.03, "W": 1.12}
_STAR: Final = "0,-5.4 1.3,-1.8 5.1,-1.7 2.1,.7 3.2,4.4 0,2.2 -3.2,4.4 -2.1,.7 -5.1,-1.7 -1.3,-1.8"


def board_svg(moment: Battle | State, title: str = "") -> str:
    """The board as the text of an SVG picture, some 890 units wide and readable from 700 pixels on.

    It shows the map, all pieces on it with their blocks and marks, banners, the turn and, of a battle, who has to
    decide what; for screen readers it tells the same in words. Hands and the deck are not in it: two battles that
    differ only there give the same picture. `title` stands for the name of the battle.

    >>> from hexillum.battle.door import Battle
    >>> picture = board_svg(Battle.start("akragas", seed=7))
    >>> picture[:4], "Medium Infantry, 4 blocks" in picture
    ('<svg', True)
    """
    s = moment if isinstance(moment, State) else moment.state
    plan = None if isinstance(moment, State) else moment.scenario
    armies = (plan.top.name, plan.bottom.name) if plan else ("", "")
    heading = title or (plan.name if plan else f"A battle, {edition_of(s)}")
    year = plan.year_text if plan and not title else ""
    asked = "" if isinstance(moment, State) else _asked(moment)
    high = round((1.5 * (s.rows - 1) + 2) * R + 2 * PLATE + 2 * EDGE + ASKED)
    inside = [
        _tag("title", escape(f"{heading}{', ' if year else ''}{year}")),
        _tag("desc", escape(_description(s, armies, asked))),
        _tag("rect", width=WIDTH, height=high, fill=PAPER),
        _plate(s, 0, armies[0], EDGE / 2),
        _text(heading, WIDTH - EDGE, EDGE / 2 + 20, 21, anchor="end", family=SERIF, weight=700),
        _text(f"{year}{' · ' if year else ''}turn {s.turn + 1}", WIDTH - EDGE, EDGE / 2 + 39, 13, anchor="end"),
        _group(EDGE, EDGE + PLATE, _ground(s), _ramparts(s), _sections(s.rows), _pieces(s), name="board"),
        _plate(s, 1, armies[1], high - ASKED - PLATE),
        _text(asked, EDGE, high - 14, 15, weight=600),
    ]
    size = f'viewBox="0 0 {WIDTH:.1f} {high}" width="{WIDTH:.0f}" height="{high}" style="max-width:100%;height:auto"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>\n' + "\n".join(inside) + "\n</svg>\n"


def _asked(battle: Battle) -> str:
    if battle.over:
        return "a draw" if battle.winner is None else f"{SIDE_NAMES[battle.winner]} has won"
    return battle.prompt()


def _description(s: State, armies: tuple[str, str], asked: str) -> str:
    """The whole picture in words."""
    told = [f"Turn {s.turn + 1}{', ' if asked else ''}{asked}."]
    for side, army in enumerate(armies):
        units = [_unit_title(s, u.hex) for u in s.units if u.side == side and u.hex != hexes.NOWHERE]
        alone = [hexes.name(h) for h in _lone_leaders(s, side)]
        units += [f"leaders alone at {', '.join(alone)}"] if alone else []
        name = f"{SIDE_NAMES[side].capitalize()}{f' ({army})' if army else ''}"
        told.append(f"{name}, banners {s.banners[side]} of {s.goal[side]}: {'; '.join(units) or 'no units'}.")
    grounds: dict[str, list[str]] = {}
    for hex in hexes.board(s.rows):
        if 0 < s.terrain[hex] < OFF_BOARD:
            grounds.setdefault(TERRAINS[s.terrain[hex]].name, []).append(hexes.name(hex))
    told += [f"{ground}: {', '.join(there)}." for ground, there in grounds.items()]
    return " ".join(told)


def _unit_title(s: State, hex: int) -> str:
    return f"{hexes.name(hex)} {unit_words(s, hex)}"


def _lone_leaders(s: State, side: int) -> list[int]:
    there = [leader.hex for leader in s.leaders if leader.side == side and leader.hex != hexes.NOWHERE]
    return [hex for hex in there if s.unit_at[hex] == NONE]


# ---------------------------------------------------------------------- geometry


def _centre(hex: int) -> tuple[float, float]:
    """The middle of a hex, the first row on top."""
    row, half = hexes.spot(hex)
    return (half + 1) * W / 2, (1.5 * row + 1) * R


def _corner(hex: int, number: int, radius: float = R) -> tuple[float, float]:
    """A corner of a hex, clockwise from the upper right one."""
    x, y = _centre(hex)
    angle = math.radians(60 * number - 30)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def _outline(hex: int, radius: float = R) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in (_corner(hex, n, radius) for n in range(6)))


# ---------------------------------------------------------------------- the ground


def _ground(s: State) -> str:
    drawn = []
    for hex in hexes.board(s.rows):
        row = s.terrain[hex]
        terrain = TERRAINS[row] if 0 < row < OFF_BOARD else None
        tint, ink, mark, filled = GROUNDS.get(terrain.key, _OTHER_GROUND) if terrain else (PLAIN, LINE, "", False)
        words = f"{hexes.name(hex)}{f': {terrain.name}' if terrain else ''}{_worth_words(s, hex)}"
        x, y = _centre(hex)
        parts = [_tag("title", escape(words)), _tag("polygon", points=_outline(hex), fill=tint, stroke=LINE)]
        if mark:
            style = {"fill": ink} if filled else {"fill": "none", "stroke": ink, "stroke_width": 2}
            occupied = s.unit_at[hex] != NONE or s.leader_at[hex] != NONE
            at = (x, y + 24, 0.62) if occupied else (x, y + 2, 1.15)
            where = f"translate({_n(at[0])},{_n(at[1])}) scale({at[2]})"
            parts.append(_tag("path", d=mark, transform=where, stroke_linejoin="round", **style))
        parts.append(_text(hexes.name(hex), x, y - 25.5, 8.5, anchor="middle", fill=PALE_INK))
        parts += _worth_marks(s, hex, x, y)
        drawn.append(_tag("g", "".join(parts)))
    return "\n".join(drawn)


def _worth_words(s: State, hex: int) -> str:
    told = []
    for side, name in enumerate(SIDE_NAMES[:2]):
        if s.worth[hex] & (EXIT << side):
            told.append(f"the {name} side may leave the board here for a banner")
        if s.worth[hex] & ((PRIZE | PLUNDER) << side):
            told.append(f"a banner for the {name} side")
    if s.worth[hex] & GROUND:
        told.append("banners are held for this ground")
    return f" ({'; '.join(told)})" if told else ""


def _worth_marks(s: State, hex: int, x: float, y: float) -> list[str]:
    """An arrow where a side may leave, a flag on what is worth a banner, in the colours of the side's stands."""
    marks = []
    for side in (0, 1):
        body, _, edge = STANDS[side]
        if s.worth[hex] & (EXIT << side):
            (across, down), turn = _way_out(s, hex)
            where = f"translate({_n(x + across)},{_n(y + down)}) rotate({turn})"
            arrow = "M-7 3 0-7 7 3H3V8H-3V3Z"
            marks.append(_tag("path", d=arrow, transform=where, fill=body, stroke=edge, stroke_width=1.4))
        if s.worth[hex] & ((PRIZE | PLUNDER) << side):
            marks.append(_flag(x - 29, y - 18 if side else y + 4, body, edge))
    if s.worth[hex] & GROUND:
        marks.append(_flag(x - 29, y - 18, GOLD, CASING))
    return marks


def _way_out(s: State, hex: int) -> tuple[tuple[float, float], int]:
    """Where the arrow out of a hex at the border stands, from the middle of the hex, and how far it is turned."""
    row, half = hexes.spot(hex)
    if row in (0, s.rows - 1):
        return ((0, -R - 8), 0) if row == 0 else ((0, R + 8), 180)
    return ((-W / 2 - 4, 0), -90) if half < hexes.WIDTH else ((W / 2 + 4, 0), 90)


def _ramparts(s: State) -> str:
    """Protected hexsides as walls, on the side of the hex that they protect (direction 0 is east)."""
    walls = []
    for hex in hexes.board(s.rows):
        for direction in range(6):
            if (s.rampart[hex] >> direction) & 1:
                (a, b), (c, d) = _corner(hex, direction, R - 3), _corner(hex, direction + 1, R - 3)
                line = {"x1": a, "y1": b, "x2": c, "y2": d}
                style = {"stroke_linecap": "round", **line}
                wall = _tag("line", stroke="#4d2f18", stroke_width=6.5, **style)
                wall += _tag("line", stroke="#e7cf9f", stroke_width=2.4, stroke_dasharray="4 3", **line)
                words = f"rampart of {hexes.name(hex)} towards {hexes.name(hexes.NEAR[hex][direction])}"
                walls.append(_tag("g", _tag("title", words) + wall))
    return "\n".join(walls)


def _sections(rows: int) -> str:
    """The two lines between left, center and right (through the middle of columns 5 and 9)."""
    high = (1.5 * (rows - 1) + 2) * R
    style = {"stroke": "#8c2f2b", "stroke_width": 2.2, "stroke_dasharray": "1 7", "stroke_linecap": "round"}
    lines = [_tag("line", x1=column * W, y1=4, x2=column * W, y2=high - 4, **style) for column in (4.5, 8.5)]
    return _tag("g", "".join(lines), opacity=0.75)


# ---------------------------------------------------------------------- the pieces


def _pieces(s: State) -> str:
    units = [_unit(s, i) for i, u in enumerate(s.units) if u.hex != hexes.NOWHERE]
    leaders = [_lone(s, hex, side) for side in (0, 1) for hex in _lone_leaders(s, side)]
    return "\n".join([*units, *leaders])


def _unit(s: State, i: int) -> str:
    u = s.units[i]
    kind = KINDS[u.kind]
    body, ink, edge = STANDS[u.side]
    marks = [mark for mark, bit in UNIT_MARKS.items() if u.marks & bit]
    words = [_unit_title(s, u.hex), f"{SIDE_NAMES[u.side]} side", *marks, *(["ordered"] if u.ordered else [])]
    parts = [_tag("title", escape(", ".join(words)))]
    if u.ordered:
        box = {"x": -30, "y": -23.5, "width": 60, "height": 52.5, "rx": 10, "fill": "none"}
        parts.append(_tag("rect", **box, stroke=CASING, stroke_width=5.6))
        parts.append(_tag("rect", **box, stroke=GOLD, stroke_width=3.2, stroke_dasharray="9 4"))
    parts.append(_tag("rect", x=-26.5, y=-17, width=53, height=45, rx=7, fill="#000", opacity=0.22))
    parts.append(_tag("rect", x=-26.5, y=-19.5, width=53, height=45, rx=7, fill=body, stroke=edge, stroke_width=1.8))
    bar = 22.4 if u.side == 0 else -22
    parts.append(_tag("rect", x=-15, y=bar, width=30, height=5.2, rx=2.6, fill=ink, stroke=edge, stroke_width=1.2))
    letters = unit_letters(u.kind)
    short = len(letters) < 3
    at, size, middle = (-14.5, 8.4, 10.0) if short else (-18.0, 6.2, 7.5)
    wide = sum(_WIDE.get(letter, 0.8) for letter in letters)
    big = min(17.0, 29 / wide) if short else min(12.5, 32 / wide)
    shape = _symbol(kind.symbol, size, kind.border, SYMBOLS[u.side][kind.symbol], ink)
    parts.append(_group(at, -0.5, shape))
    parts.append(_text(letters, middle, -0.5 + 0.36 * big, big, anchor="middle", weight=800, fill=ink))
    parts += _pips(u.blocks, max(u.full, u.blocks, 1), ink)
    if marks:
        parts.append(_tag("polygon", points=_STAR, transform="translate(-22,-17)", fill=GOLD, stroke=CASING))
    if s.leader_at[u.hex] != NONE:
        parts.append(_group(25, -18, _leader(0.86)))
    x, y = _centre(u.hex)
    return _group(x, y, *parts, name=f"unit {SIDE_NAMES[u.side]}")


def _symbol(symbol: str, size: float, border: bool, colour: str, ink: str) -> str:
    """Circle, triangle or square as on the dice; a ring and a dot for kinds that have a border."""
    style: dict[str, str | float] = {"fill": colour}
    if border:
        style |= {"stroke": ink, "stroke_width": 1.8}
        size -= 1
    if symbol == "green":
        shape = _tag("circle", r=size, **style)
    elif symbol == "blue":
        wide, low = _n(1.15 * size), _n(0.9 * size)
        shape = _tag("polygon", points=f"0,-{_n(1.1 * size)} {wide},{low} -{wide},{low}", **style)
    else:
        shape = _tag("rect", x=-0.93 * size, y=-0.93 * size, width=1.86 * size, height=1.86 * size, **style)
    return shape + (_tag("circle", r=1.9, fill=ink) if border else "")


def _pips(blocks: int, full: int, ink: str) -> list[str]:
    """A pip for every block, those that are lost as outlines."""
    wide = min(10.0, (46 - 2 * (full - 1)) / full)
    left = -(full * wide + 2 * (full - 1)) / 2
    style = {"y": 12, "width": wide, "height": 7, "rx": 1.6, "stroke": ink, "stroke_width": 1}
    return [
        _tag(
            "rect",
            x=left + n * (wide + 2),
            **style,
            **({"fill": ink} if n < blocks else {"fill": "none", "opacity": 0.45}),
        )
        for n in range(full)
    ]


def _leader(scale: float) -> str:
    """A coin with a crested helmet."""
    helmet = _tag("path", d=_CREST, fill="none", stroke="#3a2b00", stroke_width=3.6, stroke_linecap="round")
    helmet += _tag("path", d=_HELMET, fill="#3a2b00")
    coin = _tag("circle", r=10.4, fill=GOLD, stroke=CASING, stroke_width=1.4)
    return _tag("g", coin + _tag("g", helmet, transform="scale(.72)"), transform=f"scale({scale})")


def _lone(s: State, hex: int, side: int) -> str:
    body, ink, edge = STANDS[side]
    ordered = bool(s.leaders[s.leader_at[hex]].ordered)
    words = f"{hexes.name(hex)} leader alone, {SIDE_NAMES[side]} side{', ordered' if ordered else ''}"
    parts = [_tag("title", escape(words))]
    if ordered:
        parts.append(_tag("circle", r=23.5, fill="none", stroke=CASING, stroke_width=5.6))
        parts.append(_tag("circle", r=23.5, fill="none", stroke=GOLD, stroke_width=3.2, stroke_dasharray="9 4"))
    parts.append(_tag("circle", r=19, fill=body, stroke=edge, stroke_width=1.8))
    bar = 17 if side == 0 else -22
    parts.append(_tag("rect", x=-10, y=bar, width=20, height=5.2, rx=2.6, fill=ink, stroke=edge, stroke_width=1.2))
    x, y = _centre(hex)
    return _group(x, y, *parts, _leader(1.25), name=f"leader {SIDE_NAMES[side]}")


# ---------------------------------------------------------------------- the sides


def _plate(s: State, side: int, army: str, y: float) -> str:
    """A side's name with its banners: won ones are gold, an outline for each that is still wanted."""
    body, ink, edge = STANDS[side]
    name = f"{army or SIDE_NAMES[side].capitalize()}{f' ({SIDE_NAMES[side]})' if army else ''}"
    wide = 22 + 9.2 * len(name)
    parts = [
        _tag("rect", x=0, y=4, width=wide, height=28, rx=7, fill=body, stroke=edge, stroke_width=1.8),
        _tag("rect", x=wide / 2 - 20, y=28 if side == 0 else 1, width=40, height=6, rx=3, fill=ink, stroke=edge),
        _text(name, wide / 2, 23, 15, anchor="middle", family=SERIF, weight=700, fill=ink),
    ]
    won, goal = s.banners[side], s.goal[side]
    for n in range(max(won, goal)):
        parts.append(_flag(wide + 14 + 19 * n, 6, GOLD if n < won else "none", CASING if n < won else PALE_INK))
    words = [f"banners {won} of {goal}"]
    if s.tokens[side]:
        words.append(f"tokens {s.tokens[side]}")
    away = sum(u.side == side and u.waits == WAITING for u in s.units)
    if away:
        words.append(f"off the board {away}")
    parts.append(_text(", ".join(words), wide + 14 + 19 * max(won, goal) + 4, 23, 13, fill=PALE_INK))
    return _group(EDGE, y, *parts)


def _flag(x: float, y: float, fill: str, ink: str) -> str:
    path = f"M{_n(x)} {_n(y + 23)}V{_n(y)}h13l-3.5 5 3.5 5H{_n(x)}"
    return _tag("path", d=path, fill=fill, stroke=ink, stroke_width=1.6, stroke_linejoin="round")


# ---------------------------------------------------------------------- SVG


def _n(value: float) -> str:
    """A number as short as it can be."""
    return f"{value:.1f}".removesuffix(".0")


def _tag(name: str, inside: str = "", /, **attributes: Any) -> str:
    """An element; a number is written short, None leaves its attribute out."""
    told = ""
    for key, value in attributes.items():
        if value is not None:
            words = value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
            told += f" {key.replace('_', '-')}={quoteattr(words)}"
    return f"<{name}{told}>{inside}</{name}>" if inside else f"<{name}{told}/>"


def _group(x: float, y: float, *inside: str, name: str | None = None) -> str:
    return _tag("g", "\n".join(_drawn(inside)), transform=f"translate({_n(x)},{_n(y)})", **{"class": name})


def _drawn(parts: Iterable[str]) -> list[str]:
    return [part for part in parts if part]


def _text(
    words: str,
    x: float,
    y: float,
    size: float,
    *,
    anchor: str | None = None,
    family: str = SANS,
    weight: int | None = None,
    fill: str = INK,
) -> str:
    if not words:
        return ""
    style = {"font_size": size, "font_family": family, "font_weight": weight, "text_anchor": anchor, "fill": fill}
    return _tag("text", escape(words), x=x, y=y, **style)
