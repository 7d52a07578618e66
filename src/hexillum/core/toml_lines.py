"""Reads TOML files and tells on which line each table, key and array element stands, for messages with line numbers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from .files import MOST, TooMuch, read_text

PARTS_MOST: Final = 16  # of a dotted key, and how deeply values are nested: each of them is a place of its own
Place = tuple[str | int, ...]

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2}(?!"))'
    r"|'''.*?'''(?:'{0,2}(?!'))"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]+")
_LONG_KEY = re.compile(
    rf"""(?:^|[\[{{,])[ \t]*+(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{PARTS_MOST}}}""",
    re.ASCII | re.MULTILINE,
)
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")


#: Where the tables, rules and battles lie.
DATA: Final = Path(__file__).parent.parent / "data"


class BadFile(ValueError):
    """A file that cannot be used: which file, which line (from 1), what is wrong and what was expected.

    >>> str(BadFile("akragas.toml", 3, "unknown key 'yaer'"))
    "akragas.toml:3: unknown key 'yaer'"
    """

    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file}:{line}: {message}")
        self.file = file
        self.line = line
        self.message = message


@dataclass(frozen=True)
class Document:
    """A TOML file as read: its values and the line of each of them.

    A place is a tuple of keys and of indices from 0; lines count from 1.

    >>> document = parse('[top]\\nunits = [\\n  ["B2", "auxilia"],\\n]')
    >>> document.data["top"]["units"][0], document.line("top", "units", 0)
    (['B2', 'auxilia'], 3)
    """

    file: str
    data: dict[str, Any]
    lines: dict[Place, int]

    def line(self, *place: str | int) -> int:
        """The line, from 1, of a value, or of the nearest thing around it that is written in the file."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


def read(path: str | Path, most: int = MOST) -> Document:
    """A TOML file with the lines of its values.

    Raises BadFile where the file cannot be opened, has more than `most` bytes, is not UTF-8 text or is not TOML.

    >>> try:
    ...     read("missing.toml")
    ... except BadFile as error:
    ...     print(error)
    missing.toml:1: cannot be read: No such file or directory
    """
    try:
        text = read_text(path, most)
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadFile(str(path), line, "is not UTF-8 text") from None
    except TooMuch as error:
        raise BadFile(str(path), 1, str(error)) from None
    except OSError as error:
        raise BadFile(str(path), 1, f"cannot be read: {error.strerror}") from None
    return parse(text, str(path))


def parse(text: str, file: str = "text") -> Document:
    """TOML text with the lines of its values; `file` is the name that messages show.

    Raises BadFile with the line where the text is not TOML.

    >>> try:
    ...     parse("a = 1\\nb = = 2", "x.toml")
    ... except BadFile as error:
    ...     print(error)
    x.toml:2: is not valid TOML: Invalid value
    """
    text = text.replace("\r\n", "\n")
    try:
        if long := _LONG_KEY.search(text):
            raise BadFile(file, text.count("\n", 0, long.start()) + 1, "is not usable TOML: a key has too many parts")
        return Document(file, tomllib.loads(text), locate(text))
    except tomllib.TOMLDecodeError as error:
        raise BadFile(file, _syntax_line(str(error), text), f"is not valid TOML: {_syntax_words(error)}") from None
    except RecursionError:
        raise BadFile(file, 1, "is not usable TOML: values are nested too deeply") from None
    except ValueError as error:
        if isinstance(error, BadFile):
            raise
        raise BadFile(file, 1, f"is not usable TOML: {error}") from None  # a number or date that no value can be


def locate(text: str) -> dict[Place, int]:
    """The line, from 1, of every table, key and array element of valid TOML text, by its place in the data.

    >>> locate('year = -406\\n[top]\\nname = "Carthaginian"')
    {('year',): 1, ('top',): 2, ('top', 'name'): 3}
    """
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


def _syntax_line(message: str, text: str) -> int:
    found = _AT_LINE.search(message)
    return int(found[1]) if found else text.count("\n") + 1


def _syntax_words(error: Exception) -> str:
    return re.sub(r" \(at [^()]*\)$", "", str(error))


@dataclass
class _Scanner:
    """Walks over text that tomllib has accepted, so it needs to tell values apart but not to judge them."""

    text: str
    at: int = 0
    lines: dict[Place, int] = field(default_factory=dict)
    tables: dict[Place, int] = field(default_factory=dict)
    counted: tuple[int, int] = (0, 1)

    def document(self) -> None:
        base: Place = ()
        self.blank()
        while self.at < len(self.text):
            base = self.header() if self.text[self.at] == "[" else self.pair(base)
            self.blank()

    def header(self) -> Place:
        """Pass over `[table]` or `[[table]]`; return its place."""
        double = self.text.startswith("[[", self.at)
        line = self.line()
        self.at += 2 if double else 1
        place = self.inside(tuple(self.key()), line)
        self.at += 2 if double else 1
        if double:
            self.lines.setdefault(place, line)
            self.tables[place] = self.tables.get(place, -1) + 1
            place = (*place, self.tables[place])
        self.lines[place] = line
        return place

    def inside(self, names: Place, line: int) -> Place:
        """Return the place of a table header: names of arrays of tables stand for their latest table."""
        place: Place = ()
        for name in names[:-1]:
            place = (*place, name)
            self.lines.setdefault(place, line)
            if place in self.tables:
                place = (*place, self.tables[place])
        return (*place, names[-1])

    def pair(self, base: Place) -> Place:
        """Pass over `key = value`; return the table that it stands in."""
        line = self.line()
        place = base
        for name in self.key():
            place = (*place, name)
            self.lines.setdefault(place, line)
        self.at += 1
        self.blank()
        self.value(place)
        return base

    def key(self) -> Iterator[str]:
        """Pass over a dotted key; yield its names."""
        while True:
            self.blank()
            found = _STRING.match(self.text, self.at) or _BARE_KEY.match(self.text, self.at)
            if found is None:
                return
            self.at = found.end()
            yield _name(found[0])
            self.blank()
            if not self.text.startswith(".", self.at):
                return
            self.at += 1

    def value(self, place: Place) -> None:
        """Pass over a value; record the places inside it. Raises ValueError where they are nested too deeply."""
        if len(place) > 2 * PARTS_MOST:
            raise ValueError("values are nested too deeply")
        if self.text[self.at] == "[":
            self.sequence("]", lambda index: self.element((*place, index)))
        elif self.text[self.at] == "{":
            self.sequence("}", lambda _: self.pair(place))
        else:
            found = _STRING.match(self.text, self.at) or _SCALAR.match(self.text, self.at)
            self.at = found.end() if found else self.at + 1

    def element(self, place: Place) -> None:
        self.lines[place] = self.line()
        self.value(place)

    def sequence(self, close: str, item: Any) -> None:
        """Pass over the items between brackets."""
        self.at += 1
        self.blank()
        index = 0
        while self.at < len(self.text) and self.text[self.at] != close:
            item(index)
            index += 1
            self.blank()
            if self.text.startswith(",", self.at):
                self.at += 1
            self.blank()
        self.at += 1

    def blank(self) -> None:
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def line(self) -> int:
        """Return the line at which the scanner stands; counts on from the last answer."""
        start, line = self.counted
        line += self.text.count("\n", start, self.at)
        self.counted = (self.at, line)
        return line


def _name(key: str) -> str:
    """Return the name that a key spells, quoted or not."""
    if key[0] not in "\"'":
        return key
    return str(next(iter(tomllib.loads(f"{key} = 0"))))
