"""What the documentation needs beside Sphinx: rule book, tables of schemas and pictures, made as it is built."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: The lines of a long signature, which Sphinx writes as a list without terms.
_SIGNATURE = re.compile(r"<dl>\n((?:<dd>(?:(?!</?d[ld]>).)*</dd>\n)+)</dl>", re.DOTALL)


def accessible(body: str) -> str:
    """A page that goes without a mouse: what scrolls can be reached by keys, and lists are lists.

    >>> accessible("<pre>x</pre>")
    '<pre tabindex="0">x</pre>'
    >>> accessible("<dl>\\n<dd>a: int</dd>\\n</dl>")
    '<span class="lines">\\n<span>a: int</span>\\n</span>'
    """
    body = body.replace("<pre>", '<pre tabindex="0">')
    body = body.replace('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper')

    def lines(found: re.Match[str]) -> str:
        inside = found[1].replace("<dd>", "<span>").replace("</dd>", "</span>")
        return f'<span class="lines">\n{inside}</span>'

    return _SIGNATURE.sub(lines, body)


def _accessible(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    if "body" in context:
        context["body"] = accessible(context["body"])


def setup(app: Sphinx) -> dict[str, Any]:
    """Add to Sphinx the directives `position` and `schema`, and the pages that are made of the rules."""
    from .positions import Position
    from .rule_book import write_rule_book
    from .schema_tables import Schema

    app.add_directive("position", Position)
    app.add_directive("schema", Schema)
    app.connect("builder-inited", lambda app: write_rule_book(app.srcdir))
    app.connect("html-page-context", _accessible, priority=900)  # after the theme
    ours = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    # another number makes Sphinx read every page anew
    return {"env_version": zlib.crc32(ours), "parallel_read_safe": True, "parallel_write_safe": True}
