"""What people may say to each other at a table: plain words of a bounded length, ready phrases, and how fast.

Words are text and nothing else: they have no meaning in HTML, links are no links, and what would turn or hide the words
around them is taken out before they are kept.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

WORDS_MOST: Final = 300  # characters of what is said at once
NOTE_MOST: Final = 120  # and of the word that goes with an open seat
LINES_MOST: Final = 300  # lines of a room that are kept with its game: the oldest go
MARKS_MOST: Final = 2  # marks over and under one letter: more of them run over other people's lines
#: What may be said by one press, by its key; a page shows them in this order.
PHRASES: Final = {
    "hello": "Hello, and a good battle!",
    "well": "Well played!",
    "dice": "What dice!",
    "moment": "One moment, please.",
    "later": "I have to go; I play on later.",
    "sorry": "Sorry, that was a slip.",
    "thanks": "Thank you for the battle!",
    "again": "Once more?",
}
#: So many lines of one speaker in so many seconds.
PACES: Final = ((5, 15.0), (30, 300.0))
LONGEST: Final = max(within for _, within in PACES)


class Unsaid(ValueError):
    """Words that are not taken; the message says why."""


def said(words: str, most: int = WORDS_MOST) -> str:
    """The words as they are kept. Raises Unsaid for none, for too many, and for a heap of marks on a letter.

    Characters of control and those that turn the direction of writing or cannot be seen are taken out, blanks are one
    blank each, and a new line is a blank.

    >>> said("  Well\\n\\tdone \\u202e! ")
    'Well done !'
    >>> said("<b>5 < 6 & so on</b>")
    '<b>5 < 6 & so on</b>'
    """
    if len(words) > 4 * most:  # before any work is done with it
        raise Unsaid(_too_long(most))
    plain = "".join(_shown(letter) for letter in unicodedata.normalize("NFC", words))
    plain = " ".join(plain.split())
    if not plain:
        raise Unsaid("nothing was said")
    if len(plain) > most:
        raise Unsaid(_too_long(most))
    marks = 0
    for letter in unicodedata.normalize("NFD", plain):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks > MARKS_MOST:
            raise Unsaid("no more than two marks on one letter, please")
    return plain


def _shown(letter: str) -> str:
    """A character as it may be shown: a blank for one that parts words, nothing for one that is not to be seen."""
    kind = unicodedata.category(letter)
    if letter in "\t\n\r\v\f\x85" or kind in ("Zl", "Zp", "Zs"):
        return " "
    return "" if kind in ("Cc", "Cf", "Cs", "Co", "Cn") or letter in "\u115f\u1160\u3164\uffa0\u2800" else letter


def _too_long(most: int) -> str:
    return f"at most {most} characters at once"


def phrase(key: str) -> str:
    """A ready phrase by its key. Raises Unsaid where there is none.

    >>> phrase("well")
    'Well played!'
    """
    if key not in PHRASES:
        raise Unsaid(f"there is no phrase {key[:20]!r}: expected one of {', '.join(PHRASES)}")
    return PHRASES[key]


def to_wait(times: Sequence[float], now: float) -> float:
    """How many seconds somebody must wait before he may speak again, by the times of what he has said; 0 for none.

    >>> to_wait([0.0, 1.0, 2.0, 3.0, 4.0], 5.0)
    10.0
    >>> to_wait([0.0, 1.0, 2.0, 3.0, 4.0], 15.5)
    0.0
    """
    return max((_wait(sorted(times), now, most, within) for most, within in PACES), default=0.0)


def _wait(times: Sequence[float], now: float, most: int, within: float) -> float:
    if len(times) < most:
        return 0.0
    return max(0.0, min(within, times[-most] + within - now))
