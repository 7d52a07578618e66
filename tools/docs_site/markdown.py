"""Small pieces of Markdown, of texts that may have anything in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

_SPECIAL = re.compile(r"([\\`*_\[\]<>{}|#$~^])")
_RULE = re.compile(r"\b[A-Z]{2,4}-[0-9]{2}\b")


def plain(text: str) -> str:
    """A text that Markdown shows as it is.

    >>> plain("a_b <c>")
    'a\\\\_b \\\\<c\\\\>'
    """
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def with_rules(text: str, known: Iterable[str]) -> str:
    """The same, with the ids of rules that are known as links to them.

    >>> with_rules("as RT-24 says", {"RT-24"})
    'as [RT-24](#rt-24) says'
    """
    names = set(known)
    return _RULE.sub(lambda found: f"[{found[0]}](#{found[0].lower()})" if found[0] in names else found[0], plain(text))


def write_changed(path: Path, text: str) -> None:
    """Write a file unless it has this text already, so that only what changed is built anew."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
