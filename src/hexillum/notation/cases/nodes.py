"""The values of a case file: YAML that knows its lines, so that every mistake is told with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import yaml

from ...core import hexes

SIDES: Final = ("top", "bottom")
DEPTH_MOST: Final = 30  # how deeply the values of a file may be nested,
VALUES_MOST: Final = 20_000  # and how many there may be


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


class _Loader(yaml.SafeLoader):
    """Builds the nodes of a text within bounds: without aliases, which can stand for more than any memory holds."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.depth = 0
        self.count = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """The next value. Raises YAMLError for an alias, and beyond the bounds."""
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        self.count += 1
        self.depth += 1
        problem = ""
        if isinstance(event, yaml.AliasEvent):
            problem = "an alias stands for another value: write it out"
        elif self.depth > DEPTH_MOST:
            problem = "values are nested too deeply"
        elif self.count > VALUES_MOST:
            problem = f"expected at most {VALUES_MOST} values"
        if problem:
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=event.start_mark)
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def scalar(self, node: yaml.Node, place: Place) -> Any:
        """The value of a word: a text, a number, true, false or nothing. Raises CaseError."""
        read = _SCALARS.get(node.tag) if isinstance(node, yaml.ScalarNode) else None
        if read is None:
            raise place.error(f"is not valid YAML: there is no kind of value {node.tag[:60]!a} in the notation")
        try:
            value = read(self, node)
            str(value).encode()
        except (ValueError, KeyError, IndexError, OverflowError):
            raise place.error(f"{str(node.value)[:40]!a} is not what it says: {node.tag.rpartition(':')[2]}") from None
        return value


#: What a word may stand for; a date is a text.
_SCALARS: Final[dict[str, Callable[[_Loader, Any], Any]]] = {
    "tag:yaml.org,2002:str": _Loader.construct_scalar,
    "tag:yaml.org,2002:timestamp": _Loader.construct_scalar,
    "tag:yaml.org,2002:null": _Loader.construct_yaml_null,
    "tag:yaml.org,2002:bool": _Loader.construct_yaml_bool,
    "tag:yaml.org,2002:int": _Loader.construct_yaml_int,
    "tag:yaml.org,2002:float": _Loader.construct_yaml_float,
}


def _wrap(node: yaml.Node, file: str, loader: _Loader) -> Node:
    place = Place(file, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        entries: dict[str, Node] = {}
        for key, value in node.value:
            at = Place(file, key.start_mark.line + 1)
            name = str(loader.scalar(key, at))
            if name in entries:
                raise at.error(f"key {name!r} stands here twice")
            entries[name] = _wrap(value, file, loader)
        return Node(entries, place)
    if isinstance(node, yaml.SequenceNode):
        return Node([_wrap(item, file, loader) for item in node.value], place)
    return Node(loader.scalar(node, place), place)


def read_nodes(text: str, file: str) -> Iterator[Node]:
    """The documents of a YAML text; `file` is its name in messages. Raises CaseError with the line that is not YAML.

    Aliases, values nested deeper than `DEPTH_MOST`, and more than `VALUES_MOST` of them are refused.

    >>> [node.plain() for node in read_nodes("case: one\\n---\\ncase: two", "example")]
    [{'case': 'one'}, {'case': 'two'}]
    """
    try:
        loader = _Loader(text)
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
