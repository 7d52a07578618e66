"""The documentation at /docs, where it was built: clean for axe on phone and desk, light and dark; rules lead to it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hexillum.web.routes.docs import BUILT
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


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_clean(page: Page, server: Server, axe: str, width: int, height: int, scheme: str) -> None:
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


def test_boards_are_drawn(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/docs/")
    board = page.locator("figure.position img").first
    assert board.evaluate("image => image.naturalWidth") > 400
    assert Path(BUILT / "_images").is_dir()
