"""What a name may be: letters that can be seen, of one alphabet, and unlike every name that is taken."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import cache
from typing import Final

SHORTEST: Final = 2
LONGEST: Final = 24
MARKS_MOST: Final = 2  # accents on one letter: a tower of them runs over the lines above
#: Alphabets that names are written in, as the names of their letters begin; others hold too many look-alikes.
ALPHABETS: Final = frozenset(
    "LATIN GREEK CYRILLIC ARMENIAN GEORGIAN HEBREW ARABIC DEVANAGARI BENGALI TAMIL TELUGU THAI HANGUL".split()
)
#: What is written together: Chinese signs with the two Japanese syllabaries, or with Hangul.
_EAST: Final = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}),
    frozenset({"CJK", "HANGUL"}),
)
_BETWEEN: Final = frozenset(" .'-_")  # what may stand between letters and figures
#: Letters and accents by the standard that are seen by nobody: joiners, selectors of variants, fillers.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_LATIN: Final = re.compile(r"[a-zæœøđðłþıŋħŧĸ]")  # small, once accents are taken off
#: Letters that look like Latin ones, small or as capitals, by what they are read as; a skeleton has no capitals. So do
#: figures: 0 like O, 1 like l and I, 2 like Z, 5 like S, 8 like B. There are letters of Cyrillic that look like 3, 6,
#: and are read as those; 6 is as much like b as like G, and read as neither; 4, 7 and 9 are known apart from letters at
#: a glance. No two figures are read as one, so that numbers stay what they are: Anna1 is not Anna2.
_ALIKE: Final = {
    letter: read
    for letters, reads in (
        ("0 1 2 5 8", "o l z s b"),  # figures
        ("| ı i ß æ œ ø đ ð ł þ ŋ ħ ŧ ĸ", "l l l ss ae oe o d d l p n h t k"),
        ("α β γ ε ζ η ι κ μ ν ο ρ σ ς τ υ χ ω", "a b y e z h l k m n o p o c t y x w"),  # Greek
        (
            "а б в г е з к м н о р с т у х ь ѕ і ј ӏ ԁ һ ԛ ԝ ѵ ү ҳ ӊ ґ",
            "a 6 b r e 3 k m h o p c t y x b s l j l d h q w v y x h r",
        ),
        ("ա օ ո ս հ ց զ գ լ ք", "w o n u h g q q l p"),  # Armenian,
        ("ი ო ס ו ן ט ا ه ة ㅣ ㅇ 一 丨 〇 ー", "o o o l l u l o o l o - l o -"),  # and others
    )
    for letter, read in zip(letters.split(), reads.split(), strict=True)
}
#: Letters of Greek and Armenian that are those of Latin to the eye, as they are shown: a name of nothing else is read
#: in Latin, and by its capitals otherwise than by its small letters.
_LATIN_TO_THE_EYE: Final = frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧΥαγικνορυχՏՍՕԼհոսցօք")
_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))  # two that look like one
#: Nobody is called what a page calls nobody in particular.
RESERVED: Final = (
    "person", "friend", "open", "computer", "player", "guest", "anonymous", "nobody", "somebody", "everybody", "you",
    "me", "top", "bottom", "onlooker", "null", "none", "undefined", "deleted", "a former player", "former player",
    "a blocked name",
)  # fmt: skip
#: Nor has he one of these words in his name: they speak for the house.
OF_THE_HOUSE: Final = (
    "admin", "admins", "administrator", "moderator", "mod", "operator", "referee", "hexillum", "server", "system",
    "support", "staff", "root", "official",
)  # fmt: skip


class BadName(ValueError):
    """What nobody can be called; the message says why, and what was expected."""


def proper(name: str, reserved: Collection[str] = ()) -> str:
    """A name as it is kept and shown. `reserved` are names that nobody may have beside those of the house.

    Raises BadName, in one sentence that says what was expected.

    >>> proper("  Anna   of Akragas ")
    'Anna of Akragas'
    >>> proper("Ａｎｎａ")
    'Anna'
    >>> proper("Аnna")
    Traceback (most recent call last):
    hexillum.club.names.BadName: a name is written in one alphabet: this one has letters of CYRILLIC and LATIN
    """
    if len(name) > 4 * LONGEST:  # before anything is done with it
        raise BadName(f"a name has {SHORTEST} to {LONGEST} characters: this one has {len(name)}")
    shown = re.sub(" +", " ", unicodedata.normalize("NFKC", name)).strip(" ")
    _see_characters(shown)
    if not SHORTEST <= len(shown) <= LONGEST:
        raise BadName(f"a name has {SHORTEST} to {LONGEST} characters: this one has {len(shown)}")
    if not any(char.isalpha() for char in shown):
        raise BadName("a name has at least one letter")
    if not shown[0].isalnum() or shown[-1] in " '-_" or re.search(r"[.'_-]{2}", shown):
        raise BadName("a name begins and ends with a letter or a figure, with one sign at a time between them")
    _see_alphabets(shown)
    _see_reserved(shown, reserved)
    return shown


def _see_characters(shown: str) -> None:
    """See that every character can be seen, and does nothing to the others. Raises BadName."""
    marks = 0
    for char in shown:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Mc") else 0
        if marks > MARKS_MOST:
            raise BadName(f"a letter of a name has at most {MARKS_MOST} accents")
        unseen = kind in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs") and char != " "
        if unseen or _UNSEEN.match(char):
            raise BadName(f"a name has letters, figures and . ' - _: this one has U+{ord(char):04X}, which nobody sees")
        if not (char in _BETWEEN or char in "0123456789" or kind[0] == "L" or kind in ("Mn", "Mc")):
            raise BadName(f"a name has letters, figures and . ' - _: this one has {char!r}")


def _see_alphabets(shown: str) -> None:
    """See that the letters are of one alphabet, or of those that are written together. Raises BadName."""
    found = {alphabet(char) for char in shown if unicodedata.category(char)[0] == "L"}
    known = ALPHABETS | _EAST[0]
    for char in shown:
        if unicodedata.category(char)[0] == "L" and alphabet(char) not in known:
            raise BadName(f"a name is written in the letters of a living alphabet: this one has {char!r}")
        if alphabet(char) == "HANGUL" and not "\uac00" <= char <= "\ud7a3":  # a part of a syllable
            raise BadName(f"a name is written in letters that people know apart: this one has {char!r}")
        if unicodedata.category(char)[0] == "M" and unicodedata.name(char).split()[0] not in {"COMBINING", *found}:
            raise BadName(f"a name has the accents of its own alphabet: this one has U+{ord(char):04X}")
        if alphabet(char) == "LATIN" and not all(_LATIN.match(one) for one in _bare(char)):
            raise BadName(f"a name is written in letters that people know apart: this one has {char!r}")
    letters = [char for char in unicodedata.normalize("NFD", shown) if char.isalpha()]
    if "LATIN" not in found and all(char in _LATIN_TO_THE_EYE for char in letters):
        raise BadName("everybody would read this name in Latin letters: write it in them")
    if len(found) > 1 and not any(found <= together for together in _EAST):
        raise BadName(f"a name is written in one alphabet: this one has letters of {' and '.join(sorted(found))}")


def _see_reserved(shown: str, reserved: Collection[str]) -> None:
    """See that it is not what somebody else is called. Raises BadName."""
    whole = skeleton(shown)
    if whole in _skeletons((*RESERVED, *OF_THE_HOUSE, *reserved)):
        raise BadName(f"nobody can be called {shown!r} here: it would be taken for something else")
    words = [skeleton(word.rstrip("0123456789")) for word in re.split(r"[ .'_-]", shown)]
    house = _skeletons(OF_THE_HOUSE)
    if any(word in house for word in words):
        raise BadName("a name speaks for nobody but its owner: take the words out that speak for this server")


@cache
def _skeletons(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(skeleton(name) for name in names)


@cache
def alphabet(char: str) -> str:
    """The alphabet of a letter, as the standard names it; "" for what is of none.

    >>> alphabet("a"), alphabet("а"), alphabet("語"), alphabet("-")
    ('LATIN', 'CYRILLIC', 'CJK', '')
    """
    if unicodedata.category(char)[0] != "L":
        return ""
    return unicodedata.name(char, "NONE").split()[0]


def skeleton(name: str) -> str:
    """What all names come to that look like this one: small letters without accents, look-alikes as one of them.

    Nobody is shown it: a name is shown as it is written. Figures are among the look-alikes; names that differ in their
    numbers only are told apart by them.

    >>> skeleton("Anna") == skeleton("аnnа") == skeleton("Änna") == skeleton("an-na")
    True
    >>> skeleton("Bill") == skeleton("BI11"), skeleton("Hanno") == skeleton("Hamilcar")
    (True, False)
    >>> skeleton("Bob") == skeleton("8ob"), skeleton("Anna1") == skeleton("Anna2")
    (True, False)
    """
    read = "".join(_ALIKE.get(char, char) for char in _bare(name) if char not in _BETWEEN)
    for two, one in _PAIRS:
        read = read.replace(two, one)
    return read


def figures(name: str) -> str:
    """The figures of a name, by which it is known from one that it looks like.

    >>> figures("8ob"), figures("Bob"), figures("Legio X 10")
    ('8', '', '10')
    """
    return "".join(char for char in unicodedata.normalize("NFKC", name) if char in "0123456789")


def _bare(text: str) -> str:
    """Small letters without their accents."""
    small = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(char for char in small if unicodedata.category(char) != "Mn")
