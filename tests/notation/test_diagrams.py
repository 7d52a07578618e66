"""The diagrams of the rules: each is a position that the referee plays on as it is told, and bad ones are refused."""

import pytest

from hexillum.core import hexes
from hexillum.core.toml_lines import parse
from hexillum.notation import diagrams
from hexillum.notation.parts import LessonError


def test_every_chapter_has_a_diagram() -> None:
    assert sorted(diagrams.diagrams()) == sorted(diagrams.chapters())


@pytest.mark.parametrize("one", diagrams.diagrams().values(), ids=list(diagrams.diagrams()))
def test_the_referee_plays_a_diagram_as_it_is_told(one: diagrams.Diagram) -> None:
    assert list(diagrams.prove(one)) == []
    assert one.marks or one.arrows
    assert 20 <= len(one.caption) <= 150
    assert one.plays or one.refused or one.chapter == "SCEN"


@pytest.mark.parametrize("one", diagrams.diagrams().values(), ids=list(diagrams.diagrams()))
def test_arrows_begin_where_somebody_stands_or_another_ends(one: diagrams.Diagram) -> None:
    held = {line.hex for line in (*one.start.state.units, *one.start.state.leaders)}

    ends = set()
    for arrow in one.arrows:
        assert hexes.parse(arrow.start) in held or arrow.start in ends, arrow
        ends.add(arrow.to)


SMALL = """[[diagram]]
chapter = "CC"
edition = "ancients"
caption = "Hand to hand."
arrows = ["attack F6 E6"]
plays = ["close F6xE6", "roll G B S R"]
[diagram.setup]
units = ["bottom F6 medium-infantry 4", "top E6 auxilia 4"]
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"CC"', '"XX"', "f.toml:2: 'XX' is no chapter of the rules"),
        ("ancients", "modern", "f.toml:3: edition must be one of"),
        ("attack F6 E6", "flight F6 E6", "f.toml:5: an arrow is one of move, retreat, attack and two hexes"),
        ("attack F6 E6", "attack F6 Z9", "f.toml:5: "),
        ("top E6 auxilia 4", "top E6 auxiliar 4", "f.toml:8: "),
        ("plays", "palys", "f.toml:6: unknown key 'palys' in the diagram"),
    ],
)
def test_a_bad_diagram_is_told_with_its_line(old: str, new: str, message: str) -> None:
    with pytest.raises(LessonError) as told:
        diagrams.understand(parse(SMALL.replace(old, new, 1), "f.toml"))
    assert message in str(told.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("roll G B S R", "roll G B", "CC: the referee refuses"),
        ("plays", 'refused = ["close F6xE6 # CC-01"]\nplays', "is legal, expected that the referee refuses it"),
    ],
)
def test_what_the_referee_does_not_do_is_found(old: str, new: str, message: str) -> None:
    one = diagrams.understand(parse(SMALL.replace(old, new, 1), "f.toml"))["CC"]
    assert any(message in problem for problem in diagrams.prove(one))
