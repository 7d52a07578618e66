"""The rules as numbered statements in our own words: what stands behind a rule id in a log, a refusal or a test."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from .toml_lines import DATA, BadFile, Document, read

FILE: Final = DATA / "rules.toml"

_TEXTS: Final = ("id", "chapter", "text", "decision", "gap", "ruling")
_LISTS: Final = ("editions", "see", "conflict", "sources")
_FLAGS: Final = ("provisional",)
_NEEDED: Final = ("id", "chapter", "text", "editions", "sources")
_SHAPE: Final = re.compile(r"[A-Z]+-[0-9]{2}")
_WORD: Final = re.compile(r"[a-z0-9]+(?:-[0-9]+)?")
_COMMON: Final = frozenset(
    "a an and are as at be by can do does for from he his how if in into is it its "
    "may must no not of on one or that the their then they this to what when where which who with".split()
)


@dataclass(frozen=True)
class Rule:
    """One rule.

    `decision` says who chooses ("attacker", "defender", "owner", "opponent"; "" where nothing is chosen). `gap` and
    `conflict` say what the sources leave open or contradict each other in, `ruling` what this referee does about it. A
    `provisional` rule has a text or numbers that could not be read: an owner of the game may correct them.

    >>> rule("TURN-02").editions
    ('ancients', 'medieval')
    """

    id: str
    chapter: str
    text: str
    editions: tuple[str, ...]
    sources: tuple[str, ...]
    decision: str = ""
    see: tuple[str, ...] = ()
    gap: str = ""
    conflict: tuple[str, ...] = ()
    ruling: str = ""
    provisional: bool = False


class RulebookError(BadFile):
    """A rule file that cannot be used; says which file and line, what is wrong and what was expected."""


class UnknownRule(ValueError):
    """A rule id that the rule book does not have; the message names similar ones."""


@cache
def rules() -> dict[str, Rule]:
    """All rules by their ids, in the order of the book, read once from `data/rules.toml`.

    Raises RulebookError with the line of the first mistake in the file.

    >>> next(iter(rules()))
    'GEN-01'
    """
    return read_rules(FILE)


def rule(id: str) -> Rule:
    """The rule of an id; capitals do not matter, nor do noughts before its number.

    Raises UnknownRule, naming similar ids.

    >>> rule("rt-23").chapter
    'Retreat'
    >>> rule("turn-2").id
    'TURN-02'
    >>> try:
    ...     rule("TURN-99")
    ... except UnknownRule as error:
    ...     print(error)
    there is no rule 'TURN-99'; did you mean TURN-06, TURN-05 or TURN-04?
    """
    chapter, _, number = id.strip().upper().rpartition("-")
    found = rules().get(f"{chapter}-{number.lstrip('0').zfill(2)}")
    if found is None:
        raise UnknownRule(f"there is no rule {id!r}; {_hint(id)}")
    return found


def search(words: str, limit: int = 20) -> list[Rule]:
    """The rules that speak of the words, the best first, at most `limit` of them.

    A rule must have every word, at least as the beginning of one of its own; where none has them all, the rules that
    have most of them are returned. An id among the words finds that rule first.

    >>> [found.id for found in search("shuffled discards")][:1]
    ['TURN-04']
    """
    asked = _words(words)
    scored = [(_score(found, asked), found) for found in rules().values()]
    most = max((hits for (hits, _), _ in scored), default=0)
    best = [(points, found) for (hits, points), found in scored if hits == most and hits]
    return [found for _, found in sorted(best, key=lambda pair: -pair[0])][:limit]


def read_rules(path: Path) -> dict[str, Rule]:
    """The rules of a file by their ids, in its order.

    Raises RulebookError with the line of the first mistake.

    >>> len(read_rules(FILE)) == len(rules())
    True
    """
    try:
        document = read(path)
    except BadFile as error:
        raise RulebookError(error.file, error.line, error.message) from None
    found: dict[str, Rule] = {}
    for index, entry in enumerate(document.data.get("rule", [])):
        made = _rule(document, index, entry)
        if made.id in found:
            raise _wrong(document, f"the id {made.id} stands twice", index, "id")
        found[made.id] = made
    for index, made in enumerate(found.values()):
        for other in made.see:
            if other not in found:
                raise _wrong(document, f"{made.id} refers to {other}, which is not a rule", index, "see")
    return found


def _rule(document: Document, index: int, entry: dict[str, Any]) -> Rule:
    """Make a rule of one [[rule]] table."""
    for key, value in entry.items():
        if key not in _TEXTS + _LISTS + _FLAGS:
            expected = ", ".join(_TEXTS + _LISTS + _FLAGS)
            raise _wrong(document, f"unknown key {key!r}; expected one of {expected}", index, key)
        if key in _FLAGS:
            if not isinstance(value, bool):
                raise _wrong(document, f"{key} must be true or false", index, key)
            continue
        right = _is_texts(value) if key in _LISTS else isinstance(value, str)
        if not right or not value:
            wanted = "a list of texts" if key in _LISTS else "a text"
            raise _wrong(document, f"{key} must be {wanted} and not empty", index, key)
    for key in _NEEDED:
        if key not in entry:
            raise _wrong(document, f"the key {key} is missing", index)
    if not _SHAPE.fullmatch(entry["id"]):
        raise _wrong(document, f"the id {entry['id']!r} is not letters, a hyphen and two digits", index, "id")
    values: dict[str, Any] = {key: tuple(value) if key in _LISTS else value for key, value in entry.items()}
    return Rule(**values)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _wrong(document: Document, message: str, index: int, *place: str) -> RulebookError:
    return RulebookError(document.file, document.line("rule", index, *place), message)


def _hint(id: str) -> str:
    near = difflib.get_close_matches(id.strip().upper(), rules(), n=3, cutoff=0.7)
    if near:
        return f"did you mean {' or '.join([', '.join(near[:-1]), near[-1]] if near[1:] else near)}?"
    return "an id is a chapter and a number, such as RT-23"


def _words(text: str) -> list[str]:
    found = [word for word in _WORD.findall(text.lower()) if word not in _COMMON]
    return list(dict.fromkeys(found))


@cache
def _own_words(id: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the words of a rule's text, of its chapter and of its gap and ruling."""
    found = rules()[id]
    aside = " ".join((found.gap, found.ruling, *found.conflict))
    text, chapter, rest = (frozenset(_words(part)) for part in (found.text, found.chapter, aside))
    return text, chapter, rest


def _score(found: Rule, asked: list[str]) -> tuple[int, float]:
    """Return how many of the words a rule has, and how well: text before chapter before gap and ruling."""
    text, chapter, rest = _own_words(found.id)
    hits, points = 0, 0.0
    for word in asked:
        best = max(
            100.0 if word == found.id.lower() else 0.0,
            3 * _likeness(word, text),
            2 * _likeness(word, chapter),
            _likeness(word, rest),
        )
        hits += best > 0
        points += best
    return hits, points - len(text) / 1000


def _likeness(word: str, own: frozenset[str]) -> float:
    """Return 1 where the word is there, less where only its beginning or a longer word is."""
    if word in own:
        return 1.0
    stem = word[:-1] if word.endswith("s") else word
    return 0.7 if len(stem) > 2 and any(other.startswith(stem) for other in own) else 0.0
