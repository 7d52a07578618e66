"""The rule book: complete, consistent with the generated numbers, and easy to look things up in."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from hexillum.core import rule, rulebook
from hexillum.core.rulebook import RulebookError, UnknownRule, read_rules, rules, search

ROOT = Path(__file__).parents[2]

# how many rules each chapter has; numbers in a chapter run from 01 without a hole, for ids are never reused
CHAPTERS = (
    "GEN 12, DICE 5, RC 47, CC 7, HIT 12, LD 3, FU 21, WM 7, MU 5, CH 11, CM 6, EL 23, BB 7, RT 28, BM 14, RM 20, "
    "LC 14, LE 20, EV 28, PS 5, MA 18, BC 11, SA 10, IA 13, VB 3, TE 4, GAP 27, TURN 6, ORD 10, MOV 12, TER 16, "
    "CARD 30, SPEC 6, SCEN 15"
)

GOOD = """\
[[rule]]
id = "ONE-01"
chapter = "One"
editions = ["ancients"]
text = "A rule."
see = ["ONE-02"]
sources = ["RB 1"]

[[rule]]
id = "ONE-02"
chapter = "One"
editions = ["ancients"]
text = "Another."
sources = ["RB 1"]
"""


def test_every_chapter_is_complete() -> None:
    counts = Counter(id.split("-")[0] for id in rules())
    assert ", ".join(f"{chapter} {number}" for chapter, number in counts.items()) == CHAPTERS
    wanted = {f"{chapter}-{n:02}" for chapter, number in counts.items() for n in range(1, number + 1)}
    assert set(rules()) == wanted


def test_every_chapter_has_one_name() -> None:
    names = {(id.split("-")[0], found.chapter) for id, found in rules().items()}
    assert len(names) == len({chapter for chapter, _ in names}) == len({name for _, name in names})


def own_words(found: rulebook.Rule) -> str:
    return "\n".join((found.text, found.gap, found.ruling, *found.conflict))


def test_every_rule_says_something_for_a_known_edition_and_decider() -> None:
    deciders = {"", "attacker", "defender", "owner", "opponent"}
    assert [id for id, found in rules().items() if not set(found.editions) <= {"ancients", "medieval"}] == []
    assert [id for id, found in rules().items() if found.decision not in deciders] == []
    assert [id for id, found in rules().items() if len(found.text) < 20 or not found.text.endswith((".", ")"))] == []


def test_no_rule_speaks_of_papers_that_are_not_in_the_project() -> None:
    foreign = re.compile(r"\bseeds?\b|\.md\b|\.yaml\b|\(text follows\)|  ")
    assert [id for id, found in rules().items() if foreign.search(own_words(found))] == []


def test_every_rule_that_a_text_names_exists() -> None:
    named = {id for found in rules().values() for id in re.findall(r"\b[A-Z]{2,4}-[0-9]{2}\b", own_words(found))}
    assert named - set(rules()) == set()


def test_the_generated_numbers_are_those_of_the_file() -> None:
    assert ("", *rules()) == rule.RULE_IDS
    for number, id in enumerate(rule.RULE_IDS[1:], start=1):
        assert getattr(rule, id.replace("-", "_")) == number
    check = [sys.executable, str(ROOT / "tools" / "make_ids.py"), "--check"]
    assert subprocess.run(check, check=False).returncode == 0


@pytest.mark.parametrize(
    ("asked", "near"),
    [("TURN-7", "TURN-06"), ("RT-99", "RT-"), ("rt23", "RT-23"), ("", "such as RT-23"), ("nonsense", "such as RT-23")],
)
def test_an_unknown_id_is_refused_with_a_hint(asked: str, near: str) -> None:
    with pytest.raises(UnknownRule) as caught:
        rulebook.rule(asked)
    assert near in str(caught.value)
    assert str(caught.value).startswith(f"there is no rule {asked!r}; ")


@pytest.mark.parametrize(
    ("words", "id"),
    [
        ("RT-23", "RT-23"),
        ("empty draw deck", "TURN-04"),
        ("double time", "CARD-13"),
        ("darken sky", "CARD-12"),
        ("marsh leader helmet", "TER-08"),
        ("leaders detach spartacus", "ORD-06"),
        ("rally", "CARD-19"),
        ("elephants re-roll swords", "EL-"),
        ("what may warriors ignore at full strength", "FU-12"),
    ],
)
def test_a_search_finds_the_rule_among_the_first_three(words: str, id: str) -> None:
    assert any(found.id.startswith(id) for found in search(words)[:3]), [found.id for found in search(words)]


def test_a_search_for_nothing_known_finds_nothing() -> None:
    assert search("helicopter") == search("") == search("the of and") == []


def test_a_search_with_one_unknown_word_still_finds_the_others() -> None:
    assert "CARD-19" in [found.id for found in search("rally helicopter")]


def test_a_search_gives_no_more_than_asked_for() -> None:
    assert len(search("leader", limit=5)) == 5


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('text = "A rule."', 'txet = "A rule."', "5: unknown key 'txet'; expected one of id, chapter"),
        ('text = "A rule."', "text = 3", "5: text must be a text and not empty"),
        ('text = "A rule."', 'text = ""', "5: text must be a text and not empty"),
        ('text = "A rule."\n', "", "1: the key text is missing"),
        ('editions = ["ancients"]', 'editions = "ancients"', "4: editions must be a list of texts and not empty"),
        ('editions = ["ancients"]', "editions = [1]", "4: editions must be a list of texts and not empty"),
        ('id = "ONE-01"', 'id = "ONE-1"', "2: the id 'ONE-1' is not letters, a hyphen and two digits"),
        ('id = "ONE-02"', 'id = "ONE-01"', "10: the id ONE-01 stands twice"),
        ('see = ["ONE-02"]', 'see = ["ONE-03"]', "6: ONE-01 refers to ONE-03, which is not a rule"),
        ('id = "ONE-01"', "id = ", "2: is not valid TOML: Invalid value"),
    ],
)
def test_a_bad_rule_file_is_refused_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "rules.toml"
    assert old in GOOD
    path.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        read_rules(path)
    assert str(caught.value).startswith(f"{path}:{message}")
