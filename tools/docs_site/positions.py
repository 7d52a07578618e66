"""The directive `position`: a picture of a board, drawn by the library while the documentation is built.

    ```{position} akragas
    :caption: Akragas before the first card.
    ```

draws a battle that comes with Hexillum. Without a name the lines below are the `setup` of a case, or a whole case, of
which the script is played; `chapter RT` draws the diagram of a chapter of the rules.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any, ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from hexillum.battle.door import Battle
from hexillum.battle.picture import EDGE, PLATE, WIDTH, R, W, board_svg
from hexillum.core import hexes
from hexillum.core.terrain import OFF_BOARD
from hexillum.notation.cases import read_nodes, read_setup
from hexillum.notation.cases.reading import read_case
from hexillum.notation.diagrams import diagrams
from hexillum.notation.script import play_line

from .markdown import write_changed


def battle_of(name: str, text: str, edition: str, place: str) -> Battle:
    """The battle that a picture shows. Raises ValueError with the place for what is not of the notation.

    >>> battle_of("", "units: [bottom F5 warrior 4, top E5 auxilia 4]", "ancients", "here").prompt()
    'bottom must choose a unit to battle with, or finish'
    """
    if name.startswith("chapter "):
        return diagrams()[name.removeprefix("chapter ")].start
    if name:
        return Battle.start(name, seed=0)
    node = next(iter(read_nodes(text, place)))
    keys = node.fields("a position")
    if "case" not in keys:
        return read_setup(node, edition)[0]
    case = read_case(node)
    for line, _ in case.script:
        if not line.startswith("illegal:"):
            play_line(case.battle, line)
    return case.battle


AROUND: Final = (1.9 * W, 2.4 * R)  # what a close-up shows on either side of whatever stands outermost
LEAST: Final = (6 * W, 7 * R)  # of a close-up
MOST: Final = 0.55  # of the whole board: a larger part is shown whole
_SIZE: Final = re.compile(r'viewBox="0 0 [0-9.]+ ([0-9.]+)" width="[0-9]+" height="[0-9]+"')


def close_up(picture: str, battle: Battle) -> str:
    """The part of a picture where something is, so that a few pieces are large on a phone, too.

    A battle of the library is shown whole, and so is what lies far apart or tells of banners won.

    >>> there = battle_of("", "units: [bottom F5 warrior 4, top E5 auxilia 4]", "ancients", "here")
    >>> 'width="395" height="266"' in close_up(board_svg(there), there)
    True
    """
    s, found = battle.state, _SIZE.search(picture)
    there = ({unit.hex for unit in s.units} | {leader.hex for leader in s.leaders}) - {hexes.NOWHERE}
    there |= {hex for hex in hexes.board(s.rows) if 0 < s.terrain[hex] < OFF_BOARD}
    if battle.scenario or any(s.banners) or not there or found is None:
        return picture
    spots = [hexes.spot(hex) for hex in there]
    ends = [
        _around([EDGE + (half + 1) * W / 2 for _, half in spots], AROUND[0], LEAST[0], WIDTH),
        _around([EDGE + PLATE + (1.5 * row + 1) * R for row, _ in spots], AROUND[1], LEAST[1], float(found[1])),
    ]
    (left, right), (top, bottom) = ends
    if (right - left) * (bottom - top) > MOST * WIDTH * float(found[1]):
        return picture
    wide, high = right - left, bottom - top
    size = f'viewBox="{left:.1f} {top:.1f} {wide:.1f} {high:.1f}" width="{wide:.0f}" height="{high:.0f}"'
    return picture.replace(found[0], size)


def _around(places: list[float], margin: float, least: float, whole: float) -> tuple[float, float]:
    """From where to where something is shown in one direction: around these places, and inside of the whole."""
    middle = (min(places) + max(places)) / 2
    half = max(max(places) - middle + margin, least / 2)
    middle = min(max(middle, half), whole - half)
    return max(0.0, middle - half), min(whole, middle + half)


class Position(SphinxDirective):
    """A board as a figure, whose text for those who do not see it is that of the picture."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "caption": directives.unchanged_required,
        "edition": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Draw it into a file beside the sources, and show that."""
        source, line = self.get_source_info()
        name = self.arguments[0] if self.arguments else ""
        try:
            battle = battle_of(
                name, "\n".join(self.content), self.options.get("edition", "ancients"), f"{source}:{line}"
            )
        except (ValueError, KeyError) as error:
            raise self.error(f"no position: {error}") from error
        caption = self.options.get("caption", "")
        whole = board_svg(battle)
        picture = close_up(whole, battle)
        file = f"positions/{hashlib.sha256(picture.encode()).hexdigest()[:16]}.svg"
        write_changed(Path(self.env.srcdir) / "_made" / file, picture)
        kinds = ["position"] if picture == whole else ["position", "close"]
        words = caption or f"The board: {battle.prompt()}"
        figure = nodes.figure("", nodes.image("", uri=f"/_made/{file}", alt=words, width="100%"), classes=kinds)
        if caption:
            inside, messages = self.parse_inline(caption)
            figure += nodes.caption(caption, "", *inside)
            return [figure, *messages]
        return [figure]
