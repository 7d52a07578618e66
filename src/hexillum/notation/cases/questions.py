"""Case files out of what people write: the blocks of YAML in an issue, a mail or a page about a rules question."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, Final

from .nodes import CaseError, Node, read_nodes
from .reading import BYTES_MOST, Case, read_case

_FENCE: Final = re.compile(r"^([ \t>]*)(`{3,}|~{3,})[ \t]*([\w+-]*)[^`]*$")
_WORDS: Final = ("", "yaml", "yml", "text", "txt")  # what a fence may say of the block that it opens
_CASE: Final = re.compile(r"^(?:case|script|setup)[ \t]*:", re.MULTILINE)
_HIDDEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class NoCase(ValueError):
    """A text in which no case stands; says what was expected."""


def question_text(text: str) -> str:
    r"""The case file in a text: its blocks of YAML that hold a case, or all of it where it is one itself.

    The text may be an issue as the form writes it, a page of HTML, or JSON with a `body`, as forges answer. Raises
    NoCase where there is none, or more of it than a case file may have.

    >>> question_text("### The case\n\n```yaml\ncase: a question\nscript: []\n```\nThanks!")
    'case: a question\nscript: []\n'
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    body = _body(text)
    blocks = [block for block in _blocks(body) if _CASE.search(block)]
    if not blocks and _CASE.search(body) and "```" not in body:
        blocks = [body]
    if not blocks:
        raise NoCase("no case in it: expected a block between ``` lines with 'case', 'setup' and 'script'")
    found = "---\n".join(block.strip("\n") + "\n" for block in blocks)
    if len(found.encode("utf-8", "replace")) > BYTES_MOST:
        raise NoCase(f"the case in it is too large: expected at most {BYTES_MOST:,} bytes")
    return found


def question_cases(text: str, file: str) -> list[Case]:
    """The cases of a text that somebody else wrote; `file` is its name in messages.

    Raises CaseError with the line of what is not of the notation, or would not show as it is written.

    >>> [case.name for case in question_cases("{case: a start, scenario: akragas, script: []}", "example")]
    ['a start']
    """
    cases = []
    for node in read_nodes(text, file):
        for part in _all(node):
            words = [part.value, *part.value] if isinstance(part.value, dict) else [part.value]
            if any(isinstance(word, str) and _HIDDEN.search(word) for word in words):
                raise part.place.error("has characters that cannot be seen: expected plain text")
        if node.value is not None:
            cases.append(read_case(node))
    if not cases:
        raise CaseError(file, 1, "has no case: expected 'case', 'setup' and 'script'")
    return cases


def _all(node: Node) -> Iterator[Node]:
    yield node
    inside: Any = node.value.values() if isinstance(node.value, dict) else node.value
    for one in inside if isinstance(node.value, (dict, list)) else ():
        yield from _all(one)


def _body(text: str) -> str:
    """What a person wrote, out of what a forge or a web server answers."""
    start = text.lstrip()[:200].lower()
    if start.startswith("{"):
        try:
            told = json.loads(text)
        except (ValueError, RecursionError):
            return text
        body = told.get("body") if isinstance(told, dict) else None
        return body.replace("\r\n", "\n") if isinstance(body, str) else text
    if start.startswith(("<!doctype html", "<html")):
        page = _Page()
        page.feed(text)
        return "\n".join(f"```\n{block}\n```" for block in page.blocks)
    return text


class _Page(HTMLParser):
    """Collects what stands in the <pre> of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a block."""
        if tag == "pre":
            self.blocks.append("")
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        """End a block."""
        if tag == "pre":
            self.inside = False

    def handle_data(self, data: str) -> None:
        """Go on with a block."""
        if self.inside:
            self.blocks[-1] += data


def _blocks(text: str) -> Iterator[str]:
    """The fenced blocks of a text that may be YAML; one that is not closed goes on to the end."""
    lines = iter(text.split("\n"))
    for line in lines:
        opened = _FENCE.match(line)
        if opened is None:
            continue
        before, fence, word = opened.groups()
        held: list[str] = []
        for inner in lines:
            bare = inner.removeprefix(before).strip()
            if bare.startswith(fence) and not bare.strip(fence[0]):
                break
            held.append(inner.removeprefix(before))
        if word.lower() in _WORDS:
            yield textwrap.dedent("\n".join(held))
