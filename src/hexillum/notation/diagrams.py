"""The diagrams of the rules: for each chapter a position, what to see in it, and lines that prove it.

`data/diagrams.toml` has them. A position is told in the words of a case, and the referee plays the lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from ..battle.door import Battle, IllegalChoice
from ..battle.lines import BadLine
from ..core import hexes, rulebook
from ..core.rows import EDITIONS
from ..core.toml_lines import DATA, Document, read
from .cases.nodes import CaseError
from .cases.situation import read_setup
from .parts import LessonError, Part
from .script import play_line

FILE: Final = DATA / "diagrams.toml"
KEYS: Final = ("chapter", "edition", "caption", "setup", "marks", "arrows", "plays", "refused")
WAYS: Final = ("move", "retreat", "attack")  # what an arrow tells


@dataclass(frozen=True)
class Arrow:
    """An arrow of a diagram: a move, a retreat or an attack from a hex to another."""

    kind: str
    start: str
    to: str


@dataclass(frozen=True)
class Diagram:
    """A diagram of a chapter, which is named by the letters of its rules, such as RT.

    `marks` are hexes to look at. `plays` are lines that the referee plays from the position on, one after the other,
    and `refused` lines that it refuses there, each with the rule behind a #.
    """

    chapter: str
    edition: str
    caption: str
    start: Battle
    marks: tuple[str, ...]
    arrows: tuple[Arrow, ...]
    plays: tuple[str, ...]
    refused: tuple[str, ...]


@cache
def diagrams() -> dict[str, Diagram]:
    """The diagrams by the letters of their chapters. Raises LessonError with file and line.

    >>> diagrams()["RT"].edition
    'ancients'
    """
    return understand(read(FILE))


def understand(document: Document) -> dict[str, Diagram]:
    """The diagrams of a file. Raises LessonError.

    >>> from hexillum.core.toml_lines import parse
    >>> understand(parse("[[diagram]]\\nchapter = 'XX'", "x.toml"))
    Traceback (most recent call last):
    hexillum.notation.parts.LessonError: x.toml:2: 'XX' is no chapter of the rules
    """
    top = Part(document, (), document.data)
    top.known("the diagrams", ("diagram",))
    found: dict[str, Diagram] = {}
    for part in top.parts("diagram"):
        one = _diagram(part)
        if one.chapter in found:
            raise part.error(f"chapter {one.chapter} has a diagram already", "chapter")
        found[one.chapter] = one
    return found


def chapters() -> list[str]:
    """The letters of all chapters of the rules.

    >>> "RT" in chapters()
    True
    """
    return list(dict.fromkeys(id.rsplit("-", 1)[0] for id in rulebook.rules()))


def _diagram(part: Part) -> Diagram:
    part.known("the diagram", KEYS)
    chapter = part.text("chapter")
    if chapter not in chapters():
        raise part.error(f"{chapter!r} is no chapter of the rules", "chapter")
    edition = part.text("edition")
    if edition not in EDITIONS:
        raise part.error(f"edition must be one of {', '.join(EDITIONS)}", "edition")
    if "setup" not in part.value:
        raise part.error("a diagram needs a setup")
    try:
        start = read_setup(part.node("setup"), edition)[0]
    except CaseError as error:
        raise LessonError(error.file, error.line, error.message) from None
    marks = part.texts("marks")
    for n, mark in enumerate(marks):
        _on_board(part, start, mark, "marks", n)
    arrows = tuple(_arrow(part, start, text, n) for n, text in enumerate(part.texts("arrows")))
    caption = part.text("caption")
    return Diagram(chapter, edition, caption, start, marks, arrows, part.texts("plays"), part.texts("refused"))


def _arrow(part: Part, start: Battle, text: str, n: int) -> Arrow:
    words = text.split()
    if len(words) != 3 or words[0] not in WAYS:
        raise part.error(f"an arrow is one of {', '.join(WAYS)} and two hexes, such as 'move E5 D5'", "arrows", n)
    for hex in words[1:]:
        _on_board(part, start, hex, "arrows", n)
    return Arrow(words[0], words[1], words[2])


def _on_board(part: Part, start: Battle, hex: str, *place: str | int) -> None:
    try:
        hexes.parse(hex, start.state.rows)
    except ValueError as error:
        raise part.error(str(error), *place) from None


def prove(one: Diagram) -> Iterable[str]:
    """What the referee does not do as a diagram says, one sentence each.

    >>> list(prove(diagrams()["RT"]))
    []
    """
    for text in one.refused:
        line, _, wanted = (part.strip() for part in text.partition("#"))
        try:
            play_line(one.start.copy(), line)
        except IllegalChoice as error:
            if wanted not in error.rules:
                yield f"{one.chapter}: '{line}' is refused by {', '.join(error.rules) or 'no rule'}, expected {wanted}"
        except BadLine as error:
            yield f"{one.chapter}: {error}"
        else:
            yield f"{one.chapter}: '{line}' is legal, expected that the referee refuses it"
    battle = one.start.copy()
    try:
        for line in one.plays:
            play_line(battle, line)
    except (IllegalChoice, BadLine) as error:
        yield f"{one.chapter}: the referee refuses: {error}"
        return
    cited = {rule.rsplit("-", 1)[0] for happened in battle.events[len(one.start.events) :] for rule in happened.rules}
    if one.plays and one.chapter not in cited and not any(f"# {one.chapter}-" in text for text in one.refused):
        yield f"{one.chapter}: what is played cites no rule of the chapter; it cites {', '.join(sorted(cited))}"
