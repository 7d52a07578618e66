"""The directive `position`: a picture of a board, drawn by the library while the documentation is built.

    ```{position} akragas
    :caption: Akragas before the first card.
    ```

draws a battle that comes with Hexillum. Without a name the lines below are the `setup` of a case, or a whole case, of
which the script is played; `chapter RT` draws the diagram of a chapter of the rules.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from hexillum.battle.door import Battle
from hexillum.battle.picture import board_svg
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
        picture = board_svg(battle)
        file = f"positions/{hashlib.sha256(picture.encode()).hexdigest()[:16]}.svg"
        write_changed(Path(self.env.srcdir) / "_made" / file, picture)
        words = caption or f"The board: {battle.prompt()}"
        figure = nodes.figure("", nodes.image("", uri=f"/_made/{file}", alt=words, width="100%"), classes=["position"])
        if caption:
            inside, messages = self.parse_inline(caption)
            figure += nodes.caption(caption, "", *inside)
            return [figure, *messages]
        return [figure]
