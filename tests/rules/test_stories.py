"""The stories of the battles: each battle has one, it is as long as it should be, and its map is true."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexillum.battle import stories
from hexillum.battle.scenarios import load_scenario, names
from hexillum.battle.stories import FOLDER, Story, StoryError, read_story, story

GOOD = (FOLDER / "akragas.toml").read_text(encoding="utf-8")


def told(name: str) -> Story:
    found = story(name)
    assert found is not None
    return found


def test_every_battle_of_the_library_has_a_story_and_every_story_a_battle():
    assert stories.told() == names()


@pytest.mark.parametrize("name", names())
def test_a_story_is_of_the_right_length_and_names_its_sources(name):
    found = told(name)
    assert 120 <= len(" ".join(found.briefing).split()) <= 200
    assert 40 <= len(found.afterwards.split()) <= 90
    assert found.sources and all(any(letter.isdigit() for letter in source) for source in found.sources)


@pytest.mark.parametrize("name", names())
def test_what_a_story_shows_stands_on_the_map_of_its_battle(name):
    found, plan = told(name), load_scenario(name)
    armies = {"top": plan.top, "bottom": plan.bottom}
    assert 2 <= len(found.phases) <= 3
    for phase in found.phases:
        for arrow in phase.arrows:
            army = armies[arrow.side]
            assert arrow.path[0] in {unit.hex for unit in army.units} | {leader.hex for leader in army.leaders}
            assert all(a != b for a, b in zip(arrow.path, arrow.path[1:], strict=False))


def test_only_battles_that_nobody_tells_of_have_no_end():
    assert [name for name in names() if told(name).won is None] == ["ford-of-circesium", "indus"]


def test_no_sentence_stands_in_two_stories():
    where: dict[str, str] = {}
    for name in names():
        found = told(name)
        text = " ".join([*found.briefing, found.afterwards, *(phase.text for phase in found.phases)])
        for sentence in text.split(". "):
            words = sentence.rstrip(".")
            if len(words.split()) >= 9 and words != "The set-up is a reconstruction of our own":
                assert where.setdefault(words, name) == name, f"{words!r} stands in {where[words]} and {name}"


@pytest.mark.parametrize(
    "before, after, further, message",
    [
        ('battle = "akragas"', 'battle = "zama"', 0, "battle is 'zama', but the file is named akragas.toml"),
        ('won = "bottom"', 'won = "Syracuse"', 0, "won is 'Syracuse': expected top, bottom, draw, or nobody"),
        ('won = "bottom"', 'won = "bottom"\nwinner = "us"', 1, "unknown key 'winner': expected battle, briefing"),
        ("The fight was long", "long " * 60 + "The fight", -1, "afterwards has 126 words: expected 40 to 90"),
        ('["Diodorus 13.85-89"', '["a good book"', 0, "'a good book' is no source"),
        ('["H4", "F5"]', '["H5", "F5"]', 0, "no unit stands on H5, where an arrow begins"),
        ('["H4", "F5"]', '["H4", "K5"]', 0, "'K5' is not a hex: expected a row letter A to I"),
        ('["H4", "F5"]', '["H4"]', 0, "an arrow has 1 hexes: expected 2 to 8"),
        ('["H4", "F5"]', "[4, 5]", 0, "4 is not a hex"),
        ('["H4", "F5"]', '["h4", "F5"]', 0, "'h4' is not a hex: expected H4"),
        ('hexes = ["C3", "C11", "B11"]', 'hexes = ["C14"]', 0, "'C14' is not a hex: row C has columns 1 to 13"),
        ('hexes = ["C3", "C11", "B11"]', "hexes = 3", 0, "hexes must be a list"),
        ('title = "The line goes forward"', "title = 3", 0, "title must be a text"),
        ('top = "Akragas stands alone"', "", -1, "the key top is missing"),
        ('won = "bottom"', "won = = 3", 0, "is not valid TOML"),
    ],
)
def test_what_is_wrong_in_a_story_is_told_with_its_line(tmp_path: Path, before, after, further, message):
    line = GOOD[: GOOD.index(before)].count("\n") + 1 + further
    file = tmp_path / "akragas.toml"
    file.write_text(GOOD.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(StoryError) as caught:
        read_story(file)
    assert message in caught.value.message
    assert caught.value.line == line


def test_a_story_shows_something_in_each_phase(tmp_path: Path):
    file = tmp_path / "akragas.toml"
    head, _, _ = GOOD.partition("[[phases]]")
    file.write_text(head + '[[phases]]\ntitle = "A"\ntext = "One two three four five six"\n' * 2, encoding="utf-8")
    with pytest.raises(StoryError, match="a phase shows something"):
        read_story(file)
    file.write_text("phases = []\n" + head, encoding="utf-8")
    with pytest.raises(StoryError, match="0 phases: expected 2 to 3"):
        read_story(file)


def test_a_battle_without_a_story_has_none():
    assert story("no-such-battle") is None
    assert story("../scenarios/akragas") is None
