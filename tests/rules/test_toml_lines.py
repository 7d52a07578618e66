"""Lines of TOML values: every place that the data has must be found where it is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexillum.core import toml_lines

DATA = toml_lines.DATA

SAMPLE = """\
# a comment with [brackets] and = signs
title = "a # b"      # not a comment inside
'quoted key' = 1
a.b.c = 2
long = \"\"\"
one ] two
\\"\"\" three""\"\"\"
raw = '''x
'''
empty = []
inline = { x = 1, "y z" = [1, 2], w = { v = "}" } }
when = 1979-05-27 07:32:00
list = [
  # leading comment
  ["B2", "auxilia"],
  [
    "B3", "x]",
  ], 3.5,
]

[table]
key = true
[table.inner]
key = 'x'
[[row]]
id = "one"
[[row]]
id = "two"
[row.sub]
id = "three"
[[row.deep]]
id = 1
[only.inside]
"""


def places(value: Any, place: toml_lines.Place = ()) -> list[toml_lines.Place]:
    """Every place that a value of tomllib has."""
    found = [place] if place else []
    if isinstance(value, dict):
        items: list[tuple[str | int, Any]] = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    else:
        return found
    return found + [inner for key, below in items for inner in places(below, (*place, key))]


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("title",), 2),
        (("quoted key",), 3),
        (("a",), 4),
        (("a", "b", "c"), 4),
        (("long",), 5),
        (("raw",), 8),
        (("empty",), 10),
        (("inline", "y z", 1), 11),
        (("inline", "w", "v"), 11),
        (("when",), 12),
        (("list",), 13),
        (("list", 0), 15),
        (("list", 0, 1), 15),
        (("list", 1), 16),
        (("list", 1, 1), 17),
        (("list", 2), 18),
        (("table",), 21),
        (("table", "key"), 22),
        (("table", "inner", "key"), 24),
        (("row", 0), 25),
        (("row", 0, "id"), 26),
        (("row", 1, "id"), 28),
        (("row", 1, "sub", "id"), 30),
        (("row", 1, "deep", 0, "id"), 32),
        (("only",), 33),
    ],
)
def test_a_place_is_found_on_its_line(place: toml_lines.Place, line: int) -> None:
    assert toml_lines.parse(SAMPLE).lines[place] == line


def test_every_place_of_the_sample_is_found_and_no_other() -> None:
    document = toml_lines.parse(SAMPLE)
    assert set(document.lines) == set(places(document.data))


@pytest.mark.parametrize("path", sorted(DATA.rglob("*.toml")), ids=lambda path: path.name)
def test_every_place_of_the_shipped_files_is_found(path: Path) -> None:
    document = toml_lines.read(path)
    assert set(document.lines) == set(places(document.data))


def test_a_missing_place_gives_the_line_of_what_is_around_it() -> None:
    document = toml_lines.parse(SAMPLE)
    assert document.line("row", 1, "absent") == 27
    assert document.line("absent") == 1
    assert document.line() == 1


def test_windows_line_ends_count_like_others() -> None:
    assert toml_lines.parse("a = 1\r\nb = 2\r\n").line("b") == 2


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\nb = = 2\n", 2), ("a = [1,\n2\n", 3), ("a = 1\na = 2\n", 2), ('a = """x\n', 2)],
)
def test_invalid_toml_names_its_line(text: str, line: int) -> None:
    with pytest.raises(toml_lines.BadFile) as caught:
        toml_lines.parse(text, "bad.toml")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"bad.toml:{line}: is not valid TOML: ")
    assert "(at" not in caught.value.message


def test_text_that_is_not_utf8_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b"a = 1\nb = '\xe9'\n")
    with pytest.raises(toml_lines.BadFile, match=r"latin\.toml:2: is not UTF-8 text"):
        toml_lines.read(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(toml_lines.BadFile, match="cannot be read"):
        toml_lines.read(tmp_path)


PARTS = ["a", "b", ".", " = ", '"', "'", "[", "]", "[[a]]\n", "[a.b]\n", "{", "}", "#", ",", "\n", " ", "1", "a = 1\n"]


@settings(deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=30).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        document = toml_lines.parse(text)
    except toml_lines.BadFile:
        return
    assert set(document.lines) == set(places(document.data))
