"""The pages that are made: the rule book with an anchor for each rule, the tables of schemas, the positions."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from tools.docs import dead_links, foreign_files
from tools.docs_site.rule_book import cases, places, write_rule_book
from tools.docs_site.schema_tables import read_schema, tables

from hexillum.core.addresses import DOCUMENTATION, rule_address, rule_page
from hexillum.core.rulebook import rules
from hexillum.core.sources import source_words
from hexillum.notation.cases.reading import EXPECT_KEYS, TOP_KEYS
from hexillum.notation.cases.situation import SETUP_KEYS

DOCS = Path(__file__).parents[2] / "docs"
SOURCES = DOCS.parent / "src"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("docs")
    write_rule_book(folder)
    return {path.stem: path.read_text(encoding="utf-8") for path in (folder / "rules").glob("*.md")}


def test_every_rule_has_its_anchor_on_the_page_of_its_letters(book: dict[str, str]) -> None:
    for id in rules():
        assert f"({id.lower()})=\n## {id}\n" in book[id.rsplit("-", 1)[0].lower()]


def test_a_rule_tells_text_editions_sources_places_and_cases(book: dict[str, str]) -> None:
    text = book["ev"]
    one = text[text.index("## EV-01") : text.index("## EV-02")]
    assert ":In: Ancients, Medieval" in one
    assert "Ancients, evade and momentum advance: Evade" in one
    assert "`close.ask_evade`" in one
    assert "(`cases/rules/EV/EV-01.yaml`)" in one


def test_no_source_is_told_by_a_line_number() -> None:
    words = [word for rule in rules().values() for word in source_words(rule.sources)]
    assert not [word for word in words if re.search(r"\(L[0-9]|^00[0-4]|§", word)]


def test_every_case_that_lists_a_rule_stands_with_it(book: dict[str, str]) -> None:
    found = cases()
    assert sum(len(told) for told in found.values()) > 1900
    assert all(words in book["rt"] for words in found["RT-24"])


def test_a_function_is_named_where_it_cites() -> None:
    assert any(place.startswith("`retreat.") for place in places()["RT-24"])


def test_the_page_of_cases_has_every_key() -> None:
    page = (DOCS / "reference" / "case-files.md").read_text(encoding="utf-8")
    setup, expect = page.index("## `setup`"), page.index("## `expect`")
    assert [key for key in SETUP_KEYS if f"`{key}`" not in page[setup:expect]] == []
    assert [key for key in EXPECT_KEYS if f"`{key}`" not in page[expect:]] == []
    told = "\n".join(tables(read_schema("case")))
    assert [key for key in TOP_KEYS if f"| `{key}` |" not in told] == []


@pytest.mark.parametrize("name", ["variant", "scenario"])
def test_every_key_of_a_schema_has_a_row(name: str) -> None:
    told = "\n".join(tables(read_schema(name)))
    assert [key for key in read_schema(name)["properties"] if f"| `{key}` |" not in told] == []
    if name == "variant":
        assert "most hexes that one may move when leaving it" in told


def test_a_position_is_drawn_of_a_name_a_setup_or_a_case() -> None:
    pytest.importorskip("sphinx")
    from tools.docs_site.positions import battle_of

    assert battle_of("zama", "", "ancients", "here").state.goal == [8, 8]
    assert battle_of("chapter RT", "", "ancients", "here").state.units
    text = "case: one\nsetup: {units: [bottom F5 warrior 4, top E5 auxilia 4]}\nscript: [close F5xE5]"
    assert battle_of("", text, "ancients", "here").prompt() == "4 dice are rolled"


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<p id="x"></p><a href="#x">1</a><a href="b.html#y">2</a>', encoding="utf-8")
    (tmp_path / "b.html").write_text('<a href="a.html#x">3</a><a href="c.html">4</a>', encoding="utf-8")
    assert list(dead_links(tmp_path)) == [
        "a.html: the link b.html#y leads nowhere",
        "b.html: the link c.html leads nowhere",
    ]


def test_what_another_host_would_serve_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<script src="https://elsewhere.example/x.js"></script>', encoding="utf-8")
    assert len(list(foreign_files(tmp_path))) == 1


def test_every_page_stands_in_the_order_of_the_site() -> None:
    """Sphinx refuses a page that no table of contents names; this says it without Sphinx."""
    told = "\n".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("index.md"))
    for page in DOCS.glob("*.md"):
        assert page.stem == "index" or re.search(rf"^(\.\./)?{page.stem}$", told, re.MULTILINE), page.name


ROOMS = ("hexillum", "hexillum.odds", "hexillum.lab", "hexillum.envs")


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_stands_in_the_reference(room: str) -> None:
    names = re.search(
        r"__all__ = \[(.*?)\]", (SOURCES / room.replace(".", "/") / "__init__.py").read_text("utf-8"), re.S
    )
    assert names
    pages = "".join(page.read_text("utf-8") for page in (DOCS / "reference").glob("python*.md"))
    whole = f".. automodule:: {room}\n   :members:\n   :imported-members:\n" in pages
    for name in re.findall(r'"(\w+)"', names[1]):
        assert whole or re.search(rf"(:: |`){re.escape(room)}\S*\b{name}\b", pages), name


def test_the_public_address_of_the_documentation_is_the_one_that_is_released() -> None:
    project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["urls"]["Documentation"] == DOCUMENTATION
    assert rule_address("RT-24") == f"{DOCUMENTATION}{rule_page('RT-24')}"


def test_the_address_of_each_rule_is_where_the_rule_book_has_its_anchor(book: dict[str, str]) -> None:
    for id in rules():
        page, anchor = rule_page(id).removeprefix("rules/").split(".html#")
        assert f"({anchor})=\n## {id}\n" in book[page]
