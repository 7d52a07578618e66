"""The values of a case file: YAML that knows its lines, so that every mistake is told with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import yaml

from ...core import hexes

SIDES: Final = ("top", "bottom")


class CaseError(ValueError):
    """A case file that cannot be used: file, line (from 1), what is wrong and what was expected."""

    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file}:{line}: {message}")
        self.file, self.line, self.message = file, line, message


@dataclass
class Place:
    """Where a value stands in its file: the file's name in messages, and the line from 1."""

    file: str
    line: int

    def error(self, message: str) -> CaseError:
        """An error at this place, to be raised by whoever asks."""
        return CaseError(self.file, self.line, message)


@dataclass
class Node:
    """A value of a YAML file that knows its line; those inside a mapping or list are nodes, too.

    `what` says in the messages of its functions what the value is.

    >>> Node(7, Place("example", 3)).number("to_win", 1, 6)
    Traceback (most recent call last):
    hexillum.notation.cases.nodes.CaseError: example:3: to_win must be a number from 1 to 6, found 7
    """

    value: Any
    place: Place

    def fields(self, what: str, known: tuple[str, ...] | list[str] | None = None) -> dict[str, Node]:
        """The entries of a mapping. Raises CaseError for something else and for keys that are not known."""
        if not isinstance(self.value, dict):
            raise self.place.error(f"{what} must be a mapping of keys to values")
        for key, node in self.value.items():
            if known is not None and key not in known:
                raise node.place.error(f"unknown key {key!r} in {what}: expected one of {', '.join(known)}")
        return self.value

    def items(self, what: str) -> list[Node]:
        """The entries of a list. Raises CaseError for something else."""
        if not isinstance(self.value, list):
            raise self.place.error(f"{what} must be a list")
        return self.value

    def text(self, what: str) -> str:
        """A word or sentence. Raises CaseError for a list or mapping."""
        if isinstance(self.value, (dict, list)) or self.value is None:
            raise self.place.error(f"{what} must be a text")
        return str(self.value)

    def number(self, what: str, least: int, most: int) -> int:
        """A whole number within bounds. Raises CaseError."""
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.place.error(f"{what} must be a number from {least} to {most}, found {self.value!r}")
        return self.value

    def plain(self) -> Any:
        """The value without places: plain mappings, lists, texts and numbers."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        return [node.plain() for node in self.value] if isinstance(self.value, list) else self.value

    def choice(self, what: str, known: tuple[str, ...]) -> str:
        """One of several words. Raises CaseError."""
        if self.value not in known:
            raise self.place.error(f"{what} must be one of {', '.join(known)}, found {self.value!r}")
        return str(self.value)

    def hex(self, rows: int) -> int:
        """A hex, by its number, of a board with so many rows. Raises CaseError."""
        try:
            return hexes.parse(str(self.value), rows)
        except ValueError as error:
            raise self.place.error(str(error)) from None


def _wrap(node: yaml.Node, file: str, loader: yaml.SafeLoader) -> Node:
    place = Place(file, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        entries: dict[str, Node] = {}
        for key, value in node.value:
            name = loader.construct_object(key)
            if isinstance(name, (dict, list)) or str(name) in entries:
                raise Place(file, key.start_mark.line + 1).error(f"key {name!r} stands here twice or is not a word")
            entries[str(name)] = _wrap(value, file, loader)
        return Node(entries, place)
    if isinstance(node, yaml.SequenceNode):
        return Node([_wrap(item, file, loader) for item in node.value], place)
    return Node(loader.construct_object(node), place)


def read_nodes(text: str, file: str) -> Iterator[Node]:
    """The documents of a YAML text; `file` is its name in messages. Raises CaseError with the line that is not YAML.

    >>> [node.plain() for node in read_nodes("case: one\\n---\\ncase: two", "example")]
    [{'case': 'one'}, {'case': 'two'}]
    """
    try:
        loader = yaml.SafeLoader(text)
    except yaml.YAMLError as error:
        raise CaseError(file, 1, f"is not valid YAML: {str(error).splitlines()[0]}") from None
    try:
        while loader.check_node():
            root = loader.get_node()
            if root is not None:
                yield _wrap(root, file, loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error).split("\n")[0]
        raise CaseError(file, mark.line + 1 if mark else 1, f"is not valid YAML: {problem}") from None
    except RecursionError:
        raise CaseError(file, 1, "is not usable YAML: values are nested too deeply") from None
    finally:
        loader.dispose()


def by_side(keys: dict[str, Node], key: str) -> Iterator[tuple[int, Node]]:
    """What a key tells of each side (0 top, 1 bottom), as far as it is there. Raises CaseError for another side.

    >>> keys = next(read_nodes("banners: {top: 2}", "example")).fields("expect")
    >>> [(side, node.value) for side, node in by_side(keys, "banners")]
    [(0, 2)]
    """
    if key in keys:
        for name, value in keys[key].fields(key, SIDES).items():
            yield SIDES.index(name), value
