"""The lessons: every branch of each is played on the referee, and a bad file is told with its line."""

import re
from pathlib import Path

import pytest

from hexillum.core import rulebook
from hexillum.notation import lessons

FILES = sorted(path for path in lessons.FOLDER.glob("*.toml") if path.stem != lessons.FIRST_BATTLE)
SMALL = """title = "One"
number = 1
edition = "ancients"
about = "A try."
[[step]]
ask = "Attack."
other = "Attack, please."
[step.setup]
units = ["bottom F6 warrior 4", "top E6 auxilia 4"]
[[step.choice]]
line = "close F6xE6"
good = true
told = "Two hits."
then = ["roll G S R B", "no back"]
rules = ["FU-11"]
expect = { there = ["top E6 auxilia 2"], dice = [4] }
"""


def test_there_are_sixteen_lessons_in_their_order() -> None:
    assert [one.number for one in lessons.lessons().values()] == list(range(1, 17))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_every_branch_of_a_lesson_happens_as_it_is_told(path: Path) -> None:
    assert lessons.play_through(lessons.read_lesson(path), path.name) == []


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_lesson_is_short_says_why_and_holds_its_proof(path: Path) -> None:
    one = lessons.read_lesson(path)
    assert one.rules and one.remember
    for step in one.steps:
        assert step.notice and len(step.ask) <= 160
        for choice in step.choices:
            assert choice.rules and len(choice.told) <= 380, choice.line
            assert choice.expect or choice.line in ("done", "no back", "no parthian"), choice.line


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_texts_of_a_lesson_name_hexes_that_are_on_the_board_of_the_step(path: Path) -> None:
    one = lessons.read_lesson(path)
    for step in one.steps:
        for text in (step.ask, step.hint, *step.notice):
            for hex in re.findall(r"\b[A-K]\d{1,2}\b", text):
                assert 1 <= int(hex[1:]) <= (13 if ord(hex[0]) % 2 else 12), text


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_each_sentence_to_notice_shows_hexes_of_the_board(path: Path) -> None:
    one = lessons.read_lesson(path)
    for step in one.steps:
        for text, look in zip(step.notice, step.look, strict=True):
            assert look, text
            named = re.findall(r"\b[A-K]\d{1,2}\b", text)
            assert set(named) <= set(look), f"{text} names hexes that are not shown"
            for hex in look:
                assert 1 <= int(hex[1:]) <= (13 if ord(hex[0]) % 2 else 12), text


def test_chapters_of_the_lessons_cover_combat() -> None:
    chapters = {rulebook.rule(id).chapter for one in lessons.lessons().values() for id in one.rules}
    for wanted in ("RC-01", "CC-01", "HIT-01", "LC-01", "BB-01", "BM-01", "RT-01", "EV-01", "MA-01", "BC-01"):
        assert rulebook.rule(wanted).chapter in chapters


def read_small(tmp_path: Path, old: str = "", new: str = "") -> lessons.Lesson:
    assert old in SMALL
    path = tmp_path / "small.toml"
    path.write_text(SMALL.replace(old, new, 1) if old else SMALL)
    return lessons.read_lesson(path)


def test_a_small_lesson_plays(tmp_path: Path) -> None:
    assert lessons.play_through(read_small(tmp_path)) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("number = 1", "number = 0", "small.toml:2: number must be a number from 1 to 99"),
        ("ancients", "modern", "small.toml:3: edition must be one of"),
        ('about = "A try."', 'abuot = "A try."', "small.toml:4: unknown key 'abuot' in the lesson"),
        ('"bottom F6 warrior 4"', '"bottom F6 worrier 4"', "small.toml:9: "),
        ('told = "Two hits."', "told = 3", "small.toml:13: told must be a text"),
        ('"FU-11"', '"FU-99"', "small.toml:15: 'FU-99' is not a rule id"),
        ('"FU-11"', '"SA-01"', "small.toml:15: SA-01 is no rule of ancients"),
        (
            'other = "',
            'notice = ["One."]\nother = "',
            "small.toml:5: look must name the hexes of each",
        ),
        ('other = "', 'notice = ["One."]\nlook = ["Z9"]\nother = "', "small.toml:8: "),
        ("good = true", 'good = "yes"', "small.toml:12: good must be true or false"),
    ],
)
def test_a_bad_file_is_told_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(lessons.LessonError) as told:
        read_small(tmp_path, old, new)
    assert message in str(told.value) and str(tmp_path) in str(told.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("dice = [4]", "dice = [3]", "small.toml:10: dice are [4], expected [3]"),
        ("auxilia 2", "auxilia 3", "small.toml:10: expected 'top E6 auxilia 3'"),
        ("roll G S R B", "roll G S R", "small.toml:10: the referee refuses"),
        ("good = true", "again = true", "small.toml:5: a step needs a good choice"),
        ("ask =", 'refused = ["close F6xE6"]\nask =', "is legal, expected that the referee refuses it"),
    ],
)
def test_what_does_not_happen_as_told_is_found(tmp_path: Path, old: str, new: str, message: str) -> None:
    problems = lessons.play_through(read_small(tmp_path, old, new), "small.toml")
    assert any(message in problem for problem in problems), problems


def test_another_legal_choice_is_neither_known_nor_open(tmp_path: Path) -> None:
    one = read_small(tmp_path)
    start = lessons.begin(one, [])
    whole = lessons.done_by(start, "close F6xE6")
    assert lessons.judge(one.steps[0], start, whole) == lessons.Verdict(0, False)
    assert lessons.judge(one.steps[0], start, whole[:1]) == lessons.Verdict(None, len(whole) > 1)
    assert lessons.judge(one.steps[0], start, lessons.done_by(start, "done")) == lessons.Verdict(None, False)


def test_a_lesson_has_no_choice_beyond_its_own() -> None:
    one = lessons.lesson("evade")
    for chosen in ([7], [1], [0, 0, 0]):  # there is none; one that is taken back; no further step
        with pytest.raises(ValueError):
            lessons.begin(one, chosen)
    with pytest.raises(lessons.UnknownLesson):
        lessons.lesson("nothing")
