"""The picture of a table for link previews: the board as an onlooker sees it with its figures, and the banners."""

from __future__ import annotations

import io
import unicodedata
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import Any, Final

from ..battle.own_rows import looks, model
from ..core import hexes
from ..core.kinds import KINDS
from ..core.terrain import TERRAINS
from .figures import Stood, put_unit

WIDTH, HEIGHT = 1200, 630
FINE: Final = 2  # drawn so many times as large, then made smaller: edges are smooth
TITLE_MOST: Final = 60  # letters of a title or of an army's name

_PAPER, _INK, _DIM, _EDGE = "#f6eedc", "#2a2018", "#645440", "#6f6238"
_GROUND: Final = "#c6b078"
_GROUNDS: Final = {
    "forest": "#8fa468",
    "hill": "#c09d5e",
    "impassable-hill": "#7c6a4a",
    "broken-ground": "#bdb294",
    "river": "#4f8fb0",
    "sea": "#5b93b3",
    "lake": "#5b93b3",
    "fordable-river": "#8fbcd0",
    "shallow-river": "#9fc6d6",
    "marsh": "#86a08a",
    "bridge": "#a58d62",
}
_BUILT: Final = "#a0522d"  # camps, walls, gates


@dataclass(frozen=True)
class Scene:
    """What is in the picture of a table; nothing but what every onlooker may see.

    `armies` are the name, the banners and what wins, the upper army first, as `kits` are.
    """

    title: str
    words: str
    rows: int
    terrain: tuple[tuple[str, str], ...]
    units: tuple[Stood, ...]
    armies: tuple[tuple[str, int, int], tuple[str, int, int]]
    kits: tuple[str, str] = ("", "")


def plain(text: str, most: int = TITLE_MOST) -> str:
    """A text as one line without signs that steer, cut where it is too long.

    >>> plain("A\\n\\u202eB" + "c" * 70)[:5], len(plain("c" * 70))
    ('A Bcc', 60)
    """
    shown = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in text)
    words = " ".join(shown.split())
    return words if len(words) <= most else words[: most - 1] + "…"


def png(scene: Scene) -> bytes:
    """The picture as a PNG of 1200 by 630."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), _PAPER)
    draw = ImageDraw.Draw(image)

    def text(at: tuple[float, float], words: str, size: float, fill: str, anchor: str, room: float = 0) -> None:
        font = ImageFont.load_default(size * FINE)
        while room and size > 12 and draw.textlength(words, font=font) > room * FINE:
            size -= 2
            font = ImageFont.load_default(size * FINE)
        draw.text((at[0] * FINE, at[1] * FINE), words, font=font, fill=fill, anchor=anchor)

    r = min((HEIGHT - 60) / (1.5 * scene.rows + 0.5), 800 / (13 * sqrt(3)))
    left, top = WIDTH - 30 - 13 * sqrt(3) * r, (HEIGHT - (1.5 * scene.rows + 0.5) * r) / 2

    def middle(place: str) -> tuple[float, float]:
        row, half = hexes.spot(hexes.parse(place))
        return left + (half + 1) * sqrt(3) / 2 * r, top + r + 1.5 * row * r

    def hexagon(place: str, size: float) -> list[tuple[float, float]]:
        x, y = middle(place)
        ways = [pi / 6 + n * pi / 3 for n in range(6)]
        return [((x + size * cos(a)) * FINE, (y + size * sin(a)) * FINE) for a in ways]

    grounds = dict(scene.terrain)
    for number in hexes.board(scene.rows):
        place = hexes.name(number)
        ground = grounds.get(place)
        fill = _GROUND if ground is None else _GROUNDS.get(ground, _BUILT)
        draw.polygon(hexagon(place, r), fill=fill, outline=_EDGE, width=FINE)
    kits = dict(zip(("top", "bottom"), scene.kits, strict=True))
    for unit in sorted(scene.units, key=lambda one: middle(one.hex)[1]):
        x, y = middle(unit.hex)
        put_unit(image, unit, kits[unit.side], (x * FINE, y * FINE), r * FINE)
    room = left - 60
    text((36, 70), scene.title, 52, _INK, "ls", room)
    text((36, 110), scene.words, 24, _DIM, "ls", room)
    for n, (name, banners, goal) in enumerate(scene.armies):
        y = 210 + 190 * n
        side = ("top", "bottom")[n]
        put_unit(image, Stood("", side, "leader"), scene.kits[n], (76 * FINE, (y - 22) * FINE), 50 * FINE)
        text((124, y), name, 34, _INK, "ls", room - 88)
        for k in range(min(goal, 13)):
            x = 40 + k * min(40.0, room / max(goal, 1))
            pole = [v * FINE for v in (x, y + 28, x + 22, y + 62)]
            draw.rectangle(pole, "#8a3b12" if k < banners else None, _EDGE, FINE)
    text((36, HEIGHT - 32), "HEXILLUM", 24, _DIM, "ls")
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).quantize(96)
    out = io.BytesIO()
    small.save(out, "PNG", optimize=True)
    return out.getvalue()


def _figure(edition: str, kind: str) -> str:
    """The kind whose figure a kind of an edition has."""
    return looks(KINDS[KINDS.number(edition, kind)])


def _ground(edition: str, terrain: str) -> str:
    """The ground of Hexillum that one of an edition is drawn as."""
    return model(TERRAINS[TERRAINS.number(edition, terrain)], TERRAINS).key


def scene_of(view: Any) -> Scene:
    """What is in the picture of a view, which is an onlooker's."""
    outcome, armies = view["outcome"], view["armies"]
    if outcome in armies:
        words = f"{plain(armies[outcome])} victory in turn {view['turn']}"
    else:
        words = "A draw" if outcome else f"Turn {view['turn']}"
    top, bottom = (
        (plain(armies[side]), int(view["banners"][side]), int(view["goals"][side])) for side in ("top", "bottom")
    )
    return Scene(
        plain(view["title"]),
        words,
        view["rows"],
        tuple((hex, _ground(view["edition"], key)) for hex, key in view["terrain"].items()),
        (
            *(
                Stood(one["hex"], one["side"], _figure(view["edition"], one["kind"]), one["blocks"], one["leader"])
                for one in view["units"]
            ),
            *(Stood(one["hex"], one["side"], "leader") for one in view["leaders"] if not one["attached"]),
        ),
        (top, bottom),
        (view["kits"]["top"], view["kits"]["bottom"]),
    )
