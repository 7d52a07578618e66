"""What a name may be, and which names look like which."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexillum.club.names import LONGEST, BadName, alphabet, proper, skeleton


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna"),
        ("  Anna   of Akragas ", "Anna of Akragas"),
        ("Ａｎｎａ", "Anna"),
        ("Zoë", "Zoë"),
        ("Jean-Luc P.", "Jean-Luc P."),
        ("O'Neill_7", "O'Neill_7"),
        ("Ганнибал", "Ганнибал"),
        ("Ξενοφών", "Ξενοφών"),
        ("漢尼拔", "漢尼拔"),
        ("ハンニバル将軍", "ハンニバル将軍"),
        ("한니발", "한니발"),
        ("हन्निबल", "हन्निबल"),
        ("חניבעל", "חניבעל"),
        ("x" * LONGEST, "x" * LONGEST),
    ],
)
def test_names_of_many_alphabets_are_kept_as_they_are_shown(name, shown):
    assert proper(name) == shown
    assert proper(shown) == shown


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "2 to 24"),
        ("A", "2 to 24"),
        ("x" * (LONGEST + 1), "2 to 24"),
        ("x" * 10_000, "10000"),
        ("12345", "at least one letter"),
        ("  ", "2 to 24"),
        ("<b>Anna</b>", "this one has '<'"),
        ("Anna & Bob", "'&'"),
        ('An"na', "'\"'"),
        ("Anna\n", "U\\+000A"),
        ("An\x00na", "U\\+0000"),
        ("An\u200bna", "U\\+200B"),
        ("An\u200dna", "U\\+200D"),
        ("\u202eannA", "U\\+202E"),
        ("\u2066Anna\u2069", "U\\+2066"),
        ("\ufeffAnna", "U\\+FEFF"),
        ("An\u00adna", "U\\+00AD"),
        ("An\u2028na", "U\\+2028"),
        ("An\u1680na", "U\\+1680"),
        ("An\u3164na", "U\\+1160"),
        ("한\u115f니발", "U\\+115F"),
        ("Anna\ufe0f", "U\\+FE0F"),
        ("An\u034fna", "U\\+034F"),
        ("Anna\U000e0101", "U\\+E0101"),
        ("An\u0e34na", "its own alphabet"),
        ("\u0301Anna", "begins and ends"),
        ("\u1112\u1100 Han", "know apart"),
        ("An\ud800na", "U\\+D800"),
        ("An\ue000na", "U\\+E000"),
        ("Anna \U0001f600", "this one has"),
        ("a\u0323\u0301\u0302\u0303\u0304nna", "accents"),
        ("\u0430nna", "one alphabet"),
        ("Han\u03bfo", "one alphabet"),
        ("\u13aanna", "living alphabet"),
        ("\u0299ill", "know apart"),
        ("\uff21dmin", "speak for nobody|called"),
        ("ΗΑΝΝΟ", "Latin letters"),
        ("-Anna", "begins and ends"),
        ("Anna--Bob", "begins and ends"),
        ("Anna'", "begins and ends"),
    ],
)
def test_what_nobody_can_be_called_is_refused_in_a_sentence(name, why):
    with pytest.raises(BadName, match=why):
        proper(name)


@pytest.mark.parametrize(
    "name",
    ["Admin", "ADM1N", "аdmin", "Hexillum Admin", "the-referee", "Moderator2", "Greedy", "greedy", "c0nsu1", "Guest",
     "A former player", "Nobody", "Ádmin", "me", "5taff", "Hexi11um", "5y5tem 2"],
)  # fmt: skip
def test_nobody_speaks_for_the_house_or_is_called_like_a_computer(name):
    with pytest.raises(BadName):
        proper(name, ("greedy", "consul"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"), ("Anna", "ANNA"), ("Anna", "Änna"), ("Anna", "An-na"), ("Copa", "Сора"),
        ("Bill", "BiII"), ("Bill", "Bi11"), ("Otto", "0tt0"), ("Marcus", "rnarcus"),
        ("William", "VVilliam"), ("Claudia", "daudia"), ("copa", "сора"), ("Straße", "Strasse"), ("Bjørn", "Bjorn"),
        ("Ганнибал", "ганнибал"), ("Ёлка", "елка"), ("Bob", "8ob"), ("Zoe", "2oe"), ("Sophia", "5ophia"),
        ("Cassius", "ca55iu5"), ("Зоя", "3оя"), ("Борис", "6орис"), ("Hasdrubal", "Ha5dru8a1"),
    ],
)  # fmt: skip
def test_names_that_look_alike_have_one_skeleton(one, other):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Hanna"), ("Hanno", "Hamilcar"), ("Ганнибал", "Гамилькар"), ("漢尼拔", "漢尼"), ("Van", "Han")],
)
def test_names_that_do_not_look_alike_have_not(one, other):
    assert skeleton(one) != skeleton(other)


def test_numbers_stay_what_they_are():
    """Whoever counts is told apart: also Anna10 from Anna1, and II from 2."""
    names = [f"Anna{number}" for number in range(200)]
    assert len({skeleton(name) for name in names}) == len(names)
    assert skeleton("Legio II") != skeleton("Legio 2") != skeleton("Legio III")


def test_an_alphabet_is_that_of_the_standard():
    assert [alphabet(char) for char in "aаα語-"] == ["LATIN", "CYRILLIC", "GREEK", "CJK", ""]


@given(st.text(max_size=40))
def test_whatever_is_sent_is_a_name_or_refused_and_a_name_stays_one(text):
    try:
        shown = proper(text)
    except BadName as error:
        assert str(error).isprintable()
        return
    assert proper(shown) == shown
    assert shown.isprintable() and 2 <= len(shown) <= LONGEST
    assert skeleton(shown) and len(skeleton(shown)) <= 120
