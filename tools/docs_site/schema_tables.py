"""The directive `schema`: the JSON Schema of a sort of file as tables, what an editor checks told to people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from hexillum.core.toml_lines import DATA

from .markdown import plain

Shape = dict[str, Any]
_COLUMN = re.compile(r"# ([a-z_]+(?:, [a-z_]+)*) {2,}(.+)")
MANY = 12  # words of a closed list that are told one by one


def read_schema(name: str) -> Shape:
    """The schema of a sort of file.

    >>> read_schema("case")["title"]
    'Hexillum: case'
    """
    made: Shape = json.loads((DATA / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    return made


@cache
def remarks(section: str) -> dict[str, str]:
    """What the head of a table of the Ancients edition says about each of its columns.

    >>> remarks("terrain")["leaving"]
    'most hexes that one may move when leaving it (0: no limit)'
    """
    files = {"kind": "kinds", "terrain": "terrain", "card": "cards", "effect": "cards"}
    found: dict[str, str] = {}
    last: tuple[str, ...] = ()
    if section not in files:
        return found
    for line in (DATA / "ancients" / f"{files[section]}.toml").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        if told := _COLUMN.fullmatch(line):
            last = tuple(told[1].split(", "))
            found |= dict.fromkeys(last, told[2])
            for name, words in re.findall(r"; ([a-z_]+): ([^;]+)", told[2]):
                found[name] = words
        else:
            for name in last:
                found[name] += " " + line.removeprefix("#").strip()
    return found


def sort_of(shape: Shape) -> str:
    """What a value may be, in words of Markdown.

    >>> sort_of({"type": "integer", "minimum": 1, "maximum": 12}), sort_of({"enum": ["top", "bottom"]})
    ('1 to 12', '`top`, `bottom`')
    """
    if "$ref" in shape:
        return "a rule, such as `RT-24`"
    if "enum" in shape:
        words = [f"`{json.dumps(word) if not isinstance(word, str) else word}`" for word in shape["enum"]]
        return ", ".join(words[:MANY]) + (f" … ({len(words)} words)" if len(words) > MANY else "")
    if "anyOf" in shape:
        return " or ".join(sort_of(one) for one in shape["anyOf"])
    kind = shape.get("type")
    if kind == "integer":
        return f"{shape['minimum']} to {shape['maximum']}" if "maximum" in shape else "a whole number"
    if kind == "boolean":
        return "`true` or `false`"
    if kind == "array":
        first = shape.get("prefixItems")
        if first:
            rest = f", then {sort_of(shape['items'])}" if "items" in shape else ""
            return "a list: " + ", ".join(sort_of(one) for one in first) + rest
        return f"a list of: {sort_of(shape['items'])}"
    if kind == "object":
        return (
            "a table"
            if "properties" not in shape
            else "a table: " + ", ".join(f"`{key}`" for key in shape["properties"])
        )
    if kind == "string":
        if "hex" in str(shape.get("description", "")) or str(shape.get("pattern", "")).startswith("^[A-K"):
            return "a hex" if "/" not in shape.get("pattern", "") else "two hexes, such as `E5/D5`"
        samples = shape.get("examples", [])
        return f"a word, such as {', '.join(f'`{word}`' for word in samples[:4])}" if samples else "a text"
    return "anything"


def tables(shape: Shape, title: str = "", section: str = "") -> Iterator[str]:
    """The table of a schema, then those of its parts."""
    needed = shape.get("required", [])
    if title:
        yield f"## {title}\n"
    if words := shape.get("description"):
        yield f"{plain(words[0].upper() + words[1:])}.\n"
    wide = any("description" in value or key in remarks(section) for key, value in shape["properties"].items())
    yield f"| key | what it may be |{' what it is for |' * wide}\n|---|---|{'---|' * wide}"
    below: list[tuple[str, str, Shape]] = []
    for key, value in shape["properties"].items():
        told = value.get("description") or remarks(section).get(key, "")
        rows = value.get("additionalProperties")
        if isinstance(rows, dict) and "properties" in rows:
            below.append((f"[{key}.NAME]" if not title else f"{title}: {key}", key, rows))
            kind = "tables, one for each name: below"
        elif key == "variant":
            kind = "a table: the [variant](edition-files.md) that the battle is played by, whole"
        elif len(value.get("properties", {})) > 2:
            below.append((f"[{key}]", "", value))
            kind = "a table: below"
        else:
            kind = sort_of(value)
        must = "**needed**" + ", " * bool(told) if key in needed else ""
        yield f"| `{key}` | {kind} |" + f" {must}{plain(told)} |" * wide
    yield ""
    done: dict[str, str] = {}
    for heading, name, part in below:
        text = json.dumps({**part, "description": ""}, sort_keys=True)
        if text in done:
            yield f"## `{heading}`\n\nAs {done[text]}.\n"
            continue
        done[text] = f"`{heading}`"
        yield from tables(part, f"`{heading}`", name)


class Schema(SphinxDirective):
    """The tables of a schema, at the place of the directive."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Make them, and let the page's own reader read them."""
        text = "\n".join(tables(read_schema(self.arguments[0])))
        return self.parse_text_to_nodes(text, allow_section_headings=True)
