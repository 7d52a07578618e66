"""The players of an operator's own: which there are at this server, by names that people may choose.

Nothing that a client sends names a class or a file. What is installed is no player here either, unless the operator
names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

from .. import players
from ..core import toml_lines
from ..core.toml_lines import BadFile, Document
from ..players import outside

SECONDS: Final = 10.0  # that a player may take for an answer, where the operator says nothing else,
SECONDS_MOST: Final = 600.0  # and that he may say
MOST: Final = 24  # players
FILE_MOST: Final = 65_536  # bytes of a list
NO_WORDS: Final = "A player of this server's own."
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,23}")
_TAKEN: Final = ("person", "friend", "open", "computer", *players.NAMES)
_KEYS: Final = ("class", "entry-point", "words", "seconds")


@dataclass(frozen=True)
class OwnPlayer:
    """A player of the operator's: its name and words for people, what makes it, and its seconds for an answer.

    `source` is FILE.py:CLASS, or the name of an entry point of the group `hexillum.players`.
    """

    name: str
    source: str
    words: str = NO_WORDS
    seconds: float = SECONDS


Roster = Mapping[str, OwnPlayer]
EMPTY: Final[Roster] = {}


def roster(words: Sequence[str], file: str | None = None, seconds: float = SECONDS) -> Roster:
    """The players that an operator names: by words, NAME=FILE.py:CLASS or the name of an entry point, and by a file.

    `seconds` is what each may take for an answer where the file says nothing else. Every one is made once, in a process
    of its own. Raises ValueError, in one sentence, for what does not exist or cannot be played by.

    >>> roster([])
    {}
    """
    named = [_of_word(word, seconds) for word in words]
    if file is not None:
        named += _of_file(toml_lines.read(file, FILE_MOST), seconds)
    found: dict[str, OwnPlayer] = {}
    for one, where in named:
        if one.name in found:
            raise ValueError(f"{where}: there are two players of the name {one.name!r}")
        found[one.name] = one
    if len(found) > MOST:
        raise ValueError(f"there are {len(found)} players of your own: expected {MOST} at most")
    return {one.name: _made(one, where) for one, where in named}


def known(name: str, own: Roster) -> bool:
    """Whether a computer player of some name plays here.

    >>> known("tribune", EMPTY), known("mine.py:Mine", EMPTY)
    (True, False)
    """
    return name in players.NAMES or name in own


def _of_word(word: str, seconds: float) -> tuple[OwnPlayer, str]:
    name, equals, source = word.partition("=")
    where = f"--player {word}"
    if not equals:
        source = name
    return OwnPlayer(_name(name, where), _source(source, Path(), where), "", seconds), where


def _of_file(document: Document, seconds: float) -> Iterator[tuple[OwnPlayer, str]]:
    """The players of a list: a table [player.NAME] each."""
    for key in document.data:
        if key != "player":
            raise BadFile(document.file, document.line(key), f"unknown key {key!r}: expected tables [player.NAME]")
    tables = document.data.get("player", {})
    if not isinstance(tables, dict) or not tables:
        raise BadFile(document.file, document.line("player"), "names no player: expected tables [player.NAME]")
    for name, table in tables.items():
        yield _of_table(document, name, table, seconds)


def _of_table(document: Document, name: str, table: Any, seconds: float) -> tuple[OwnPlayer, str]:
    where = f"{document.file}:{document.line('player', name)}"
    if not isinstance(table, dict):
        raise ValueError(f"{where}: expected a table [player.{name}]")
    for key in table:
        if key not in _KEYS:
            raise BadFile(
                document.file,
                document.line("player", name, key),
                f"unknown key {key!r}: expected one of {', '.join(_KEYS)}",
            )
    if ("class" in table) == ("entry-point" in table):
        raise ValueError(f'{where}: expected either class = "FILE.py:CLASS" or entry-point = "NAME"')
    source = _text(table, "class", where) or _text(table, "entry-point", where)
    if ("class" in table) != _is_file(source):
        raise ValueError(f'{where}: expected class = "FILE.py:CLASS" or entry-point = "NAME", found {source!r}')
    own = _seconds(table.get("seconds", seconds), where)
    made = _source(source, Path(document.file).parent, where)
    return OwnPlayer(_name(name, where), made, outside.plain(_text(table, "words", where)), own), where


def _text(table: Mapping[str, Any], key: str, where: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise ValueError(f"{where}: {key} must be a text, not {value!r}")
    return value


def _seconds(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= SECONDS_MOST:
        raise ValueError(f"{where}: seconds must be a number above 0, {SECONDS_MOST:g} at most, not {value!r}")
    return float(value)


def _name(name: str, where: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(
            f"{where}: {name!r} is no name for a player: expected NAME=FILE.py:CLASS with a NAME of up to 24 small "
            "letters, digits and hyphens"
        )
    if name in _TAKEN:
        raise ValueError(f"{where}: the name {name!r} is taken: choose another one for your player")
    return name


def _is_file(source: str) -> bool:
    return source.rpartition(":")[0].endswith(".py")


def _source(source: str, folder: Path, where: str) -> str:
    """What makes a player, wherever the server looks from; an entry point only by its own name."""
    if not _is_file(source):
        names = sorted({point.name for point in entry_points(group=outside.GROUP)})
        if source not in names:
            there = ", ".join(names) or "none is installed"
            raise ValueError(
                f"{where}: there is no player {source!r}: expected FILE.py:CLASS, or an entry point of the group "
                f"{outside.GROUP} ({there})"
            )
        return source
    file, _, word = source.rpartition(":")
    return f"{(folder / file).resolve()}:{word}"


def _made(one: OwnPlayer, where: str) -> OwnPlayer:
    """A player that was made once, to see that it can be, with the words of its class where the list has none."""
    try:
        said = outside.described(one.source)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    return OwnPlayer(one.name, one.source, one.words or said or NO_WORDS, one.seconds)
