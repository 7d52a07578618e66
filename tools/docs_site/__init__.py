"""What the documentation needs beside Sphinx: rule book, tables of schemas and pictures, made as it is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Add to Sphinx the directives `position` and `schema`, and the pages that are made of the rules."""
    from .positions import Position
    from .rule_book import write_rule_book
    from .schema_tables import Schema

    app.add_directive("position", Position)
    app.add_directive("schema", Schema)
    app.connect("builder-inited", lambda app: write_rule_book(app.srcdir))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
