"""The figures in pictures that the server makes: cut from the one sheet of all kinds, and dyed for an army.

The sheet is drawn by `tools/figures.py` of the parts that the pages draw their figures of.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from PIL.Image import Image

FOLDER: Final = Path(__file__).with_name("sheet")
OTHER: Final = "medium-infantry"  # how a kind without a figure of its own looks
STANDS: Final = {"top": ("#3a342c", "#15110c"), "bottom": ("#e9dcba", "#7c6840")}  # light or dark, whatever is worn
COIN: Final = ("#e8b73a", "#3d2903")  # a leader is with the unit
KEPT: Final = 200  # figures of some size


@dataclass(frozen=True)
class Stood:
    """A unit in a picture: `side` is "top" or "bottom", `kind` "leader" for one who stands alone."""

    hex: str
    side: str
    kind: str
    blocks: int = 1
    led: bool = False


@cache
def about() -> dict[str, Any]:
    """What lies where on the sheet, how it stands in a hex, and the dyes of every kit.

    >>> about()["kinds"]["elephant"]["at"][2:]
    [105, 120]
    """
    told: dict[str, Any] = json.loads((FOLDER / "figures.json").read_text(encoding="utf-8"))
    return told


@cache
def _sheet() -> tuple[Image, Image]:
    from PIL import Image

    with Image.open(FOLDER / "figures.png") as plain, Image.open(FOLDER / "dyes.png") as dyes:
        return plain.convert("RGBA"), dyes.convert("RGB")


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _dress(kind: str, kit: str) -> tuple[str, str]:
    """The cloth and the shield of a kind in a kit, or in that of its allies."""
    kits = about()["kits"]
    worn = kits.get(kit) or next(iter(kits.values()))
    worn = kits.get(worn["allies"].get(kind), worn)
    return worn["cloth"], worn["field"]


@lru_cache(KEPT)
def figure(kind: str, cloth: str, field: str, size: int, flip: bool) -> Image:
    """A figure so many pixels high in a cloth and with a shield, looking to the left with `flip`.

    >>> figure("elephant", "#aa0000", "#00aa00", 60, False).size
    (52, 60)
    """
    from PIL import Image, ImageChops

    x, y, width, height = about()["kinds"][kind]["at"]
    plain, dyes = (one.crop((x, y, x + width, y + height)) for one in _sheet())
    shade, dyed = plain.convert("RGB"), (dyes.getchannel("R"), dyes.getchannel("G"))
    for share, colour in zip(dyed, (cloth, field), strict=True):
        bands = [share.point(lambda v, c=part: round(v * c / about()["pale"])) for part in _rgb(colour)]
        shade = ImageChops.add(shade, Image.merge("RGB", bands))
    shade.putalpha(plain.getchannel("A"))
    made = shade.resize((max(1, round(width * size / height)), size), Image.Resampling.LANCZOS)
    return made.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if flip else made


def put_unit(image: Image, unit: Stood, kit: str, middle: tuple[float, float], r: float) -> None:
    """Draw a unit, a figure for each block, into a hex whose corners are `r` pixels from its middle.

    The upper army looks to the left, as on the board; of more blocks than figures fit, some stand for all.
    """
    from PIL import ImageDraw

    kinds = about()["kinds"]
    kind = unit.kind if unit.kind in kinds else OTHER
    one = kinds[kind]
    flip = unit.side == "top"
    shown = figure(kind, *_dress(kind, kit), max(1, ceil(one["at"][3] * one["size"] * r)), flip)
    spots = one["spots"][max(0, min(unit.blocks, len(one["spots"])) - 1)]
    draw = ImageDraw.Draw(image)
    at, rx, ry = (v * r for v in one["stand"])
    fill, edge = STANDS[unit.side]
    for x, y in spots:
        foot = (middle[0] + (-x if flip else x) * r, middle[1] + y * r)
        under = foot[0] + (-at if flip else at)
        draw.ellipse((under - rx, foot[1] - ry, under + rx, foot[1] + ry), fill, edge, max(1, round(r / 40)))
        left = one["feet"][0] / one["at"][2]
        corner = (1 - left if flip else left) * shown.width, one["feet"][1] / one["at"][3] * shown.height
        image.paste(shown, (round(foot[0] - corner[0]), round(foot[1] - corner[1])), shown)
    if unit.led:
        x, y, k = middle[0] + 0.5 * r, middle[1] - 0.52 * r, 0.2 * r
        draw.ellipse((x - k, y - k, x + k, y + k), *COIN, max(1, round(r / 16)))
