"""Reading the tables of the editions from `data/`: one row of a TOML file is one record, checked column by column.

People read the TOML files; the rules read the columns made of them (`core.column`), one number for each kind, terrain
or card. All editions share one numbering. A wrong file is refused with name and line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from .rule import RULE_IDS
from .toml_lines import DATA, BadFile, read


class Row(Protocol):
    """A row of a table: what it is called in its edition."""

    @property
    def key(self) -> str: ...  # noqa: D102
    @property
    def edition(self) -> str: ...  # noqa: D102


T = TypeVar("T")
R = TypeVar("R", bound=Row)

#: The editions that come with Hexillum, whose rows have the first numbers.
BUILT_IN: Final = ("ancients", "medieval")
#: All editions that are loaded, in the order of their numbers: more may come (`core.editions.admit`).
EDITIONS: Final[list[str]] = [*BUILT_IN]
NO_LIMIT: Final = 99
MOST_ROWS: Final = 128  # of a table, those of all editions together: a number of the state goes up to 127

#: The words that each column with a closed list may hold.
Choices = Mapping[str, Collection[str]]


class Rows(list[R]):
    """A table: the rows of all editions in one numbering, and for each edition which of them it has by their keys.

    An edition may have rows of another one, all but those that it changes. `what` says what a row is, such as "card".

    >>> from hexillum.core.kinds import KINDS
    >>> KINDS.of["medieval"]["light-bow"], KINDS[18].name
    (18, 'Light Bow Infantry')
    """

    __slots__ = ("of", "what")

    def __init__(self, what: str, rows: Iterable[R]) -> None:
        super().__init__(rows)
        self.what = what
        self.of: dict[str, dict[str, int]] = {
            e: {row.key: n for n, row in enumerate(self) if row.edition == e} for e in BUILT_IN
        }

    def number(self, edition: str, key: str) -> int:
        """The number of an edition's row with this key. Raises ValueError, naming the rows that there are, for others.

        >>> from hexillum.core.kinds import KINDS
        >>> KINDS.number("ancients", "warrior")
        4
        """
        known = self.of.get(edition, {})
        if key in known:
            return known[key]
        expected = ", ".join(one for one in known if one != "clear")
        raise ValueError(
            f"{key!r} is not a {self.what} of the {edition.capitalize()} edition: expected one of {expected}"
        )

    def among(self, edition: str) -> list[R]:
        """The rows of an edition, in the order of its tables; none for an edition that is not loaded.

        >>> from hexillum.core.kinds import KINDS
        >>> len(KINDS.among("medieval")), KINDS.among("persian")
        (13, [])
        """
        return [self[number] for number in self.of.get(edition, {}).values()]


def check_value(name: str, value: Any, kind: str, choices: Choices) -> str:
    """What is wrong with the value of a column, told in words, or nothing; `kind` is the annotation of its field.

    >>> check_value("blocks", "four", "int", {}), check_value("blocks", 4, "int", {})
    ("blocks must be a whole number, not 'four'", '')
    """
    wanted = {"str": str, "int": int, "bool": bool}.get(kind, str)
    if kind.startswith("tuple"):
        if not isinstance(value, list) or not all(isinstance(x, str) for x in value):
            return f"{name} must be a list of words"
        unknown = [x for x in value if x not in choices[name]]
        return f"{name} has {unknown[0]!r}, expected {', '.join(map(repr, choices[name]))}" if unknown else ""
    if kind.startswith("Mapping"):
        inner = int if "int" in kind else str
        if not isinstance(value, dict) or not all(type(x) is inner for x in value.values()):
            return f"{name} must be a table of {'numbers' if inner is int else 'rule ids'}"
        bad = [x for x in value.values() if inner is str and x not in RULE_IDS]
        return f"{name} names {bad[0]!r}, which is not a rule" if bad else ""
    if type(value) is not wanted:
        words = "a whole number" if wanted is int else "true or false" if wanted is bool else "a text"
        return f"{name} must be {words}, not {value!r}"
    if isinstance(value, int) and not 0 <= value <= NO_LIMIT:
        return f"{name} must be from 0 to {NO_LIMIT}, not {value}"
    if isinstance(value, str) and name in choices and value not in choices[name]:
        return f"{name} is {value!r}, expected {', '.join(repr(x) for x in list(choices[name])[:20])}"
    return ""


def read_rows(path: Path, section: str, cls: Callable[..., T], edition: str, choices: Choices) -> list[T]:
    """The rows of one section of a table file, each as a `cls`, a dataclass with a field for each column.

    Every row gets the `edition` and its own `key`; `choices` has the words that a column may hold. Raises BadFile with
    file and line where a row is wrong, has an unknown column or lacks one without a default.

    >>> from hexillum.core.kinds import Kind, SYMBOLS
    >>> read_rows(table_file("ancients", "none.toml"), "kind", Kind, "ancients", {"symbol": SYMBOLS})
    Traceback (most recent call last):
    hexillum.core.toml_lines.BadFile: ...none.toml:1: cannot be read: No such file or directory
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        data = read(path).data
    known = {f.name: f for f in fields(cls) if f.name not in ("key", "edition")}  # type: ignore[arg-type]
    rows: list[T] = []
    for key, row in data.get(section, {}).items():
        values: dict[str, Any] = {}
        for name, value in row.items():
            column = {"class": "of_class"}.get(name, name)
            problem = (
                check_value(column, value, str(known[column].type), choices)
                if column in known
                else f"unknown key {name!r}"
            )
            if problem:
                raise BadFile(path.name, read(path).line(section, key, name), f"[{section}.{key}] {problem}")
            values[column] = tuple(value) if isinstance(value, list) else value
        for name, f in known.items():
            if name not in values and f.default is MISSING and f.default_factory is MISSING:
                raise BadFile(path.name, read(path).line(section, key), f"[{section}.{key}] lacks {name!r}")
        rows.append(cls(key=key, edition=edition, **values))
    return rows


def table_file(edition: str, name: str) -> Path:
    """Where the table `name`, such as "kinds.toml", of an edition lies, whether there is one or not.

    >>> table_file("ancients", "kinds.toml").name
    'kinds.toml'
    """
    return DATA / edition / name


def rows_of_all(name: str, section: str, cls: Callable[..., T], choices: Choices) -> list[T]:
    """The rows of a section of the same table file of every edition that comes with Hexillum, one after the other.

    `choices` has the words that a column may hold. Raises BadFile with file and line where a row is wrong.

    >>> from hexillum.core.kinds import CHOICES, KINDS, Kind
    >>> rows_of_all("kinds.toml", "kind", Kind, CHOICES) == KINDS[:31]
    True
    """
    return [row for e in BUILT_IN for row in read_rows(table_file(e, name), section, cls, e, choices)]


def bits(words: Iterable[str], numbers: Mapping[str, int]) -> int:
    """Words as one number, each by the bit that `numbers` has for it; raises KeyError for a word that is not there.

    >>> bits(["foot", "leader"], {"foot": 1, "leader": 4})
    5
    """
    total = 0
    for word in words:
        total |= numbers[word]
    return total
