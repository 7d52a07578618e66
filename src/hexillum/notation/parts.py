"""Tables of a file of the house (lessons, diagrams) with their places, so that every mistake is told with its line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..core import rulebook
from ..core.toml_lines import BadFile, Document
from .cases.nodes import Node, Place


class LessonError(BadFile):
    """A file of lessons or diagrams that cannot be used: file, line, what is wrong and what was expected."""


@dataclass(frozen=True)
class Part:
    """A table of a file with its place.

    >>> from hexillum.core.toml_lines import parse
    >>> Part(parse("title = ' A   lesson '", "x.toml"), (), {"title": " A   lesson "}).text("title")
    'A lesson'
    """

    document: Document
    place: tuple[str | int, ...]
    value: dict[str, Any]

    def error(self, message: str, *more: str | int) -> LessonError:
        """A mistake of this table, or of a part of it."""
        return LessonError(self.document.file, self.document.line(*self.place, *more), message)

    def known(self, what: str, keys: Sequence[str]) -> None:
        """Refuse keys that there are not. Raises LessonError, as all that follow."""
        for key in self.value:
            if key not in keys:
                raise self.error(f"unknown key {key!r} in {what}: expected one of {', '.join(keys)}", key)

    def text(self, key: str, default: str | None = None) -> str:
        """A text, its white space as single blanks."""
        value = self.value.get(key, default)
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self.error(f"{key} must be a text", key)
        return " ".join(value.split())

    def flag(self, key: str) -> bool:
        """True or false; false where it is not said."""
        value = self.value.get(key, False)
        if not isinstance(value, bool):
            raise self.error(f"{key} must be true or false", key)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self.value.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.error(f"{key} must be a list of texts", key)
        return tuple(" ".join(one.split()) for one in value)

    def rules(self, key: str, edition: str) -> tuple[str, ...]:
        """A list of ids of rules of an edition."""
        found = self.texts(key)
        for n, id in enumerate(found):
            if id not in rulebook.rules():
                raise self.error(f"{id!r} is not a rule id", key, n)
            if edition not in rulebook.rule(id).editions:
                raise self.error(f"{id} is no rule of {edition}", key, n)
        return found

    def parts(self, key: str) -> list[Part]:
        """The tables of a list, one at least."""
        value = self.value.get(key, [])
        if not isinstance(value, list) or not value or not all(isinstance(one, dict) for one in value):
            raise self.error(f"expected at least one [[{'.'.join(str(p) for p in (*self.place, key))}]]", key)
        return [Part(self.document, (*self.place, key, n), one) for n, one in enumerate(value)]

    def node(self, key: str) -> Node:
        """A part as one of a case."""
        return _node(self.document, (*self.place, key), self.value[key])


def _node(document: Document, place: tuple[str | int, ...], value: Any) -> Node:
    """A value of the file as one of a case, so that the situation of a lesson is read by the same words."""
    if isinstance(value, dict):
        value = {key: _node(document, (*place, key), one) for key, one in value.items()}
    elif isinstance(value, list):
        value = [_node(document, (*place, n), one) for n, one in enumerate(value)]
    return Node(value, Place(document.file, document.line(*place)))
