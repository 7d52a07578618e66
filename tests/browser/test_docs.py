"""The documentation at /docs, where it was built: clean for axe on phone and desk, light and dark; rules lead to it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hexillum.web.routes.docs import BUILT
from tests.browser.table import new
from tests.browser.test_access import RUN
from tests.browser.test_access import axe as axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import Server

PAGES = (
    *("", "tutorials/odds.html", "how-to/index.html", "rules/rt.html", "glossary.html", "search.html?q=retreat"),
    *("reference/edition-files.html", "reference/command-line.html", "reference/python.html", "protocol.html"),
)
pytestmark = pytest.mark.skipif(not (BUILT / "index.html").is_file(), reason="not built: ./check docs")


@pytest.mark.parametrize(
    ("scheme", "width", "height"),
    [
        *(("light", 1366, 768), ("dark", 390, 844)),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in (("light", 390, 844), ("dark", 1366, 768))),
    ],
)
def test_pages_are_clean(page: Page, server: Server, axe: str, scheme: str, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for path in PAGES:
        page.goto(f"{server.url}/docs/{path}")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        page.evaluate(axe)
        found: list[str] = page.evaluate(RUN)
        assert not found, "\n".join([f"/docs/{path}:", *found])


def test_search_finds_a_rule(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/docs/search.html?q=rampage")
    page.get_by_role("link", name=re.compile("Rampage")).first.wait_for()


def test_a_rule_of_the_table_leads_to_its_place_in_the_book(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/rules/RT-24")
    page.get_by_role("link", name="RT-24 in the rule book").click()
    page.wait_for_url("**/docs/rules/rt.html#rt-24")
    page.get_by_role("heading", name="RT-24").wait_for()


def in_the_book(page: Page, rule: str) -> None:
    """The rule that is open at the table leads on to its anchor in the rule book."""
    with page.context.expect_page() as opened:
        page.get_by_role("link", name=f"{rule} in the rule book").click()
    book = opened.value
    book.wait_for_url(f"**/docs/rules/{rule.rsplit('-', 1)[0].lower()}.html#{rule.lower()}")
    book.get_by_role("heading", name=rule, exact=False).first.wait_for()
    book.close()


def test_refusals_and_lines_of_the_log_lead_to_the_rule_book(page: Page, server: Server) -> None:
    table = new(page, server.url, seed=7)
    table.play(lambda now: now.word == "move")
    table.hex(table.lit()[0]).click()
    table.hex("A1").click()
    chip = table.prompt.get_by_title(re.compile("^Read rule")).first
    rule = chip.inner_text()
    chip.click()
    in_the_book(page, rule)

    page.get_by_role("tab", name="Log").click()
    mark = page.get_by_role("list", name="Log").get_by_role("button", name="behind this").first
    rule = (mark.get_attribute("title") or "").removeprefix("Rules: ").split(", ")[0]
    mark.click()
    several = page.get_by_role("list", name="Log").get_by_title(f"Read rule {rule}")
    if several.count():
        several.first.click()
    in_the_book(page, rule)


def test_boards_are_drawn(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/docs/")
    board = page.locator("figure.position img").first
    assert board.evaluate("image => image.naturalWidth") > 400
    assert Path(BUILT / "_images").is_dir()
